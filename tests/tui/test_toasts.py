"""Toasts: their kind is told without colour, and nothing of the screen is read as a part of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import LockError, ParseError, Problem, StorageError
from scratchpad_tui.tui.toasts import sentence
from scratchpad_tui.tui.wishes import Wishes
from tests.tui.drive import drive
from tests.tui.fake import FakeSource, make_view, remedies

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.view import PadView
    from tests.tui.drive import Stage


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("the pad is held", "The pad is held"),
        ("a patch was refused", "A patch was refused"),
        ("line 5: no source", "Line 5: no source"),
        ("scratchpad.toml: no theme", "scratchpad.toml: no theme"),
        ("v43 is not kept", "v43 is not kept"),
        ("e resumes", "e resumes"),
        ("", ""),
    ],
)
def test_a_sentence_begins_with_a_capital_and_a_name_as_it_is(words: str, told: str) -> None:
    """Errors come from many places, and are written to stand behind the name of a command."""
    assert sentence(words) == told


BROKEN = ParseError((Problem(3, 1, "unknown", "no heading"),))
FULL = StorageError("the disk is full", "free some room")


def test_an_error_goes_when_the_pad_that_it_tells_of_is_mended() -> None:
    """What was done to mend it stands still, and so does what another fault says."""

    async def script(stage: Stage) -> None:
        await stage.show(broken())
        stage.app.tell_error(BROKEN)
        await stage.settle()
        stage.app.tell("Read again")
        await stage.settle()
        stage.app.tell_error(FULL)
        stage.app.tell("Recovered v42")
        await stage.settle()
        assert stage.toasts == ["Line 3: no heading", "The disk is full; free some room", "Recovered v42"]
        await stage.show(make_view())
        assert stage.toasts == ["The disk is full; free some room", "Recovered v42"]

    drive(script)


def test_what_an_act_and_a_reading_say_of_a_broken_pad_goes_with_it() -> None:
    """Whoever tells it: a key that was refused, and the watch that could not read the file."""
    source = FakeSource()

    async def script(stage: Stage) -> None:
        await stage.show(broken())
        source.fault = BROKEN
        await stage.press("tab", "d")
        source.fail(PermissionError(13, "Permission denied", "pad.md"))
        await stage.settle()
        assert [told.partition(":")[0] for told in stage.toasts] == ["Line 3", "[Errno 13] Permission denied"]
        await stage.show(make_view())
        assert stage.toasts == []

    drive(script, source=source)


def test_an_error_stays_its_time_whatever_informs_and_opens() -> None:
    """What informs takes the place of what informed alone, and a sheet that opens ends that."""

    async def script(stage: Stage) -> None:
        stage.app.tell_error(FULL)
        for words in ("one", "two"):
            stage.app.tell(words)
            await stage.settle()
            assert stage.toasts == ["The disk is full; free some room", words]
        await stage.press("question_mark")
        assert stage.toasts == ["The disk is full; free some room"]

    drive(script)


def broken() -> PadView:
    """A pad that does not parse."""
    return make_view(state="BROKEN", sentence="Line 3", remedies=remedies("E mends it, r recovers v42"))


@pytest.mark.parametrize(("cells", "wishes"), [(60, Wishes()), (120, Wishes(no_color=True, theme="ansi"))])
def test_a_sign_tells_the_kind_and_the_row_is_the_toasts_alone(cells: int, wishes: Wishes) -> None:
    """On short rows half words of the screen would stand beside it, and without a background it would run on from them."""

    async def script(stage: Stage) -> None:
        stage.app.tell("v43 stands again")
        await stage.settle()
        assert "▌ v43 stands again" in stage.text.split("\n")
        stage.app.tell_error(LockError("the pad is held by agent", "try again"))
        await stage.settle()
        assert "▌ ✗ The pad is held by agent; try again" in stage.text.split("\n")
        stage.app.tell("over its cap", severity="warning")
        await stage.settle()
        assert "▌ ! over its cap" in stage.text.split("\n")

    drive(script, size=(cells, 24), wishes=wishes)
