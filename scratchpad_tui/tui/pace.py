"""When the next reading or repaint may come: a burst is gathered, and a change that comes alone waits for nothing."""

from __future__ import annotations

from collections import deque

A_SECOND = 4
"""Repaints, at most."""
GATHER_SECONDS = 1 / A_SECOND


class Repaints:
    """The last repaints, at most four in any second. Those that only time brings leave room for a change."""

    def __init__(self) -> None:
        self._all: deque[float] = deque(maxlen=A_SECOND)
        self._changed = float("-inf")

    def note(self, at: float, *, changed: bool) -> None:
        """Takes note of a repaint, made for a change or because time has passed."""
        self._all.append(at)
        if changed:
            self._changed = at

    @property
    def next_change(self) -> float:
        """The earliest moment for what has changed."""
        return max(self._changed + GATHER_SECONDS, self._second_behind(A_SECOND))

    @property
    def next_moment(self) -> float:
        """The earliest moment for what only time brings, as the end of a tint or another age."""
        last = self._all[-1] if self._all else float("-inf")
        return max(last + GATHER_SECONDS, self._second_behind(A_SECOND - 1))

    def _second_behind(self, count: int) -> float:
        """A second behind the repaint that is the so-manieth from the end."""
        return self._all[-count] + 1 if len(self._all) >= count else float("-inf")


class Readings:
    """The last readings of a pad, so that one that found nothing new does not hold up what changes next."""

    def __init__(self) -> None:
        self._last = self._before = float("-inf")
        self._news = float("-inf")

    def note(self, at: float, *, news: bool) -> None:
        """Takes note of a reading, and whether there was anything to tell."""
        self._last, self._before = at, self._last
        if news:
            self._news = at

    def next(self, *, pad: bool) -> float:
        """The earliest moment for the next one, where the pad itself has changed or a file beside it has."""
        return max(self._news, self._before if pad else self._last) + GATHER_SECONDS
