"""What is sent to a real terminal, and how it is left."""

from __future__ import annotations

import re
import signal
import sys
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore
from tests.tui.hostile import CORPUS

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals of this kind", allow_module_level=True)

from tests.tui.terminal import Terminal

if TYPE_CHECKING:
    from pathlib import Path

WATCH = ("-m", "scratchpad_tui", "watch")
COLOUR = re.compile(rb"(?:^|;)(?:3[0-7]|4[0-7]|9[0-7]|10[0-7]|[34]8;[25])(?:;|$)")
FAULT = """
import sys
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.tui import launch
from scratchpad_tui.tui.screens.live_view import LiveView
def broken(self):
    raise RuntimeError("a bug")
LiveView.take = broken
sys.exit(launch.watch(PadStore(sys.argv[1])))
"""

pytestmark = pytest.mark.alone


@pytest.fixture
def pad(pad_path: Path) -> Path:
    """A pad with hostile lines, written long before the clock of the tests."""
    store = PadStore(pad_path)
    store.apply([Patch("Task", "replace", "make it pass"), Patch("Plan", "append", "one")], turn="1")
    store.apply([Patch("Next", "replace", "the next thing")], turn="2")
    return pad_path


def colours(raw: bytes) -> list[bytes]:
    return [codes for codes in re.findall(rb"\x1b\[([0-9;]*)m", raw) if COLOUR.search(codes)]


def test_no_color_sends_no_colour_at_all(pad: Path) -> None:
    """Not even for toasts, sheets and the palette."""
    with Terminal(WATCH, pad.parent, NO_COLOR="1") as terminal:
        terminal.wait_for(b"make it pass")
        for keys in ("\t", "\t", "?", "\x1b", "v", "\x1b", "\x10", "\x1b", "F", "F"):
            terminal.send(keys)
            terminal.wait_until_quiet(0.4)
        assert colours(terminal.raw) == []
        assert b"\x1b[1;39;49m" in terminal.raw
        terminal.send("\x11")
        assert terminal.wait_for_end() == 0
        assert colours(terminal.raw) == []


def test_colours_are_sent_otherwise(pad: Path) -> None:
    """The control of the test above."""
    with Terminal(WATCH, pad.parent) as terminal:
        terminal.wait_for(b"make it pass")
        terminal.send("q")
        assert terminal.wait_for_end() == 0
        assert terminal.is_restored()
        assert colours(terminal.raw)


def test_hostile_text_never_reaches_the_terminal_raw(pad: Path) -> None:
    """No clipboard, title, link, device string, report or C1 control of the file's."""
    lines = "\n".join(f"- {line}" for text in CORPUS for line in re.split("[\n\r]", text.replace("\0", "")))
    pad.write_text(f"## Task\nmake it pass\n\n## Findings\n{lines}\n", "utf-8", newline="")
    with Terminal(WATCH, pad.parent, columns=120, rows=40) as terminal:
        terminal.wait_for(b"make it pass")
        for keys in ("\t\t\t", "z", "\x1b[6~", "\x1b", "v", "\x1b[6~", "\x1b"):
            terminal.send(keys)
            terminal.wait_until_quiet(0.4)
        terminal.send("\x11")
        assert terminal.wait_for_end() == 0
    for harm in (
        b"\x1b]52;",
        b"\x1b]0;owned",
        b"\x1b]8;;http",
        b"\x1bP1;2",
        b"\xc2\x9b",
        b"\x1b[6n",
        b"\xe2\x80\xae",
        b"\x1bc",
    ):
        assert harm not in terminal.raw, harm


def test_nothing_is_sent_at_rest(pad: Path) -> None:
    """A pad that nobody touches costs nothing, on a clock that stands still."""
    with Terminal(WATCH, pad.parent, SCRATCHPAD_NOW="2030-01-01T00:00:00Z") as terminal:
        terminal.wait_for(b"make it pass")
        terminal.wait_until_quiet()
        assert terminal.sent_within(2.0) == b""


def test_sigterm_leaves_the_terminal_as_it_was(pad: Path) -> None:
    """Without a traceback, with the shell's exit code."""
    with Terminal(WATCH, pad.parent) as terminal:
        terminal.wait_for(b"make it pass")
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.wait_for_end() == 128 + signal.SIGTERM
        assert terminal.is_restored()
        assert b"Traceback" not in terminal.raw


def test_an_unexpected_fault_ends_in_one_sentence_and_exit_code_3(pad: Path) -> None:
    """The terminal is restored, the details stand in a file."""
    with Terminal(["-c", FAULT, str(pad)], pad.parent) as terminal:
        terminal.wait_for(b"make it pass")
        pad.write_text(pad.read_text().replace("make it pass", "changed by hand"))
        assert terminal.wait_for_end() == 3
        assert terminal.is_restored()
        assert b"Traceback" not in terminal.raw
        assert terminal.raw.count(b"the screen ended by a fault of this program") == 1
        assert b"crash.log" in terminal.raw
