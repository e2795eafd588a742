"""Watches a pad from a thread of its own and calls back with what has changed."""

from __future__ import annotations

import threading
import time

from scratchpad_tui.core.watch.look import stamp
from scratchpad_tui.core.watch.observer import Notice, Observer
from scratchpad_tui.core.watch.places import identities, places
from scratchpad_tui.core.watch.source import HINT, LOST, NoHints, open_source, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from scratchpad_tui.core.watch.look import Stamp
    from scratchpad_tui.core.watch.source import Source

REST = 1.5
"""In seconds: how often a pad is looked at while the system's events are quiet."""
POLL = 0.5
"""In seconds: how often it is looked at where there are no events; an edit is seen within this time."""
GAP = 0.004
"""In seconds: the least time between two looks, so that a burst of events costs few of them."""
STOP_SECONDS = 0.2


class Watcher:
    """Tells every change of a pad, its history and the files followed beside it, until it is stopped."""

    def __init__(
        self,
        path: str,
        told: Callable[[Notice], None],
        *,
        failed: Callable[[Exception], None],
        history: str | None = None,
        mode: str = "auto",
        opener: Callable[[], Source] = open_source,
    ) -> None:
        """Does nothing until `start`.

        Args:
            path: the pad; it and its directory need not be there yet.
            told: called with each notice, from the watcher's thread.
            failed: called with what went wrong in a look or in `told`; the watcher goes on.
            history: the pad's journal, `.history/NAME/journal.jsonl`.
            mode: `auto`, or `poll` to look from time to time without the system's events.
            opener: opens the source of hints; OSError where there is none.
        """
        self._told = told
        self._failed = failed
        self._opener = opener
        self._stopping = threading.Event()
        self._source: Source = NoHints()
        self._armed: tuple[object, ...] = ()
        self._following: list[tuple[str, Stamp]] = []
        self._observer = Observer(path, history=history, rest=REST, now=time.monotonic())
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)
        self._passing = False
        """Whether polling ends by itself as soon as the directories can be watched again."""
        self.reason = "asked for by watch.mode" if mode == "poll" else ""

    @property
    def mode(self) -> str:
        """`events` or `polling`; a `mode` notice tells when it changes, and `reason` says why it is polling."""
        return "polling" if self.reason else "events"

    @property
    def alive(self) -> bool:
        """Whether its thread runs."""
        return self._thread.is_alive()

    def start(self) -> None:
        """Begins to watch."""
        self._thread.start()

    def look(self) -> None:
        """Looks now, whatever the events say."""
        self._source.wake()

    def follow(self, path: str) -> None:
        """Tells changes of this file too from now on, as notices of the kind `file`; it need not be there yet."""
        self._following.append((path, stamp(path)))
        self._source.wake()

    def stop(self) -> None:
        """Ends watching; nothing is told any more when it returns, unless `told` itself takes long."""
        self._stopping.set()
        self._source.wake()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join(STOP_SECONDS)

    def _run(self) -> None:
        if not self.reason:
            self._guarded(self._open)
        while not self._stopping.is_set():
            self._guarded(self._round)
        source, self._source = self._source, NoHints()
        source.close()

    def _guarded(self, act: Callable[[], None]) -> None:
        try:
            act()
        except Exception as error:  # noqa: BLE001  the edge of the thread: a dead watcher would show an old pad
            self._failed(error)
            self._stopping.wait(POLL)

    def _open(self) -> None:
        try:
            self._source = self._opener()
        except OSError as error:
            self._poll_from_now_on(error)

    def _round(self) -> None:
        """Waits until something may have changed, and tells what has."""
        observer = self._observer
        observer.rest = POLL if self.reason else REST
        hint = self._source.wait(max(0.0, observer.due - time.monotonic()))
        if self._stopping.is_set():
            return
        while self._following:
            observer.follow(*self._following.pop())
        self._arm(anew=hint == LOST)
        for notice in observer.check(time.monotonic(), hinted=hint in (HINT, LOST)):
            if self._stopping.is_set():
                return
            self._told(notice)
        self._stopping.wait(GAP)

    def _arm(self, *, anew: bool) -> None:
        """Watches the directories that the paths lead through now, where they are others than before."""
        where = places(self._observer.paths)
        found = identities(where)
        if found == self._armed and not anew:
            return
        self._armed = ()
        try:
            self._source.arm(where)
        except (FileNotFoundError, NotADirectoryError):
            return  # a directory went away between the two looks at it; the next round finds the one above
        except PermissionError as error:
            self._poll_for_now(error)  # as long as a directory may not be read; each round tries again
            return
        except OSError as error:
            self._poll_from_now_on(error)
        self._armed = found
        if self._passing:
            self._passing, self.reason = False, ""
            self._told(Notice("mode", self._observer.path))

    def _poll_for_now(self, error: OSError) -> None:
        if not self._passing:
            self._passing, self.reason = True, reason(error)
            self._told(Notice("mode", self._observer.path))

    def _poll_from_now_on(self, error: OSError) -> None:
        source, self._source = self._source, NoHints()
        source.close()
        self._passing, self.reason = False, reason(error)
        self._told(Notice("mode", self._observer.path))
