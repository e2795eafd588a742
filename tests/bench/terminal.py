"""A program in a pseudo-terminal: what it has written, when, and what it costs."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

ESCAPES = re.compile(
    rb"\x1b\[[0-9;:?<>=]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[PX^_].*?\x1b\\|\x1b.", re.DOTALL
)
CHUNK = 65_536


class Terminal:
    """A running program; leaving the `with` block ends it."""

    def __init__(
        self, words: Sequence[str], env: dict[str, str], cwd: Path, size: tuple[int, int] = (120, 40)
    ) -> None:
        self._outer, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self.started = time.perf_counter()
        self._process = subprocess.Popen(
            list(words), stdin=inner, stdout=inner, stderr=inner, env=env, cwd=cwd, start_new_session=True
        )
        os.close(inner)
        self._recent = b""
        self.count = 0
        """Bytes written so far."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        deadline = time.perf_counter() + 5
        while self._process.poll() is None and time.perf_counter() < deadline:
            self._read(0.05)
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._outer)

    def _read(self, timeout: float) -> bool:
        if not select.select([self._outer], [], [], timeout)[0]:
            return False
        try:
            came = os.read(self._outer, CHUNK)
        except OSError:  # Linux reports a closed terminal so
            return False
        self.count += len(came)
        self._recent = (self._recent + came)[-8 * CHUNK :]
        return bool(came)

    def until(self, *texts: str, limit: float = 30.0) -> float:
        """The moment when the last of the texts was written since the last call or `send`, by `time.perf_counter`.

        Raises:
            TimeoutError: it was not, within the limit in seconds.
        """
        wanted = [text.encode() for text in texts]
        deadline = time.perf_counter() + limit
        while time.perf_counter() < deadline:
            if self._read(0.05):
                moment = time.perf_counter()
                plain = ESCAPES.sub(b"", self._recent)
                if all(text in plain for text in wanted):
                    self._recent = b""
                    return moment
            elif self._process.poll() is not None:
                break
        last = ESCAPES.sub(b"", self._recent)[-300:].decode("utf-8", "replace")
        raise TimeoutError(f"{texts} not shown within {limit:.0f} s (exit {self._process.poll()}): {last!r}")

    def send(self, keys: str) -> float:
        """Types these characters; the moment before, by `time.perf_counter`. What was written earlier is forgotten."""
        self._recent = b""
        moment = time.perf_counter()
        os.write(self._outer, keys.encode())
        return moment

    def drain(self, duration: float) -> None:
        """Reads what comes for that many seconds."""
        end = time.perf_counter() + duration
        while (left := end - time.perf_counter()) > 0:
            self._read(left)

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    def cpu(self) -> float:
        """Seconds of processor time used so far, that of its threads included."""
        with open(f"/proc/{self._process.pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Memory that it holds now, in MiB."""
        with open(f"/proc/{self._process.pid}/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20

    def peak(self) -> float:
        """The most memory that it held so far, in MiB."""
        with open(f"/proc/{self._process.pid}/status", encoding="ascii") as file:
            return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmHWM"))
