"""The handed cases about a pad that others write while it is watched, and about an editor over it."""

from __future__ import annotations

import asyncio
import errno
import os
import time
from typing import TYPE_CHECKING

import pytest
from textual import events

from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.watch import notify
from scratchpad_tui.tui.app import ScratchpadApp
from scratchpad_tui.tui.live_source import LiveSource
from scratchpad_tui.tui.screens.editor import EditorScreen
from tests.core.pad.pads import Case
from tests.tui.drive import grid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from scratchpad_tui.core.pad.view import PadView

pytestmark = pytest.mark.alone

_LIMIT = 20.0
"""Seconds until what should be shown is given up."""


class Watching:
    """A case's pad, watched as the screens do it."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.views: list[PadView] = []
        self.failures: list[Exception] = []
        self.source = LiveSource(PadStore(case.path))
        self.source.read()

    def begin(self) -> None:
        """Starts to watch."""
        self.source.watch(self.views.append, self.failures.append)

    def until(self, holds: Callable[[PadView], bool]) -> None:
        """Waits until a pad was told of which that holds."""
        end = time.monotonic() + _LIMIT
        while not any(map(holds, list(self.views))):
            assert time.monotonic() < end, self.views[-1:]
            time.sleep(0.02)

    def until_polling(self) -> None:
        """Waits until the pad is looked at from time to time."""
        end = time.monotonic() + _LIMIT
        while not self.source.polling():
            assert time.monotonic() < end
            time.sleep(0.02)

    def shows(self, section: str, line: str) -> None:
        """Waits until a line was told to stand in a section."""
        self.until(
            lambda view: any(
                found.text == line and found.mark != "-"
                for part in view.sections
                if part.name == section
                for found in part.lines
            )
        )


@pytest.fixture
def watching(request: pytest.FixtureRequest, pad_path: Path) -> Iterator[Watching]:
    """The case that the test names."""
    found = Watching(Case(request.param, pad_path))
    yield found
    found.source.close()


@pytest.mark.parametrize("watching", ["36-slow-writer-valid-prefix"], indirect=True)
@pytest.mark.parametrize("cut", ["given", "heading", "character"])
def test_case_36_a_slow_writer_is_waited_for(watching: Watching, cut: str) -> None:
    """No quarantine, and nothing but a patch ever fills in sections; the end is what the writer wrote."""
    case = watching.case
    after = case.file("after.md").replace(b"slow network drive", "slow network drive é".encode())
    first = case.file("first-half.md")
    if cut == "heading":
        first = after[: after.index(b"## Open") + 5]
    elif cut == "character":
        first = after[: after.index("é".encode()) + 1]
    assert after.startswith(first)
    watching.begin()
    with open(case.path, "wb") as file:
        file.write(first)
        file.flush()
        time.sleep(0.15)
        assert case.data == first
        file.write(after[len(first) :])
    watching.shows("Open questions", "- slow network drive é")
    watching.until(lambda view: view.state == "live")
    assert case.data == after
    assert case.quarantined == []
    assert {view.state for view in watching.views} <= {"live", "BROKEN"}


@pytest.mark.parametrize("watching", ["37-two-edits-in-one-second"], indirect=True)
def test_case_37_a_second_edit_of_the_same_size_within_a_second_is_seen_by_polling(
    watching: Watching, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Times of whole seconds tell them not apart; the bytes do."""
    monkeypatch.setattr(notify, "watch", refusing(OSError("OS file watch limit reached")))
    case = watching.case
    watching.begin()
    watching.until_polling()
    second = int(time.time())
    for word in (b"one", b"two"):
        data = case.file("start.md").rpartition(b"## Next\n")
        case.path.write_bytes(data[0] + data[1] + word + b"\n")
        os.utime(case.path, (second, second))
        time.sleep(0.3)
    watching.shows("Next", "two")


@pytest.mark.parametrize("watching", ["38-side-files-ignored"], indirect=True)
def test_case_38_side_files_and_the_same_bytes_once_more_are_no_news(watching: Watching) -> None:
    """An editor's swap files, a dangling link, our own lock and history, a new note."""
    case = watching.case
    store = PadStore(case.path)
    watching.begin()
    watching.until(lambda view: view.version is not None)
    folder, name = case.path.parent, case.path.name
    told = len(watching.views)
    for side in (f".{name}.swp", f"{name}~", "4913", f"#{name}#", f"{name}.tmp", f".{name}.lock", "notes.md"):
        (folder / side).write_bytes(b"x")
    (folder / f".#{name}").symlink_to("somebody@nowhere.1:2")
    (folder / ".history" / "x").write_bytes(b"x")
    case.path.write_bytes(case.file("start.md"))
    time.sleep(2.5)
    fresh = watching.views[told:]
    assert all(not line.mark for view in fresh for part in view.sections for line in part.lines)
    assert {view.version.version for view in fresh if view.version} <= {1}
    assert store.history.numbers() == [1]
    assert watching.failures == []


@pytest.mark.parametrize("watching", ["39-watch-limit"], indirect=True)
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EMFILE, errno.ENOSYS])
def test_case_39_without_file_events_the_pad_is_polled(
    watching: Watching, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """The system's word for too many watches is that for a full disk; nobody is told of a disk."""
    monkeypatch.setattr(notify, "watch", refusing(OSError(number, os.strerror(number))))
    watching.begin()
    watching.until_polling()
    watching.case.path.write_bytes(watching.case.data.replace(b"## Next\n", b"## Next\nby hand "))
    watching.until(lambda view: any("by hand" in line.text for part in view.sections for line in part.lines))
    words = " ".join(map(str, watching.failures)).casefold()
    assert not {"disk", "space"} & set(words.split())


def refusing(error: Exception) -> Callable[..., object]:
    """A stand-in for the system's events that cannot be had."""

    def watch(*paths: str, **settings: object) -> object:
        raise error

    return watch


def test_case_40_undo_after_the_file_shrank_from_outside(pad_path: Path) -> None:
    """The editor keeps its text and its steps, the file is what the other wrote until the person saves."""
    case = Case("40-undo-after-external-shrink", pad_path)
    shrunk = case.file("shrunk.md")
    source = LiveSource(PadStore(case.path))
    app = ScratchpadApp(source, source.read())

    async def run() -> None:
        async with app.run_test(size=(60, 15)) as pilot:
            await pilot.press("slash", *"line 58", "enter", "e")
            for _ in range(100):
                if isinstance(app.screen, EditorScreen):
                    break
                await pilot.pause(0.05)
            screen = app.screen
            assert isinstance(screen, EditorScreen)
            editor = screen.editor
            assert editor.document.get_line(editor.cursor_location[0]) == "- line 58"
            before = list(editor.lines)
            app.post_message(events.Paste("".join(f"pasted {number}\n" for number in range(40))))
            await pilot.pause()
            case.put(shrunk)
            for _ in range(200):
                if "external: " in grid(app):
                    break
                await pilot.pause(0.05)
            assert "external: " in grid(app)
            await pilot.press(*["ctrl+z"] * 10)
            assert editor.lines == before
            await pilot.press(*["ctrl+y"] * 10)
            assert len(editor.lines) == len(before) + 40
            await pilot.resize_terminal(20, 5)
            await pilot.pause()
            await pilot.resize_terminal(60, 15)
            await pilot.pause()
            row, column = editor.cursor_location
            assert row < len(editor.lines)
            assert column <= len(editor.document.get_line(row))
            assert case.data == shrunk

    try:
        asyncio.run(run())
    finally:
        source.close()
