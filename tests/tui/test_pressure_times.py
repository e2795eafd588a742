"""The context in time, and the Timeline's rows that show it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from scratchpad_tui.tui.pressure_times import ContextTimes, Share
from tests.tui.drive import drive
from tests.tui.fake import NOW
from tests.tui.pressures import CLIMB, START, FakeTranscript, made_view
from tests.tui.tracing import told_story

if TYPE_CHECKING:
    from pathlib import Path

    from tests.tui.drive import Stage


def at(seconds: float) -> datetime:
    """A moment so long after the first call."""
    return datetime.fromtimestamp(START + seconds, UTC)


def test_the_context_at_a_moment_is_that_of_the_call_before_it() -> None:
    times = ContextTimes(made_view())
    assert times.at(at(-1)) is None
    assert times.at(at(0)) == Share("12 %", "dim")
    assert times.at(at(8 * 60 + 1)) == Share("77 %", "attention")
    assert times.at(at(9_999)) == Share("58 %", "dim")
    assert times.at(None) is None


def test_a_day_behind_the_last_call_nothing_is_known() -> None:
    """A pad of November says nothing of the context that a transcript of January ends with."""
    times = ContextTimes(made_view())
    assert times.at(at(86_400)) == Share("58 %", "dim")
    assert times.at(at(86_400 + 15 * 60)) is None


def test_behind_a_compaction_it_is_unknown_until_the_next_call() -> None:
    times = ContextTimes(made_view())
    mark = at(9 * 60 - 30)
    assert times.at(mark + timedelta(seconds=1)) == Share("?", "attention")
    assert times.compacted(mark - timedelta(seconds=1), mark)
    assert not times.compacted(mark, at(9_999))
    assert not times.compacted(None, mark)


def test_a_compaction_falls_from_the_call_before_it_to_the_one_behind_it() -> None:
    times = ContextTimes(made_view())
    told = at(9 * 60 - 100)  # by a hook, before the summary was written
    assert times.fall(told) == "77 % → 19 %"
    assert times.fall(told + timedelta(hours=1)) == ""
    assert times.fall(None) == ""
    assert ContextTimes(made_view(compacted=())).fall(told) == ""
    assert ContextTimes(made_view(CLIMB)).fall(told) == "77 % → ?"


def test_a_transcript_without_times_tells_nothing() -> None:
    view = made_view((1, 2), compacted=())
    view.series.times[:] = type(view.series.times)("d", [-1.0, -1.0])
    assert ContextTimes(view).at(NOW) is None


def test_the_timeline_shows_it_at_each_version(tmp_path: Path) -> None:
    """And a mark where the context was emptied since the version above."""
    source = told_story(tmp_path)
    moments = source.moments()
    times = [moments[place].time for place in range(len(moments))]
    first, last = (time for time in (times[0], times[-1]) if time)
    span = (last - first).total_seconds()
    view = made_view()
    for call in range(view.calls):
        view.series.times[call] = first.timestamp() + span * call / view.calls
    marks = tuple(
        mark._replace(time=first.timestamp() + span * (len(CLIMB) - 0.5) / view.calls)
        for mark in view.compactions
    )
    transcript = FakeTranscript(view._replace(compactions=marks))

    async def script(stage: Stage) -> None:
        await stage.press("2")
        rows = [row for row in stage.text.split("\n") if " v" in row[:6]]
        assert sum("◇" in row[6:] for row in rows) == 1
        assert "12 %" in rows[0]
        assert "58 %" in rows[-1]

    drive(script, size=(160, 40), source=source, transcripts=transcript)


def test_a_compaction_with_a_row_of_its_own_has_no_second_mark(tmp_path: Path) -> None:
    """A hook told the journal of it, and the transcript has it too."""
    source = told_story(tmp_path)
    moments = source.moments()
    times = [moments[place].time for place in range(len(moments))]
    told = next(place for place in range(len(moments)) if moments[place].kind == "compaction")
    above = max(place for place in range(told) if not moments[place].is_event)
    start = times[above]
    assert start is not None
    view = made_view()
    first = times[0]
    assert first is not None
    for call in range(view.calls):
        view.series.times[call] = first.timestamp() + call
    marks = tuple(mark._replace(time=start.timestamp() + 0.5) for mark in view.compactions)
    transcript = FakeTranscript(view._replace(compactions=marks))

    async def script(stage: Stage) -> None:
        await stage.press("2")
        rows = stage.text.split("\n")
        assert sum("◇ compaction" in row or "◇" in row[:6] for row in rows) >= 1
        assert not [row for row in rows if " v" in row[:6] and "◇" in row[6:]]

    drive(script, size=(160, 40), source=source, transcripts=transcript)


def test_without_a_transcript_the_timeline_has_no_column_for_it(tmp_path: Path) -> None:
    async def script(stage: Stage) -> None:
        await stage.press("2")
        assert "%" not in stage.text

    drive(script, size=(160, 40), source=told_story(tmp_path))
