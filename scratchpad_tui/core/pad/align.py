"""Which lines of two lists are the same ones, at a cost that does not grow with the square of their number.

Lines that stand once on both sides hold the rest in place. Between them the shortest way is looked for, in windows:
what lies farther apart than a window is told as replaced, which is coarse and never wrong.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Pair = tuple[int, int]

_STEPS = 500_000
"""Places looked at for a whole comparison, as far as the smallest window allows."""
_SMALLEST_WINDOW = 24
_DEPTH = 8
"""How often lines that stand once are looked for again between those that were found."""


def pairs(old: Sequence[str], new: Sequence[str]) -> list[Pair]:
    """The positions of equal lines on both sides, in order on both."""
    numbers: dict[str, int] = {}
    left = [numbers.setdefault(text, len(numbers)) for text in old]
    right = [numbers.setdefault(text, len(numbers)) for text in new]
    window = max(_SMALLEST_WINDOW, _STEPS // (len(old) + len(new) + 1))
    found: list[Pair] = []
    todo = [_Part(0, len(left), 0, len(right), 0)]
    while todo:
        part = todo.pop()
        anchors = _anchors(left, right, part) if part.depth < _DEPTH else []
        if anchors:
            found += anchors
            todo += part.between(anchors)
        else:
            found += _walked(left, right, part, window)
    found.sort()
    return found


class _Part(NamedTuple):
    """Lines `start` to `stop` of the old side against `new_start` to `new_stop` of the new one."""

    start: int
    stop: int
    new_start: int
    new_stop: int
    depth: int

    def between(self, anchors: Sequence[Pair]) -> Iterator[_Part]:
        """The parts that pairs of equal lines leave on both sides of each."""
        start, new_start = self.start, self.new_start
        for at, new_at in [*anchors, (self.stop, self.new_stop)]:
            if at > start and new_at > new_start:
                yield _Part(start, at, new_start, new_at, self.depth + 1)
            start, new_start = at + 1, new_at + 1


def _anchors(left: Sequence[int], right: Sequence[int], part: _Part) -> list[Pair]:
    """The lines that stand once on each side, as many of them as are in the same order."""
    old, new = left[part.start : part.stop], right[part.new_start : part.new_stop]
    old_numbers, new_numbers = Counter(old), Counter(new)
    places = {line: at for at, line in enumerate(new, part.new_start) if new_numbers[line] == 1}
    single = [
        (at, places[line])
        for at, line in enumerate(old, part.start)
        if old_numbers[line] == 1 and line in places
    ]
    return _in_order(single)


def _in_order(found: Sequence[Pair]) -> list[Pair]:
    """The longest run of pairs whose second positions rise as well."""
    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for index, (_, place) in enumerate(found):
        at = bisect_left(ends, place)
        ends[at : at + 1] = [place]
        last[at : at + 1] = [index]
        before.append(last[at - 1] if at else -1)
    run: list[Pair] = []
    index = last[-1] if last else -1
    while index >= 0:
        run.append(found[index])
        index = before[index]
    return run[::-1]


def _walked(left: Sequence[int], right: Sequence[int], part: _Part, window: int) -> list[Pair]:
    """The pairs on the shortest way through the part, window by window."""
    found: list[Pair] = []
    start, new_start = part.start, part.new_start
    while start < part.stop and new_start < part.new_stop:
        old, new = left[start : part.stop], right[new_start : part.new_stop]
        reached, way = _shortest(old, new, window)
        found += ((start + at, new_start + new_at) for at, new_at in way)
        start, new_start = start + reached[0], new_start + reached[1]
    return found


def _shortest(old: Sequence[int], new: Sequence[int], window: int) -> tuple[Pair, list[Pair]]:
    """The shortest way to the end of both (Myers 1986), or the farthest one of so many changes; and its pairs.

    A diagonal is the position on the old side less that on the new one; a row has how far the ways of so many changes
    come on each of their diagonals, -1 where there is none.
    """
    rows: list[list[int]] = []
    for changes in range(window + 1):
        row: list[int] = []
        for diagonal in range(-changes, changes + 1, 2):
            at = _entered(rows, diagonal, len(old), len(new))
            if at >= 0:
                new_at = at - diagonal
                while at < len(old) and new_at < len(new) and old[at] == new[new_at]:
                    at += 1
                    new_at += 1
                if at == len(old) and new_at == len(new):
                    rows.append([*row, at])
                    return (at, new_at), _pairs_of(rows, diagonal, old, new)
            row.append(at)
        rows.append(row)
    diagonal, at = max(
        ((2 * index - window, at) for index, at in enumerate(rows[-1]) if at >= 0),
        key=lambda place: 2 * place[1] - place[0],
    )
    return (at, at - diagonal), _pairs_of(rows, diagonal, old, new)


def _entered(rows: Sequence[Sequence[int]], diagonal: int, old: int, new: int) -> int:
    """Where the next change brings the farthest way on a diagonal, by a line of the new side or without one of the old."""
    if not rows:
        return 0
    before = rows[-1]
    below = (diagonal + len(rows)) >> 1  # in `before`: the next diagonal, from which a new line comes in
    at = -1
    if below < len(before) and before[below] - diagonal <= new:
        at = before[below]
    if below > 0 and 0 <= before[below - 1] < old:
        at = max(at, before[below - 1] + 1)
    return at


def _pairs_of(rows: list[list[int]], diagonal: int, old: Sequence[int], new: Sequence[int]) -> list[Pair]:
    """The pairs of equal lines on the way that ends on a diagonal of the last row."""
    found: list[Pair] = []
    while rows:
        row = rows.pop()
        at = row[(diagonal + len(rows)) >> 1]
        entered = _entered(rows, diagonal, len(old), len(new))
        found += ((place, place - diagonal) for place in range(at - 1, entered - 1, -1))
        if not rows:
            break
        below = (diagonal + len(rows)) >> 1
        came_down = below < len(rows[-1]) and rows[-1][below] == entered
        diagonal += 1 if came_down and entered - diagonal <= len(new) else -1
    return found
