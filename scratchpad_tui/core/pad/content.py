"""What the content of a patch may hold, so that no patch can make the file unparseable."""

from __future__ import annotations

import re

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.entries import is_empty_mark
from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.pad.scan import CONFLICT_END, CONFLICT_START, scan
from scratchpad_tui.core.pad.schema import EMPTY_MARK

# ESC, and the C1 controls that begin sequences; U+0085 is a line separator and no escape.
_ESCAPE = re.compile("[\x1b\x80-\x84\x86-\x9f]")
# CommonMark takes a heading with up to three blanks before it for a heading all the same.
_INDENTED_HEADING = re.compile(r" {1,3}##(?:\s|$)")


class Fault(NamedTuple):
    """Why a content is refused."""

    code: str
    message: str


def fault_in(content: str) -> Fault | None:
    """The first thing in the content that would hurt the file, or None."""
    if "\0" in content:
        return Fault(
            "nul-byte", f"content holds a NUL byte at character {content.index(chr(0))}; leave it out"
        )
    escape = _ESCAPE.search(content)
    if escape:
        code = f"U+{ord(escape.group()):04X}"
        return Fault(
            "terminal-escape", f"content holds the terminal escape {code} at character {escape.start()}"
        )
    lines = texts(content)
    for text in lines:
        if text.startswith((CONFLICT_START, CONFLICT_END)):
            return Fault(
                "conflict-marker", f"content holds a line that begins with the merge marker {text[:7]}"
            )
    return _structure_fault(lines)


def _structure_fault(lines: list[str]) -> Fault | None:
    scanned = scan(lines)
    for line in scanned.lines:
        if line.inside:
            continue
        if line.heading is not None or _INDENTED_HEADING.match(line.text):
            return Fault(
                "heading",
                f'content holds the line "{line.text.strip()[:60]}", which would begin a section; '
                "put it inside a closed code fence or use another heading level",
            )
        if is_empty_mark(line.text):
            return Fault("empty-mark", f"content holds {EMPTY_MARK}, the mark of an empty section; use clear")
    if scanned.unclosed:
        kind = "a code fence" if scanned.unclosed.kind == "fence" else "an HTML comment"
        number = scanned.unclosed.opened + 1
        return Fault(
            f"unclosed-{scanned.unclosed.kind}",
            f"content opens {kind} in its line {number} and never closes it",
        )
    return None
