"""The rows of a few lines to choose one of: none of them cut where there is room, and never the one under the cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.layout.fit import compose, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.scroll import count_row, sight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.tui.layout.model import Style

_LEAD = 3
"""Cells of the cursor, behind which all rows of a name stand."""
_MOST_ROWS = 4
"""Rows over which a name is unfolded."""
_READ_AHEAD = 2_000
"""Characters of a name that are looked at."""


class ChoiceRow(NamedTuple):
    """One row and the number of the name that it shows; None for a count of hidden ones."""

    at: int | None
    spans: tuple[Span, ...]


class ChoiceRows(NamedTuple):
    """The rows in sight, and the first of them among all rows."""

    top: int
    rows: tuple[ChoiceRow, ...]


def choices_height(names: Sequence[str], cells: int, most: int) -> int:
    """How many rows the names want, of `most` at the most: it does not change as the cursor moves."""
    heights = [len(_unfolded(name, cells, here=False)) for name in names]
    return min(most, sum(heights))


def choice_rows(names: Sequence[str], at: int, cells: int, height: int, top: int) -> ChoiceRows:
    """The rows in sight, scrolled from `top` as the cursor needs; where not all fit, only the name under it is unfolded."""
    whole = [_unfolded(name, cells, here=number == at) for number, name in enumerate(names)]
    if sum(map(len, whole)) <= height:
        return ChoiceRows(0, tuple(ChoiceRow(n, row) for n, rows in enumerate(whole) for row in rows))
    here = whole[at][: max(1, height)]
    seen = sight(top, at, at + len(here) - 1, len(names) + len(here) - 1, height)
    shown: list[ChoiceRow] = []
    for y in range(seen.top, seen.stop):
        number = y if y < at else max(at, y - len(here) + 1)
        if y == seen.top and seen.above:
            shown.append(ChoiceRow(None, count_row(number + 1, "above", cells)))
        elif y == seen.stop - 1 and seen.below:
            shown.append(ChoiceRow(None, count_row(len(names) - number, "more", cells)))
        elif number == at:
            shown.append(ChoiceRow(at, here[y - at]))
        else:
            shown.append(ChoiceRow(number, _row(visible(names[number][:_READ_AHEAD]), cells, here=False)))
    return ChoiceRows(seen.top, tuple(shown))


def _unfolded(name: str, cells: int, *, here: bool) -> list[tuple[Span, ...]]:
    pieces = wrap(visible(name[:_READ_AHEAD]), max(1, cells - _LEAD), _MOST_ROWS)
    first = _row(pieces[0], cells, here=here)
    style: Style = "cursor" if here else "text"
    return [first, *(compose([Span(" " * _LEAD), Span(piece, style)], cells) for piece in pieces[1:])]


def _row(words: str, cells: int, *, here: bool) -> tuple[Span, ...]:
    mark = Span(" ▸ " if here else "   ", "cursor")
    return compose([mark, Span(words, "cursor" if here else "text")], cells)
