"""The rows of one place of a conflict: what stood there, your lines and theirs, stacked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.layout.fit import compose, wrap
from scratchpad_tui.tui.layout.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.tui.conflict_state import ConflictState
    from scratchpad_tui.tui.layout.model import Style

Spans = tuple[Span, ...]
_MOST_ROWS = 4
"""Rows over which one line is broken."""


class Shown(NamedTuple):
    """Rows with the place of the side under the cursor among them."""

    rows: list[Spans]
    first: int
    """The first row of that side."""
    stop: int
    """The row behind its last."""


def conflict_rows(state: ConflictState, author: str, cells: int, height: int) -> Shown:
    """The three blocks on at most so many rows; the side under the cursor gives its rows last."""
    who = visible(author) or "the other writer"
    blocks = [
        _block("was", state.hunk.base, "dim", cells, here=False),
        _block("yours", state.hunk.mine, "text", cells, here=state.side == 0),
        _block(f"{who} wrote", state.hunk.theirs, "text", cells, here=state.side == 1),
    ]
    chosen = state.side + 1
    room = _shares([len(block) for block in blocks], height, chosen)
    rows: list[Spans] = []
    first = stop = 0
    for number, (block, share) in enumerate(zip(blocks, room, strict=True)):
        if number == chosen:
            first = len(rows)
        rows += _cut_block(block, share, cells)
        if number == chosen:
            stop = len(rows)
    return Shown(rows, first, stop)


def _block(name: str, lines: Sequence[str], style: Style, cells: int, *, here: bool) -> list[Spans]:
    mark = "▸ " if here else "─ "
    title = [Span(mark, "cursor" if here else "rule"), Span(name, "title.focus" if here else "title")]
    rows = [compose(title, cells, (), "─", "rule")]
    for line in lines:
        pieces = wrap(visible(line.expandtabs(4)), max(1, cells - 4), _MOST_ROWS, 2)
        rows += [compose([Span(f"   {piece}", style)], cells) for piece in pieces]
    if not lines:
        rows.append(compose([Span("   (nothing)", "dim")], cells))
    return rows


def _shares(wanted: Sequence[int], height: int, chosen: int) -> list[int]:
    """Rows for each block: two at least, and what is missing is taken from the longest that is not the chosen one."""
    shares = list(wanted)
    while sum(shares) > max(height, 2 * len(shares)):
        others = [number for number in range(len(shares)) if number != chosen and shares[number] > 2]
        longest = max(others, key=lambda number: shares[number], default=chosen)
        if shares[longest] <= 2:
            break
        shares[longest] -= 1
    return shares


def _cut_block(block: list[Spans], share: int, cells: int) -> list[Spans]:
    if len(block) <= share:
        return block
    more = len(block) - share + 1
    return [*block[: share - 1], compose([Span(f"   … {more} more", "count")], cells)]
