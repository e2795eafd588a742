"""The Promotions screen as a pure function: from a reading of the queue, a size and what the person did, to rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.layout.fit import cells_of, compose, cut, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.promotions_item import (
    READ_AHEAD,
    clock_word,
    durable_row,
    item_rows,
    rule,
    state_words,
    twin_rows,
    written_rows,
)
from scratchpad_tui.tui.layout.promotions_queue import TAG_CELLS, PromotionsRow, broken_queue, queue_rows

if TYPE_CHECKING:
    from datetime import datetime

    from scratchpad_tui.core.session.items import Item, Summary
    from scratchpad_tui.tui.layout.model import Spans
    from scratchpad_tui.tui.promotions_state import PromotionsState

WIDE = 120
"""Cells from which the item stands beside the queue."""
_LEAST_CELLS, _LEAST_ROWS, _LEAST_TALL_ROWS = 50, 13, 17
"""Under these one item is shown at a time; on fewer cells there must be more rows, for its lines are broken there."""
_ITEM_ROWS = 15
"""Rows that the item below keeps where the texts of the queue are broken over several."""
_QUEUE_ROWS = 4
"""Rows of the queue that the item below leaves to it, its rule included."""
_WRITTEN_ROWS = 12
"""The most rows of what would be written; no more than a third of the item's."""
_GAP = 2
_SENTENCE_ROWS, _LEAST_SENTENCE = 8, 3
EMPTY = (
    "Nothing waits. A promotion is a line kept for later sessions: an agent proposes at most three, {line.propose} on "
    "Live or {line.new} here proposes your own, and you accept at most three. The rest goes to the archive or stays in "
    "the pad."
)
NEXT_SESSION = "The next session begins by itself with the next write to the pad."


class Arranged(NamedTuple):
    """The rows of the screen, and where the queue stands in them."""

    rows: tuple[PromotionsRow, ...]
    top: int = 0
    """The first item in sight."""
    page: int = 1
    """How many rows the queue has."""


def arranged(state: PromotionsState, cells: int, height: int, now: datetime) -> Arranged:
    """The rows for a place of that size."""
    if state.look is None:
        fault = state.given.fault if state.given is not None else ""
        words = fault or "The queue is being read."
        return Arranged(_filled(_sentence(words, cells, alarm=bool(fault)), cells, height))
    narrow = height < (_LEAST_ROWS if cells >= _LEAST_CELLS else _LEAST_TALL_ROWS)
    head = _head(state, cells, now, narrow=narrow)
    item = state.item
    if item is None:
        foot = durable_row(state.look.summary, cells, now)
        rows = [*head, PromotionsRow(rule("Queue", cells))]
        rows += _nothing(state.look.summary, cells, height - len(rows) - (1 if foot else 0), now)
        return Arranged(_with_foot(rows, foot, cells, height))
    if narrow:
        return _single(state, item, head, cells, height, now)
    if cells >= WIDE:
        return _beside(state, item, head, cells, height, now)
    return _stacked(state, item, head, cells, height, now)


def _nothing(summary: Summary, cells: int, height: int, now: datetime) -> list[PromotionsRow]:
    """What stands in place of an empty queue: how the session ended where it has, and what a promotion is."""
    ended = ended_words(summary, now)
    rows = _sentence(f"{ended} {NEXT_SESSION}", cells, most=height) if ended else []
    if rows and len(rows) + 1 + _LEAST_SENTENCE <= height:
        rows.append(PromotionsRow(compose((), cells)))
    room = height - len(rows)
    return [*rows, *_empty(cells, room)] if not rows or room > _LEAST_SENTENCE else rows


# The parts


def _stacked(
    state: PromotionsState, item: Item, head: list[PromotionsRow], cells: int, height: int, now: datetime
) -> Arranged:
    """The queue above the item under the cursor."""
    assert state.look is not None
    foot = durable_row(state.look.summary, cells, now)
    wanted = len(state.items) + 1 + _has_candidates(state)
    room = height - len(head) - (1 if foot else 0)
    # By a bound that is the same for every item: going through the queue must not move it.
    broken = broken_queue(state, cells, room - _ITEM_ROWS)
    least = len(broken[0]) if broken is not None else min(wanted, _QUEUE_ROWS)
    below = _detail(state, item, cells, now, most=room - least, roomy=0 if broken else least - wanted)
    queue, top = broken or queue_rows(state, cells, min(wanted, room - len(below)))
    rows = [*head, *queue, *(PromotionsRow(spans) for spans in below)]
    return Arranged(_with_foot(rows, foot, cells, height), top, len(queue) - 1)


def _beside(
    state: PromotionsState, item: Item, head: list[PromotionsRow], cells: int, height: int, now: datetime
) -> Arranged:
    """The queue at the left, the item at the right."""
    assert state.look is not None
    foot = durable_row(state.look.summary, cells, now)
    room = height - len(head) - (1 if foot else 0)
    left = cells * 45 // 100
    right = cells - left - _GAP
    queue, top = broken_queue(state, left, room) or queue_rows(state, left, room)
    detail = _detail(state, item, right, now, most=room)
    rows = list(head)
    for at in range(max(len(queue), len(detail))):
        row = queue[at] if at < len(queue) else PromotionsRow(compose((), left))
        beside = detail[at] if at < len(detail) else compose((), right)
        rows.append(PromotionsRow((*row.spans, Span(" " * _GAP), *beside), row.at, len(row.spans)))
    return Arranged(_with_foot(rows, foot, cells, height), top, len(queue) - 1)


def _single(
    state: PromotionsState, item: Item, head: list[PromotionsRow], cells: int, height: int, now: datetime
) -> Arranged:
    """One item, where there is no room for a list."""
    glyph, word, style = state_words(item, state.acts.get(item.id, ""))
    place = f"{state.at + 1}/{len(state.items)} "
    tag = visible(item.tag[:READ_AHEAD])
    title = compose(
        [Span(f" {glyph} ", style), Span(place, "count"), Span(cut(tag, TAG_CELLS), "title")],
        cells,
        (Span(f"{word} ", style),),
    )
    rows = [*head, PromotionsRow(title, state.at)]
    room = height - len(rows)
    twin = twin_rows(item, cells, max(2, min(3, room - 4))) if state.compares else []
    written = written_rows(item, cells, most=max(1, room - max(2, 1 + len(twin))))
    about = item_rows(item, cells, now, most=max(1, room - len(written) - len(twin)))
    rows += [PromotionsRow(spans) for spans in (*about, *twin, *written)]
    return Arranged(_filled(rows, cells, height), state.at, 1)


def _detail(
    state: PromotionsState, item: Item, cells: int, now: datetime, *, most: int, roomy: int = 0
) -> list[Spans]:
    """The item under the cursor, and what would be written, on at most so many rows.

    `roomy`: how many more of them, or fewer below 0, the item may take to stand whole.
    """
    written = written_rows(item, cells, most=max(2, min(_WRITTEN_ROWS, most // 3)))
    twin = twin_rows(item, cells, 3) if state.compares else []
    left = most - len(written) - len(twin) - 1
    about = item_rows(item, cells, now, most=left, roomy=left + roomy) if left > 0 else []
    return [rule("This one", cells), *about, *twin, *written]


def _has_candidates(state: PromotionsState) -> int:
    return int(any(item.is_candidate for item in state.items))


# The session


def _head(state: PromotionsState, cells: int, now: datetime, *, narrow: bool) -> list[PromotionsRow]:
    assert state.look is not None
    assert state.given is not None
    rows = [PromotionsRow(_session_row(state.look.summary, cells, now, state))]
    notice = state.given.fault or state.look.notice
    if notice:
        pieces = wrap(visible(notice[:READ_AHEAD]), max(1, cells - 2), 1 if narrow else 3)
        rows += [PromotionsRow(compose([Span(f" {piece}", "alarm")], cells)) for piece in pieces]
    return rows


def _session_row(summary: Summary, cells: int, now: datetime, state: PromotionsState) -> Spans:
    """The session at a glance; what there is no room for is left out from its end."""
    if summary.since is None and summary.last_end is not None:
        return _ended_row(summary, cells, now, state)
    since = f"Session since {clock_word(summary.since, now)}" if summary.since else "No session yet"
    parts = [
        Span(since, "title"),
        Span(f"{summary.accepted} of {summary.limit} accepted"),
        Span(_wait_words(summary, state), "attention" if summary.waiting else "dim"),
        *(
            [Span(f"{summary.to_archive:,} {_entries(summary.to_archive)} to the archive")]
            if summary.to_archive
            else []
        ),
        *(
            [Span(f"{summary.tokens_today:,} tokens of memory today", "attention")]
            if summary.tokens_over
            else []
        ),
    ]
    if cells_of(_joined(parts[:3])) > cells - 1:
        parts = parts[1:]
    while len(parts) > 1 and cells_of(_joined(parts)) > cells - 1:
        parts.pop()
    return compose([Span(" "), *_joined(parts)], cells)


def _ended_row(summary: Summary, cells: int, now: datetime, state: PromotionsState) -> Spans:
    """When the last session ended and what became of it, until the next one begins."""
    last = summary.last_end
    assert last is not None
    when = clock_word(last.time, now)
    parts = [
        Span(f"Session ended {when}" if when else "Session ended", "title"),
        *([Span(_wait_words(summary, state), "attention")] if summary.waiting else []),
        Span(f"{last.accepted} accepted"),
        Span(f"{last.archived:,} archived"),
        *([Span(f"{last.left:,} closed undecided", "dim")] if last.left else []),
    ]
    while len(parts) > 1 and cells_of(_joined(parts)) > cells - 1:
        parts.pop()
    return compose([Span(" "), *_joined(parts)], cells)


def ended_words(summary: Summary, now: datetime) -> str:
    """The same as a sentence; empty where a session is open, or none has ended."""
    last = summary.last_end
    if summary.since is not None or last is None:
        return ""
    when = clock_word(last.time, now)
    lines = "1 line was" if last.accepted == 1 else f"{last.accepted:,} lines were"
    entries = "1 entry" if last.archived == 1 else f"{last.archived:,} entries"
    left = "1 proposal" if last.left == 1 else f"{last.left:,} proposals"
    undecided = f", {left} closed undecided" if last.left else ""
    return f"The session ended{f' at {when}' if when else ''}: {lines} accepted, {entries} went to the archive{undecided}."


def _wait_words(summary: Summary, state: PromotionsState) -> str:
    waits = "waits" if summary.waiting == 1 else "wait"
    newer = keys.said(" · newer: {view.follow}") if state.held is not None else ""
    return f"{summary.waiting} {waits}{newer}"


def _entries(count: int) -> str:
    return "entry goes" if count == 1 else "entries go"


def _joined(parts: list[Span]) -> list[Span]:
    return [span for at, part in enumerate(parts) for span in ((Span(" · ", "dim"), part) if at else (part,))]


# Filling


def _empty(cells: int, most: int) -> list[PromotionsRow]:
    """What a promotion is, its keys told from its words."""
    named = {keys.key(id_) for id_ in ("line.propose", "line.new")}
    pieces = wrap(keys.said(EMPTY), max(1, cells - 4), max(1, min(most, _SENTENCE_ROWS)))
    rows = []
    for piece in pieces:
        spans = [Span("   ")]
        for word in piece.split(" "):
            spans += [Span(word, "title.focus" if word in named else "dim"), Span(" ", "dim")]
        rows.append(PromotionsRow(compose(spans[:-1], cells)))
    return rows


def _sentence(
    words: str, cells: int, *, most: int = _SENTENCE_ROWS, alarm: bool = False
) -> list[PromotionsRow]:
    pieces = wrap(visible(words[:READ_AHEAD]), max(1, cells - 4), max(1, min(most, _SENTENCE_ROWS)))
    return [
        PromotionsRow(compose([Span(f"   {piece}", "alarm" if alarm else "dim")], cells)) for piece in pieces
    ]


def _with_foot(
    rows: list[PromotionsRow], foot: Spans | None, cells: int, height: int
) -> tuple[PromotionsRow, ...]:
    """The rows with the last one at the bottom."""
    if foot is None:
        return _filled(rows, cells, height)
    return (*_filled(rows, cells, height - 1), PromotionsRow(foot))


def _filled(rows: list[PromotionsRow], cells: int, height: int) -> tuple[PromotionsRow, ...]:
    blank = PromotionsRow(compose((), cells))
    return (*rows[:height], *[blank] * (height - len(rows)))
