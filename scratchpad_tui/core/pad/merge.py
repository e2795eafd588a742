"""Three-way merge by lines: what both sides changed in different places is kept from both."""

from __future__ import annotations

from collections import Counter

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.diff import changes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.diff import Change


class Hunk(NamedTuple):
    """Lines that both sides changed in different ways."""

    at: int
    """Where in `Merged.lines` the lines of `mine` stand."""
    base: tuple[str, ...]
    mine: tuple[str, ...]
    theirs: tuple[str, ...]


class Merged(NamedTuple):
    """The result; where a hunk is in conflict, `lines` has my side."""

    lines: list[str]
    conflicts: tuple[Hunk, ...]


class _Side(NamedTuple):
    lines: Sequence[str]
    changes: list[Change]


def merge_lines(base: Sequence[str], mine: Sequence[str], theirs: Sequence[str]) -> Merged:
    """Merges two lists of lines that both come from `base`.

    Insertions at one place are kept from both, theirs first, since no line was changed twice.
    """
    if list(mine) == list(theirs) or list(base) == list(theirs):
        return Merged(list(mine), ())
    if list(base) == list(mine):
        return Merged(list(theirs), ())
    sides = (_Side(mine, changes(base, mine)), _Side(theirs, changes(base, theirs)))
    lines: list[str] = []
    conflicts: list[Hunk] = []
    at = 0
    for my_changes, their_changes in _regions(sides[0].changes, sides[1].changes):
        every = [*my_changes, *their_changes]
        start, stop = min(c.start for c in every), max(c.stop for c in every)
        lines += base[at:start]
        at = stop
        my_side = _rewritten(base, start, stop, sides[0], my_changes)
        their_side = _rewritten(base, start, stop, sides[1], their_changes)
        chosen, conflict = _decide(base[start:stop], my_side, their_side, my_changes, their_changes)
        if conflict:
            conflicts.append(Hunk(len(lines), tuple(base[start:stop]), tuple(my_side), tuple(their_side)))
        lines += chosen
    merged = Merged([*lines, *base[at:]], tuple(conflicts))
    if not conflicts and _loses_a_line(merged.lines, mine, theirs):
        whole = Hunk(0, tuple(base), tuple(mine), tuple(theirs))
        return Merged(list(mine), (whole,))
    return merged


def resolved(merged: Merged, decided: Sequence[Sequence[str]]) -> list[str]:
    """The lines with what was decided for each conflict, in their order, in its place."""
    lines: list[str] = []
    at = 0
    for hunk, chosen in zip(merged.conflicts, decided, strict=True):
        lines += merged.lines[at : hunk.at]
        lines += chosen
        at = hunk.at + len(hunk.mine)
    return [*lines, *merged.lines[at:]]


def _loses_a_line(merged: Sequence[str], mine: Sequence[str], theirs: Sequence[str]) -> bool:
    """Whether a line that both sides have is gone: equal lines may be paired in different ways on the two sides."""
    found = Counter(merged)
    kept = Counter(mine) & Counter(theirs)
    return any(found[text] < number for text, number in kept.items() if text.strip())


def _regions(mine: list[Change], theirs: list[Change]) -> list[tuple[list[Change], list[Change]]]:
    """The changes of both sides in order, those that touch the same lines together."""
    regions: list[tuple[list[Change], list[Change]]] = []
    left, right = list(mine), list(theirs)
    while left or right:
        take_left = bool(left) and (not right or _order(left[0]) <= _order(right[0]))
        group: tuple[list[Change], list[Change]] = ([left.pop(0)], []) if take_left else ([], [right.pop(0)])
        grown = True
        while grown:
            grown = False
            for side, queue in ((0, left), (1, right)):
                if queue and any(_touch(queue[0], other) for other in group[1 - side]):
                    group[side].append(queue.pop(0))
                    grown = True
        regions.append(group)
    return regions


def _order(change: Change) -> tuple[int, int]:
    return change.start, change.stop


def _touch(one: Change, other: Change) -> bool:
    """Whether two changes meet: they share a line of the base, or one inserts inside the other, or both at one place."""
    if one.start == one.stop and other.start == other.stop:
        return one.start == other.start
    if one.start == one.stop:
        return other.start < one.start < other.stop
    if other.start == other.stop:
        return one.start < other.start < one.stop
    return one.start < other.stop and other.start < one.stop


def _rewritten(base: Sequence[str], start: int, stop: int, side: _Side, found: Sequence[Change]) -> list[str]:
    lines: list[str] = []
    at = start
    for change in found:
        lines += base[at : change.start]
        lines += side.lines[change.new_start : change.new_stop]
        at = change.stop
    return [*lines, *base[at:stop]]


def _decide(
    base: Sequence[str],
    mine: list[str],
    theirs: list[str],
    my_changes: list[Change],
    their_changes: list[Change],
) -> tuple[list[str], bool]:
    if not their_changes or mine == theirs:
        return mine, False
    if not my_changes:
        return theirs, False
    if not base:
        return [*theirs, *mine], False
    return mine, True
