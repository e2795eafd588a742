"""An agent's audited memory: read once a session, then answered from a cache that its own writes keep true."""

from __future__ import annotations

import os

from scratchpad_tui.core.audited.asked import Asked, judged
from scratchpad_tui.core.audited.record import Recording, put
from scratchpad_tui.core.errors import InputError, ParseError, StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.document import BOM
from scratchpad_tui.core.pad.evidence import audited_entries
from scratchpad_tui.core.pad.handwork import ahead_of_history
from scratchpad_tui.core.pad.judge import BROKEN, CONFLICT, FRESH, GONE, GOOD, notice_of, refuse_unfit
from scratchpad_tui.core.pad.records import digest
from scratchpad_tui.core.pad.schema import AUDITED, prompt_block
from scratchpad_tui.core.pad.standing import without_secrets
from scratchpad_tui.core.pad.store import PadStore, Reading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.evidence import Audited
    from scratchpad_tui.core.pad.schema import Profile
    from scratchpad_tui.core.pad.store import Outcome

CHANGED = (
    "The pad's file was changed by another hand since this session read it; "
    "what is here counts until refresh() or the next session."
)
LEFT = (
    "The pad's file is gone since this session read it; what is here counts, and the next write restores the last"
    " version from the history."
)

_Mark = tuple[int, int, int, int, int]


class State(NamedTuple):
    """An audited pad as a session knows it."""

    document: Document
    sections: dict[str, tuple[Audited, ...]]
    """The entries of each audited section, in the order of the file."""
    notice: str = ""
    """One line where the file is another by now, else empty."""

    @property
    def text(self) -> str:
        """The pad's text, for the prompt."""
        return self.document.text().removeprefix(BOM)

    def find(self, key: str) -> Audited | None:
        """The entry with this key."""
        found = (entry for entries in self.sections.values() for entry in entries if entry.key == key)
        return next(found, None)


class Memory:
    """An audited pad as an agent uses it. The file is read by `bootstrap`, `refresh` and `begin_session` alone.

    Every method may raise StorageError (the file cannot be read or written, the lock is not to be had).
    """

    def __init__(
        self,
        pad: str | os.PathLike[str] | PadStore,
        *,
        profile: str | None = None,
        actor: str = "agent",
        session: str | None = None,
    ) -> None:
        self.store = pad if isinstance(pad, PadStore) else PadStore(pad, profile=profile)
        self.actor = actor
        self.session = session
        """The label of what it writes, and of what it has seen."""
        self.reads = 0
        """How often the pad's bytes were read into it."""
        # A path that says nothing of its profile is an audited pad's; a store has been told by its maker.
        self._may_choose = not isinstance(pad, PadStore) and profile is None
        self._state: State | None = None
        self._mark: _Mark | None = None
        """The file whose text the cache is; None where there was none."""
        self._digest = ""
        """Of that file's bytes."""
        self._told = ""

    def bootstrap(self) -> State:
        """The pad's state: read from the file the first time in a session, from then on from the cache.

        Where there is no file yet, the skeleton is written. With a label, its session has now seen this version.

        Raises:
            ParseError: the pad is broken or in conflict; nothing is moved, written or remembered.
            InputError: the pad has no audited sections, or its settings do not fit it.
        """
        if self._state is None:
            self._read()
        return self.reference()

    def reference(self) -> State:
        """The state from the cache, with the notice of the moment; a session that has none yet reads it."""
        state = self._state
        return self.bootstrap() if state is None else state._replace(notice=self.notice)

    def refresh(self) -> State:
        """The state, read from the file anew; where that fails, the old one stays.

        Raises:
            ParseError, InputError: as `bootstrap`.
        """
        self._read()
        return self.reference()

    def begin_session(self, session: str | None = None) -> State:
        """Forgets what the last session knew, and reads the file for a new one."""
        self.session = session or self.session
        self._state = None
        return self.bootstrap()

    @property
    def notice(self) -> str:
        """One line where the file is not the one that the cache was read from; found by its facts, not by its bytes."""
        if self._state is None:
            return ""
        there = self._mark_there()
        if there == self._mark or self._is_as_read(there):
            return self._told
        return CHANGED if there is not None else LEFT

    def prefix(self) -> bytes:
        """What stands at the beginning of every prompt of the session: the contract, then the pad's text.

        It holds nothing that changes by itself: from one turn to the next it is the same up to the first entry that
        a write changed.
        """
        state = self._known()
        return f"{prompt_block(state.document.profile)}\n\n{state.text}".encode()

    def record(  # noqa: PLR0913 - those of `record`
        self,
        section: str,
        key: str,
        text: str | None,
        *,
        source: str | None = None,
        date: str | None = None,
        contradicts: Sequence[str] = (),
        closes: Sequence[str] = (),
        from_hypothesis: str | None = None,
        turn: str | None = None,
    ) -> Outcome:
        """Puts an entry into the pad and into the cache, as `record` does; the file is not read into the cache.

        Where another hand changed the file, its changes stay there, and the cache gets this entry alone.

        Raises:
            InputError, SecretError: refused; nothing is written.
            ParseError: the pad is broken; nothing is moved.
        """
        self._known()
        asked = Asked(
            section,
            key,
            text,
            source,
            date,
            tuple(dict.fromkeys(contradicts)),
            tuple(dict.fromkeys(closes)),
            from_hypothesis,
        )
        done = put(self.store, asked, actor=self.actor, turn=turn, session=self.session)
        self._take(asked, done.outcome, done.before, done.after)
        return done.outcome

    def close(self) -> None:
        """Takes over what other programs still wrote into the replaced file, and lets go of it."""
        self.store.close()

    # The cache

    def _known(self) -> State:
        if self._state is None:
            self._read()
        assert self._state is not None  # it was read
        return self._state

    def _take(self, asked: Asked, outcome: Outcome, before: Document, after: Document) -> None:
        """Makes the cache what the write made of it."""
        cached = self._known().document
        if before.render() != cached.render():
            self._keep(self._upon(cached, asked))
            return
        self._keep(after)
        written = self.store.written
        if outcome.changed and written is not None and written[0] == outcome.version:
            self._hold(_mark(written[1]), after.render())
            self._told = ""
            self._note_seen(outcome.version, "")

    def _keep(self, document: Document) -> None:
        sections = {
            section.name: tuple(audited_entries(document, section.name))
            for section in document.profile.sections
            if section.keyed
        }
        self._state = State(document, sections)

    def _upon(self, document: Document, asked: Asked) -> Document:
        """The document with the entry in it, as far as it holds what the entry is about."""
        whole = judged(asked, document.profile)
        alone = whole._replace(contradicts=(), closes=(), from_hypothesis=None)
        forms = (whole, alone) if whole.text is not None else (whole,)
        for form in forms:
            try:
                return Recording(document, form, lambda text: without_secrets(self.store, text)).made()
            except InputError:
                # What it names came to the file by another hand, and this session does not know it yet.
                continue
        return document

    # The file

    def _read(self) -> None:
        self.store.resolve()
        reading, mark = self._look()
        if reading.state == FRESH:
            self._require_audited(reading.document.profile)
            self.store.create()
            reading, mark = self._look()
        if reading.state in (BROKEN, CONFLICT):
            raise ParseError(reading.problems, code=reading.state)
        self._require_audited(reading.document.profile)
        if reading.state == GOOD:
            self._note_seen(reading.version, ahead_of_history(self.store, reading))
        self._keep(reading.document)
        self._mark, self._digest = mark, digest(reading.data or b"")
        self._told = reading.notice if reading.state == GONE else ""

    def _look(self) -> tuple[Reading, _Mark | None]:
        """What the file is, and its facts from just before its bytes were read."""
        # Before the bytes: a version that comes between the two has not been seen.
        version = self.store.history.newest()
        with self.store.open_pad() as held:
            data, mark = (held.data, _mark(held.stat)) if held else (None, None)
        self.reads += held is not None
        found = self.store.judge(data)
        if self._may_choose and not found.document.profile.is_keyed and found.state in (FRESH, BROKEN):
            if not self.store.settings.value("profile"):
                self.store = PadStore(
                    self.store.paths.named, profile=AUDITED.name, settings=self.store.settings
                )
                found = self.store.judge(data)
            self._may_choose = False
        refuse_unfit(found)
        return Reading(found.state, found.document, data, version, notice_of(found), found.problems), mark

    def _hold(self, mark: _Mark, data: bytes) -> None:
        """Counts the file that was just written as known. Its facts are from before it had its name."""
        there = self._mark_there()
        self._mark = there if there is not None and there[:-1] == mark[:-1] else mark
        self._digest = digest(data)

    def _is_as_read(self, there: _Mark | None) -> bool:
        """Whether a file of which only the last fact is another has the same bytes: its time may have been set back."""
        if there is None or self._mark is None or there[:-1] != self._mark[:-1]:
            return False
        data = self.store.data_or_none()
        if data is None or digest(data) != self._digest:
            return False
        self._mark = there
        return True

    def _note_seen(self, version: int, ahead: str) -> None:
        if self.session:
            try:
                self.store.mark_seen(self.session, version, ahead)
            except StorageError:
                # What is remembered beside the versions is a cache; the next reading catches up.
                return

    def _require_audited(self, profile: Profile) -> None:
        if not profile.is_keyed:
            raise InputError(
                f"the pad is of the profile {profile.name}, which has no audited entries",
                "make an audited one with `init --profile audited`",
                code="not-audited",
            )

    def _mark_there(self) -> _Mark | None:
        try:
            return _mark(os.stat(self.store.paths.named))
        except FileNotFoundError:
            return None
        except OSError as error:
            from scratchpad_tui.core.pad.io import storage_error

            raise storage_error(error, self.store.paths.named, "read") from error


def _mark(facts: os.stat_result) -> _Mark:
    return facts.st_dev, facts.st_ino, facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns
