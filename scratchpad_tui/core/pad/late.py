"""Writers that ignore our lock: the replaced file stays open, and what they still write into it is taken over.

A program that opened the pad before our rename goes on writing into the file that we replaced. Its descriptor is
read again 5 ms after the swap (by a thread of the process, at the next write, at close and at exit), and what has come
is merged into the pad as an external edit.
"""

from __future__ import annotations

import atexit
import os
import time
from _thread import RLock

from scratchpad_tui.core.pad.io import read_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    import threading
    from collections.abc import Callable

    from scratchpad_tui.core.pad.io import Held

GRACE_SECONDS = 0.005
"""How long after the swap in-place writes are waited for."""
PATIENCE_SECONDS = 1.0
"""How long after the swap a writer that is half way through is waited for."""
_STEADY_SECONDS = 0.002
_STEADY_TRIES = 50
_AGAIN_SECONDS = 0.02


class Replaced:
    """A file that was replaced while others may still write into it."""

    __slots__ = ("base", "due", "fd", "give_up", "half", "settle", "swapped", "washed")

    def __init__(self, held: Held, settle: Callable[[], None], give_up: Callable[[bytes], None]) -> None:
        self.fd = held.fd
        self.base = held.data
        """What the pad has taken over from this file."""
        self.settle = settle
        self.give_up = give_up
        self.swapped = time.monotonic()
        self.due: float | None = self.swapped + GRACE_SECONDS
        """When the timer looks at it; None when it has."""
        self.half: bytes | None = None
        """What stood there when it was last looked at and seemed half written."""
        self.washed: Callable[[bytes], bytes] = bytes
        """What its bytes are before they go anywhere: see `wash`."""

    def written(self) -> bool:
        """Whether somebody wrote into it since it was last taken over; times are too coarse to tell."""
        return read_all(self.fd) != self.base

    def take_over(self, merge: Callable[[bytes, bytes], bool]) -> None:
        """Merges what stands there now; where the merge declines, it stays for the next look."""
        theirs = _steady(self.fd)
        if merge(self.washed(self.base), self.washed(theirs)):
            self.base, self.half = theirs, None
        else:
            self.half = theirs

    def is_over(self) -> bool:
        """Whether the promise for this file ends with the next write."""
        age = time.monotonic() - self.swapped
        return age >= (PATIENCE_SECONDS if self.half is not None else GRACE_SECONDS)


_guard = RLock()
_replaced: dict[str, list[Replaced]] = {}


class _Timer:
    """The thread that reads replaced files again; one a process, whatever the number of pads."""

    def __init__(self) -> None:
        self.thread: threading.Thread | None = None
        self.wake: threading.Condition | None = None

    def ring(self) -> None:
        """Makes sure that a file which was just replaced is looked at; the guard is held."""
        # A one-shot command has no use for the module, which costs a hook a tenth of its time.
        import threading

        self.wake = self.wake or threading.Condition(_guard)
        if self.thread is None or not self.thread.is_alive():
            self.thread = threading.Thread(target=_watch, args=(self.wake,), name="late-writers", daemon=True)
            self.thread.start()
        self.wake.notify()


_timer = _Timer()


def hold(
    path: str, held: Held, settle: Callable[[], None], give_up: Callable[[bytes], None], *, timer: bool
) -> None:
    """Keeps the replaced file of a pad open.

    `settle` takes the pad's lock and collects; `give_up` keeps elsewhere what never became whole. Without `timer` it is looked at with the next write and at the end of the process alone.
    """
    if held.fd < 0:
        return
    with _guard:
        _replaced.setdefault(path, []).append(Replaced(held, settle, give_up))
        if timer:
            _timer.ring()


def collect(path: str, merge: Callable[[bytes, bytes], bool]) -> None:
    """Calls `merge(base, theirs)` with what was written into the replaced files of a pad; under its lock only.

    Files replaced longer than the grace time ago are let go: the promise for them ends with this write.
    """
    for item in _of(path):
        if item.written():
            item.take_over(merge)
        if item.is_over():
            _let_go(path, item)


def wash(path: str, washed: Callable[[bytes], bytes]) -> None:
    """Lets the bytes of a pad's replaced files go through `washed` first: what was redacted must not come back."""
    for item in _of(path):
        item.washed = _both(item.washed, washed)


def _both(first: Callable[[bytes], bytes], second: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    return lambda data: second(first(data))


def finish(path: str | None = None) -> None:
    """Waits out the grace time, takes over what has come and closes the files, of one pad or of all."""
    for pad in [path] if path else list(_replaced):
        # A merge replaces the file once more, so that one more is held.
        while held := _of(pad):
            item = held[0]
            time.sleep(max(0.0, item.swapped + GRACE_SECONDS - time.monotonic()))
            _look(pad, item)
            while item.half is not None and not item.is_over():
                time.sleep(_AGAIN_SECONDS)
                _look(pad, item)
            _let_go(pad, item)


def _of(path: str) -> list[Replaced]:
    with _guard:
        return list(_replaced.get(path, ()))


def _let_go(path: str, item: Replaced) -> None:
    with _guard:
        if item not in _replaced.get(path, ()):
            return
        _replaced[path].remove(item)
        os.close(item.fd)
    if item.half is not None:
        item.give_up(item.washed(item.half))


def _look(path: str, item: Replaced) -> None:
    if _was_written(path, item):
        item.settle()


def _was_written(path: str, item: Replaced) -> bool:
    # The descriptor's number may belong to another file as soon as it is let go.
    with _guard:
        return item in _replaced.get(path, ()) and item.written()


def _watch(wake: threading.Condition) -> None:
    while True:
        with _guard:
            waiting = [(path, item) for path, items in _replaced.items() for item in items if item.due]
            if not waiting:
                wake.wait()
                continue
            due = min(item.due for _, item in waiting if item.due)
        time.sleep(max(0.0, due - time.monotonic()))
        for path, item in waiting:
            now = time.monotonic()
            if item.due and now >= item.due:
                _look(path, item)
                item.due = now + _AGAIN_SECONDS if item.half is not None and not item.is_over() else None


def _steady(fd: int) -> bytes:
    """The bytes once two reads in a row are the same."""
    data = read_all(fd)
    for _ in range(_STEADY_TRIES):
        time.sleep(_STEADY_SECONDS)
        again = read_all(fd)
        if again == data:
            break
        data = again
    return data


atexit.register(finish)
