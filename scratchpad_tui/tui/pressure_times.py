"""The agent's context in time: how full it was at a moment, and whether it was compacted between two. No UI library."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from scratchpad_tui.tui.pressure_figures import level_style, percent

if TYPE_CHECKING:
    from datetime import datetime

    from scratchpad_tui.tui.layout.model import Style
    from scratchpad_tui.tui.pressure_view import PressureView


class Share(NamedTuple):
    """The context at one moment."""

    words: str
    """`58 %`; `?` behind a compaction that no call had followed yet."""
    style: Style


class ContextTimes:
    """One reading of a transcript, asked by time."""

    def __init__(self, view: PressureView) -> None:
        self._view = view
        calls = view.calls
        # File order is the truth: a time that runs backward is that of the call before.
        self._times = tuple(accumulate(view.series.times[:calls], max))
        self._emptied = sorted(mark.time for mark in view.compactions if mark.empties and mark.time)

    def at(self, moment: datetime | None) -> Share | None:
        """The context at a moment; None before the first call, or where no time was recorded."""
        if moment is None or not self._times or self._times[-1] <= 0:
            return None
        time = moment.timestamp()
        call = bisect_right(self._times, time) - 1
        if call < 0 or self._times[call] <= 0:
            return None
        mark = bisect_right(self._emptied, time) - 1
        if mark >= 0 and self._emptied[mark] > self._times[call]:
            return Share("?", "attention")
        here = self._view.series[call]
        window = self._view.window_at(here)
        return Share(percent(here.level, window), level_style(here.level, window)) if window else None

    def compacted(self, start: datetime | None, stop: datetime | None) -> bool:
        """Whether the context was emptied between two moments, the later one included."""
        if start is None or stop is None:
            return False
        first = bisect_right(self._emptied, start.timestamp())
        return first < len(self._emptied) and self._emptied[first] <= stop.timestamp()
