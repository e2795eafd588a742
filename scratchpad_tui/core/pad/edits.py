"""A person's acts on single lines, as new lines for `PadStore.edit`: pure functions over a section's body."""

from __future__ import annotations

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad.bodies import with_lines_behind
from scratchpad_tui.core.pad.compose import Incoming, entry_lines, incoming, next_number
from scratchpad_tui.core.pad.content import fault_in
from scratchpad_tui.core.pad.entries import bare, find_entries, read_marker
from scratchpad_tui.core.pad.lines import is_blank

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.entries import Entry
    from scratchpad_tui.core.pad.schema import Section


def ticked(body: Sequence[str], index: int) -> list[str]:
    """The body with the box of the line at `index` ticked, or unticked where it was ticked.

    Raises:
        InputError: the line has no box.
    """
    marker = read_marker(body[index])
    if marker.box is None:
        raise InputError("this line has no box [ ] to tick", code="no-box")
    at = marker.box_at
    line = body[index][:at] + (" " if marker.box in ("x", "X") else "x") + body[index][at + 1 :]
    return [*body[:index], line, *body[index + 1 :]]


def with_entry(body: Sequence[str], section: Section, text: str, after: int | None = None) -> list[str]:
    """The body with a new entry behind the entry at line `after`, or at the end; numbered ones stand at the end.

    Raises:
        InputError: the text is empty or would hurt the file.
    """
    if not text.strip():
        raise InputError("an entry needs a text", code="empty-content")
    fault = fault_in(text)
    if fault:
        raise InputError(fault.message, code=fault.code)
    entries = find_entries(body)
    number = next_number(entries) if section.numbered else 0
    lines: list[str] = []
    for entry in incoming(text):
        lines += entry_lines(entry, section, number)
        number += 1
    above = None if after is None or section.numbered else _entry_at(entries, after)
    if above is None:
        return with_lines_behind(body, lines)
    return [*body[: above.stop], *lines, *body[above.stop :]]


def without_entry(body: Sequence[str], index: int) -> list[str]:
    """The body without the entry that the line at `index` belongs to.

    Raises:
        InputError: no entry stands there.
    """
    return without_entries(body, [index])


def without_entries(body: Sequence[str], indexes: Sequence[int]) -> list[str]:
    """The body without the entries that these lines belong to.

    Raises:
        InputError: no entry stands on one of them.
    """
    entries = find_entries(body)
    gone: set[int] = set()
    for index in indexes:
        entry = _entry_at(entries, index)
        if entry is None:
            raise InputError("no entry stands on this line", code="no-entry")
        gone.update(range(entry.start, entry.stop))
    return [line for index, line in enumerate(body) if index not in gone]


def moved(
    here: Sequence[str], index: int, there: Sequence[str], section: Section
) -> tuple[list[str], list[str]]:
    """Both bodies after the entry at line `index` of `here` went to the end of `there`, which is that section's.

    The entry takes the section's style: a number and a box, where it had one its own, or a bullet.

    Raises:
        InputError: no entry stands there.
    """
    entry = _entry_at(find_entries(here), index)
    if entry is None:
        raise InputError("no entry stands on this line", code="no-entry")
    lines = list(here[entry.start : entry.stop])
    if not entry.is_block:
        lines = _in_style_of(lines, section, next_number(find_entries(there)) if section.numbered else 0)
    return without_entries(here, [index]), with_lines_behind(there, lines)


def _in_style_of(lines: Sequence[str], section: Section, number: int) -> list[str]:
    """An entry's lines with the mark that entries of the section begin with."""
    box, text = bare(lines[0])
    indents = [len(line) - len(line.lstrip(" ")) for line in lines[1:] if not is_blank(line)]
    inset = min(indents, default=0)
    first = text if box is None or not section.numbered else f"[{box}] {text}"
    return entry_lines(Incoming(first, tuple(line[inset:] for line in lines[1:])), section, number)


def _entry_at(entries: Sequence[Entry], index: int) -> Entry | None:
    return next((entry for entry in entries if entry.start <= index < entry.stop), None)
