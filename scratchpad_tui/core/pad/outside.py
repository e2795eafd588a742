"""An edit in the editor that `$VISUAL` or `$EDITOR` names: a private copy, judged when it comes back, merged and saved."""

from __future__ import annotations

import os

from scratchpad_tui.core.errors import InputError, MergeConflict, ParseError, Problem, StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.drafts import Drafts, new_draft
from scratchpad_tui.core.pad.editing import as_edited, check_section, section_text
from scratchpad_tui.core.pad.editor import editor_command, failure, run_editor
from scratchpad_tui.core.pad.io import read_bytes, storage_error
from scratchpad_tui.core.pad.judge import BROKEN, CONFLICT
from scratchpad_tui.core.pad.merge import resolved
from scratchpad_tui.core.pad.parse import decode, parse_text
from scratchpad_tui.core.pad.scan import CONFLICT_END, CONFLICT_MIDDLE, CONFLICT_START, scan
from scratchpad_tui.core.pad.seal import SEALED, refuse_edit
from scratchpad_tui.core.pad.whole_edit import check_pad_text, edit_pad, lines_of, pad_text, unsealed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.drafts import Draft
    from scratchpad_tui.core.pad.merge import Hunk
    from scratchpad_tui.core.pad.store import Outcome, PadStore

__all__ = ["CameBack", "OutsideEdit", "editor_command", "run_editor", "waiting_drafts"]

MINE, MIDDLE, THEIRS = f"{CONFLICT_START}yours", CONFLICT_MIDDLE, f"{CONFLICT_END}theirs"
"""The lines between which both sides of a conflict stand in the copy."""


class CameBack(NamedTuple):
    """What became of the copy when the editor had ended."""

    state: str
    """`unchanged`, `saved`, `fault` or `conflict`; `untouched`, a draft that came back as it was, and `sealed`, a pad
    with changes in a sealed section: these two `insist` saves."""
    words: str = ""
    """Why it was not saved, with the mend; of what was saved, what was left out."""
    outcome: Outcome | None = None
    """What the save did, where it was one."""
    problems: tuple[Problem, ...] = ()
    """The faults, their lines counted in the copy."""
    hunks: tuple[Hunk, ...] = ()
    """What was changed on both sides; the copy has both by now, between lines that mark them."""
    code: str = ""
    """The refusal's code, where the pad refused the text."""


class OutsideEdit:
    """One edit of a section, or of the whole pad, in another program.

    The copy is a draft from the beginning: whatever ends this process, what the editor saved last is found again.
    The pad's lock is not held while the editor runs. The editor may be run again on `path` after a fault or conflict.
    """

    def __init__(self, store: PadStore, section: str | None = None, draft: Draft | None = None) -> None:
        """Begins from the pad as it is, or goes on with a draft.

        Raises:
            InputError: the pad has no such section, it is sealed, or sections cannot be saved before the pad is mended.
            StorageError: no copy can be written.
        """
        self.store = store
        self.section = section
        """The section; None for the whole pad."""
        self.notice = ""
        """A sentence where the pad is not good, else empty."""
        self._drafts = Drafts(store.paths)
        begun, data = self._begin()
        if draft is not None:
            begun = draft._replace(pid=begun.pid, started=begun.started)
            data = _joined(draft.lines, "\n")
        self._base, self._last = begun.base, begun.lines
        self._sent: bytes | None = None
        self._marked = MINE in begun.lines
        self._resumed = begun.lines if draft is not None else None
        self._asked = ""
        self._draft = begun
        if draft is not None and draft.copy and os.path.isfile(self._drafts.path(draft)):
            self._draft = self._drafts.keep(begun)
        else:
            self._send(data)

    @property
    def path(self) -> str:
        """The copy that the editor works on, as an absolute path."""
        return self._drafts.path(self._draft)

    @property
    def has_changes(self) -> bool:
        """Whether the copy holds anything that the pad did not have when the edit began."""
        try:
            data = self._read_copy()
        except StorageError:
            return self._last != self._base
        return data != self._sent and tuple(lines_of(data)) != self._base

    @property
    def holds_text(self) -> bool:
        """Whether the copy holds a text that the pad does not: an edit, or a draft that was gone on with."""
        return self.has_changes or self._last != self._base

    def came_back(self, status: int = 0) -> CameBack:
        """Saves what the editor left, merged with what changed meanwhile; the copy is removed when that is done.

        `status` is the editor's exit code, below zero the signal that ended it: then nothing is saved.

        Raises:
            StorageError: the pad cannot be read or written; the copy stays as a draft.
        """
        try:
            data = self._read_copy()
        except StorageError as error:
            # The next run of the editor gets a copy again.
            self._send(_joined(self._last, "\n"))
            return _fault(Problem(1, 1, "no-copy", str(error)))
        lines = tuple(lines_of(data))
        if data == self._sent or lines == self._base:
            self.discard()
            return CameBack("unchanged", failure(status))
        self._last = lines
        if lines != self._resumed:
            self._resumed = None
        if status:
            return CameBack(
                "fault", f"{failure(status)}, so that nothing was saved; leave it as usual to save"
            )
        came = CameBack("untouched", "the draft is as it was") if self._resumed else self._judged(data, lines)
        self._asked = came.state
        return came

    def insist(self) -> CameBack:
        """Saves what a person was asked about: a draft as it was, or a pad but for what was written into sealed sections.

        That is kept, as drafts of these sections.

        Raises:
            StorageError: as `came_back`.
        """
        asked, self._asked = self._asked, ""
        if asked != "sealed":
            came = self._judged(_joined(self._last, "\n"), self._last)
            self._asked = came.state
            return came
        rest = unsealed(self._last, self._base, self.store.profile)
        kept = self._kept_apart(rest.left)
        came = self._saved(rest.lines)
        if came.state == "fault":
            for draft in kept:
                self._drafts.drop(draft.name)
        elif kept:
            places = ", ".join(self._drafts.path(draft) for draft in kept)
            left = f"what was typed in {' and '.join(rest.left)} is left out and kept as a draft in {places}"
            came = came._replace(words="; ".join(part for part in (came.words, left) if part))
        return came

    def _kept_apart(self, left: dict[str, list[str]]) -> list[Draft]:
        """What was written into sealed sections, each as a draft of its own that nobody works on."""
        document = parse_text("".join(f"{line}\n" for line in self._base), self.store.profile)
        drafts = []
        for name, body in left.items():
            lines, base = as_edited(body), as_edited(document.body(name))
            if lines != base:
                draft = new_draft("section", name, lines, base, self._draft.version)
                drafts.append(self._drafts.keep(draft._replace(pid=0, started="")))
        return drafts

    def _judged(self, data: bytes, lines: Sequence[str]) -> CameBack:
        problems = self._problems(data, lines)
        return _fault(*problems) if problems else self._saved(lines)

    def keep(self) -> Draft:
        """Leaves the copy as a draft for later.

        Raises:
            StorageError: its record cannot be written; the copy stays all the same.
        """
        self._draft = self._drafts.keep(self._draft._replace(lines=self._last, pid=0, started=""))
        return self._draft

    def discard(self) -> None:
        """Removes the copy and its draft."""
        self._drafts.drop(self._draft.name)

    def _begin(self) -> tuple[Draft, bytes]:
        """A new draft of what stands on disk, and the bytes of its copy."""
        reading = self.store.read()
        if self.section is None:
            whole = pad_text(self.store)
            self.notice = whole.notice
            return new_draft("pad", "", whole.lines, whole.lines, whole.version), whole.data
        if reading.state == CONFLICT or (
            reading.state == BROKEN and reading.document.profile.strict_recovery
        ):
            raise InputError(reading.notice, "edit the whole pad to mend it", code=reading.state)
        refuse_edit(reading.document.profile, self.section)
        self.notice = reading.notice
        text = section_text(self.store, self.section)
        self.section = text.section
        draft = new_draft("section", text.section, text.lines, text.lines, text.version)
        return draft, _joined(text.lines, reading.document.newline)

    def _send(self, data: bytes) -> None:
        self._sent = data if self._last == self._base else None
        self._draft = self._drafts.keep_copy(self._draft._replace(lines=self._last, base=self._base), data)

    def _read_copy(self) -> bytes:
        try:
            return read_bytes(self.path)
        except FileNotFoundError as error:
            raise StorageError(
                "the editor removed its file", "edit it again to start from the text as it was before"
            ) from error
        except OSError as error:
            raise storage_error(error, self.path, "read") from error

    def _problems(self, data: bytes, lines: Sequence[str]) -> tuple[Problem, ...]:
        try:
            decode(data)
        except ParseError as error:
            return error.problems
        marks = self._marks(lines)
        if marks:
            return marks
        if self.section is None:
            return check_pad_text(self.store, data)
        return check_section(self.store.read().document, self.section, lines).faults

    def _marks(self, lines: Sequence[str]) -> tuple[Problem, ...]:
        """The marks of a conflict that still stand; lines that were there before the edit are text."""
        conflict = self._marked or scan(self._base).conflict is not None
        text = () if conflict else set(self._base)
        found = []
        for number, line in enumerate(scan(lines).lines, 1):
            marks = line.text.startswith((CONFLICT_START, CONFLICT_END)) or (
                conflict and line.text == CONFLICT_MIDDLE
            )
            if marks and line.inside != "fence" and line.text not in text:
                message = "a mark of a conflict stands here; choose a side, or join both, and delete the mark"
                found.append(Problem(number, 1, "conflict", message))
        return tuple(found)

    def _saved(self, lines: Sequence[str]) -> CameBack:
        try:
            if self.section is None:
                outcome = edit_pad(self.store, lines, self._base)
            else:
                outcome = self.store.edit(self.section, lines, self._base)
        except MergeConflict as conflict:
            return self._put_both_sides(conflict)
        except (InputError, ParseError) as error:
            if error.code == SEALED and self.section is None:
                return CameBack("sealed", self._sealed_words(lines) or str(error))
            # What changed meanwhile and this text do not parse together, the pad itself does not, or it holds a secret.
            return CameBack("fault", str(error), code=error.code)
        self.discard()
        return CameBack("saved", outcome=outcome)

    def _sealed_words(self, lines: Sequence[str]) -> str:
        """Which sealed sections were changed; nothing where the text that the edit began with cannot tell."""
        try:
            left = unsealed(lines, self._base, self.store.profile).left
        except ParseError:
            return ""
        names = " and ".join(left)
        return (
            f"{names} was changed, which promote --durable alone writes; save the rest, or put it back"
            if names
            else ""
        )

    def _put_both_sides(self, conflict: MergeConflict) -> CameBack:
        """Writes both sides of each place into the copy; the next save starts from the file as it is now."""
        from scratchpad_tui.core.pad.conflict_places import places_of

        merged = places_of(conflict)
        sides = [[MINE, *hunk.mine, MIDDLE, *hunk.theirs, THEIRS] for hunk in merged.conflicts]
        self._base, self._marked = tuple(conflict.theirs), True
        self._last = tuple(resolved(merged, sides))
        self._draft = self._draft._replace(version=self.store.history.newest())
        self._send(_joined(self._last, "\n"))
        return CameBack("conflict", str(conflict), hunks=merged.conflicts)


def waiting_drafts(store: PadStore, section: str | None) -> list[Draft]:
    """The drafts of a section, or of the whole pad, that nobody works on any more, the newest last."""
    kind = "pad" if section is None else "section"
    found = store.profile.find(section) if section is not None else None
    name = found.name if found is not None else section or ""
    return [d for d in Drafts(store.paths).left_behind() if (d.kind, d.section) == (kind, name)]


def _fault(*problems: Problem) -> CameBack:
    first = problems[0]
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    return CameBack("fault", f"line {first.line}: {first.message}{more}", problems=problems)


def _joined(lines: Sequence[str], newline: str) -> bytes:
    return "".join(f"{line}{newline}" for line in lines).encode("utf-8", "replace")
