"""What a transcript has told so far: calls and their context, compactions, messages; compact, without their texts."""

from __future__ import annotations

import sys
from array import array

from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

RECORDED = "recorded"
ESTIMATE = "estimate"
DROP_SHARE = 0.1
"""A level that falls by more than this share between two calls is a drop, whether a marker tells of it or not."""
IDS_KEPT = 65_536
"""How many ids of calls and rows are remembered, the newest; what bounds the memory of a file of any size."""
_NONE = -1


class Call(NamedTuple):
    """One call of the model."""

    number: int
    """From 0 in its series."""
    offset: int
    """In bytes: where the row that began it stands in the file."""
    time: float | None
    """In seconds since 1970."""
    level: int
    """In tokens: the context as it is drawn, on the side that the agent itself shows."""
    completion: int | None
    """In tokens: the answer, where it was recorded."""
    kind: str
    """`recorded` or `estimate`."""
    window: int | None
    """In tokens: the window that was recorded with this call."""
    model: str


class Compaction(NamedTuple):
    """A place where the agent made room, as a marker in the file tells it."""

    calls: int
    """How many calls stand before it."""
    offset: int
    time: float | None
    trigger: str
    """`auto`, `manual`, `micro` (old tool results cleared), `clear`, `rollback`, `kept` (nothing left), or `unknown`."""
    before: int | None
    """In tokens, by the marker."""
    after: int | None
    """In tokens, by the marker: a lower bound, never a level."""

    @property
    def empties(self) -> bool:
        """Whether the level is unknown from here to the next call."""
        return self.trigger not in ("micro", "rollback", "kept")


class Drop(NamedTuple):
    """A fall of the level by more than a tenth from one call to the next."""

    number: int
    """Of the call that is lower."""
    before: int
    after: int
    compaction: Compaction | None
    """The marker that explains it, if one stands between the two calls."""


class Message(NamedTuple):
    """One message of the main thread; its text stays in the file."""

    number: int
    """From 0."""
    offset: int
    """In bytes; of the first of its rows. For a format that is one document: its place in the list of messages."""
    size: int
    """In bytes, of all its rows."""
    role: str
    """`system`, `developer`, `user`, `assistant`, `tool`, or `summary` for what stands in place of compacted ones."""
    what: str
    """What kind of thing it is, and the tools it calls: `text`, `call Bash`, `result Bash`, `image`, `thinking`."""
    tokens: int
    kind: str
    """Whether `tokens` was `recorded` or is an `estimate`."""
    calls: int
    """How many calls of the series stand before it or are made by it."""


class Level(NamedTuple):
    """How full the context is now."""

    tokens: int | None
    """None where it is not known."""
    kind: str
    """`recorded`, `estimate`, `unknown`: waiting for the call after a compaction, or `none`: no call yet."""


class Series:
    """The calls of one thread, the main one or a subagent's, as compact arrays."""

    def __init__(self, name: str = "main") -> None:
        self.name = name
        self.levels: array[int] = array("q")
        """In tokens, call by call: what a graph draws."""
        self._offsets: array[int] = array("q")
        self._times: array[float] = array("d")
        self._completions: array[int] = array("q")
        self._windows: array[int] = array("q")
        self._models: array[int] = array("l")
        self._estimates = bytearray()
        self._names: list[str] = []
        self._numbers: dict[str, int] = {}
        self._peaks: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self.levels)

    def __getitem__(self, index: int) -> Call:
        """The call of this index; negative ones count from the end."""
        if index < 0:
            index += len(self.levels)
        time, completion, window = self._times[index], self._completions[index], self._windows[index]
        return Call(
            index,
            self._offsets[index],
            None if time == _NONE else time,
            self.levels[index],
            None if completion == _NONE else completion,
            ESTIMATE if self._estimates[index] else RECORDED,
            None if window == _NONE else window,
            self._names[self._models[index]],
        )

    def __iter__(self) -> Iterator[Call]:
        return (self[index] for index in range(len(self)))

    @property
    def times(self) -> array[float]:
        """In seconds since 1970, call by call; below zero where none was recorded. Nobody writes to it."""
        return self._times

    @property
    def models(self) -> tuple[str, ...]:
        """The models' names, in the order in which they were first called."""
        return tuple(name for name in self._names if name)

    @property
    def peak(self) -> int | None:
        """The highest level in tokens."""
        return max(self.levels, default=None)

    def peaks(self) -> dict[str, int]:
        """The highest level in tokens of each model."""
        return {self._names[model]: level for model, level in self._peaks.items()}

    def add(
        self,
        level: int,
        *,
        offset: int,
        time: float | None = None,
        completion: int | None = None,
        window: int | None = None,
        model: str = "",
        estimate: bool = False,
    ) -> int:
        """Adds a call; its index."""
        self._offsets.append(offset)
        self._times.append(_NONE if time is None else time)
        self._completions.append(_NONE if completion is None else completion)
        self._windows.append(_NONE if window is None else window)
        self._models.append(self._number(model))
        self._estimates.append(estimate)
        self.levels.append(level)  # last: another thread that counts the levels finds each call whole
        self._rise(len(self.levels) - 1)
        return len(self.levels) - 1

    def amend(
        self,
        index: int,
        level: int,
        *,
        completion: int | None = None,
        window: int | None = None,
        model: str = "",
    ) -> None:
        """Gives a call what a later row of it says; place and time stay those of its first row."""
        self.levels[index] = level
        if completion is not None:
            self._completions[index] = completion
        if window is not None:
            self._windows[index] = window
        if model:
            self._models[index] = self._number(model)
        self._rise(index)

    def cut(self, count: int) -> None:
        """Keeps the first `count` calls: those that follow were undone, or stand on a branch that was left."""
        del self.levels[count:]
        for column in (
            self._offsets,
            self._times,
            self._completions,
            self._windows,
            self._models,
            self._estimates,
        ):
            del column[count:]
        self._peaks.clear()
        for index in range(len(self.levels)):
            self._rise(index)

    def _rise(self, index: int) -> None:
        model, level = self._models[index], self.levels[index]
        if level > self._peaks.get(model, -1):
            self._peaks[model] = level

    def _number(self, model: str) -> int:
        number = self._numbers.get(model)
        if number is None:
            number = self._numbers[model] = len(self._names)
            self._names.append(model)
        return number


class Record:
    """What one transcript has told: facts, the main series, the others, compactions. Readers write it, all else reads."""

    def __init__(self) -> None:
        self.main = Series()
        self.others: dict[str, Series] = {}
        """Subagents and other threads that are written into the same file."""
        self.compactions: list[Compaction] = []
        self.version = ""
        """Of the agent, as the file says."""
        self.session = ""
        self.cwd = ""
        """The agent's working directory."""
        self.prompts = 0
        """How many messages a person wrote."""
        self.last_prompt = ""
        """The beginning of the last of them."""
        self.lines = 0
        self.skipped = 0
        """Lines that could not be read."""
        self.no_usage = False
        """Whether the format records no usage, so that every level is an estimate."""

    def other(self, name: str) -> Series:
        """The series of another thread, made where there is none yet."""
        series = self.others.get(name)
        if series is None:
            series = self.others[name] = Series(name)
        return series

    def level(self) -> Level:
        """How full the context is now: that of the call begun last; unknown behind a compaction that no call follows."""
        if not len(self.main):
            return Level(None, "none")
        if self.compactions and self.compactions[-1].empties and self.compactions[-1].calls == len(self.main):
            return Level(None, "unknown")
        last = self.main[-1]
        return Level(last.level, last.kind)

    def drops(self) -> list[Drop]:
        """Every fall of the level by more than a tenth, with the marker that stands between the two calls, if any."""
        markers = {mark.calls: mark for mark in self.compactions}
        levels = self.main.levels
        return [
            Drop(at, levels[at - 1], levels[at], markers.get(at))
            for at in range(1, len(levels))
            if levels[at] < levels[at - 1] * (1 - DROP_SHARE)
        ]


class Remembered:
    """The ids seen last, with the index that stands for each: some bytes an id, as a session may have any number.

    They are parted into groups by a hash. A group is one string of bytes: for each id the rest of its hash and its
    index, the newest first.
    """

    def __init__(self, kept: int = IDS_KEPT) -> None:
        self._half = max(1, kept // 2)
        self._count = 0
        self._new = [b""] * _GROUPS
        self._old: list[bytes] | None = None

    def get(self, key: str) -> int | None:
        """The index kept under this id."""
        number = _hash(key)
        group, mark = number & _GROUPS - 1, (number >> _GROUP_BITS & _MARKS).to_bytes(_MARK, "little")
        index = _index_in(self._new[group], mark)
        return _index_in(self._old[group], mark) if index is None and self._old is not None else index

    def keep(self, key: str, index: int) -> None:
        """Keeps an index. Of too many the older half is forgotten at once: one by one costs a search each."""
        number = _hash(key)
        entry = (number >> _GROUP_BITS & _MARKS).to_bytes(_MARK, "little") + index.to_bytes(_INDEX, "little")
        self._new[number & _GROUPS - 1] = entry + self._new[number & _GROUPS - 1]
        self._count += 1
        if self._count >= self._half:
            self._old, self._new, self._count = self._new, [b""] * _GROUPS, 0


_GROUP_BITS = 11
_GROUPS = 1 << _GROUP_BITS
_MARK, _INDEX = 6, 4
"""Bytes. With the group 59 bits tell an id: two that are kept are alike in one very long file of some millions."""
_MARKS = (1 << 8 * _MARK) - 1


def _index_in(group: bytes, mark: bytes) -> int | None:
    at = group.find(mark)
    while at >= 0:
        if at % (_MARK + _INDEX) == 0:
            return int.from_bytes(group[at + _MARK : at + _MARK + _INDEX], "little")
        at = group.find(mark, at + 1)
    return None


def _two_hashes(key: str) -> int:
    """For systems whose own hash has 32 bits."""
    return hash(key) << 32 ^ hash(f"\0{key}")


_hash: Callable[[str], int] = hash if sys.hash_info.width >= 64 else _two_hashes
