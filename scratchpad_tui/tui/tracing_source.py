"""The half of a pad's source that looks back: what happened to it, what differs, and versions restored."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from scratchpad_tui.tui.editing_source import EditingSource

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scratchpad_tui.core.pad.blame import BlamedLine
    from scratchpad_tui.core.pad.chronicle import Chronicle
    from scratchpad_tui.core.pad.comparison import Comparison
    from scratchpad_tui.core.pad.counting import Counting
    from scratchpad_tui.core.pad.journal import Record
    from scratchpad_tui.core.pad.moments import Moment, Moments
    from scratchpad_tui.core.pad.restoring import Restoring
    from scratchpad_tui.core.pad.schema import Profile
    from scratchpad_tui.core.pad.wanted import Search, Wanted
    from scratchpad_tui.tui.source import Act


class TracingSource(EditingSource):
    """Keeps `tracing.Tracing` for a pad on disk."""

    _chronicle: Chronicle | None = None

    def moments(self) -> Moments:
        """See `Tracing`."""
        from scratchpad_tui.core.pad.chronicle import Chronicle

        with self._lock:
            if self._chronicle is None:
                self._chronicle = Chronicle()
            chronicle, history = self._chronicle, self._store.history
        # Read without the store's lock: a long journal holds up neither what changes nor what a person does.
        return chronicle.read(history)

    def count(self, moments: Moments, places: Sequence[int]) -> int:
        """See `Tracing`."""
        counting = self._counting()
        return sum(counting.fill(moments, place) for place in places)

    def comparison(self, old: int, new: int) -> Comparison:
        """See `Tracing`."""
        from scratchpad_tui.core.pad.comparison import compare

        # Read and compared without the store's lock: the pad is followed on meanwhile.
        profile, read = self._reading()
        return compare(read(old), read(new), profile)

    def diff_text(self, old: int, new: int) -> str:
        """See `Tracing`."""
        from scratchpad_tui.core.pad.timeline import difference

        with self._lock:
            return difference(self._store, old, new).diff

    def record(self, moment: Moment) -> Record | None:
        """See `Tracing`."""
        from scratchpad_tui.core.pad.chronicle import record_of

        return record_of(self._store.history, moment)

    def search(self, moments: Moments, wanted: Wanted, start: int = 0) -> Search:
        """See `Tracing`."""
        from scratchpad_tui.core.pad.wanted import Search

        # Whoever makes the search waits for nothing; whoever runs it does.
        reading, counting = lru_cache(1)(self._reading), lru_cache(1)(self._counting)

        def read(version: int) -> bytes:
            return reading()[1](version)

        def count(place: int) -> bool:
            return counting().fill(moments, place)

        return Search(moments, wanted, read, start=start, count=count)

    def version_text(self, version: int) -> str:
        """See `Tracing`."""
        return self._reading()[1](version).decode("utf-8", "replace")

    def version_blame(self, version: int) -> dict[int, BlamedLine]:
        """See `Tracing`."""
        from scratchpad_tui.core.pad.blame import blame_at

        with self._lock:
            reading = self._store.read()
        return {line.line: line for line in blame_at(self._store, version, reading)}

    def restoring(self, version: int, section: str | None = None) -> Restoring:
        """See `Tracing`."""
        from scratchpad_tui.core.pad.restoring import restoring

        with self._lock:
            return restoring(self._store, version, section)

    def restore(self, version: int, section: str | None = None) -> Act:
        """See `Tracing`."""
        what = f"{section} of version {version}" if section else f"version {version}"
        with self._acting():
            outcome = self._store.restore(version, section)
            return self._told(outcome, f"Restored {what} as {outcome.version}")

    def _counting(self) -> Counting:
        from scratchpad_tui.core.pad.counting import Counting

        return Counting(*self._reading())

    def _reading(self) -> tuple[Profile, Callable[[int], bytes]]:
        """The profile, and what reads a version."""
        from scratchpad_tui.core.pad.document import Document

        with self._lock:
            profile, history = self._store.profile, self._store.history

        def read(version: int) -> bytes:
            return history.read(version) if version else Document.empty(profile).render()

        return profile, read
