"""The system's file events, as watchfiles hears them in a thread of its own."""

from __future__ import annotations

import atexit
import errno
import os
import re
import threading
import time

from watchfiles import Change, watch

from scratchpad_tui.core.watch.source import HINT, LOST, QUIET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.watch.places import Places

_PACES = ((3.0, 0.004), (15.0, 0.01))
"""In seconds: for how long after a hint, and how often then, the list of events is looked at."""
_REST = 0.05
"""The same from then on: each look wakes the thread, which costs some 0.1 ms of the processor."""
_LONGEST_START, _LONGEST_END = 0.1, 0.2
"""In seconds: how long the thread's start and its end are waited for."""
_NUMBER = re.compile(r"\(os error (\d+)\)")


class Notify:
    """A source of hints from watchfiles."""

    def __init__(self) -> None:
        self._bell = threading.Event()
        self._ear: _Ear | None = None

    def arm(self, where: Places) -> None:
        """Watches these directories for these names and no others."""
        self.close()
        self._ear = ear = _Ear(where, self._bell)
        ear.begin()
        if ear.failure is not None:
            self.close()
            raise ear.failure

    def wait(self, seconds: float) -> str:
        """Waits for a hint, at most that long."""
        self._bell.wait(seconds)
        self._bell.clear()
        return self._ear.news() if self._ear else QUIET

    def wake(self) -> None:
        """Ends a wait at once."""
        self._bell.set()

    def close(self) -> None:
        """Lets go of the watches."""
        ear, self._ear = self._ear, None
        if ear is not None:
            ear.end()


class _Ear:
    """One run of watchfiles over some directories, whose stop event it is as well.

    Attributes:
        failure: why the run has ended, if it did so by itself.
    """

    def __init__(self, where: Places, bell: threading.Event) -> None:
        self.failure: OSError | None = None
        self._where = where
        self._names = set().union(*where.values())
        self._bell = bell
        self._hinted = self._lost = False
        self._begun, self._ended = threading.Event(), threading.Event()
        self._paced = False
        self._heard = time.monotonic() - _PACES[0][0]
        """When something was heard last; the beginning is as some seconds behind that."""
        self._thread = threading.Thread(target=self._run, name="file events", daemon=True)

    def begin(self) -> None:
        """Starts, and returns when the directories are watched or `failure` is known."""
        atexit.register(self.end)  # a thread that the interpreter's end meets inside Rust aborts the process
        self._thread.start()
        self._begun.wait(_LONGEST_START)

    def end(self) -> None:
        """Lets go of the directories."""
        self._ended.set()
        self._thread.join(_LONGEST_END)
        atexit.unregister(self.end)

    def news(self) -> str:
        """What it has heard since it was last asked: `quiet`, `hint` or `lost`."""
        if self._lost:
            return LOST
        hinted, self._hinted = self._hinted, False
        return HINT if hinted else QUIET

    def is_set(self) -> bool:
        """Whether the run shall end: watchfiles asks before it looks at its list of events.

        The wait between looks is made here and not by `step`, which has one length for rest and work. Events are
        handed over when two looks find equally many, so only every second look waits.
        """
        self._begun.set()
        self._paced = not self._paced
        if self._paced:
            time.sleep(pace(time.monotonic() - self._heard))
        return self._ended.is_set()

    def _run(self) -> None:
        try:
            for changes in watch(
                *self._where,
                watch_filter=self._matters,
                debounce=0,
                step=0,
                stop_event=self,
                rust_timeout=0,
                debug=False,
                raise_interrupt=False,
                force_polling=False,
                recursive=False,
                ignore_permission_denied=False,
            ):
                self._lost |= any(kind == Change.deleted and path in self._where for kind, path in changes)
                self._hinted = True
                self._heard = time.monotonic()
                self._bell.set()
        except (OSError, RuntimeError, UnicodeError) as error:
            self.failure = _numbered(error)
            self._lost = True
            self._begun.set()
            self._bell.set()

    def _matters(self, _: Change, path: str) -> bool:
        return os.path.basename(path) in self._names or path in self._where


def pace(quiet: float) -> float:
    """How long to wait between two looks at the list of events, after so many seconds without any."""
    return next((wait for seconds, wait in _PACES if quiet < seconds), _REST)


def _numbered(error: Exception) -> OSError:
    """The error with the system's number for it, which watchfiles has in its words alone."""
    words = str(error).partition(" about [")[0]
    if isinstance(error, UnicodeError):
        return OSError(errno.EILSEQ, "the name of a directory on the way to the file is not UTF-8")
    if isinstance(error, FileNotFoundError):
        return FileNotFoundError(errno.ENOENT, words)
    if "file watch limit" in words:
        return OSError(errno.ENOSPC, words)
    number = _NUMBER.search(words)
    return OSError(int(number[1]), os.strerror(int(number[1]))) if number else OSError(errno.EIO, words)
