"""One look at a file: whether it is there, and which bytes it holds."""

from __future__ import annotations

import hashlib
import os
import stat

from scratchpad_tui.core.named_tuple import NamedTuple

ALWAYS_READ = 1 << 20
"""In bytes; a larger file with the same inode, size and times as before is not read again."""
_CHUNK = 1 << 18
_ATTEMPTS = 3


Stamp = tuple[int, ...]
"""Device, inode, size and times in nanoseconds; empty where there is no file."""


class Look(NamedTuple):
    """What a file was at one time."""

    there: bool
    sha256: str | None
    """Of the bytes, in hexadecimal; None where there is no file or it cannot be read."""
    size: int
    """In bytes."""
    stamp: Stamp
    """Equal stamps make other bytes unlikely, not impossible."""
    whole: bool
    """Whether nothing was written to the file while it was read."""

    @property
    def content(self) -> tuple[bool, str | None]:
        """What makes two looks equal."""
        return self.there, self.sha256


GONE = Look(there=False, sha256=None, size=0, stamp=(), whole=True)


def look(path: str, last: Look | None = None) -> Look:
    """The file as it is now, links followed; never waits on a pipe."""
    seen = GONE
    for _ in range(_ATTEMPTS):
        try:
            seen = _read(path, last)
        except (FileNotFoundError, NotADirectoryError):
            return GONE
        except OSError:
            return Look(there=True, sha256=None, size=0, stamp=(), whole=True)
        if seen.whole:
            break
    return seen


def stamp(path: str) -> Stamp:
    """The stamp of the file, which is not read."""
    try:
        return _stamp(os.stat(path))
    except (OSError, ValueError):
        return ()


def _read(path: str, last: Look | None) -> Look:
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags), "rb", buffering=0) as file:
        before = os.fstat(file.fileno())
        if not stat.S_ISREG(before.st_mode):
            return Look(there=True, sha256=None, size=0, stamp=_stamp(before), whole=True)
        if last and last.size > ALWAYS_READ and last.stamp == _stamp(before):
            return last
        digest = hashlib.sha256()
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
        whole = _stamp(before) == _stamp(os.stat(path))
    return Look(there=True, sha256=digest.hexdigest(), size=before.st_size, stamp=_stamp(before), whole=whole)


def _stamp(result: os.stat_result) -> Stamp:
    return result.st_dev, result.st_ino, result.st_size, result.st_mtime_ns, result.st_ctime_ns
