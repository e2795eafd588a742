"""Places for the cursor, and how it stays on its line while the pad changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.tui.layout.items import anchor, items, next_section, other_sections
from scratchpad_tui.tui.layout.model import Stop

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.view import LineView, PadView, SectionView
    from scratchpad_tui.tui.layout.model import UiState

_known: dict[str, tuple[tuple[LineView, ...], tuple[Stop, ...]]] = {}
"""By section: its lines as they were last, and their stops."""
_MOST_KNOWN = 32


def stops_of(view: PadView) -> tuple[Stop, ...]:
    """Every line of every section in the order of the screen; an empty section is one stop with index -1."""
    upnext = next_section(view)
    sections = (*((upnext,) if upnext else ()), *other_sections(view))
    return tuple(stop for section in sections for stop in section_stops(section))


def section_stops(section: SectionView) -> tuple[Stop, ...]:
    """The stops of one section; asked for with each key, they are made once for the same lines."""
    lines, found = _known.get(section.name, ((), ()))
    if lines is not section.lines or not found:
        found = tuple(Stop(section.name, line.index) for line in section.lines if line.index >= 0)
        found = found or (Stop(section.name, -1),)
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        _known[section.name] = (section.lines, found)
    return found


def nearest(stops: Sequence[Stop], cursor: Stop | None) -> Stop | None:
    """The cursor, or the stop of its section that is nearest to it; None where the section is gone."""
    if cursor is None:
        return None
    near = [stop for stop in stops if stop.section == cursor.section]
    return min(near, key=lambda stop: abs(stop.index - cursor.index), default=None)


def landing(section: SectionView) -> Stop:
    """Where the cursor comes into a section: its first open step, its newest line, or its first one."""
    lines = [line for line in items(section) if line.mark != "-"]
    return Stop(section.name, lines[anchor(section, lines)].index)


def matches(view: PadView, find: str) -> tuple[Stop, ...]:
    """The stops whose raw line holds the text, whatever its letter case."""
    wanted = find.casefold()
    if not wanted:
        return ()
    texts = {
        Stop(section.name, line.index): line.text.casefold()
        for section in view.sections
        for line in section.lines
        if line.index >= 0
    }
    return tuple(stop for stop in stops_of(view) if wanted in texts.get(stop, ""))


def followed(before: PadView, after: PadView, ui: UiState) -> UiState:
    """The state with its cursor and scroll on the same lines, now that the pad has changed.

    Where the line was changed or is gone, the cursor is at what stands in its place.
    """
    if ui.cursor is None or before.sections == after.sections:
        return ui
    name = ui.cursor.section
    old = next((s for s in before.sections if s.name == name), None)
    new = next((s for s in after.sections if s.name == name), None)
    if old is None or new is None or old.lines == new.lines:
        return ui
    places = _places(_real(old), _real(new))
    cursor = Stop(name, places.get(ui.cursor.index, -1))
    frozen = ui.frozen
    if frozen is not None and frozen.section == name:
        first = places.get(frozen.first, -1)
        same = frozen.cursor == ui.cursor
        frozen = frozen._replace(first=first, cursor=cursor if same else frozen.cursor)
    return ui._replace(cursor=cursor, frozen=frozen)


def first_change(before: PadView, after: PadView) -> Stop | None:
    """The first line, in the order of the screen, that is new or another one; what stands where lines went."""
    old = {section.name: section for section in before.sections}
    upnext = next_section(after)
    for section in (*((upnext,) if upnext else ()), *other_sections(after)):
        there = old.get(section.name)
        lines = _real(section)
        at = _first_difference(_real(there) if there else [], lines)
        if at is not None:
            return Stop(section.name, lines[min(at, len(lines) - 1)].index if lines else -1)
    return None


def _first_difference(old: Sequence[LineView], new: Sequence[LineView]) -> int | None:
    from scratchpad_tui.core.pad.diff import changes  # only where a pad changes under the cursor

    found = [line.text for line in old], [line.text for line in new]
    return next((change.new_start for change in changes(*found)), None)


def _real(section: SectionView) -> list[LineView]:
    return [line for line in section.lines if line.index >= 0]


def _places(old: Sequence[LineView], new: Sequence[LineView]) -> dict[int, int]:
    """For the body position of each old line that of the same line now, or of what stands in its place."""
    from scratchpad_tui.core.pad.diff import changes  # only where a pad changes under the cursor

    places: dict[int, int] = {}
    at = shift = 0
    for change in (*changes([line.text for line in old], [line.text for line in new]), None):
        stop = change.start if change else len(old)
        places.update({old[p].index: new[p + shift].index for p in range(at, stop)})
        if change:
            last = min(max(change.new_start, change.new_stop - 1), len(new) - 1)
            for position in range(change.start, change.stop):
                there = min(change.new_start + position - change.start, last)
                places[old[position].index] = new[there].index if there >= 0 else -1
            at, shift = change.stop, change.new_stop - change.stop
    return places
