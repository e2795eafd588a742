"""The section editor over a pad on disk, while others do to the file what they like."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad import io
from scratchpad_tui.core.pad.drafts import Drafts
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.tui.app import ScratchpadApp
from scratchpad_tui.tui.live_source import LiveSource
from scratchpad_tui.tui.screens.editor import EditorScreen
from tests.core.pad.faults import data_of, put
from tests.tui.drive import grid

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from textual.pilot import Pilot

    from scratchpad_tui.tui.wishes import Onward

pytestmark = pytest.mark.alone


class Desk:
    """The app over a real pad, with the editor open on Findings."""

    def __init__(self, app: ScratchpadApp, pilot: Pilot[Onward]) -> None:
        self.app = app
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        """Presses keys and waits until what they set off is done."""
        await self.pilot.press(*keys)
        await self.settle()

    async def settle(self) -> None:
        """Waits for work in the background, and for the watcher to tell what is new."""
        for _ in range(4):
            await self.app.workers.wait_for_complete()
            await self.pilot.pause(0.02)

    async def sees(self, text: str) -> None:
        """Waits until the screen shows a text."""
        for _ in range(400):
            if text in grid(self.app):
                return
            await self.pilot.pause(0.02)
        raise AssertionError(grid(self.app))

    @property
    def lines(self) -> list[str]:
        """The text in the editor."""
        assert isinstance(self.app.screen, EditorScreen)
        return self.app.screen.editor.lines

    @property
    def is_open(self) -> bool:
        """Whether the editor is on top."""
        return isinstance(self.app.screen, EditorScreen)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PadStore:
    """A pad with two findings, and a state directory of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    store = PadStore(tmp_path / ".agent" / "scratchpad.md")
    store.apply([Patch("Findings", "append", "- one\n- two"), Patch("Next", "append", "go on")])
    return store


def at_the_desk(store: PadStore, script: Callable[[Desk], Awaitable[None]]) -> None:
    """Opens the editor on Findings and runs the script."""
    source = LiveSource(store)
    app = ScratchpadApp(source, source.read())

    async def run() -> None:
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            desk = Desk(app, pilot)
            await desk.settle()
            await desk.press("slash", *"one", "enter", "e")
            assert desk.is_open
            await script(desk)

    try:
        asyncio.run(run())
    finally:
        source.close()


def refusing(number: int) -> Callable[[int, bytes], None]:
    """A disk that takes nothing, for this reason."""

    def write(fd: int, data: bytes) -> None:
        raise OSError(number, os.strerror(number))

    return write


def findings(store: PadStore) -> list[str]:
    """The section as it stands on disk."""
    return PadStore(store.paths.named).read().document.content("Findings")


def test_two_people_edit_the_same_section_and_both_are_kept(store: PadStore) -> None:
    """The second to save merges; what the first wrote is beside the text before."""

    async def script(desk: Desk) -> None:
        await desk.press(*"mine: ")
        PadStore(store.paths.named).edit("Findings", ["- one", "- two", "- by the other"], 1)
        await desk.sees("by the other")
        await desk.press("ctrl+s")
        assert not desk.is_open

    at_the_desk(store, script)
    assert findings(store) == ["mine: - one", "- two", "- by the other"]


def test_the_pad_is_deleted_while_it_is_edited(store: PadStore) -> None:
    """The save restores it from its history first."""

    async def script(desk: Desk) -> None:
        await desk.press(*"mine: ")
        os.unlink(store.paths.pad)
        await desk.sees("no file")
        assert desk.lines == ["mine: - one", "- two"]
        await desk.press("ctrl+s")
        assert not desk.is_open

    at_the_desk(store, script)
    assert findings(store) == ["mine: - one", "- two"]
    assert PadStore(store.paths.named).read().document.content("Next") == ["- go on"]


def test_the_pad_is_replaced_by_a_directory(store: PadStore) -> None:
    """The text stays open, a draft has it, and another place is offered."""

    async def script(desk: Desk) -> None:
        await desk.press(*"mine: ")
        os.unlink(store.paths.pad)
        os.mkdir(store.paths.pad)
        await desk.press("ctrl+s")
        assert desk.is_open
        await desk.sees("Write the text to")
        await desk.press("escape")
        assert desk.lines == ["mine: - one", "- two"]
        await desk.press("escape")

    at_the_desk(store, script)
    assert [draft.lines for draft in Drafts(store.paths).all()] == [("mine: - one", "- two")]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_the_disk_is_full_or_read_only_at_the_save(
    store: PadStore, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """An error, the old file whole, the text open; when it can be written again it is saved."""

    async def script(desk: Desk) -> None:
        await desk.press(*"mine: ")
        with monkeypatch.context() as patched:
            patched.setattr(io, "write_all", refusing(number))
            await desk.press("ctrl+s")
        assert desk.is_open
        assert findings(store) == ["- one", "- two"]
        await desk.sees("Write the text to")
        await desk.press("escape", "ctrl+s")
        assert not desk.is_open

    at_the_desk(store, script)
    assert findings(store) == ["mine: - one", "- two"]


def test_the_history_folder_is_gone_when_the_draft_is_written(store: PadStore) -> None:
    """A draft finds a place in any case."""

    async def script(desk: Desk) -> None:
        await desk.press(*"mine: ")
        shutil.rmtree(store.paths.history)
        await desk.press("escape")
        assert not desk.is_open

    at_the_desk(store, script)
    assert [draft.lines for draft in Drafts(store.paths).all()] == [("mine: - one", "- two")]


def test_the_pad_breaks_while_it_is_edited(store: PadStore) -> None:
    """BROKEN stands in the frame at once; the save sets the broken bytes aside and keeps both texts."""

    async def script(desk: Desk) -> None:
        await desk.press(*"mine: ")
        put(store, (data_of(store) or b"") + b"## Nowhere\n- lost\n")
        await desk.sees("BROKEN")
        assert desk.lines == ["mine: - one", "- two"]
        await desk.press("ctrl+s")
        assert not desk.is_open

    at_the_desk(store, script)
    assert findings(store) == ["mine: - one", "- two"]
    kept = [name for name in os.listdir(store.paths.folder) if ".broken-" in name]
    assert len(kept) == 1


def test_the_section_grows_to_ten_megabytes_while_it_is_edited(store: PadStore) -> None:
    """The keyboard goes on, what came in is counted, and the save keeps all of it."""
    grown = "".join(f"- line {number} {'x' * 1_990}\n" for number in range(5_000))

    async def script(desk: Desk) -> None:
        await desk.press(*"mine: ")
        put(store, (data_of(store) or b"").replace(b"- two\n", f"- two\n{grown}".encode()))
        await desk.sees("line 0 ")
        await desk.sees("more")
        await desk.press(*"and ")
        assert desk.lines == ["mine: and - one", "- two"]
        await desk.press("ctrl+s")
        for _ in range(600):
            if not desk.is_open:
                break
            await desk.pilot.pause(0.05)

    at_the_desk(store, script)
    lines = findings(store)
    assert len(lines) == 5_002
    assert lines[0] == "mine: and - one"
