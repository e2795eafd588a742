"""The entries of a section: a line with its bullet, number and box, and the lines under it."""

from __future__ import annotations

import re

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.lines import is_blank
from scratchpad_tui.core.pad.scan import scan
from scratchpad_tui.core.pad.schema import EMPTY_MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.scan import Scanned

_MARKER = re.compile(
    r"(?P<indent>[ \t]*)"
    r"(?:(?P<bullet>[-*+])(?=[ \t]|$)[ \t]*|(?P<number>[0-9]{1,20})[.)](?=[ \t]|$)[ \t]*)?"
    r"(?:\[(?P<box>[ xX])\](?=[ \t]|$)[ \t]*)?"
)


class Marker(NamedTuple):
    """What stands before the text of a line."""

    indent: int
    """In columns, a tab to the next fourth."""
    bullet: str | None
    number: str | None
    """The digits as shown."""
    box: str | None
    """A blank, `x` or `X`; None where there is no box."""
    text: str
    """The rest of the line."""
    box_at: int
    """Index of the character inside the box; -1 where there is none."""


class Entry(NamedTuple):
    """One entry: lines `start` to `stop` (not included) of the section's body."""

    start: int
    stop: int
    marker: Marker
    text: str
    """Its lines without bullet, number, box and indents, joined by newlines."""
    is_block: bool
    """Whether it is a fenced block that stands by itself."""


def read_marker(line: str) -> Marker:
    """Takes the bullet, number and box off a line's text."""
    found = _MARKER.match(line)
    assert found is not None  # every part of the pattern is optional
    return Marker(
        indent=len(found["indent"].expandtabs(4)),
        bullet=found["bullet"],
        number=found["number"],
        box=found["box"],
        text=line[found.end() :].rstrip(),
        box_at=found.start("box"),
    )


def _indent(line: str) -> int:
    """The same as a marker's indent, for every line of a long section."""
    if line[:1] not in (" ", "\t"):
        return 0
    return len(line[: len(line) - len(line.lstrip(" \t"))].expandtabs(4))


def bare(line: str) -> tuple[str | None, str]:
    """The box and the text of a line that brings its own bullet, number and box, in this order, or some of them."""
    marker = read_marker(line)
    if marker.bullet is not None and marker.box is None:
        behind = read_marker(marker.text)
        if behind.number is not None and behind.bullet is None:
            return behind.box, behind.text.strip()
    return marker.box, marker.text.strip()


def word_for_word(lines: Sequence[str]) -> str:
    """An entry's lines as they are compared with others: without bullet, indents and blank lines."""
    first = lines[0].strip()
    if first[:1] in ("-", "*", "+") and first[1:2] in (" ", "\t"):
        first = first[1:].strip()
    return "\n".join([first, *(line.strip() for line in lines[1:] if not is_blank(line))])


def is_empty_mark(line: str) -> bool:
    """Whether the line is the mark of an empty section."""
    return line.strip() == EMPTY_MARK


def find_entries(body: Sequence[str]) -> list[Entry]:
    """The entries among a section's lines (texts without their ends); comments and the empty mark are none.

    An entry begins at a line that is not indented deeper than the entry above it; what is indented deeper, and
    blank lines between such lines, belong to it.
    """
    entries: list[Entry] = []
    scanned = scan(body).lines
    start, inset, last = -1, 0, -1
    for index, line in enumerate(scanned):
        if is_blank(line.text):
            continue
        indent = _indent(line.text)
        if start >= 0 and (indent > inset or (line.opened >= 0 and line.opened == scanned[last].opened)):
            last = index
            continue
        if start >= 0:
            entries.append(_entry(body, start, last + 1, scanned[start]))
        start, inset, last = (index, indent, index) if _begins_entry(line, index) else (-1, 0, -1)
    if start >= 0:
        entries.append(_entry(body, start, last + 1, scanned[start]))
    return entries


def _begins_entry(line: Scanned, index: int) -> bool:
    if line.inside == "comment":
        return line.opened == index and not line.text.lstrip().startswith("<!--")
    return bool(line.inside) or not is_empty_mark(line.text)


def _entry(body: Sequence[str], start: int, stop: int, first: Scanned) -> Entry:
    marker = read_marker(body[start])
    rest = [line.strip() for line in body[start + 1 : stop] if not is_blank(line)]
    is_block = first.inside == "fence" and marker.bullet is None and marker.number is None
    return Entry(start, stop, marker, "\n".join([marker.text.strip(), *rest]), is_block)
