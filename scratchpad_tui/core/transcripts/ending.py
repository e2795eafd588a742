"""The level that the end of a transcript tells, however long the file is."""

from __future__ import annotations

import os

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.transcripts.objects import BLANK
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


class Ending(NamedTuple):
    """What the last lines tell."""

    level: Level
    """Of the kind `none` where they do not tell it."""
    record: Record | None = None
    """The calls among them; None where there is no whole line."""


def ending_of(path: str, reader: Callable[[], CallReader]) -> Ending:
    """The level by the last lines alone.

    Raises:
        StorageError: the file went away.
    """
    count = FIRST
    while True:
        size = _size(path)
        start = max(0, size - count)
        ending = _ending(read_range(path, start, size - start), start, reader)
        if ending.level.kind != "none" or not start or count >= LAST:
            return ending
        count *= GROWTH


def _ending(data: bytes, start: int, reader: Callable[[], CallReader]) -> Ending:
    at = data.find(b"\n") + 1 if start else 0
    if start and not at:
        return Ending(Level(None, "none"))
    calls = reader()
    while at < len(data):
        end = data.find(b"\n", at)
        if end < 0:
            rest = data[at:].rstrip(BLANK)
            if rest.endswith(b"}"):
                calls.take(start + at, rest)
            break
        calls.take(start + at, data[at:end])
        at = end + 1
    return Ending(_told(calls.record, whole=not start), calls.record)


def _told(record: Record, *, whole: bool) -> Level:
    level = record.level()
    marks = record.compactions
    if (
        not whole
        and level.kind == "none"
        and marks
        and marks[-1].empties
        and marks[-1].calls == len(record.main)
    ):
        return Level(None, "unknown")
    if level.kind == "estimate" and not whole:
        return Level(None, "none")  # it adds up what stands before
    return level


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0
