"""Entries of the pad by their names, where they come from, and those that a rule offers for promotion."""

from __future__ import annotations

import re

from scratchpad_tui.core.clock import now
from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.notes import DECIDED, HYPOTHESIS, OBSERVED, minute, read_note
from scratchpad_tui.core.pad.schema import fold
from scratchpad_tui.core.secrets.quoting import brief

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scratchpad_tui.core.pad.blame import BlamedLine
    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.entries import Entry
    from scratchpad_tui.core.pad.notes import Note
    from scratchpad_tui.core.pad.schema import Section
    from scratchpad_tui.core.pad.store import PadStore

_POSITION = re.compile(r"(.{1,60}):([0-9]{1,6})")
_SOURCE = re.compile(r"\([^()]*[^()\s][^()]*\)[.;]?$")
_TAGS = {"decisions": DECIDED, "hypotheses": HYPOTHESIS, "open questions": HYPOTHESIS, "open": HYPOTHESIS}
_BY_RULE = ("findings", "ruled out")
_NEWEST = 3
"""Of each section without tags, how many entries a rule offers."""
_SHOWN = 8
"""Candidates for a name that an error lists."""


class Place(NamedTuple):
    """An entry and where it stands."""

    section: Section
    number: int
    """Which entry of its section, counted from 1."""
    entry: Entry
    note: Note

    @property
    def text(self) -> str:
        """What it says, on one line, without time, tag and mark."""
        return " ".join(self.note.text.split())

    @property
    def tag(self) -> str:
        """Its own tag, else what entries of its section are."""
        return self.note.tag or _TAGS.get(fold(self.section.name), OBSERVED)

    @property
    def words(self) -> str:
        """Its whole text on one line."""
        return " ".join(self.entry.text.split())


class Source(NamedTuple):
    """The version that brought an entry."""

    version: int
    """0 where none is known."""
    time: str
    """Of the version, as an entry has it; empty where it is not known."""
    actor: str
    turn: str | None


def places(document: Document, section: str = "") -> Iterator[Place]:
    """The entries of a section, or of all, in the order of the file."""
    for found in document.profile.sections:
        if section and found.name != section:
            continue
        tags = found.tags or (OBSERVED, HYPOTHESIS, DECIDED)
        for number, entry in enumerate(document.entries(found.name), 1):
            if not entry.is_block:
                yield Place(found, number, entry, _read(entry, found, tags))


def _read(entry: Entry, section: Section, tags: Sequence[str]) -> Note:
    note = read_note(entry, tags, now())
    if not section.tags and note.tag not in tags:
        # In other sections a bracket in front is the text's own, unless it is one of our tags behind a time.
        return note._replace(tag="", text=entry.text, keep=False)
    return note


def named_section(document: Document, name: str) -> str:
    """The profile's spelling of a section's name.

    Raises:
        InputError: there is none of that name.
    """
    from scratchpad_tui.core.pad.editing import section_name

    return section_name(document, name) if name else ""


def by_name(document: Document, name: str, sections: Sequence[str]) -> Place:
    """The entry that is meant: `SECTION:N`, or a text that stands in exactly one entry of these sections.

    Raises:
        InputError: it stands in none, or in several, which are named.
    """
    position = _POSITION.fullmatch(name.strip())
    if position:
        section = document.profile.find(position[1])
        if section is not None and section.name in sections:
            return _at(document, section, int(position[2]))
    wanted = " ".join(name.split())
    if not wanted:
        raise InputError("an entry is named by a text of it", "or by SECTION:N", code="no-entry")
    place = _held(wanted, [place for section in sections for place in places(document, section)])
    if place is None:
        where = ", ".join(sections)
        raise InputError(f'no entry of {where} holds "{brief(wanted, 80)}"', "see `show`", code="no-entry")
    return place


def holding(document: Document, text: str, section: str = "") -> Place | None:
    """The one entry that holds this text; None where none does.

    Raises:
        InputError: several do, which are named.
    """
    wanted = " ".join(text.split())
    return _held(wanted, list(places(document, section))) if wanted else None


def _held(wanted: str, there: Sequence[Place]) -> Place | None:
    """The entry that says this whole, else the only one that holds it."""
    found = [place for place in there if wanted in place.words]
    exact = [place for place in found if wanted in (place.text, place.words)]
    if len(exact) == 1:
        return exact[0]
    if len(found) < 2:
        return found[0] if found else None
    listed = "; ".join(f"{one.section.name}:{one.number} {brief(one.words, 100)}" for one in found[:_SHOWN])
    more = f"; and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    raise InputError(
        f"{len(found)} entries hold that text: {listed}{more}",
        "name one by SECTION:N",
        code="several-entries",
    )


def _at(document: Document, section: Section, number: int) -> Place:
    found = [place for place in places(document, section.name) if place.number == number]
    if not found:
        count = len(document.entries(section.name))
        raise InputError(
            f"{section.name} has no entry {number}", f"it has {count}, counted from 1", code="no-entry"
        )
    return found[0]


def exactly(document: Document, text: str, section: str = "") -> Place | None:
    """The entry that says exactly this, its own time and tag left out or not; the newest where several do."""
    wanted = " ".join(text.split())
    found = [place for place in places(document, section) if wanted in (place.text, place.words)]
    return found[-1] if found else None


def same(document: Document, section: str, text: str) -> Place | None:
    """The entry of a section that says this, whatever its tag is by now; the last where several do."""
    found = [place for place in places(document, section) if place.text == text] if section else []
    return found[-1] if found else None


def blamed(store: PadStore, section: str) -> dict[int, BlamedLine]:
    """Where the lines of a section come from, by their number in the file."""
    from scratchpad_tui.core.pad.blame import blame

    return {line.line: line for line in blame(store, section)} if section else {}


def source_of(document: Document, place: Place, lines: dict[int, BlamedLine], newest: int) -> Source:
    """The version that brought an entry, or will; where no version that is kept tells, the oldest that has it."""
    number = document.heading_line(place.section.name) + 1 + place.entry.start
    line = lines.get(number)
    if line is None:
        return Source(newest, "", "", None)
    version = line.version if line.version is not None else line.before
    time = minute(line.time) if line.time is not None else ""
    # An edit that no version has yet becomes the next one before anything is done about it.
    return Source(newest + 1 if version is None else version, time, line.actor, line.turn)


def _is_log(place: Place) -> bool:
    """Whether it is the line of an audited pad that tells what a finding was: that is not true any more."""
    if not place.section.keyed:
        return False
    from scratchpad_tui.core.pad.evidence import log_key, read_audited

    first = place.entry.text.partition("\n")[0]
    return log_key(read_audited(place.section.name, place.entry, first).key) is not None


def candidates(document: Document) -> Iterator[Place]:
    """What a rule offers at the end of a session, newest first.

    Of notes those that are decided; in other pads the decisions, and the newest findings and dead ends with a source.
    """
    for section in document.profile.sections:
        there = list(places(document, section.name))
        there.reverse()
        if section.tags:
            yield from (place for place in there if place.note.tag == DECIDED and not place.note.code)
        elif section.protected or fold(section.name) == "episodic":
            continue
        elif fold(section.name) == "decisions":
            yield from (place for place in there if not _is_log(place))
        elif fold(section.name) in _BY_RULE and document.profile.find("Decisions") is None:
            yield from [place for place in there if _SOURCE.search(place.text)][:_NEWEST]
