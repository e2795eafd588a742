"""One change of a pad from lock to journal: read, judge, decide, record what came from outside, write."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import Any, NamedTuple, Self

from scratchpad_tui.core.errors import ScratchpadError, StorageError
from scratchpad_tui.core.pad import journal, late
from scratchpad_tui.core.pad.commit import Moved, Newest, commit, file_mode, settle
from scratchpad_tui.core.pad.diff import changed_sections, counts, unified
from scratchpad_tui.core.pad.document import Document
from scratchpad_tui.core.pad.folder import ensure_folder, make_history_folder
from scratchpad_tui.core.pad.io import let_go, storage_error
from scratchpad_tui.core.pad.judge import (
    BROKEN,
    CONFLICT,
    FRESH,
    GONE,
    GOOD,
    quarantine_notice,
    refuse_unfit,
    refuse_unwritable,
    restored_notice,
)
from scratchpad_tui.core.pad.locking import locked_pad
from scratchpad_tui.core.pad.prune import tidy
from scratchpad_tui.core.pad.records import event_record, version_record
from scratchpad_tui.core.pad.seal import refuse_sealed
from scratchpad_tui.core.pad.store import Outcome
from scratchpad_tui.core.pad.who import EXTERNAL, RECOVER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scratchpad_tui.core.pad.io import Held
    from scratchpad_tui.core.pad.judge import Judged
    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.pad.who import Who

_ATTEMPTS = 60
"""How often a write starts again because the pad moved under it."""
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


Make = "Callable[[Found], Made]"


@contextmanager
def writing(store: PadStore, timeout: float | None = None) -> Iterator[None]:
    """Holds the pad's lock for the block, with what others wrote into replaced files taken over first."""
    try:
        ensure_folder(store.paths)
        with locked_pad(store, timeout):
            late.collect(store.paths.pad, lambda base, theirs: merge_late(store, base, theirs))
            yield
    except OSError as error:
        raise storage_error(error, store.paths.named, "write") from error


def change(
    store: PadStore,
    who: Who,
    make: Callable[[Found], Made],
    *,
    timeout: float | None = None,
    remember: bool = False,
    mends: bool = False,
) -> Outcome:
    """Makes one change of the pad as it is now; `make` decides on it and may raise to refuse.

    `remember` keeps the operations' warnings for the actor's next prompt. `mends`: a person's own text takes the place
    of a pad that does not parse or is in conflict, whose bytes go to quarantine; nothing else is put there first.
    """
    store.resolve()
    if not os.path.lexists(store.paths.pad) and not store.history.newest():
        # Nothing is there yet, and nothing is made for a change that changes nothing.
        seen = preview(store, make)
        if not seen.changed:
            return seen
    outcome = _attempts(store, who, make, timeout, remember=remember, mends=mends)
    told = store.git.take_told()
    return outcome._replace(warnings=[*outcome.warnings, *told]) if told else outcome


def _attempts(
    store: PadStore,
    who: Who,
    make: Callable[[Found], Made],
    timeout: float | None,
    *,
    remember: bool,
    mends: bool,
) -> Outcome:
    with writing(store, timeout):
        for _ in range(_ATTEMPTS):
            try:
                return _attempt(store, who, make, remember=remember, mends=mends)
            except Moved:
                continue
    raise StorageError("the pad is being changed faster than it can be written", "try again")


def preview(store: PadStore, make: Callable[[Found], Made]) -> Outcome:
    """What a change would do; nothing is written, locked or moved."""
    with store.open_pad() as held:
        data = held.data if held else None
        judged = store.judge(data)
    refuse_unfit(judged)
    refuse_unwritable(judged)
    found = found_now(store, data, judged)
    made = make(found)
    refuse_sealed(judged, made)
    return _outcome(judged.document, made, found.newest.number, [])


def found_now(store: PadStore, data: bytes | None, judged: Judged) -> Found:
    """A pad as it stands, found without the lock."""
    newest = Newest(store.history.newest(), 0)
    return Found(judged, newest, _is_unrecorded(store, data, judged, newest))


def _attempt(
    store: PadStore, who: Who, make: Callable[[Found], Made], *, remember: bool, mends: bool
) -> Outcome:
    with _PadInHand(store) as pad:
        found = pad.find()
        if not mends:
            refuse_unwritable(found.judged)
        made = make(found)
        judged = found.judged
        refuse_sealed(judged, made)
        unchanged = made.document is judged.document and made.data is None
        if judged.state in (GOOD, FRESH) and unchanged:
            if remember:
                _remember(store, who, made.op_warnings)
            return _outcome(judged.document, made, found.newest.number, [])
        notices = pad.set_aside(found) if mends else pad.prepare(found)
        version = pad.number
        if not unchanged:
            version = pad.write(who, judged.document, made)
        notices += [*pad.notices, *tidy(store, found.newest, version)]
        _remember(store, who, made.op_warnings if remember else None)
        return _outcome(judged.document, made, version, notices)


class _PadInHand:
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
        judged = self._judge()
        for _ in range(_STEADY_TRIES):
            if judged.state not in (BROKEN, GONE) and not self._is_cut_short(judged, newest):
                break
            from scratchpad_tui.core.pad.quarantine import wait_a_moment

            before = self.held.data if self.held else None
            wait_a_moment()
            self._take(store.hold_pad())
            judged = self._judge()
            if (self.held.data if self.held else None) == before:
                break
        else:
            raise StorageError("another program is still writing the pad", "try again when it has ended")
        refuse_unfit(judged)
        data = self.held.data if self.held else None
        return Found(judged, newest, _is_unrecorded(store, data, judged, newest))

    def prepare(self, found: Found) -> list[str]:
        """Makes versions of what was there before this change: an edit from outside, or a recovery."""
        judged = found.judged
        if judged.state == GOOD:
            if found.unrecorded:
                before = document_before(self.store, found)
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
        store.know_profile(data, after.profile)
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

    def _judge(self) -> Judged:
        data = self.held.data if self.held else None
        return self.store.judge(data)

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


def _is_unrecorded(store: PadStore, data: bytes | None, judged: Judged, newest: Newest) -> bool:
    if data is None or judged.state != GOOD:
        return False
    if not newest.number:
        return judged.document.has_text
    return not store.history.holds(newest.number, data)


def document_before(store: PadStore, found: Found) -> Document:
    """The newest version's document, or the empty pad."""
    try:
        return store.document_of(found.newest.number)
    except ScratchpadError:
        return Document.empty(found.judged.document.profile)


def keep_event(store: PadStore, record: dict[str, Any]) -> None:
    """Adds an event to the journal, under the lock; where there is no history yet it is not kept."""
    if store.paths.has_history:
        with store.open_pad() as held:
            journal.append(store.paths.journal, record, mode=file_mode(held))


def _remember(store: PadStore, who: Who, warnings: Sequence[str] | None) -> None:
    """Keeps the warnings for the actor's next prompt, where they are given, and what the scan said of the pad."""
    if warnings is None and store.untold is None:
        return
    state = store.state()
    try:
        changed = warnings is not None and state.set_warnings(who.actor, list(warnings))
        if state.take_verdict(store) or changed:
            state.save()
    except OSError:
        # A cache that cannot be written is only forgotten; the caller has the warnings.
        return


def _outcome(before: Document, made: Made, version: int, notices: list[str]) -> Outcome:
    old, new = before.text(), made.document.text()
    amount = counts(old, new)
    return Outcome(
        changed=made.document is not before or made.data is not None,
        version=version,
        diff=unified(old, new),
        warnings=[*notices, *made.warnings],
        added=amount.added,
        removed=amount.removed,
        sections=tuple(changed_sections(before, made.document)),
    )


def hold_replaced(store: PadStore, held: Held) -> None:
    """Keeps the file that was just replaced open, for what others still write into it."""

    def give_up(data: bytes) -> None:
        from scratchpad_tui.core.pad.foreign import keep_half

        keep_half(store, data)

    late.hold(store.paths.pad, held, lambda: settle_late(store), give_up, timer=store.lasting)


def settle_late(store: PadStore) -> None:
    """Takes over what others wrote into a replaced file of the pad, when the grace time is over."""
    try:
        with writing(store):
            return
    except ScratchpadError:
        # The lock is held or the disk is full: the file stays open, and the next write looks again.
        return


def merge_late(store: PadStore, base: bytes, theirs: bytes) -> bool:
    """Merges what another program wrote into a replaced file; False where it seems to be still writing."""
    from scratchpad_tui.core.pad.foreign import merge_foreign

    return merge_foreign(store, base, theirs)
