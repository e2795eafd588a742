"""The token meter: what memory cost to read and to review, by day, as estimates."""

from __future__ import annotations

import json
import os

from scratchpad_tui.core.clock import now, parse_stamp, stamp
from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.io import read_bytes
from scratchpad_tui.core.pad.journal import append, decode_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from scratchpad_tui.core.pad.store import PadStore

READ, REVIEW = "read", "review"
DAILY = 30_000
"""Tokens a day above which memory costs more than it should."""
_KEPT_DAYS = 31
_LARGE = 65_536
"""Bytes above which the file is written anew without old days."""


class Reading(NamedTuple):
    """One line of the meter."""

    moment: datetime
    kind: str
    tokens: int


def count(store: PadStore, kind: str, tokens: int) -> None:
    """Adds a reading; where there is no history yet, or it cannot be written, it is left out."""
    if tokens <= 0 or not store.paths.has_history:
        return
    line = {"time": stamp(now()), "kind": kind, "tokens": tokens}
    try:
        append(_path(store), line, mode=0o600)
    except OSError:
        return


def today(store: PadStore) -> int:
    """Tokens read and reviewed since midnight, in UTC."""
    day = now().date()
    return sum(reading.tokens for reading in _readings(store) if reading.moment.date() == day)


def reviewed(store: PadStore, since: datetime | None) -> int:
    """Tokens of the reviews since a moment; 0 where that is None."""
    if since is None:
        return 0
    return sum(
        reading.tokens for reading in _readings(store) if reading.kind == REVIEW and reading.moment >= since
    )


def trim(store: PadStore) -> None:
    """Leaves out days long past once the file is large; under the pad's lock."""
    path = _path(store)
    try:
        if os.path.getsize(path) < _LARGE:
            return
        from scratchpad_tui.core.pad.io import replace_file

        first = now().timestamp() - _KEPT_DAYS * 86_400
        lines = [
            json.dumps(
                {"time": stamp(one.moment), "kind": one.kind, "tokens": one.tokens}, separators=(",", ":")
            )
            for one in _readings(store)
            if one.moment.timestamp() >= first
        ]
        # The temporary file stands where the next writer sweeps.
        data = "".join(f"{line}\n" for line in lines).encode()
        replace_file(path, data, os.stat(path), folder=store.paths.folder, sync=False)
    except OSError:
        return


def _readings(store: PadStore) -> Iterator[Reading]:
    try:
        data = read_bytes(_path(store))
    except (OSError, StorageError):
        return
    for line in data.split(b"\n"):
        found = decode_line(line)
        if found is None:
            continue
        moment, kind, tokens = parse_stamp(found.get("time")), found.get("kind"), found.get("tokens")
        if moment is not None and isinstance(kind, str) and isinstance(tokens, int):
            yield Reading(moment, kind, tokens)


def _path(store: PadStore) -> str:
    return os.path.join(store.paths.history, "meter.jsonl")
