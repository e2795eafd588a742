"""A pseudo-terminal with the product in it, for what only the bytes of a terminal can show."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import Self

_LIMIT = 60.0
"""Seconds after which a program under test is given up."""


class Terminal:
    """Runs Python with some words under a pseudo-terminal and keeps every byte that it sends."""

    def __init__(
        self, words: Sequence[str], folder: Path, *, columns: int = 80, rows: int = 24, **env: str
    ) -> None:
        self.raw = b""
        self._ends: tuple[int, ...] = pty.openpty()
        self._master, self._slave = self._ends
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._before = termios.tcgetattr(self._slave)
        self.process = subprocess.Popen(
            [sys.executable, *words],
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            cwd=folder,
            env={**os.environ, "TERM": "xterm-256color", "COLUMNS": str(columns), "LINES": str(rows), **env},
            start_new_session=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.close()

    def close(self) -> None:
        """Closes the terminal, as a window is closed."""
        for end in self._ends:
            os.close(end)
        self._ends = ()

    def wait_for(self, text: bytes) -> None:
        """Reads until the text was sent."""
        end = time.monotonic() + _LIMIT
        while text not in self.raw:
            assert time.monotonic() < end, self.raw[-300:]
            assert self._read(0.2) or self.process.poll() is None, self.raw[-300:]

    def wait_until_quiet(self, seconds: float = 1.0) -> None:
        """Reads until nothing came for so long."""
        while self._read(seconds):
            pass

    def sent_within(self, seconds: float) -> bytes:
        """What is sent in that time."""
        start = len(self.raw)
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self._read(left)
        return self.raw[start:]

    def send(self, keys: str) -> None:
        """Presses keys."""
        self.send_bytes(keys.encode())

    def send_bytes(self, data: bytes) -> None:
        """Sends any bytes."""
        os.write(self._master, data)

    def wait_for_end(self) -> int:
        """Reads until the program has ended; its exit code."""
        end = time.monotonic() + _LIMIT
        while self.process.poll() is None:
            assert time.monotonic() < end, self.raw[-300:]
            self._read(0.1)
        self.wait_until_quiet(0.1)
        return self.process.returncode

    def is_restored(self) -> bool:
        """Whether the terminal is as it was: its settings, the screen, the cursor, the mouse."""
        pairs = (
            (b"\x1b[?1049h", b"\x1b[?1049l"),
            (b"\x1b[?25l", b"\x1b[?25h"),
            (b"\x1b[?1003h", b"\x1b[?1003l"),
        )
        left = all(self.raw.rfind(off) >= self.raw.rfind(on) for on, off in pairs)
        return left and termios.tcgetattr(self._slave)[:4] == self._before[:4]

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._master], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self._master, 65_536)
        except OSError:
            return False
        self.raw += data
        return bool(data)
