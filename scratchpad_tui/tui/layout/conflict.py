"""The rows of one place of a conflict: what stood there, your lines and theirs, stacked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.layout.fit import compose, wrap
from scratchpad_tui.tui.layout.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.tui.conflict_state import ConflictState
    from scratchpad_tui.tui.layout.model import Spans, Style

_MOST_ROWS = 4
"""Rows over which one line is broken."""


class Shown(NamedTuple):
    """Rows with the place of the side under the cursor among them."""

    rows: list[Spans]
    first: int
    """The first row of that side."""
    stop: int
    """The row behind its last."""


class _Block(NamedTuple):
    """One of the three texts."""

    name: str
    rows: list[Spans]
    here: bool
    key: str = ""
    """The key that goes there."""
    kept: bool = False
    """Whether its lines stand in the result."""

    def drawn(self, share: int, cells: int) -> list[Spans]:
        """The title and as many rows as there is room for; the title counts the others."""
        shown = self.rows[: max(0, share - 1)]
        hidden = len(self.rows) - len(shown)
        mark = Span("▸ " if self.here else "─ ", "cursor" if self.here else "rule")
        count = (Span(f" … {hidden} more ", "count"),) if hidden else ()
        title = [mark, Span(self.name, "title.focus" if self.here else "title")]
        title += [Span(" ✓ kept", "ok")] if self.kept else []
        title += [Span(f" · {self.key}", "dim")] if self.key and not self.here else []
        return [compose(title, cells, count, "─", "rule"), *shown]


def conflict_rows(state: ConflictState, author: str, cells: int, height: int) -> Shown:
    """The three blocks on at most so many rows; what stood there gives its rows first, the side under the cursor last."""
    blocks = _blocks(state, author, cells)
    chosen = state.side + 1
    shares = _shares([len(block.rows) + 1 for block in blocks], height, chosen)
    rows: list[Spans] = []
    first = stop = 0
    for number, (block, share) in enumerate(zip(blocks, shares, strict=True)):
        if number == chosen:
            first, stop = len(rows), len(rows) + share
        rows += block.drawn(share, cells)
    return Shown(rows, first, stop)


def conflict_height(state: ConflictState, cells: int) -> int:
    """The rows that the three blocks take with nothing left out."""
    return sum(len(block.rows) + 1 for block in _blocks(state, "", cells))


def _blocks(state: ConflictState, author: str, cells: int) -> list[_Block]:
    hunk, kept = state.hunk, state.kept
    who = visible(author) or "the other writer"
    return [
        _Block("was", _text_rows(hunk.base, "dim", cells), here=False),
        _Block("yours", _text_rows(hunk.mine, "text", cells), state.side == 0, keys.key("go.up"), 0 in kept),
        _Block(
            f"{who} wrote",
            _text_rows(hunk.theirs, "text", cells),
            state.side == 1,
            keys.key("go.down"),
            1 in kept,
        ),
    ]


def _text_rows(lines: Sequence[str], style: Style, cells: int) -> list[Spans]:
    if not lines:
        return [compose([Span("   (nothing)", "dim")], cells)]
    return [
        compose([Span(f"   {piece}", style)], cells)
        for line in lines
        for piece in wrap(visible(line.expandtabs(4)), max(1, cells - 4), _MOST_ROWS, 2)
    ]


def _shares(wanted: Sequence[int], height: int, chosen: int) -> list[int]:
    """Rows for each block: a title and a row of both sides at least, while there is room for them."""
    shares = list(wanted)
    least = [1, 2, 2]
    order = (0, *(number for number in (1, 2) if number != chosen), chosen)
    for number in order:
        if sum(shares) > height:
            shares[number] = max(min(least[number], shares[number]), shares[number] - (sum(shares) - height))
    return shares
