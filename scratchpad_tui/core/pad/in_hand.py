"""A pad's file in hand under the lock: what was found there, and the versions that one change makes of it."""

from __future__ import annotations

from scratchpad_tui.core.errors import ScratchpadError, StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.commit import Moved, Newest, commit, file_mode, settle
from scratchpad_tui.core.pad.document import Document
from scratchpad_tui.core.pad.folder import make_history_folder
from scratchpad_tui.core.pad.io import let_go
from scratchpad_tui.core.pad.judge import (
    BROKEN,
    CONFLICT,
    FRESH,
    GONE,
    GOOD,
    quarantine_notice,
    refuse_unfit,
    restored_notice,
)
from scratchpad_tui.core.pad.records import event_record, version_record
from scratchpad_tui.core.pad.who import EXTERNAL, RECOVER
from scratchpad_tui.core.pad.writing import hold_replaced, keep_event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Self

    from scratchpad_tui.core.pad.history import History
    from scratchpad_tui.core.pad.io import Held
    from scratchpad_tui.core.pad.judge import Judged
    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.pad.who import Who

_STEADY_TRIES = 50


class Made(NamedTuple):
    """What a change makes of a pad."""

    document: Document
    """The given document itself where nothing changes."""
    operations: Sequence[dict[str, Any]] = ()
    op_warnings: Sequence[str] = ()
    """About the operations; they wait for the actor's next prompt."""
    warnings: Sequence[str] = ()
    """All that the caller is told."""
    data: bytes | None = None
    """The bytes to write where they are not the document's own."""
    unseals: bool = False
    """Whether it may write a sealed section."""

    @property
    def bytes(self) -> bytes:
        """The bytes that the pad gets."""
        return self.document.render() if self.data is None else self.data


class Found(NamedTuple):
    """A pad as it was found under the lock."""

    judged: Judged
    newest: Newest
    unrecorded: bool
    """Whether it holds an edit that no version has."""


def found_now(store: PadStore, data: bytes | None) -> Found:
    """A pad as it stands, found without the lock."""
    history = store.history.glance()
    judged = store.judge(data, history)
    newest = Newest(history.newest(), 0)
    return Found(judged, newest, _is_unrecorded(history, data, judged, newest))


class PadInHand:
    """The pad's file under the lock, through the versions that one change makes of it."""

    def __init__(self, store: PadStore) -> None:
        self.store = store
        self.held: Held | None = store.hold_pad()
        self.number = 0
        """The newest version."""
        self.free = 1
        self.notices: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.held is not None:
            let_go(self.held)

    def find(self) -> Found:
        """Judges the pad; what looks broken, cut short or gone only after two equal reads.

        Raises:
            InputError: the settings do not fit the pad (code `wrong-profile`).
        """
        store = self.store
        newest = settle(store.paths, self.held)
        self.number, self.free = newest.number, newest.free
        history = store.history.glance(newest.number)
        judged = self._judge(history)
        for _ in range(_STEADY_TRIES):
            if judged.state not in (BROKEN, GONE) and not self._is_cut_short(judged, newest):
                break
            from scratchpad_tui.core.pad.quarantine import wait_a_moment

            before = self.held.data if self.held else None
            wait_a_moment()
            self._take(store.hold_pad())
            judged = self._judge(history)
            if (self.held.data if self.held else None) == before:
                break
        else:
            raise StorageError("another program is still writing the pad", "try again when it has ended")
        refuse_unfit(judged)
        data = self.held.data if self.held else None
        return Found(judged, newest, _is_unrecorded(history, data, judged, newest))

    def prepare(self, found: Found) -> list[str]:
        """Makes versions of what was there before this change: an edit from outside, or a recovery."""
        judged = found.judged
        if judged.state == GOOD:
            if found.unrecorded:
                before = _document_before(self.store, found)
                self._commit(EXTERNAL, before, judged.document, self._data(), [])
            return []
        if judged.state == FRESH:
            return []
        notice = self._quarantine(judged) if judged.state == BROKEN else restored_notice(judged)
        self._commit(RECOVER, judged.document, judged.document, judged.document.render(), [])
        self._take(self.store.hold_pad())
        if self.held is None or self.held.data != judged.document.render():
            raise Moved
        return [notice]

    def set_aside(self, found: Found) -> list[str]:
        """As `prepare`, but for a pad that does not parse only its bytes are kept: the change itself takes its place."""
        if found.judged.state in (BROKEN, CONFLICT):
            return [self._quarantine(found.judged, "the text that mends it took its place")]
        return self.prepare(found)

    def write(self, who: Who, before: Document, made: Made) -> int:
        """Makes the change's own version."""
        if self.held is not None and self.held.stat.st_nlink > 1:
            names = self.held.stat.st_nlink
            self.notices.append(
                f"The pad has {names} names (hard links); it was written in place, not replaced."
            )
        self._commit(who, before, made.document, made.bytes, made.operations)
        return self.number

    def _commit(
        self, who: Who, before: Document, after: Document, data: bytes, operations: Sequence[dict[str, Any]]
    ) -> None:
        store = self.store
        record = version_record(who, before, after, data, operations)
        store.know(data, after)
        committed = commit(store.paths, self.held, data, record, self.free, store.git)
        self.number, self.free = self.free, self.free + 1
        store.written = (self.number, committed.stat)
        if committed.trouble and who in (EXTERNAL, RECOVER):
            # Its version still waits for its name: another one on top would take the bytes that it is known by.
            raise StorageError(
                f"the history of {store.paths.named} could not be written ({committed.trouble})",
                "this change was not made; try again",
            )
        if committed.trouble:
            self.notices.append(
                f"The pad is saved, its history is not complete yet ({committed.trouble}); the next write ends it."
            )
        if committed.swapped and self.held is not None:
            hold_replaced(store, self.held)
            self.held = None

    def _take(self, held: Held | None) -> None:
        if self.held is not None:
            let_go(self.held)
        self.held = held

    def _judge(self, history: History) -> Judged:
        return self.store.judge(self.held.data if self.held else None, history)

    def _data(self) -> bytes:
        assert self.held is not None  # a good pad has a file
        return self.held.data

    def _is_cut_short(self, judged: Judged, newest: Newest) -> bool:
        """Whether sections are missing that the newest version has: a slow writer may be on its way."""
        if judged.state != GOOD or not judged.document.missing or not newest.number:
            return False
        try:
            before = self.store.document_of(newest.number)
        except ScratchpadError:
            return False
        return bool(set(judged.document.missing) - set(before.missing))

    def _quarantine(self, judged: Judged, instead: str = "") -> str:
        from scratchpad_tui.core.pad.quarantine import keep_bytes
        from scratchpad_tui.core.secrets.quoting import safe  # both sentences quote the broken line

        store = self.store
        make_history_folder(store.paths, file_mode(self.held))
        name = keep_bytes(store.paths, self._data(), file_mode(self.held))
        notice = safe(quarantine_notice(judged, name, instead))
        reason = safe(judged.problems[0].message)
        # The version that takes its place comes next.
        event = event_record("quarantined", notice, RECOVER, name=name, reason=reason, version=self.free)
        keep_event(store, event)
        return notice


def _is_unrecorded(history: History, data: bytes | None, judged: Judged, newest: Newest) -> bool:
    if data is None or judged.state != GOOD:
        return False
    if not newest.number:
        return judged.document.has_text
    return not history.holds(newest.number, data)


def _document_before(store: PadStore, found: Found) -> Document:
    """The newest version's document, or the empty pad."""
    try:
        return store.document_of(found.newest.number)
    except ScratchpadError:
        return Document.empty(found.judged.document.profile)
