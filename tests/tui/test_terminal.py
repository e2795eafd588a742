"""What is sent to a real terminal, and how it is left."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
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
DEMO = ("-m", "scratchpad_tui", "demo")
COLOUR = re.compile(rb"(?:^|;)(?:3[0-7]|4[0-7]|9[0-7]|10[0-7]|[34]8;[25])(?:;|$)")
FAULT = """
import sys
import time
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


def test_a_frame_is_not_cut_at_its_line_ends(pad: Path) -> None:
    """The kernel would hand the first line out before the others, and put a carriage return before each line end."""
    with Terminal(WATCH, pad.parent) as terminal:
        terminal.wait_for(b"make it pass")
        terminal.wait_until_quiet()
        assert b"\n" in terminal.raw
        assert b"\r\n" not in terminal.raw
        terminal.send("q")
        assert terminal.wait_for_end() == 0
        assert terminal.is_restored()


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


def test_the_theme_of_16_colours_sends_only_those(pad: Path) -> None:
    """The terminal's own palette and its own ground, in every sheet."""
    with Terminal(WATCH, pad.parent, SCRATCHPAD_UI_THEME="ansi", COLORTERM="truecolor") as terminal:
        terminal.wait_for(b"make it pass")
        for keys in ("\t", "\t", "?", "\x1b", "v", "\x1b", "\x10", "\x1b", "F", "F", "/make\r"):
            terminal.send(keys)
            terminal.wait_until_quiet(0.4)
        terminal.send("\x11")
        assert terminal.wait_for_end() == 0
    sent = colours(terminal.raw)
    assert sent
    assert [codes for codes in sent if re.search(rb"[34]8;[25]", codes)] == []


def test_16_colours_have_gauges_of_plain_characters(pad: Path) -> None:
    """Shades of a block look alike there; whatever the theme."""
    with Terminal(WATCH, pad.parent, TERM="linux") as terminal:
        terminal.wait_for(b"make it pass")
        terminal.wait_until_quiet(0.4)
        assert b"--------" in terminal.raw
        assert "░".encode() not in terminal.raw
        terminal.send("\x11")
        assert terminal.wait_for_end() == 0


def test_an_empty_no_color_counts_as_not_set(pad: Path) -> None:
    """As its standard says: the same colours as without it."""
    sent = []
    for name in ("ANOTHER", "NO_COLOR"):
        env = {name: "", "SCRATCHPAD_NOW": "2030-01-01T00:00:00Z"}
        with Terminal(WATCH, pad.parent, columns=80, rows=24, **env) as terminal:
            terminal.wait_for(b"make it pass")
            terminal.wait_until_quiet(0.4)
            terminal.send("\x11")
            assert terminal.wait_for_end() == 0
        sent.append(set(colours(terminal.raw)))
    assert sent[0] == sent[1] != set()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_demo_that_is_asked_to_end_leaves_nothing_behind(pad: Path, tmp_path: Path, number: int) -> None:
    """Its folder is gone, its agent too, the terminal is as it was."""
    with Terminal(DEMO, pad.parent, TMPDIR=str(tmp_path)) as terminal:
        terminal.wait_for(b"Plan")
        agents = children(terminal.process.pid)
        assert len(agents) == 1
        terminal.process.send_signal(number)
        assert terminal.wait_for_end() == 128 + number
        assert terminal.is_restored()
    assert list(tmp_path.glob("scratchpad-demo-*")) == []
    assert not any(is_running(agent) for agent in agents)


@pytest.mark.parametrize("words", [WATCH, DEMO])
def test_a_terminal_that_is_closed_ends_the_program(
    pad: Path, tmp_path: Path, words: tuple[str, ...]
) -> None:
    """Also one that sends no signal: the program has a session of its own."""
    with Terminal(words, pad.parent, TMPDIR=str(tmp_path)) as terminal:
        terminal.wait_for(b"Plan")
        agents = children(terminal.process.pid)
        terminal.close()
        assert terminal.process.wait(30) == 128 + signal.SIGHUP
    assert list(tmp_path.glob("scratchpad-demo-*")) == []
    assert not any(is_running(agent) for agent in agents)


def test_a_terminal_that_nobody_reads_does_not_keep_the_program(pad: Path) -> None:
    """What it still writes is waited for a moment, not for ever."""
    with Terminal(WATCH, pad.parent) as terminal:
        terminal.wait_for(b"make it pass")
        for _ in range(40):
            terminal.send("?\x1bv\x1bzz\t" * 20)
        time.sleep(1)
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.process.wait(30) == 128 + signal.SIGTERM


def children(pid: int) -> list[int]:
    """The processes that it started."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, check=False)
    return [int(word) for word in found.stdout.split()]


def is_running(pid: int) -> bool:
    """Whether the process is there and no zombie."""
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, check=False)
    return bool(found.stdout.strip()) and not found.stdout.strip().startswith(b"Z")


def test_the_screen_stands_again_after_it_was_suspended(pad: Path) -> None:
    """The shell had the terminal meanwhile: everything is painted, not what has changed alone."""
    pad.write_text("## Next\nStart\n")
    with Terminal(WATCH, pad.parent) as terminal:
        terminal.wait_for(b"NEXT")
        terminal.wait_until_quiet()
        terminal.process.send_signal(signal.SIGTSTP)
        terminal.wait_for(b"\x1b[?1049l")
        terminal.wait_until_quiet()
        terminal.raw = b""
        terminal.process.send_signal(signal.SIGCONT)
        terminal.wait_for(b"NEXT")
        terminal.wait_for(b"Open questions")
