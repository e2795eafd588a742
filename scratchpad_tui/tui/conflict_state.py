"""A conflict, place by place: what stood there, both sides, and what the person has decided. No UI library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.errors import MergeConflict
from scratchpad_tui.core.pad.conflict_places import places_of
from scratchpad_tui.core.pad.merge import resolved

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scratchpad_tui.core.pad.merge import Hunk
    from scratchpad_tui.core.pad.redact_told import Taken

    Lines = tuple[str, ...]
    Place = tuple[Lines, ...]

SIDES = ("yours", "theirs")


class ConflictState:
    """The places where both sides changed the same lines; nothing is written until each is decided."""

    def __init__(self, conflict: MergeConflict, before: ConflictState | None = None) -> None:
        """Takes a conflict; what was decided in an earlier one holds for places that are the same."""
        self.section = conflict.section
        self._by_key = conflict.by_key
        self._texts = _texts_of(conflict)
        self._merged = places_of(conflict)
        self._decided = self._taken_over(before.decisions() if before is not None else {})
        self.written: dict[Place, Lines] = dict(before.written) if before is not None else {}
        """What a person wrote as a result, by the lines that stood there and theirs."""
        self.at = 0
        """The place that is shown, counted from 0."""
        self.side = 0
        """The side under the cursor: an index of `SIDES`."""

    def _taken_over(self, earlier: Mapping[Place, Lines]) -> list[Lines | None]:
        """What was decided already, by the places as they are now."""
        return [earlier.get(_place_of(hunk)) for hunk in self._merged.conflicts]

    def follow_redaction(self, taken: Taken) -> None:
        """Takes what was redacted out of both sides, and of what was decided and written; a place may be none any more."""
        if not taken:
            return

        def out_of(lines: Lines) -> Lines:
            return taken.out_of_lines(lines)

        decided = {tuple(map(out_of, place)): out_of(chosen) for place, chosen in self.decisions().items()}
        self.written = {tuple(map(out_of, place)): out_of(lines) for place, lines in self.written.items()}
        base, mine, theirs = (list(out_of(lines)) for lines in self._texts)
        conflict = MergeConflict(self.section, base, mine, theirs, by_key=self._by_key)
        self._texts, self._merged = _texts_of(conflict), places_of(conflict)
        self._decided = self._taken_over(decided)
        self.at = max(0, min(self.at, len(self.hunks) - 1))

    def is_of(self, conflict: MergeConflict) -> bool:
        """Whether the other conflict has the very same texts, so that what was decided still stands."""
        return self._texts == _texts_of(conflict)

    @property
    def mine(self) -> tuple[str, ...]:
        """The section as edited."""
        return self._texts[1]

    @property
    def theirs(self) -> tuple[str, ...]:
        """The section as the others have it."""
        return self._texts[2]

    @property
    def is_begun(self) -> bool:
        """Whether anything was decided."""
        return any(chosen is not None for chosen in self._decided)

    def decisions(self) -> dict[Place, Lines]:
        """What was decided, by the lines that stood there and both sides' own."""
        return {
            _place_of(hunk): chosen
            for hunk, chosen in zip(self.hunks, self._decided, strict=True)
            if chosen is not None
        }

    def so_far(self) -> list[str]:
        """The section's lines with what was decided, both sides where nothing was."""
        both = ((*hunk.theirs, *hunk.mine) for hunk in self.hunks)
        chosen = (kept if kept is not None else rest for kept, rest in zip(self._decided, both, strict=True))
        return resolved(self._merged, list(chosen))

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

    @property
    def kept(self) -> frozenset[int]:
        """The sides whose lines were kept as they are in the place that is shown: indices of `SIDES`."""
        mine, theirs = self.hunk.mine, self.hunk.theirs
        kept = {mine: {0}, theirs: {1}, (*theirs, *mine): {0, 1}}
        return frozenset(kept.get(self.chosen, ()) if self.chosen is not None else ())

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
        self.written[self.hunk.base, self.hunk.theirs] = tuple(lines)

    def begin_writing(self) -> None:
        """Decides for what was written here before the other texts changed, else for the side under the cursor."""
        if self.chosen is None:
            written = self.written.get((self.hunk.base, self.hunk.theirs))
            self._decided[self.at] = self.side_lines(self.side) if written is None else written

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


def _texts_of(conflict: MergeConflict) -> Place:
    return tuple(conflict.base), tuple(conflict.mine), tuple(conflict.theirs)


def _place_of(hunk: Hunk) -> Place:
    return hunk.base, hunk.mine, hunk.theirs
