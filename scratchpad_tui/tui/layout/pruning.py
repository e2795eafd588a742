"""The rows of a section that is made smaller: for each entry a box, its age, size and author, and its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.text import visible, width
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.ages import age_word
from scratchpad_tui.tui.layout.fit import cells_of, compose, cut, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.scroll import count_row, sight
from scratchpad_tui.tui.layout.stamps import without_stamp

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
_FEW_ROWS = 3
"""Rows over which the others are, where rows are left over."""
_HANG = 7
"""Cells before later rows, so that they stand behind the box, where the text has too little room of its own."""
_LEAST_TEXT = 30
"""Cells of the text from which its later rows stand under the first."""
_NAMED = 10
"""Rows from which the columns have names above them."""
_NAMES = ("chars", "age", "by")
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
    """How wide the columns before the text are; 0 where there is none."""

    size: int
    age: int
    author: int


def prune_words(state: PruneState) -> tuple[str, ...]:
    """What the title says of the entries, the fullest words first."""
    count, of, proposed = len(state.ticked), len(state.given.entries), len(state.marked)
    if count or proposed:
        verb = "leaves" if count == 1 else "leave"
        marked = [f"{proposed} proposed"] if proposed else []
        full = [f"{count} of {of} {verb}"] if count else []
        short = [f"{count} {verb}"] if count else []
        return tuple(
            f"· {', '.join(parts)}" for parts in ([*full, *marked], [*short, *marked], short or marked)
        )
    if not of:
        return ("",)
    return (keys.said("· {prune.tick} ticks what is to leave"), keys.said("· {prune.tick} ticks"), "· prune")


def prune_rows(state: PruneState, cells: int, height: int, top: int, now: datetime) -> EntryRows:
    """The rows in sight of the entries, scrolled from `top` as the cursor needs; the entry under it is unfolded."""
    if not state.given.entries:
        words = keys.said(
            f"{visible(state.given.section)} is empty: nothing in it can be pruned. {{go.back}} goes back."
        )
        pieces = wrap(words, max(1, cells - 4), max(1, height))
        empty = [EntryRow(None, compose([Span(f"   {piece}", "dim")], cells)) for piece in pieces]
        return EntryRows(0, tuple(empty))
    columns = _columns(state, cells, height, now)
    if not _has_names(cells, height):
        return _in_sight(state, cells, height, top, columns, now)
    shown = _in_sight(state, cells, height - 1, top, columns, now)
    return shown._replace(rows=(EntryRow(None, _names(cells, columns)), *shown.rows))


def _has_names(cells: int, height: int) -> bool:
    return cells >= _NARROW and height >= _NAMED


def _names(cells: int, columns: _Columns) -> tuple[Span, ...]:
    """What the columns are."""
    size, age, author = _NAMES
    words = f"{' ' * _HANG}{size:>{columns.size}} "
    words += f"{age:>{columns.age}} " if columns.age else ""
    return compose([Span(words + author, "dim")], cells)


def _in_sight(
    state: PruneState, cells: int, height: int, top: int, columns: _Columns, now: datetime
) -> EntryRows:
    entries = state.given.entries
    whole = _unscrolled(state, cells, height, columns, now)
    if whole is not None:
        return EntryRows(0, whole)
    unfolded = _unfolded(state, state.at, _MOST_ROWS, cells, columns, now)
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
            rows.append(EntryRow(number, _unfolded(state, number, 1, cells, columns, now)[0]))
    return EntryRows(seen.top, tuple(rows))


def _unscrolled(
    state: PruneState, cells: int, height: int, columns: _Columns, now: datetime
) -> tuple[EntryRow, ...] | None:
    """Every entry, on more than one row where there are more rows than entries; None where they have to scroll."""
    spare = height - len(state.given.entries)
    here = _unfolded(state, state.at, _MOST_ROWS, cells, columns, now) if spare >= 0 else []
    spare -= len(here) - 1
    if spare < 0:
        return None
    rows: list[EntryRow] = []
    for number in range(len(state.given.entries)):
        most = min(_FEW_ROWS, 1 + spare)
        own = here if number == state.at else _unfolded(state, number, most, cells, columns, now)
        spare -= 0 if number == state.at else len(own) - 1
        rows += [EntryRow(number, row) for row in own]
    return tuple(rows)


def _columns(state: PruneState, cells: int, height: int, now: datetime) -> _Columns:
    """The columns as wide as their widest word, so that they stand still while one scrolls."""
    entries = state.given.entries
    size = max(len(f"{entry.size:,}") for entry in entries)
    age = max(len(_age(entry, now)) for entry in entries)
    words = {entry.author for entry in entries}
    author = min(_AUTHOR_CELLS, max(width(visible(word[:_READ_AHEAD])) for word in words))
    if _has_names(cells, height):
        size, age = max(size, len(_NAMES[0])), max(age, len(_NAMES[1])) if age else 0
    return _Columns(size, age, author if cells >= _NARROW else 0)


def _age(entry: PrunedEntry, now: datetime) -> str:
    return age_word((now - entry.time).total_seconds()) if entry.time else ""


def _unfolded(
    state: PruneState, number: int, most: int, cells: int, columns: _Columns, now: datetime
) -> list[tuple[Span, ...]]:
    """The entry on at most so many rows."""
    lead, style = _lead(state, number, columns, now), _style(state, number)
    room = max(1, cells - cells_of(lead))
    hang = cells - room if room >= _LEAST_TEXT else _HANG
    pieces = wrap(_text(state.given.entries[number]), room, most, 0, max(1, cells - hang))
    rows = [compose([*lead, Span(pieces[0], style)], cells)]
    return rows + [compose([Span(" " * hang), Span(piece, style)], cells) for piece in pieces[1:]]


def _text(entry: PrunedEntry) -> str:
    """The entry's words without bullet and time: every row begins like an entry, and its age stands before it."""
    words = " ".join(line.strip() for line in entry.lines if line.strip())[:_READ_AHEAD]
    if words[:1] in ("-", "*", "+") and words[1:2] in (" ", "\t"):
        words = without_stamp(words[1:].lstrip(" \t"))
    return visible(words)


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
