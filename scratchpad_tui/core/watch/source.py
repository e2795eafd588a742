"""Where hints of a change come from: the protocol, the choice for this system, and no hints at all."""

from __future__ import annotations

import errno
import sys
import threading
from typing import Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.watch.places import Places

QUIET, HINT, LOST = "quiet", "hint", "lost"
"""What a wait ends with: nothing, a change at a watched name, or the loss of a watch, which must be set anew."""


class Source(Protocol):
    """Hints that something may have changed. It may miss changes, and it may give a hint for nothing."""

    def arm(self, where: Places) -> None:
        """Watches these directories for these names and no others from now on.

        Raises:
            OSError: a directory cannot be watched; FileNotFoundError where it is not there.
        """
        ...

    def wait(self, seconds: float) -> str:
        """Waits for a hint, at most that long: `quiet`, `hint` or `lost`."""
        ...

    def wake(self) -> None:
        """Ends a wait at once; the only method that another thread may call."""
        ...

    def close(self) -> None:
        """Lets go of the system's watches."""
        ...


class NoHints:
    """A source that only waits: then the looks alone find a change."""

    def __init__(self) -> None:
        self._awake = threading.Event()

    def arm(self, where: Places) -> None:
        """Watches nothing."""

    def wait(self, seconds: float) -> str:
        """Waits that long, or until it is woken."""
        self._awake.wait(seconds)
        self._awake.clear()
        return QUIET

    def wake(self) -> None:
        """Ends a wait at once."""
        self._awake.set()

    def close(self) -> None:
        """Has nothing to let go of."""


def open_source() -> Source:
    """The system's own events, by watchfiles, which is imported only here.

    Raises:
        OSError: the system has none to give.
    """
    try:
        from scratchpad_tui.core.watch.notify import Notify
    except ImportError as error:
        raise OSError(errno.ENOSYS, str(error)) from error
    return Notify()


def reason(error: OSError) -> str:
    """Why there are no events, in a sentence: the system's own words would say that a disk is full."""
    if error.errno in (errno.ENOSPC, errno.EMFILE, errno.ENFILE):
        limit = "max_user_watches" if error.errno == errno.ENOSPC else "max_user_instances"
        remedy = f"; raising fs.inotify.{limit} mends it" if sys.platform == "linux" else ""
        return f"too many files are being watched on this machine{remedy}"
    if error.errno in (errno.ENOSYS, errno.EOPNOTSUPP):
        return "this system gives no file events"
    return f"file events are not to be had: {error.strerror or error}"
