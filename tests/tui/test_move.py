"""An entry moved to another section, and the few lines to choose one of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.tui.screens.choose import ChooseScreen
from scratchpad_tui.tui.widgets.rows import Rows
from tests.tui.drive import drive
from tests.tui.fake import STORY, FakeSource

if TYPE_CHECKING:
    from tests.tui.drive import Stage

NEXT = STORY["Next"][0]
OTHERS = [
    name for name in ("Task", "Plan", "Findings", "Ruled out", "Open questions", "Next") if name != "Next"
]


async def open_choice(stage: Stage) -> ChooseScreen:
    """The first stop of the screen is the line of Next."""
    await stage.press("j", "m")
    screen = stage.app.screen
    assert isinstance(screen, ChooseScreen)
    return screen


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 12)])
def test_m_asks_for_a_section_and_moves_the_entry(size: tuple[int, int]) -> None:
    source = FakeSource()

    async def script(stage: Stage) -> None:
        await open_choice(stage)
        asked = " ".join(row.strip(" │") for row in stage.text.split("\n"))
        assert "".join(f'Move "{NEXT.removeprefix("- ")}" to'.split()) in "".join(asked.split())
        assert all(name in stage.text for name in OTHERS)
        await stage.press("j", "down", "k", "up", "down", "enter")
        assert stage.is_on_live
        assert source.calls[-1] == ("move", "Next", NEXT, "Plan")
        assert "Moved to Plan · u undoes" in stage.toasts[-1]
        await stage.press("u")
        assert source.calls[-1:] == [("revert", 101)]

    drive(script, source=source, size=size)


def test_leaving_moves_nothing() -> None:
    source = FakeSource()

    async def script(stage: Stage) -> None:
        await open_choice(stage)
        await stage.press("escape")
        assert stage.is_on_live
        assert not any(call[0] == "move" for call in source.calls)

    drive(script, source=source)


def test_the_choice_goes_round_and_a_click_takes_it() -> None:
    source = FakeSource()

    async def script(stage: Stage) -> None:
        await open_choice(stage)
        await stage.press("up", "enter")
        assert source.calls[-1] == ("move", "Next", NEXT, "Open questions")
        await stage.press("m")
        screen = stage.app.screen
        row = next(y for y, row in enumerate(stage.text.split("\n")) if " Findings" in row and "│" in row)
        rows = screen.query_one("#names").region
        await stage.pilot.click("#names", offset=(6, row - rows.y))
        await stage.settle()
        assert source.calls[-1] == ("move", "Next", NEXT, "Findings")

    drive(script, source=source)


def test_without_a_line_the_way_to_one_is_told() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("m")
        assert stage.is_on_live
        assert "No line to move" in stage.toasts[-1]

    drive(script)


def test_a_read_only_pad_moves_nothing() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("j", "m")
        assert stage.is_on_live
        assert "--read-only" in stage.toasts[-1]

    drive(script, source=FakeSource(read_only=True))


def test_a_line_that_is_gone_is_a_sentence() -> None:
    source = FakeSource()

    async def script(stage: Stage) -> None:
        await open_choice(stage)
        source.fault = InputError("this line is not there any more", "the screen shows the pad as it is now")
        await stage.press("enter")
        assert stage.is_on_live
        assert "not there any more" in stage.toasts[-1]

    drive(script, source=source)


def test_the_program_can_be_left_from_it() -> None:
    async def script(stage: Stage) -> None:
        await open_choice(stage)
        await stage.pilot.press("ctrl+q")

    assert drive(script).return_code == 0


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (36, 9)])
def test_a_long_question_and_many_names_are_all_reached(size: tuple[int, int]) -> None:
    """Profiles of one's own may have any number of sections, and a fault has many words."""
    names = [f"Section {number}" for number in range(30)]
    chosen: list[str | None] = []

    async def script(stage: Stage) -> None:
        question = "Not saved: line 3: a heading of another section cannot stand here"
        await stage.app.push_screen(ChooseScreen(question, names), chosen.append)
        await stage.settle()
        shown = stage.app.screen.query_one("#names", Rows).lines
        words = " ".join(" ".join(line.text.split()) for line in shown)
        assert "Not saved: line 3: a heading of another section cannot stand here" in words
        assert "more" in words
        for name in names[1:]:
            await stage.press("j")
            assert f"▸ {name}" in stage.text
        assert "above" in stage.text
        await stage.press("j")
        assert "▸ Section 0" in stage.text
        await stage.press("k", "enter")
        assert chosen == ["Section 29"]

    drive(script, size=size)


def test_a_choice_is_drawn_anew_for_a_smaller_terminal() -> None:
    async def script(stage: Stage) -> None:
        await stage.app.push_screen(ChooseScreen("Which?", [f"Name {number}" for number in range(15)]))
        await stage.settle()
        assert "Name 14" in stage.text
        screen = stage.app.screen
        assert isinstance(screen, ChooseScreen)
        await stage.wheel("#names", -1)
        await stage.pilot.resize_terminal(40, 12)
        await stage.settle()
        assert "▸ Name 14" in stage.text
        assert "esc" in stage.text
        await stage.wheel("#names", 1)
        await stage.settle()
        assert "▸ Name 0" in stage.text

    drive(script)
