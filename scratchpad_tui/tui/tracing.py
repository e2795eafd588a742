"""What the Timeline asks of a pad: what happened, the difference of two versions, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.blame import BlamedLine
    from scratchpad_tui.core.pad.comparison import Comparison
    from scratchpad_tui.core.pad.journal import Record
    from scratchpad_tui.core.pad.moments import Moment, Moments
    from scratchpad_tui.core.pad.restoring import Restoring
    from scratchpad_tui.core.pad.wanted import Search, Wanted
    from scratchpad_tui.tui.source import Act


class Tracing(Protocol):
    """A part of `source.PadSource`; every method may wait and raise ScratchpadError as there."""

    def moments(self) -> Moments:
        """All that happened so far; a second call costs what is new."""
        ...

    def count(self, moments: Moments, places: Sequence[int]) -> int:
        """Fills in what the versions at these places changed, where the journal does not say it; how many it were."""
        ...

    def comparison(self, old: int, new: int) -> Comparison:
        """The difference of two versions; version 0 is the empty pad."""
        ...

    def diff_text(self, old: int, new: int) -> str:
        """The same as a unified diff."""
        ...

    def record(self, moment: Moment) -> Record | None:
        """The journal's whole line of what happened."""
        ...

    def search(self, moments: Moments, wanted: Wanted, start: int = 0) -> Search:
        """A search through the list from `start` on, made at once; whoever asked for it runs it in a worker."""
        ...

    def version_text(self, version: int) -> str:
        """What the pad was."""
        ...

    def version_blame(self, version: int) -> dict[int, BlamedLine]:
        """Who had brought each line of what the pad was, by the line's number, counted from 1."""
        ...

    def restoring(self, version: int, section: str | None = None) -> Restoring:
        """What a restore would make of the pad."""
        ...

    def restore(self, version: int, section: str | None = None) -> Act:
        """Makes a version, or one section of it, the current state as a new version."""
        ...
