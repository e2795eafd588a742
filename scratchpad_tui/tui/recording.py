"""Work on the history that nobody asked for, in a thread of its own: tried again until it is done, told once."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from scratchpad_tui.core.errors import LockError, ScratchpadError

if TYPE_CHECKING:
    from collections.abc import Callable

PAUSE = 2.0
"""Seconds between two tries."""
_PATIENT_TRIES = 3
"""Tries after which a lock that others hold is told of."""
_STOP_SECONDS = 1.0


class Recording:
    """Records an edit from outside that stood still, and does what else waits to be done."""

    def __init__(self, record: Callable[[str], None], failed: Callable[[Exception], None]) -> None:
        """Does nothing yet.

        Args:
            record: Records the pad if its bytes have this SHA-256.
            failed: Told of a fault, once as long as it lasts.
        """
        self._record = record
        self._failed = failed
        self._news = threading.Condition()
        self._sha256: str | None = None
        self._others: list[Callable[[], None]] = []
        self._thread: threading.Thread | None = None
        self._stopped = False
        self._told = ""
        self._tries = 0
        self._pause = 0.0

    def found(self, sha256: str | None) -> None:
        """Records what stands still since now, at once if that can be; None: the pad is being written."""
        with self._news:
            self._sha256, self._tries = sha256, 0
        fault = self._try(sha256, []) if sha256 is not None else None
        if fault is not None:
            self._tell(fault)
            self._begin(PAUSE)

    def also(self, do: Callable[[], None]) -> None:
        """Takes something else to do, once."""
        with self._news:
            if do not in self._others:
                self._others.append(do)
        self._begin(0.0)

    def now(self, do: Callable[[], None]) -> None:
        """Does something at once, and where that cannot be, later."""
        try:
            do()
        except (ScratchpadError, OSError):
            self.also(do)

    def stop(self) -> None:
        """Ends the work; what is left stays undone."""
        with self._news:
            self._stopped = True
            self._news.notify_all()
        if self._thread is not None:
            self._thread.join(_STOP_SECONDS)

    def _begin(self, pause: float) -> None:
        with self._news:
            self._pause = pause
            if self._thread is None and not self._stopped:
                self._thread = threading.Thread(target=self._run, name="recording", daemon=True)
                self._thread.start()
            self._news.notify_all()

    def _run(self) -> None:
        while True:
            with self._news:
                while not self._stopped and self._sha256 is None and not self._others:
                    self._news.wait()
                if not self._stopped and self._pause:
                    self._news.wait(self._pause)
                if self._stopped:
                    return
                self._pause, sha256, others = 0.0, self._sha256, list(self._others)
            fault = self._try(sha256, others)
            if fault is not None:
                self._tell(fault)
                with self._news:
                    self._pause = PAUSE

    def _try(self, sha256: str | None, others: list[Callable[[], None]]) -> Exception | None:
        try:
            if sha256 is not None:
                self._record(sha256)
                with self._news:
                    # Another edit may have come meanwhile.
                    self._sha256 = None if self._sha256 == sha256 else self._sha256
            for do in others:
                do()
                with self._news:
                    self._others.remove(do)
        except (ScratchpadError, OSError) as error:
            return error
        self._told = ""
        return None

    def _tell(self, fault: Exception) -> None:
        self._tries += 1
        if isinstance(fault, LockError) and self._tries < _PATIENT_TRIES:
            return
        # Who holds a lock, and since when, may change from try to try.
        words = "locked" if isinstance(fault, LockError) else str(fault)
        if words != self._told:
            self._told = words
            self._failed(fault)
