"""The Timeline counts what the journal does not say of a version, for what is in sight, in the background."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from scratchpad_tui.tui.screens.timeline import TimelineScreen
from tests.core.pad.histories import pad_text
from tests.tui.drive import drive
from tests.tui.tracing import TracedSource, told_story

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from scratchpad_tui.core.pad.moments import Moments
    from tests.tui.drive import Stage

WIDE = (140, 24)


def row(stage: Stage, version: int) -> str:
    """The row of a version in the list."""
    return next(line for line in stage.text.split("\n") if f" v{version} " in line[:8])


def timeline(stage: Stage) -> TimelineScreen:
    """The Timeline, which is on top."""
    screen = stage.app.screen
    assert isinstance(screen, TimelineScreen)
    return screen


def test_versions_without_a_line_show_lines_and_sections(tmp_path: Path) -> None:
    source = told_story(tmp_path)
    source.past.only_line(b'{"kind":"vers')

    async def script(stage: Stage) -> None:
        await stage.press("2")
        assert " Open " in row(stage, 9)
        assert "+1 -0" in row(stage, 9)
        assert " Next " in row(stage, 8)
        assert "+1 -1" in row(stage, 8)
        assert "+0 -0" in row(stage, 7)
        assert "+5 -1" in row(stage, 3)  # against v1: nothing tells any more that v2 was there
        made = list(source.compared)
        await stage.press("k", "j")
        assert source.compared[len(made) :] == [(7, 8)]  # the diff that was shown is at hand still

    drive(script, size=WIDE, source=source)


def test_a_filter_by_section_finds_them(tmp_path: Path) -> None:
    source = told_story(tmp_path)
    source.past.only_line(b"")

    async def script(stage: Stage) -> None:
        await stage.press("2", "f", *"section:Next", "enter")
        screen = timeline(stage)
        found = [screen.state.moment(at).version for at in range(len(screen.state))]
        assert found == [1, 8]

    drive(script, size=WIDE, source=source)


def test_only_those_in_sight_are_counted_in_a_thread_and_once(tmp_path: Path) -> None:
    source = TracedSource(tmp_path)
    for number in range(1, 401):
        source.past.file(number, pad_text({"Next": [f"- {number}"]}))
    source.past.number = 400
    source.view = source.newest()
    asked: list[int] = []
    threads: list[threading.Thread] = []
    real = source.count

    def count(moments: Moments, places: Sequence[int]) -> int:
        asked.extend(places)
        threads.append(threading.current_thread())
        return real(moments, places)

    source.count = count  # type: ignore[method-assign]

    async def script(stage: Stage) -> None:
        await stage.press("2")
        assert "+1 -1" in row(stage, 400)
        assert len(asked) < 30
        assert threading.main_thread() not in threads
        before = list(asked)
        await stage.press("1", "2")
        assert asked == before
        await stage.press("home")
        assert "+1 -0" in row(stage, 1)
        assert len(asked) == len(set(asked)) < 60

    drive(script, size=WIDE, source=source)


def test_a_filter_that_lets_nothing_through_yet_shows_no_amount(tmp_path: Path) -> None:
    """Not even the one of the entry that was there before."""
    source = told_story(tmp_path)

    async def script(stage: Stage) -> None:
        await stage.press("2")
        screen = timeline(stage)
        about = screen.query_one("#about").region.y
        assert "+1 -0" in stage.text.split("\n")[about]
        screen.start_filter("x", None)
        from scratchpad_tui.core.pad.wanted import Wanted

        screen.start_filter("kind:none", Wanted(kinds=("none",)))
        (line,) = screen.query_one("#about").lines  # type: ignore[attr-defined]
        assert not line.text.strip()

    drive(script, size=WIDE, source=source)


def test_a_turn_numbered_above_99_is_told_whole(tmp_path: Path) -> None:
    source = TracedSource(tmp_path)
    for number in range(3):
        source.past.version(pad_text({"Next": [f"- {number}"]}), turn=str(1200 + number))
    source.view = source.newest()

    async def script(stage: Stage) -> None:
        await stage.press("2")
        assert "agent t1202" in row(stage, 3)

    drive(script, size=(40, 12), source=source)
