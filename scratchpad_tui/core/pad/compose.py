"""The lines that an appended content makes in a section."""

from __future__ import annotations

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.entries import bare, read_marker
from scratchpad_tui.core.pad.lines import is_blank, texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.entries import Entry
    from scratchpad_tui.core.pad.schema import Section


class Incoming(NamedTuple):
    """One entry to come, before it has its number."""

    first: str
    """Its first line as sent, without outer blanks."""
    rest: tuple[str, ...]
    """Its further lines, with the first line's own indent taken off."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing but bullet, number and box was sent."""
        return not bare(self.first)[1] and all(is_blank(line) for line in self.rest)


def incoming(content: str) -> list[Incoming]:
    """The entries in a content: one, or one a line where all its lines are bullets, or all numbered, at one indent."""
    lines = trimmed(texts(content))
    held = [line for line in lines if not is_blank(line)]
    markers = [read_marker(line) for line in held]
    at_one_indent = len(markers) > 1 and len({marker.indent for marker in markers}) == 1
    of_one_kind = all(marker.bullet for marker in markers) or all(marker.number for marker in markers)
    if at_one_indent and of_one_kind:
        return [Incoming(line.strip(), ()) for line in held]
    if not lines:
        return []
    indent = len(lines[0]) - len(lines[0].lstrip(" "))
    return [Incoming(lines[0].strip(), tuple(_outdented(line, indent) for line in lines[1:]))]


def trimmed(lines: Sequence[str]) -> list[str]:
    """The lines without the blank ones at both ends."""
    held = [index for index, line in enumerate(lines) if not is_blank(line)]
    return list(lines[held[0] : held[-1] + 1]) if held else []


def entry_lines(entry: Incoming, section: Section, number: int) -> list[str]:
    """The entry's lines as they stand in the file; `number` counts where the section is numbered."""
    marker = read_marker(entry.first)
    brought = marker.bullet is not None
    if section.numbered:
        brought = brought or marker.number is not None
        box, text = bare(entry.first)
        lead = f"{number}. "
        first = f"{lead}[{box or ' '}] {text}"
    else:
        lead = "- "
        first = entry.first if marker.bullet else lead + entry.first
    return [first, *_indented(entry.rest, len(lead), keep=brought)]


def next_number(entries: Sequence[Entry]) -> int:
    """One above the highest number that an entry shows."""
    return max((int(entry.marker.number) for entry in entries if entry.marker.number), default=0) + 1


def _indented(rest: Sequence[str], width: int, *, keep: bool) -> list[str]:
    indents = [len(line) - len(line.lstrip(" ")) for line in rest if not is_blank(line)]
    if keep and indents and min(indents) >= width:
        return list(rest)
    return ["" if is_blank(line) else " " * width + line for line in rest]


def _outdented(line: str, columns: int) -> str:
    blanks = len(line) - len(line.lstrip(" "))
    return line[min(columns, blanks) :]
