"""File events by way of watchfiles, for the systems that have no inotify."""

from __future__ import annotations

import os
import threading
import time

from watchfiles._rust_notify import RustNotify

from scratchpad_tui.core.watch.source import HINT, QUIET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.watch.places import Places

_REST_STEP, _QUICK_STEP = 11, 3
"""In milliseconds: watchfiles looks at its list of events this often; a shorter step is quicker and costs more."""
_QUICK_SECONDS = 3.0
"""How long after a hint the short step is kept."""


class Notify:
    """A source of hints from watchfiles.

    Its low-level interface is used directly: the usual one gathers events for 50 ms and needs an event loop.
    """

    def __init__(self) -> None:
        self._notify: RustNotify | None = None
        self._names: set[str] = set()
        self._awake = threading.Event()
        self._hinted = float("-inf")

    def arm(self, where: Places) -> None:
        """Watches these directories for these names and no others."""
        self.close()
        self._names = set().union(*where.values())
        try:
            self._notify = RustNotify(list(where), False, False, 0, False, True)  # noqa: FBT003  its own signature
        except RuntimeError as error:
            raise OSError(0, str(error)) from error

    def wait(self, seconds: float) -> str:
        """Waits for a hint, at most that long."""
        if self._notify is None:
            self._awake.wait(seconds)
        elif self._events(self._notify, seconds):
            self._hinted = time.monotonic()
            return HINT
        self._awake.clear()
        return QUIET

    def wake(self) -> None:
        """Ends a wait at once."""
        self._awake.set()

    def close(self) -> None:
        """Lets go of the watches."""
        if self._notify is not None:
            self._notify.close()
            self._notify = None

    def _events(self, notify: RustNotify, seconds: float) -> bool:
        """Whether a change at a watched name came in that time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and not self._awake.is_set():
            quick = time.monotonic() - self._hinted < _QUICK_SECONDS
            step = _QUICK_STEP if quick else _REST_STEP
            found = notify.watch(1, step, max(1, int(left * 1000)), self._awake)
            if isinstance(found, set) and any(os.path.basename(path) in self._names for _, path in found):
                return True
        return False
