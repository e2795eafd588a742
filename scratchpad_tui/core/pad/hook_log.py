"""Why a hook did less than it should: one line each in a file beside the versions, which `health` reads.

A hook that fails says nothing to the agent. What stands here is when, which hook, and a sentence of ours: never a
prompt, a text of the pad, or what the agent sent.
"""

from __future__ import annotations

import os
import stat

from scratchpad_tui.core.clock import now, parse_stamp, stamp
from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.io import read_bytes, replace_file, write_all
from scratchpad_tui.core.text import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from scratchpad_tui.core.pad.paths import PadPaths

NAME = "hook.log"
LARGEST = 65_536
"""Bytes above which the older half leaves."""
_LONGEST = 300
"""Characters of a reason."""
_APPEND = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_APPEND |= getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


class Failure(NamedTuple):
    """One line."""

    time: datetime | None
    event: str
    """The hook: `session-start`, ..., or `unknown`."""
    reason: str


def note_failure(paths: PadPaths, event: str, reason: str) -> None:
    """Adds a line; where there is no history yet, or it cannot be written, it is left out."""
    if not paths.has_history:
        return
    line = f"{stamp(now())} {event} {visible(reason)[:_LONGEST]}\n".encode("utf-8", "replace")
    try:
        _append(paths, line)
    except (OSError, StorageError):
        return


def failures(paths: PadPaths) -> list[Failure]:
    """What stands there, oldest first; lines of another shape are passed over."""
    try:
        data = read_bytes(os.path.join(paths.history, NAME))
    except (OSError, StorageError):
        return []
    found = []
    for line in data.decode("utf-8", "replace").split("\n"):
        time, _, rest = line.partition(" ")
        event, _, reason = rest.partition(" ")
        if event and reason and parse_stamp(time) is not None:
            found.append(Failure(parse_stamp(time), event, reason))
    return found


def _append(paths: PadPaths, line: bytes) -> None:
    path = os.path.join(paths.history, NAME)
    mode = _mode(paths)
    fd = os.open(path, _APPEND, mode)
    try:
        info = os.fstat(fd)
        if not stat.S_ISREG(info.st_mode):
            return
        if info.st_size == 0 and hasattr(os, "fchmod"):
            os.fchmod(fd, mode)  # the process's mask took from it
        write_all(fd, line)
    finally:
        os.close(fd)
    if info.st_size + len(line) > LARGEST:
        kept = read_bytes(path)[-LARGEST // 2 :].partition(b"\n")[2]
        # The temporary file stands where the next writer sweeps.
        replace_file(path, kept, info, folder=paths.folder, sync=False)


def _mode(paths: PadPaths) -> int:
    try:
        return stat.S_IMODE(os.stat(paths.pad).st_mode) & 0o666 | 0o200
    except OSError:
        return 0o600
