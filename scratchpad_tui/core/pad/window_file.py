"""What an agent's status line says of its context: the true window and the measured use, kept beside the versions."""

from __future__ import annotations

import json
import os

from scratchpad_tui.core.clock import now, parse_stamp, stamp
from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.io import read_bytes, replace_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scratchpad_tui.core.pad.paths import PadPaths

NAME = "window.json"
SMALLEST, LARGEST = 1_000, 100_000_000
"""Tokens that a window may have."""
_SESSIONS = 8
"""How many sessions are remembered: two agents on one pad take turns in writing."""
_LARGEST_FILE = 262_144
"""In bytes; what is larger is none of ours."""
_FRESH_SECONDS = 60
"""For so long the same figures are not written again."""
_TRIES = 3


class Told(NamedTuple):
    """What the status line of one session said last."""

    session: str
    """The agent's label, empty where it cannot be one."""
    transcript_path: str
    model: str
    window: int
    """In tokens."""
    used: int | None
    """Tokens of the last call on the prompt's side; None before the first one and right after a compaction."""
    used_percentage: float | None
    time: str
    """As `clock.stamp` writes it."""

    def is_of(self, path: str, session: str) -> bool:
        """Whether it tells of the transcript at this path, or of this session."""
        if session and session == self.session:
            return True
        return bool(self.transcript_path) and os.path.realpath(self.transcript_path) == os.path.realpath(path)


def told_windows(paths: PadPaths) -> list[Told]:
    """What is kept, newest first; what cannot be read counts as nothing."""
    path = os.path.join(paths.history, NAME)
    try:
        if os.path.getsize(path) > _LARGEST_FILE:
            return []
        data = json.loads(read_bytes(path))
    except (OSError, StorageError, ValueError, RecursionError):
        return []
    if not isinstance(data, dict):
        return []
    others = data.get("others")
    rows = [data, *(others if isinstance(others, list) else [])]
    return [told for row in rows if (told := _decoded(row)) is not None]


def keep_window(paths: PadPaths, told: Told) -> None:
    """Puts it before what other sessions said; nothing where there is no history, or the same stands there already.

    Raises:
        OSError: it cannot be written.
    """
    if not paths.has_history:
        return
    known = told_windows(paths)
    if known and _is_fresh(known[0]) and known[0]._replace(time=told.time) == told:
        return
    others = [
        one for one in known if (one.session, one.transcript_path) != (told.session, told.transcript_path)
    ]
    row = {**told._asdict(), "others": [one._asdict() for one in others[: _SESSIONS - 1]]}
    data = json.dumps(row, indent=1).encode() + b"\n"
    like = os.stat(paths.pad) if os.path.exists(paths.pad) else None
    for left in reversed(range(_TRIES)):
        try:
            # It stands where the next writer sweeps: one that sweeps right now may take it for left behind.
            replace_file(os.path.join(paths.history, NAME), data, like, folder=paths.folder, sync=False)
        except FileNotFoundError:
            if not left:
                raise
        else:
            return


def told_now(
    session: str, transcript_path: str, model: str, window: int, used: int | None, share: float | None
) -> Told:
    """What a status line says at this moment."""
    return Told(session, transcript_path, model, window, used, share, stamp(now()))


def _is_fresh(told: Told) -> bool:
    moment = parse_stamp(told.time)
    return moment is not None and 0 <= (now() - moment).total_seconds() < _FRESH_SECONDS


def _decoded(row: object) -> Told | None:
    if not isinstance(row, dict) or not is_window(row.get("window")):
        return None
    texts = [row.get(name) for name in ("session", "transcript_path", "model", "time")]
    if not all(isinstance(text, str) and "\0" not in text for text in texts):
        return None
    return Told(
        row["session"],
        row["transcript_path"],
        row["model"],
        row["window"],
        as_tokens(row.get("used")),
        as_share(row.get("used_percentage")),
        row["time"],
    )


def is_window(value: Any) -> bool:  # noqa: ANN401 - from JSON
    """Whether it is a size that a context window may have."""
    return type(value) is int and SMALLEST <= value <= LARGEST


def as_tokens(value: object) -> int | None:
    """The value where it is a number of tokens."""
    return value if type(value) is int and 0 <= value <= LARGEST else None


def as_share(value: object) -> float | None:
    """The value where it is a percentage; more than all of a window may be used."""
    is_number = type(value) in (int, float)
    return float(value) if is_number and 0 <= value <= 1_000 else None  # type: ignore[arg-type, operator] # as was asked
