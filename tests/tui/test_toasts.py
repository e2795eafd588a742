"""Toasts: their kind is told without colour, and nothing of the screen is read as a part of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import LockError
from scratchpad_tui.tui.toasts import sentence
from scratchpad_tui.tui.wishes import Wishes
from tests.tui.drive import drive
from tests.tui.fake import make_view, remedies

if TYPE_CHECKING:
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


def test_an_error_goes_when_the_pad_that_it_tells_of_is_mended() -> None:
    """What was done to mend it stands still."""

    async def script(stage: Stage) -> None:
        await stage.show(make_view(state="BROKEN", sentence="Line 3", remedies=remedies("E mends it")))
        stage.app.tell_error(LockError("the pad does not parse", "mend line 3"))
        await stage.settle()
        assert "The pad does not parse" in stage.text
        await stage.show(make_view())
        assert "The pad does not parse" not in stage.text
        await stage.show(make_view(state="BROKEN", sentence="Line 3", remedies=remedies("E mends it")))
        stage.app.tell("Recovered v42")
        await stage.show(make_view())
        assert "Recovered v42" in stage.text

    drive(script)


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
