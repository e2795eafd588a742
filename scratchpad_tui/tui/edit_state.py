"""What the section editor holds: the text it began with, what stands in the file now, and what is said of both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.diff import changes
from scratchpad_tui.core.pad.editing import Writers
from scratchpad_tui.core.pad.view import DiffRow
from scratchpad_tui.core.text import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scratchpad_tui.core.errors import Problem
    from scratchpad_tui.core.pad.editing import SectionCheck, SectionText
    from scratchpad_tui.core.pad.redact_told import Taken


_MOST = 200
"""Faults that are told; more than a screen has rows for."""
NOBODY = Writers((), {})


class Verdict(NamedTuple):
    """What is said under the text."""

    words: str
    """Visible already."""
    kind: str
    """`fault`, `warning` or `ok`."""
    lines: tuple[int, ...] = ()
    """The lines that it is about, counted from 1."""
    all: tuple[str, ...] = ()
    """Each fault, or each warning, as a sentence of its own, up to some hundred; the first of them is `words`."""
    total: int = 0
    """How many there are."""


class Theirs(NamedTuple):
    """The section as it stands in the file, beside what an edit began with."""

    now: SectionText
    rows: tuple[DiffRow, ...]
    """What others changed since then."""
    writers: Writers
    """Who they are."""


class Judged(NamedTuple):
    """What is to be said of a text."""

    checked: SectionCheck
    conflicts: int
    """In how many places both sides changed the same lines."""


def changed_rows(section: str, before: Sequence[str], after: Sequence[str]) -> list[DiffRow]:
    """What became of a section's lines."""
    rows: list[DiffRow] = []
    for change in changes(list(before), list(after)):
        rows += [DiffRow("-", section, text) for text in before[change.start : change.stop]]
        rows += [DiffRow("+", section, text) for text in after[change.new_start : change.new_stop]]
    return rows


def _place(problem: Problem) -> str:
    """Where it is; a warning about the whole section is about none of its lines."""
    return f"line {problem.line}: " if problem.line and problem.code != "over-cap" else ""


def entry_verdict(checked: SectionCheck, above: int) -> Verdict:
    """What is said of the entry that stands behind so many lines of its section."""
    for kind, problems in (("fault", checked.faults), ("warning", checked.warnings)):
        mine = [problem for problem in problems if problem.line > above and problem.code != "over-cap"]
        if mine:
            return Verdict(visible(mine[0].message), kind)
    return Verdict("", "ok")


class EditState:
    """One edit of a section, from its beginning to its saving; no UI library.

    What takes time in a large section (`compare`, `judge`) changes nothing here and is called in a worker.
    """

    def __init__(self, begun: SectionText) -> None:
        self.section = begun.section
        self.base = begun.lines
        """What a save merges from."""
        self.base_version = begun.version
        self.theirs = Theirs(begun, (), NOBODY)
        """The section as it stands in the file."""
        self.judged: Judged | None = None
        """What was said of the text last; None until it was."""

    def compare(self, now: SectionText, ask: Callable[[str, int], Writers]) -> Theirs:
        """The section as it stands in the file now, with what others changed since the edit began, and who they are."""
        rows = changed_rows(self.section, self.base, now.lines)
        return Theirs(now, tuple(rows), ask(self.section, self.base_version) if rows else NOBODY)

    def judge(
        self,
        checked: SectionCheck,
        lines: Sequence[str],
        conflicts: Callable[[str, Sequence[str], Sequence[str]], int],
    ) -> Judged:
        """What the core said of the text, with its conflicts with the file as a save would find them."""
        is_alone = self.theirs.now.lines == self.base
        return Judged(checked, 0 if is_alone else conflicts(self.section, lines, self.base))

    def follow_redaction(self, taken: Taken) -> None:
        """Takes what was redacted out of both sides; what was said of the text may quote it."""
        self.base, self.judged = taken.out_of_lines(self.base), None
        now = self.theirs.now._replace(lines=taken.out_of_lines(self.theirs.now.lines))
        rows = changed_rows(self.section, self.base, now.lines)
        self.theirs = Theirs(now, tuple(rows), self.theirs.writers if rows else NOBODY)

    def is_changed(self, lines: Sequence[str]) -> bool:
        """Whether the text differs from what the edit began with."""
        return list(lines) != list(self.base)

    def verdict(self) -> Verdict:
        """The faults, else the warnings, else that all is well."""
        if self.judged is None:
            return Verdict("", "ok")
        checked = self.judged.checked
        for kind, problems in (("fault", checked.faults), ("warning", checked.warnings)):
            if problems:
                said = tuple(visible(f"{_place(problem)}{problem.message}") for problem in problems[:_MOST])
                lines = tuple(problem.line for problem in problems if _place(problem))
                return Verdict(said[0], kind, lines, said, len(problems))
        return Verdict("", "ok")
