"""The level that the end of a transcript tells, however long the file is."""

from __future__ import annotations

import os

from scratchpad_tui.core.transcripts.record import Level
from scratchpad_tui.core.transcripts.tail import read_range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from scratchpad_tui.core.transcripts.reading import CallReader
    from scratchpad_tui.core.transcripts.record import Record

FIRST = 64 << 10
LAST = 16 << 20
"""Bytes; further back nothing is looked for: the reading from the start will tell."""
GROWTH = 4


def level_at_end(path: str, reader: Callable[[], CallReader]) -> Level:
    """The level by the last lines alone; of the kind `none` where they do not tell.

    Raises:
        StorageError: the file went away.
    """
    count = FIRST
    while True:
        size = _size(path)
        start = max(0, size - count)
        level = _level(read_range(path, start, size - start), start, reader)
        if level.kind != "none" or not start or count >= LAST:
            return level
        count *= GROWTH


def _level(data: bytes, start: int, reader: Callable[[], CallReader]) -> Level:
    at = data.find(b"\n") + 1 if start else 0
    if start and not at:
        return Level(None, "none")
    calls = reader()
    while at < len(data):
        end = data.find(b"\n", at)
        if end < 0:
            if data[at:].rstrip().endswith(b"}"):
                calls.take(start + at, data[at:])
            break
        calls.take(start + at, data[at:end])
        at = end + 1
    return _told(calls.record, whole=not start)


def _told(record: Record, *, whole: bool) -> Level:
    level = record.level()
    marks = record.compactions
    if level.kind == "none" and marks and marks[-1].empties and marks[-1].calls == len(record.main):
        return Level(None, "unknown")
    if level.kind == "estimate" and not whole:
        return Level(None, "none")  # it adds up what stands before
    return level


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0
