"""How the program ends when the system asks it to or its terminal is gone: in good order, else by force."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
import threading
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from textual.app import App

PATIENCE = 1.2
"""Seconds in which the screen may end in good order; a write to a terminal that nobody reads takes for ever."""
SIGNAL_EXIT = 128
"""Added to a signal's number it is the exit code, as shells have it."""
_HANGUP = 1
"""The number of SIGHUP, also where the system has none."""


def _signals() -> list[int]:
    numbers = (getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP"))
    return [number for number in numbers if number is not None]


@contextmanager
def cleaned_up(clean: Callable[[], None]) -> Iterator[None]:
    """Calls `clean` at the end, also when a signal ends the program before a screen is there, or while it closes."""
    before = {number: signal.getsignal(number) for number in _signals()}
    _on_signals(_leave)
    try:
        yield
    finally:
        _on_signals(signal.SIG_IGN)
        clean()
        for number, handler in before.items():
            _on_signal(number, handler)


def _leave(number: int, _frame: object) -> None:
    raise SystemExit(SIGNAL_EXIT + number)


def _on_signals(handler: Any) -> None:  # noqa: ANN401 - a function or one of the signal module's constants
    for number in _signals():
        _on_signal(number, handler)


def _on_signal(number: int, handler: Any) -> None:  # noqa: ANN401 - as above
    # Only the main thread may, and some test runners are not in it.
    with suppress(ValueError, OSError):
        signal.signal(number, handler if handler is not None else signal.SIG_DFL)


def end_when_asked(app: App[Any], last_resort: Callable[[], object]) -> None:
    """Lets the app end on a signal, terminal restored, and when its terminal is gone.

    Args:
        app: The app, whose loop is running.
        last_resort: Called in a thread, where the app has not ended after `PATIENCE`, before the process is ended.
    """
    loop = asyncio.get_running_loop()
    asked: list[int] = []

    def ask(number: int, _frame: object = None) -> None:
        if asked:
            return
        asked.append(number)
        if not app.is_headless:
            threading.Thread(
                target=_force, args=(number, last_resort), name="forced-end", daemon=True
            ).start()
        with suppress(RuntimeError):  # the loop has ended by itself
            loop.call_soon_threadsafe(lambda: app.exit(return_code=SIGNAL_EXIT + number))

    _on_signals(ask)
    if not app.is_headless and hasattr(select, "poll") and os.isatty(sys.__stdin__.fileno()):  # type: ignore[union-attr] # a terminal has one
        threading.Thread(target=_await_hangup, args=(ask,), name="terminal-lost", daemon=True).start()


def _force(number: int, last_resort: Callable[[], object]) -> None:
    time.sleep(PATIENCE)
    try:
        last_resort()
    finally:
        os._exit(SIGNAL_EXIT + number)


def _await_hangup(ask: Callable[[int], None]) -> None:
    """Waits, at no cost, until the terminal is gone; not every process is told so by a signal."""
    if _hangs_up(None):
        ask(_HANGUP)


def lost_terminal_code() -> int:
    """The exit code where the terminal that the keys come from is gone, else 0."""
    return SIGNAL_EXIT + _HANGUP if hasattr(select, "poll") and _hangs_up(0) else 0


def let_go_of_lost_terminal() -> None:
    """Lets what is still said go nowhere where the terminal is gone: writing to it would be another fault."""
    if lost_terminal_code():
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (1, 2):
            os.dup2(nowhere, stream)
        os.close(nowhere)


def _hangs_up(wait: int | None) -> bool:
    stdin = sys.__stdin__
    if sys.platform == "win32" or stdin is None:
        return False
    poll = select.poll()
    try:
        poll.register(stdin.fileno(), 0)
        return any(event & select.POLLHUP for _, event in poll.poll(wait))
    except (OSError, ValueError):
        return False
