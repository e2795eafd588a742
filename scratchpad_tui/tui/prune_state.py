"""A section that is made smaller: its entries, those that are to leave or are proposed, and its size. No UI library."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.pruning import PrunedEntry, PruneList


class PruneState:
    """The entries with a cursor and ticks."""

    def __init__(self, given: PruneList) -> None:
        self.given = given
        self.at = 0
        """The entry under the cursor."""
        self.ticked: set[int] = set()
        """The entries that leave."""
        self.marked: set[int] = set()
        """The entries that are proposed for promotion; they stay until that is decided."""

    @property
    def size(self) -> int:
        """What would count against the cap, in characters."""
        return self.given.size - sum(self.given.entries[number].size for number in self.ticked)

    @property
    def leaving(self) -> list[PrunedEntry]:
        """The entries that are ticked, in their order."""
        return [self.given.entries[number] for number in sorted(self.ticked)]

    @property
    def proposed(self) -> list[PrunedEntry]:
        """The entries that are proposed, in their order."""
        return [self.given.entries[number] for number in sorted(self.marked)]

    def move(self, step: int) -> None:
        """Moves the cursor by so many entries."""
        self.at = max(0, min(len(self.given.entries) - 1, self.at + step))

    def edge(self, step: int) -> None:
        """Moves the cursor to the first or the last entry."""
        self.at = 0 if step < 0 else max(0, len(self.given.entries) - 1)

    def tick(self) -> None:
        """Ticks the entry under the cursor, or unticks it."""
        if self.given.entries:
            self.ticked ^= {self.at}
            self.marked -= self.ticked

    def propose(self) -> None:
        """Marks the entry under the cursor as one to propose, or takes the mark away."""
        if self.given.entries:
            self.marked ^= {self.at}
            self.ticked -= self.marked

    def take(self, given: PruneList) -> int:
        """Takes the section as it stands now; ticks, marks and cursor stay with entries that are unchanged.

        Returns:
            How many ticks and marks are gone with their entries.
        """
        before = _named(self.given)
        found = {name: number for number, name in enumerate(_named(given))}
        ticked = {before[number] for number in self.ticked}
        marked = {before[number] for number in self.marked}
        here = before[self.at] if before else None
        self.given = given
        self.ticked = {found[name] for name in ticked if name in found}
        self.marked = {found[name] for name in marked if name in found}
        last = max(0, len(given.entries) - 1)
        self.at = found[here] if here in found else min(self.at, last)
        return len(ticked) + len(marked) - len(self.ticked) - len(self.marked)


def _named(given: PruneList) -> list[tuple[tuple[str, ...], int]]:
    """What tells the entries apart: their lines, and how many of the same stand above."""
    seen: dict[tuple[str, ...], int] = {}
    names = []
    for entry in given.entries:
        seen[entry.lines] = seen.get(entry.lines, -1) + 1
        names.append((entry.lines, seen[entry.lines]))
    return names
