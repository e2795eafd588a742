"""A pad on disk that is watched: read behind one lock, recorded when it stands still, told four times a second."""

from __future__ import annotations

import os
import threading
import time
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from scratchpad_tui.core.clock import now
from scratchpad_tui.core.errors import LockError, ScratchpadError
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.view import build_view
from scratchpad_tui.tui.pace import Readings
from scratchpad_tui.tui.pins import Pins
from scratchpad_tui.tui.recording import Recording

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scratchpad_tui.core.pad.seen import SeenMarks
    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.core.watch import Notice, Watcher

_VERSION_TRIES, _VERSION_WAIT = 8, 0.002
"""How often, and how long in seconds, the version of a pad that has just been renamed into place is waited for."""
_LOCK_SLICE = 0.1
"""Seconds of waiting for the lock after which the screen is told so, and between two looks whether to go on."""


class WatchedPad:
    """The half of `source.PadSource` that reads and tells. The store serves one thread at a time, whoever asks."""

    def __init__(
        self, store: PadStore, *, rule: str = "", read_only: bool = False, seen: SeenMarks | None = None
    ) -> None:
        self.path = store.paths.named
        self.rule = rule
        self.read_only = read_only
        self._store = store
        self._seen = seen
        self._lock = threading.RLock()
        self._base: int | None = seen.version if seen else None
        """The version that marks are measured from."""
        self._was_unrecorded = False
        """Whether the pad was there without a version at the first look: then its text is no news."""
        self._looked = False
        self._changed: Callable[[PadView], None] = lambda _view: None
        self._failed: Callable[[Exception], None] = lambda _error: None
        self._last: PadView | None = None
        self._watcher: Watcher | None = None
        self._beside: dict[str, Callable[[], None]] = {}
        """Files that are followed for others, and whom to tell."""
        self._told_mode = True
        """Whether the screen knows how the pad is watched."""
        self._told_fault = ""
        """The fault of the last look, told once as long as it lasts."""
        self._readings = Readings()
        self._waiting: threading.Timer | None = None
        self._closed = False
        self._pins = Pins(_name_of(seen) if seen else "")
        self._recording = Recording(self._record, self._tell_failed)
        self._told_wait: Callable[[str], None] = lambda _why: None
        self._given_up = threading.Event()

    def read(self) -> PadView:
        """See `PadSource`."""
        with self._lock:
            seen_at = self._seen.at if self._seen else None
            view = build_view(self._store, self._base, now=now(), seen_at=seen_at)._replace(rule=self.rule)
            if self._base and view.version is not None and self._base > view.version.version:
                self._base = 0  # another history stands here now
            if not self._looked:
                self._first_look(view)
            if self._was_unrecorded and view.version is None:
                view = _unmarked(view)
            if self._last is None:
                self._last = view
            return view

    def _first_look(self, view: PadView) -> None:
        self._looked = True
        if self._base is None:
            self._was_unrecorded = view.version is None and view.state != "no file"
            self._base = view.version.version if view.version else 0

    # Watching

    def watch(self, changed: Callable[[PadView], None], failed: Callable[[Exception], None]) -> None:
        """See `PadSource`."""
        from scratchpad_tui.core.watch import Watcher

        self._changed, self._failed = changed, failed
        paths = self._store.paths
        mode = self._store.settings.text("watch.mode")
        self._watcher = Watcher(paths.named, self._notice, failed=failed, history=paths.journal, mode=mode)
        for path in (paths.state, *self._beside):
            self._watcher.follow(path)
        self._watcher.start()
        if not self.read_only:
            self._recording.also(self._pin_base)

    def follow(self, path: str, told: Callable[[], None]) -> None:
        """Calls `told` from the watcher's thread when another file has changed; one watcher looks at all of them."""
        self._beside[path] = told
        if self._watcher is not None:
            self._watcher.follow(path)

    def polling(self) -> bool:
        """See `PadSource`."""
        return self._watcher is not None and self._watcher.mode == "polling"

    def look(self) -> None:
        """See `PadSource`."""
        self._publish(always=True)
        if self._watcher is not None:
            self._watcher.look()

    def close(self) -> None:
        """See `PadSource`."""
        if self._watcher is not None:
            self._watcher.stop()
        self._recording.stop()
        with self._lock:
            self._closed = True
            if self._waiting is not None:
                self._waiting.cancel()
        self._pins.let_go(self._store)
        self._store.close()

    def _notice(self, notice: Notice) -> None:
        if notice.kind == "file" and notice.path in self._beside:
            self._beside[notice.path]()
            return
        if notice.kind == "pad" and not notice.stable:
            self._await_version(notice.sha256)
        if notice.kind == "pad" and not self.read_only:
            self._recording.found(notice.sha256 if notice.stable and notice.there else None)
        with self._lock:
            self._told_mode = self._told_mode and notice.kind != "mode"
            # A file in the middle of being written may well look broken.
            self._publish_soon(pad=notice.kind == "pad", torn=notice.kind == "pad" and not notice.stable)

    def _await_version(self, sha256: str | None) -> None:
        """Gives a writer of ours the moment between the pad's rename and the version's line in the journal.

        Without it a change would be shown as one from outside, and a moment later as what it is.
        """
        paths = self._store.paths
        for _ in range(_VERSION_TRIES):
            if not (
                _has(journal.intended(paths.intended), sha256)
                and not _has(journal.last_version(paths.journal), sha256)
            ):
                return
            time.sleep(_VERSION_WAIT)

    def _publish_soon(self, *, pad: bool, torn: bool) -> None:
        """Publishes now, or in a quarter of a second where the last time is not so long ago."""
        wait = self._readings.next(pad=pad) - time.monotonic()
        if wait <= 0:
            self._publish(torn=torn)
        elif self._waiting is None:
            self._waiting = threading.Timer(wait, self._publish_late)
            self._waiting.daemon = True
            self._waiting.start()

    def _publish_late(self) -> None:
        with self._lock:
            self._waiting = None
            if not self._closed:
                try:
                    self._publish()
                except (ScratchpadError, OSError) as error:
                    self._failed(error)

    def _publish(self, *, always: bool = False, torn: bool = False) -> None:
        with self._lock:
            view = self._read_or_fault()
            news = always or view != self._last or not self._told_mode
            self._readings.note(time.monotonic(), news=news)
            if torn and view.state in ("BROKEN", "CONFLICT"):
                return
            if news:
                self._last, self._told_mode = view, True
                self._changed(view)

    def _read_or_fault(self) -> PadView:
        """The view; while the pad cannot be read, the last one, which says that it is not the file."""
        try:
            view = self.read()
        except (ScratchpadError, OSError) as error:
            if self._last is None:
                raise
            self._tell_once(error)
            needs = tuple(
                need for need in self._last.needs if need.code != "gone"
            )  # whatever it is, it is there
            return self._last._replace(
                state="no file", sentence=str(error), fault=str(error), remedies=(), needs=needs
            )
        self._told_fault = ""
        return view

    def _tell_failed(self, error: Exception) -> None:
        self._failed(error)

    def _tell_once(self, error: Exception) -> None:
        if str(error) != self._told_fault:
            self._told_fault = str(error)
            self._failed(error)

    # Acts, and the lock

    def on_wait(self, told: Callable[[str], None]) -> None:
        """See `PadSource`."""
        self._told_wait = told

    def give_up(self) -> None:
        """See `PadSource`."""
        self._given_up.set()

    @contextmanager
    def _acting(self) -> Iterator[None]:
        """Holds the pad's lock and then the store for an act; the pad is read on while the lock is waited for."""
        with self._lock:
            self._store.resolve()
        with ExitStack() as held:
            if os.path.lexists(self._store.paths.lock):
                held.enter_context(self._awaited_lock())
            held.enter_context(self._lock)
            self._pins.before_act(self._store)
            yield

    @contextmanager
    def _awaited_lock(self) -> Iterator[None]:
        """Holds the pad's lock, which is waited for in slices: a person may give up."""
        from scratchpad_tui.core.pad.writing import writing

        patience = float(self._store.settings.value("lock.timeout"))
        end = time.monotonic() + patience
        self._given_up.clear()
        with ExitStack() as held:
            while True:
                try:
                    held.enter_context(
                        writing(self._store, max(0.0, min(_LOCK_SLICE, end - time.monotonic())))
                    )
                    break
                except LockError as error:
                    self._go_on_waiting(error, end, patience)
            yield

    def _go_on_waiting(self, error: LockError, end: float, patience: float) -> None:
        why = error.message.partition("; waited")[0]
        if self._given_up.is_set():
            raise LockError(f"given up: {why}", "nothing was changed", code="given-up") from error
        if time.monotonic() >= end:
            raise LockError(f"{why}; waited {patience:g} s", "try again when it has ended") from error
        self._told_wait(why)

    # What is recorded

    def _record(self, sha256: str) -> None:
        """Records an edit from outside, if the pad still has the bytes that stood still; a lock is not waited for."""
        from scratchpad_tui.core.pad.locking import locked_pad
        from scratchpad_tui.core.pad.records import digest

        store = self._store
        if _has(journal.last_version(store.paths.journal), sha256):
            return
        # The lock first, as for an act: whoever has it may wait for the store.
        with ExitStack() as held:
            if os.path.lexists(store.paths.lock):
                held.enter_context(locked_pad(store, _LOCK_SLICE))
            held.enter_context(self._lock)
            with store.open_pad() as pad:
                if pad is None or digest(pad.data) != sha256:
                    return
            self._pins.before_act(store)
            number = store.record_external()
            if number is not None and self._was_unrecorded:
                self._was_unrecorded = False
                self._base = number
        if number is not None:
            self._publish()

    def _pin_base(self) -> None:
        """Keeps the version that marks are measured from, as long as they are."""
        if self._base:
            self._pins.base(
                self._store, self._base, seen=self._seen is not None and self._seen.version is not None
            )


def _name_of(seen: SeenMarks) -> str:
    """Names a person's seen mark in the pad's history, without the person's paths."""
    from hashlib import sha256

    return sha256(os.fsencode(seen.path)).hexdigest()[:16]


def _has(record: journal.Record | None, sha256: str | None) -> bool:
    return record is not None and record.get("sha256") == sha256


def _unmarked(view: PadView) -> PadView:
    sections = tuple(
        section._replace(
            lines=tuple(
                line._replace(mark="", author="", version=None) for line in section.lines if line.mark != "-"
            ),
            fresh=0,
        )
        for section in view.sections
    )
    return view._replace(sections=sections)
