"""The last resort: what an unexpected fault leaves behind."""

from __future__ import annotations

import os
import traceback
from contextlib import suppress

from scratchpad_tui.core.clock import now, stamp
from scratchpad_tui.core.pad.seen import state_directory

EXIT_CODE = 3
_LARGEST = 1 << 20
"""Bytes above which the log begins anew."""


def write(error: BaseException | None) -> str:
    """Adds an error with its traceback to the log in the user's state directory; the log's path.

    Where that cannot be written, the path is of a file in vain: there is nobody left to tell.
    """
    path = os.path.join(state_directory(), "crash.log")
    lines = traceback.format_exception(error) if error else ["no details are known\n"]
    with suppress(OSError):
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        fresh = not os.path.exists(path) or os.path.getsize(path) > _LARGEST
        flags = (
            os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if fresh else os.O_APPEND) | getattr(os, "O_NOFOLLOW", 0)
        )
        with os.fdopen(os.open(path, flags, 0o600), "w", encoding="utf-8", errors="backslashreplace") as log:
            log.write(f"{stamp(now())}\n{''.join(lines)}\n")
    return path


def sentence(log: str) -> str:
    """What a person reads after the screen ended by a fault."""
    return f"the screen ended by a fault of this program, the pad is as it was saved last; details: {log}"
