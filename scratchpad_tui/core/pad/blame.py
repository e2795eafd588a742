"""Which version brought each line of the pad as it stands; the kept versions are walked from the newest one back."""

from __future__ import annotations

from contextlib import suppress

from scratchpad_tui.core.errors import InputError, ParseError, StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.author import author_words
from scratchpad_tui.core.pad.diff import Change, changes
from scratchpad_tui.core.pad.entries import is_empty_mark
from scratchpad_tui.core.pad.lines import is_blank
from scratchpad_tui.core.pad.parse import parse_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.journal import Record
    from scratchpad_tui.core.pad.store import PadStore, Reading

_BLOCKS = (b"```", b"~~~", b"<!--")
"""What may hide a heading; in bytes with none of them every line that looks like one is one."""


class BlamedLine(NamedTuple):
    """A line of the pad and where it came from."""

    section: str
    line: int
    """Its number in the file as it stands, counted from 1."""
    text: str
    """Without trailing blanks."""
    version: int | None = None
    """The version that last changed it; None where no version has it yet, or none that is kept tells."""
    time: datetime | None = None
    actor: str = ""
    """`external` where no version has the line yet; empty where it is not known."""
    turn: str | None = None
    before: int | None = None
    """The line stood there before this version; None where that is known better, or no version has it."""

    @property
    def author(self) -> str:
        """The author as a word: see `author_words`."""
        return author_words(self.actor, self.turn)


class _Origin(NamedTuple):
    """The version that changed lines, or the one before which they were there; both None: no version has them."""

    version: int | None = None
    before: int | None = None


def blame(store: PadStore, section: str | None = None, reading: Reading | None = None) -> list[BlamedLine]:
    """The lines of all sections, or of one, that hold something, each with the version that last changed it.

    A tick, a move and a restore change a line; an undo that put a section back as it was does not. Of a pad that is
    not good, the lines are those of `reading`'s document. The cost grows with the age of the oldest line.

    Args:
        store: The pad.
        section: Its name in any spelling; None is all sections.
        reading: The pad as it was read already.

    Raises:
        InputError: there is no such section.
        StorageError: a file cannot be read.
    """
    reading = reading or store.read()
    document = reading.document
    names = document.profile.names if section is None else (_name(document, section),)
    sections = [_Section(name, document.content(name)) for name in names]
    walk = _Walk(store, reading)
    for number in reversed(store.history.numbers()):
        if not any(item.waits for item in sections):
            break
        waiting = [item for item in sections if item.waits and (item.until is None or number <= item.until)]
        # A later one was made since the pad was read.
        if number <= reading.version and waiting:
            walk.step(number, waiting)
    walk.end([item for item in sections if item.waits])
    return [line for item in sections for line in _lines(document, item, walk.told)]


def blame_at(store: PadStore, version: int, reading: Reading | None = None) -> list[BlamedLine]:
    """The lines of all sections as a kept version had them, each with the version that last changed it up to then.

    `reading` is the pad as it was read already.

    Raises:
        InputError: there is no such version, or its text does not parse.
        StorageError: a file cannot be read.
    """
    reading = reading or store.read()
    data = store.history.read(version)
    try:
        document = parse_bytes(data, reading.document.profile)
    except ParseError as error:
        raise InputError(
            f"version {version} does not parse, so that its lines have no sections", "choose another version"
        ) from error
    return blame(store, reading=reading._replace(document=document, data=data, version=version))


def _name(document: Document, section: str) -> str:
    from scratchpad_tui.core.pad.editing import section_name

    return section_name(document, section)


def _lines(document: Document, item: _Section, told: _Told) -> list[BlamedLine]:
    from scratchpad_tui.core.pad.recent import version_info

    body = document.body(item.name)
    first = document.heading_line(item.name) + 1
    places = [at for at, text in enumerate(body) if not is_blank(text) and not is_empty_mark(text)]
    found = []
    for at, origin in zip(places, item.origins, strict=True):
        line = BlamedLine(item.name, first + at, body[at].rstrip(" \t"), origin.version, before=origin.before)
        record = told.of(origin.version) if origin.version is not None else {}
        if record:
            info = version_info(record)
            line = line._replace(time=info.time, actor=info.actor, turn=info.turn)
        elif origin == _Origin():
            line = line._replace(actor="external")
        found.append(line)
    return found


class _Section:
    """One section on the way back: its lines in the version reached, and which of today's lines they are."""

    def __init__(self, name: str, lines: list[str]) -> None:
        self.name = name
        self.origins = [_Origin()] * len(lines)
        """Of today's lines."""
        self.until: int | None = None
        """The version that it is as it was in, where an undo put it back; those after that one are passed over."""
        self._lines = lines
        self._today = list(range(len(lines)))
        """For each line its place today, -1 for one that is not there today."""

    @property
    def waits(self) -> bool:
        """Whether a line's origin is still open."""
        return any(place >= 0 for place in self._today)

    def is_as(self, lines: Sequence[str]) -> bool:
        """Whether these are its lines in the version reached."""
        return list(lines) == self._lines

    def step(self, before: list[str], origin: _Origin) -> None:
        """Goes back to the state before; the lines that it lacks are of that origin."""
        if before == self._lines:
            return
        today: list[int] = []
        at = 0
        end = Change(len(before), len(before), len(self._lines), len(self._lines))
        for change in (*changes(before, self._lines), end):
            today += self._today[at : change.new_start]
            today += [-1] * (change.stop - change.start)
            for place in self._today[change.new_start : change.new_stop]:
                if place >= 0:
                    self.origins[place] = origin
            at = change.new_stop
        self._lines, self._today = before, today


class _Walk:
    """The way back through the versions; one that has the same bytes of all that still waits is not parsed."""

    def __init__(self, store: PadStore, reading: Reading) -> None:
        self.told = _Told(store.paths.journal)
        self._history = store.history
        self._document = reading.document
        """The state reached, as far as it was parsed."""
        self._version: int | None = None
        """Its version; None is the file as it stands."""
        self._passed = 0
        """How many versions before it were passed over."""
        self._same: list[int] = []
        """Versions before it, not parsed, with the same bytes in the sections that wait."""

    def step(self, number: int, waiting: Sequence[_Section]) -> None:
        """Goes back to an older version; one that is gone or does not parse is passed over."""
        try:
            data = self._history.read(number)
        except InputError:
            return  # pruned meanwhile: a gap
        if _holds(data, self._document, [item.name for item in waiting]):
            self._same.append(number)
            return
        document = self._parsed(data)
        self._settle()
        if document is None:
            self._passed += 1
            return
        for item in waiting:
            before, origin = document.content(item.name), self._origin(item.name, number)
            if not item.is_as(before):
                item.until = self._undone_to(item, origin)
            if item.until is None or item.until >= number:
                item.step(before, origin)
        self._document, self._version, self._passed = document, number, 0

    def end(self, waiting: Sequence[_Section]) -> None:
        """Ends at the oldest version that is kept: before version 1 was the empty pad."""
        self._settle()
        for item in waiting:
            item.step([], self._origin(item.name, 0))

    def _undone_to(self, item: _Section, origin: _Origin) -> int | None:
        """The version that an undo put the section back to, whole; None where it was none, or did not."""
        operations = self.told.of(origin.version).get("operations") if origin.version is not None else None
        if not isinstance(operations, list) or len(operations) != 1 or not isinstance(operations[0], dict):
            return None
        undone = operations[0].get("version")
        if operations[0].get("op") != "undo" or not isinstance(undone, int):
            return None
        before = max((number for number in self._history.numbers() if number < undone), default=0)
        if before == 0:
            return 0 if undone == 1 and item.is_as([]) else None
        try:
            document = self._parsed(self._history.read(before))
        except InputError:
            return None
        return before if document is not None and item.is_as(document.content(item.name)) else None

    def _settle(self) -> None:
        """Takes the oldest of the versions with the same bytes that parses for the state reached."""
        for number in reversed(self._same):
            try:
                parsed = self._parsed(self._history.read(number))
            except InputError:
                continue
            if parsed is not None:
                self._version = number
                self._passed = sum(other < number for other in self._same)
                break
        else:
            self._passed += len(self._same)
        self._same = []

    def _parsed(self, data: bytes) -> Document | None:
        try:
            return parse_bytes(data, self._document.profile)
        except ParseError:
            return None

    def _origin(self, name: str, before: int) -> _Origin:
        """Where the lines of a section come from that the state reached has and version `before` has not."""
        version = self._version
        if version is None or version - before - 1 <= self._passed:
            return _Origin(version)
        # What was between is not kept. The version's own line in the journal may tell that it was not the one.
        record = self.told.of(version)
        sections = record.get("sections")
        untouched = isinstance(sections, list) and name not in sections and record.get("actor") != "recover"
        return _Origin(before=version if untouched else version + 1)


class _Told:
    """What the journal says of versions; read from its end as far as the oldest one that is asked for."""

    def __init__(self, path: str) -> None:
        self._rest = journal.newest_versions(path)
        self._records: dict[int, Record] = {}

    def of(self, version: int) -> Record:
        """The line of a version; empty where it has none."""
        if version not in self._records:
            with suppress(StorageError):
                for record in self._rest:
                    self._records.setdefault(record["version"], record)
                    if record["version"] == version:
                        break
        return self._records.get(version, {})


def _holds(data: bytes, document: Document, names: Sequence[str]) -> bool:
    """Whether the bytes surely hold these sections of the document unchanged, from heading to heading or to the end."""
    if any(mark in data for mark in _BLOCKS):
        return False
    for name in names:
        chunk, is_last = _chunk(document, name)
        stands = data.endswith(b"\n" + chunk) if is_last else b"\n" + chunk in data
        if not chunk or not (stands or (data == chunk if is_last else data.startswith(chunk))):
            return False
    return True


def _chunk(document: Document, name: str) -> tuple[bytes, bool]:
    """A section's bytes with the heading behind it, and whether there is none; empty where the section is missing."""
    for at, segment in enumerate(document.segments):
        if segment.name == name and segment.heading is not None:
            behind = [item.heading for item in document.segments[at + 1 : at + 2] if item.heading]
            lines = [segment.heading, *segment.body, *behind]
            return "".join(line.text + line.end for line in lines).encode("utf-8"), not behind
    return b"", False
