"""The last resort: an unexpected fault ends in one sentence, and its details in a file."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.seen import state_directory
from scratchpad_tui.tui import crash
from scratchpad_tui.tui.screens.live_view import LiveView
from tests.tui.drive import drive
from tests.tui.fake import FakeSource

if TYPE_CHECKING:
    from scratchpad_tui.tui.app import ScratchpadApp
    from tests.tui.drive import Stage


def test_a_fault_in_a_screen_ends_the_app_with_exit_code_3(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No traceback reaches a person."""
    apps: list[ScratchpadApp] = []

    def broken(_view: LiveView) -> None:
        raise RuntimeError("a bug")

    async def script(stage: Stage) -> None:
        apps.append(stage.app)
        monkeypatch.setattr(LiveView, "draw", broken)
        await stage.pilot.press("tab")

    with pytest.raises(RuntimeError, match="a bug"):  # the pilot gives it to the test
        drive(script)
    assert apps[0].return_code == crash.EXIT_CODE
    assert "RuntimeError: a bug" in Path(apps[0].crash_log).read_text("utf-8")
    told = capsys.readouterr()
    assert "Traceback" not in told.out + told.err


def test_the_log_is_private_grows_and_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may quote the pad, and must not fill the disk."""
    path = Path(crash.write(ValueError("first")))
    assert str(path.parent) == state_directory()
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0
    crash.write(ValueError("second"))
    assert "first" in path.read_text()
    assert "second" in path.read_text()
    monkeypatch.setattr(crash, "_LARGEST", 10)
    crash.write(None)
    assert "first" not in path.read_text()


def test_a_log_that_cannot_be_written_is_no_second_fault(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The sentence is told all the same."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(blocked))
    assert "crash.log" in crash.sentence(crash.write(ValueError("x")))


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such signals")
def test_sigterm_ends_the_app_in_good_order() -> None:
    """The terminal is restored, and the exit code is the shell's."""

    async def script(stage: Stage) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        await stage.pilot.pause(0.1)

    app = drive(script, source=FakeSource())
    assert app._exit
    assert app.return_code == 128 + signal.SIGTERM
