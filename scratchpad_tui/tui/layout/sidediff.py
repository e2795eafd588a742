"""A difference of two versions side by side: the old one at the left, the new one at the right."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from scratchpad_tui.tui.layout.fit import compose
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.worddiff import (
    CAME,
    GONE,
    SAME,
    comparison_rows,
    line_rows,
)

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.comparison import Comparison, Paired
    from scratchpad_tui.tui.layout.model import Spans

GAP = " │"
"""Between the sides; each line's sign has a blank before it."""


def side_rows(comparison: Comparison, cells: int) -> list[Spans]:
    """The rows of a difference, both sides of a line on one row."""
    return comparison_rows(comparison, cells, pair_rows)


def heads_row(old: str, new: str, cells: int) -> Spans:
    """What the sides are, above them."""
    left, right = halves(cells)
    sides = (compose([Span(f"   {old}", "title")], left), compose([Span(f"   {new}", "title")], right))
    return (*sides[0], Span(GAP, "rule"), *sides[1])


def halves(cells: int) -> tuple[int, int]:
    """The cells of both sides."""
    left = max(1, (cells - len(GAP)) // 2)
    return left, max(1, cells - len(GAP) - left)


def pair_rows(paired: Paired, cells: int) -> list[Spans]:
    """One row of two texts; a changed line has `~` on both sides."""
    left_cells, right_cells = halves(cells)
    old, new = GONE, CAME
    if not paired.is_changed:
        old = new = SAME
    elif paired.before is not None and paired.after is not None:
        old, new = GONE._replace(sign="~"), CAME._replace(sign="~")
    left = line_rows(paired.before, paired.gone, old, left_cells) if paired.before is not None else []
    right = line_rows(paired.after, paired.came, new, right_cells) if paired.after is not None else []
    blank_left, blank_right = compose((), left_cells), compose((), right_cells)
    return [
        (*(one or blank_left), Span(GAP, "rule"), *(other or blank_right))
        for one, other in zip_longest(left, right, fillvalue=None)
    ]
