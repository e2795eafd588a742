"""The rows of a recovery: the broken text and the one in its place, in two columns or one under the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.text import visible, width
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.layout.fit import cells_of, compose, cut, cut_head, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.scroll import count_row, sight

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from scratchpad_tui.core.pad.recovery import SideRow
    from scratchpad_tui.tui.layout.model import Spans, Style
    from scratchpad_tui.tui.recovery_state import RecoveryState

BESIDE = 100
"""Cells from which the texts stand beside each other."""
TAKEN = "→"
"""Stands before a line of the broken text that goes into the pad."""
_MOST_ROWS = 4
"""Rows over which each text of the row under the cursor is unfolded."""
_LEAST_NAME = 8
"""Cells from which the end of a file's name says which one it is."""
_LEAD_CELLS = 12
"""Cells of cursor, box and number."""
_READ_AHEAD = 8_000
"""Characters of a line that are looked at: more than its rows hold on any terminal."""


def heading_row(cells: int, *, broken: str, instead: str, taken: str = "") -> Spans:
    """What the signs of the two texts are, and that of a line which is `taken` over."""
    left = [Span(" - ", "diff.remove"), Span(broken, "dim" if cells < BESIDE else "title")]
    right = [Span("+ ", "diff.add"), Span(instead, "dim" if cells < BESIDE else "title")]
    over = [Span(f"   {TAKEN} ", "attention"), Span(taken, "dim")] if taken else []
    if cells < BESIDE:
        words = [*left, Span("   "), *right]
        return compose([*words, *over] if cells_of([*words, *over]) <= cells else words, cells)
    half = _half(cells)
    return (*compose([*left, *over], half), Span(" │ ", "rule"), *compose(right, cells - half - 3))


def title_spans(state: RecoveryState, age: str, cells: int, *, read_only: bool = False) -> list[Span]:
    """Which file it is, and what is done with it; the name of the file gives way first, its head before its end."""
    count = len(state.given)
    which = f" {state.number + 1} of {count}" if count > 1 else ""
    head = Span(f" Recovery{which}", "title")
    style: Style = "attention" if state.shown.takable else "ok"
    forms = [[head, Span(f" · {words}", style)] for words in _what(state, read_only=read_only)]
    spans = next((form for form in forms if cells_of(form) < cells), forms[-1])
    if age and cells_of(spans) + len(age) + 3 <= cells:
        spans.append(Span(f" · {age}", "dim"))
    name, room = visible(state.shown.name), cells - cells_of(spans) - 3
    if room >= min(width(name), _LEAST_NAME):
        spans.append(Span(f" · {cut_head(name, room)}", "dim"))
    return spans


def _what(state: RecoveryState, *, read_only: bool) -> tuple[str, ...]:
    """What would go into the pad, the fullest words first."""
    lacking, ticked = len(state.shown.takable), len(state.ticked)
    if not lacking:
        return ("the pad lacks no line",)
    lines = "line" if lacking == 1 else "lines"
    if ticked:
        goes = "goes" if ticked == 1 else "go"
        return (f"{ticked} of {lacking} {lines} {goes} into the pad", f"{ticked} of {lacking} {goes} in")
    missing = f"{lacking} {lines} {'is' if lacking == 1 else 'are'} missing"
    if read_only:
        return (missing,)
    takes = f"{keys.key('text.save')} takes {'it' if lacking == 1 else 'all'}"
    return (f"{missing} · {takes}", missing)


class PlacedRow(NamedTuple):
    """One terminal row and the position of the row that it belongs to; None for a count of hidden ones."""

    at: int | None
    spans: Spans
    of_broken: bool = True
    """Whether it shows the broken text, which is what the cursor ticks."""


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
    own = broken_height(rows[here], cells)
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
            shown.append(PlacedRow(at, unfolded[y - first], y - first < own))
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
    drawn = _beside if cells >= BESIDE else _stacked
    return drawn(row, cells, lead, here=here, ticked=ticked)


def side_height(row: SideRow, cells: int) -> int:
    """How many terminal rows a row takes that does not have the cursor."""
    if cells >= BESIDE or row.broken is None or row.instead is None:
        return 1
    return 1 if row.broken == row.instead else 2


def broken_height(row: SideRow, cells: int) -> int:
    """How many rows of the row under the cursor show its broken text: all of them where nothing stands below it."""
    if cells >= BESIDE or row.broken is None or row.instead in (None, row.broken):
        return 2 * _MOST_ROWS
    return len(_pieces(row.broken, cells - _LEAD_CELLS - 2, here=True))


def _beside(row: SideRow, cells: int, lead: list[Span], *, here: bool, ticked: bool) -> list[Spans]:
    half = _half(cells)
    is_same = row.broken == row.instead
    style: Style = "dim" if is_same else "diff.add"
    taken = cells_of(lead)
    left = [] if row.broken is None else _pieces(row.broken, half - taken - 2, here=here)
    right = [] if row.instead is None else _pieces(row.instead, cells - half - 5, here=here)
    blank = Span("  ")
    signs = (blank, blank) if is_same else (_sign(ticked=ticked), Span("+ ", "diff.add"))
    rows: list[Spans] = []
    for at in range(max(len(left), len(right))):
        head = [Span(" " * taken)] if rows else lead
        one = [blank if at else signs[0], Span(left[at], _left_style(row))] if at < len(left) else []
        other = [blank if at else signs[1], Span(right[at], style)] if at < len(right) else []
        rows.append((*compose([*head, *one], half), Span(" │ ", "rule"), *compose(other, cells - half - 3)))
    return rows


def _stacked(row: SideRow, cells: int, lead: list[Span], *, here: bool, ticked: bool) -> list[Spans]:
    blank = [Span(" " * cells_of(lead))]
    texts: list[tuple[str, Span, Style]] = []
    if row.broken == row.instead:
        texts.append((row.broken or "", Span("  "), "text" if row.section else "dim"))
    else:
        if row.broken is not None:
            texts.append((row.broken, _sign(ticked=ticked), _left_style(row)))
        if row.instead is not None:
            texts.append((row.instead, Span("+ ", "diff.add"), "diff.add"))
    rows: list[Spans] = []
    for text, sign, style in texts:
        for number, piece in enumerate(_pieces(text, cells - cells_of(lead) - 2, here=here)):
            head = [*(blank if rows else lead), Span("  ") if number else sign]
            rows.append(compose([*head, Span(piece, style)], cells))
    return rows


def _sign(*, ticked: bool) -> Span:
    """Before a line that the pad has otherwise or not at all: it is left, or taken over."""
    return Span(f"{TAKEN} ", "attention") if ticked else Span("- ", "diff.remove")


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
