"""The last resort: what an unexpected fault leaves behind, and how the program ends on a signal."""

from __future__ import annotations

import asyncio
import os
import signal
import traceback
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from scratchpad_tui.core.clock import now, stamp
from scratchpad_tui.core.pad.seen import state_directory

if TYPE_CHECKING:
    from textual.app import App

EXIT_CODE = 3
_SIGNALS = ("SIGTERM", "SIGHUP")
_SIGNAL_EXIT = 128
"""Added to a signal's number it is the exit code, as shells have it."""
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


def end_on_signals(app: App[Any]) -> None:
    """Lets the app end in good order, terminal restored, when the system asks it to."""
    loop = asyncio.get_running_loop()
    for name in _SIGNALS:
        number = getattr(signal, name, None)
        if number is not None:
            # Not on Windows, and not in a thread that is not the main one, as under some test runners.
            with suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, partial(app.exit, return_code=_SIGNAL_EXIT + number))
