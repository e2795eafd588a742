"""The Timeline: what happened stands in one list, follows, is filtered and compared; versions come back from it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad.drafts import new_draft
from scratchpad_tui.core.pad.moments import Columns
from scratchpad_tui.core.pad.view import Need
from scratchpad_tui.tui.screens.choose import ChooseScreen
from scratchpad_tui.tui.screens.confirm import ConfirmScreen
from scratchpad_tui.tui.screens.health import HealthScreen
from scratchpad_tui.tui.screens.help import HelpScreen
from scratchpad_tui.tui.screens.mend import MendScreen
from scratchpad_tui.tui.screens.restore import RestoreScreen
from scratchpad_tui.tui.screens.timeline import TimelineScreen
from scratchpad_tui.tui.screens.turn import TurnScreen
from scratchpad_tui.tui.screens.version import DiffScreen, VersionScreen
from scratchpad_tui.tui.timeline_state import DIFF, SIDE
from scratchpad_tui.tui.widgets.field import FilterRow
from tests.core.pad.histories import pad_text, version_line
from tests.tui.drive import drive
from tests.tui.fake import FakeSource, make_view
from tests.tui.recoveries import recovery
from tests.tui.tracing import TracedSource, told_story

if TYPE_CHECKING:
    from array import array
    from pathlib import Path

    from scratchpad_tui.core.pad.comparison import Comparison
    from scratchpad_tui.core.pad.moments import Moment, Moments
    from tests.tui.drive import Stage

SIZES = [(80, 24), (40, 12), (120, 40), (200, 60)]
WIDE = (120, 40)


class Gate:
    """Holds threads up until a script says so, or ends."""

    def __init__(self) -> None:
        self._open = threading.Event()

    def wait(self) -> None:
        """Waits in a thread; how long it takes until the script has come so far does not count."""
        assert self._open.wait(600)

    def __enter__(self) -> None:
        """Holds them up from the start on."""

    def __exit__(self, *_: object) -> None:
        """Lets them go on."""
        self._open.set()


async def open_timeline(stage: Stage) -> TimelineScreen:
    await stage.press("2")
    return timeline(stage)


def timeline(stage: Stage) -> TimelineScreen:
    """The Timeline, which is on top."""
    screen = stage.app.screen
    assert isinstance(screen, TimelineScreen)
    return screen


def here(stage: Stage) -> str:
    """What is under the cursor, in a word."""
    screen = next(screen for screen in stage.app.screen_stack if isinstance(screen, TimelineScreen))
    moment = screen.state.here
    assert moment is not None
    return moment.kind if moment.is_event else f"v{moment.version}"


def mark(stage: Stage) -> int | None:
    """The version that others are compared with."""
    return timeline(stage).state.mark


@pytest.mark.parametrize("size", SIZES)
def test_2_opens_it_at_its_end_and_1_and_escape_leave_it(tmp_path: Path, size: tuple[int, int]) -> None:
    async def script(stage: Stage) -> None:
        for leave in ("1", "escape"):
            screen = await open_timeline(stage)
            assert screen.state.follows
            assert here(stage) == "v9"
            assert "2 Timeline" in stage.text
            assert "v9" in stage.text
            await stage.press(leave)
            assert stage.is_on_live

    drive(script, size=size, source=told_story(tmp_path))


def test_every_kind_has_a_glyph_and_a_word(tmp_path: Path) -> None:
    """A person sees what happened where, without colour."""

    async def script(stage: Stage) -> None:
        await open_timeline(stage)
        rows = stage.text.split("\n")
        for glyph, word in (
            ("✗", "refused"),
            ("≈", "external"),
            ("◇", "compaction"),
            ("!", "Ruled out went"),
            ("↶", "restored"),
            ("⚑", "quarantined"),
            ("✚", "recovered"),
        ):
            assert any(row[1:2] == glyph and word in row for row in rows), word
        gone = next(row for row in rows if "v2 " in row)
        assert "not kept" in gone

    drive(script, size=(160, 40), source=told_story(tmp_path))


def test_the_diff_is_of_the_version_under_the_cursor(tmp_path: Path) -> None:
    source = told_story(tmp_path)

    async def script(stage: Stage) -> None:
        await open_timeline(stage)
        assert source.compared == [(8, 9)]
        assert "+ - Is the pool of 10 connections" in stage.text
        await stage.press("k")
        assert "- - Add the fakeredis fixture" in stage.text
        assert "漢字" in stage.text
        await stage.press("j")
        assert source.compared == [(8, 9), (7, 8)]  # what was shown is at hand

    drive(script, size=WIDE, source=source)


def test_rows_of_the_diff_that_are_hidden_are_counted_in_its_title(tmp_path: Path) -> None:
    source = told_story(tmp_path)
    source.past.version(pad_text({"Findings": [f"- row {number}" for number in range(1, 60)]}))

    async def script(stage: Stage) -> None:
        await open_timeline(stage)
        title = next(row for row in stage.text.split("\n") if "+59" in row and "more" in row)
        assert "above" not in title
        await stage.press("tab", "end")
        title = next(row for row in stage.text.split("\n") if "above" in row)
        assert "more" not in title
        await stage.press("k")
        assert next(row for row in stage.text.split("\n") if "above" in row).count("1 more") == 1

    drive(script, source=source)


def test_an_event_is_titled_with_what_happened(tmp_path: Path) -> None:
    """Its kind's bare name stood there."""
    source = told_story(tmp_path)
    source.past.event("refused", "patch 0: unknown section")
    source.past.event("of-another-program", "something")

    async def script(stage: Stage) -> None:
        await open_timeline(stage)
        assert "─ An event: of-another-program" in stage.text
        await stage.press("k")
        assert "─ A patch was refused" in stage.text

    drive(script, source=source)


def test_keys_go_through_the_list(tmp_path: Path) -> None:
    async def script(stage: Stage) -> None:
        await open_timeline(stage)
        await stage.press("k", "up", "j")
        assert here(stage) == "v8"
        await stage.press("<")
        assert here(stage) == "v7"
        await stage.press("<")
        assert here(stage) == "v6"  # over what is no version
        await stage.press("[", ">", "]")
        assert here(stage) == "v7"
        await stage.press("home")
        assert here(stage) == "v1"
        await stage.press("<")
        assert stage.toasts == ["This is the oldest version"]
        await stage.press("pagedown")
        assert here(stage) != "v1"
        await stage.press("end", ">")
        assert stage.toasts == ["This is the newest version"]
        await stage.press("pageup", "pageup", "pageup")
        assert here(stage) == "v1"

    drive(script, source=told_story(tmp_path))


def test_it_follows_at_its_end_and_stays_put_above(tmp_path: Path) -> None:
    source = told_story(tmp_path)

    async def more(stage: Stage) -> None:
        source.past.version(pad_text({"Next": [f"- {source.past.number}"]}))
        await stage.show(source.newest())

    async def script(stage: Stage) -> None:
        screen = await open_timeline(stage)
        await more(stage)
        assert here(stage) == "v10"
        assert "● live" in stage.text
        await stage.press("k", "k")
        assert not screen.state.follows
        before = [row for row in stage.text.split("\n") if "v8" in row]
        for _ in range(3):
            await more(stage)
        assert here(stage) == "v8"
        assert [row for row in stage.text.split("\n") if "v8" in row][:1] == before[:1]
        assert "paused · 3 new" in stage.text
        await stage.press("F")
        assert here(stage) == "v13"
        assert stage.toasts == ["Following"]
        await stage.press("F")
        await more(stage)
        assert here(stage) == "v13"
        await stage.press("end")
        await more(stage)
        assert here(stage) == "v15"

    drive(script, size=WIDE, source=source)


def test_the_list_goes_on_while_a_filter_stands(tmp_path: Path) -> None:
    source = told_story(tmp_path)

    async def script(stage: Stage) -> None:
        screen = await open_timeline(stage)
        await stage.press("f", *"section:next", "enter")
        assert here(stage) == "v8"
        assert len(screen.state) == 2
        source.past.version(pad_text({"Next": ["- x"]}), sections=["Next"])
        source.past.version(pad_text({"Next": ["- x"], "Task": ["- y"]}), sections=["Task"])
        await stage.show(source.newest())
        assert here(stage) == "v10"
        assert "section:next · 3 of 14" in stage.text
        await stage.press("escape")
        assert here(stage) == "v11"
        assert stage.shows(TimelineScreen)

    drive(script, source=source)


def test_filters_by_kind_actor_and_text(tmp_path: Path) -> None:
    async def script(stage: Stage) -> None:
        screen = await open_timeline(stage)
        for words, count, last in (
            ("kind:refused", 1, "refused"),
            ("actor:external", 1, "v4"),
            ("kind:alarm", 1, "v5"),
            ("fakeredis", 3, "v8"),
            ("zebra", 0, ""),
        ):
            await stage.press("f")
            field = stage.app.focused
            field.value = words  # type: ignore[union-attr]
            await stage.press("enter")
            assert len(screen.state) == count, words
            assert not last or here(stage) == last
        assert "Nothing here is like that" in stage.text
        await stage.press("enter", "r", "c", "y", "j", "home", "n", "escape")
        await stage.press("f")
        stage.app.focused.value = "kind:odd"  # type: ignore[union-attr]
        await stage.press("enter")
        assert 'There is no kind "odd"' in stage.toasts[-1]
        await stage.press("escape")
        assert stage.shows(TimelineScreen)

    drive(script, source=told_story(tmp_path))


@pytest.mark.parametrize("key", ["backspace", "escape", "f12"])
def test_a_filter_that_means_nothing_can_be_mended_where_it_was_typed(key: str, tmp_path: Path) -> None:
    """The words stay in the field; what was said of them goes with them, however that is left."""

    async def script(stage: Stage) -> None:
        screen = await open_timeline(stage)
        await stage.press("f", *"section:odd", "enter")
        assert 'There is no section "odd"' in stage.toasts[-1]
        assert screen.query_one(FilterRow).text == "section:odd"
        if key == "f12":
            stage.app.action_ground()
            await stage.settle()
        else:
            await stage.press(key)
        assert stage.toasts == []
        await stage.press(*(["backspace"] * 2), *"next", "enter") if key == "backspace" else None
        assert len(screen.state) == (2 if key == "backspace" else 12)

    drive(script, source=told_story(tmp_path))


def test_a_long_search_is_told_and_ended_by_escape(tmp_path: Path) -> None:
    source = told_story(tmp_path)
    gate = Gate()

    real = source.real._reading

    def slow() -> object:
        profile, read = real()

        def waiting(version: int) -> bytes:
            gate.wait()
            return read(version)

        return profile, waiting

    async def script(stage: Stage) -> None:
        screen = await open_timeline(stage)
        source.real._reading = slow  # type: ignore[method-assign,assignment]
        with gate:
            await stage.pilot.press("f", *"redis", "enter")
            await stage.until(lambda: "reading 0 of 12 · 0 found · esc ends" in stage.text)
            await stage.pilot.press("escape")
            await stage.until(lambda: screen.state.wanted is None)
        await stage.settle()
        assert len(screen.state) == 12

    drive(script, source=source)


def test_find_goes_through_versions_and_marks_the_diff(tmp_path: Path) -> None:
    async def script(stage: Stage) -> None:
        screen = await open_timeline(stage)
        await stage.press("slash", *"fakeredis", "enter")
        assert "“fakeredis” 3" in stage.text
        await stage.press("n")
        assert here(stage) == "v1"
        await stage.press("N")
        assert here(stage) == "v8"
        marks = [span for line in screen.diff.lines for span in line.spans if span.style == "find"]
        assert [span.text for span in marks] == ["fakeredis"]
        await stage.press("tab", "n", "N")
        assert screen.state.pane == DIFF
        await stage.press("escape")
        assert not screen.state.find
        await stage.press("escape", "n")
        assert stage.app.focused is not None
        await stage.press(*"zebra", "enter")
        assert "“zebra” not found" in stage.text
        assert stage.toasts == []
        await stage.press("n", "escape", "escape")
        assert stage.is_on_live

    drive(script, size=WIDE, source=told_story(tmp_path))


def test_what_is_typed_to_find_is_marked_on_the_screen_before_enter(tmp_path: Path) -> None:
    """No version is read for it; escape brings back what was marked before."""

    async def script(stage: Stage) -> None:
        screen = await open_timeline(stage)

        def marks() -> set[str]:
            lines = (*screen.moments.lines, *screen.diff.lines)
            return {span.text for line in lines for span in line.spans if span.style == "find"}

        await stage.press("slash", *"fakeredis", "enter", "n")
        found = screen.state.found
        await stage.press("slash", "ctrl+u", *"findings")
        await stage.until(lambda: marks() == {"Findings"})
        assert screen.finding is None
        assert screen.state.found is found
        await stage.press("escape")
        assert "“fakeredis” 1/3" in stage.text
        assert marks() == {"fakeredis"}

    drive(script, size=WIDE, source=told_story(tmp_path))


def test_any_two_versions_are_compared(tmp_path: Path) -> None:
    source = told_story(tmp_path)

    async def script(stage: Stage) -> None:
        await open_timeline(stage)
        await stage.press("c")
        assert mark(stage) == 9
        assert "No line differs" not in stage.text
        assert "v9 · go to another version to compare · c ends" in stage.text
        await stage.press("home")
        assert source.compared[-1] == (1, 9)
        assert "v1 to v9 · c ends" in stage.text
        assert "◆" in stage.text
        await stage.press("j")
        assert "not kept any more" in stage.text
        await stage.press("c")
        assert mark(stage) is None
        await stage.press("end", "c", "escape")
        assert mark(stage) is None
        assert stage.shows(TimelineScreen)

    drive(script, size=WIDE, source=source)


def test_side_by_side_from_120_columns(tmp_path: Path) -> None:
    async def script(stage: Stage) -> None:
        screen = await open_timeline(stage)
        await stage.press("home", *"jjjj", "s")
        assert screen.state.layout == SIDE
        rows = stage.text.split("\n")
        assert any("~ - finding number 6" in row and "│ ~ - finding number 6" in row for row in rows)
        await stage.press("s")
        assert "+ - finding number 6 (limiter.py:66)" in stage.text

    drive(script, size=WIDE, source=told_story(tmp_path))

    async def narrow(stage: Stage) -> None:
        await open_timeline(stage)
        await stage.press("s")
        assert stage.toasts == ["Side by side needs 120 columns"]

    drive(narrow, source=told_story(tmp_path / "narrow"))


def test_tab_goes_to_the_diff_and_its_keys_scroll_it(tmp_path: Path) -> None:
    async def script(stage: Stage) -> None:
        screen = await open_timeline(stage)
        await stage.press("home", "tab", "j", "j")
        assert here(stage) == "v1"
        assert screen.diff.scroll_offset.y == 2
        await stage.press("end")
        assert screen.diff.scroll_offset.y == screen.diff.max_scroll_y > 2
        await stage.press("k", "pageup", "home")
        assert screen.diff.scroll_offset.y == 0
        await stage.press("escape", "j")
        assert here(stage) == "v2"

    drive(script, source=told_story(tmp_path))


def test_enter_opens_the_whole_version_or_all_of_an_event(tmp_path: Path) -> None:
    async def script(stage: Stage) -> None:
        await open_timeline(stage)
        await stage.press("enter")
        assert stage.shows(VersionScreen)
        assert "The pad as v9 had it" in stage.text
        assert "## Task" in stage.text
        await stage.press("q")
        assert stage.shows(TimelineScreen)  # one level is closed, not two
        await stage.press("f", *"refused", "enter", "enter")
        assert stage.shows(DiffScreen)
        assert "code: unknown-section" in stage.text
        assert "null" not in stage.text
        await stage.press("enter")
        assert "No version that is kept" in stage.toasts[-1]
        await stage.press("2")
        assert stage.shows(TimelineScreen)
        await stage.press("escape", "home", "j", "enter")
        assert stage.toasts[-1] == "v2 is not kept any more"

    drive(script, source=told_story(tmp_path))


def test_on_a_small_screen_enter_opens_the_diff_and_from_there_the_version(tmp_path: Path) -> None:
    source = told_story(tmp_path)

    async def script(stage: Stage) -> None:
        await open_timeline(stage)
        assert source.compared == []
        await stage.press("enter")
        assert stage.shows(DiffScreen)
        assert "Is the pool of 10" in stage.text
        await stage.press("enter")
        assert stage.shows(VersionScreen)
        await stage.press("escape", "escape")
        assert stage.shows(TimelineScreen)
        await stage.press("tab")
        assert stage.shows(DiffScreen)

    drive(script, size=(40, 12), source=source)


def test_the_journals_reason_stands_above_the_diff(tmp_path: Path) -> None:
    async def script(stage: Stage) -> None:
        await open_timeline(stage)
        await stage.press("home", "j", "j")
        assert here(stage) == "v3"
        assert "why: the fixture is in conftest" in stage.text
        assert "not known; enter shows all of it" in stage.text  # v2 is gone

    drive(script, size=WIDE, source=told_story(tmp_path))


def test_y_copies_the_diff(tmp_path: Path) -> None:
    async def script(stage: Stage) -> None:
        await open_timeline(stage)
        await stage.press("y")
        assert stage.app.clipboard.startswith("--- v8\n+++ v9 · you\n")
        await stage.press("f", *"refused", "enter", "y")
        assert stage.toasts[-1] == "No diff stands here to copy"

    drive(script, source=told_story(tmp_path))


# Restore


def test_restore_shows_what_would_change_and_asks(tmp_path: Path) -> None:
    source = told_story(tmp_path)

    async def script(stage: Stage) -> None:
        await open_timeline(stage)
        await stage.press("<", "r")
        assert stage.shows(RestoreScreen)
        assert "Restore v8? +0 -1 · as a new version" in stage.text
        assert "y restores the whole pad · enter chooses a section" in stage.text
        assert "y restore  n no  enter part" in stage.text
        assert "- - Is the pool of 10 connections" in stage.text
        await stage.press("n")
        assert not any(call[0] == "restore" for call in source.calls)
        await stage.press("r", "y")
        assert source.calls[-1] == ("restore", 8, None)
        assert stage.toasts[-1] == "Restored version 8 · u undoes"
        await stage.press("u")
        assert source.calls[-1] == ("revert", 101)
        await stage.press("U")
        assert stage.shows(TimelineScreen)

    drive(script, source=source)


def test_one_section_is_restored(tmp_path: Path) -> None:
    source = told_story(tmp_path)

    async def script(stage: Stage) -> None:
        await open_timeline(stage)
        await stage.press("home", "r", "enter")
        assert stage.shows(ChooseScreen)
        assert "Which part of v1? y restores it afterwards" in stage.text
        await stage.press("j", "j", "enter")
        assert not any(call[0] == "restore" for call in source.calls)
        assert "Restore Findings of v1?" in stage.text
        assert "y restores Findings alone · enter chooses another part" in stage.text
        assert "Is the pool" not in stage.text
        await stage.press("enter", "enter")
        assert "Restore v1?" in stage.text
        await stage.press("enter", "j", "enter", "y")
        assert source.calls[-1] == ("restore", 1, "Plan")

    drive(script, source=source)


def test_of_an_alarm_the_version_before_is_offered(tmp_path: Path) -> None:
    """What it lost stands there."""
    source = told_story(tmp_path)

    async def script(stage: Stage) -> None:
        await open_timeline(stage)
        stage.app.open_timeline(kind="alarm")
        await stage.settle()
        assert here(stage) == "v5"
        assert "r restores the version before it" in stage.text
        await stage.press("r")
        assert "v4, the one before" in stage.text
        await stage.press("enter")
        assert "Restore v4?" in stage.text
        await stage.press("n", "r", "j", "enter")
        assert "Restore v5?" in stage.text
        await stage.press("n", "r", "escape")
        assert stage.shows(TimelineScreen)

    drive(script, size=WIDE, source=source)


@pytest.mark.parametrize("state", ["no file", "BROKEN"])
def test_the_version_that_a_lost_pad_is_served_from_is_put_back(state: str, tmp_path: Path) -> None:
    """What is shown is that version already, but the file is not."""
    source = told_story(tmp_path)
    source.mend = recovery()

    async def script(stage: Stage) -> None:
        await stage.show(stage.app.live.state.newest._replace(state=state))
        await open_timeline(stage)
        await stage.press("r")
        assert stage.shows(MendScreen)

    drive(script, source=source)


def test_what_cannot_be_restored_is_told(tmp_path: Path) -> None:
    source = told_story(tmp_path)

    async def script(stage: Stage) -> None:
        await open_timeline(stage)
        await stage.press("r")
        assert stage.toasts[-1] == "The pad is as version 9 was already"
        await stage.press("home", "j", "r")
        assert "There is no version 2" in stage.toasts[-1]
        await stage.press("f", *"refused", "enter", "r")
        assert "No version stands here to restore" in stage.toasts[-1]
        await stage.press("escape")
        source.read_only = True
        await stage.press("home", "r")
        assert "--read-only" in stage.toasts[-1]

    drive(script, source=source)


def test_a_quarantine_opens_its_recovery(tmp_path: Path) -> None:
    source = told_story(tmp_path)

    async def script(stage: Stage) -> None:
        await open_timeline(stage)
        stage.app.open_timeline(kind="quarantined")
        await stage.settle()
        await stage.press("r")
        assert ("recoveries",) in source.calls

    drive(script, source=source)


def test_a_draft_that_is_not_saved_is_told_in_the_question(tmp_path: Path) -> None:
    source = told_story(tmp_path)
    source.left = (new_draft("section", "Findings", ("- mine",), (), 3),)

    async def script(stage: Stage) -> None:
        await stage.press("escape")
        await open_timeline(stage)
        await stage.press("<", "r")
        assert "A draft of Findings is not saved" in stage.text

    drive(script, source=source)


def test_the_preview_goes_on_with_the_pad(tmp_path: Path) -> None:
    source = told_story(tmp_path)

    async def script(stage: Stage) -> None:
        await open_timeline(stage)
        await stage.press("<", "r")
        source.past.version(pad_text({"Task": ["- a new pad"]}))
        await stage.show(source.newest())
        assert stage.shows(RestoreScreen)
        assert "- - a new pad" in stage.text

    drive(script, source=source)


# The ways here


def test_a_turn_on_live_opens_its_place_on_the_timeline(tmp_path: Path) -> None:
    source = told_story(tmp_path)

    async def script(stage: Stage) -> None:
        stage.app.open_turn(4)
        await stage.settle()
        assert stage.shows(TurnScreen)
        await stage.press("2")
        assert here(stage) == "v4"
        assert not timeline(stage).state.follows
        await stage.press("1")
        assert stage.is_on_live

    drive(script, source=source)


@pytest.mark.parametrize(("code", "place"), [("alarm", "v5"), ("refused", "refused")])
def test_what_needs_a_person_opens_at_its_entry(tmp_path: Path, code: str, place: str) -> None:
    source = told_story(tmp_path)
    source.view = source.view._replace(needs=(Need(code, 1, "look", "2"),))

    async def script(stage: Stage) -> None:
        await stage.press(*["tab"] * 7)
        assert stage.app.live.state.beside is not None
        await stage.press("enter")
        assert here(stage) == place

    drive(script, size=WIDE, source=source)


def test_keys_typed_while_it_opens_are_its_own(tmp_path: Path) -> None:
    async def script(stage: Stage) -> None:
        await stage.press("2", "k", "k")
        assert here(stage) == "v7"

    drive(script, source=told_story(tmp_path))


def test_a_long_history_is_told_while_it_is_read_and_no_key_waits_for_it(tmp_path: Path) -> None:
    source = told_story(tmp_path)
    gate = Gate()
    real = source.moments

    def slow() -> Moments:
        gate.wait()
        return real()

    source.moments = slow  # type: ignore[method-assign]

    async def reading(stage: Stage) -> None:
        await stage.pilot.press("2")
        await stage.until(lambda: "Reading the history…" in stage.text)
        assert "each save of the pad" not in stage.text

    async def script(stage: Stage) -> None:
        with gate:
            await reading(stage)
            for key in ("k", "enter", "c", "s", "r", "y", "F", "F"):
                await stage.pilot.press(key)
            # Each key waits for the one before it, so that one may be at work still when the next was pressed.
            await stage.pilot.press("escape")
            await stage.until(lambda: stage.is_on_live)
            await reading(stage)
        await stage.settle()
        assert here(stage) == "v9"
        assert timeline(stage).state.follows
        assert "Reading the history…" not in stage.text
        await stage.press("k")
        assert here(stage) == "v8"

    drive(script, source=source)


def test_a_history_that_cannot_be_read_is_told_and_leaves_no_empty_screen(tmp_path: Path) -> None:
    source = told_story(tmp_path)
    gate = Gate()

    def failing() -> Moments:
        gate.wait()
        raise StorageError("could not read the folder", "see its permissions")

    source.moments = failing  # type: ignore[method-assign]

    async def script(stage: Stage) -> None:
        with gate:
            await stage.pilot.press("2")
            await stage.until(lambda: "Reading the history…" in stage.text)
        await stage.settle()
        assert stage.is_on_live
        assert stage.toasts == ["Could not read the folder; see its permissions"]
        await stage.press("2")
        assert stage.is_on_live

    drive(script, source=source)


def test_a_text_that_was_redacted_is_not_shown_any_more(tmp_path: Path) -> None:
    """Versions have other bytes then, under the same numbers and with the same figures."""
    source = told_story(tmp_path)
    gate = Gate()

    async def script(stage: Stage) -> None:
        screen = await open_timeline(stage)
        await stage.press("k", "j")
        assert "pool of 10" in stage.text
        for path in source.past.folder.glob("*.md"):
            path.write_bytes(path.read_bytes().replace(b"pool of 10", b"[redacted]"))
        journal = source.past.folder / "journal.jsonl"
        anew = journal.with_name("anew")
        anew.write_bytes(journal.read_bytes())
        anew.replace(journal)
        await stage.show(source.newest())
        assert "[redacted]" in stage.text
        assert "pool of 10" not in stage.text
        # One that is being made meanwhile is made once more.
        real = source.comparison
        held: list[int] = []

        def slow(old: int, new: int) -> Comparison:
            found = real(old, new)
            if not held:
                held.append(new)
                gate.wait()
            return found

        source.comparison = slow  # type: ignore[method-assign]
        with gate:
            await stage.pilot.press("<")
            await stage.until(lambda: bool(held))
            newest = source.past.folder / f"{held[0]:08d}.md"
            newest.write_bytes(newest.read_bytes().replace(b"## Next", b"## Next\n- other"))
            anew.write_bytes(journal.read_bytes())
            anew.replace(journal)
            stage.clock.pass_by(1)
            source.tell(source.newest())
            await stage.until(lambda: bool(screen.diffs._stale))
        await stage.settle()
        assert "+ - other" in stage.text

    drive(script, size=WIDE, source=source)


def test_help_health_and_the_end_of_the_program_are_there(tmp_path: Path) -> None:
    async def script(stage: Stage) -> None:
        await open_timeline(stage)
        await stage.press("question_mark")
        assert stage.shows(HelpScreen)
        assert "Every version" in stage.text
        await stage.press("escape", "5")
        assert stage.shows(HealthScreen)
        await stage.press("escape", "ctrl+r")
        assert ("look",) in stage.source.calls
        await stage.pilot.press("ctrl+q")

    assert drive(script, source=told_story(tmp_path)).return_code == 0


def test_without_any_version_it_says_what_will_stand_here() -> None:
    async def script(stage: Stage) -> None:
        await open_timeline(stage)
        assert "each save of the pad becomes one" in stage.text
        await stage.press("j", "enter", "r", "c", "y", "s", "F", "<", "end", "tab", "n", "escape", "escape")

    drive(script, source=FakeSource(make_view()))


def test_the_mouse_works(tmp_path: Path) -> None:
    async def script(stage: Stage) -> None:
        screen = await open_timeline(stage)
        row = screen.places.index(3)
        await stage.pilot.click("#moments", offset=(4, row))
        await stage.settle()
        assert screen.state.at == 3
        await stage.wheel("#moments", 1)
        assert screen.state.at == 4
        await stage.wheel("#moments", -1)
        assert screen.state.at == 3
        await stage.pilot.click("#diff", offset=(4, 2))
        assert screen.state.pane == DIFF
        await stage.pilot.click("#moments", offset=(4, row), times=2)
        await stage.settle()
        assert stage.shows(DiffScreen)

    drive(script, size=WIDE, source=told_story(tmp_path))


# Long histories and faults


def long_past(folder: Path, count: int) -> TracedSource:
    """So many versions, of which the last few are files."""
    import json

    source = TracedSource(folder, make_view(version=count))
    text = pad_text({"Next": ["- go"]})
    lines = (version_line(number, text) for number in range(1, count + 1))
    source.past.line(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
    for number in range(count - 5, count + 1):
        source.past.file(number, text)
    source.past.number = count
    return source


def test_of_ten_thousand_versions_only_those_in_sight_are_put_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key costs what it costs in a short list."""
    made: list[int] = []
    row = Columns.row

    def counted(self: Columns, at: int, kept: array[int], first_kept: int) -> Moment:
        made.append(at)
        return row(self, at, kept, first_kept)

    monkeypatch.setattr(Columns, "row", counted)

    async def script(stage: Stage) -> None:
        screen = await open_timeline(stage)
        assert "v10000" in stage.text
        for keys in (("k",), ("pageup",), ("home",), ("end",), ("pageup", "pageup")):
            made.clear()
            await stage.press(*keys)
            assert len(made) < 60 * 2 * len(keys), keys
        assert len(screen.state) == 10_000
        assert len(screen.moments.lines) <= 40

    drive(script, size=WIDE, source=long_past(tmp_path, 10_000))


def test_a_slow_difference_holds_up_no_other_one(tmp_path: Path) -> None:
    """The newest wish wins, and what was not waited for is dropped."""
    gate = Gate()

    source = told_story(tmp_path)
    real = source.comparison

    def slow(old: int, new: int) -> Comparison:
        if new in (9, 8):
            gate.wait()
        return real(old, new)

    source.comparison = slow  # type: ignore[method-assign]

    async def script(stage: Stage) -> None:
        with gate:
            await stage.pilot.press("2")
            await stage.until(lambda: "Comparing…" in stage.text)
            for _ in range(4):
                await stage.pilot.press("k")
            await stage.until(lambda: here(stage) == "v6")
        await stage.settle()
        assert "way 3 does not work" in stage.text
        assert source.compared.count((6, 7)) <= 1

    drive(script, size=WIDE, source=source)


def test_a_journal_that_is_torn_or_gone_loses_annotation_alone(tmp_path: Path) -> None:
    source = told_story(tmp_path)

    async def script(stage: Stage) -> None:
        screen = await open_timeline(stage)
        source.past.only_line(b'{"kind":"vers')
        source.past.file(10, pad_text({"Next": ["- x"]}))
        await stage.show(source.newest())
        assert len(screen.state) == 9  # ten, and one was deleted
        assert here(stage) == "v10"
        assert "unknown" in stage.text
        await stage.press("<")
        assert "Is the pool of 10" in stage.text

    drive(script, size=WIDE, source=source)


def test_a_version_that_goes_while_it_is_looked_at_is_a_sentence(tmp_path: Path) -> None:
    source = told_story(tmp_path)

    async def script(stage: Stage) -> None:
        await open_timeline(stage)
        source.past.drop(7)
        await stage.press("k")
        assert "there is no version 7" in stage.text

    drive(script, size=WIDE, source=source)


def test_a_diff_with_controls_is_copied_after_a_question(tmp_path: Path) -> None:
    source = told_story(tmp_path)
    source.past.version(pad_text({"Next": ["- \x1b[31mred"]}))
    source.view = source.newest()

    async def script(stage: Stage) -> None:
        await open_timeline(stage)
        await stage.press("y")
        assert stage.shows(ConfirmScreen)

    drive(script, source=source)
