"""Everything that can be said about a pad's text: its faults, and warnings that stop nothing."""

from __future__ import annotations

import re

from scratchpad_tui.core.clock import now
from scratchpad_tui.core.errors import ParseError, Problem
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.judge import FRESH, GONE, GOOD
from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.pad.notes import odd_notes
from scratchpad_tui.core.pad.parse import parse_bytes
from scratchpad_tui.core.pad.scan import scan
from scratchpad_tui.core.pad.schema import fold
from scratchpad_tui.core.text import hidden

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.schema import Profile
    from scratchpad_tui.core.pad.store import PadStore


class Checked(NamedTuple):
    """The verdict on a text."""

    errors: tuple[Problem, ...]
    warnings: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """Whether the text is a pad."""
        return not self.errors


def check_text(data: bytes, profile: Profile) -> Checked:
    """Judges bytes alone, without any history."""
    try:
        document = parse_bytes(data, profile)
    except ParseError as error:
        return Checked(error.problems, ())
    return Checked((), tuple(warnings_of(document)))


def check_pad(store: PadStore) -> Checked | None:
    """Judges the pad in the light of its history (a lost heading, an emptied file); None where nothing is there yet.

    A pad that is gone while its history has text is a warning: it has no fault, and the next write puts it back.
    """
    reading = store.read()
    if reading.state == FRESH:
        return None
    if reading.state == GONE:
        return Checked((), (Problem(1, 1, "gone", reading.notice),))
    if reading.state != GOOD:
        return Checked(reading.problems, ())
    from scratchpad_tui.core.pad.standing import problems

    found = [*warnings_of(reading.document), *problems(store, reading.document)]
    return Checked((), tuple(sorted(found, key=lambda problem: (problem.line, problem.column))))


def warnings_of(document: Document) -> list[Problem]:
    """The warnings about a text that parses, in the order of its lines."""
    found = [*_missing(document), *_over_caps(document), *_hidden(document), *_odd_headings(document)]
    found += entry_problems(document)
    return sorted(found, key=lambda problem: (problem.line, problem.column))


def entry_problems(document: Document) -> list[Problem]:
    """What is wrong with the notes and the audited entries of a text, in the order of its lines."""
    found = [Problem(line, 1, code, message) for line, code, message in odd_notes(document, now())]
    if document.profile.is_keyed:
        from scratchpad_tui.core.pad.audit import audit_problems

        found += audit_problems(document, now())
    return sorted(found)


def _missing(document: Document) -> Iterator[Problem]:
    for name in document.missing:
        before = document.profile.names[: document.profile.names.index(name)]
        above = [other for other in before if other not in document.missing]
        line = document.heading_line(above[-1]) if above else 1
        yield Problem(line, 1, "missing-section", f"the section {name} is missing; the next write adds it")


def _over_caps(document: Document) -> Iterator[Problem]:
    for section in document.profile.sections:
        size = document.size(section.name)
        if size > section.cap:
            message = f"{section.name} is {size} chars, over its {section.cap} cap by {size - section.cap}; prune it"
            yield Problem(document.heading_line(section.name), 1, "over-cap", message)


def _hidden(document: Document) -> Iterator[Problem]:
    joiner_told = False
    for number, text in enumerate(texts(document.text().removeprefix("\ufeff")), 1):
        found = hidden(text)
        joiners = [item for item in found if item.joiner]
        others = [item for item in found if not item.joiner]
        if others:
            first = others[0]
            more = f" and {len(others) - 1} more" if len(others) > 1 else ""
            message = f"the line holds {first.name}{more}, which cannot be seen; delete it if it is not meant"
            yield Problem(number, first.offset + 1, "hidden-character", message)
        if joiners and not joiner_told:
            joiner_told = True
            first = joiners[0]
            message = (
                f"the text holds joiners or direction marks ({first.name}), as its script does; they are kept"
            )
            yield Problem(number, first.offset + 1, "joiner", message)


def _odd_headings(document: Document) -> Iterator[Problem]:
    """Headings that look right and are not, and no-break spaces in those that are."""
    missing = {fold(name): name for name in document.missing}
    lines = texts(document.text().removeprefix("\ufeff"))
    for number, line in enumerate(scan(lines).lines, 1):
        if line.inside:
            continue
        if line.heading is not None:
            odd = re.search(r"[^\S \t]", line.text)
            if odd:
                what = f"U+{ord(odd.group()):04X}"
                message = f"the heading holds the blank {what}, which looks like a space; it is read as one"
                yield Problem(number, odd.start() + 1, "odd-blank", message)
            continue
        name = missing.get(fold(line.text.strip().strip("#"))) if "#" in line.text else None
        if name:
            message = f"this looks like the heading of {name} and is read as text; write it as ## {name}"
            yield Problem(number, 1, "looks-like-heading", message)
