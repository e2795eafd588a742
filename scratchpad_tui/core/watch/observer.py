"""Looks at a pad and the files around it, decides what has changed, and says when to look again."""

from __future__ import annotations

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.watch.look import look, stamp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.watch.look import Look, Stamp

SOON = 0.02
"""In seconds: the first look after a change; each further one waits longer, until `rest`."""
GROWTH = 1.5
SETTLED = 0.2
"""In seconds: as far apart two equal looks must be before a state is called stable."""
_MOST_TORN = 5


class Notice(NamedTuple):
    """What has changed."""

    kind: str
    """`pad`, `history` (a version or an event was recorded), `file` (one followed beside the pad), or `mode`."""
    path: str
    stable: bool = False
    """The pad has held these bytes for a while: no writer is in the middle of it."""
    there: bool = True
    sha256: str | None = None
    """Of the pad's bytes; None where it is gone or cannot be read."""


class Observer:
    """The state of one pad over time, told as notices.

    A new state of the pad is told at once, and a second time as stable. A state that is gone or empty is told only
    when it is stable, since many editors save through one. The state at the first look is told as stable alone.

    Attributes:
        due: when to look again, on the clock of the caller.
    """

    def __init__(self, path: str, *, history: str | None = None, rest: float, now: float = 0.0) -> None:
        """Starts before the first look.

        Args:
            path: the pad.
            history: the journal beside it, where versions by other processes show.
            rest: seconds between looks while nothing happens.
            now: the time on the caller's clock.
        """
        self.path = path
        self.rest = rest
        self.due = now
        self._interval = rest
        self._history = history
        self._files: dict[str, Stamp] = {}
        self._last: Look | None = None
        self._since = now
        self._told: tuple[bool, str | None] | None = None
        self._confirmed: tuple[bool, str | None] | None = None
        self._settled = False
        self._torn = 0
        if history:
            self.follow(history, stamp(history))

    @property
    def paths(self) -> tuple[str, ...]:
        """Every path that is looked at."""
        return self.path, *self._files

    def follow(self, path: str, since: Stamp) -> None:
        """Looks at this file too from now on, and tells what it became since it had that stamp."""
        self._files.setdefault(path, since)

    def check(self, now: float, *, hinted: bool = False) -> list[Notice]:
        """Looks at everything and gives what has changed since the last look.

        Args:
            now: the time on the caller's clock.
            hinted: whether something is said to have changed, so that it is worth looking again soon.
        """
        notices = [*self._check_pad(now), *self._check_files()]
        busy = hinted or notices or self._torn
        self._interval = SOON if busy else min(self._interval * GROWTH, self.rest)
        self.due = now + self._interval
        if not self._settled:
            self.due = min(self.due, max(self._since + SETTLED, now + SOON / 4))
        return notices

    def _check_pad(self, now: float) -> list[Notice]:
        seen = look(self.path, self._last)
        if not seen.whole and self._torn < _MOST_TORN:
            self._torn += 1
            return []
        self._torn = 0
        last, self._last = self._last, seen
        if last is None or last.content != seen.content:
            self._since = now
            self._settled = False
            if last is None or not seen.size or self._told == seen.content:
                return []
            return [self._notice(seen, stable=False)]
        if self._settled or now - self._since < SETTLED:
            return []
        self._settled = True
        if self._confirmed == seen.content:
            return []
        return [self._notice(seen, stable=True)]

    def _notice(self, seen: Look, *, stable: bool) -> Notice:
        self._told = seen.content
        self._confirmed = seen.content if stable else None
        return Notice("pad", self.path, stable, seen.there, seen.sha256)

    def _check_files(self) -> list[Notice]:
        notices = []
        for path, last in self._files.items():
            seen = stamp(path)
            if seen != last:
                self._files[path] = seen
                kind = "history" if path == self._history else "file"
                notices.append(Notice(kind, path, there=bool(seen)))
        return notices
