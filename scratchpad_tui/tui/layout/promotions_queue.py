"""The rows of the queue on the Promotions screen: a row for each item, or as many as its text needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.text import visible, width
from scratchpad_tui.tui.layout.fit import compose, cut, wrap
from scratchpad_tui.tui.layout.line import POINTER
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.promotions_item import READ_AHEAD, rule, state_words
from scratchpad_tui.tui.layout.scroll import count_row, sight

if TYPE_CHECKING:
    from scratchpad_tui.core.session.items import Item
    from scratchpad_tui.tui.layout.model import Spans, Style
    from scratchpad_tui.tui.promotions_state import PromotionsState

_TEXT_ROWS = (4, 3, 2)
"""The most rows of a text in the queue, where there is no room for all of them whole."""
TAG_CELLS, _SHORT_TAG_CELLS = 12, 4
"""The most cells of a tag."""
_ROOMY = 50
"""Cells from which a tag may have them."""


class PromotionsRow(NamedTuple):
    """One row of the screen."""

    spans: Spans
    at: int | None = None
    """The place of the item that it shows in the queue."""
    reach: int = 0
    """How many of its spans belong to the queue; 0: all."""


def queue_rows(state: PromotionsState, cells: int, height: int) -> tuple[list[PromotionsRow], int]:
    """The rule and the items in sight, those that a rule offers under a rule of their own; and the first in sight."""
    items = state.items
    entries: list[int | None] = []
    for at, item in enumerate(items):
        if item.is_candidate and (at == 0 or not items[at - 1].is_candidate):
            entries.append(None)
        entries.append(at)
    first = items[0].is_candidate
    rows = [PromotionsRow(_offered_rule(cells) if first else rule("Queue", cells))]
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


def _offered_rule(cells: int) -> Spans:
    return rule("Offered by rule", cells, "nobody proposed them yet")


def _tag_cells(items: tuple[Item, ...], cells: int) -> int:
    widest = max(width(visible(item.tag[:READ_AHEAD])) for item in items)
    return min(TAG_CELLS if cells >= _ROOMY else _SHORT_TAG_CELLS, widest)


def broken_queue(state: PromotionsState, cells: int, height: int) -> tuple[list[PromotionsRow], int] | None:
    """All of the queue, its texts whole, or else on as many rows as there is room for; None where that is one for each."""
    items = state.items
    tags = _tag_cells(items, cells)
    for most in (height, *_TEXT_ROWS):
        rows = [PromotionsRow(_offered_rule(cells) if items[0].is_candidate else rule("Queue", cells))]
        for at, item in enumerate(items):
            if len(rows) >= height:
                break
            if item.is_candidate and at and not items[at - 1].is_candidate:
                rows.append(PromotionsRow(_offered_rule(cells)))
            rows += _item_rows(state, at, cells, tags, most)
        else:
            if len(rows) <= height:
                return rows, 0
    return None


def _item_rows(state: PromotionsState, at: int, cells: int, tags: int, most: int) -> list[PromotionsRow]:
    """An item on as many rows as its text needs; its state stands in the first one."""
    item = state.items[at]
    style: Style = "cursor" if at == state.at else "text" if state.is_open(item) else "dim"
    word = state_words(item, state.acts.get(item.id, ""))[1]
    indent = tags + 4
    room, later = cells - indent - width(word) - 2, cells - indent - 1
    first, *rest = wrap(visible(item.text[:READ_AHEAD]), max(1, room), most, later=max(1, later))
    rows = [_item_row(state, at, cells, tags, first)]
    rows += [PromotionsRow(compose([Span(" " * indent), Span(piece, style)], cells), at) for piece in rest]
    return rows


def _item_row(state: PromotionsState, at: int, cells: int, tags: int, text: str = "") -> PromotionsRow:
    item, here = state.items[at], at == state.at
    glyph, word, style = state_words(item, state.acts.get(item.id, ""))
    tag = cut(visible(item.tag[:READ_AHEAD]), tags)
    left = [
        Span(POINTER if here else " ", "cursor"),
        Span(f"{glyph} ", style),
        Span(tag + " " * (tags + 1 - width(tag)), "author"),
        Span(
            text or visible(item.text[:READ_AHEAD]),
            "cursor" if here else "text" if state.is_open(item) else "dim",
        ),
    ]
    return PromotionsRow(compose(left, cells, (Span(f"{word} ", style),)), at)
