"""The one next action, which stands on top at every size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.layout.fit import cells_of, compose, cut, fits, marked, wrap
from scratchpad_tui.tui.layout.gauge import gauge_column
from scratchpad_tui.tui.layout.items import is_placeholder, shown_text
from scratchpad_tui.tui.layout.line import POINTER, author_spans, ending_of, line_rows
from scratchpad_tui.tui.layout.model import Row, Span
from scratchpad_tui.tui.layout.pane import CURSOR_ROWS

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.view import LineView
    from scratchpad_tui.tui.layout.model import Style
    from scratchpad_tui.tui.layout.pane import Pane

_MOST_REMOVED = 2
_LAST_STAGE = 6
"""How often any other part of the screen asks for more rows."""
_ROOM_FOR_GAUGE = 60
"""Cells from which the row of the next action also shows its gauge."""


def next_rows(pane: Pane, rows: int, figures_cells: int, *, gauged: bool = True) -> list[Row]:
    """The next action, on up to three rows where it has the cursor, then its removed lines; the rest is counted."""
    line, removed = _shown(pane), _removed(pane)
    text_rows = min(rows, next_height(pane))
    removed = removed[: rows - text_rows]
    ending = ending_of(_hidden_words(pane, len(removed)), pane.place.cells - cells_of(_head(pane, line)))
    right = _right(pane, line, ending, figures_cells, gauged=gauged)
    head = _head(pane, line)
    inset = cells_of(head)
    room = max(1, pane.place.cells - inset - (cells_of(right) + 1 if right else 0))
    pieces = wrap(shown_text(line), room - len(ending) if text_rows == 1 else room, text_rows)
    if ending and text_rows > 1:
        pieces[-1] = cut(pieces[-1], max(1, room - len(ending)))
    style: Style = "cursor" if pane.cursor is not None else "dim" if is_placeholder(line) else "next"
    built = []
    for number, piece in enumerate(pieces):
        spans = [*(head if number == 0 else [Span(" " * inset)])]
        spans += marked(Span(piece, style), visible(pane.place.ui.find))
        if ending and number == len(pieces) - 1:
            spans.append(Span(ending, "count"))
        cells = compose(spans, pane.place.cells, right if number == 0 else ())
        tint = bool(line.mark) and line.version in (None, pane.place.newest)
        built.append(Row(cells, "next", pane.section.name, line.index, tint=tint, version=line.version))
    for gone in removed:
        built += line_rows(gone, pane.place, cursor=False, limit=1)
    return built


def _hidden_words(pane: Pane, removed: int) -> str:
    """How many lines beside the action and so many removed ones are there, as words."""
    hidden = len(pane.lines) - 1 - removed
    word = "removed" if hidden == len(_removed(pane)) - removed else "more"
    return f"{hidden} {word}" if hidden else ""


def next_height(pane: Pane) -> int:
    """How many rows the action itself wants: one, or up to three with the cursor."""
    if pane.cursor is None:
        return 1
    room = max(1, pane.place.cells - cells_of(_head(pane, _shown(pane))) - 1)
    return len(wrap(shown_text(_shown(pane)), room, CURSOR_ROWS))


def next_wants(pane: Pane) -> tuple[int, ...]:
    """Rows beside the first that the action asks for in turn; what an older turn took away asks after all others."""
    removed = _removed(pane)
    more = min(_MOST_REMOVED, len(removed))
    new = min(more, sum(line.version in (None, pane.place.newest) for line in removed))
    return (0, *[new] * _LAST_STAGE, more)


def _shown(pane: Pane) -> LineView:
    if pane.cursor is not None:
        return pane.lines[pane.cursor]
    return next((line for line in pane.lines if line.mark != "-"), pane.lines[0])


def _removed(pane: Pane) -> list[LineView]:
    """The removed lines, those of the newest turn first."""
    gone = [line for line in pane.lines if line.mark == "-"]
    return sorted(gone, key=lambda line: line.version not in (None, pane.place.newest))


def _head(pane: Pane, line: LineView) -> list[Span]:
    mark: Span = Span(" ")
    if line.mark:
        mark = Span(line.mark, "mark.add" if line.mark == "+" else "mark.change")
    pointer = Span(f"{POINTER} ", "cursor") if pane.cursor is not None else Span("  ")
    return [mark, Span(visible(pane.section.name.upper()), "next"), pointer]


def _right(pane: Pane, line: LineView, ending: str, figures_cells: int, *, gauged: bool) -> tuple[Span, ...]:
    """The gauge, and before it the author where the action still fits beside both."""
    cells = pane.place.cells
    column: tuple[Span, ...] = ()
    if gauged and cells >= _ROOM_FOR_GAUGE:
        column = gauge_column(pane.section, pane.place.ui, figures_cells)
    author = author_spans(line, pane.place)
    gap = (Span("  "),) if column and author else ()
    room = cells - cells_of(_head(pane, line)) - cells_of((*author, *gap, *column)) - 1 - len(ending)
    return (*author, *gap, *column) if author and fits(shown_text(line), room) else column
