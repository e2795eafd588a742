"""What happened to a pad as a list in columns: a row is put together when it is asked for."""

from __future__ import annotations

import threading
from array import array
from bisect import bisect_left
from datetime import UTC, datetime

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.author import author_words
from scratchpad_tui.core.pad.recent import event_info, version_info

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from scratchpad_tui.core.pad.diff import Counts
    from scratchpad_tui.core.pad.journal import Record

VERSION = "version"
"""The kind of a moment that is a version; every other kind is an event's own word."""
_UNKNOWN, _UNKNOWABLE = -1, -2
"""Lines that nobody has counted yet, and lines that cannot be counted."""
_MOST = 2**31 - 1
_LONGEST = 2_000
"""Characters of an event's message that are kept in the list."""


class Moment(NamedTuple):
    """One thing that happened: a version, or an event."""

    kind: str
    """`version`, or the event's word: `refused`, `quarantined`, `compaction` ..."""
    version: int
    """The version's number; of an event the version that it followed, 0 where there was none."""
    serial: int
    """Names the moment as long as the journal is the same file."""
    time: datetime | None = None
    actor: str = ""
    turn: str | None = None
    session: str | None = None
    added: int | None = None
    """Lines; None where the journal does not say."""
    removed: int | None = None
    sections: tuple[str, ...] = ()
    alarms: tuple[str, ...] = ()
    message: str = ""
    kept: bool = True
    """Whether the version is a file still."""
    offset: int = -1
    """Where its line begins in the journal; below zero where it has none."""
    by: str = ""
    """Who had it done: `agent`, `human` or `system`; empty where the journal does not say."""

    @property
    def is_event(self) -> bool:
        """Whether it is no version."""
        return self.kind != VERSION

    @property
    def author(self) -> str:
        """The author as a word: see `author_words`."""
        return author_words(self.actor, self.turn)


class _Values:
    """Values that many rows share, each kept once."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._values: list[object] = []

    def number(self, value: Hashable) -> int:
        number = self._numbers.setdefault(value, len(self._values))
        if number == len(self._values):
            self._values.append(value)
        return number

    def __getitem__(self, number: int) -> object:
        return self._values[number]


class Columns:
    """The rows as they came in, and their order.

    Rows are only added: what was handed out stays as it was, but for what a version changed, which is filled in later
    where the journal does not say it.
    """

    def __init__(self) -> None:
        self._one = threading.Lock()
        """Who reads the journal adds values while another thread fills in what it counted."""
        self.version = array("q")
        self._time = array("d")
        self._added = array("l")
        self._removed = array("l")
        self._offset = array("q")
        self._shared = array("L")
        """Kind, actor with who had it done, turn, session, sections, and the words of alarms or of an event."""
        self._values = _Values()
        self.order = array("L")
        self._sorted = True
        self._last_key: tuple[int, bool] | None = None
        """Of the last row in `order`: its version, and whether it is none itself."""
        self.kept = array("q")
        self.first_kept = 0
        """Where in `kept` those begin that are still there."""

    # Rows

    def add_version(self, record: Record, offset: int) -> None:
        """Takes a line that `journal.is_version` accepts."""
        info = version_info(record)
        shared = (VERSION, (info.actor, info.by), info.turn, info.session, info.sections, info.alarms)
        numbers = [record.get(name) for name in ("added", "removed")]
        known = [_UNKNOWN if number is None else min(_MOST, max(0, number)) for number in numbers]
        self._add(info.version, info.time, known, shared, offset)

    def add_event(self, record: Record, anchor: int, offset: int) -> None:
        """Takes the line of an event that followed version `anchor`."""
        info = event_info(record)
        turn, session, by = (_label(record.get(name)) for name in ("turn", "session", "by"))
        sections = tuple(dict.fromkeys(_sections_of(record)))
        shared = (info.event, (info.actor, by or ""), turn, session, sections, (info.message[:_LONGEST],))
        self._add(anchor, info.time, [_UNKNOWN, _UNKNOWN], shared, offset)

    def add_unannotated(self, numbers: Iterable[int]) -> None:
        """Takes those of the versions that have no row yet."""
        known = {self.version[row] for row in range(len(self.version)) if self._is_version(row)}
        for number in numbers:
            if number not in known:
                self.add_bare(number)

    def add_bare(self, number: int) -> None:
        """Takes a version that has no line."""
        self._add(number, None, [_UNKNOWN, _UNKNOWN], (VERSION, ("", ""), None, None, (), ()), -1)

    def _add(
        self,
        version: int,
        time: datetime | None,
        counted: Sequence[int],
        shared: Sequence[Hashable],
        offset: int,
    ) -> None:
        row = len(self.version)
        self._time.append(time.timestamp() if time else float("nan"))
        self._added.append(counted[0])
        self._removed.append(counted[1])
        self._offset.append(offset)
        with self._one:
            self._shared.extend(map(self._values.number, shared))
        self.version.append(version)
        is_version = shared[0] == VERSION
        key, last = (version, not is_version), self._last_key
        self._last_key = key
        if last is None or last < key or not is_version:
            self._sorted = self._sorted and (last is None or last <= key)
            self.order.append(row)
        elif self._sorted and last == key:
            self.order[-1] = row  # the line of a version that had none yet
        else:
            self._sorted = False
            self.order.append(row)

    def _key(self, row: int) -> tuple[int, bool, int]:
        return self.version[row], not self._is_version(row), row

    def _is_version(self, row: int) -> bool:
        return self._values[self._shared[row * _SHARED]] == VERSION

    def _arrange(self) -> None:
        """Puts the rows in order; of several lines of one version the last one counts."""
        rows = sorted(range(len(self.version)), key=self._key)
        nexts: list[int | None] = [*rows[1:], None]
        self.order = array(
            "L",
            (
                row
                for row, follower in zip(rows, nexts, strict=True)
                if follower is None
                or self._key(row)[:2] != self._key(follower)[:2]
                or not self._is_version(row)
            ),
        )
        self._sorted = True
        self._last_key = self._key(self.order[-1])[:2]

    # What a version changed

    def is_uncounted(self, row: int) -> bool:
        """Whether it is a version of which nobody has looked yet what it changed."""
        return self._added[row] == _UNKNOWN and self._is_version(row)

    def take_count(self, row: int, counted: Counts | None, sections: tuple[str, ...]) -> None:
        """Takes what a version changed; None: it cannot be known. The sections that its line names stay."""
        self._added[row], self._removed[row] = counted or (_UNKNOWABLE, _UNKNOWABLE)
        if sections and self._offset[row] < 0:
            with self._one:
                self._shared[row * _SHARED + _SECTIONS] = self._values.number(sections)

    # Versions that are files

    @property
    def newest(self) -> int:
        """The highest number of a version, 0 where there is none."""
        return max(self.kept[-1] if self.kept else 0, self.version[-1] if self.version else 0)

    @property
    def oldest_kept(self) -> int:
        """The lowest number of those that are files, 0 where there is none."""
        return self.kept[self.first_kept] if self.first_kept < len(self.kept) else 0

    def set_kept(self, numbers: Sequence[int]) -> None:
        """Takes all versions that are files, by number."""
        self.kept, self.first_kept = array("q", numbers), 0

    def keep(self, numbers: Iterable[int]) -> None:
        """Takes versions that are files now."""
        for number in numbers:
            if not self.kept or number > self.kept[-1]:
                self.kept.append(number)
            elif not self._is_kept(number):
                self.set_kept(sorted({*self.kept[self.first_kept :], number}))

    def drop_oldest(self) -> None:
        """Takes note that the oldest of them is gone."""
        self.first_kept += 1

    def _is_kept(self, number: int) -> bool:
        at = bisect_left(self.kept, number, self.first_kept)
        return at < len(self.kept) and self.kept[at] == number

    # The list

    def snapshot(self, trouble: str) -> Moments:
        """The rows as they are now."""
        if not self._sorted:
            self._arrange()
        return Moments(self, trouble)

    def row(self, row: int, kept: array[int], first_kept: int) -> Moment:
        """One row put together; `kept` says which versions are files."""
        values = [self._values[n] for n in self._shared[row * _SHARED : (row + 1) * _SHARED]]
        kind, whose, turn, session, sections, words = values
        actor, by = _texts(whose)
        seconds, version = self._time[row], self.version[row]
        added, removed = self._added[row], self._removed[row]
        is_event = kind != VERSION
        at = bisect_left(kept, version, first_kept)
        return Moment(
            kind=str(kind),
            version=version,
            serial=row,
            time=datetime.fromtimestamp(seconds, UTC) if seconds == seconds else None,  # noqa: PLR0124 - not a number
            actor=actor,
            turn=_text_or_none(turn),
            session=_text_or_none(session),
            added=added if added >= 0 else None,
            removed=removed if removed >= 0 else None,
            sections=_texts(sections),
            alarms=() if is_event else _texts(words),
            message=" ".join(_texts(words)) if is_event else "",
            kept=is_event or (at < len(kept) and kept[at] == version),
            offset=self._offset[row],
            by=by,
        )


_SHARED = 6
_SECTIONS = 4
"""Which of them the sections are."""


class Moments:
    """What happened to a pad up to one moment, oldest first; what happens later does not change it."""

    def __init__(self, columns: Columns, trouble: str = "") -> None:
        self._columns = columns
        self._order = columns.order
        self._count = len(columns.order)
        self._kept = columns.kept
        self._first_kept = columns.first_kept
        self.trouble = trouble
        """Why the journal could not be read, else empty; the versions are there all the same."""

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, at: int) -> Moment:
        if not 0 <= at < self._count:
            raise IndexError(at)
        return self._columns.row(self._order[at], self._kept, self._first_kept)

    def __iter__(self) -> Iterator[Moment]:
        return (self[at] for at in range(self._count))

    def is_uncounted(self, place: int) -> bool:
        """Whether a version that is a file stands there, and what it changed has not been looked at yet."""
        row = self._order[place]
        return self._columns.is_uncounted(row) and self.is_kept(self._columns.version[row])

    def take_count(self, place: int, counted: Counts | None, sections: tuple[str, ...]) -> None:
        """Takes what the version at a place changed; None: it cannot be known."""
        self._columns.take_count(self._order[place], counted, sections)

    def is_of(self, other: Moments) -> bool:
        """Whether both lists come from one reading, so that serial numbers of one name the same in the other."""
        return self._columns is other._columns

    def goes_on(self, other: Moments) -> bool:
        """Whether it is the other list with more at its end, so that places stay."""
        return self._order is other._order and self._count >= other._count

    def place(self, version: int) -> int | None:
        """Where a version stands in the list, or the next older one; None where there is none so old."""
        at = self._first_of(version + 1) - 1
        return self._first_of(self._version(at)) if at >= 0 else None

    def place_of(self, moment: Moment) -> int | None:
        """Where a moment of an earlier list of the same reading stands."""
        at = self._first_of(moment.version)
        while at < self._count and self._version(at) == moment.version:
            if self._order[at] == moment.serial or (not moment.is_event and not self[at].is_event):
                return at
            at += 1
        return None

    def before(self, version: int) -> int | None:
        """The version that this one was made from, 0 for the empty pad; None where it is not kept."""
        at = self._first_of(version) - 1
        number = self._version(at) if at >= 0 else 0
        if not number:
            return 0 if version == 1 else None
        return number if self.is_kept(number) else None

    def kept_before(self, version: int) -> int | None:
        """The next older version that is a file, 0 for the empty pad before version 1; else None."""
        at = bisect_left(self._kept, version, self._first_kept) - 1
        if at >= self._first_kept:
            return self._kept[at]
        return 0 if version == 1 else None

    def is_kept(self, version: int) -> bool:
        """Whether a version is a file; version 0 is the empty pad, which always is to be had."""
        at = bisect_left(self._kept, version, self._first_kept)
        return version == 0 or (at < len(self._kept) and self._kept[at] == version)

    def _version(self, at: int) -> int:
        return self._columns.version[self._order[at]]

    def _first_of(self, version: int) -> int:
        """The first place whose version is not lower."""
        return bisect_left(range(self._count), version, key=self._version)


def _sections_of(record: Record) -> Iterator[str]:
    """The sections that an event's operations name; what a refused list holds may be of any shape."""
    patches = record.get("patches")
    for patch in patches if isinstance(patches, list) else ():
        section = patch.get("section") if isinstance(patch, dict) else None
        if isinstance(section, str):
            yield section[:100]


def _label(value: object) -> str | None:
    return (
        str(value) if isinstance(value, str | int) and not isinstance(value, bool) and value != "" else None
    )


def _text_or_none(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _texts(value: object) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()
