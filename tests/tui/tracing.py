"""A stand-in for a pad's source with a past on disk: what the Timeline asks is answered by the real thing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.pad.view import VersionInfo
from scratchpad_tui.tui.live_source import LiveSource
from tests.core.pad.histories import Past, pad_text
from tests.tui.fake import NOW, STORY, FakeSource, make_view

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from scratchpad_tui.core.pad.blame import BlamedLine
    from scratchpad_tui.core.pad.comparison import Comparison
    from scratchpad_tui.core.pad.journal import Record
    from scratchpad_tui.core.pad.moments import Moment, Moments
    from scratchpad_tui.core.pad.restoring import Restoring
    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.core.pad.wanted import Search, Wanted


class TracedSource(FakeSource):
    """Shows a view made by hand over a past that a test writes."""

    def __init__(self, folder: Path, view: PadView | None = None, *, read_only: bool = False) -> None:
        super().__init__(view, read_only=read_only)
        self.past = Past(folder)
        self._real: LiveSource | None = None
        self.compared: list[tuple[int, int]] = []
        """The pairs whose difference was asked for."""

    @property
    def real(self) -> LiveSource:
        """The source that answers."""
        if self._real is None:
            self._real = LiveSource(PadStore(str(self.past.path)), read_only=True)
        return self._real

    def newest(self) -> PadView:
        """The view with the version that was made last."""
        info = VersionInfo(self.past.number, NOW, "agent", "agent", "1")
        return self.view._replace(version=info)

    def moments(self) -> Moments:
        """Those of the past."""
        return self.real.moments()

    def count(self, moments: Moments, places: Sequence[int]) -> int:
        """As the real one does."""
        return self.real.count(moments, places)

    def comparison(self, old: int, new: int) -> Comparison:
        """The real one."""
        self.compared.append((old, new))
        return self.real.comparison(old, new)

    def diff_text(self, old: int, new: int) -> str:
        """The real one."""
        return self.real.diff_text(old, new)

    def record(self, moment: Moment) -> Record | None:
        """The real one."""
        return self.real.record(moment)

    def search(self, moments: Moments, wanted: Wanted, start: int = 0) -> Search:
        """The real one."""
        return self.real.search(moments, wanted, start)

    def version_text(self, version: int) -> str:
        """The real one."""
        return self.real.version_text(version)

    def version_blame(self, version: int) -> dict[int, BlamedLine]:
        """The real one."""
        return self.real.version_blame(version)

    def restoring(self, version: int, section: str | None = None) -> Restoring:
        """The real one."""
        return self.real.restoring(version, section)


def told_story(folder: Path) -> TracedSource:
    """A past with everything at once: versions of each actor, an alarm, a refusal, a compaction, one that is gone."""
    source = TracedSource(folder, make_view(version=9))
    past = source.past
    content = {name: list(lines) for name, lines in STORY.items()}
    found = content["Findings"]
    content["Findings"] = found[:2]
    past.version(
        pad_text(content), sections=["Task", "Plan", "Findings", "Ruled out", "Next"], added=21, removed=5
    )
    content["Findings"] = found[:6]
    past.version(pad_text(content), added=4)
    content["Plan"][4] = content["Plan"][4].replace("[ ]", "[x]")
    past.version(
        pad_text(content),
        added=1,
        removed=1,
        sections=["Plan"],
        operations=[
            {"op": "check", "section": "Plan", "content": "5", "reason": "the fixture is in conftest"}
        ],
    )
    past.event(
        "refused",
        'patch 0: unknown section "Paln"; use one of: Task, Plan',
        turn="4",
        code="unknown-section",
        patches=[{"section": "Paln", "op": "append", "content": "x", "reason": None}],
    )
    content["Findings"] = [*found[:5], "- finding number 6 (limiter.py:66)", *found[6:]]
    past.version(pad_text(content), actor="external", by="human", turn=None, added=11, removed=1)
    past.event("compaction", "116k to 31k", turn="5")
    content["Ruled out"] = content["Ruled out"][:2]
    past.version(
        pad_text(content),
        sections=["Ruled out"],
        added=0,
        removed=8,
        alarms=["Ruled out went from 10 entries to 2"],
    )
    content["Ruled out"] = list(STORY["Ruled out"])
    past.version(pad_text(content), actor="restore", by="human", turn=None, sections=["Ruled out"], added=8)
    past.event("quarantined", "The pad did not parse; version 6 took its place.", actor="recover")
    past.version(pad_text(content), actor="recover", by="system", turn=None, sections=[], added=0)
    content["Next"] = ["- Run the limiter tests with -n 4, and look at the 漢字 in the log"]
    past.version(pad_text(content), sections=["Next"], added=1, removed=1)
    content["Open questions"] = ["- Is the pool of 10 connections enough for four workers?"]
    past.version(pad_text(content), actor="human", by="human", turn=None, sections=["Open questions"])
    (past.folder / "00000002.md").unlink()
    return source
