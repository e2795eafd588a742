"""The Pressure screen driven by keys and mouse: opened, scrubbed, followed, and what opens over it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.working.held import Kept
from scratchpad_tui.tui.layout.pressure import FILE, GRAPH, TABLE
from scratchpad_tui.tui.pressure_view import LOADING, NONE, PressureView
from scratchpad_tui.tui.screens.choose import ChooseScreen
from scratchpad_tui.tui.screens.help import HelpScreen
from scratchpad_tui.tui.screens.pressure import PressureScreen
from scratchpad_tui.tui.screens.pressure_sheets import CompactionScreen, MessageScreen
from scratchpad_tui.tui.screens.timeline import TimelineScreen
from tests.tui.drive import drive
from tests.tui.hostile import CORPUS, FORBIDDEN
from tests.tui.pressures import CLIMB, FOUND, HELD, FakeTranscript, made_view, with_more
from tests.tui.tracing import told_story

if TYPE_CHECKING:
    from pathlib import Path

    from tests.tui.drive import Stage

SIZES = [(80, 24), (40, 12), (120, 40), (200, 60)]


def pressure(stage: Stage) -> PressureScreen:
    """The screen, which is open."""
    return next(screen for screen in stage.app.screen_stack if isinstance(screen, PressureScreen))


@pytest.mark.parametrize("size", SIZES)
def test_4_opens_it_and_1_and_escape_leave_it(size: tuple[int, int]) -> None:
    async def script(stage: Stage) -> None:
        for leave in ("1", "escape"):
            await stage.press("4")
            assert stage.shows(PressureScreen)
            assert "4 Pressure" in stage.text
            assert "58 %" in stage.text
            await stage.press(leave)
            assert stage.is_on_live

    drive(script, size=size, transcripts=FakeTranscript())


def test_q_closes_what_is_open_over_it_and_then_ends_the_program() -> None:
    """It is a screen to begin from like any other one."""

    async def script(stage: Stage) -> None:
        await stage.press("4", "k", "enter", "q")
        assert stage.shows(PressureScreen)
        assert stage.app._exit is False
        await stage.press("q")
        assert stage.app._exit is True

    drive(script, transcripts=FakeTranscript())


def test_it_and_the_timeline_lead_to_each_other() -> None:
    """Also from a sheet that lies over one of them."""

    async def script(stage: Stage) -> None:
        await stage.press("4", "2")
        assert stage.shows(TimelineScreen)
        await stage.press("4")
        assert stage.shows(PressureScreen)
        await stage.press("k", "enter")
        assert stage.shows(MessageScreen)
        await stage.press("2")
        assert stage.shows(TimelineScreen)
        await stage.press("4", "k", "enter", "4")
        assert stage.shows(PressureScreen)
        assert pressure(stage).state.focus == TABLE

    drive(script, transcripts=FakeTranscript())


def test_lines_1_and_2_tell_the_context_on_every_screen() -> None:
    """And keep to the newest reading."""
    transcript = FakeTranscript()

    async def script(stage: Stage) -> None:
        for key in ("1", "2", "4"):
            await stage.press(key)
            head = stage.text.split("\n")[:2]
            assert head[0].endswith("context 58 %")
            assert head[1].endswith("116k/200k")
        await stage.press("2")
        transcript.tell(made_view(CLIMB, compacted=(len(CLIMB),)))
        await stage.settle()
        assert stage.text.split("\n")[0].endswith("context ?")
        await stage.press("1")
        assert stage.text.split("\n")[0].endswith("context ?")

    drive(script, transcripts=transcript)


def test_wide_the_live_screen_has_a_small_graph() -> None:
    async def script(stage: Stage) -> None:
        assert any("Context 58 %" in row and "116k/200k" in row for row in stage.text.split("\n")[2:])

    drive(script, size=(120, 40), transcripts=FakeTranscript())


def test_without_a_transcript_lines_1_and_2_say_nothing_and_the_screen_where_it_looked() -> None:
    view = PressureView(state=NONE, looked_in=("/home/me/.claude/projects/-work-project",))

    async def script(stage: Stage) -> None:
        assert "context" not in stage.text.split("\n")[0]
        await stage.press("4")
        assert "No transcript of an agent was found" in stage.text
        assert "/home/me/.claude/projects/-work-project" in stage.text
        assert "--transcript FILE" in stage.text
        await stage.press("enter")
        assert stage.toasts == ["No other transcript of a known agent was found for this folder"]

    drive(script, transcripts=FakeTranscript(view))


def test_it_follows_until_a_key_moves_the_cursor() -> None:
    transcript = FakeTranscript()

    async def script(stage: Stage) -> None:
        await stage.press("4", "left")
        assert "paused" in stage.text.split("\n")[0]
        stage.clock.pass_by(1)
        transcript.tell(made_view((*CLIMB, 38_000, 47_000, 61_000, 79_500, 98_000, 116_000, 131_000)))
        await stage.settle()
        assert pressure(stage).state.call == 13
        assert "131,000 of 200,000" in stage.text
        await stage.press("F")
        assert pressure(stage).state.call == 15
        assert "live" in stage.text.split("\n")[0]

    drive(script, transcripts=transcript)


def test_arrows_and_angle_brackets_scrub_and_the_call_is_told() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("4", "left", "h", "<")
        assert "call 12" in stage.text
        await stage.press("right", ">", "l")
        assert "call 15" in stage.text
        await stage.press("home")
        assert "call 1 · 07-20 09:12Z · 24,000 · 12 % · recorded" in stage.text
        await stage.press("end")
        assert pressure(stage).state.follows

    drive(script, transcripts=FakeTranscript())


def test_zoom_lines_and_back() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("4", "z")
        assert "of 256" in stage.text
        await stage.press("escape")
        assert "of 256" not in stage.text
        await stage.press("w")
        assert "a managed window compacts" in stage.text
        await stage.press("w")
        assert "a managed window compacts" not in stage.text

    levels = [1_000 + 500 * at for at in range(256)]
    drive(script, transcripts=FakeTranscript(made_view(levels, compacted=())))


def test_enter_shows_a_message_with_its_hidden_characters_as_marks() -> None:
    transcript = FakeTranscript()
    transcript.text = "\n".join(CORPUS)

    async def script(stage: Stage) -> None:
        await stage.press("4", "k", "enter")
        assert stage.shows(MessageScreen)
        assert transcript.calls[-1] == ("body", 28)
        assert "#28 assistant" in stage.text
        assert not FORBIDDEN.search(stage.text.replace("\n", ""))
        await stage.press("end")
        assert not FORBIDDEN.search(stage.text.replace("\n", ""))
        await stage.press("escape")
        assert stage.shows(PressureScreen)

    drive(script, transcripts=transcript)


def test_a_message_that_cannot_be_read_is_told() -> None:
    """The file may be gone by then."""

    class Gone(FakeTranscript):
        def body(self, number: int) -> str:
            raise StorageError("the file is gone", "T lists others")

    async def script(stage: Stage) -> None:
        await stage.press("4", "k", "enter")
        assert stage.shows(PressureScreen)
        assert stage.toasts == ["The file is gone; T lists others"]

    drive(script, transcripts=Gone())


def test_at_a_compaction_enter_shows_what_the_pad_held() -> None:
    transcript = FakeTranscript()
    transcript.kept = HELD

    async def script(stage: Stage) -> None:
        await stage.press("4", *["<"] * 6, "enter")
        assert stage.shows(CompactionScreen)
        lost, _, held = stage.text.partition("─ It held")
        assert "The pad held 2 of 3; it did not hold a correction." in lost
        assert "The pad did not hold" in lost
        assert "1 opens the pad" in lost
        assert "auto" in lost
        for words in (
            "The context fell from 154,800 to 38,000 tokens.",
            "18 messages left the context; the pad was at v12.",
            "task (#0): Make the tests pass",
        ):
            assert words in held, words
        assert "5. [ ] Add it" in held
        assert "no, not in the app fixture" in lost
        await stage.press("escape")
        transcript.kept = None
        await stage.press("enter")
        assert "is not known" in stage.text

    drive(script, transcripts=transcript)


@pytest.mark.parametrize("trigger", ["micro", "kept", "rollback"])
def test_where_no_message_left_the_context_nothing_is_called_lost(trigger: str) -> None:
    transcript = FakeTranscript()
    transcript.kept = HELD
    mark = transcript.view.compactions[0]._replace(trigger=trigger)
    transcript.view = transcript.view._replace(compactions=(mark,), drops=())

    async def script(stage: Stage) -> None:
        await stage.press("4", *["<"] * 6, "enter")
        assert stage.shows(CompactionScreen)
        assert "No message left the context here." in stage.text
        assert "The pad held" not in stage.text
        assert "left the context." not in stage.text.replace("No message left the context here.", "")

    drive(script, transcripts=transcript)


def test_what_was_looked_for_is_said_where_nothing_was_lost() -> None:
    transcript = FakeTranscript()
    transcript.kept = HELD._replace(pieces=tuple(piece for piece in HELD.pieces if piece.held))

    async def script(stage: Stage) -> None:
        await stage.press("4", *["<"] * 6, "enter")
        assert "The pad held both: the task and the plan." in stage.text
        assert "Looked for as well, and not said in the span: no correction." in stage.text

    drive(script, transcripts=transcript)


def test_the_sheet_shows_what_the_pad_said_then_and_leads_to_it(tmp_path: Path) -> None:
    """The sections that the agent was left with; the Timeline opens at that version, with what came after it."""
    transcript = FakeTranscript()
    sections = (Kept("Plan", 8, "6. [ ] Run [b] it\x1b"), Kept("Next", 0, ""))
    transcript.kept = HELD._replace(version=3, sections=sections)

    async def script(stage: Stage) -> None:
        await stage.press("4", *["<"] * 6, "enter")
        for words in ("The pad then, v3", "2 shows it", "Plan 8", "6. [ ] Run [b] it␛", "Next 0", "(empty)"):
            assert words in stage.text, words
        await stage.press("2")
        assert stage.shows(TimelineScreen)
        assert re.search(r"▸.{1,3}v3 ", stage.text)
        assert re.search(r"v4 ", stage.text)

    drive(script, source=told_story(tmp_path), transcripts=transcript)


def test_a_reset_is_not_called_a_compaction() -> None:
    """Behind a plan that was accepted the context begins anew, without a summary."""
    transcript = FakeTranscript(made_view(CLIMB, compacted=(len(CLIMB),)))
    mark = transcript.view.compactions[0]._replace(trigger="clear")
    transcript.view = transcript.view._replace(compactions=(mark,))

    async def script(stage: Stage) -> None:
        await stage.press("4")
        assert "reset, waiting for the next call" in stage.text
        assert "reset 155k→unknown" in stage.text
        assert "compacted" not in stage.text
        await stage.press("enter")
        assert "A reset of the context" in stage.text

    drive(script, transcripts=transcript)


def test_enter_on_the_files_line_chooses_another_transcript() -> None:
    """The names hold brackets and a percent sign, which are data."""
    transcript = FakeTranscript()
    transcript.known = FOUND

    async def script(stage: Stage) -> None:
        await stage.press("4", "tab", "tab")
        assert pressure(stage).state.focus == FILE
        await stage.press("enter")
        assert stage.shows(ChooseScreen)
        assert "Fix the [tests] 100%" in stage.text
        assert "12 MB" in stage.text
        await stage.press("j", "enter")
        assert ("choose", FOUND[1].path) in transcript.calls

    drive(script, transcripts=transcript)


def test_the_choice_is_reached_from_other_screens_and_may_be_left() -> None:
    transcript = FakeTranscript()
    transcript.known = FOUND

    async def script(stage: Stage) -> None:
        for key in ("1", "2", "4"):
            await stage.press(key, "T")
            assert stage.shows(ChooseScreen)
            await stage.press("escape")
        assert not any(call[0] == "choose" for call in transcript.calls)

    drive(script, transcripts=transcript)


def test_escape_ends_reading_a_long_file() -> None:
    """The keys work while it is read."""
    view = made_view()._replace(state=LOADING, size=10**9, read_to=10**8)
    transcript = FakeTranscript(view)

    async def script(stage: Stage) -> None:
        await stage.press("4")
        assert "reading 100 MB of 1,000 MB · 10 % · esc stops" in stage.text
        await stage.press("left", "j", "escape")
        assert transcript.calls == [("stop",)]
        assert stage.shows(PressureScreen)
        await stage.press("ctrl+r")
        assert transcript.calls[-1] == ("look",)

    drive(script, transcripts=transcript)


def test_the_mouse_goes_to_calls_and_messages() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("4")
        state = pressure(stage).state
        await stage.pilot.click("#pressure", offset=(9, 4))
        await stage.settle()
        assert state.focus == GRAPH
        assert state.call == 0
        before = state.row
        await stage.wheel("#pressure", 1)
        assert state.row == before + 1
        await stage.wheel("#pressure", -1)
        assert state.row == before
        row = next(at for at, text in enumerate(stage.text.split("\n")) if " 2 tool" in text)
        await stage.pilot.click("#pressure", offset=(12, row - 2))
        await stage.settle()
        assert state.focus == TABLE
        assert state.row == 2
        await stage.pilot.click("#pressure", offset=(12, row - 2))
        await stage.settle()
        assert stage.shows(MessageScreen)

    drive(script, transcripts=FakeTranscript())


def test_help_tells_its_keys() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("4", "question_mark")
        assert stage.shows(HelpScreen)
        assert "Pressure" in stage.text

    drive(script, transcripts=FakeTranscript())


def test_a_branch_that_is_cut_while_it_is_drawn_does_no_harm() -> None:
    """The series belongs to another thread, which may take calls off its end."""
    view = with_more(made_view())

    async def script(stage: Stage) -> None:
        await stage.press("4")
        view.series.cut(3)
        await stage.press("left", "k", "home", "end", "z")
        assert stage.shows(PressureScreen)

    drive(script, transcripts=FakeTranscript(view))


def test_the_columns_of_a_small_graph_go_to_line_1_without_a_click_on_health() -> None:
    """The share alone begins with a digit where there is little room, which is no screen's key."""

    async def script(stage: Stage) -> None:
        head = stage.text.split("\n")[0]
        assert head.endswith("58 %")
        await stage.pilot.click("HeadBar", offset=(head.index("58 %"), 0))
        await stage.settle()
        assert stage.is_on_live

    drive(script, size=(40, 12), transcripts=FakeTranscript())


def test_where_there_is_no_table_the_keys_of_its_rows_say_what_it_needs() -> None:
    """A cursor that nobody sees would be lost."""

    async def script(stage: Stage) -> None:
        await stage.press("4", "k")
        assert stage.toasts == ["The table needs 50 columns and 16 rows"]
        assert "● live" in stage.text
        await stage.press("left")
        assert "call 14 · 98k · 49 % · F follows" in stage.text

    drive(script, size=(40, 12), transcripts=FakeTranscript())
