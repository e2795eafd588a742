"""What the screens for correcting a pad ask of it: sections to edit, drafts, and the acts on several lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from scratchpad_tui.core.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.health.remedies import Plan
    from scratchpad_tui.core.health.report import HealthReport
    from scratchpad_tui.core.health.sign import Sign
    from scratchpad_tui.core.pad.blame import BlamedLine
    from scratchpad_tui.core.pad.drafts import Draft
    from scratchpad_tui.core.pad.editing import SectionCheck, SectionText, Writers
    from scratchpad_tui.core.pad.outside import CameBack, OutsideEdit
    from scratchpad_tui.core.pad.pruning import PrunedEntry, PruneList
    from scratchpad_tui.core.pad.recovery import Recovery
    from scratchpad_tui.core.pad.view import LineView
    from scratchpad_tui.tui.source import Act


class Since(NamedTuple):
    """What became of a draft's place in the pad since the edit began."""

    now: tuple[str, ...]
    """The lines that the draft's text would replace, as they stand now."""
    author: str = ""
    """Who changed them, in words."""
    conflicts: int = 0
    """In how many places the draft changes the same lines; 0 for a whole pad, whose save says it."""


class Corrections(Protocol):
    """A part of `source.PadSource`; every method may wait and raise ScratchpadError as there."""

    def open_section(self, section: str) -> SectionText:
        """The section as it stands now, as an editor takes it."""
        ...

    def writers_since(self, section: str, version: int) -> Writers:
        """Who wrote into a section after a version."""
        ...

    def check(self, section: str, lines: Sequence[str]) -> SectionCheck:
        """Judges lines as the content of a section."""
        ...

    def conflicts(self, section: str, lines: Sequence[str], base: Sequence[str]) -> int:
        """In how many places a save of these lines would find the same ones changed on both sides."""
        ...

    def save_section(self, section: str, lines: Sequence[str], base: Sequence[str]) -> Act:
        """Saves lines that were edited from `base`, merged with what changed meanwhile.

        Raises:
            MergeConflict: the same lines were changed on both sides.
        """
        ...

    def move(self, section: str, line: LineView, to: str) -> Act:
        """Moves the entry of that line to the end of another section."""
        ...

    def prune_list(self, section: str) -> PruneList:
        """The entries of a section with age, size and author."""
        ...

    def prune(self, section: str, entries: Sequence[PrunedEntry]) -> Act:
        """Takes entries out of a section as one version."""
        ...

    def blame(self) -> dict[tuple[str, int], BlamedLine]:
        """Who brought each line, by section and position in its body."""
        ...

    def health(self) -> HealthReport:
        """The pad's signs of trouble, its quarantine, lock and settings."""
        ...

    def remedy(self, sign: Sign) -> Plan:
        """What the remedy of a sign would do now."""
        ...

    def carry_out(self, sign: Sign) -> Act:
        """Does it."""
        ...

    def recoveries(self) -> list[Recovery]:
        """The quarantined files beside the pad, the newest first; they count as looked at."""
        ...

    def mending(self) -> Recovery:
        """A broken or missing pad beside what a recovery would put in its place."""
        ...

    def recover(self) -> Act:
        """Puts the last good text in the place of a broken or missing pad, or a lost heading back."""
        ...

    def take_lines(self, lines: Sequence[int] | str, name: str) -> Act:
        """Takes lines of a quarantined file, or `all` that the pad lacks, into the sections they stood under."""
        ...

    def keep_draft(self, draft: Draft) -> Draft:
        """Writes a draft to disk, in the place of the one with its name."""
        ...

    def has_draft(self, draft: Draft) -> bool:
        """Whether a draft that was kept is still there."""
        ...

    def drop_draft(self, name: str) -> None:
        """Removes a draft that is saved or not wanted."""
        ...

    def drafts(self) -> tuple[Draft, ...]:
        """The drafts that nobody is working on, oldest first."""
        ...

    def since(self, draft: Draft) -> Since:
        """What became of a draft's section, or of the whole pad, since the edit began."""
        ...

    def begin_outside(self, section: str | None, draft: Draft | None) -> OutsideEdit:
        """Writes the copy of a section, or of the whole pad, for another editor."""
        ...

    def end_outside(self, edit: OutsideEdit, status: int) -> tuple[CameBack, Act]:
        """Judges, merges and saves what the other editor left; the act is empty where nothing was saved."""
        ...

    def insist_outside(self, edit: OutsideEdit) -> tuple[CameBack, Act]:
        """Saves what was asked about: a draft that came back as it was, or all but the sealed sections."""
        ...
