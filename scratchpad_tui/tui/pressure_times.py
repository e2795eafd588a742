"""The agent's context in time: how full it was at a moment, and whether it was compacted between two. No UI library."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.tui.pressure_figures import level_style, percent

if TYPE_CHECKING:
    from datetime import datetime

    from scratchpad_tui.tui.layout.model import Style
    from scratchpad_tui.tui.pressure_view import PressureView


_DAY_SECONDS = 86_400
"""Behind a call: later than that the agent whose file it is was not at work, and what filled its context says nothing."""
_NEAR_SECONDS = 900
"""Between the mark of a compaction and what a hook told of it: a model writes a summary meanwhile."""


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
        if call < 0 or self._times[call] <= 0 or time - self._times[call] > _DAY_SECONDS:
            return None
        mark = bisect_right(self._emptied, time) - 1
        if mark >= 0 and self._emptied[mark] > self._times[call]:
            return Share("?", "attention")
        return self._share(call)

    def compacted(self, start: datetime | None, stop: datetime | None) -> bool:
        """Whether the context was emptied between two moments, the later one included."""
        if start is None or stop is None:
            return False
        first = bisect_right(self._emptied, start.timestamp())
        return first < len(self._emptied) and self._emptied[first] <= stop.timestamp()

    def fall(self, moment: datetime | None) -> str:
        """How full it was before and behind the compaction at about a moment; empty where the file tells of none."""
        marks = [mark for mark in self._view.compactions if mark.empties and mark.time]
        if moment is None or not marks:
            return ""
        time = moment.timestamp()
        mark = min(marks, key=lambda one: abs((one.time or 0.0) - time))
        before = self._share(mark.calls - 1)
        if before is None or abs((mark.time or 0.0) - time) > _NEAR_SECONDS:
            return ""
        after = self._share(mark.calls)
        return f"{before.words} → {after.words if after else '?'}"

    def _share(self, call: int) -> Share | None:
        """How full it was at a call; None where there is no such call, or its window is not known."""
        if not 0 <= call < self._view.calls:
            return None
        here = self._view.series[call]
        window = self._view.window_at(here)
        return Share(percent(here.level, window), level_style(here.level, window)) if window else None
