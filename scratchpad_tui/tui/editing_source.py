"""The half of a pad's source that corrects it: sections edited, entries moved, drafts kept."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from scratchpad_tui.core.errors import InputError, StorageError
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.corrections import Since
from scratchpad_tui.tui.hand_edits import WHEN_READ
from scratchpad_tui.tui.kept_drafts import KeptDrafts
from scratchpad_tui.tui.source import Act
from scratchpad_tui.tui.watched_pad import WatchedPad

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.health.remedies import Plan
    from scratchpad_tui.core.health.report import HealthReport
    from scratchpad_tui.core.health.sign import Sign
    from scratchpad_tui.core.pad.blame import BlamedLine
    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.drafts import Draft, Drafts
    from scratchpad_tui.core.pad.editing import SectionCheck, SectionText, Writers
    from scratchpad_tui.core.pad.outside import CameBack, OutsideEdit
    from scratchpad_tui.core.pad.pruning import PrunedEntry, PruneList
    from scratchpad_tui.core.pad.recovery import Recovery
    from scratchpad_tui.core.pad.seen import SeenMarks
    from scratchpad_tui.core.pad.store import Outcome, PadStore
    from scratchpad_tui.core.pad.view import LineView

_NAMED = 2
"""Sections that a toast names: it has room for no more."""


class EditingSource(WatchedPad):
    """Keeps `corrections.Corrections` for a pad on disk."""

    def __init__(
        self, store: PadStore, *, rule: str = "", read_only: bool = False, seen: SeenMarks | None = None
    ) -> None:
        super().__init__(store, rule=rule, read_only=read_only, seen=seen)
        self._kept_drafts = KeptDrafts()

    def open_section(self, section: str) -> SectionText:
        """See `Corrections`."""
        from scratchpad_tui.core.pad.editing import section_text

        with self._lock:
            return section_text(self._store, section)

    def writers_since(self, section: str, version: int) -> Writers:
        """See `Corrections`."""
        from scratchpad_tui.core.pad.editing import writers_since

        with self._lock:
            return writers_since(self._store, section, version)

    def check(self, section: str, lines: Sequence[str]) -> SectionCheck:
        """See `Corrections`."""
        from scratchpad_tui.core.pad.editing import check_section

        with self._lock:
            document = self._document()
        return check_section(document, section, lines)

    def conflicts(self, section: str, lines: Sequence[str], base: Sequence[str]) -> int:
        """See `Corrections`."""
        from scratchpad_tui.core.pad.editing import conflicts_of

        with self._lock:
            document = self._document()
        return conflicts_of(document, section, lines, base)

    def save_section(self, section: str, lines: Sequence[str], base: Sequence[str]) -> Act:
        """See `Corrections`."""
        with self._acting():
            return self._told(self._store.edit(section, lines, base), f"Saved {section}")

    def move(self, section: str, line: LineView, to: str) -> Act:
        """See `Corrections`."""
        from scratchpad_tui.core.pad.editing import SectionEdit, edit_sections, section_name
        from scratchpad_tui.core.pad.edits import moved

        with self._acting():
            document = self._document()
            here, name = document.body(section), section_name(document, to)
            target = document.profile.find(name)
            at = place_of(here, line)
            if at is None or target is None:
                raise _gone()
            left, came = moved(here, at, document.body(name), target)
            edits = [SectionEdit(section, left, here), SectionEdit(name, came, document.body(name))]
            operation = {"op": "move", "section": section, "to": name}
            return self._told(edit_sections(self._store, edits, operation=operation), f"Moved to {name}")

    def prune_list(self, section: str) -> PruneList:
        """See `Corrections`."""
        from scratchpad_tui.core.pad.pruning import prune_list

        with self._lock:
            return prune_list(self._store, section)

    def prune(self, section: str, entries: Sequence[PrunedEntry]) -> Act:
        """See `Corrections`."""
        from scratchpad_tui.core.pad.pruning import prune_entries

        count = "one entry" if len(entries) == 1 else f"{len(entries)} entries"
        with self._acting():
            outcome = prune_entries(self._store, section, entries)
            return self._told(outcome, f"Took {count} out of {section}")

    def blame(self) -> dict[tuple[str, int], BlamedLine]:
        """See `Corrections`."""
        from scratchpad_tui.core.pad.blame import blame

        with self._lock:
            reading = self._store.read()
            lines = blame(self._store, None, reading)
        first = {name: reading.document.heading_line(name) + 1 for name in reading.document.profile.names}
        return {(line.section, line.line - first[line.section]): line for line in lines}

    # Recovery

    def health(self) -> HealthReport:
        """See `Corrections`."""
        from scratchpad_tui.core.clock import now
        from scratchpad_tui.core.health.remedies import reread_settings
        from scratchpad_tui.core.health.report import health_report

        with self._lock:
            reread_settings(self._store)
            return health_report(self._store, now())

    def remedy(self, sign: Sign) -> Plan:
        """See `Corrections`."""
        from scratchpad_tui.tui.remedies import plan

        with self._lock:
            return plan(self._store, sign)

    def carry_out(self, sign: Sign) -> Act:
        """See `Corrections`."""
        from scratchpad_tui.tui.remedies import carry_out

        with self._acting():
            done = carry_out(self._store, sign)
            self._publish()
            if done.version is not None:
                self._pins.acted(self._store, done.version)
        return Act(done.words, done.version)

    def recoveries(self) -> list[Recovery]:
        """See `Corrections`."""
        from scratchpad_tui.core.pad.recovery import recoveries

        with self._lock:
            found = recoveries(self._store)
            waits = not self.read_only and bool(self._store.state().unlooked())
        if waits:
            # What is shown is shown, whether or not it can be noted.
            with suppress(StorageError), self._acting():
                self._store.looked()
        return found

    def mending(self) -> Recovery:
        """See `Corrections`."""
        from scratchpad_tui.core.pad.recovery import mending

        with self._lock:
            return mending(self._store)

    def recover(self) -> Act:
        """See `Corrections`."""
        with self._acting():
            before = self._store.read()
            outcome = self._store.recover()
            with suppress(StorageError):
                self._store.looked()
            self._publish()
        if not outcome.warnings or before.state not in ("broken", "gone"):
            return Act("Nothing to recover: the pad parses")
        words = before.source.words.again
        return Act(
            words
            if before.state == "gone"
            else f"{words}; the broken text is kept · {keys.key('version.restore')} shows it"
        )

    def take_lines(self, lines: Sequence[int] | str, name: str) -> Act:
        """See `Corrections`."""
        with self._acting():
            outcome = self._store.take(lines, name)
            number = outcome.added if isinstance(lines, str) else len(lines)
            count = "one line" if number == 1 else f"{number} lines"
            # A line under a heading that no profile knows goes to the section above it: nobody would guess that.
            into = f" into {' and '.join(outcome.sections)}" if 0 < len(outcome.sections) <= _NAMED else ""
            return self._told(outcome, f"Took {count} over{into}")

    # Drafts

    def keep_draft(self, draft: Draft) -> Draft:
        """See `Corrections`."""
        return self._kept_drafts.keep(self._drafts(), draft)

    def has_draft(self, draft: Draft) -> bool:
        """See `Corrections`."""
        from os.path import isfile

        return isfile(self._drafts().path(draft._replace(copy="")))

    def drop_draft(self, name: str) -> None:
        """See `Corrections`."""
        self._kept_drafts.drop(self._drafts(), name)

    def drafts(self) -> tuple[Draft, ...]:
        """See `Corrections`."""
        found = tuple(self._drafts().left_behind())
        self._kept_drafts.read(found)
        return found

    def since(self, draft: Draft) -> Since:
        """See `Corrections`."""
        from scratchpad_tui.core.pad.editing import conflicts_of, section_text, writers_since
        from scratchpad_tui.core.pad.whole_edit import pad_text

        with self._lock:
            if not draft.section:
                return Since(pad_text(self._store).lines)
            now = section_text(self._store, draft.section).lines
            if now == draft.base:
                return Since(now)
            writers = writers_since(self._store, draft.section, draft.version)
            document = self._document()
        conflicts = conflicts_of(document, draft.section, draft.lines, draft.base)
        return Since(now, writers.of([line for line in now if line not in draft.base]), conflicts)

    def _drafts(self) -> Drafts:
        from scratchpad_tui.core.pad.drafts import Drafts

        return Drafts(self._store.paths)

    # Another editor

    def begin_outside(self, section: str | None, draft: Draft | None) -> OutsideEdit:
        """See `Corrections`."""
        from scratchpad_tui.core.pad.outside import OutsideEdit

        with self._lock:
            return OutsideEdit(self._store, section, draft)

    def end_outside(self, edit: OutsideEdit, status: int) -> tuple[CameBack, Act]:
        """See `Corrections`."""
        with self._acting():
            return self._came(edit, edit.came_back(status))

    def insist_outside(self, edit: OutsideEdit) -> tuple[CameBack, Act]:
        """See `Corrections`."""
        with self._acting():
            return self._came(edit, edit.insist())

    def _came(self, edit: OutsideEdit, came: CameBack) -> tuple[CameBack, Act]:
        if came.outcome is None:
            return came, Act("")
        words = "; ".join(part for part in (f"Saved {edit.section or 'the pad'}", came.words) if part)
        return came, self._told(came.outcome, words)

    # What every act needs

    def _document(self) -> Document:
        return self._store.read().document.completed()

    def _told(self, outcome: Outcome, words: str) -> Act:
        self._publish()
        if not outcome.changed:
            return Act("Nothing to change")
        self._pins.acted(self._store, outcome.version)
        told = "; ".join([words, *map(_in_short, outcome.warnings[:1])])
        return Act(told, outcome.version, WHEN_READ if self._store.profile.is_keyed else "")


def _in_short(warning: str) -> str:
    """A warning for a toast; that of a quarantine is long, and its remedy is that of the command line."""
    if warning.startswith("The pad was broken"):
        return keys.said("what was broken is kept apart, {version.restore} shows it")
    return warning


def place_of(body: Sequence[str], line: LineView) -> int | None:
    """Where the line stands now: at its place, else where the same text stands, else the same but for its box."""
    from scratchpad_tui.core.pad.entries import read_marker

    if 0 <= line.index < len(body) and body[line.index] == line.text:
        return line.index
    same = [at for at, text in enumerate(body) if text == line.text]
    words = read_marker(line.text).text.strip()
    same = same or [at for at, text in enumerate(body) if words and read_marker(text).text.strip() == words]
    return min(same, key=lambda at: abs(at - line.index), default=None)


def _gone() -> InputError:
    return InputError("this line is not there any more", "the screen shows the pad as it is now")
