"""A person at the editor while an agent writes, others edit the file, the disk fails and the program is killed."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from scratchpad_tui.core.errors import InputError, MergeConflict, StorageError
from scratchpad_tui.core.pad.drafts import Drafts, new_draft
from scratchpad_tui.core.pad.editing import section_text
from scratchpad_tui.core.pad.merge import merge_lines, resolved

from .faults import Erring, everything, watched_calls
from .processes import needs_linux
from .test_machine import SECTIONS, Machine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.drafts import Draft

AT = st.integers(0, 50)


class EditingMachine(Machine):
    """The machine of agents and failing disks, with a section editor open over the pad."""

    def __init__(self) -> None:
        super().__init__()
        self.draft: Draft | None = None
        """What the open editor has on disk; None while none is open."""
        self.drafted: set[str] = set()
        """What was typed into an editor and is not saved."""

    @property
    def drafts(self) -> Drafts:
        """The drafts of the pad, with no other place to go."""
        return Drafts(self.store.paths, {"XDG_STATE_HOME": f"{self._folder.name}/state"})

    @precondition(lambda self: self.draft is None)
    @rule(section=st.sampled_from(SECTIONS))
    def open_editor(self, section: str) -> None:
        """`e` on a section, whatever state the pad is in."""
        opened = section_text(self.store, section)
        self.draft = new_draft("section", section, opened.lines, opened.lines, opened.version)

    @precondition(lambda self: self.draft is not None)
    @rule(at=AT)
    def type_a_line(self, at: int) -> None:
        """A line somewhere in the text, and the draft that follows within seconds."""
        assert self.draft is not None
        text = self._new()
        lines = list(self.draft.lines)
        lines.insert(at % (len(lines) + 1), f"- {text}")
        self.draft = self.drafts.keep(self.draft._replace(lines=tuple(lines)))
        self.drafted.add(text)

    @precondition(lambda self: self.draft is not None)
    @rule(at=AT, number=st.integers(1, 30), code=st.sampled_from([errno.ENOSPC, errno.EIO, errno.EACCES]))
    def type_on_a_failing_disk(self, at: int, number: int, code: int) -> None:
        """The draft before stays whole, or the new one is there; an error is told."""
        assert self.draft is not None
        text = self._new()
        lines = list(self.draft.lines)
        lines.insert(at % (len(lines) + 1), f"- {text}")
        try:
            with watched_calls(Erring(code, number)):
                self.draft = self.drafts.keep(self.draft._replace(lines=tuple(lines)))
        except StorageError:
            return
        self.drafted.add(text)

    @precondition(lambda self: self.draft is not None)
    @rule()
    def save(self) -> None:
        """ctrl+s: merged, or both sides kept where they meet; the draft goes when the version is there."""
        assert self.draft is not None
        if (
            self.draft.lines != self.draft.base
        ):  # else nothing is written, and an edit by hand stays unrecorded
            with self._saving(*self._texts(self.draft)):
                self._save(self.draft.lines, self.draft.base)
        self._close()

    @precondition(lambda self: self.draft is not None)
    @rule(number=st.integers(1, 60), lasting=st.booleans())
    def save_on_a_failing_disk(self, number: int, *, lasting: bool) -> None:
        """An error leaves the draft; a save that succeeded may drop it."""
        assert self.draft is not None
        if self.draft.lines == self.draft.base:
            return
        self.settled = False
        try:
            with watched_calls(Erring(errno.ENOSPC, number, lasting=lasting)):
                outcome = self.store.edit(self.draft.section, self.draft.lines, self.draft.base)
        except (StorageError, InputError, MergeConflict):
            return
        texts = self._texts(self.draft)
        if any("history is not complete" in warning for warning in outcome.warnings):
            self.typed |= texts
        else:
            self.kept |= texts
        self._close()

    @precondition(lambda self: self.draft is not None)
    @rule()
    def kill_the_editor(self) -> None:
        """Nothing is told to anybody: what was kept is all there is."""
        self.draft = None

    @precondition(lambda self: self.draft is None)
    @rule()
    def go_on_with_a_draft(self) -> None:
        """The next start finds it."""
        found = [draft for draft in self.drafts.all() if draft.section in SECTIONS]
        self.draft = found[-1] if found else None

    def _save(self, lines: Sequence[str], base: Sequence[str]) -> None:
        assert self.draft is not None
        try:
            self.store.edit(self.draft.section, lines, base)
        except MergeConflict as conflict:
            merged = merge_lines(conflict.base, conflict.mine, conflict.theirs)
            both = resolved(merged, [(*hunk.theirs, *hunk.mine) for hunk in merged.conflicts])
            self.store.edit(self.draft.section, both, conflict.theirs)

    def _texts(self, draft: Draft) -> set[str]:
        return {text for text in self.drafted if any(text in line for line in draft.lines)}

    def _close(self) -> None:
        assert self.draft is not None
        self.drafted -= self._texts(self.draft)
        if self.draft.name:
            self.drafts.drop(self.draft.name)
        self.draft = None

    @invariant()
    def nothing_typed_is_lost(self) -> None:
        """In the pad, a version, quarantine, or a draft."""
        if not self.drafted:
            return
        drafted = "\n".join(line for draft in self.drafts.all() for line in draft.lines)
        everywhere = everything(self.store)
        assert [text for text in self.drafted if text not in drafted and text not in everywhere] == []


TestEditingMachine = needs_linux(pytest.mark.alone(EditingMachine.TestCase))
TestEditingMachine.settings = settings(
    max_examples=60,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
