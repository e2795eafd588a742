"""Every key of the Live screen, pressed as a person would."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from textual import events

from scratchpad_tui.core.errors import InputError, LockError, MergeConflict
from scratchpad_tui.core.pad.view import EventInfo, Need
from scratchpad_tui.tui.app import ScratchpadApp
from scratchpad_tui.tui.layout import Stop
from scratchpad_tui.tui.screens.agent import AgentScreen
from scratchpad_tui.tui.screens.confirm import ConfirmScreen
from scratchpad_tui.tui.screens.editor import EditorScreen
from scratchpad_tui.tui.screens.help import HelpScreen
from scratchpad_tui.tui.screens.note import NoteScreen
from scratchpad_tui.tui.screens.turn import TurnScreen
from scratchpad_tui.tui.widgets.field import EntryRow
from scratchpad_tui.tui.widgets.pad import PadRows
from tests.tui.drive import drive
from tests.tui.fake import NOW, STORY, FakeSource, make_view

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.view import PadView
    from tests.tui.drive import Stage

PLAN_5 = "5. [ ] Add the fakeredis fixture"


def cursor(stage: Stage) -> Stop | None:
    return stage.app.live.state.ui.cursor


async def to_plan(stage: Stage) -> None:
    """Puts the cursor on the first open step."""
    await stage.press("tab", "tab", "tab")
    assert cursor(stage) == Stop("Plan", 4)


@pytest.mark.parametrize(
    ("keys", "stop"),
    [
        (["tab"], Stop("Next", 0)),
        (["l"], Stop("Next", 0)),
        (["right", "right"], Stop("Task", 0)),
        (["shift+tab"], Stop("Open questions", -1)),
        (["h"], Stop("Open questions", -1)),
        (["left", "left"], Stop("Ruled out", 9)),
        (["down"], Stop("Next", 0)),
        (["j", "j"], Stop("Task", 0)),
        (["j", "j", "k"], Stop("Next", 0)),
        (["tab", "tab", "down", "up"], Stop("Task", 0)),
        (["tab", "tab", "tab", "pagedown"], Stop("Findings", 5)),
        (["tab", "tab", "tab", "pageup"], Stop("Next", 0)),
        (["tab", "tab", "tab", "home"], Stop("Next", 0)),
        (["tab", "tab", "tab", "end"], Stop("Open questions", -1)),
        (["tab", "tab", "tab", "z", "home"], Stop("Plan", 0)),
        (["tab", "tab", "tab", "z", "pagedown"], Stop("Plan", 6)),
        (["tab", "escape"], None),
    ],
)
def test_the_cursor_moves(keys: list[str], stop: Stop | None) -> None:
    """Sections by tab, arrows and h l; lines by arrows and j k."""

    async def script(stage: Stage) -> None:
        await stage.press(*keys)
        assert cursor(stage) == stop

    drive(script)


def test_space_ticks_the_item_under_the_cursor() -> None:
    """And the toast says how to go back."""

    async def script(stage: Stage) -> None:
        await to_plan(stage)
        await stage.press("space")
        assert stage.source.calls == [("tick", "Plan", PLAN_5)]
        assert stage.toasts == ["Ticked 5 · u undoes"]

    drive(script)


@pytest.mark.parametrize(("keys", "says"), [([], "No line to tick"), (["tab"], "no box to tick")])
def test_space_elsewhere_says_why_nothing_happens(keys: list[str], says: str) -> None:
    """A key that seems dead is pressed again and again."""

    async def script(stage: Stage) -> None:
        await stage.press(*keys, "space")
        assert stage.source.calls == []
        assert says in stage.toasts[0]

    drive(script)


def test_d_deletes_and_u_and_shift_u_go_back_and_forth() -> None:
    """An undo reverts the version that the act made, a redo the version of the undo."""

    async def script(stage: Stage) -> None:
        await to_plan(stage)
        await stage.press("d")
        assert stage.toasts == ["Deleted from Plan · u undoes"]
        await stage.press("u")
        assert stage.toasts == ["Took back: Deleted from Plan · U does it again"]
        await stage.press("U")
        assert stage.toasts == ["Did again: Deleted from Plan · u undoes"]
        await stage.press("u", "u")
        assert stage.toasts == ["Nothing of yours to undo"]
        assert stage.source.calls == [
            ("delete", "Plan", PLAN_5),
            ("revert", 101),
            ("revert", 102),
            ("revert", 103),
        ]

    drive(script)


def test_a_new_act_ends_what_could_be_done_again() -> None:
    """As in every editor."""

    async def script(stage: Stage) -> None:
        await to_plan(stage)
        await stage.press("d", "u", "space", "U")
        assert stage.toasts == ["Nothing to redo"]

    drive(script)


def test_an_undo_that_conflicts_is_told_and_does_not_block_the_older_ones() -> None:
    """Nothing is written; the act before it can still be taken back."""

    async def script(stage: Stage) -> None:
        await to_plan(stage)
        await stage.press("space", "d")
        stage.source.fault = MergeConflict("Plan", [], [], [])
        await stage.press("u")
        assert "changed by another writer" in stage.toasts[0]
        await stage.press("u")
        assert stage.source.calls[-1] == ("revert", 101)

    drive(script)


def test_o_writes_a_line_behind_the_cursor() -> None:
    """Enter saves; letters are text there."""

    async def script(stage: Stage) -> None:
        await to_plan(stage)
        await stage.press("o", *"qd?", "space", "1", "enter")
        assert stage.source.calls == [("add", "Plan", PLAN_5, "qd? 1")]
        assert stage.toasts == ["Added to Plan · u undoes"]
        assert cursor(stage) == Stop("Plan", 4)
        await stage.press("j")
        assert cursor(stage) == Stop("Plan", 5)

    drive(script)


def test_ctrl_s_saves_a_line_too() -> None:
    """The key of every text place."""

    async def script(stage: Stage) -> None:
        await stage.press("tab", "o", "x", "ctrl+s")
        assert stage.source.calls == [("add", "Next", STORY["Next"][0], "x")]

    drive(script)


def test_escape_leaves_a_line_and_keeps_its_text() -> None:
    """Nothing typed is lost; another section has a text of its own."""

    async def script(stage: Stage) -> None:
        await to_plan(stage)
        await stage.press("o", *"half", "escape")
        assert stage.source.calls == []
        assert "Kept for the next o" in stage.toasts[0]
        await stage.press("tab", "o")
        assert "Findings:" in stage.text
        assert "half" not in stage.text
        await stage.press("escape", "shift+tab", "o", *"way", "enter")
        assert stage.source.calls == [("add", "Plan", PLAN_5, "halfway")]
        await stage.press("o")
        assert "halfway" not in stage.text.split("\n")[-2]

    drive(script)


def test_a_line_that_could_not_be_saved_is_kept() -> None:
    """The field has it again at the next o."""

    async def script(stage: Stage) -> None:
        stage.source.fault = LockError("the pad is locked by pid 7", "try again")
        await stage.press("tab", "o", *"text", "enter")
        assert stage.toasts == ["The pad is locked by pid 7; try again"]
        await stage.press("o")
        assert "Next: text" in stage.text

    drive(script)


def test_an_empty_line_is_not_saved() -> None:
    """Enter in an empty field stays there."""

    async def script(stage: Stage) -> None:
        await stage.press("tab", "o", "enter")
        assert stage.source.calls == []
        assert "Next:" in stage.text

    drive(script)


@pytest.mark.parametrize("typed", ["odouble dyed d", "oquick"])
def test_what_is_typed_in_one_burst_with_o_is_text_and_no_verb(typed: str) -> None:
    """Over a slow link the letters arrive before the field is there: `d` deleted lines and `q` ended the program."""

    async def script(stage: Stage) -> None:
        await to_plan(stage)
        for letter in typed:
            key = "space" if letter == " " else letter
            stage.app.post_message(events.Key(key, letter))
        await stage.settle()
        await stage.press("enter")
        assert stage.source.calls == [("add", "Plan", PLAN_5, typed[1:])]

    drive(script)


def test_a_paste_of_several_lines_is_kept_whole() -> None:
    """The field has one line; what was pasted is a person's text."""

    async def script(stage: Stage) -> None:
        await to_plan(stage)
        await stage.press("o")
        stage.app.post_message(events.Paste("one\n  two\n\nthree\n"))
        await stage.settle()
        await stage.press("enter")
        assert stage.source.calls == [("add", "Plan", PLAN_5, "one two three")]

    drive(script)


@pytest.mark.parametrize(("key", "opened"), [("o", EntryRow), ("e", EditorScreen)])
def test_without_a_cursor_the_first_section_that_may_be_changed_is_taken(
    key: str, opened: type[EntryRow | EditorScreen]
) -> None:
    """It is named; the cursor comes to it. One that is kept for good is passed over."""
    view = make_view()
    sealed = tuple(one._replace(sealed=one.name == "Task") for one in view.sections if one.name != "Next")

    async def script(stage: Stage) -> None:
        await stage.press(key)
        field = stage.app.screen if key == "e" else stage.app.screen.query_one(EntryRow)
        assert isinstance(field, opened)
        assert stage.app.live.state.ui.cursor == Stop(section, place)
        assert stage.toasts == [f"{section}, as no section had the cursor: esc, then tab goes on"]

    section, place = "Next", 0
    drive(script)
    section, place = "Plan", 4
    drive(script, source=FakeSource(view._replace(sections=sealed)))


@pytest.mark.parametrize("key", ["o", "e"])
def test_without_a_cursor_what_was_typed_is_gone_on_with(key: str) -> None:
    """Its section is meant, rather than the first one."""

    async def script(stage: Stage) -> None:
        await to_plan(stage)
        await stage.press(key, "x", "escape", "escape")
        assert stage.app.live.state.ui.cursor is None
        await stage.press(key)
        assert stage.app.live.state.section is not None
        assert stage.app.live.state.section.name == "Plan"

    drive(script)


@pytest.mark.parametrize(
    ("key", "says"),
    [("o", "No section for a new line: tab goes to one"), ("e", "No section to edit: tab goes to one")],
)
def test_without_a_section_it_is_said_how_to_get_to_one(key: str, says: str) -> None:
    """What is written must stand somewhere: not where nothing may be changed, nor in the column at the right."""
    view = make_view()
    sealed = tuple(one._replace(sealed=True) for one in view.sections)

    async def script(stage: Stage) -> None:
        await stage.press(key)
        assert stage.toasts == [says]

    async def beside(stage: Stage) -> None:
        await stage.press("shift+tab", key)
        assert stage.app.live.state.beside is not None
        assert stage.toasts == [says]

    drive(script, source=FakeSource(view._replace(sections=sealed)))
    drive(beside, size=(120, 40))


@pytest.mark.parametrize("key", ["o", "e"])
def test_a_read_only_watch_takes_no_section_for_what_it_refuses(key: str) -> None:
    async def script(stage: Stage) -> None:
        await stage.press(key)
        assert cursor(stage) is None
        assert stage.toasts[0] == "Read-only: start without --read-only to change the pad"

    drive(script, source=FakeSource(read_only=True))


@pytest.mark.parametrize("key", ["space", "o", "d", "u", "U"])
def test_a_read_only_watch_changes_nothing(key: str) -> None:
    """And says why."""

    async def script(stage: Stage) -> None:
        await to_plan(stage)
        await stage.press(key)
        assert stage.source.calls == []
        assert stage.toasts == ["Read-only: start without --read-only to change the pad"]

    drive(script, source=FakeSource(read_only=True))


def test_enter_opens_the_turn_that_brought_the_line() -> None:
    """A marked line knows its version."""

    async def script(stage: Stage) -> None:
        await stage.press("tab", "tab", "tab", "up", "enter")
        assert stage.source.calls == [("turn", 43)]
        assert stage.shows(TurnScreen)
        assert "v43 · agent t57" in stage.text
        assert "+ 4. [x] Find where the limiter talks to redis" in stage.text
        await stage.press("escape")
        assert stage.is_on_live

    drive(script)


def test_an_open_turn_loses_a_text_that_was_redacted() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("tab", "tab", "tab", "up", "enter")
        turn = stage.source.turn(43)
        rows = tuple(row._replace(text="[redacted]") for row in turn.rows)
        stage.source.turn = lambda version: turn._replace(rows=rows)  # type: ignore[method-assign]
        await stage.show(stage.source.view)
        assert stage.shows(TurnScreen)
        assert "+ [redacted]" in stage.text
        assert "Find where the limiter talks to redis" not in "\n".join(stage.sheet)

    drive(script)


def test_enter_on_an_old_line_searches_for_its_turn() -> None:
    """Where the history does not reach back so far, a sentence says so."""

    async def script(stage: Stage) -> None:
        await to_plan(stage)
        await stage.press("enter")
        assert stage.source.calls == [("origin", "Plan", PLAN_5), ("turn", 12)]
        assert stage.shows(TurnScreen)
        await stage.press("q", "up", "up", "up", "up", "enter")
        assert stage.is_on_live
        assert "It stood here before version 3" in stage.toasts[0]

    drive(script)


def test_dot_marks_all_as_seen_and_remembers_the_version() -> None:
    """The marks go, the lines stay."""

    async def script(stage: Stage) -> None:
        assert "~ 4. [x]" in stage.text
        await stage.press("full_stop")
        assert "~ 4. [x]" not in stage.text
        assert "4. [x]" in stage.text
        assert stage.source.calls == [("mark_seen", 43)]

    drive(script)


def test_v_shows_what_the_agent_gets() -> None:
    """With its size in tokens; keys scroll it."""
    source = FakeSource()
    source.text = "\n".join(["## Task", *(f"- line {n}" for n in range(60))])

    async def script(stage: Stage) -> None:
        await stage.press("v")
        assert stage.shows(AgentScreen)
        assert "~1,204 tokens" in stage.text
        assert "nothing left out" in stage.text
        assert "- line 1" in stage.text
        assert "- line 59" not in stage.text
        await stage.press("end")
        assert "- line 59" in stage.text
        await stage.press("home", "down", "down")
        assert "## Task" not in stage.text
        await stage.press("pagedown")
        assert "- line 30" in stage.text
        await stage.press("pageup", "k", "k")
        assert "## Task" in stage.text
        await stage.press("escape")
        assert stage.is_on_live

    drive(script, source=source)


def test_slash_finds_and_n_and_shift_n_go_on() -> None:
    """The place is marked, escape ends the marks."""

    async def script(stage: Stage) -> None:
        await stage.press("slash", *"FINDING number 1", "enter")
        assert cursor(stage) == Stop("Findings", 0)
        await stage.press("n")
        assert cursor(stage) == Stop("Findings", 9)
        await stage.press("N", "N")
        assert cursor(stage) == Stop("Findings", 13)
        marks = [span for line in stage.app.live.rows.lines for span in line.spans if span.style == "find"]
        assert {span.text for span in marks} == {"finding number 1"}
        await stage.press("escape")
        assert not [span for line in stage.app.live.rows.lines for span in line.spans if span.style == "find"]

    drive(script)


def test_a_text_that_is_not_there_is_told() -> None:
    """Once, in the footer, without the keys for places; and n alone asks for a text."""

    async def script(stage: Stage) -> None:
        await stage.press("slash", *"zebra", "enter")
        assert footer(stage).startswith(" “zebra” not found  ")
        assert "n next" not in footer(stage)
        await stage.press("n")
        assert footer(stage).startswith(" “zebra” not found  ")
        assert stage.toasts == []
        await stage.press("escape", "n")
        assert "Find:" in stage.text
        await stage.press("escape")
        assert "Find:" not in stage.text

    drive(script)


def test_z_zooms_the_section_under_the_cursor() -> None:
    """All of its lines have room then; z again gives it back."""

    async def script(stage: Stage) -> None:
        await stage.press("z")
        assert "Nothing to zoom yet" in stage.toasts[0]
        await stage.press("tab", "tab", "tab", "tab", "z")
        assert "finding number 3 " in stage.text
        assert "─ Plan" not in stage.text
        await stage.press("z")
        assert "─ Plan" in stage.text

    drive(script)


def test_y_copies_the_raw_line() -> None:
    """With bullet and number, as it stands in the file."""

    async def script(stage: Stage) -> None:
        await to_plan(stage)
        await stage.press("y")
        assert stage.app.clipboard == PLAN_5
        assert stage.toasts == ["Sent the line to the clipboard of the terminal"]

    drive(script)


@pytest.mark.parametrize(("key", "copied"), [("y", True), ("n", False), ("escape", False)])
def test_a_line_with_controls_is_copied_only_after_a_question(key: str, copied: bool) -> None:  # noqa: FBT001 - cases
    """What is pasted elsewhere acts there."""
    evil = "- a\x1b]52;c;eA==\x07 end"

    async def script(stage: Stage) -> None:
        await stage.press("tab", "y")
        assert stage.shows(ConfirmScreen)
        assert "control or invisible characters" in stage.text
        assert stage.app.clipboard == ""
        await stage.press(key)
        assert stage.app.clipboard == (evil if copied else "")
        assert stage.is_on_live

    drive(script, source=FakeSource(make_view({"Next": (evil,)})))


def test_honest_text_is_copied_as_it_is() -> None:
    """No mark is added to Hebrew or Arabic, and no question asked."""
    honest = '- שורה חדשה \u200f"ם סימן'

    async def script(stage: Stage) -> None:
        await stage.press("tab", "y")
        assert stage.app.clipboard == honest

    drive(script, source=FakeSource(make_view({"Next": (honest,)})))


def test_shift_f_pauses_and_follows() -> None:
    """The word on line 1 says so; what came meanwhile is counted."""

    async def script(stage: Stage) -> None:
        await stage.press("F")
        assert "paused" in stage.text.split("\n")[0]
        await stage.show(make_view({**STORY, "Next": ("- something else",)}, version=45))
        assert "something else" not in stage.text
        assert "‖ paused · 2 new" in stage.text.split("\n")[0]
        assert "F follows" in stage.text.split("\n")[1]
        await stage.press("F")
        assert "something else" in stage.text
        assert "● live" in stage.text.split("\n")[0]

    drive(script)


def test_ctrl_r_looks_again() -> None:
    """For a file system that tells nothing."""

    async def script(stage: Stage) -> None:
        await stage.press("ctrl+r")
        assert stage.source.calls == [("look",)]

    drive(script)


def test_question_mark_opens_the_help_of_the_place() -> None:
    """And a sheet has help of its own."""

    async def script(stage: Stage) -> None:
        await stage.press("question_mark")
        assert stage.shows(HelpScreen)
        assert "Help · Live" in stage.text
        await stage.press("escape", "v", "question_mark")
        assert "Help · What the agent gets" in stage.text
        await stage.press("q")
        assert stage.is_on_live

    drive(script)


def test_1_comes_back_to_live_from_any_sheet() -> None:
    """A number is a screen."""

    async def script(stage: Stage) -> None:
        await stage.press("v", "question_mark", "1")
        assert stage.is_on_live
        await stage.press("1")
        assert stage.is_on_live

    drive(script)


@pytest.mark.parametrize(
    "keys",
    [
        ["q"],
        ["tab", "q"],
        ["v", "q", "q"],
        ["ctrl+q"],
        ["v", "question_mark", "ctrl+q"],
        ["tab", "o", "ctrl+q"],
    ],
)
def test_q_quits_from_the_ground_and_ctrl_q_from_anywhere(keys: list[str]) -> None:
    """Always with exit code 0."""

    async def script(stage: Stage) -> None:
        await stage.pilot.press(*keys[:-1])
        await stage.settle()
        assert not stage.app._exit
        await stage.pilot.press(keys[-1])

    app = drive(script)
    assert app._exit
    assert (app.return_code or 0) == 0


def test_q_in_a_field_is_a_letter() -> None:
    """Nobody loses a program over a word with q."""

    async def script(stage: Stage) -> None:
        await stage.press("tab", "o", "q")
        assert "Next: q" in stage.text

    drive(script)


def test_an_error_is_a_toast_with_its_remedy() -> None:
    """The screen stays."""

    async def script(stage: Stage) -> None:
        await to_plan(stage)
        stage.source.fault = InputError(
            "this line is not there any more", "the screen shows the pad as it is now"
        )
        await stage.press("d")
        assert stage.toasts == ["This line is not there any more; the screen shows the pad as it is now"]

    drive(script)


def test_a_fault_of_ours_in_the_background_is_told_and_logged() -> None:
    """No exception ends the screen."""

    async def script(stage: Stage) -> None:
        await to_plan(stage)
        stage.source.fault = RuntimeError("a bug")
        await stage.press("d")
        assert "a fault of this program" in stage.toasts[0]
        assert "crash.log" in stage.toasts[0]

    drive(script)


def test_a_search_counts_its_places_in_the_footer() -> None:
    """Which of how many, and the keys that go on; gone with the marks."""

    async def script(stage: Stage) -> None:
        await stage.press("slash", *"redis", "enter")
        assert footer(stage).startswith(" “redis” 1/8  n next  esc end  N previous")
        await stage.press("n", "n")
        assert footer(stage).startswith(" “redis” 3/8")
        await stage.press("escape")
        assert "redis" not in footer(stage)
        assert "o new" in footer(stage)

    drive(script)


def footer(stage: Stage) -> str:
    return stage.text.split("\n")[-1]


def test_a_search_in_a_sheet_counts_its_places_too() -> None:
    """The same keys, the same words."""
    source = FakeSource()
    source.text = "one redis\ntwo\nthree redis\n"

    async def script(stage: Stage) -> None:
        await stage.press("v", "slash", *"redis", "enter")
        assert "“redis” 1/2  n next  N previous" in stage.text
        await stage.press("n")
        assert "“redis” 2/2" in stage.text

    drive(script, source=source)


def test_a_click_behind_the_count_presses_the_key_that_stands_there() -> None:
    """The words before the keys push them to the right."""

    async def script(stage: Stage) -> None:
        await stage.press("slash", *"redis", "enter")
        await stage.pilot.click("KeyBar", offset=(footer(stage).index("n next"), 0))
        await stage.settle()
        assert footer(stage).startswith(" “redis” 2/8")

    drive(script)


REFUSAL = "patch 0: unknown section Plann; use one of Task, Plan, Findings, Ruled out, Open questions, Next"


def wide_source() -> FakeSource:
    return FakeSource(
        make_view(
            needs=(
                Need("two-agents", 2, "two agents write this pad: s1 and s2", "", "two agents"),
                Need("refused", 2, "2 patches were refused", "2", "2 refused"),
                Need("unread", 1, "the agent has not read v43", "v", "unread"),
            ),
            events=(
                EventInfo("refused", NOW, "agent", REFUSAL),
                EventInfo("refused", NOW - timedelta(hours=2), "agent", "Findings: empty content"),
            ),
        )
    )


@pytest.mark.parametrize(
    ("downs", "texts"),
    [
        (0, ["Needs you", "two agents write this pad: s1 and s2"]),
        (1, ["2 Timeline", "each save of the pad becomes one"]),
        (2, ["The agent gets this text"]),
        (3, ["v43 · agent t57"]),
        (4, ["A patch was refused", "patch 0: unknown section Plann; use one of Task, Plan,"]),
    ],
)
def test_enter_opens_what_has_the_cursor_in_the_right_column(downs: int, texts: list[str]) -> None:
    """A need with all its words, what its key opens, a turn, an event to its end."""

    async def script(stage: Stage) -> None:
        await stage.press("shift+tab", "shift+tab", *["down"] * downs, "enter")
        assert not stage.is_on_live
        assert [text for text in texts if text not in stage.text] == []
        await stage.press("escape")
        assert stage.is_on_live

    drive(script, size=(140, 40), source=wide_source())


def test_a_click_in_the_right_column_opens_what_was_clicked() -> None:
    """As enter does."""

    async def script(stage: Stage) -> None:
        rows = stage.text.split("\n")
        y = next(n for n, row in enumerate(rows) if "two agents" in row)
        await stage.pilot.click(PadRows, offset=(rows[y].index("two agents"), y - 2))
        await stage.settle()
        assert stage.shows(NoteScreen)
        await stage.press("y")
        assert stage.app.clipboard == "two agents write this pad: s1 and s2"

    drive(script, size=(140, 40), source=wide_source())


def test_acts_on_lines_do_nothing_in_the_right_column() -> None:
    """What stands there is no line of the pad."""

    async def script(stage: Stage) -> None:
        await stage.press("shift+tab", "space", "d", "o", "z")
        assert stage.source.calls == []
        assert stage.is_on_live

    drive(script, size=(140, 40), source=wide_source())


def test_an_undo_puts_the_cursor_on_the_line_that_came_back() -> None:
    """The key that took it away would take another one otherwise."""
    gone = STORY["Plan"][4]

    async def script(stage: Stage) -> None:
        await to_plan(stage)
        await stage.press("d")
        less = {**STORY, "Plan": tuple(line for line in STORY["Plan"] if line != gone)}
        await stage.show(by_you(make_view(less, {}, version=101)))
        assert stage.app.live.state.line is not None
        assert stage.app.live.state.line.text != gone
        await stage.press("u")
        await stage.show(by_you(make_view(STORY, {}, version=102)))
        assert stage.app.live.state.line is not None
        assert stage.app.live.state.line.text == gone

    drive(script)


def by_you(view: PadView) -> PadView:
    assert view.version is not None
    return view._replace(version=view.version._replace(actor="human", by="human"))


def test_ctrl_z_gives_the_terminal_back_to_the_shell_but_undoes_in_a_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As in every program that has the whole terminal; a text place has its own undo on that key."""
    given: list[str] = []
    monkeypatch.setattr(ScratchpadApp, "action_suspend_process", lambda _: given.append("back"))

    async def script(stage: Stage) -> None:
        await stage.press("ctrl+z")
        await stage.press("question_mark", "ctrl+z", "escape")
        assert len(given) == 2
        await stage.press("j", "e", *"X", "ctrl+z")
        assert len(given) == 2

    drive(script)
