"""The Promotions screen as a pure function: from a reading of the queue, a size and what the person did, to rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.text import visible, width
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.layout.fit import cells_of, compose, cut, wrap
from scratchpad_tui.tui.layout.line import POINTER
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
from scratchpad_tui.tui.layout.scroll import count_row, sight

if TYPE_CHECKING:
    from datetime import datetime

    from scratchpad_tui.core.session.items import Item, Summary
    from scratchpad_tui.tui.layout.promotions_item import Spans
    from scratchpad_tui.tui.promotions_state import PromotionsState

WIDE = 120
"""Cells from which the item stands beside the queue."""
_LEAST_CELLS, _LEAST_ROWS = 50, 13
"""Under this one item is shown at a time."""
_QUEUE_ROWS = 4
"""Rows of the queue that the item below leaves to it, its rule included."""
_TAG_CELLS = 12
_GAP = 2
_SENTENCE_ROWS, _LEAST_SENTENCE = 8, 3
EMPTY = (
    "Nothing waits. A promotion is a line kept for later sessions: an agent proposes at most three, {line.propose} on "
    "Live or {line.new} here proposes your own, and you accept at most three. The rest goes to the archive or stays in "
    "the pad."
)


NEXT_SESSION = "The next session begins by itself with the next write to the pad."


class PromotionsRow(NamedTuple):
    """One row of the screen."""

    spans: Spans
    at: int | None = None
    """The place of the item that it shows in the queue."""
    reach: int = 0
    """How many of its spans belong to the queue; 0: all."""


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
    head = _head(state, cells, now, narrow=cells < _LEAST_CELLS or height < _LEAST_ROWS)
    item = state.item
    if item is None:
        foot = durable_row(state.look.summary, cells, now)
        rows = [*head, PromotionsRow(rule("Queue", cells))]
        rows += _nothing(state.look.summary, cells, height - len(rows) - (1 if foot else 0), now)
        return Arranged(_with_foot(rows, foot, cells, height))
    if cells < _LEAST_CELLS or height < _LEAST_ROWS:
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
    return (
        [*rows, *_sentence(keys.said(EMPTY), cells, most=room)]
        if not rows or room > _LEAST_SENTENCE
        else rows
    )


# The parts


def _stacked(
    state: PromotionsState, item: Item, head: list[PromotionsRow], cells: int, height: int, now: datetime
) -> Arranged:
    """The queue above the item under the cursor."""
    assert state.look is not None
    foot = durable_row(state.look.summary, cells, now)
    wanted = len(state.items) + 1 + _has_candidates(state)
    room = height - len(head) - (1 if foot else 0)
    below = _detail(state, item, cells, now, most=room - min(wanted, _QUEUE_ROWS))
    queue, top = _queue(state, cells, min(wanted, room - len(below)))
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
    queue, top = _queue(state, left, room)
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
        [Span(f" {glyph} ", style), Span(place, "count"), Span(cut(tag, _TAG_CELLS), "title")],
        cells,
        (Span(f"{word} ", style),),
    )
    rows = [*head, PromotionsRow(title, state.at)]
    room = height - len(rows)
    written = written_rows(item, cells, most=max(1, room - 2))
    twin = twin_rows(item, cells, 2) if state.compares else []
    about = item_rows(item, cells, now, most=max(1, room - len(written) - len(twin)))
    rows += [PromotionsRow(spans) for spans in (*about, *twin, *written)]
    return Arranged(_filled(rows, cells, height), state.at, 1)


def _detail(state: PromotionsState, item: Item, cells: int, now: datetime, *, most: int) -> list[Spans]:
    """The item under the cursor, and what would be written."""
    written = written_rows(item, cells, most=max(2, min(5, most // 3)))
    twin = twin_rows(item, cells, 3) if state.compares else []
    left = most - len(written) - len(twin) - 1
    about = item_rows(item, cells, now, most=left) if left > 0 else []
    return [rule("This one", cells), *about, *twin, *written]


def _has_candidates(state: PromotionsState) -> int:
    return int(any(item.is_candidate for item in state.items))


def _queue(state: PromotionsState, cells: int, height: int) -> tuple[list[PromotionsRow], int]:
    """The rule and the items in sight, those that a rule offers under a rule of their own; and the first in sight."""
    items = state.items
    entries: list[int | None] = []
    for at, item in enumerate(items):
        if item.is_candidate and (at == 0 or not items[at - 1].is_candidate):
            entries.append(None)
        entries.append(at)
    first = items[0].is_candidate
    rows = [PromotionsRow(_offered_rule(cells) if first else rule("Queue", cells, _count_words(state)))]
    if first:
        entries.pop(0)
    here = entries.index(state.at)
    seen = sight(min(state.top, len(entries) - 1), here, here, len(entries), max(1, height - 1))
    tags = _tag_cells(items, cells)
    for place in range(seen.top, seen.stop):
        shown = entries[place]
        if place == seen.top and seen.above:
            rows.append(PromotionsRow(count_row(_items_of(entries[: place + 1]), "above", cells)))
        elif place == seen.stop - 1 and seen.below:
            rows.append(PromotionsRow(count_row(_items_of(entries[place:]), "more", cells)))
        elif shown is None:
            rows.append(PromotionsRow(_offered_rule(cells)))
        else:
            rows.append(_item_row(state, shown, cells, tags))
    return rows, seen.top


def _items_of(entries: list[int | None]) -> int:
    return sum(at is not None for at in entries)


def _count_words(state: PromotionsState) -> str:
    left = sum(state.is_open(item) and not item.is_candidate for item in state.items)
    return f"{left} to decide" if left else "all decided"


def _offered_rule(cells: int) -> Spans:
    return rule("Offered by rule", cells, "nobody proposed them yet")


def _tag_cells(items: tuple[Item, ...], cells: int) -> int:
    widest = max(width(visible(item.tag[:READ_AHEAD])) for item in items)
    return min(_TAG_CELLS if cells >= _LEAST_CELLS else 4, widest)


def _item_row(state: PromotionsState, at: int, cells: int, tags: int) -> PromotionsRow:
    item, here = state.items[at], at == state.at
    glyph, word, style = state_words(item, state.acts.get(item.id, ""))
    tag = cut(visible(item.tag[:READ_AHEAD]), tags)
    left = [
        Span(POINTER if here else " ", "cursor"),
        Span(f"{glyph} ", style),
        Span(tag + " " * (tags + 1 - width(tag)), "author"),
        Span(visible(item.text[:READ_AHEAD]), "cursor" if here else "text" if state.is_open(item) else "dim"),
    ]
    return PromotionsRow(compose(left, cells, (Span(f"{word} ", style),)), at)


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
