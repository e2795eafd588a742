"""The column at the right of wide screens: what a person is needed for, and the last turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.ages import age_word
from scratchpad_tui.tui.layout.fit import CUT, compose, wrap
from scratchpad_tui.tui.layout.flow import need_style
from scratchpad_tui.tui.layout.hints import hint
from scratchpad_tui.tui.layout.model import Row, Span

if TYPE_CHECKING:
    from datetime import datetime

    from scratchpad_tui.core.pad.view import EventInfo, Need, PadView, VersionInfo
    from scratchpad_tui.tui.layout.model import RowKind, Style, UiState

WIDE = 120
"""Cells from which there is a right column."""
GAP = 2
_LEAST, _MOST = 36, 44


def side_width(cells: int) -> int:
    """The width of the right column; 0 where there is none."""
    return min(_MOST, max(_LEAST, cells * 3 // 10)) if cells >= WIDE else 0


def side_rows(view: PadView, cells: int, rows: int, ui: UiState) -> tuple[Row, ...]:
    """The column, exactly so many rows."""
    needs = _needs(view, cells, max(2, rows // 2))
    built = [*needs[:rows]]
    left = rows - len(built)
    if left > 1:
        built += _turns(view, cells, left, ui)
    blank = Row(compose((), cells))
    return (*built, *[blank] * (rows - len(built)))


def _rule(title: str, cells: int, kind: RowKind) -> Row:
    return Row(compose([Span("─ ", "rule"), Span(title, "title")], cells, (), "─", "rule"), kind)


def _needs(view: PadView, cells: int, rows: int) -> list[Row]:
    built = [_rule("Needs you", cells, "needs.rule")]
    if not view.needs:
        return [*built, Row(compose([Span("   nothing", "dim")], cells), "need")]
    for number, need in enumerate(view.needs):
        wanted = _need(need, cells)
        rest = len(view.needs) - number
        if len(built) + len(wanted) > rows - (rest > 1):
            built.append(Row(compose([Span(f"   {CUT} {rest} more", "count")], cells), "need"))
            break
        built += wanted
    return built


def _need(need: Need, cells: int) -> list[Row]:
    style = need_style(need)
    name = hint(need.key)
    key = (Span(f"{name} ", "title"),) if name else ()
    room = max(1, cells - 3 - (len(name) + 2 if name else 0))
    pieces = wrap(visible(need.words), room, 2)
    return [
        Row(
            compose(
                [Span(" ! " if n == 0 else "   ", style), Span(piece, style)], cells, key if n == 0 else ()
            ),
            "need",
            key=name,
        )
        for n, piece in enumerate(pieces)
    ]


def _turns(view: PadView, cells: int, rows: int, ui: UiState) -> list[Row]:
    built = [_rule("Last turns", cells, "turns.rule")]
    stream: list[tuple[float, Row]] = [(_when(turn.time), _turn(turn, cells, ui)) for turn in view.last_turns]
    stream += [(_when(event.time), _event(event, cells, ui)) for event in view.events]
    if any(turn.time for turn in view.last_turns):
        stream.sort(key=lambda timed: -timed[0])
    if not stream:
        return [*built, Row(compose([Span("   none yet", "dim")], cells), "turn")]
    room = rows - 1
    shown = stream if len(stream) <= room else stream[: room - 1]
    built += [row for _, row in shown]
    if len(shown) < len(stream) and room > 0:
        words = f"   {CUT} {len(stream) - len(shown)} more"
        built.append(Row(compose([Span(words, "count")], cells), "turn"))
    return built


def _when(time: datetime | None) -> float:
    return time.timestamp() if time else 0.0


def _age(time: datetime | None, ui: UiState) -> str:
    if time is None or ui.now is None:
        return ""
    return age_word(max(0.0, (ui.now - time).total_seconds()))


def _turn(turn: VersionInfo, cells: int, ui: UiState) -> Row:
    head: Style = "alarm" if turn.alarms else "text"
    left = [Span(" ! " if turn.alarms else "   ", head), Span(f"v{turn.version} ", "count")]
    left.append(Span(visible(turn.author) or "unknown", "author"))
    right = (
        Span(f"+{turn.added} ", "diff.add"),
        Span(f"-{turn.removed}", "diff.remove"),
        _age_span(turn.time, ui),
    )
    return Row(compose(left, cells, right), "turn", version=turn.version)


def _event(event: EventInfo, cells: int, ui: UiState) -> Row:
    style: Style = "attention" if event.event in ("refused", "quarantined") else "dim"
    left = [Span("   "), Span(visible(f"{event.event}: {event.message}"), style)]
    return Row(compose(left, cells, (_age_span(event.time, ui),)), "event")


def _age_span(time: datetime | None, ui: UiState) -> Span:
    return Span(f"{_age(time, ui):>7}", "dim")
