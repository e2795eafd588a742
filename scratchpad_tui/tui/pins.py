"""The versions that a running UI and a person's seen mark refer to: they are kept from being pruned."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

from scratchpad_tui.core.errors import ScratchpadError
from scratchpad_tui.core.pad.locking import remember

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.store import PadStore

ACTS = 100
"""So many of a person's acts can be taken back."""
_AHEAD = 3
"""Versions that one act makes at most: an edit from outside, a recovery, and its own."""


class Pins:
    """What is pinned by this run; a pad that keeps every version needs none."""

    def __init__(self, seen: str = "") -> None:
        """Pins nothing yet.

        Args:
            seen: Names the person's seen mark; empty where there is none.
        """
        self._seen = f"seen {seen}" if seen else ""
        self._base: int | None = None
        self._acts: deque[tuple[int, int]] = deque(maxlen=ACTS)
        self._pinned: set[int] = set()

    def before_act(self, store: PadStore) -> int:
        """Pins, under the lock, what an act is about to need; the version that it comes after."""
        newest = store.history.newest()
        if store.depth and newest:
            self._pin(store, self._wanted() | set(range(newest, newest + _AHEAD + 1)))
        return newest

    def acted(self, store: PadStore, version: int | None) -> None:
        """Keeps, under the lock, an act's version with the one before it: taking it back needs both."""
        from scratchpad_tui.core.pad.timeline import version_before

        if store.depth and version:
            before = version_before(store, version)
            self._acts.append((before or version, version))
            self._pin(store, self._wanted())

    def base(self, store: PadStore, version: int, *, seen: bool) -> None:
        """Keeps the version that marks are measured from; `seen`: also for the next start.

        Raises:
            LockError: the pad is locked.
        """
        if not store.depth:
            return
        self._base = version
        self._pin(store, self._wanted())
        if seen and self._seen:
            store.pin(self._seen, version)

    def let_go(self, store: PadStore) -> None:
        """Lets go of all but the seen mark, at the end; what cannot be written is void when the process is gone."""
        if self._pinned:
            with suppress(ScratchpadError):
                self._pin(store, set())

    def _wanted(self) -> set[int]:
        found = {number for pair in self._acts for number in pair}
        return found | {self._base} if self._base else found

    def _pin(self, store: PadStore, versions: set[int]) -> None:
        if versions != self._pinned:
            remember(store, lambda state: state.pin_run(versions))
            self._pinned = versions
