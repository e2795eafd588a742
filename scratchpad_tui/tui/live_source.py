"""A pad on disk as the screens know it: the store, the watcher and the person's seen mark behind one lock."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from scratchpad_tui.core.clock import now
from scratchpad_tui.core.errors import InputError, ScratchpadError
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.view import build_view
from scratchpad_tui.tui.source import Act, Prompt

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.seen import SeenMarks
    from scratchpad_tui.core.pad.store import Outcome, PadStore
    from scratchpad_tui.core.pad.view import LineView, PadView
    from scratchpad_tui.core.watch import Notice, Watcher
    from scratchpad_tui.tui.source import Turn


_GATHER_SECONDS = 0.25
"""A burst of changes is read and told four times a second."""
_VERSION_TRIES, _VERSION_WAIT = 8, 0.002
"""How often, and how long in seconds, the version of a pad that has just been renamed into place is waited for."""


class LiveSource:
    """Keeps `source.PadSource` for a pad on disk. The store serves one thread at a time, whoever asks."""

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
        self._told_mode = True
        """Whether the screen knows how the pad is watched."""
        self._published = float("-inf")
        self._waiting: threading.Timer | None = None
        self._closed = False

    def read(self) -> PadView:
        """See `PadSource`."""
        with self._lock:
            seen_at = self._seen.at if self._seen else None
            view = build_view(self._store, self._base, now=now(), seen_at=seen_at)._replace(rule=self.rule)
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
        self._watcher.follow(paths.state)
        self._watcher.start()

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
        with self._lock:
            self._closed = True
            if self._waiting is not None:
                self._waiting.cancel()
            self._store.close()

    def _notice(self, notice: Notice) -> None:
        if notice.kind == "pad" and not notice.stable:
            self._await_version(notice.sha256)
        with self._lock:
            if notice.kind == "pad" and notice.stable and notice.there:
                self._record()
            self._told_mode = self._told_mode and notice.kind != "mode"
            # A file in the middle of being written may well look broken.
            self._publish_soon(torn=notice.kind == "pad" and not notice.stable)

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

    def _publish_soon(self, *, torn: bool) -> None:
        """Publishes now, or in a quarter of a second where the last time is not so long ago."""
        wait = self._published + _GATHER_SECONDS - time.monotonic()
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
            view = self.read()
            self._published = time.monotonic()
            if torn and view.state in ("BROKEN", "CONFLICT"):
                return
            if always or view != self._last or not self._told_mode:
                self._last, self._told_mode = view, True
                self._changed(view)

    def _record(self) -> None:
        """Records an edit from outside; only once the file has stood still."""
        if self.read_only:
            return
        number = self._store.record_external()
        if number is not None and self._was_unrecorded:
            self._was_unrecorded = False
            self._base = number

    # A person's acts

    def tick(self, section: str, line: LineView) -> Act:
        """See `PadSource`."""
        from scratchpad_tui.core.pad.edits import ticked
        from scratchpad_tui.core.pad.entries import read_marker

        def change(body: list[str], at: int) -> list[str]:
            return ticked(body, at)

        marker = read_marker(line.text)
        name = marker.number or f"“{_short(marker.text)}”"
        verb = "Unticked" if marker.box in ("x", "X") else "Ticked"
        return self._edit(section, line, change, f"{verb} {name}")

    def add(self, section: str, after: LineView | None, text: str) -> Act:
        """See `PadSource`."""
        from scratchpad_tui.core.pad.edits import with_entry

        with self._lock:
            document = self._document()
            body = document.body(section)
            found = document.profile.find(section)
            if found is None:
                raise InputError(f"this pad has no section {section}")
            at = _place(body, after) if after is not None else None
            outcome = self._store.edit(section, with_entry(body, found, text, at), body)
            return self._told(outcome, f"Added to {section}")

    def delete(self, section: str, line: LineView) -> Act:
        """See `PadSource`."""
        from scratchpad_tui.core.pad.edits import without_entry

        return self._edit(section, line, without_entry, f"Deleted a line of {section}")

    def _edit(
        self, section: str, line: LineView, change: Callable[[list[str], int], list[str]], words: str
    ) -> Act:
        with self._lock:
            body = self._document().body(section)
            at = _place(body, line)
            if at is None:
                raise InputError("this line is not there any more", "the screen shows the pad as it is now")
            return self._told(self._store.edit(section, change(body, at), body), words)

    def revert(self, version: int) -> Act:
        """See `PadSource`."""
        with self._lock:
            return self._told(self._store.revert(version), f"Reverted version {version}")

    def create(self) -> Act:
        """See `PadSource`."""
        with self._lock:
            made = self._store.create()
            if made:
                self._write_settings()
        self.look()
        return Act("Created the empty pad" if made else "There is a pad already")

    def _write_settings(self) -> None:
        """Writes the settings of a new pad and counts by them from now on; where some are there, they stay."""
        from scratchpad_tui.core.config.example import example_toml
        from scratchpad_tui.core.pad.io import write_new
        from scratchpad_tui.core.pad.store import PadStore

        with suppress(FileExistsError):
            write_new(self._store.paths.settings, example_toml().encode())
        self._store = PadStore(self.path)

    def _document(self) -> Document:
        return self._store.read().document.completed()

    def _told(self, outcome: Outcome, words: str) -> Act:
        self._publish()
        if not outcome.changed:
            return Act("Nothing to change")
        return Act("; ".join([words, *outcome.warnings[:1]]), outcome.version)

    # What a person asks for

    def turn(self, version: int) -> Turn:
        """See `PadSource`."""
        from scratchpad_tui.tui.turns import turn_of

        with self._lock:
            return turn_of(self._store, version)

    def origin(self, section: str, line: LineView) -> Turn:
        """See `PadSource`."""
        from scratchpad_tui.tui.turns import origin_of, turn_of

        with self._lock:
            return turn_of(self._store, origin_of(self._store, section, line.text))

    def prompt(self) -> Prompt:
        """See `PadSource`."""
        from scratchpad_tui.core.pad.prompt import prompt_text
        from scratchpad_tui.core.text import tokens

        with self._lock:
            text = prompt_text(self._store, preview=True)
        return Prompt(text, tokens(text))

    def mark_seen(self, version: int) -> None:
        """See `PadSource`."""
        with self._lock:
            if self._seen is not None:
                self._seen.mark(version, now())
            self._base = max(version, self._base or 0)


def _place(body: Sequence[str], line: LineView) -> int | None:
    """Where the line stands now: at its place, else where the same text stands, else the same but for its box."""
    from scratchpad_tui.core.pad.entries import read_marker

    if 0 <= line.index < len(body) and body[line.index] == line.text:
        return line.index
    same = [at for at, text in enumerate(body) if text == line.text]
    words = read_marker(line.text).text.strip()
    same = same or [at for at, text in enumerate(body) if words and read_marker(text).text.strip() == words]
    return min(same, key=lambda at: abs(at - line.index), default=None)


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


def _short(text: str) -> str:
    return text if len(text) <= 24 else text[:23] + "…"
