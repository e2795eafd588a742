"""The clipboard inside tmux, with a stand-in for tmux on the path."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.tui import clipboard
from tests.tui.drive import drive
from tests.tui.fake import FakeSource, make_view

if TYPE_CHECKING:
    from pathlib import Path

    from tests.tui.drive import Stage

if sys.platform == "win32":
    pytest.skip("Windows has no tmux, and starts no script by its first line", allow_module_level=True)

LINE = '- ümläut 漢字 $(touch owned) "; x'


@pytest.fixture
def tmux(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a tmux that keeps its words and what it is given."""
    folder = tmp_path / "bin"
    folder.mkdir()
    script = folder / "tmux"
    script.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {folder}/words\n/bin/cat > {folder}/given\n')
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("TMUX", str(folder / "default,1,0"))
    return folder


def test_inside_tmux_a_copy_goes_to_tmux(tmux: Path) -> None:
    """It takes nothing by the terminal's own way from a program inside it; no shell reads the text."""

    async def script(stage: Stage) -> None:
        await stage.press("tab", "y")
        assert stage.toasts == ["Copied the line to tmux"]
        assert stage.app.clipboard == ""

    drive(script, source=FakeSource(make_view({"Next": (LINE,)})))
    assert (tmux / "words").read_text() == "load-buffer\n-w\n-\n"
    assert (tmux / "given").read_text("utf-8") == LINE


@pytest.mark.parametrize("fault", ["fails", "is not there"])
def test_where_tmux_does_not_take_it_the_terminal_gets_it(tmux: Path, fault: str) -> None:
    """An old tmux does not know the flag; and the words say what happened."""
    if fault == "fails":
        (tmux / "tmux").write_text("#!/bin/sh\nexit 1\n")
    else:
        (tmux / "tmux").unlink()

    async def script(stage: Stage) -> None:
        await stage.press("tab", "y")
        assert stage.toasts == ["Sent the line to the clipboard of the terminal"]
        assert stage.app.clipboard == LINE

    drive(script, source=FakeSource(make_view({"Next": (LINE,)})))


def test_a_tmux_that_hangs_is_not_waited_for(tmux: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its server may be stopped."""
    monkeypatch.setattr(clipboard, "_SECONDS", 0.05)
    (tmux / "tmux").write_text("#!/bin/sh\nexec /bin/sleep 30\n")
    assert not clipboard.to_tmux(LINE)


def test_outside_tmux_none_is_asked(tmux: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There may be one all the same, of another terminal."""
    monkeypatch.delenv("TMUX")
    assert not clipboard.to_tmux(LINE)
    assert not (tmux / "words").exists()
