"""Work that may wait for others without end, given up when its time is over."""

from __future__ import annotations

import threading
from typing import TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


def within(seconds: float, work: Callable[[], T]) -> T:
    """What `work` gives back, or the error that it ends with.

    It runs in a thread of its own: a limit for each read is none for a server that sends a byte now and then, and
    resolving a name has no limit at all. The thread is left to itself when the time is over.

    Raises:
        TimeoutError: the time was over first.
    """
    done: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            done.append(work())
        except BaseException as error:  # noqa: BLE001 - raised again by the one who waits
            failed.append(error)

    thread = threading.Thread(target=run, name="scratchpad-asks-a-model", daemon=True)
    thread.start()
    thread.join(seconds)
    if failed:
        raise failed[0]
    if not done:
        raise TimeoutError
    return done[0]
