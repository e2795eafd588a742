"""Places for the cursor, and how it stays on its line while the pad changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.tui.layout.items import anchor, items, next_section, other_sections
from scratchpad_tui.tui.layout.model import Stop

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.view import LineView, PadView, SectionView
    from scratchpad_tui.tui.layout.model import UiState


def stops_of(view: PadView) -> tuple[Stop, ...]:
    """Every line of every section in the order of the screen; an empty section is one stop with index -1."""
    upnext = next_section(view)
    sections = (*((upnext,) if upnext else ()), *other_sections(view))
    return tuple(stop for section in sections for stop in section_stops(section))


def section_stops(section: SectionView) -> tuple[Stop, ...]:
    """The stops of one section."""
    found = tuple(Stop(section.name, line.index) for line in section.lines if line.index >= 0)
    return found or (Stop(section.name, -1),)


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
    old = next((s for s in before.sections if s.name == ui.cursor.section), None)
    new = next((s for s in after.sections if s.name == ui.cursor.section), None)
    if old is None or new is None:
        return ui
    old_lines, new_lines = items(old), items(new)
    places = _places(old_lines, new_lines)
    at = next(
        (p for p, line in enumerate(old_lines) if line.index == ui.cursor.index and line.mark != "-"), 0
    )
    cursor = Stop(new.name, _real(new_lines, places[at]))
    frozen = ui.frozen
    if frozen is not None and frozen.section == new.name:
        moved = ui.cursor if frozen.cursor != ui.cursor else cursor
        first = places[min(frozen.first, len(old_lines) - 1)] if frozen.first else 0
        frozen = frozen._replace(first=first, cursor=moved)
    return ui._replace(cursor=cursor, frozen=frozen)


def _places(old: Sequence[LineView], new: Sequence[LineView]) -> list[int]:
    """For each old line the position of the same line among the new ones, or of what stands in its place."""
    import difflib  # only where a pad changes under the cursor

    places = [0] * len(old)
    texts = [line.text for line in old], [line.text for line in new]
    matcher = difflib.SequenceMatcher(None, *texts, autojunk=False)
    for _, start, stop, new_start, new_stop in matcher.get_opcodes():
        for position in range(start, stop):
            places[position] = min(new_start + position - start, max(new_start, new_stop - 1), len(new) - 1)
    return places


def _real(lines: Sequence[LineView], at: int) -> int:
    """The body position of the line, or of the nearest one that is not removed."""
    real = [position for position, line in enumerate(lines) if line.mark != "-"]
    return lines[min(real, key=lambda position: abs(position - at))].index
