"""Sheets are as high as their text needs, and count what the screen has no room for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.tui.screens.confirm import ConfirmScreen
from scratchpad_tui.tui.screens.note import NoteScreen
from tests.tui.drive import drive

if TYPE_CHECKING:
    from tests.tui.drive import Stage

AROUND = 4
"""Rows of border, title and footer."""


def height(stage: Stage) -> int:
    return stage.app.screen.query_one("#sheet").size.height + 2


def note(rows: int) -> NoteScreen:
    return NoteScreen("A note", [f"row {number}" for number in range(1, rows + 1)])


@pytest.mark.parametrize(
    ("size", "rows", "high"),
    [
        ((80, 24), 3, 7),
        ((120, 40), 3, 7),
        ((40, 12), 3, 7),
        ((80, 24), 60, 24),
        ((40, 12), 60, 12),
        ((200, 60), 100, 60),
        ((80, 24), 20, 24),
        ((80, 24), 19, 23),
    ],
)
def test_a_sheet_is_as_high_as_its_text_within_the_screen(
    size: tuple[int, int], rows: int, high: int
) -> None:
    """It took the whole height for three lines."""

    async def script(stage: Stage) -> None:
        await stage.app.push_screen(note(rows))
        await stage.settle()
        assert height(stage) == high
        assert ("more" in stage.text.split("╰")[-1]) == (rows > high - AROUND)

    drive(script, size=size)


def test_hidden_rows_are_counted_on_both_sides_and_all_are_reached() -> None:
    async def script(stage: Stage) -> None:
        await stage.app.push_screen(note(20))
        await stage.settle()
        assert "… 12 more" in stage.text
        assert "above" not in stage.text
        await stage.press("j", "j")
        assert "… 2 above" in stage.text
        assert "… 10 more" in stage.text
        await stage.press("end")
        assert "… 12 above" in stage.text
        assert " more" not in stage.text
        assert stage.sheet[-2].startswith(" row 20")

    drive(script, size=(40, 12))


def test_the_field_of_find_takes_no_row_from_a_small_sheet() -> None:
    async def script(stage: Stage) -> None:
        await stage.app.push_screen(note(3))
        await stage.settle()
        await stage.press("slash")
        assert height(stage) == AROUND + 3 + 1
        assert "row 3" in stage.text
        assert "more" not in stage.text.split("╰")[-1]
        await stage.press("escape")
        assert height(stage) == AROUND + 3

    drive(script)


def test_the_sheet_of_a_turn_keeps_its_place_when_one_goes_on_to_a_shorter_one() -> None:
    async def script(stage: Stage) -> None:
        screen = note(12)
        await stage.app.push_screen(screen)
        await stage.settle()
        screen._text = "one row"
        screen.draw()
        await stage.settle()
        assert height(stage) == AROUND + 12
        await stage.pilot.resize_terminal(60, 24)
        await stage.settle()
        assert height(stage) == AROUND + 1

    drive(script)


def test_a_larger_terminal_gives_the_sheet_its_rows() -> None:
    async def script(stage: Stage) -> None:
        await stage.app.push_screen(note(30))
        await stage.settle()
        assert height(stage) == 12
        await stage.pilot.resize_terminal(40, 50)
        await stage.settle()
        assert height(stage) == AROUND + 30
        assert "more" not in stage.text.split("╰")[-1]

    drive(script, size=(40, 12))


def test_the_turn_of_a_line_leaves_the_pad_around_it_in_sight() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("tab", "tab", "tab", "j", "enter")
        assert height(stage) == AROUND + len(stage.sheet) - 2
        assert stage.text.startswith(" 1 Live")
        assert not stage.sheet[-2].isspace()

    drive(script)


@pytest.mark.parametrize(
    ("words", "rows"), [("Delete this draft?", 1), ("word " * 50 + "and the last one?", 8)]
)
def test_a_question_is_shown_to_its_end_and_takes_no_more_rows(words: str, rows: int) -> None:
    """A long one was cut after six rows, a short one stood in as many."""

    async def script(stage: Stage) -> None:
        await stage.app.push_screen(ConfirmScreen(words, yes="delete", no="keep"))
        await stage.settle()
        assert len(stage.sheet) == rows + 1
        assert stage.sheet[-2].rstrip().endswith(words[-6:])
        assert "y delete  n keep" in stage.sheet[-1]

    drive(script, size=(40, 12))
