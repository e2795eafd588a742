"""Rows that scroll under a cursor: which are in sight, and the counts of those that are not."""

from __future__ import annotations

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.tui.layout.fit import CUT, compose
from scratchpad_tui.tui.layout.model import Span


class Sight(NamedTuple):
    """The rows in sight; the outermost of them give way to the counts of those that are hidden."""

    top: int
    """The first row in sight."""
    stop: int
    """The row behind the last one in sight."""
    above: bool
    """Whether the first row in sight is the count of those above."""
    below: bool
    """Whether the last one is the count of those below."""


def sight(top: int, first: int, last: int, total: int, height: int) -> Sight:
    """What is in sight of `total` rows when those from `first` to `last` have the cursor.

    It moves from `top` no further than the cursor and one row at each side of it need.
    """
    lowest = min(last + 1, total - 1) - height + 1
    top = min(top, max(0, first - 1), max(0, total - height))
    top = max(0, min(max(top, lowest), first))
    stop = min(total, top + height)
    roomy = last - first + 3 <= height
    return Sight(top, stop, above=roomy and top > 0, below=roomy and stop < total)


def count_row(count: int, where: str, cells: int) -> tuple[Span, ...]:
    """The row that counts what is hidden above or below."""
    return compose([Span(f"   {CUT} {count:,} {where}", "count")], cells)


def hidden_spans(above: int, below: int) -> tuple[Span, ...]:
    """The same of both sides in a title; nothing where all is in sight."""
    counts = [f"{count:,} {where}" for count, where in ((above, "above"), (below, "more")) if count]
    return (Span(f"{CUT} {', '.join(counts)} ", "count"),) if counts else ()
