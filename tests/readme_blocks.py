"""The fenced blocks of the README, and how the commands among them are run as a reader would."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from tests.readme import README

FOLDER = "/home/you/app"
"""What the README calls the reader's folder."""
NOW = "2026-07-20T10:12:00Z"
"""When the README's examples take place."""
_LINE = re.compile(r"^```(?P<kind>\w*)$|^#{2} (?P<title>.+)$", re.MULTILINE)
_SECONDS = 120


class Block(NamedTuple):
    """One fenced block."""

    chapter: str
    """The level-2 heading that it stands under."""
    kind: str
    """The word behind the fence; empty for files and trees."""
    text: str

    @property
    def opens_a_screen(self) -> bool:
        """Whether its last line needs a terminal to draw on."""
        return self.text.split("\n")[-1] in {"scratchpad-tui watch", "scratchpad-tui demo"}


class Ran(NamedTuple):
    """How a block ended."""

    code: int
    out: str
    """Standard output, the folder called as the README calls it."""
    told: str
    """What the terminal got: standard error, and what was asked."""


def readme_blocks() -> list[Block]:
    """All of them, in the order of the page."""
    found: list[Block] = []
    chapter, begun = "", None
    for match in _LINE.finditer(text := README.read_text("utf-8")):
        if begun is not None and match["kind"] == "":
            found.append(Block(chapter, begun["kind"], text[begun.end() + 1 : match.start()].rstrip("\n")))
            begun = None
        elif begun is None and match["title"]:
            chapter = match["title"]
        elif begun is None:
            begun = match
    assert begun is None, "the last fence is not closed"
    return found


def can_run() -> bool:
    """Whether there is a shell, a pseudo terminal, and the command beside this Python."""
    return bool(shutil.which("bash")) and os.name == "posix" and (_bin() / "scratchpad-tui").exists()


def run_block(block: Block, folder: Path, typed: str) -> Ran:
    """Runs it in that folder as at a terminal where that was typed; standard output goes to a pipe."""
    words = [sys.executable, "-c", block.text]
    if block.kind == "sh":
        words = ["bash", "-euo", "pipefail", "-c", block.text]
    environment = {
        **os.environ,
        "PATH": f"{_bin()}{os.pathsep}{os.environ['PATH']}",
        "SCRATCHPAD_NOW": NOW,
        "TMPDIR": str(folder),
    }
    import termios  # not there on Windows, where `can_run` says no

    master, terminal = os.openpty()
    # What is typed ahead would be echoed before a program can ask for silence.
    attributes = termios.tcgetattr(terminal)
    attributes[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSANOW, attributes)
    told: list[bytes] = []
    reader = Thread(target=_drain, args=(master, told), daemon=True)
    try:
        os.write(master, typed.encode())
        reader.start()
        done = subprocess.run(
            words,
            cwd=folder,
            env=environment,
            stdin=terminal,
            stdout=subprocess.PIPE,
            stderr=terminal,
            timeout=_SECONDS,
            check=False,
        )
    finally:
        os.close(terminal)
        reader.join(timeout=_SECONDS)
        os.close(master)
    out = done.stdout.decode().replace(str(folder), FOLDER)
    return Ran(done.returncode, out, b"".join(told).decode(errors="replace"))


def _bin() -> Path:
    return Path(sys.prefix) / "bin"


def _drain(master: int, told: list[bytes]) -> None:
    """Reads until the last holder of the terminal has closed it, which Linux reports as an error."""
    try:
        while data := os.read(master, 65_536):
            told.append(data)
    except OSError:
        return
