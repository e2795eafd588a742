"""What is on disk of a text that is being typed: the newest of it, or nothing where nothing is to be kept."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad.drafts import new_draft
from scratchpad_tui.tui.screens.editor import EditorScreen
from tests.tui.drive import drive
from tests.tui.test_editor import NEXT, editing, open_next

if TYPE_CHECKING:
    from collections.abc import Callable

    from scratchpad_tui.core.pad.drafts import Draft
    from tests.tui.drive import Stage


def opened(stage: Stage) -> EditorScreen:
    """The editor that is on top."""
    screen = stage.app.screen
    assert isinstance(screen, EditorScreen)
    return screen


def hold_up(stage: Stage) -> None:
    """No work in the background is begun any more, as at the end of the program."""

    def hold(_do: Callable[[], object], *_: object, **__: object) -> None:
        """Forgets it."""

    stage.app.in_background = hold  # type: ignore[method-assign,assignment]


@pytest.mark.parametrize("end", ["", "escape", "ctrl+q"])
def test_a_text_that_is_undone_while_its_first_draft_is_written_leaves_none(end: str) -> None:
    """The writing has begun and cannot be called back: what it leaves goes when it has ended."""
    source = editing()
    begun, gate = threading.Event(), threading.Event()
    keep = source.keep_draft

    def slow(draft: Draft) -> Draft:
        begun.set()
        gate.wait(20)
        return keep(draft)

    source.keep_draft = slow  # type: ignore[method-assign]

    async def script(stage: Stage) -> None:
        await open_next(stage)
        editor = opened(stage)
        await stage.pilot.press("x", "y")
        editor._keep_soon()
        await stage.until(begun.is_set)
        await stage.pilot.press("backspace", "backspace")
        assert editor.draft() is None
        threading.Timer(0.2, gate.set).start()  # the end waits for the disk
        if end:
            await stage.pilot.press(end)
        else:
            editor._keep_soon()
            await stage.settle()
            assert not source.kept

    drive(script, source=source)
    assert not source.kept


def test_a_text_that_is_typed_back_to_what_it_was_leaves_no_draft() -> None:
    """Neither the one it was taken up from; what is typed then is kept anew."""
    source = editing()
    draft = new_draft("section", "Next", ["x" + NEXT], [NEXT], 42)._replace(name="00.json")
    source.kept[draft.name] = draft
    source.left = (draft,)

    async def script(stage: Stage) -> None:
        await stage.press("e")
        editor = opened(stage)
        await stage.press("delete")
        editor._keep_soon()
        await stage.settle()
        assert not source.kept
        await stage.press("z")
        assert editor.keep_now()

    drive(script, source=source)
    assert [draft.lines for draft in source.kept.values()] == [("z" + NEXT,)]


async def typed_and_held_up(stage: Stage) -> None:
    """A letter is typed, and handed on to be written, which is not begun."""
    await open_next(stage)
    await stage.press("x")
    hold_up(stage)
    opened(stage)._keep_soon()


def test_ctrl_q_asks_of_a_text_whose_writing_was_never_begun_too() -> None:
    """It was handed on, so that nothing newer is there; but it is not on disk, and can be kept nowhere."""
    source = editing()

    async def script(stage: Stage) -> None:
        await typed_and_held_up(stage)
        source.draft_fault = StorageError("could not write: No space left on device")
        await stage.pilot.press("ctrl+q")
        await stage.pilot.pause()
        assert stage.shows(EditorScreen)
        assert "ctrl+q again leaves without" in stage.toasts[-1]

    drive(script, source=source)


def test_a_text_whose_writing_was_never_begun_is_kept_when_the_screen_is_taken_away() -> None:
    """As by a signal that ends the program, which asks nobody."""
    source = editing()

    async def script(stage: Stage) -> None:
        await typed_and_held_up(stage)
        stage.app.exit()

    drive(script, source=source)
    assert [draft.lines for draft in source.kept.values()] == [("x" + NEXT,)]
