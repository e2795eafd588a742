"""A conflict, place by place: what stood there, both sides, and what the person has decided. No UI library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.merge import merge_lines, resolved

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.errors import MergeConflict
    from scratchpad_tui.core.pad.merge import Hunk

SIDES = ("yours", "theirs")


class ConflictState:
    """The places where both sides changed the same lines; nothing is written until each is decided."""

    def __init__(self, conflict: MergeConflict) -> None:
        self.section = conflict.section
        self._merged = merge_lines(conflict.base, conflict.mine, conflict.theirs)
        self._decided: list[tuple[str, ...] | None] = [None] * len(self._merged.conflicts)
        self.at = 0
        """The place that is shown, counted from 0."""
        self.side = 0
        """The side under the cursor: an index of `SIDES`."""

    @property
    def hunks(self) -> tuple[Hunk, ...]:
        """The places in their order."""
        return self._merged.conflicts

    @property
    def hunk(self) -> Hunk:
        """The place that is shown."""
        return self.hunks[self.at]

    @property
    def left(self) -> int:
        """How many places are not decided yet."""
        return sum(chosen is None for chosen in self._decided)

    @property
    def chosen(self) -> tuple[str, ...] | None:
        """What was decided for the place that is shown."""
        return self._decided[self.at]

    def side_lines(self, side: int) -> tuple[str, ...]:
        """One side's lines of the place that is shown."""
        return self.hunk.mine if side == 0 else self.hunk.theirs

    def move_side(self, step: int) -> None:
        """Moves the cursor to the other side."""
        self.side = max(0, min(len(SIDES) - 1, self.side + step))

    def move(self, step: int) -> None:
        """Shows another place, round and round."""
        self.at = (self.at + step) % len(self.hunks)

    def keep_side(self) -> None:
        """Decides for the side under the cursor."""
        self._decided[self.at] = self.side_lines(self.side)

    def keep_both(self) -> None:
        """Decides for both, theirs first, as a merge of two appended lines has it."""
        self._decided[self.at] = (*self.hunk.theirs, *self.hunk.mine)

    def write(self, lines: Sequence[str]) -> None:
        """Decides for lines of the person's own."""
        self._decided[self.at] = tuple(lines)

    def move_on(self) -> bool:
        """Shows the next place that is not decided; False where there is none."""
        count = len(self.hunks)
        for step in range(1, count + 1):
            if self._decided[(self.at + step) % count] is None:
                self.at = (self.at + step) % count
                return True
        return False

    def result(self) -> list[str]:
        """The section's lines; every place must be decided."""
        return resolved(self._merged, [chosen or () for chosen in self._decided])
