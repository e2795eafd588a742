"""A section on the screen: its rule with title, flags and gauge, and the rows under it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.layout.fit import cells_of, compose
from scratchpad_tui.tui.layout.gauge import gauge_column
from scratchpad_tui.tui.layout.hidden import Count, hidden_above, hidden_behind
from scratchpad_tui.tui.layout.hints import works
from scratchpad_tui.tui.layout.items import anchor, is_prose, items, number_cells, order
from scratchpad_tui.tui.layout.line import Place, gives_way, line_height, line_rows, more_row
from scratchpad_tui.tui.layout.marks import MARKS, mark_counts
from scratchpad_tui.tui.layout.model import Frozen, Row, Span
from scratchpad_tui.tui.layout.pick import cost, has_top_row, pick, window

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.view import LineView, SectionView
    from scratchpad_tui.tui.layout.hidden import Hidden
    from scratchpad_tui.tui.layout.model import UiState

CURSOR_ROWS = LINE_ROWS = 3
"""Rows over which the line with the cursor is wrapped, and any other where rows are left over."""
_TITLE_CELLS = 16
"""Cells that a rule keeps for its title, the mark of its line included."""
_BEHIND = 2
"""Rows of a plan above its first open step: the step before it, and the count of those before that."""
_STEPS, _NEWEST, _NEWEST_CHANGED = 4, 2, 3
"""Rows around the first open step, of the newest lines, and of the newest lines where some changed."""


class Pane(NamedTuple):
    """A section about to be shown."""

    section: SectionView
    lines: tuple[LineView, ...]
    place: Place
    cursor: int | None = None
    """Position of the line with the cursor."""
    limits: tuple[int, ...] = ()
    """On how many rows each line may stand; one each where none are given. See `with_room`."""


def pane(section: SectionView, cells: int, ui: UiState, newest: int) -> Pane:
    """The section as a pane of that width; `newest` is the version whose lines are tinted."""
    lines = items(section)
    at = None
    if ui.cursor is not None and ui.cursor.section == section.name:
        index = ui.cursor.index
        at = next((p for p, line in enumerate(lines) if line.index == index and line.mark != "-"), None)
    return Pane(section, lines, Place(section.name, cells, number_cells(section), newest, ui), at)


def wants(pane: Pane, most: int) -> tuple[int, int, int, int, int, int]:
    """Rows the section asks for in turn, each at least the one before it, and none above `most`.

    One line; its changed lines, and with those of a plan its first open step; the steps around that one; its newest
    lines, of a task its words; all lines; all their words.
    """
    section, lines = pane.section, pane.lines
    total, whole = len(lines), all_words(pane, most)
    fresh = [position for position, line in enumerate(lines) if line.mark][-most:]
    if fresh and section.numbered:
        fresh = sorted({*fresh, anchor(section, lines)})
    changed = min(max(1, cost(fresh)), total)
    steps = max(changed, min(_STEPS if section.numbered else 1, total))
    newest = min(_NEWEST, whole) if is_prose(section) else min(_NEWEST_CHANGED if fresh else _NEWEST, total)
    # What a plan has behind it comes after what other sections have to say.
    ahead = min(total, total - anchor(section, lines) + _BEHIND) if section.numbered else total
    newest = max(steps, newest)
    asked = (1, changed, steps, newest, max(ahead, newest), whole)
    return tuple(min(rows, most) for rows in asked)  # type: ignore[return-value] # six in, six out


def all_words(pane: Pane, most: int) -> int:
    """Rows that show all lines, none of them cut unless it is longer than three rows."""
    total = len(pane.lines)
    if total >= most:
        return total
    place, here = pane.place, pane.cursor
    return sum(line_height(line, place, LINE_ROWS, cursor=at == here) for at, line in enumerate(pane.lines))


def with_room(pane: Pane, rows: int, frozen: Frozen | None = None) -> Pane:
    """The pane with its lines on more than one row each, as far as rows are left over under all of them.

    What a pane that is held has given its lines they keep: one that comes in takes no row from another.
    """
    spare = rows - len(pane.lines)
    if _is_held(pane, frozen) and frozen is not None and rows >= frozen.rows:
        spare = max(spare, frozen.spare)
    if spare <= 0:
        return pane
    given = [1] * len(pane.lines)
    for position in (*([] if pane.cursor is None else [pane.cursor]), *range(len(pane.lines))):
        here = position == pane.cursor
        more = line_height(pane.lines[position], pane.place, LINE_ROWS, cursor=here) - given[position]
        given[position] += min(more, spare)
        spare -= min(more, spare)
    return pane._replace(limits=tuple(given))


def _is_held(pane: Pane, frozen: Frozen | None) -> bool:
    """Whether this is the pane that was held, no wider and no narrower."""
    return (
        frozen is not None
        and frozen.section == pane.section.name
        and frozen.size[0] == pane.place.cells
        and pane.cursor is not None
    )


def rule_row(pane: Pane, figures_cells: int, *, focused: bool) -> Row:
    """The section's rule: title and flags at the left, the gauge in its column."""
    section, cells = pane.section, pane.place.cells
    title = [Span("─ ", "rule"), Span(visible(section.name), "title.focus" if focused else "title")]
    flags = _flags(section, pane.place.ui)
    column = _column(pane, figures_cells, cells_of(title), flags)
    room = cells - (cells_of(column) + 1 if column else 0) - cells_of(title) - 1
    for flag in flags:
        if len(flag.text) + 1 <= room:
            title += [Span(" "), flag]
            room -= len(flag.text) + 1
    return Row(compose(title, cells, column, "─", "rule"), "rule", section.name)


def _column(pane: Pane, figures_cells: int, name: int, flags: Sequence[Span]) -> tuple[Span, ...]:
    """Gauge and figures; the figures alone, or nothing, where the title would have too little room.

    That is also where what has changed would not stand beside a name of so many cells.
    """
    cells = pane.place.cells
    column = gauge_column(pane.section, pane.place.ui, figures_cells)
    offered = [each for each in (column, column[-1:]) if cells - cells_of(each) >= _TITLE_CELLS]
    changed = max((at + 1 for at, flag in enumerate(flags) if flag.style in MARKS.values()), default=0)
    needed = name + sum(len(flag.text) + 1 for flag in flags[:changed]) + 2 if changed else 0
    return next((each for each in (*offered, ()) if cells - cells_of(each) >= needed), (*offered, ())[0])


def _flags(section: SectionView, ui: UiState) -> list[Span]:
    flags = []
    if section.total:
        flags.append(Span(f"{section.done:,}/{section.total:,}", "count"))
    changed = mark_counts(section)
    if len(changed) > 1:
        flags += changed
    elif changed and changed[0].style == "mark.add":
        flags.append(Span(f"{changed[0].text} new", "mark.add"))
    if section.over:
        flags.append(Span(f"over by {section.over:,}", "alarm"))
        if works("-") and not ui.read_only:
            flags.append(Span(keys.said("· {line.prune} prunes"), "alarm"))
    return flags


def still_rows(pane: Pane, rows: int) -> list[Row]:
    """The section's lines in so many rows while nobody scrolls in it."""
    shown, own = picked(pane, rows)
    pane = with_room(pane, rows)
    last = shown[-1]
    built: list[Row] = []
    before = -1
    for position, after in zip(shown, (*shown[1:], None), strict=True):
        around: list[Hidden] = []
        gap = pane.lines[before + 1 : position]
        if gap and (own or before < 0):
            hidden = hidden_above(pane.section, gap) if before < 0 else hidden_behind(gap)
            if own:
                built.append(more_row(Count((hidden,)), pane.place))
            else:
                around.append(hidden)
        behind = pane.lines[position + 1 : after]
        if behind and (position == last or not own):
            around.append(hidden_behind(behind))
        line = pane.lines[position]
        limit = pane.limits[position] if pane.limits else 1
        built += line_rows(line, pane.place, cursor=False, limit=limit, hides=Count(tuple(around)))
        before = position
    return built


def picked(pane: Pane, rows: int) -> tuple[tuple[int, ...], bool]:
    """Positions of the lines shown in so many rows, and whether hidden ones are counted in their own rows."""
    fresh = min(rows, sum(bool(line.mark) for line in pane.lines))
    return pick(order(pane.section, pane.lines, rows), fresh, rows)


def first_shown(pane: Pane, rows: int, frozen: Frozen | None, wrapped: int = 1) -> int:
    """The first line shown in a pane that scrolls, as near to where it was as the cursor allows."""
    at = pane.cursor if pane.cursor is not None else anchor(pane.section, pane.lines)
    if frozen is None or frozen.section != pane.section.name:
        start = picked(pane, rows)[0][0]
    else:
        start = _found_again(pane.lines, frozen)
        # A count of lines above that was not there before takes the row of the first line, not one more.
        start += has_top_row(start, rows) and not frozen.counts_above
    under = int(pane.cursor is not None and _is_cut(pane, at, _limit(pane, at, rows, wrapped)))
    return window(start, at, len(pane.lines), rows, lambda p: _height(pane, p, rows, wrapped), under)


def _is_cut(pane: Pane, at: int, limit: int) -> bool:
    """Whether the line with the cursor would be cut by the count of those behind it, if it stood last."""
    behind = pane.lines[at + 1 :]
    hides = Count((hidden_behind(behind),) if behind else ())
    return gives_way(pane.lines[at], pane.place, limit, hides, cursor=True)


def owed(pane: Pane, frozen: Frozen | None) -> int:
    """How many lines came into the pane since it was held that it has no row for yet."""
    return frozen.owed + max(0, len(pane.lines) - frozen.lines) if frozen is not None else 0


def grown(pane: Pane, rows: int, frozen: Frozen | None, spare: int) -> int:
    """The rows of a pane that is held, with those of `spare` that the lines which came in since need.

    Where the cursor has moved, also with those that show all of its lines: the one under it may take more rows, and
    hides no other while some are blank.

    Nothing above the new rows moves: where a longer pane would be scrolled otherwise, it stays as it is.
    """
    if frozen is not None and frozen.cursor != pane.place.ui.cursor:
        return max(rows, min(rows + spare, all_words(pane, rows + spare)))
    first = first_shown(with_room(pane, rows, frozen), rows, frozen)
    most = min(spare, owed(pane, frozen))
    if most <= 0 or has_top_row(first, rows + most) != has_top_row(first, rows):
        return rows
    used = int(has_top_row(first, rows))
    roomy = with_room(pane, rows + most, frozen)
    for position in range(first, len(pane.lines)):
        used += _height(roomy, position, rows + most, 1)
        if used >= rows + most:
            return rows + most
    return max(rows, used)


def held_at(pane: Pane, top: int, rows: int, first: int, height: int, owed: int = 0) -> Frozen | None:
    """The pane as it is drawn, for the next time; None where it has no cursor."""
    cursor = pane.place.ui.cursor
    if cursor is None or pane.cursor is None:
        return None
    real = next((p for p in range(first, len(pane.lines)) if pane.lines[p].mark != "-"), pane.cursor)
    return Frozen(
        section=pane.section.name,
        top=top,
        rows=rows,
        first=pane.lines[real].index,
        lead=max(0, real - first),
        counts_above=has_top_row(first, rows),
        size=(pane.place.cells, height),
        cursor=cursor,
        lines=len(pane.lines),
        owed=owed,
        spare=sum(pane.limits) - len(pane.limits),
    )


def _found_again(lines: Sequence[LineView], frozen: Frozen) -> int:
    """Position of the line that was the first one shown."""
    at = next((p for p, line in enumerate(lines) if line.mark != "-" and line.index >= frozen.first), 0)
    lead = 0
    while lead < frozen.lead and at > lead and lines[at - lead - 1].mark == "-":
        lead += 1
    return at - lead


def scrolled_rows(pane: Pane, rows: int, first: int, wrapped: int = 1, advice: str = "") -> list[Row]:
    """The section's lines from `first` on in so many rows; lines are wrapped over `wrapped` rows at most.

    The line with the cursor is wrapped over three rows where there is room. `advice` stands behind the count of
    hidden lines where some of those have changed.
    """
    built: list[Row] = []
    above = (hidden_above(pane.section, pane.lines[:first]),) if first else ()
    if first and has_top_row(first, rows):
        built.append(more_row(Count(above), pane.place))
        above = ()
    position = first
    while position < len(pane.lines) and len(built) < rows:
        limit = min(_limit(pane, position, rows, wrapped), rows - len(built))
        line = pane.lines[position]
        used = line_height(line, pane.place, limit, cursor=position == pane.cursor)
        behind = pane.lines[position + 1 :]
        below = (hidden_behind(behind),) if behind and len(built) + used >= rows else ()
        hides = Count((*above, *below), advice)
        built += line_rows(line, pane.place, cursor=position == pane.cursor, limit=limit, hides=hides)
        above = ()
        position += 1
    return built


def _height(pane: Pane, position: int, rows: int, wrapped: int) -> int:
    limit = _limit(pane, position, rows, wrapped)
    here = position == pane.cursor
    return line_height(pane.lines[position], pane.place, limit, cursor=here) if limit > 1 else 1


def _limit(pane: Pane, position: int, rows: int, wrapped: int) -> int:
    limit = max(wrapped, pane.limits[position]) if pane.limits else wrapped
    limit = max(limit, CURSOR_ROWS) if position == pane.cursor else limit
    return max(1, min(limit, rows - 1 if rows > 2 else rows))


def cursor_height(pane: Pane) -> int:
    """How many rows the pane wants for the line with the cursor: no count of hidden lines stands in its words."""
    if pane.cursor is None:
        return 1
    height = line_height(pane.lines[pane.cursor], pane.place, CURSOR_ROWS, cursor=True)
    if len(pane.lines) == 1:
        return height
    cut = _is_cut(pane, pane.cursor, CURSOR_ROWS)
    # From three rows on, the top one counts what is above.
    return height + 1 + cut if height > 1 or cut else height
