"""One section at a time: on small screens, and where a section is zoomed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.tui.layout.flow import needs_of, needs_row, others_rows
from scratchpad_tui.tui.layout.items import next_section
from scratchpad_tui.tui.layout.lastturn import turn_rule
from scratchpad_tui.tui.layout.pane import (
    CURSOR_ROWS,
    all_words,
    first_shown,
    held_at,
    pane,
    rule_row,
    scrolled_rows,
    still_rows,
    with_room,
)
from scratchpad_tui.tui.layout.upnext import next_rows, next_size

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.view import PadView, SectionView
    from scratchpad_tui.tui.layout.model import Frozen, Row, UiState
    from scratchpad_tui.tui.layout.pane import Pane
    from scratchpad_tui.tui.layout.scene import Scene

_FOR_NEEDS, _FOR_TURN, _FOR_TWO = 6, 7, 8
"""Heights from which there is a row for needs, for the last turn, and a second one for the other sections."""


def section_shown(view: PadView, ui: UiState) -> SectionView | None:
    """The section that is shown where only one is: zoomed, under the cursor, focused, changed, or the plan."""
    named = {section.name: section for section in view.sections}
    wanted = (ui.zoom, ui.cursor.section if ui.cursor else None, ui.focus_section)
    for name in wanted:
        if name is not None and name in named:
            return named[name]
    rest = [section for section in view.sections if section is not next_section(view)] or list(view.sections)
    changed = next((s for s in rest if any(line.mark for line in s.lines)), None)
    numbered = next((s for s in rest if s.numbered), None)
    return changed or numbered or (rest[0] if rest else None)


def single(scene: Scene, section: SectionView) -> tuple[list[Row], Frozen | None]:
    """NEXT, the section in the rows that are left, and below the names of the other sections.

    Where the cursor is on NEXT itself, the section is the one that is shown without a cursor.
    """
    if section is next_section(scene.view) and not scene.ui.zoom and len(scene.view.sections) > 1:
        return _on_next(scene, section)
    return _filled(scene, section, scene.ui._replace(cursor=None))


def _on_next(scene: Scene, upnext: SectionView) -> tuple[list[Row], Frozen | None]:
    """The rows while the cursor is on NEXT, which keeps the rows that it has."""
    ui, frozen = scene.ui._replace(cursor=None, focus_section=None, frozen=None), scene.ui.frozen
    section = section_shown(scene.view, ui) or upnext
    place = (upnext.name, (scene.cells, scene.height), scene.ui.cursor)
    stays = frozen is not None and (frozen.section, frozen.size, frozen.cursor) == place
    most = frozen.rows + 1 if frozen is not None and stays else 0
    rows, _ = _filled(scene._replace(ui=ui), section, scene.ui, most)
    held = pane(upnext, scene.cells, scene.ui, scene.view.last_to)
    count = sum(row.kind == "next" for row in rows)
    return rows, held_at(held, 0, max(0, count - 1), 0, scene.height)


def _filled(
    scene: Scene, section: SectionView, upnext: UiState, most: int = 0
) -> tuple[list[Row], Frozen | None]:
    """All rows; `upnext` is the state in which NEXT is shown, on at most `most` rows where that is given."""
    below = _below(scene, section)
    held = pane(section, scene.cells, scene.ui, scene.view.last_to)
    above = _above(scene, most or _rows_for_next(scene, held, len(below)), upnext)
    if scene.ui.cursor and scene.height - len(above) - len(below) - 1 <= CURSOR_ROWS:
        # Its line is unfolded, with the lines above counted in a row; who wrote last is told by line 2 too.
        below = [row for row in below if row.kind != "diff.rule"]
    while len(above) + len(below) > scene.height:
        (below or above).pop()
    rows = scene.height - len(above) - len(below)
    held = with_room(held, rows - 1, scene.ui.frozen)
    built, first = _body(scene, held, rows)
    frozen = held_at(held, len(above), max(0, rows - 1), first, scene.height)
    blanks = scene.blanks(rows - len(built))
    if scene.ui.zoom:
        apart = int(len(blanks) > 1)
        return [*above, *built, *blanks[:apart], *below, *blanks[apart:]], frozen
    return [*above, *built, *blanks, *below], frozen


def _rows_for_next(scene: Scene, held: Pane, below: int) -> int:
    """The rows of the next action: more than one where the section leaves some blank, and the same while it is held."""
    frozen = scene.ui.frozen
    needs = int(_has_needs(scene))
    if frozen and frozen.section == held.section.name and frozen.size == (scene.cells, scene.height):
        return frozen.top - needs
    spare = scene.height - below - needs - 2 - all_words(held, scene.height)
    return 1 + max(0, spare) if not scene.ui.zoom else 1


def _body(scene: Scene, held: Pane, rows: int) -> tuple[list[Row], int]:
    """The section's rule and lines in so many rows, and the first line shown."""
    if rows <= 0:
        return [], 0
    rule = rule_row(held, scene.figures, focused=True)
    lines = rows - 1
    if not lines:
        return [rule], 0
    wrapped = lines if scene.ui.zoom else 1
    if held.cursor is None and not scene.ui.zoom:
        return [rule, *still_rows(held, lines)], 0
    first = first_shown(held, lines, scene.ui.frozen, wrapped)
    return [rule, *scrolled_rows(held, lines, first, wrapped)], first


def _above(scene: Scene, most: int, ui: UiState) -> list[Row]:
    rows: list[Row] = []
    upnext = next_section(scene.view)
    if upnext is not None:
        still = pane(upnext, scene.cells, ui, scene.view.last_to)
        action = max(1, min(most, next_size(still, scene.figures)))
        rows += next_rows(still, action, scene.figures)
    if _has_needs(scene):
        rows.append(needs_row(scene.view, scene.cells, scene.ui))
    return rows


def _has_needs(scene: Scene) -> bool:
    return not scene.beside and bool(needs_of(scene.view, scene.ui)) and scene.height >= _FOR_NEEDS


def _below(scene: Scene, section: SectionView) -> list[Row]:
    rows: list[Row] = []
    if scene.view.last_to and scene.height >= _FOR_TURN and not scene.ui.zoom:
        rows.append(turn_rule(scene.view, scene.cells))
    upnext = next_section(scene.view)
    others = [other for other in scene.view.sections if other is not section and other is not upnext]
    if others or scene.view.outside:
        rows += others_rows(scene.view, others, scene.cells, 2 if scene.height >= _FOR_TWO else 1)
    return rows
