"""The rows of a recovery: the broken text and the one in its place, in two columns or one under the other."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.layout.fit import cells_of, compose, cut, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.scroll import count_row, sight

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from scratchpad_tui.core.pad.recovery import SideRow
    from scratchpad_tui.tui.layout.model import Style

Spans = tuple[Span, ...]
BESIDE = 100
"""Cells from which the texts stand beside each other."""
_MOST_ROWS = 4
"""Rows over which each text of the row under the cursor is unfolded."""
_READ_AHEAD = 8_000
"""Characters of a line that are looked at: more than its rows hold on any terminal."""


def heading_row(cells: int, *, broken: str, instead: str) -> Spans:
    """What the two columns are."""
    if cells < BESIDE:
        words = [
            Span(" - ", "diff.remove"),
            Span(broken, "dim"),
            Span("   + ", "diff.add"),
            Span(instead, "dim"),
        ]
        return compose(words, cells)
    half = _half(cells)
    left = compose([Span(f" {broken}", "title")], half)
    return (*left, Span(" │ ", "rule"), *compose([Span(instead, "title")], cells - half - 3))


class PlacedRow(NamedTuple):
    """One terminal row and the position of the row that it belongs to; None for a count of hidden ones."""

    at: int | None
    spans: Spans


class RecoveryRows(NamedTuple):
    """The rows in sight, and the first of them among all terminal rows."""

    top: int
    rows: tuple[PlacedRow, ...]


def recovery_rows(
    rows: Sequence[SideRow], here: int, ticked: Container[int], cells: int, height: int, top: int
) -> RecoveryRows:
    """The rows in sight, scrolled from `top` as the row under the cursor needs, which is unfolded."""
    if not rows:
        return RecoveryRows(0, ())
    unfolded = side_rows(rows[here], cells, ticked=rows[here].line in ticked, here=True)
    places = [at for at, row in enumerate(rows[:here]) for _ in range(side_height(row, cells))]
    first = len(places)
    places += [here] * len(unfolded)
    places += [
        at for at, row in enumerate(rows[here + 1 :], here + 1) for _ in range(side_height(row, cells))
    ]
    seen = sight(top, first, first + len(unfolded) - 1, len(places), height)
    shown: list[PlacedRow] = []
    for y in range(seen.top, seen.stop):
        at = places[y]
        if at == here:
            shown.append(PlacedRow(at, unfolded[y - first]))
        elif y == seen.top and seen.above:
            shown.append(PlacedRow(None, count_row(at + 1, "above", cells)))
        elif y == seen.stop - 1 and seen.below:
            shown.append(PlacedRow(None, count_row(len(rows) - at, "more", cells)))
        else:
            spans = side_rows(rows[at], cells, ticked=rows[at].line in ticked)
            shown.append(PlacedRow(at, spans[1 if y and places[y - 1] == at else 0]))
    return RecoveryRows(seen.top, tuple(shown))


def side_rows(
    row: SideRow, cells: int, *, ticked: bool = False, here: bool = False, boxes: bool = True
) -> list[Spans]:
    """One row of both texts: on one terminal row where they stand beside each other, else on one or two.

    Args:
        row: The row.
        cells: Width in terminal cells.
        ticked: Whether its line is ticked.
        here: Whether it has the cursor; then it is unfolded.
        boxes: Whether lines may be ticked at all; without it no room is left for cursor and box.
    """
    lead = _lead(row, ticked=ticked, here=here) if boxes else [_number(row)]
    return _beside(row, cells, lead, here=here) if cells >= BESIDE else _stacked(row, cells, lead, here=here)


def side_height(row: SideRow, cells: int) -> int:
    """How many terminal rows a row takes that does not have the cursor."""
    if cells >= BESIDE or row.broken is None or row.instead is None:
        return 1
    return 1 if row.broken == row.instead else 2


def _beside(row: SideRow, cells: int, lead: list[Span], *, here: bool) -> list[Spans]:
    half = _half(cells)
    style: Style = "dim" if row.broken == row.instead else "diff.add"
    taken = cells_of(lead)
    left = _pieces(row.broken or "", half - taken, here=here)
    right = _pieces(row.instead or "", cells - half - 3, here=here)
    rows: list[Spans] = []
    for one, other in zip_longest(left, right, fillvalue=""):
        head = [Span(" " * taken)] if rows else lead
        shown = compose([*head, Span(one, _left_style(row))], half)
        rows.append((*shown, Span(" │ ", "rule"), *compose([Span(other, style)], cells - half - 3)))
    return rows


def _stacked(row: SideRow, cells: int, lead: list[Span], *, here: bool) -> list[Spans]:
    blank = [Span(" " * cells_of(lead))]
    texts: list[tuple[str, Span, Style]] = []
    if row.broken == row.instead:
        texts.append((row.broken or "", Span("  "), "text" if row.section else "dim"))
    else:
        if row.broken is not None:
            texts.append((row.broken, Span("- ", "diff.remove"), _left_style(row)))
        if row.instead is not None:
            texts.append((row.instead, Span("+ ", "diff.add"), "diff.add"))
    rows: list[Spans] = []
    for text, sign, style in texts:
        for number, piece in enumerate(_pieces(text, cells - cells_of(lead) - 2, here=here)):
            head = [*(blank if rows else lead), Span("  ") if number else sign]
            rows.append(compose([*head, Span(piece, style)], cells))
    return rows


def _half(cells: int) -> int:
    return (cells - 3) // 2


def _lead(row: SideRow, *, ticked: bool, here: bool) -> list[Span]:
    """Cursor, box of a line that may be taken over, and its number."""
    box = ("[x] " if ticked else "[ ] ") if row.section else "    "
    return [
        Span(" ▸ " if here else "   ", "cursor"),
        Span(box, "attention" if ticked else "text"),
        _number(row),
    ]


def _number(row: SideRow) -> Span:
    number = str(row.line) if row.line else ""
    return Span(f"{number:>4} ", "count")


def _left_style(row: SideRow) -> Style:
    if row.section:
        return "text"
    return "dim" if row.broken == row.instead else "diff.remove"


def _pieces(text: str, cells: int, *, here: bool) -> list[str]:
    shown = visible(text[:_READ_AHEAD].expandtabs(4))
    return wrap(shown, max(1, cells), _MOST_ROWS) if here else [cut(shown, cells)]
