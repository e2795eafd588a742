"""The queue's event log: one JSON line for each thing that happened to a proposal or a session, oldest first.

Lines are only ever added. One that was torn by a kill or a full disk is ended before the next one, and passed over.
"""

from __future__ import annotations

import os

from scratchpad_tui.core.clock import now, stamp
from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.io import read_bytes, storage_error, sync_folder, write_all
from scratchpad_tui.core.pad.journal import decode_line, encode_line, last_byte
from scratchpad_tui.core.session.side import ensure_side, file_mode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from scratchpad_tui.core.pad.store import PadStore

    Event = dict[str, Any]

STARTED, ENDED, PROPOSED, EDITED, RETAGGED = "started", "ended", "proposed", "edited", "retagged"
ACCEPTED, REJECTED, UNDONE, PROMOTED, SKIPPED = "accepted", "rejected", "undone", "promoted", "skipped"
"""`promoted` is the way into the sealed section; `skipped` is a candidate that nobody wants to see again."""
ABOUT_ITEMS = (EDITED, RETAGGED, ACCEPTED, REJECTED, UNDONE, PROMOTED)
LONGEST_LINE = 32_768
"""Bytes that a line of ours never has; a longer one is not decoded."""
_APPEND = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_APPEND |= getattr(os, "O_BINARY", 0)


class Log(NamedTuple):
    """What the log says."""

    events: list[Event]
    damaged: int
    """Lines that cannot be read."""
    lines: tuple[int, ...] = ()
    """Which, counted from 1."""

    @property
    def notice(self) -> str:
        """A sentence about lines that cannot be read; empty where there are none."""
        if not self.damaged:
            return ""
        which = "1 line" if self.damaged == 1 else f"{self.damaged} lines"
        passed = "was" if self.damaged == 1 else "were"
        return f"{which} of promotions.jsonl cannot be read and {passed} passed over; nothing else is touched"


def log_path(store: PadStore) -> str:
    """Where the log stands."""
    return os.path.join(store.paths.side, "promotions.jsonl")


def event(name: str, session: str, by: str, **fields: object) -> Event:
    """A new event."""
    return {"event": name, "time": stamp(now()), "session": session, "by": by, **fields}


def read_log(store: PadStore) -> Log:
    """Every event that can be read.

    Raises:
        StorageError: the file is there and cannot be read.
    """
    path = log_path(store)
    try:
        data = read_bytes(path)
    except (FileNotFoundError, NotADirectoryError):
        return Log([], 0)
    except OSError as error:
        raise storage_error(error, path, "read") from error
    events: list[Event] = []
    damaged: list[int] = []
    for number, line in enumerate(data.split(b"\n"), 1):
        if len(line) > LONGEST_LINE:
            damaged.append(number)
            continue
        if not line.strip():
            continue
        found = decode_line(line.strip())
        if found is not None and is_event(found):
            events.append(found)
        elif not _is_torn(line):
            damaged.append(number)
    return Log(events, len(damaged), tuple(damaged))


def _is_torn(line: bytes) -> bool:
    """Whether a line is the beginning of one of ours: it was written again in full behind it, or never counted."""
    return line.startswith(b'{"') and not line.rstrip().endswith(b"}")


def is_event(record: Event) -> bool:
    """Whether a line is one of ours, in what every reader of it counts on."""
    name = record.get("event")
    if not isinstance(name, str) or not isinstance(record.get("session"), str):
        return False
    return not (name == PROPOSED or name in ABOUT_ITEMS) or isinstance(record.get("id"), str)


def append(store: PadStore, events: Sequence[Event]) -> None:
    """Adds events, durable when it returns; under the pad's lock.

    Raises:
        StorageError: the file cannot be written.
    """
    if not events:
        return
    path = log_path(store)
    try:
        ensure_side(store)
        _append(path, b"".join(encode_line(item) for item in events), file_mode(store))
    except OSError as error:
        raise storage_error(error, path, "write") from error


def _append(path: str, data: bytes, mode: int) -> None:
    new = not os.path.lexists(path)
    try:
        fd = os.open(path, _APPEND, mode)
    except OSError as error:
        if os.path.islink(path):
            raise StorageError(f"{path} is a symbolic link and is not followed", "remove the link") from error
        raise
    try:
        size = os.fstat(fd).st_size
        if new and hasattr(os, "fchmod"):
            os.fchmod(fd, mode)  # the process's mask took from it
        if size and last_byte(fd, size) != b"\n":
            data = b"\n" + data
        write_all(fd, data)
        os.fsync(fd)
    finally:
        os.close(fd)
    if new:
        sync_folder(os.path.dirname(path))
