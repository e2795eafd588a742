"""What an audited pad's entries must have: a key, evidence where their section asks for it, and no raw text.

A patch that breaks it is refused; what a person wrote by hand is reported, never refused.
"""

from __future__ import annotations

from datetime import date, timedelta

from scratchpad_tui.core.errors import Problem
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.compose import entry_lines, incoming, trimmed
from scratchpad_tui.core.pad.entries import find_entries
from scratchpad_tui.core.pad.evidence import audited_entries, log_key, read_audited
from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.pad.raw_text import CODE_BLOCK, raw_fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.evidence import Audited
    from scratchpad_tui.core.pad.schema import Profile, Section

FORM = "- text [src:SOURCE @ 2026-07-20] {#key}"
"""An entry, as a refusal shows it."""


class Broken(NamedTuple):
    """Why a patch's content cannot stand in an audited section."""

    code: str
    message: str


def is_ahead(day: str, today: date) -> bool:
    """Whether the day is ahead of the clock's by more than one, which is what time zones make."""
    return date.fromisoformat(day) > today + timedelta(days=1)


def audit_problems(document: Document, moment: datetime) -> Iterator[Problem]:
    """What is wrong with the entries of the audited sections, each by its line."""
    today = moment.date()
    sections = document.profile.sections
    guesses = next((one.name for one in sections if one.keyed and not one.proven), "")
    for section in sections:
        if not section.keyed:
            continue
        first = document.heading_line(section.name) + 1
        body = document.body(section.name)
        for entry in audited_entries(document, section.name):
            at = first + entry.entry.start
            for code, message in _faults(entry, section, guesses, today):
                yield Problem(at, 1, code, message)
            raw = raw_fault("\n".join([_first_text(entry), *body[entry.entry.start + 1 : entry.entry.stop]]))
            if raw:
                code = CODE_BLOCK if raw.rule == CODE_BLOCK else "raw-text"
                yield Problem(at + raw.line - 1, 1, code, f"the entry {raw.message}; {raw.remedy}")


def _first_text(entry: Audited) -> str:
    return entry.text.split("\n", 1)[0]


def _faults(entry: Audited, section: Section, guesses: str, today: date) -> Iterator[tuple[str, str]]:
    if entry.code:
        yield entry.code, entry.fault
    if section.proven and entry.evidence is None and entry.code != "bad-date":
        yield (
            "no-evidence",
            f"an entry of {section.name} without evidence; add [src:SOURCE @ 2026-07-20]"
            + (f", or move it to {guesses}" if guesses else ""),
        )
    if entry.evidence is not None and is_ahead(entry.evidence.date, today):
        yield "future-date", f"the date {entry.evidence.date} is ahead of the clock"


def content_fault(content: str, op: str, section: Section, profile: Profile) -> Broken | None:
    """Why a patch that appends or replaces is refused in an audited section; None where it may be applied."""
    for body in _bodies(content, op, section):
        for entry in find_entries(body):
            first = body[entry.start]
            audited = read_audited(section.name, entry, first)
            raw = raw_fault("\n".join([_first_text(audited), *body[entry.start + 1 : entry.stop]]))
            if raw:
                return Broken(raw.rule, f"content {raw.message}; {raw.remedy}")
            if "\n" in audited.text:
                return Broken(
                    "several-lines",
                    f"an entry of {section.name} is one line; write it as {FORM}, or use `record`",
                )
            fault = _entry_fault(audited, op, section, profile)
            if fault:
                return fault
    return None


def _bodies(content: str, op: str, section: Section) -> list[Sequence[str]]:
    """The lines that the content would make, entry by entry where it appends."""
    if op == "replace":
        return [trimmed(texts(content))]
    return [entry_lines(entry, section, 0) for entry in incoming(content) if not entry.is_empty]


def _entry_fault(entry: Audited, op: str, section: Section, profile: Profile) -> Broken | None:
    where = f"an entry of {section.name}"
    if entry.code == "no-key":
        return Broken("no-key", f"{where} needs a key: write it as {FORM}, or use `record`")
    if entry.code:
        return Broken(entry.code, entry.fault)
    if section.proven and entry.evidence is None:
        free = " or ".join(other.name for other in profile.sections if other.keyed and not other.proven)
        elsewhere = f", put it into {free}" if free else ""
        return Broken(
            "no-evidence", f"{where} needs its evidence: write it as {FORM}{elsewhere}, or use `record`"
        )
    if op == "append" and log_key(entry.key):
        return Broken(
            "log-key", f'"{entry.key}" is a key of the lines that `record` writes; give another one'
        )
    return None
