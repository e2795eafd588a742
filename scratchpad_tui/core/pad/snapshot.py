"""A pad's snapshot for the screens, put together from its file, its newest versions and its journal."""

from __future__ import annotations

import os
from contextlib import suppress

from scratchpad_tui.core.errors import ParseError, ScratchpadError, StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad import unread
from scratchpad_tui.core.pad.diff import changes
from scratchpad_tui.core.pad.document import Document
from scratchpad_tui.core.pad.entries import is_empty_mark
from scratchpad_tui.core.pad.journal import tells
from scratchpad_tui.core.pad.lines import is_blank
from scratchpad_tui.core.pad.needs import Signs, needs
from scratchpad_tui.core.pad.parse import parse_bytes
from scratchpad_tui.core.pad.recent import recent
from scratchpad_tui.core.pad.schema import note_section
from scratchpad_tui.core.pad.stand_in import MENDED
from scratchpad_tui.core.pad.trace import Trace
from scratchpad_tui.core.pad.view import DiffRow, LineView, PadView, Remedy, SectionView, VersionInfo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from scratchpad_tui.core.errors import Problem
    from scratchpad_tui.core.pad.drafts import Draft
    from scratchpad_tui.core.pad.recent import Recent
    from scratchpad_tui.core.pad.schema import Section
    from scratchpad_tui.core.pad.state import State
    from scratchpad_tui.core.pad.store import PadStore, Reading
    from scratchpad_tui.core.pad.view import EventInfo

STEPS = 50
"""Versions that are told apart; what older unseen ones changed is marked without author."""
TURNS = 30
"""Versions and events listed as the last ones."""
_READS = 3
"""Tries to read while somebody writes."""
_STATES = {
    "good": "live",
    "fresh": "no file",
    "gone": "no file",
    "broken": "BROKEN",
    "conflict": "CONFLICT",
    "wrong-profile": "BROKEN",
}
_EXTERNAL = VersionInfo(0, actor="external")
"""Stands for an edit from outside that is no version yet."""


def take_snapshot(
    store: PadStore,
    person_seen: int | None,
    *,
    now: datetime,
    seen_at: datetime | None = None,
    turns: int | None = None,
) -> PadView:
    """See `view.build_view`."""
    reading, numbers = _read(store)
    newest = numbers[-1] if numbers else 0
    # A number above the newest is of another history, that stood here before: of this one nothing was seen.
    seen = newest if person_seen is None else person_seen if person_seen <= newest else 0
    state = store.state()
    carried = state.newest_seen
    looked = unread.looked_at(carried, newest)
    told = recent(store.paths.journal, min(seen, looked.start - 1, newest - TURNS, newest - STEPS) + 1, seen)
    past = _Past(store, reading.document, numbers)
    last, last_from = _last(past, told)
    last_turns = tuple(told.of(number) for number in reversed(numbers[-TURNS:]))
    others = unread.by_others(told, looked)
    then = past.document(carried) if others and carried is not None else None
    view = PadView(
        path=store.paths.named,
        state=_STATES[reading.state],
        sentence=_sentence(reading),
        remedies=_remedies(reading),
        profile=reading.document.profile.name,
        version=told.of(newest) if newest else None,
        agent_seen=carried,
        unread=others,
        unseen_sections=unread.changed_sections(then, reading.document, others),
        sections=_sections(reading.document, past, told, seen, is_first=person_seen is None),
        last=last,
        last_from=last_from,
        last_to=newest,
        last_turns=last_turns,
        events=told.events[:TURNS],
        outside=_outside(reading.document),
        stands=reading.source.words.stands if reading.state in ("broken", "conflict") else "",
    )
    signs = Signs(
        told,
        seen,
        _unseen_events(told, seen_at),
        _recoveries(store, state),
        now,
        turns,
        _drafts(store),
        _secrets(store, reading),
        _faults(store, reading),
    )
    return view._replace(needs=needs(view, signs))


def _recoveries(store: PadStore, state: State) -> int:
    """How many recoveries nobody has looked at yet."""
    with suppress(StorageError):
        # Most journals tell of none: their lines are not even parted.
        return len(state.unlooked()) if tells(store.paths.journal, b'"quarantined"') else 0
    return 0


def _secrets(store: PadStore, reading: Reading) -> list[str]:
    """The secrets that stand in the pad; `health` tells them of a very long one, and a scan that fails."""
    from scratchpad_tui.core.pad.standing import places, standing

    with suppress(ScratchpadError):
        return places(reading.document, standing(store, reading.document.text()))
    return []


def _faults(store: PadStore, reading: Reading) -> Sequence[Problem]:
    """What is wrong with notes and audited entries of a pad that parses, told without the secrets in them."""
    if reading.state != "good" or not _is_checked(reading.document):
        return ()
    from scratchpad_tui.core.pad.check import entry_problems
    from scratchpad_tui.core.pad.standing import without_secrets

    found = entry_problems(reading.document)
    with suppress(ScratchpadError):
        # The first one alone is told by its words.
        return [one._replace(message=without_secrets(store, one.message)) for one in found[:1]] + found[1:]
    return ()


def _is_checked(document: Document) -> bool:
    return document.profile.is_keyed or bool(note_section(document.profile))


def _drafts(store: PadStore) -> list[Draft]:
    """The drafts that nobody else works on: those of this process, and those that were left behind."""
    from scratchpad_tui.core.pad.drafts import Drafts

    drafts = Drafts(store.paths)
    if not (os.path.isdir(drafts.folder) or os.path.isdir(drafts.elsewhere)):
        return []
    return drafts.waiting()


def _read(store: PadStore) -> tuple[Reading, list[int]]:
    """The pad and the versions that were there at that moment, also while somebody writes."""
    numbers = store.history.numbers()
    reading = store.read()
    for _ in range(_READS):
        after = store.history.numbers()
        if after == numbers:
            break
        numbers, reading = after, store.read()
    return reading, numbers


class _Past:
    """The versions of a pad as documents; each is read once."""

    def __init__(self, store: PadStore, current: Document, numbers: Sequence[int]) -> None:
        self.numbers = numbers
        self._history = store.history
        self._profile = current.profile
        self._read: dict[int, Document | None] = {0: Document.empty(current.profile)}

    def document(self, version: int) -> Document | None:
        """The version's document; None where it is not there or does not parse."""
        if version not in self._read:
            try:
                data = self._history.read(version)
                self._read[version] = parse_bytes(data, self._profile)
            except (ParseError, ScratchpadError):
                self._read[version] = None
        return self._read[version]

    def base(self, seen: int) -> tuple[int, Document | None]:
        """What the person saw; the oldest kept version after it where it is not there any more."""
        for number in (seen, *(number for number in self.numbers if number > seen)):
            document = self.document(number)
            if document is not None:
                return number, document
        return seen, None

    def steps(self, base: int, told: Recent) -> list[tuple[VersionInfo, Document]]:
        """The versions after the base, oldest first; those before the newest `STEPS` are one step of nobody.

        So is one before which others are not kept: what they changed is not its doing.
        """
        later = [number for number in self.numbers if number > base]
        found = [(VersionInfo(0), self.document(number)) for number in later[:-STEPS][-1:]]
        before = later[:-STEPS][-1] if later[:-STEPS] else base
        for number in later[-STEPS:]:
            info = told.of(number) if _follows(before, number, told) else VersionInfo(0)
            found.append((info, self.document(number)))
            before = number
        return [(info, document) for info, document in found if document is not None]


class _Content(NamedTuple):
    """A section's lines that hold something."""

    texts: list[str]
    """Without trailing blanks."""
    places: list[int]
    """Their positions in the body."""


def _content(body: Sequence[str]) -> _Content:
    places = [at for at, text in enumerate(body) if not is_blank(text) and not is_empty_mark(text)]
    return _Content([body[at].rstrip() for at in places], places)


def _sections(
    document: Document, past: _Past, told: Recent, seen: int, *, is_first: bool
) -> tuple[SectionView, ...]:
    """The sections with marks since `seen`; at a first look (`is_first`) at a pad without versions there are none."""
    number, base = past.base(seen)
    if is_first and not past.numbers:
        base = document
    steps = [*past.steps(number, told), (_EXTERNAL, document)]
    views = tuple(
        _section(section, document, _trace(section.name, base or document, steps))
        for section in document.profile.sections
    )
    if not document.profile.is_keyed:
        return views
    from scratchpad_tui.core.pad.proofs import with_proofs  # read in audited pads alone

    return with_proofs(views, document)


def _trace(name: str, base: Document, steps: Sequence[tuple[VersionInfo, Document]]) -> Trace:
    trace = Trace(base.content(name))
    for info, document in steps:
        trace.step(document.content(name), info)
    return trace


def _section(section: Section, document: Document, trace: Trace) -> SectionView:
    body = document.body(section.name)
    shapes = _shapes(document, section.name)
    places = iter(_content(body).places)
    lines = []
    for line in trace.lines():
        index = next(places, -1) if line.mark != "-" else -1
        raw, shape = (
            (body[index], shapes.get(index, _Shape())) if index >= 0 else (line.text, _shape_of(line.text))
        )
        by = line.by
        lines.append(
            LineView(
                text=raw,
                mark=line.mark,
                author=by.author if by else "",
                version=(by.version or None) if by else None,
                turn=by.turn if by else None,
                index=index,
                box=shape.box,
                prefix=shape.prefix,
                continued=shape.continued,
            )
        )
    boxes = [shape.box for shape in shapes.values() if shape.box is not None] if section.numbered else []
    return SectionView(
        name=section.name,
        cap=section.cap,
        size=document.size(section.name),
        numbered=section.numbered,
        purpose=section.purpose,
        lines=tuple(lines),
        fresh=sum(line.mark in ("+", "~") for line in lines),
        done=sum(box in ("x", "X") for box in boxes),
        total=len(boxes),
        sealed=section.sealed,
        keyed=section.keyed,
        proven=section.proven,
    )


class _Shape(NamedTuple):
    box: str | None = None
    prefix: int = 0
    continued: bool = False


def _shapes(document: Document, name: str) -> dict[int, _Shape]:
    """What stands before the text of each line of an entry, by its position in the body."""
    body = document.body(name)
    shapes: dict[int, _Shape] = {}
    for entry in document.entries(name):
        if entry.is_block:
            continue
        shapes[entry.start] = _Shape(entry.marker.box, _prefix(body[entry.start], entry.marker.bullet))
        shapes.update({at: _Shape(continued=True) for at in range(entry.start + 1, entry.stop)})
    return shapes


def _shape_of(text: str) -> _Shape:
    """The shape of a line that stands in no body any more."""
    from scratchpad_tui.core.pad.entries import read_marker

    marker = read_marker(text)
    return _Shape(marker.box, _prefix(text, marker.bullet), continued=marker.indent > 0)


def _prefix(text: str, bullet: str | None) -> int:
    """How many characters are a bullet with its blanks; 0 for an indented line, whose indent says something."""
    if bullet is None or not text.startswith(bullet):
        return 0
    return len(text) - len(text[1:].lstrip(" \t"))


def _follows(before: int, number: int, told: Recent) -> bool:
    """Whether no version was made between the two."""
    return not any(before < other < number for other in told.versions)


def _last(past: _Past, told: Recent) -> tuple[tuple[DiffRow, ...], int]:
    """The newest version against the one before it, and that one's number; nothing where one of them is unreadable.

    The number is 0 where the one before is not kept.
    """
    if not past.numbers:
        return (), 0
    newest = past.numbers[-1]
    before = past.numbers[-2] if len(past.numbers) > 1 else 0
    if not _follows(before, newest, told):
        return (), 0
    new = past.document(newest)
    old = past.document(before) if before or newest == 1 else None
    return tuple(_diff(old, new)) if old and new else (), before


def _diff(old: Document, new: Document) -> Iterator[DiffRow]:
    for name in new.profile.names:
        before, after = old.content(name), new.content(name)
        for change in changes(before, after):
            for sign, lines in (
                ("-", before[change.start : change.stop]),
                ("+", after[change.new_start : change.new_stop]),
            ):
                yield from (DiffRow(sign, name, text, _shape_of(text).prefix) for text in lines)


def _unseen_events(told: Recent, seen_at: datetime | None) -> tuple[EventInfo, ...]:
    if seen_at is None:
        return told.events[: told.unseen_events]
    return tuple(event for event in told.events if event.time is not None and event.time > seen_at)


def _sentence(reading: Reading) -> str:
    """What is wrong, short enough for a line of a narrow terminal."""
    if not reading.problems:
        return reading.notice
    first = reading.problems[0]
    if first.code == "wrong-profile":
        return first.message[:1].upper() + first.message[1:]
    return f"Line {first.line}: {first.message}"


def _remedies(reading: Reading) -> tuple[Remedy, ...]:
    """The keys that mend the pad, in words short enough to stand behind the sentence."""
    if reading.state == "conflict":
        return (Remedy("edit.external", "opens it: keep one side"),)
    if reading.state != "broken":
        return ()
    if reading.document.profile.strict_recovery:
        return (Remedy("edit.external", "opens it"),)
    if reading.source.kind == MENDED:
        return (Remedy("version.restore", "recovers the heading"),)
    number = reading.source.version
    recovers = f"recovers v{number}" if number else "recovers what it can"
    return Remedy("edit.external", "mends it"), Remedy("version.restore", recovers)


def _outside(document: Document) -> int:
    """Lines above the first heading and in sections of other names."""
    return sum(
        sum(not line.blank for line in segment.body) + (segment.heading is not None)
        for segment in document.segments
        if segment.name is None
    )
