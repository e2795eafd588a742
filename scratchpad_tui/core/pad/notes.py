"""Notes: entries of a section whose lines have a time and a tag, `- 2026-07-20T10:12Z [observed] text #keep`.

A time counts where it is a moment of the calendar in UTC, with minutes or finer, and ends in Z. Any other spelling
(a blank for the T, small letters, an offset, no zone) is told and never guessed at: an entry is archived by its age.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.schema import note_section

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scratchpad_tui.core.pad.compose import Incoming
    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.entries import Entry
    from scratchpad_tui.core.pad.schema import Section

HYPOTHESIS, OBSERVED, DECIDED = "hypothesis", "observed", "decided"
LONGEST = 200
"""Characters of a note's text, without time, tag and the mark that keeps it."""
KEEP = "#keep"
AHEAD = timedelta(minutes=5)
"""How far a note's time may lie ahead: clocks differ a little."""

_TIME = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.[0-9]{1,9})?)?(Z|[+-][0-9]{2}:?[0-9]{2})?"
    r"(?=[ \t]|$)"
)
_LIKE_TIME = re.compile(r"[0-9]{4}-[0-9]{1,2}(?:-[0-9]{1,2})?\S*(?: [0-9]{1,2}:[0-9]{2}\S*)?")
_TAG = re.compile(r"\[([^\[\]\n]{0,60})\](?:[ \t]+|$)")
_KEPT = re.compile(r"(?:^|[ \t])#keep[ \t]*$")
_TAG_NAME = re.compile(r"[a-z][a-z0-9-]{0,19}")


class Note(NamedTuple):
    """One entry, read as a note."""

    entry: Entry
    moment: datetime | None
    """Its time in UTC; None where none can be read."""
    time: str
    """Its time as written; empty where nothing stands there."""
    tag: str
    """Empty where it has none."""
    text: str
    """Without time, tag and the mark that keeps it."""
    keep: bool
    code: str
    """Why its time or tag does not count: `no-time`, `bad-time`, `future`, `no-tag`, `bad-tag`; else empty."""
    fault: str
    """The same as a sentence."""

    @property
    def line(self) -> str:
        """The whole entry without its bullet; further lines behind newlines."""
        return self.entry.text


class Faulty(Exception):
    """What an agent wants to append is no note; code and sentence say why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def tag_names(text: str) -> tuple[list[str], list[str]]:
    """The tags in a text that names some, and the words of it that are none."""
    words = text.replace(",", " ").split()
    good = [word for word in words if _TAG_NAME.fullmatch(word)]
    return good, [word for word in words if word not in good]


def notes_of(document: Document, section: Section, now: datetime) -> list[Note]:
    """The section's entries as notes, in the order of the file."""
    return [read_note(entry, section.tags, now) for entry in document.entries(section.name)]


def read_note(entry: Entry, tags: Sequence[str], now: datetime) -> Note:
    """What an entry says; what cannot be read is told and stays in its text."""
    whole = entry.text
    moment, written, rest, code, fault = _read_time(whole, now)
    found = _TAG.match(rest)
    tag, text = (found[1], rest[found.end() :]) if found else ("", rest)
    if not code:
        code, fault = _tag_fault(found is not None, tag, tags)
    kept = _KEPT.search(text)
    if kept:
        text = text[: kept.start()]
    return Note(entry, moment, written, tag, text.strip(), kept is not None, code, fault)


def _read_time(whole: str, now: datetime) -> tuple[datetime | None, str, str, str, str]:
    """The moment, the time as written, the text behind it, and what is wrong with it."""
    found = _TIME.match(whole)
    if not found:
        like = _LIKE_TIME.match(whole)
        if not like:
            return None, "", whole, "no-time", "the entry has no time; put it in front, as 2026-07-20T10:12Z"
        message = f'the time "{like[0]}" cannot be read; write it as 2026-07-20T10:12Z'
        return None, like[0], whole[like.end() :].lstrip(), "bad-time", message
    rest = whole[found.end() :].lstrip(" \t")
    zone = found[7]
    if zone != "Z":
        what = "has no zone" if zone is None else f"is in the zone {zone}"
        return None, found[0], rest, "bad-time", f'the time "{found[0]}" {what}; write it in UTC, ending in Z'
    try:
        moment = datetime(
            int(found[1]),
            int(found[2]),
            int(found[3]),
            int(found[4]),
            int(found[5]),
            int(found[6] or 0),
            tzinfo=UTC,
        )
    except ValueError:
        return None, found[0], rest, "bad-time", f'there is no moment "{found[0]}"; mend the time'
    if moment - now > AHEAD:
        return moment, found[0], rest, "future", f"the time {found[0]} lies ahead of the clock; mend it"
    return moment, found[0], rest, "", ""


def _tag_fault(there: bool, tag: str, tags: Sequence[str]) -> tuple[str, str]:  # noqa: FBT001 - of this module alone
    listed = ", ".join(f"[{name}]" for name in tags)
    if not there:
        return "no-tag", f"the entry has no tag; put one of {listed} behind its time"
    if tag not in tags:
        return "bad-tag", f"[{tag}] is no tag; use one of {listed}"
    return "", ""


def minute(moment: datetime) -> str:
    """The moment as an entry has it: `2026-07-20T10:12Z`."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%MZ")


def stamped(entry: Incoming, tags: Sequence[str], now: datetime) -> Incoming:
    """An entry that is to be appended, with the clock's time where it brings none of its own.

    Raises:
        Faulty: it has no tag, a time that is none, no text or too much of it.
    """
    from scratchpad_tui.core.pad.entries import Entry, read_marker

    marker = read_marker(entry.first)
    text = "\n".join([marker.text.strip(), *(line.strip() for line in entry.rest)]).strip()
    note = read_note(Entry(0, 1, marker, text, is_block=False), tags, now)
    code, fault = note.code, note.fault
    if code in ("no-time", "future"):
        # A time that lies ahead is the clock's of another machine: it is told by `validate`, and does no harm.
        code, fault = _tag_fault(bool(note.tag) or bool(_TAG.match(text)), note.tag, tags)
    if code:
        raise Faulty(code, fault)
    if not note.text:
        raise Faulty("empty-content", "the entry has no text behind its tag")
    if len(note.text) > LONGEST:
        raise Faulty(
            "too-long", f"the entry has {len(note.text)} characters; at most {LONGEST}, say it shorter"
        )
    first, *_ = marker.text.strip().split("\n")
    time = "" if note.time else minute(now) + " "
    return entry._replace(first=f"- {time}{first}")


def odd_notes(document: Document, now: datetime) -> Iterator[tuple[int, str, str]]:
    """What is to be told of a document's notes: line in the file counted from 1, code, sentence."""
    section = note_section(document.profile)
    if section is None or section.name in document.missing:
        return
    first = document.heading_line(section.name) + 1
    for note in notes_of(document, section, now):
        line = first + note.entry.start
        if note.code:
            yield line, note.code, note.fault
        if len(note.text) > LONGEST:
            yield (
                line,
                "too-long",
                f"the entry has {len(note.text)} characters; at most {LONGEST} are read well",
            )
