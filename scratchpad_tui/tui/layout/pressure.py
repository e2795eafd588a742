"""The Pressure screen as a pure function: from a transcript's reading, a size and what the person did, to rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.working.budget import Budget
from scratchpad_tui.tui.layout.fit import compose
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.pressure_facts import (
    call_row,
    cursor_row,
    fact_rows,
    file_row,
    headline,
    side_rows,
    status_words,
)
from scratchpad_tui.tui.layout.pressure_graph import (
    GUTTER,
    graph_rows,
    is_stepped,
    mark_row,
    plot_of,
    tick_row,
)
from scratchpad_tui.tui.layout.pressure_page import page_rows
from scratchpad_tui.tui.layout.pressure_table import heading, table_rows
from scratchpad_tui.tui.pressure_figures import SEED_LINES, is_unread, short
from scratchpad_tui.tui.pressure_view import GONE, LOADING, Line

if TYPE_CHECKING:
    from scratchpad_tui.tui.layout.pressure_graph import Axis
    from scratchpad_tui.tui.pressure_state import PressureState
    from scratchpad_tui.tui.pressure_view import PressureView

FILE, GRAPH, TABLE = "file", "graph", "table"
WIDE = 112
"""Cells from which facts stand beside the graph."""
_LEAST_CELLS, _LEAST_ROWS = 50, 13
"""Under this the graph is alone."""
_TALL = 30
"""Rows from which the facts have more of them."""
_MORE_FACTS = 2
LAST_READ = "last read"
_SMALLEST = 24
"""Cells under which not even the graph has room."""


class PressureRow(NamedTuple):
    """One row of the screen."""

    spans: tuple[Span, ...]
    kind: str = ""
    """`file`, `graph`, `table`, or nothing."""
    at: int | None = None
    """The row of the table that it shows."""


class Arranged(NamedTuple):
    """The rows of the screen, and where its parts stand."""

    rows: tuple[PressureRow, ...]
    axis: Axis | None = None
    """That of the graph."""
    top: int = 0
    """The first row of the table in sight."""
    page: int = 1
    """How many rows of the table are in sight."""


class _Shares(NamedTuple):
    file: int
    plot: int
    under: int
    """Marks, ticks and the call under the cursor."""
    facts: int
    table: int


def arranged(state: PressureState, cells: int, height: int) -> Arranged:
    """The rows for a place of that size."""
    view = state.view
    if is_unread(view):
        return _page(state, cells, height)
    if cells < _SMALLEST or height < 3:
        words = f" The graph needs {_SMALLEST} columns and 6 rows."
        return Arranged(
            _filled(
                [PressureRow(headline(view, cells)), PressureRow(compose([Span(words)], cells))],
                cells,
                height,
            )
        )
    side = max(36, min(52, cells * 3 // 10)) if cells >= WIDE and height >= _LEAST_ROWS else 0
    left = cells - side - (2 if side else 0)
    body = _body(state, left, height, wide=bool(side))
    if not side:
        return body
    beside = side_rows(view, side, height, estimates=bool(body.axis) and state.has_estimates)
    rows = [
        row._replace(spans=(*row.spans, Span("  "), *right))
        for row, right in zip(body.rows, beside, strict=True)
    ]
    return body._replace(rows=tuple(rows))


def has_table(view: PressureView, cells: int, height: int) -> bool:
    """Whether there is room for the table, and for the file's line."""
    return is_unread(view) or not (cells < _LEAST_CELLS or height < _LEAST_ROWS)


def table_needs(frame_rows: int) -> str:
    """What the screen needs for its table, with so many rows around it."""
    return f"The table needs {_LEAST_CELLS} columns and {_LEAST_ROWS + frame_rows} rows"


def _page(state: PressureState, cells: int, height: int) -> Arranged:
    rows = [PressureRow(file_row(state.view, state.name, cells, focused=state.focus == FILE), FILE)]
    rows += [PressureRow(spans) for spans in page_rows(state.view, cells, height - 1)]
    return Arranged(_filled(rows, cells, height))


def _filled(rows: list[PressureRow], cells: int, height: int) -> tuple[PressureRow, ...]:
    blank = PressureRow(compose((), cells))
    return (*rows[:height], *[blank] * (height - len(rows)))


def _shares(cells: int, height: int, *, wide: bool, status: int) -> _Shares:
    if cells < _LEAST_CELLS or height < _LEAST_ROWS:
        return _Shares(0, max(1, height - 2 - status), 1, 0, 0)
    facts = 0 if wide else 2 if height < _TALL else 4
    left = height - 2 - status - 3 - facts
    plot = max(4, min(24, left * (46 if wide else 50) // 100))
    return _Shares(1, plot, 3, facts, left - plot)


def _body(state: PressureState, cells: int, height: int, *, wide: bool) -> Arranged:
    view = state.view
    status = status_words(view, cells)
    shares = _shares(cells, height, wide=wide, status=int(status is not None))
    rows: list[PressureRow] = []
    if shares.file:
        rows.append(PressureRow(file_row(view, state.name, cells, focused=state.focus == FILE), FILE))
    told = shares.under == 1 and state.call is not None and not state.follows
    rows.append(PressureRow(cursor_row(view, state.call or 0, cells) if told else headline(view, cells)))
    if status is not None:
        rows.append(PressureRow(compose([Span(f" {status[0]}", status[1])], cells)))
    axis = state.axis(max(4, cells - GUTTER - 1))
    rows += _graph(state, axis, shares, cells)
    if shares.facts:
        # On a tall screen the table can spare rows for what is said in whole.
        most = shares.facts + (_MORE_FACTS if height >= _TALL else 0)
        rows += [PressureRow(spans) for spans in fact_rows(view, cells, most)]
    if shares.table < 2:
        return Arranged(_filled(rows, cells, height), axis)
    rows.append(PressureRow(heading(cells, focused=state.focus == TABLE), TABLE))
    page = max(1, height - len(rows))
    table = state.table
    if not len(table):
        words = (
            "   They are being read." if view.state == LOADING else "   No message stands in this file yet."
        )
        rows.append(PressureRow(compose([Span(words, "dim")], cells)))
        return Arranged(_filled(rows, cells, height), axis)
    top, shown = table_rows(table, state.top, state.row, cells, page, focused=state.focus == TABLE)
    rows += [PressureRow(row.spans, TABLE, row.at) for row in shown]
    return Arranged(_filled(rows, cells, height), axis, top, page)


def _graph(state: PressureState, axis: Axis, shares: _Shares, cells: int) -> list[PressureRow]:
    view = state.view
    plot = plot_of(view, axis, whole=state.seed_lines)
    call = state.call
    cursor = None
    if call is not None and not state.follows:
        slot = axis.slots.slot(call)
        cursor = axis.cell(slot) if axis.shows(slot) else None
    lines = lines_of(view, seed=state.seed_lines, stepped=is_stepped(view, plot))
    drawn = graph_rows(view, axis, plot, shares.plot, lines, cursor)
    drawn.append(mark_row(view, axis, cursor))
    if shares.under > 1:
        drawn.append(tick_row(state.ticks(axis.slots), axis))
    rows = [PressureRow(compose(spans, cells), GRAPH) for spans in drawn]
    if shares.under > 1:
        version = state.version_at(call) if call is not None else 0
        span = LAST_READ if view.state == GONE and state.follows else state.span_words(axis)
        focused = state.focus == GRAPH
        rows.append(PressureRow(call_row(view, call, version, span, cells, focused=focused), GRAPH))
    return rows


def lines_of(view: PressureView, *, seed: bool, stepped: bool = False) -> list[Line]:
    """The levels that are drawn as lines: the window where the graph goes above it, and where this agent compacts.

    `stepped`: the window has a line of its own, since it changed.
    """
    lines = []
    if view.window and view.peak > view.window and not stepped:
        lines.append(Line(view.window, "window"))
    if view.compacts is not None:
        lines.append(Line(view.compacts.tokens, f"compacts at about {short(view.compacts.tokens)}"))
    if seed and view.window:
        names = ("compacts", "evicts")
        limit = Budget(view.window).limit
        lines += [
            Line(int(limit * share), f"a managed window {name}", name)
            for share, name in zip(SEED_LINES, names, strict=True)
        ]
    return lines
