"""Keys that come faster than the screen: each does what it does, where it was meant, and no text is lost."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from textual import events

from scratchpad_tui.core.errors import InputError, LockError, MergeConflict
from scratchpad_tui.tui.screens.agent import AgentScreen
from scratchpad_tui.tui.screens.confirm import ConfirmScreen
from scratchpad_tui.tui.screens.turn import TurnScreen
from scratchpad_tui.tui.toasts import sentence
from tests.tui.drive import drive
from tests.tui.fake import FakeSource, make_view

if TYPE_CHECKING:
    from tests.tui.drive import Stage

NAMES = {" ": "space", "\r": "enter", "\x1b": "escape", "\t": "tab", "\x11": "ctrl+q", "/": "slash"}
PATIENCE = 20.0
LOCKED = LockError("the pad is locked by pid 7; waited 5 s", "try again when it has ended")


def burst(stage: Stage, typed: str) -> None:
    """Types everything before the screen does anything."""
    for letter in typed:
        stage.app.post_message(events.Key(NAMES.get(letter, letter), letter))


class Gate:
    """Holds a source's acts until it is opened."""

    def __init__(self, source: FakeSource) -> None:
        self._open = threading.Event()
        source.gate = self.pass_through

    def pass_through(self) -> None:
        """Waits in an act's worker."""
        assert self._open.wait(PATIENCE)

    def open(self) -> None:
        """Lets the acts go on."""
        self._open.set()


def added(source: FakeSource) -> list[object]:
    return [call[-1] for call in source.calls if call[0] == "add"]


@pytest.mark.parametrize(
    "typed",
    ["oadd\r", "oone two\ro\x1boadd\r", "oadd\r/redis\r", "oqad\x1b\toadd\r"],
)
def test_a_line_is_typed_and_saved_in_one_burst(typed: str) -> None:
    """The enter behind it too, and what comes after that is a verb again."""

    async def script(stage: Stage) -> None:
        await stage.press("tab")
        burst(stage, typed)
        await stage.settle()
        assert added(stage.source)[-1] == "add"
        assert not [call for call in stage.source.calls if call[0] == "delete"]
        assert not stage.app._exit

    drive(script)


def test_a_paste_keeps_its_place_among_the_keys() -> None:
    """As the terminal sends it, before the field is there."""

    async def script(stage: Stage) -> None:
        await stage.press("tab")
        burst(stage, "oa ")
        stage.app.post_message(events.Paste("pasted"))
        burst(stage, " z\r")
        await stage.settle()
        assert added(stage.source) == ["a pasted z"]

    drive(script)


@pytest.mark.parametrize(("typed", "screen"), [("\rd", TurnScreen), ("vd", AgentScreen)])
def test_keys_behind_one_that_opens_a_sheet_are_for_the_sheet(typed: str, screen: type[TurnScreen]) -> None:
    """It is read in the background, and `d` would delete the line below."""

    async def script(stage: Stage) -> None:
        await stage.press("tab", "tab", "tab", "up")
        burst(stage, typed)
        await stage.settle()
        assert stage.shows(screen)
        assert not [call for call in stage.source.calls if call[0] == "delete"]
        burst(stage, "\x1bd")
        await stage.settle()
        assert [call for call in stage.source.calls if call[0] == "delete"]

    drive(script)


def test_keys_for_a_sheet_that_does_not_come_are_dropped() -> None:
    """They were not meant for what stands there instead."""

    async def script(stage: Stage) -> None:
        def refuse(_version: int) -> None:
            raise InputError("there is no such version")

        stage.source.turn = refuse  # type: ignore[method-assign,assignment]
        await stage.press("tab", "tab", "tab", "up")
        burst(stage, "\rdd")
        await stage.settle()
        assert stage.is_on_live
        assert stage.toasts == ["There is no such version"]
        assert not [call for call in stage.source.calls if call[0] == "delete"]
        await stage.press("d")
        assert [call for call in stage.source.calls if call[0] == "delete"]

    drive(script)


def test_keys_behind_a_question_answer_it() -> None:
    """`y` asks where a line holds controls; the second one is the answer."""
    source = FakeSource(make_view({"Next": ("- a\x1b]52;c;eA==\x07",)}))

    async def script(stage: Stage) -> None:
        await stage.press("tab")
        burst(stage, "yy")
        await stage.settle()
        assert not stage.shows(ConfirmScreen)
        assert stage.app.clipboard.startswith("- a\x1b")

    drive(script, source=source)


def test_the_way_out_typed_twice_waits_for_nothing() -> None:
    """A sheet that takes for ever to be read must not keep anybody in."""

    async def script(stage: Stage) -> None:
        come = threading.Event()
        prompt = stage.source.prompt

        def slow() -> object:
            assert come.wait(PATIENCE)
            return prompt()

        stage.source.prompt = slow  # type: ignore[method-assign,assignment]
        exits: list[bool] = []
        for typed in ("v\x11", "\x11"):
            burst(stage, typed)
            await stage.pilot.pause()
            exits.append(stage.app._exit)
        come.set()
        assert exits == [False, True]

    drive(script)


# Lines on their way into the pad


def test_a_line_begun_while_another_is_saved_is_a_line_of_its_own() -> None:
    """The field opens empty, and both come into the pad in their order."""

    async def script(stage: Stage) -> None:
        gate = Gate(stage.source)
        await stage.pilot.press("tab", "o", *"first", "enter", "o", *"second")
        await stage.pilot.pause()
        assert "Next: second" in stage.text
        await stage.pilot.press("enter")
        gate.open()
        await stage.settle()
        assert added(stage.source) == ["first", "second"]
        await stage.press("o")
        assert "Next: " in stage.text.split("\n")[-2] + " "
        assert "second" not in stage.text.split("\n")[-2]

    drive(script)


def test_lines_whose_saving_failed_come_back_one_by_one() -> None:
    """The oldest first, none glued to another; on disk until they are saved."""

    async def script(stage: Stage) -> None:
        gate = Gate(stage.source)
        stage.source.fault = LOCKED
        await stage.pilot.press("tab", "o", *"first", "enter", "o", *"second", "enter")
        gate.open()
        await stage.settle()
        assert added(stage.source) == ["first"]
        assert stage.toasts == [f"{sentence(str(LOCKED))} · 1 more act was not done either"]
        assert sorted(draft.lines for draft in stage.source.kept.values()) == [("first",), ("second",)]
        await stage.press("o")
        assert "Next: first" in stage.text
        assert "Kept lines that wait behind this one in Next: 1" in stage.toasts[-1]
        await stage.press("enter", "o")
        assert "Next: second" in stage.text
        await stage.press("enter")
        assert added(stage.source) == ["first", "first", "second"]
        assert stage.source.kept == {}

    drive(script)


def test_acts_behind_one_that_could_not_get_the_lock_are_not_done() -> None:
    """Seconds later, on another pad than the person saw, a delete would come unexpected."""

    async def script(stage: Stage) -> None:
        gate = Gate(stage.source)
        stage.source.fault = LOCKED
        await stage.pilot.press("tab", "tab", "tab", "space", "space", "d")
        gate.open()
        await stage.settle()
        assert [call[0] for call in stage.source.calls] == ["tick"]
        assert stage.toasts == [f"{sentence(str(LOCKED))} · 2 more acts were not done either"]
        await stage.press("d")
        assert stage.source.calls[-1][0] == "delete"

    drive(script)


def test_a_wait_for_the_lock_is_told_at_once_and_escape_ends_it() -> None:
    """It says who holds it."""

    async def script(stage: Stage) -> None:
        def wait() -> None:
            stage.source.waits("the pad is locked by process 7")
            assert stage.source.given_up.wait(PATIENCE)
            raise LockError("given up: the pad is locked by process 7", code="given-up")

        stage.source.gate = wait
        await stage.pilot.press("tab", "o", *"text", "enter")
        while not stage.toasts:
            await stage.pilot.pause()
        assert stage.toasts == ["Waiting: the pad is locked by process 7 · esc gives up"]
        await stage.press("escape")
        assert stage.source.calls == [("give_up",)]
        assert stage.toasts == ["Given up: the pad is locked by process 7"]
        stage.source.gate = lambda: None
        await stage.press("o")
        assert "Next: text" in stage.text

    drive(script)


def test_an_undo_that_could_not_get_the_lock_can_be_asked_for_again() -> None:
    """Nothing was taken back yet."""

    async def script(stage: Stage) -> None:
        await stage.press("tab", "d")
        stage.source.fault = LOCKED
        await stage.press("u")
        await stage.press("u")
        assert [call for call in stage.source.calls if call[0] == "revert"] == [("revert", 101)] * 2
        assert "Took back: Deleted from Next · U does it again" in stage.toasts

    drive(script)


def test_an_undo_behind_an_act_that_is_being_saved_takes_that_one_back() -> None:
    """Not the one before it."""

    async def script(stage: Stage) -> None:
        gate = Gate(stage.source)
        await stage.pilot.press("tab", "d", "u")
        gate.open()
        await stage.settle()
        assert [call[0] for call in stage.source.calls] == ["delete", "revert"]

    drive(script)


def test_a_conflict_of_an_undo_names_a_way_that_exists_here() -> None:
    """There is nothing to compare and to save."""

    async def script(stage: Stage) -> None:
        await stage.press("tab", "d")
        stage.source.fault = MergeConflict("Next", [], [], [])
        await stage.press("u")
        assert stage.toasts[0].endswith("it stays as it is; e edits the section")

    drive(script)


def test_an_error_told_again_while_it_stands_is_one_toast() -> None:
    """One state, one toast; another error is another one."""

    async def script(stage: Stage) -> None:
        for _ in range(3):
            stage.source.fail(InputError("the pad is a directory"))
            await stage.settle()
        assert stage.toasts == ["The pad is a directory"]
        stage.source.fail(InputError("the disk is full"))
        await stage.settle()
        assert stage.toasts == ["The pad is a directory", "The disk is full"]

    drive(script)


# The end


def test_quitting_waits_for_what_is_being_saved() -> None:
    """And says so."""

    async def script(stage: Stage) -> None:
        gate = Gate(stage.source)
        await stage.pilot.press("tab", "o", *"text", "enter", "ctrl+q")
        await stage.pilot.pause()
        assert stage.toasts == ["Saving… · ctrl+q again leaves without"]
        exits = [stage.app._exit]
        gate.open()
        await stage.settle()
        assert [*exits, stage.app._exit] == [False, True]
        assert added(stage.source) == ["text"]

    app = drive(script)
    assert app.lines.unsaved() == []
    assert app.writes.abandoned == 0


@pytest.mark.parametrize("again", [False, True])
def test_a_line_that_could_not_be_saved_at_the_end_is_known(again: bool) -> None:  # noqa: FBT001 - cases
    """The lock was not to be had, or the person did not wait for it: the program tells it after the screen."""

    async def script(stage: Stage) -> None:
        gate = Gate(stage.source)
        stage.source.fault = LOCKED
        await stage.pilot.press("tab", "o", *"text", "enter", "d", "ctrl+q", *(["ctrl+q"] if again else []))
        await stage.pilot.pause()
        assert (("give_up",) in stage.source.calls) == again
        gate.open()
        await stage.settle()

    app = drive(script)
    assert [(line.section, line.text, line.state) for line in app.lines.unsaved()] == [
        ("Next", "text", "failed")
    ]
    assert app.writes.abandoned == 2


def test_a_line_that_is_being_typed_at_the_end_is_known() -> None:
    """The last letter too."""

    async def script(stage: Stage) -> None:
        await stage.press("tab")
        burst(stage, "otext\x11")
        await stage.settle()

    app = drive(script)
    assert [(line.text, line.state) for line in app.lines.unsaved()] == [("text", "open")]
