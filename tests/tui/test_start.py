"""The start screen: no pad yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.tui.screens.start import StartScreen
from scratchpad_tui.tui.widgets.rows import Rows
from scratchpad_tui.tui.wishes import Onward
from tests.tui.drive import drive
from tests.tui.fake import STORY, FakeSource, make_view

if TYPE_CHECKING:
    from tests.tui.drive import Stage

NOTHING = make_view(
    {}, version=None, state="no file", last=(), needs=(), path="/work/project/.agent/scratchpad.md"
)


def nothing(*, read_only: bool = False) -> FakeSource:
    return FakeSource(NOTHING, read_only=read_only)


def test_on_a_small_screen_what_a_choice_means_comes_before_how_the_pad_was_looked_for() -> None:
    """The names alone do not say what will happen."""

    async def script(stage: Stage) -> None:
        assert "it starts by itself when an agent" in stage.text
        assert "nearest" not in stage.text
        assert "/work/project/.agent/scratchpad.md" in stage.text
        await stage.press("j")
        assert "the empty sections, and settings" in stage.text

    drive(script, source=nothing(), size=(40, 12))


def test_on_a_small_screen_what_a_choice_means_stands_under_it() -> None:
    """And a click on its words chooses it."""

    async def script(stage: Stage) -> None:
        await stage.press("j")
        rows = [row.strip() for row in stage.text.split("\n")]
        at = rows.index("▸ Create it here (init)")
        assert rows[at + 1].startswith("the empty sections")
        await stage.pilot.click(offset=(6, at + 1))
        await stage.settle()
        assert stage.source.calls == [("create",)]

    drive(script, source=nothing(), size=(40, 12))


def test_without_colour_the_chosen_row_alone_is_bold() -> None:
    """Else nothing but a small arrow would tell it."""

    async def script(stage: Stage) -> None:
        rows = [line.spans for line in stage.app.screen.query_one("#start-rows", Rows).lines]
        names = {
            span.text: span.style for spans in rows for span in spans if span.style in ("cursor", "text")
        }
        assert (names["Wait"], names["Watch the demo"]) == ("cursor", "text")

    drive(script, source=nothing())


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (120, 40), (200, 60)])
def test_it_says_where_it_looked_and_what_can_be_done(size: tuple[int, int]) -> None:
    """All choices stand on the smallest screen."""

    async def script(stage: Stage) -> None:
        text = stage.text
        assert "○ no file" in text.split("\n")[0]
        assert "There is no pad here yet." in text
        assert "/work/project/.agent/scratchpad.md" in text.replace("\n ", "")
        for words in ("Wait", "(init)", "demo", "Open another file"):
            assert words in text
        assert "enter choose" in text.split("\n")[-1]

    drive(script, source=nothing(), size=size)


def test_a_long_path_is_cut_between_its_folders_at_40_columns() -> None:
    """A name that is cut in two is read as another one."""
    path = "/home/somebody/projects/rate-limiter/.agent/scratchpad.md"

    async def script(stage: Stage) -> None:
        rows = [row.strip() for row in stage.text.split("\n")]
        at = rows.index("Looked for /home/somebody/projects/")
        assert rows[at + 1] == "rate-limiter/.agent/scratchpad.md"

    drive(script, source=FakeSource(NOTHING._replace(path=path)), size=(40, 12))


def test_it_becomes_the_pad_when_an_agent_writes_one() -> None:
    """By itself, also under a sheet."""

    async def script(stage: Stage) -> None:
        await stage.press("question_mark")
        await stage.show(make_view(STORY))
        assert stage.is_on_live
        assert "Make the rate-limiter tests pass" in stage.text
        assert stage.app.start is None

    drive(script, source=nothing())


def test_it_stays_while_there_is_nothing() -> None:
    """A folder that appears is no pad."""

    async def script(stage: Stage) -> None:
        await stage.show(NOTHING._replace(rule="another rule"))
        assert stage.shows(StartScreen)
        assert "another rule" in stage.text

    drive(script, source=nothing())


def test_wait_says_that_it_waits() -> None:
    """Enter on the first choice does no harm."""

    async def script(stage: Stage) -> None:
        await stage.press("enter")
        assert "Waiting" in stage.toasts[0]
        assert stage.source.calls == []

    drive(script, source=nothing())


def test_init_creates_the_pad() -> None:
    """Through the core."""

    async def script(stage: Stage) -> None:
        await stage.press("down", "enter")
        assert stage.source.calls == [("create",)]
        assert stage.toasts == ["Created the pad"]

    drive(script, source=nothing())


def test_init_that_fails_says_why() -> None:
    """A folder that cannot be written."""
    source = nothing()
    source.fault = StorageError("no permission to write here", "choose another folder")

    async def script(stage: Stage) -> None:
        await stage.press("j", "enter")
        assert stage.toasts == ["No permission to write here; choose another folder"]

    drive(script, source=source)


def test_a_read_only_watch_creates_nothing() -> None:
    """And says why."""

    async def script(stage: Stage) -> None:
        await stage.press("j", "enter")
        assert stage.source.calls == []
        assert "Read-only" in stage.toasts[0]

    drive(script, source=nothing(read_only=True))


def test_demo_goes_on_with_the_demo() -> None:
    """The program opens it next."""

    async def script(stage: Stage) -> None:
        await stage.press("up", "up")
        await stage.pilot.press("enter")

    assert drive(script, source=nothing()).return_value == Onward(demo=True)


def test_another_file_is_opened_by_its_path() -> None:
    """Escape leaves the field; an empty path opens nothing."""

    async def script(stage: Stage) -> None:
        await stage.press("up", "enter")
        assert "Path:" in stage.text
        await stage.press("escape")
        assert "Path:" not in stage.text
        await stage.press("enter", "enter")
        assert "Path:" not in stage.text
        await stage.press("enter")
        await stage.pilot.press(*"a/b.md", "enter")

    assert drive(script, source=nothing()).return_value == Onward(path="a/b.md")


def test_a_click_chooses() -> None:
    """The mouse works everywhere."""

    async def script(stage: Stage) -> None:
        y = next(y for y, row in enumerate(stage.text.split("\n")) if "(init)" in row)
        await stage.pilot.click(offset=(6, y))
        await stage.settle()
        assert stage.source.calls == [("create",)]

    drive(script, source=nothing())


def test_it_looks_again_on_request_and_q_quits() -> None:
    """From here q is out."""

    async def script(stage: Stage) -> None:
        await stage.press("ctrl+r")
        assert stage.source.calls == [("look",)]
        await stage.pilot.press("q")

    assert drive(script, source=nothing())._exit
