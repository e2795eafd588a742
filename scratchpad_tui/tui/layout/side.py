"""The column at the right of wide screens: what a person is needed for, and the last turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.view import Need, VersionInfo
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.ages import age_word
from scratchpad_tui.tui.layout.events import WHOLE, event_word
from scratchpad_tui.tui.layout.fit import CUT, cells_of, compose, wrap
from scratchpad_tui.tui.layout.flow import need_style
from scratchpad_tui.tui.layout.hints import hint, named
from scratchpad_tui.tui.layout.line import POINTER
from scratchpad_tui.tui.layout.marks import signed
from scratchpad_tui.tui.layout.model import Beside, Row, Span
from scratchpad_tui.tui.layout.pressure_graph import small_graph

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from scratchpad_tui.core.pad.view import EventInfo, PadView
    from scratchpad_tui.tui.layout.model import RowKind, Style, UiState

WIDE = 120
"""Cells from which there is a right column."""
GAP = 2
_LEAST, _MOST = 36, 60
_GRAPH_ROWS = 4
_ROWS_FOR_CONTEXT = 16
"""Rows under the needs from which the context has a graph there."""
_NEED_ROWS, _UNFOLDED_ROWS = 2, 6
"""Rows over which a need is broken, and what has the cursor."""


class Item(NamedTuple):
    """One thing of the right column: what it is, and its place for the cursor."""

    beside: Beside
    what: Need | VersionInfo | EventInfo


def side_width(cells: int) -> int:
    """The width of the right column; 0 where there is none."""
    return min(_MOST, max(_LEAST, cells * 3 // 10)) if cells >= WIDE else 0


def side_items(view: PadView) -> tuple[Item, ...]:
    """All that the column offers, from the top: needs, then turns and events, the newest first."""
    counts: dict[str, int] = {}
    needs = []
    for at, need in enumerate(view.needs):
        counts[need.code] = counts.get(need.code, 0) + 1
        needs.append(Item(Beside("needs", f"{need.code} {counts[need.code]}", at), need))
    stream: list[tuple[float, str, VersionInfo | EventInfo]] = [
        (_when(turn.time), f"v{turn.version}", turn) for turn in view.last_turns
    ]
    stream += [
        (_when(event.time), f"{event.event} {event.time} {event.message}", event) for event in view.events
    ]
    if any(turn.time for turn in view.last_turns):
        stream.sort(key=lambda timed: -timed[0])
    return (*needs, *(Item(Beside("turns", name, at), what) for at, (_, name, what) in enumerate(stream)))


def nearest_beside(items: Sequence[Item], beside: Beside | None) -> Beside | None:
    """The place, or where what stood there is gone the one that is nearest; None where its pane is empty."""
    if beside is None:
        return None
    pane = [item.beside for item in items if item.beside.pane == beside.pane]
    same = [place for place in pane if place.name == beside.name]
    return min(same or pane, key=lambda place: abs(place.at - beside.at), default=None)


def side_rows(view: PadView, cells: int, rows: int, ui: UiState) -> tuple[Row, ...]:
    """The column, exactly so many rows."""
    items = side_items(view)
    needs = _pane("Needs you", [i for i in items if i.beside.pane == "needs"], cells, max(2, rows // 2), ui)
    built = needs[:rows]
    context = _context(ui, cells) if rows - len(built) >= _ROWS_FOR_CONTEXT else []
    left = rows - len(built) - len(context)
    if left > 1:
        built += _pane("Last turns", [i for i in items if i.beside.pane == "turns"], cells, left, ui)
    blank = Row(compose((), cells))
    return (*built, *[blank] * (rows - len(built) - len(context)), *context)


def _context(ui: UiState, cells: int) -> list[Row]:
    """The agent's context: a small graph under a rule with its share and figures; nothing where none is known."""
    brief = ui.brief
    if brief is None or not brief.figures:
        return []
    title = [
        Span("─ ", "rule"),
        Span(brief.words.capitalize(), "title" if brief.style == "dim" else brief.style),
    ]
    right = (Span(brief.figures, brief.style),)
    rows = [Row(compose(title, cells, right, "─", "rule"), "context.rule", key=hint("4"))]
    drawn = small_graph(brief.samples, brief.top, cells - 2, _GRAPH_ROWS, ascii_only=ui.ascii_gauges)
    return [
        *rows,
        *(Row(compose([Span(f" {piece}", "text")], cells), "context", key=hint("4")) for piece in drawn),
    ]


def _pane(title: str, items: Sequence[Item], cells: int, rows: int, ui: UiState) -> list[Row]:
    """A rule and as many items as there is room for; those left out are counted."""
    is_needs = title == "Needs you"
    kind: RowKind = "need" if is_needs else "turn"
    focused = any(item.beside == ui.beside for item in items)
    style: Style = "title.focus" if focused else "title"
    rule = compose([Span("─ ", "rule"), Span(title, style)], cells, (), "─", "rule")
    built = [Row(rule, "needs.rule" if is_needs else "turns.rule")]
    if not items:
        return [*built, Row(compose([Span("   nothing" if is_needs else "   none yet", "dim")], cells), kind)]
    blocks = [_item(item, cells, ui) for item in items]
    first, stop = _shown([len(block) for block in blocks], rows - 1, _selected(items, ui))
    if first:
        built.append(_count(f"{first} above", cells, kind))
    built += [row for block in blocks[first:stop] for row in block]
    if stop < len(blocks):
        built.append(_count(f"{len(blocks) - stop} more", cells, kind))
    return built[:rows]


def _selected(items: Sequence[Item], ui: UiState) -> int | None:
    return next((at for at, item in enumerate(items) if item.beside == ui.beside), None)


def _shown(heights: Sequence[int], rows: int, selected: int | None) -> tuple[int, int]:
    """Which blocks are shown in so many rows: from the top, but as far down as the selected one needs."""
    for first in range((selected or 0) + 1):
        stop, used = first, int(first > 0)
        while stop < len(heights) and used + heights[stop] + (stop < len(heights) - 1) <= rows:
            used += heights[stop]
            stop += 1
        if selected is None or selected < stop:
            return first, stop
    return selected or 0, (selected or 0) + 1


def _count(words: str, cells: int, kind: RowKind) -> Row:
    return Row(compose([Span(f"   {CUT} {words}", "count")], cells), kind)


def _item(item: Item, cells: int, ui: UiState) -> list[Row]:
    what, chosen = item.what, item.beside == ui.beside
    if isinstance(what, Need):
        rows = _need(what, cells, chosen=chosen)
    elif isinstance(what, VersionInfo):
        rows = [_turn(what, cells, ui, chosen=chosen)]
    else:
        rows = _event(what, cells, ui, chosen=chosen)
    return [row._replace(beside=item.beside) for row in rows]


def _need(need: Need, cells: int, *, chosen: bool) -> list[Row]:
    style = need_style(need)
    name = named(need.key)
    verb = " prunes" if need.code == "over-cap" else ""  # a dash alone is read as no key
    key = (Span(name, "title"), Span(f"{verb} ", "text")) if name else ()
    room = max(1, cells - 3 - (cells_of(key) + 1 if name else 0))
    built = []
    for n, piece in enumerate(wrap(visible(need.words), room, _UNFOLDED_ROWS if chosen else _NEED_ROWS)):
        head = _head("!" if n == 0 else " ", style, chosen=chosen and n == 0)
        words = Span(piece, "cursor" if chosen else style)
        built.append(Row(compose([*head, words], cells, key if n == 0 else ()), "need", key=hint(need.key)))
    return built


def _head(mark: str, style: Style, *, chosen: bool) -> list[Span]:
    return [Span(POINTER if chosen else " ", "cursor" if chosen else "text"), Span(f"{mark} ", style)]


def _when(time: datetime | None) -> float:
    return time.timestamp() if time else 0.0


def _turn(turn: VersionInfo, cells: int, ui: UiState, *, chosen: bool) -> Row:
    left = _head("!" if turn.alarms else " ", "alarm", chosen=chosen)
    left.append(Span(f"v{turn.version} ", "cursor" if chosen else "count"))
    left.append(Span(visible(turn.author) or "unknown", "cursor" if chosen else "author"))
    right = (
        signed("+", turn.added, "diff.add"),
        Span(" "),
        signed("-", turn.removed, "diff.remove"),
        _age_span(turn.time, ui),
    )
    return Row(compose(left, cells, right), "turn", version=turn.version)


def _event(event: EventInfo, cells: int, ui: UiState, *, chosen: bool) -> list[Row]:
    urgent = event.event in ("refused", "quarantined")
    style: Style = "cursor" if chosen else "attention" if urgent else "dim"
    age = _age_span(event.time, ui)
    room = max(1, cells - 3 - len(age.text) - 1)
    message = "" if event.event in WHOLE else f": {visible(event.message)}"
    words = event_word(event.event) + message
    return [
        Row(
            compose(
                [*_head(" ", style, chosen=chosen and n == 0), Span(piece, style)], cells, (age,) * (n == 0)
            ),
            "event",
        )
        for n, piece in enumerate(wrap(words, room, _UNFOLDED_ROWS if chosen else 1))
    ]


def _age_span(time: datetime | None, ui: UiState) -> Span:
    words = ""
    if time is not None and ui.now is not None:
        words = age_word(max(0.0, (ui.now - time).total_seconds()))
    return Span(f"{words:>7}", "dim")
