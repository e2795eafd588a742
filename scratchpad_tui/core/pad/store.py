"""The pad on disk: read as it stands, and changed by acts that each hold its lock."""

from __future__ import annotations

import os
from contextlib import contextmanager

from scratchpad_tui.core.errors import InputError, ParseError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.defined import Profiles
from scratchpad_tui.core.pad.document import Document
from scratchpad_tui.core.pad.fit import judge_fit
from scratchpad_tui.core.pad.git_queue import GitQueue
from scratchpad_tui.core.pad.history import History
from scratchpad_tui.core.pad.io import let_go, open_and_read, storage_error
from scratchpad_tui.core.pad.judge import GOOD, notice_of
from scratchpad_tui.core.pad.parse import parse_bytes
from scratchpad_tui.core.pad.paths import pad_paths
from scratchpad_tui.core.pad.stand_in import THE_PAD
from scratchpad_tui.core.pad.state import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scratchpad_tui.core.config import Settings
    from scratchpad_tui.core.errors import Problem
    from scratchpad_tui.core.pad.fit import Choice
    from scratchpad_tui.core.pad.io import Held
    from scratchpad_tui.core.pad.judge import Judged
    from scratchpad_tui.core.pad.patch import Patch
    from scratchpad_tui.core.pad.quarantine import Quarantined
    from scratchpad_tui.core.pad.schema import Profile
    from scratchpad_tui.core.pad.stand_in import Source
    from scratchpad_tui.core.pad.verdict import Verdict


_READ_TRIES = 50


class Reading(NamedTuple):
    """A pad as it stands, or what stands in for it."""

    state: str
    """`good`, `broken`, `conflict`, `gone`, `fresh`, or `wrong-profile` where the settings do not fit the pad."""
    document: Document
    """The last good text where the pad is not good."""
    data: bytes | None
    """The file's bytes; None where there is no file."""
    version: int
    """The newest version's number, 0 where there is none."""
    notice: str
    """A sentence where the pad is not good, else empty."""
    problems: tuple[Problem, ...]
    """The faults of a pad that is not good."""
    source: Source = THE_PAD
    """Where the document comes from."""


class Outcome(NamedTuple):
    """What a change did."""

    changed: bool
    version: int
    diff: str
    warnings: list[str]
    added: int = 0
    removed: int = 0
    sections: tuple[str, ...] = ()


class PadStore:
    """One pad: read without touching it, and changed under its lock.

    Every method may raise StorageError (a file cannot be read or written, the lock is not to be had).
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        profile: str | None = None,
        settings: Settings | None = None,
        depth: int | None = None,
        lasting: bool = True,
    ) -> None:
        from scratchpad_tui.core.config import load

        self.paths = pad_paths(os.fspath(path))
        self.settings = settings or load(self.paths.named)
        self.lasting = lasting
        """Whether the process goes on; one that ends at once waits for late writers at its end alone."""
        self.history = History(self.paths)
        self.git = GitQueue(enabled=self.settings.flag("git.commit"))
        self.depth = int(self.settings.value("history.depth")) if depth is None else depth
        self._profiles = Profiles(self.settings, profile)
        self._parsed: tuple[bytes, Document] | None = None
        self.verdict: Verdict | None = None
        """What the scan said last of this pad's text, as far as this store knows."""
        self.untold: Verdict | None = None
        """The same until the state cache has it."""
        self.written: tuple[int, os.stat_result] | None = None
        """The last version that this store made, and its file's facts: what differs from them came later."""
        self.faults = [*self.settings.faults, *self._profiles.faults]
        """What is wrong in the settings, each as a sentence."""

    def take_settings(self, settings: Settings) -> None:
        """Goes by these settings from now on; a profile that the caller named stays.

        Raises:
            UsageError: they do not define that one any more; the store is as it was.
        """
        self._profiles = self._profiles.renewed(settings)
        self._parsed = None
        self.settings = settings
        self.faults = [*settings.faults, *self._profiles.faults]

    @property
    def profile(self) -> Profile:
        """The profile that the pad was written in."""
        if not self.git.held:  # under the lock the pad stays the one that is locked
            self.resolve()
        # Not remembered: which one it is, its history says too, and that may be another one by now.
        return self.judge(self.data_or_none()).document.profile

    def read(self) -> Reading:
        """The pad as it stands; nothing is written or moved, and a held lock is not waited for."""
        self.resolve()
        data, version = self._data_and_version()
        judged = self.judge(data, self.history.glance(version))
        return Reading(
            judged.state, judged.document, data, version, notice_of(judged), judged.problems, judged.source
        )

    def judge(self, data: bytes | None, history: History | None = None) -> Judged:
        """What these bytes of the pad are, in the light of its history (by default as it is now) and settings."""
        parsed = self._parsed[1] if self._parsed and self._parsed[0] == data else None
        judged = judge_fit(data, self.choice(data), history or self.history.glance(), parsed)
        if data is not None and judged.state == GOOD:
            self._parsed = (data, judged.document)
        return judged

    def choice(self, data: bytes | None) -> Choice:
        """The profile for these bytes, and what that rests on."""
        return self._profiles.choice(self.profile_of(data), self.settings)

    def resolve(self) -> None:
        """Follows the pad's link anew: somebody may have moved the file, or pointed the link elsewhere."""
        if os.path.realpath(self.paths.named) != self.paths.pad:
            self.paths = pad_paths(self.paths.named)
            self.history = History(self.paths)
            self._parsed, self.written = None, None

    def state(self) -> State:
        """What is remembered beside the versions."""
        return State(self.paths)

    def document_of(self, version: int) -> Document:
        """A version's document; version 0 is the empty pad.

        Raises:
            InputError: there is no such version, or it does not parse.
        """
        if version == 0:
            return Document.empty(self.profile)
        data = self.history.read(version)
        try:
            return parse_bytes(data, self.profile)
        except ParseError as error:
            raise InputError(f"version {version} does not parse ({error})", code="broken-version") from error

    def apply(
        self,
        patches: Sequence[Patch],
        *,
        actor: str = "agent",
        turn: str | None = None,
        session: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> Outcome:
        """Applies a patch list whole, onto the pad as it is on disk now. An empty list touches nothing.

        Raises:
            PatchError: the list is refused; it is kept as an event.
            ParseError: the pad is in conflict (code `conflict`).
        """
        from scratchpad_tui.core.pad.turns import apply

        return apply(self, patches, actor=actor, turn=turn, session=session, dry_run=dry_run, timeout=timeout)

    def apply_text(
        self,
        data: bytes | str,
        *,
        actor: str = "agent",
        turn: str | None = None,
        session: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> Outcome:
        """Applies a patch list as an agent sent it (JSON); otherwise as `apply`."""
        from scratchpad_tui.core.pad.turns import apply_text

        return apply_text(
            self, data, actor=actor, turn=turn, session=session, dry_run=dry_run, timeout=timeout
        )

    def edit(
        self,
        section: str,
        new_lines: Sequence[str],
        base: int | Sequence[str],
        *,
        actor: str = "human",
        note: str = "",
    ) -> Outcome:
        """Puts a person's lines under a section's heading, merged with what changed there since `base`.

        `base` is the version that the edit started from, or the section's lines at that time.

        Raises:
            MergeConflict: the same lines were changed on both sides; nothing is written.
            InputError: the file would not parse with these lines.
        """
        from scratchpad_tui.core.pad.actions import edit

        return edit(self, section, new_lines, base, actor=actor, note=note)

    def revert(self, version: int, *, actor: str = "human") -> Outcome:
        """Takes back what a version changed and keeps what came after: undo, and redo of an undo.

        Raises:
            MergeConflict: later changes stand in the same lines.
        """
        from scratchpad_tui.core.pad.actions import revert

        return revert(self, version, actor=actor)

    def restore(self, version: int, section: str | None = None) -> Outcome:
        """Makes a version, or one section of it, the current state as a new version; below zero counts back."""
        from scratchpad_tui.core.pad.actions import restore

        return restore(self, version, section)

    def recover(self) -> Outcome:
        """Does what a writer does with a broken or missing pad: quarantine, and the last good text in its place."""
        from scratchpad_tui.core.pad.actions import recover

        return recover(self)

    def record_external(self) -> int | None:
        """Records an edit from outside as a version; its number, or None where there is nothing to record."""
        from scratchpad_tui.core.pad.actions import record_external

        return record_external(self)

    def record_event(
        self,
        event: str,
        message: str,
        *,
        actor: str = "agent",
        turn: str | None = None,
        session: str | None = None,
        **fields: object,
    ) -> None:
        """Adds an event to the journal, such as a compaction; nothing on a path without history."""
        from scratchpad_tui.core.pad.actions import record_event
        from scratchpad_tui.core.pad.who import Who

        who = Who(actor, actor if actor in ("agent", "human") else "system", turn, session)
        record_event(self, event, message, who, **fields)

    def quarantined(self) -> list[Quarantined]:
        """Every quarantined file of this pad with the lines that the pad lacks."""
        from scratchpad_tui.core.pad.quarantine import quarantined

        return quarantined(self, self.read().document)

    def take(self, lines: Sequence[int] | str, name: str | None = None) -> Outcome:
        """Takes lines of a quarantined file (`all`, or their numbers) into the sections they stood under.

        Raises:
            InputError: a line is not among those that the pad lacks.
        """
        from scratchpad_tui.core.pad.actions import take

        return take(self, lines, name)

    def looked(self) -> None:
        """Counts every recovery so far as looked at by a person."""
        from scratchpad_tui.core.pad.actions import looked

        looked(self)

    def mark_seen(self, session: str, version: int, ahead: str = "") -> None:
        """Records that a session's prompt carried this version; `ahead` is the hash of a text that is none yet.

        Raises:
            SecretError: the session's label, which no prompt had yet, holds a secret.
        """
        from scratchpad_tui.core.pad.locking import remember

        if session not in self.state().seen:
            from scratchpad_tui.core.pad.gate import refuse_labels

            refuse_labels(self, session=session)

        # An agent that reads a new pad is to hear of the first thing that a person changes in it.
        remember(self, lambda state: state.mark_seen(session, version, ahead), begins=True)

    def pin(self, who: str, version: int | None) -> None:
        """Keeps a version from being pruned while `who` refers to it; None lets it go."""
        from scratchpad_tui.core.pad.locking import remember

        def change(state: State) -> None:
            state.pins.pop(who, None)
            if version:
                state.pins[who] = version

        remember(self, change)

    def create(self) -> bool:
        """Writes the empty pad where there is none; whether it did."""
        from scratchpad_tui.core.pad.create import create

        return create(self)

    def start_fresh(self) -> str:
        """Moves the pad and its history to an archive folder and writes the empty pad; the folder's path."""
        from scratchpad_tui.core.pad.create import start_fresh

        return start_fresh(self)

    def close(self) -> None:
        """Takes over what others still wrote into the replaced file, and lets go of it."""
        from scratchpad_tui.core.pad.late import finish

        finish(self.paths.pad)

    def profile_of(self, data: bytes | None) -> Profile:
        """The profile that these bytes of the pad are to be judged by.

        It is quickly told, and wrong where the settings are; `judge` says whether it fits.
        """
        return self._profiles.of(data, self.paths, self.history)

    def profile_told(self) -> tuple[str, str]:
        """The profile that the pad is to be judged by now, and what tells it, as words."""
        data = self.data_or_none()
        return self.profile_of(data).name, self._profiles.told_by(data, self.history)

    def know(self, data: bytes, document: Document) -> None:
        """Remembers what bytes are that are the pad's next, so that they are not read for it once more."""
        self._profiles.know(data, document)
        if document.is_parsed:
            self._parsed = (data, document)

    @contextmanager
    def open_pad(self) -> Iterator[Held | None]:
        """The pad's file, read and open for the block; None where there is none."""
        held = self.hold_pad()
        try:
            yield held
        finally:
            if held is not None:
                let_go(held)

    def hold_pad(self) -> Held | None:
        """The pad's file, read and open; the caller closes it."""
        try:
            return open_and_read(self.paths.pad)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise storage_error(error, self.paths.named, "read") from error

    def _data_and_version(self) -> tuple[bytes | None, int]:
        """The bytes with the number of the version that they are; others may write while both are read."""
        before, data, version = -1, None, self.history.newest()
        tries = 0
        while version != before and tries < _READ_TRIES:
            before, data, version = version, self.data_or_none(), self.history.newest()
            tries += 1
        return data, version

    def data_or_none(self) -> bytes | None:
        """The pad's bytes; None where there is no file."""
        with self.open_pad() as held:
            return held.data if held else None
