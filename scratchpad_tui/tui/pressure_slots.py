"""The axis of the graph: a slot for each call, and one for each time when the level was unknown; sums over them."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.tui.pressure_view import PressureView

GAP = -1
"""Stands for an unknown level."""


class Slots(NamedTuple):
    """The slots of a series."""

    levels: array[int]
    """In tokens, call by call; no further than `calls` is looked at."""
    calls: int
    gaps: tuple[int, ...]
    """The slots at which the level is unknown, in order."""

    @classmethod
    def of(cls, view: PressureView) -> Slots:
        """The slots of what was read."""
        marks = sorted({mark.calls for mark in view.compactions if mark.empties and mark.calls <= view.calls})
        return cls(view.series.levels, view.calls, tuple(calls + at for at, calls in enumerate(marks)))

    def __len__(self) -> int:
        return self.calls + len(self.gaps)

    def slot(self, call: int) -> int:
        """The slot of a call."""
        # A gap stands right before the call that follows it, so that its slot less its place is that call's index.
        return call + bisect_right(range(len(self.gaps)), call, key=lambda at: self.gaps[at] - at)

    def call(self, slot: int) -> int:
        """The call in a slot, or the one behind the gap that is there."""
        return slot - bisect_left(self.gaps, slot)


def bounds(first: int, stop: int, count: int, at: int) -> tuple[int, int]:
    """The slots that column `at` of `count` shows of those from `first` to `stop`: at least one."""
    total = stop - first
    start = first + at * total // count
    return start, max(start + 1, first + (at + 1) * total // count)


def column_of(first: int, stop: int, count: int, slot: int) -> int:
    """The first column that shows a slot."""
    total, at = max(1, stop - first), slot - first
    column = -(-at * count // total) if total < count else ((at + 1) * count - 1) // total
    return max(0, min(count - 1, column))


def columns(slots: Slots, first: int, stop: int, count: int) -> Sequence[int]:
    """The highest level in each of `count` columns, `GAP` where it is unknown.

    Where many columns have a gap in them, gaps would hide the levels between: they are left to the marks then, but for
    columns that show nothing else.
    """
    found = array("q")
    levels = slots.levels
    gaps = bisect_left(slots.gaps, stop) - bisect_left(slots.gaps, first)
    told = gaps <= count // _GAPS
    for at in range(count):
        start, end = bounds(first, stop, count, at)
        if slots.gaps:
            low = bisect_left(slots.gaps, start)
            if low < len(slots.gaps) and slots.gaps[low] < end and (told or end - start == 1):
                found.append(GAP)
                continue
            a, b = start - low, end - bisect_left(slots.gaps, end)
        else:
            a, b = start, end
        b = min(b, slots.calls)
        found.append(levels[a] if b - a == 1 else max(levels[a:b], default=GAP))
    return found


_GAPS = 8
"""One column of so many may be a gap among levels."""
