"""Rows shared out among the blocks of a screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def share(wants: Sequence[Sequence[int]], rows: int) -> list[int] | None:
    """How many rows each block gets; None where not even the first wants fit.

    A block's wants are row counts, none below the one before it; a block that asks for less often is served less often. All first wants are met; then the second ones,
    a row to each block in turn, and so on until the rows are used.
    """
    given = [want[0] for want in wants]
    left = rows - sum(given)
    if left < 0:
        return None
    for stage in range(1, max((len(want) for want in wants), default=0)):
        asking = True
        while asking and left:
            asking = False
            for block, want in enumerate(wants):
                if left and stage < len(want) and given[block] < want[stage]:
                    given[block] += 1
                    left -= 1
                    asking = True
    return given
