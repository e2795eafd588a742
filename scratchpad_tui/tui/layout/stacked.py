"""All sections one under the other, as many lines of each as there is room for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.tui.layout.fit import CUT, compose
from scratchpad_tui.tui.layout.flow import needs_of, needs_row, outside_words
from scratchpad_tui.tui.layout.items import next_section
from scratchpad_tui.tui.layout.lastturn import turn_rows
from scratchpad_tui.tui.layout.model import Row, Span
from scratchpad_tui.tui.layout.pane import (
    CURSOR_ROWS,
    cursor_height,
    first_shown,
    grown,
    held_at,
    owed,
    pane,
    rule_row,
    scrolled_rows,
    still_rows,
    wants,
    with_room,
)
from scratchpad_tui.tui.layout.share import share
from scratchpad_tui.tui.layout.upnext import next_height, next_rows, next_wants

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.tui.layout.model import Frozen
    from scratchpad_tui.tui.layout.pane import Pane
    from scratchpad_tui.tui.layout.scene import Scene

FRAME = 3
"""Rows of the terminal that the frame takes."""
_SHORT, _TALL = 24 - FRAME, 30 - FRAME
_DIFF_FIRST = 2
"""Rows of the diff that come before lines which have not changed."""
_ADVICE = "esc shows"
"""What shows changed lines that a pane hides while it has the cursor: without it they come first."""
_DIFF_ROWS = 3
"""Rows of the diff under its rule while the terminal is under 30 high."""


class Block(NamedTuple):
    """A part of the screen: one row that is always there, and rows under it as far as there is room."""

    kind: str
    """`next`, `needs`, `section`, `outside` or `turn`."""
    wants: tuple[int, ...]
    """Rows under the first one, asked for in turn: see `share`."""
    pane: Pane | None = None


class Held(NamedTuple):
    """The place of the pane that has the cursor."""

    top: int
    rows: int
    """Rows under its first one."""
    above: list[int]
    """Rows given to the blocks above it."""
    below: list[int]
    owed: int = 0
    """See `Frozen`."""


def stacked(scene: Scene) -> tuple[list[Row], Frozen | None] | None:
    """The rows of all sections, and the pane that has the cursor.

    None where a line each does not fit, or the line with the cursor could not be unfolded beside a line of the others.
    """
    blocks = _blocks(scene)
    given = share([block.wants for block in blocks], scene.height - len(blocks))
    if given is None:
        return None
    at = next((n for n, block in enumerate(blocks) if block.pane and block.pane.cursor is not None), None)
    if at is None:
        rows = _rows(scene, blocks, given)
        return [*rows, *scene.blanks(scene.height - len(rows))], None
    least = sum(block.wants[0] for block in blocks if block.kind == "section")
    if scene.height - len(blocks) - least + 1 < CURSOR_ROWS:
        return None
    return _around_cursor(scene, blocks, at, _hold(scene, blocks, given, at))


def _blocks(scene: Scene) -> list[Block]:
    view = scene.view
    upnext = next_section(view)
    blocks: list[Block] = []
    for section in view.sections:
        made = pane(section, scene.cells, scene.ui, view.last_to)
        if section is upnext:
            blocks.insert(0, Block("next", next_wants(made, scene.figures), made))
        else:
            blocks.append(Block("section", _with_diff(wants(made, scene.height)), made))
    if not scene.beside and needs_of(view, scene.ui):
        blocks.insert(0 if upnext is None else 1, Block("needs", (0,)))
    if view.outside:
        blocks.append(Block("outside", (0,)))
    if view.last_to:
        most = len(view.last)
        few = min(most, _DIFF_ROWS) if scene.height >= _SHORT else 0
        first = min(few, _DIFF_FIRST)
        whole = most if scene.height >= _TALL else few
        blocks.append(Block("turn", (0, 0, first, first, few, few, few, whole)))
    return blocks


def _with_diff(asked: tuple[int, int, int, int, int, int]) -> tuple[int, ...]:
    """A section's wants, with the diff's turn before the section asks for all its lines."""
    return (*asked[:4], asked[3], *asked[4:])


def _hold(scene: Scene, blocks: Sequence[Block], given: list[int], at: int) -> Held:
    """Where the pane with the cursor stands: as last time where that still fits, else where it is given room."""
    held = blocks[at]
    assert held.pane is not None
    frozen = scene.ui.frozen
    if frozen and (frozen.section != held.pane.section.name or frozen.size != (scene.cells, scene.height)):
        frozen = None
    top = frozen.top if frozen else sum(given[:at]) + at
    rows = frozen.rows if frozen else given[at]
    if frozen is None or frozen.cursor != scene.ui.cursor:
        rows = max(rows, _rows_for_cursor(held, scene.figures))
    above = share([b.wants for b in blocks[:at]], top - at)
    below = share([b.wants for b in blocks[at + 1 :]], scene.height - top - rows - len(blocks) + at)
    if above is not None and below is not None:
        spare = scene.height - top - rows - len(blocks) + at - sum(below)
        more = grown(held.pane, rows, frozen, spare) - rows if held.kind == "section" else 0
        return Held(top, rows + more, above, below, owed(held.pane, frozen) - more)
    others = [*blocks[:at], *blocks[at + 1 :]]
    least = sum(block.wants[0] for block in others)
    rows = min(rows, scene.height - len(blocks) - least)
    shared = share([b.wants for b in others], scene.height - len(blocks) - rows) or []
    return Held(sum(shared[:at]) + at, rows, shared[:at], shared[at:])


def _rows_for_cursor(block: Block, figures_cells: int) -> int:
    """Rows under the first one that show the whole of the line with the cursor, or three rows of it."""
    assert block.pane is not None
    if block.kind == "next":
        return next_height(block.pane, figures_cells) - 1
    return cursor_height(block.pane)


def _around_cursor(
    scene: Scene, blocks: Sequence[Block], at: int, held: Held
) -> tuple[list[Row], Frozen | None]:
    """The pane in its place; the blocks above and below have shared the other rows."""
    block = blocks[at].pane
    assert block is not None
    first = 0
    if blocks[at].kind == "next":
        middle = next_rows(block, held.rows + 1, scene.figures)
    else:
        block = with_room(block, held.rows, scene.ui.frozen)
        first = first_shown(block, held.rows, scene.ui.frozen)
        rule = rule_row(block, scene.figures, focused=True)
        middle = [rule, *scrolled_rows(block, held.rows, first, advice=_ADVICE)]
    rows = _rows(scene, blocks[:at], held.above)
    rows += [*scene.blanks(held.top - len(rows)), *middle]
    rows += scene.blanks(held.top + 1 + held.rows - len(rows))
    rows += _rows(scene, blocks[at + 1 :], held.below)
    rows += scene.blanks(scene.height - len(rows))
    return rows, held_at(block, held.top, held.rows, first, scene.height, held.owed)


def _rows(scene: Scene, blocks: Sequence[Block], given: Sequence[int]) -> list[Row]:
    built: list[Row] = []
    for block, rows in zip(blocks, given, strict=True):
        if block.kind == "needs":
            built.append(needs_row(scene.view, scene.cells, scene.ui))
        elif block.kind == "outside":
            words = Span(f" {CUT} {outside_words(scene.view)}", "count")
            built.append(Row(compose([words], scene.cells), "more"))
        elif block.kind == "turn":
            built += turn_rows(scene, rows)
        elif block.pane and block.kind == "next":
            built += next_rows(block.pane, rows + 1, scene.figures)
        elif block.pane:
            focused = scene.ui.cursor is None and scene.ui.focus_section == block.pane.section.name
            built.append(rule_row(block.pane, scene.figures, focused=focused))
            built += still_rows(block.pane, rows)
    return built
