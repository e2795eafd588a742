"""The active branch of a transcript that is a tree: the path from its last entry to the root."""

from __future__ import annotations

from array import array

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.transcripts.record import Remembered

ROOT = -1


class Switch(NamedTuple):
    """What changes when a new entry hangs on another one than the last."""

    keep: int
    """How many items of the list stay."""
    left: list[tuple[int, int]]
    """The entries that leave the branch and the item that each of them brought."""
    again: list[int]
    """The entries that come back to it, in order."""


class Branch:
    """Entries by number with their parents; each brings at most one item to a list, of calls or of messages."""

    def __init__(self) -> None:
        self._parents: array[int] = array("q")
        self._items: array[int] = array("q")
        """How many items the path down to this entry holds."""
        self._active = bytearray()
        self._numbers = Remembered()
        self.tip = ROOT

    def __len__(self) -> int:
        return len(self._parents)

    def parent_of(self, row: dict[str, object]) -> int:
        """The entry on which a row hangs: the one before it where the row does not say, or names one unknown."""
        if "parentId" not in row:
            return self.tip
        key = row["parentId"]
        if key is None and "id" in row:
            return ROOT
        number = self._numbers.get(key) if isinstance(key, str) else None
        return self.tip if number is None else number

    def number_of(self, key: object) -> int | None:
        """The entry of this id."""
        return self._numbers.get(key) if isinstance(key, str) else None

    def switch(self, parent: int) -> Switch | None:
        """Makes this entry the last one of the branch; None where it is that already."""
        if parent == self.tip:
            return None
        again: list[int] = []
        at = parent
        while at != ROOT and not self._active[at]:
            again.append(at)
            at = self._parents[at]
        fork, left = at, []
        at = self.tip
        while at != fork:
            self._active[at] = 0
            above = self._parents[at]
            if self._items[at] > self._count(above):
                left.append((at, self._items[at] - 1))
            at = above
        again.reverse()
        for entry in again:
            self._active[entry] = 1
        self.tip = parent
        return Switch(self._count(fork), left, again)

    def add(self, key: object, *, brings: bool) -> int:
        """Adds an entry behind the last one; its number."""
        self._items.append(self._count(self.tip) + brings)
        self._parents.append(self.tip)
        self._active.append(1)
        self.tip = len(self._parents) - 1
        if isinstance(key, str):
            self._numbers.keep(key, self.tip)
        return self.tip

    def active(self, entry: int) -> bool:
        """Whether an entry is on the branch."""
        return bool(self._active[entry])

    def _count(self, entry: int) -> int:
        return 0 if entry == ROOT else self._items[entry]
