"""What each line of a pad's text is: a heading, or content, also inside fences and HTML comments.

Only what CommonMark calls a fence or a comment *block* counts: a fence of three or more backticks or tildes at most
three columns in (or behind a list marker), and a comment that begins its line. A level-2 heading stands in the first
column. Blanks behind the hashes may be of any kind, since a no-break space looks like any other.
"""

from __future__ import annotations

import re

from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_HEADING = re.compile(r"##(?:\s+(.*))?$", re.DOTALL)
# Patterns of the rare lines stay texts: compiled with the module, they would cost every command a millisecond.
_LIST_MARKERS = r"(?:[ \t]*(?:[-*+]|[0-9]{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)+"
_FENCE_OPEN = r"[ \t]*(`{3,}(?=[^`]*$)|~{3,})"
_FENCE_CLOSE = r"[ \t]*(`{3,}|~{3,})[ \t]*$"
_COMMENT_OPEN = r"[ \t]*<!--"
_CLOSING_HASHES = r"(?:^|\s+)#+\s*$"

CONFLICT_START, CONFLICT_MIDDLE, CONFLICT_END = "<<<<<<< ", "=======", ">>>>>>> "


class Scanned(NamedTuple):
    """One line with its place in the structure of the text."""

    text: str
    heading: str | None
    """The name in a level-2 heading, as spelled; None for any other line."""
    inside: str = ""
    """`fence` or `comment` for a line of such a block (its first and last included), else empty."""
    opened: int = -1
    """Index of the line that opened that block; -1 outside one."""


class Block(NamedTuple):
    """An open fence or comment."""

    kind: str
    opened: int
    """Index of the line that opened it."""
    mark: str = ""
    """The run of fence characters."""
    column: int = 0
    """How far in its content stands."""


class Scan(NamedTuple):
    """A whole text, scanned."""

    lines: list[Scanned]
    unclosed: Block | None
    """The fence or comment that is still open at the end."""
    conflict: tuple[int, int, int] | None
    """Indexes of the three markers of a merge conflict."""


def heading_name(text: str) -> str | None:
    """The name in a level-2 heading, without the closing run of hashes; None where the line is none."""
    found = _HEADING.match(text)
    if not found:
        return None
    name = (found.group(1) or "").strip()
    return re.sub(_CLOSING_HASHES, "", name).strip() if name.endswith("#") else name


def scan(texts: Iterable[str]) -> Scan:
    """Classes every line of a text (lines without their ends)."""
    block: Block | None = None
    lines: list[Scanned] = []
    for index, text in enumerate(texts):
        if block is not None:
            lines.append(Scanned(text, None, block.kind, block.opened))
            if _closes(block, text):
                block = None
            continue
        block = _opens(text, index)
        if block is not None:
            lines.append(Scanned(text, None, block.kind, index))
            if block.kind == "comment" and _comment_ends(text):
                block = None
            continue
        lines.append(Scanned(text, heading_name(text) if text.startswith("##") else None))
    return Scan(lines, block, _conflict(lines))


def _opens(text: str, index: int) -> Block | None:
    if "```" not in text and "~~~" not in text and "<!--" not in text:
        return None
    marker = re.match(_LIST_MARKERS, text)
    rest = text[marker.end() :] if marker else text
    inset = _columns(text[: marker.end()]) if marker else 0
    if re.match(_COMMENT_OPEN, rest):
        return Block("comment", index)
    found = re.match(_FENCE_OPEN, rest)
    indent = _columns(rest[: found.start(1)]) if found else 0
    if found and indent <= 3:
        return Block("fence", index, found.group(1), inset + indent)
    return None


def _closes(block: Block, text: str) -> bool:
    if block.kind == "comment":
        return "-->" in text
    found = re.match(_FENCE_CLOSE, text)
    if not found or found.group(1)[0] != block.mark[0] or len(found.group(1)) < len(block.mark):
        return False
    return _columns(text[: found.start(1)]) <= block.column + 3


def _comment_ends(text: str) -> bool:
    return "-->" in text[text.index("<!--") + 2 :]


def _columns(text: str) -> int:
    return len(text.expandtabs(4))


def _conflict(lines: list[Scanned]) -> tuple[int, int, int] | None:
    if not any(line.text.startswith(CONFLICT_START) for line in lines):
        return None
    start = middle = -1
    for index, line in _outside_fences(lines):
        if line.text.startswith(CONFLICT_START):
            start, middle = index, -1
        elif line.text == CONFLICT_MIDDLE and start >= 0 and middle < 0:
            middle = index
        elif line.text.startswith(CONFLICT_END) and middle >= 0:
            return start, middle, index
    return None


def _outside_fences(lines: list[Scanned]) -> Iterator[tuple[int, Scanned]]:
    return ((index, line) for index, line in enumerate(lines) if line.inside != "fence")
