"""Which lines of a section are shown in so many rows."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


class Picked(NamedTuple):
    """The shown lines of a section."""

    shown: tuple[int, ...]
    """Positions, ascending."""
    own: bool
    """Whether lines hidden above and between are counted in rows of their own, else at the end of a line.

    Those hidden below are always counted at the end of the last line.
    """


def cost(shown: Sequence[int], *, own: bool = True) -> int:
    """How many rows these lines take, the rows that count hidden ones included."""
    gaps = sum(here - before > 1 for before, here in zip((-1, *shown), shown, strict=False)) if own else 0
    return len(shown) + gaps


def pick(wanted: Iterable[int], must: int, rows: int) -> Picked:
    """The lines that fit in so many rows (at least one), the most wanted first; the first `must` of them matter most."""
    wanted = list(wanted)
    roomy = _greedy(wanted, rows) if rows > 1 else ()
    needed = set(wanted[:must])
    if rows > 1 and (len(needed.intersection(roomy)) == len(needed) or len(roomy) == rows):
        return Picked(roomy, own=True)
    tight = tuple(sorted(wanted[:rows]))
    if rows > 1 and len(needed.intersection(roomy)) >= len(needed.intersection(tight)):
        return Picked(roomy, own=True)
    return Picked(tight, own=False)


def _greedy(wanted: Sequence[int], rows: int) -> tuple[int, ...]:
    shown: list[int] = []
    used = 0
    for position in wanted:
        at = bisect_left(shown, position)
        before = shown[at - 1] if at else -1
        after = shown[at] if at < len(shown) else None
        more = 1 + (position - before > 1)
        if after is not None:
            more += (after - position > 1) - (after - before > 1)
        if used + more <= rows:
            shown.insert(at, position)
            used += more
    return _without_gaps_of_one(shown)


def _without_gaps_of_one(shown: Sequence[int]) -> tuple[int, ...]:
    """A row that would count a single line shows that line."""
    filled: list[int] = []
    for position in shown:
        before = filled[-1] if filled else -1
        if position - before == 2:
            filled.append(position - 1)
        filled.append(position)
    return tuple(filled)


def window(
    first: int, cursor: int, count: int, rows: int, height: Callable[[int], int], under: int = 0
) -> int:
    """The first line of a run of lines in so many rows, moved from `first` as little as the cursor needs.

    `height` gives the rows that a line takes. From three rows on, the top one counts the lines above. So many rows
    `under` the line with the cursor are in sight too.
    """
    lowest, used = cursor, height(cursor) + under
    while lowest > 0 and used + height(lowest - 1) <= rows - _top(lowest - 1, rows):
        lowest -= 1
        used += height(lowest)
    first = min(max(first, lowest), cursor)
    while first > 0 and _rest(first - 1, count, rows, height) <= rows - _top(first - 1, rows):
        first -= 1
    return 0 if first == 1 and rows > 2 and height(0) == 1 else first


def _top(first: int, rows: int) -> int:
    return int(first > 0 and rows > 2)


def _rest(first: int, count: int, rows: int, height: Callable[[int], int]) -> int:
    """The rows of all lines from `first` on, counted no further than needed."""
    used = 0
    for position in range(first, count):
        used += height(position)
        if used > rows:
            break
    return used


def has_top_row(first: int, rows: int) -> bool:
    """Whether a run that begins at `first` has a row of its own for the lines above."""
    return bool(_top(first, rows))
