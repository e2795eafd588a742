"""What an edit of sections begins with, what can be said of it on the way, and how it ends: as one version."""

from __future__ import annotations

from scratchpad_tui.core.errors import InputError, MergeConflict, ParseError, Problem
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.bodies import as_lines
from scratchpad_tui.core.pad.check import warnings_of
from scratchpad_tui.core.pad.entries import is_empty_mark
from scratchpad_tui.core.pad.gated import change
from scratchpad_tui.core.pad.in_hand import Made
from scratchpad_tui.core.pad.lines import is_blank
from scratchpad_tui.core.pad.parse import parse_text
from scratchpad_tui.core.pad.scan import scan
from scratchpad_tui.core.pad.who import named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.in_hand import Found
    from scratchpad_tui.core.pad.lines import Line
    from scratchpad_tui.core.pad.store import Outcome, PadStore


class SectionEdit(NamedTuple):
    """The lines that a person wants under a heading, and what the edit began with."""

    section: str
    lines: Sequence[str]
    base: int | Sequence[str]
    """The version that the edit began with, or the section's lines at that time."""


class SectionText(NamedTuple):
    """A section as an editor takes it: without the empty mark and the blank lines at its end."""

    section: str
    lines: tuple[str, ...]
    version: int
    """The newest version when it was read, 0 where there is none."""
    cap: int
    """In characters."""
    first: int = 1
    """The line of the file that the first one is, counted from 1."""


class Writers(NamedTuple):
    """Who wrote into a section since an edit of it began."""

    all: tuple[str, ...]
    """Authors as words, in the order of their versions."""
    by_line: dict[str, str]
    """By a line's text: who brought it as it stands."""

    def of(self, lines: Sequence[str]) -> str:
        """Who brought these lines, in words; where nobody is known for them, all who wrote."""
        known = [self.by_line[line.rstrip()] for line in lines if line.rstrip() in self.by_line]
        since = [name for name in dict.fromkeys(known) if name in self.all]
        names = since or list(self.all)
        if not names:
            return "another writer"
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


class SectionCheck(NamedTuple):
    """What can be said of a section's lines before they are saved."""

    faults: tuple[Problem, ...]
    """What would make the file unparseable; lines are counted in the section, from 1."""
    warnings: tuple[Problem, ...]
    size: int
    """What counts against the cap, in characters."""
    cap: int
    """In characters."""


def section_text(store: PadStore, section: str) -> SectionText:
    """The section as it stands on disk.

    Raises:
        InputError: the profile has no such section.
    """
    reading = store.read()
    document = reading.document.completed()
    name = section_name(document, section)
    found = document.profile.find(name)
    assert found is not None  # its name was just found
    # As the file stands: headings that it lacks would be lines above.
    first = 1 if name in reading.document.missing else reading.document.heading_line(name) + 1
    return SectionText(name, tuple(as_edited(document.body(name))), reading.version, found.cap, first)


def writers_since(store: PadStore, section: str, version: int) -> Writers:
    """Who wrote into a section after a version, an edit that is not recorded yet included."""
    from scratchpad_tui.core.pad.blame import blame
    from scratchpad_tui.core.pad.recent import recent

    lines = blame(store, section)
    by_line = {line.text: line.author for line in lines if line.author}
    versions = recent(store.paths.journal, version + 1, version).versions
    found = [info.author for _, info in sorted(versions.items()) if section in info.sections]
    if any(line.version is None and line.before is None for line in lines):
        found.append("external")
    return Writers(tuple(dict.fromkeys(name for name in found if name)), by_line)


def check_section(document: Document, section: str, lines: Sequence[str]) -> SectionCheck:
    """Judges lines as the content of a section of this document, without writing anything.

    Raises:
        InputError: the profile has no such section.
    """
    document = document.completed()
    name = section_name(document, section)
    found = document.profile.find(name)
    cap = found.cap if found else 0
    body = as_lines(document, name, _as_body(lines, document.body(name)))
    whole = document.with_bodies({name: body})
    first = whole.heading_line(name)
    count = max(1, len(lines))
    heading = next((at for at, seen in enumerate(scan(lines).lines, 1) if seen.heading is not None), 1)
    try:
        parsed = _parsed(whole, {name: body})
    except ParseError as error:
        # Of two headings of one name the parser points at the second, which may be the one that was there before.
        inside = [
            _in_section(problem, first, count)
            if first < problem.line <= first + count
            else _elsewhere(problem, lines) or Problem(heading, 1, problem.code, _heading_words(name))
            for problem in error.problems
        ]
        return SectionCheck(tuple(inside), (), whole.size(name), cap)
    except InputError as error:
        return SectionCheck((Problem(heading, 1, error.code, str(error)),), (), whole.size(name), cap)
    warnings = [
        _in_section(problem, first, count)
        for problem in warnings_of(parsed)
        if first <= problem.line <= first + count
    ]
    return SectionCheck((), tuple(warnings), parsed.size(name), cap)


def conflicts_of(document: Document, section: str, lines: Sequence[str], base: Sequence[str]) -> int:
    """In how many places both sides changed the same lines, if lines that came from `base` were saved now.

    Raises:
        InputError: the profile has no such section.
    """
    from scratchpad_tui.core.pad.conflict_places import places_of

    document = document.completed()
    name = section_name(document, section)
    try:
        _merged(document, {name: as_edited(base)}, {name: as_edited(lines)})
    except MergeConflict as conflict:
        return max(1, len(places_of(conflict).conflicts))
    return 0


def edit_sections(
    store: PadStore,
    edits: Sequence[SectionEdit],
    *,
    actor: str = "human",
    operation: Mapping[str, Any] | None = None,
) -> Outcome:
    """Puts lines under several headings as one version, each merged with what changed there since its base.

    `operation` is the journal's word for it, by default an edit of each section.

    Raises:
        MergeConflict: the same lines were changed on both sides; nothing is written.
        InputError: the file would not parse with these lines, or a section is not there.
    """
    operations = [dict(operation)] if operation else [{"op": "edit", "section": e.section} for e in edits]

    def make(found: Found) -> Made:
        document = found.judged.document.completed()
        bases, mine = {}, {}
        for edit in edits:
            name = section_name(document, edit.section)
            base = store.document_of(edit.base).body(name) if isinstance(edit.base, int) else edit.base
            bases[name], mine[name] = as_edited(base), as_edited(edit.lines)
        merged = _merged(document, bases, mine)
        bodies = {name: _as_body(lines, document.body(name)) for name, lines in merged.items()}
        return Made(with_body(found.judged.document, document, bodies), operations)

    return change(store, named(actor), make)


def _merged(
    document: Document, bases: Mapping[str, list[str]], mine: Mapping[str, list[str]]
) -> dict[str, list[str]]:
    """What the edits make of the document's sections: audited ones are merged by key, all together."""
    found: dict[str, list[str]] = {}
    keyed = {section.name for section in document.profile.sections if section.keyed and section.name in mine}
    if keyed:
        from scratchpad_tui.core.pad.keyed_texts import merge_edits

        by_key = merge_edits(
            document, {name: bases[name] for name in keyed}, {name: mine[name] for name in keyed}
        )
        found, keyed = (by_key, keyed) if by_key is not None else ({}, set())
    for name in (name for name in mine if name not in keyed):
        found[name] = merged_lines(name, bases[name], mine[name], as_edited(document.body(name)))
    return found


def section_name(document: Document, section: str) -> str:
    """The profile's name of a section.

    Raises:
        InputError: it has none of that name.
    """
    found = document.profile.find(section)
    if found is None:
        names = ", ".join(document.profile.names)
        raise InputError(f'unknown section "{section}"', f"use one of: {names}", code="unknown-section")
    return found.name


def merged_lines(name: str, base: Sequence[str], mine: Sequence[str], theirs: Sequence[str]) -> list[str]:
    """The lines merged; raises MergeConflict where both sides changed the same ones."""
    from scratchpad_tui.core.pad.merge import merge_lines

    merged = merge_lines(base, mine, theirs)
    if merged.conflicts:
        raise MergeConflict(name, list(base), list(mine), list(theirs))
    return merged.lines


def with_body(given: Document, completed: Document, bodies: Mapping[str, Sequence[str]]) -> Document:
    """The document with these lines in its sections; the given one itself where that changes nothing.

    Raises:
        InputError: the file would not parse, or one of the lines would begin another section.
    """
    fresh = {name: as_lines(completed, name, body) for name, body in bodies.items()}
    changed = {name: lines for name, lines in fresh.items() if lines != completed.raw(name)}
    if not changed:
        return given
    try:
        return _parsed(completed.with_bodies(changed), changed)
    except ParseError as error:
        raise InputError(
            f"the file would not parse ({error})", "mend the line", code="would-break"
        ) from error


def as_edited(body: Sequence[str]) -> list[str]:
    """A section's lines as a person edits them: the empty mark and the blank lines at the end are the file's own."""
    lines = list(body)
    while lines and is_blank(lines[-1]):
        lines.pop()
    held = [line for line in lines if not is_blank(line)]
    return [] if len(held) == 1 and is_empty_mark(held[0]) else lines


def _as_body(edited: Sequence[str], now: Sequence[str]) -> list[str]:
    """Edited lines with the blank lines that stand at the end of the section now."""
    kept = len(as_edited(now))
    behind = len(now)
    while behind > kept and is_blank(now[behind - 1]):
        behind -= 1
    return [*as_edited(edited), *now[behind:]]


def _parsed(whole: Document, bodies: Mapping[str, Sequence[Line]]) -> Document:
    """The text parsed; an open-ended profile would take a heading among the lines for a section of its own."""
    parsed = parse_text(whole.text(), whole.profile)
    for name, lines in bodies.items():
        if parsed.body(name) != [line.text for line in lines]:
            raise InputError(_heading_words(name), code="would-break")
    return parsed


def _heading_words(name: str) -> str:
    return f"a line of {name} would begin another section; begin it with another mark than ##"


def _elsewhere(problem: Problem, lines: Sequence[str]) -> Problem | None:
    """A fault of another section that these lines share: a key that stands in both."""
    if problem.code != "duplicate-key":
        return None
    from scratchpad_tui.core.pad.keys import in_edited_lines

    return in_edited_lines(problem, lines)


def _in_section(problem: Problem, heading: int, count: int) -> Problem:
    return problem._replace(line=min(max(1, problem.line - heading), count))
