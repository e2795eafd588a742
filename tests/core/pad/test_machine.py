"""Writes, faults, edits by hand and recoveries in any order: nothing that was typed is ever lost."""

from __future__ import annotations

import errno
import os
import re
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from scratchpad_tui.core.errors import InputError, MergeConflict, StorageError
from scratchpad_tui.core.pad import quarantine
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore

from .faults import (
    TEXT,
    Erring,
    assert_in_order,
    data_of,
    everything,
    left_over,
    put,
    versions_of,
    watched_calls,
)
from .processes import is_free, needs_linux, open_descriptors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SECTIONS = ("Task", "Findings", "Ruled out", "Open questions", "Next")
FAULTS = st.tuples(
    st.integers(1, 60), st.sampled_from([errno.EIO, errno.ENOSPC, errno.EACCES, errno.EMFILE]), st.booleans()
)


class Machine(RuleBasedStateMachine):
    """A pad between an agent, a person and a failing disk."""

    def __init__(self) -> None:
        super().__init__()
        self._count = 0
        self._patch = pytest.MonkeyPatch()
        self._patch.setattr(quarantine, "STEADY_SECONDS", 0.0)
        self._patch.setattr(os, "fsync", lambda fd: None)
        memory = "/dev/shm"  # noqa: S108 - the folder gets a name of its own
        self._folder = TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None)
        self.path = Path(self._folder.name) / ".agent" / "scratchpad.md"
        self.store = PadStore(self.path, depth=0)
        self.descriptors = open_descriptors()
        self.kept: set[str] = set()
        """What was saved, or typed and then met by a save that succeeded."""
        self.typed: set[str] = set()
        """What the pad has and no version need have: an act by hand may take it away again."""
        self.settled = True
        """Whether the last act on the pad was a write of ours that succeeded."""

    def teardown(self) -> None:
        """Gives back what the machine took."""
        self.store.close()
        self._folder.cleanup()
        self._patch.undo()

    def _new(self) -> str:
        self._count += 1
        return f"text {self._count:04d}."

    @contextmanager
    def _saving(self, *texts: str) -> Iterator[None]:
        """A write: when it returns, its texts and all that stood in the pad are kept for good."""
        there = (data_of(self.store) or b"").decode("utf-8", "replace")
        yield
        self.kept |= {text for text in (*self.typed, *texts) if text in there or text in texts}
        self.typed = set()
        self.settled = True

    # An agent

    @initialize()
    def begin(self) -> None:
        """Some text to start from."""
        put(self.store, TEXT)

    @rule(section=st.sampled_from(SECTIONS))
    def append(self, section: str) -> None:
        """A save that meets no fault."""
        text = self._new()
        with self._saving(text):
            self.store.apply([Patch(section, "append", f"- {text}")])
        assert_in_order(self.store)

    @rule(section=st.sampled_from(SECTIONS))
    def replace(self, section: str) -> None:
        """A save that takes text away: versions still have it."""
        text = self._new()
        with self._saving(text):
            self.store.apply([Patch(section, "replace", text)])
        assert_in_order(self.store)

    @rule(section=st.sampled_from(SECTIONS), fault=FAULTS, clears=st.booleans())
    def save_with_fault(self, section: str, fault: tuple[int, int, bool], *, clears: bool) -> None:
        """A disk that fails once or from then on: a success is one, and an error wrote nothing of ours."""
        text = self._new()
        number, code, lasting = fault
        patches = [Patch(section, "clear")] if clears else []
        erring = Erring(code, number, lasting=lasting)
        self.settled = False
        try:
            with watched_calls(erring):
                outcome = self.store.apply([*patches, Patch(section, "append", f"- {text}")])
        except StorageError:
            assert text not in everything(self.store), erring.fired
            return
        assert text in (data_of(self.store) or b"").decode()
        if any("history is not complete" in warning for warning in outcome.warnings):
            self.typed.add(text)
        else:
            self.kept |= {text} | {typed for typed in self.typed if typed in everything(self.store)}

    @rule(lasting=st.booleans(), number=st.integers(1, 60))
    def recover_with_fault(self, number: int, *, lasting: bool) -> None:
        """A recovery on the same disk."""
        self._try(self.store.recover, Erring(errno.EIO, number, lasting=lasting))

    @rule(back=st.integers(1, 4), number=st.integers(1, 60))
    def restore_with_fault(self, back: int, number: int) -> None:
        """Going back on the same disk."""
        self._try(lambda: self.store.restore(-back), Erring(errno.EIO, number))

    def _try(self, act: Callable[[], object], fault: Erring) -> None:
        self.settled = False
        try:
            with watched_calls(fault):
                act()
        except (StorageError, InputError):
            return

    # A person, through the product

    @precondition(lambda self: self.store.history.newest())
    @rule(back=st.integers(1, 4))
    def restore(self, back: int) -> None:
        """A version comes back; what stood in the pad is a version then."""
        if back >= len(self.store.history.numbers()):
            return
        with self._saving():
            self.store.restore(-back)
        assert_in_order(self.store)

    @rule()
    def take_all(self) -> None:
        """What only a broken file has comes into the pad."""
        lacking = [item for item in self.store.quarantined() if item.missing_lines]
        if not lacking:
            return
        try:
            with self._saving(*re.findall(r"text \d{4}\.", str(lacking[-1].missing_lines))):
                self.store.take("all")
        except InputError as error:  # a line may be a heading's half or a fence
            assert error.code in ("would-break", "no-quarantine")  # noqa: PT017 - a take is the other good end

    @rule(section=st.sampled_from(SECTIONS))
    def edit(self, section: str) -> None:
        """A person's edit that began with the newest version."""
        newest = self.store.history.newest()
        text = self._new()
        lines = [*self.store.document_of(newest).body(section), f"- {text}"]
        try:
            with self._saving(text):
                self.store.edit(section, lines, newest)
        except MergeConflict:
            self.settled = False

    # A person, behind the product's back

    @rule(section=st.sampled_from(SECTIONS))
    def type_by_hand(self, section: str) -> None:
        """An editor that knows nothing of us puts a line under a heading."""
        data = data_of(self.store)
        heading = f"## {section}\n".encode()
        if not data or heading not in data:
            return
        text = self._new()
        put(self.store, data.replace(heading, heading + f"- {text}\n".encode(), 1))
        self.typed.add(text)
        self.settled = False

    @rule(
        bad=st.sampled_from([b"## Rulde out", b"## Task\n## Task", b"```\n## Ruled out", b"\xff## Ruled out"])
    )
    def break_by_hand(self, bad: bytes) -> None:
        """A slip that makes the file unparseable."""
        data = data_of(self.store)
        if data and b"## Ruled out" in data:
            put(self.store, data.replace(b"## Ruled out", bad, 1))
            self.settled = False

    @rule(gone=st.booleans())
    def lose_the_file(self, *, gone: bool) -> None:
        """Emptied or deleted: the person's own act ends what no version has."""
        if data_of(self.store) is None:
            return
        os.unlink(self.path) if gone else put(self.store, b"")
        self.typed = set()
        self.settled = False

    @rule()
    def record(self) -> None:
        """What a running watch does with a stable edit."""
        if self.store.record_external() is not None:
            self.kept |= {text for text in self.typed if text in everything(self.store)}
            self.typed = set()
            self.settled = True

    @rule()
    def another_process(self) -> None:
        """The next command."""
        self.store.close()
        self.store = PadStore(self.path, depth=0)

    # What holds all the time

    @invariant()
    def nothing_is_lost(self) -> None:
        """Saved or typed: it is in the pad, a version or quarantine."""
        if not self.path.parent.exists():
            return
        everywhere = everything(self.store)
        assert [text for text in self.kept | self.typed if text not in everywhere] == []

    @invariant()
    def nothing_is_left_over(self) -> None:
        """No temporary file, no held lock, no open file."""
        assert [name for name in left_over(self.store) if name.endswith(".tmp")] == []
        if os.path.exists(self.store.paths.lock):
            assert is_free(self.store.paths.lock)
        assert open_descriptors() - self.descriptors < 12

    @invariant()
    def the_newest_version_is_the_pad(self) -> None:
        """Unless somebody else, or a fault, was here since."""
        versions = versions_of(self.store)
        if self.settled and versions:
            assert versions[max(versions)] == data_of(self.store)


TestMachine = needs_linux(pytest.mark.alone(Machine.TestCase))
TestMachine.settings = settings(
    max_examples=50,
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
