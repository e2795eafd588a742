"""The Live screen as a pure function: from a view, a size and what the person did, to rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.tui.layout.cursor import nearest, stops_of
from scratchpad_tui.tui.layout.model import Arranged, UiState
from scratchpad_tui.tui.layout.scene import Scene
from scratchpad_tui.tui.layout.side import GAP, nearest_beside, side_items, side_rows, side_width
from scratchpad_tui.tui.layout.single import section_shown, single
from scratchpad_tui.tui.layout.stacked import stacked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.layout.model import Frozen, Row, Stop


def arrange(view: PadView, width: int, height: int, ui: UiState | None = None) -> Arranged:
    """The rows of the Live screen for a place of `width` by `height` cells, the frame's rows not included."""
    ui = ui or UiState()
    stops = stops_of(view)
    cursor = nearest(stops, ui.cursor)
    column = side_width(width)
    beside = nearest_beside(side_items(view), ui.beside) if column and cursor is None else None
    ui = ui._replace(cursor=cursor, beside=beside)
    scene = Scene(view, width - column - GAP if column else width, height, ui, beside=bool(column))
    rows, frozen, focus = _rows(scene)
    return Arranged(
        rows=tuple(rows),
        stops=stops,
        cursor_row=_cursor_row(rows, cursor),
        frozen=frozen,
        left_width=scene.cells,
        right=side_rows(view, column, height, ui) if column else (),
        right_width=column,
        gap=GAP if column else 0,
        cursor=cursor,
        focus_section=focus,
        beside=beside,
    )


def _rows(scene: Scene) -> tuple[list[Row], Frozen | None, str | None]:
    """The rows, the pane to hold, and the section that is accented."""
    view, ui = scene.view, scene.ui
    built = None if _is_zoomed(view, ui) else stacked(scene)
    if built is not None:
        return (*built, ui.cursor.section if ui.cursor else ui.focus_section)
    section = section_shown(view, ui)
    if section is None:
        return scene.blanks(scene.height), None, None
    return (*single(scene, section), section.name)


def _is_zoomed(view: PadView, ui: UiState) -> bool:
    return any(section.name == ui.zoom for section in view.sections)


def _cursor_row(rows: Sequence[Row], cursor: Stop | None) -> int | None:
    """The first row of the line with the cursor; the last that shows it, since NEXT may show the same line above."""
    if cursor is None:
        return None
    found = [n for n, row in enumerate(rows) if _shows(row, cursor)]
    while len(found) > 1 and found[-2] == found[-1] - 1 and rows[found[-2]].kind == rows[found[-1]].kind:
        found.pop()
    return found[-1] if found else None


def _shows(row: Row, cursor: Stop) -> bool:
    shown = row.kind in ("line", "next", "empty") and row.section == cursor.section
    return shown and row.index == cursor.index
