"""The rows of a section that is made smaller: for each entry a box, its age, size and author, and its text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scratchpad_tui.core.text import visible, width
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.ages import age_word
from scratchpad_tui.tui.layout.fit import cells_of, compose, cut, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.scroll import count_row, sight

if TYPE_CHECKING:
    from datetime import datetime

    from scratchpad_tui.core.pad.pruning import PrunedEntry
    from scratchpad_tui.tui.layout.model import Style
    from scratchpad_tui.tui.prune_state import PruneState

_NARROW = 60
"""Cells under which the author is left out."""
_AUTHOR_CELLS = 12
_MOST_ROWS = 6
"""Rows over which the entry under the cursor is unfolded."""
_HANG = 7
"""Cells before its later rows, so that they stand behind the box."""
_READ_AHEAD = 8_000
"""Characters of an entry that are looked at: more than its rows hold on any terminal."""


class EntryRow(NamedTuple):
    """One row and the number of the entry that it belongs to; None for a count of hidden ones."""

    entry: int | None
    spans: tuple[Span, ...]


class EntryRows(NamedTuple):
    """The rows in sight, and the first of them among all rows."""

    top: int
    rows: tuple[EntryRow, ...]


class _Columns(NamedTuple):
    """How wide the columns before the text are."""

    size: int
    age: int
    author: int


def prune_words(state: PruneState, cells: int) -> str:
    """What the title says of the entries."""
    count, of, proposed = len(state.ticked), len(state.given.entries), len(state.marked)
    if count or proposed:
        leaving = f"{count} of {of} leave" if cells >= _NARROW else f"{count} leave"
        parts = [leaving] if count else []
        parts += [f"{proposed} proposed"] if proposed else []
        return f"· {', '.join(parts)}"
    if not of:
        return ""
    words = "· {prune.tick} ticks what is to leave" if cells >= _NARROW else "· {prune.tick} ticks"
    return keys.said(words)


def prune_rows(state: PruneState, cells: int, height: int, top: int, now: datetime) -> EntryRows:
    """The rows in sight of the entries, scrolled from `top` as the cursor needs; the entry under it is unfolded."""
    entries = state.given.entries
    if not entries:
        return EntryRows(0, (EntryRow(None, compose([Span("   Nothing stands here.", "dim")], cells)),))
    columns = _columns(state, cells, now)
    unfolded = _unfolded(state, cells, columns, now)
    last = state.at + len(unfolded) - 1
    seen = sight(top, state.at, last, len(entries) + len(unfolded) - 1, height)
    rows: list[EntryRow] = []
    for y in range(seen.top, seen.stop):
        if state.at <= y <= last:
            rows.append(EntryRow(state.at, unfolded[y - state.at]))
            continue
        number = y if y < state.at else y - len(unfolded) + 1
        if y == seen.top and seen.above:
            rows.append(EntryRow(None, count_row(number + 1, "above", cells)))
        elif y == seen.stop - 1 and seen.below:
            rows.append(EntryRow(None, count_row(len(entries) - number, "more", cells)))
        else:
            rows.append(EntryRow(number, _folded(state, number, cells, columns, now)))
    return EntryRows(seen.top, tuple(rows))


def _columns(state: PruneState, cells: int, now: datetime) -> _Columns:
    """The columns as wide as their widest word, so that they stand still while one scrolls."""
    entries = state.given.entries
    size = max(len(f"{entry.size:,}") for entry in entries)
    age = max(len(_age(entry, now)) for entry in entries)
    words = {entry.author for entry in entries}
    author = min(_AUTHOR_CELLS, max(width(visible(word[:_READ_AHEAD])) for word in words))
    return _Columns(size, age, author if cells >= _NARROW else 0)


def _age(entry: PrunedEntry, now: datetime) -> str:
    return age_word((now - entry.time).total_seconds()) if entry.time else ""


def _folded(state: PruneState, number: int, cells: int, columns: _Columns, now: datetime) -> tuple[Span, ...]:
    lead = _lead(state, number, columns, now)
    words = Span(
        cut(_text(state.given.entries[number]), max(1, cells - cells_of(lead))), _style(state, number)
    )
    return compose([*lead, words], cells)


def _unfolded(state: PruneState, cells: int, columns: _Columns, now: datetime) -> list[tuple[Span, ...]]:
    """The rows of the entry under the cursor."""
    lead, style = _lead(state, state.at, columns, now), _style(state, state.at)
    room, later = max(1, cells - cells_of(lead)), max(1, cells - _HANG)
    pieces = wrap(_text(state.given.entries[state.at]), room, _MOST_ROWS, 0, later)
    rows = [compose([*lead, Span(pieces[0], style)], cells)]
    return rows + [compose([Span(" " * _HANG), Span(piece, style)], cells) for piece in pieces[1:]]


def _text(entry: PrunedEntry) -> str:
    return visible(" ".join(line.strip() for line in entry.lines if line.strip())[:_READ_AHEAD])


def _style(state: PruneState, number: int) -> Style:
    return "dim" if number in state.ticked else "text"


def _lead(state: PruneState, number: int, columns: _Columns, now: datetime) -> list[Span]:
    entry, ticked, here = state.given.entries[number], number in state.ticked, number == state.at
    box = "[x] " if ticked else "[p] " if number in state.marked else "[ ] "
    lead = [
        Span(" ▸ " if here else "   ", "cursor"),
        Span(box, "attention" if ticked else "ok" if number in state.marked else "dim"),
        Span(f"{entry.size:>{columns.size},} ", "count"),
    ]
    if columns.age:
        lead.append(Span(_age(entry, now).rjust(columns.age) + " ", "dim"))
    if columns.author:
        author = cut(visible(entry.author[:_READ_AHEAD]), columns.author)
        lead.append(Span(author + " " * (columns.author + 1 - width(author)), "author"))
    return lead
