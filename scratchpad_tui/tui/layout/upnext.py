"""The one next action, which stands on top at every size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.text import visible, width
from scratchpad_tui.tui.layout.fit import cells_of, compose, cut, fits, marked, wrap
from scratchpad_tui.tui.layout.gauge import gauge_column
from scratchpad_tui.tui.layout.hidden import MORE, NOTHING, REMOVED, Count, Hidden
from scratchpad_tui.tui.layout.items import is_placeholder, shown_text
from scratchpad_tui.tui.layout.line import POINTER, author_spans, line_rows
from scratchpad_tui.tui.layout.model import Row, Span
from scratchpad_tui.tui.layout.pane import CURSOR_ROWS

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.view import LineView
    from scratchpad_tui.tui.layout.model import Style
    from scratchpad_tui.tui.layout.pane import Pane

_MOST_REMOVED = 2
_ALL_STAGE = 6
"""The want in which the action asks for all its rows; for a second one it asks at once."""
_ROOM_FOR_GAUGE = 60
"""Cells from which the row of the next action also shows its gauge."""


def next_rows(pane: Pane, rows: int, figures_cells: int) -> list[Row]:
    """The next action on as many of the rows as it needs, at most three with what stands behind it, then removed lines.

    The rest is counted.
    """
    line = _shown(pane)
    text_rows = min(rows, next_height(pane, figures_cells))
    others, removed = _shared(pane, text_rows, rows - text_rows)
    hides = _hides(pane, len(others) + len(removed), len(removed))
    counted = NOTHING if others else hides
    right = _right(pane, line, figures_cells, counted.fewest, alone=text_rows == 1)
    head = _head(pane, line)
    inset = cells_of(head)
    room, later = _rooms(pane, inset, right)
    pieces = wrap(shown_text(line), room, text_rows, 0, later)
    ending = _ending(counted, (room if len(pieces) == 1 else later) - width(pieces[-1]))
    if ending:
        pieces[-1] = cut(pieces[-1], max(1, (room if len(pieces) == 1 else later) - len(ending)))
    style: Style = "cursor" if pane.cursor is not None else "dim" if is_placeholder(line) else "next"
    built = []
    for number, piece in enumerate(pieces):
        spans = [*(head if number == 0 else [Span(" " * inset)])]
        spans += marked(Span(piece, style), visible(pane.place.ui.find), here=pane.cursor is not None)
        if ending and number == len(pieces) - 1:
            spans.append(Span(ending, "count"))
        cells = compose(spans, pane.place.cells, right if number == 0 else ())
        tint = bool(line.mark) and line.version in (None, pane.place.newest)
        built.append(Row(cells, "next", pane.section.name, line.index, tint=tint, version=line.version))
    for number, other in enumerate(others, 1):
        built.append(_other_row(pane, other, inset, hides if number == len(others) else NOTHING))
    for gone in removed:
        built += line_rows(gone, pane.place, cursor=False, limit=1)
    return built


def _shared(pane: Pane, text_rows: int, spare: int) -> tuple[list[LineView], list[LineView]]:
    """The lines behind the action, and the removed ones, that have a row: those that the newest turn removed come first."""
    removed, others = _removed(pane), _others(pane)
    fresh = min(spare, _fresh(pane, removed))
    others = others[: max(0, min(CURSOR_ROWS - text_rows, spare - fresh))]
    return others, removed[: spare - len(others)]


def _fresh(pane: Pane, removed: list[LineView]) -> int:
    """How many lines the newest turn removed, as far as they have rows."""
    return min(_MOST_REMOVED, sum(line.version in (None, pane.place.newest) for line in removed))


def _other_row(pane: Pane, line: LineView, inset: int, hides: Count) -> Row:
    """A line behind the action, under its text; behind the last of them stands how many are hidden."""
    mark, *_ = _head(pane, line)
    room, text = pane.place.cells - inset, shown_text(line)
    right = author_spans(line, pane.place)
    if not fits(text, room - cells_of(right) - 1 - len(hides.fewest)):
        right = ()
    room -= cells_of(right) + 1 if right else 0
    ending = _ending(hides, room - width(text))
    spans = [mark, Span(" " * (inset - cells_of([mark])))]
    spans += marked(
        Span(cut(text, max(1, room - len(ending))), "text"), visible(pane.place.ui.find), here=False
    )
    spans += [Span(ending, "count")] if ending else []
    tint = bool(line.mark) and line.version in (None, pane.place.newest)
    cells = compose(spans, pane.place.cells, right)
    return Row(cells, "next", pane.section.name, line.index, tint=tint, version=line.version)


def _rooms(pane: Pane, inset: int, right: tuple[Span, ...]) -> tuple[int, int]:
    """Cells for the action on its first row, beside what stands at the edge, and on the others."""
    later = max(1, pane.place.cells - inset)
    return max(1, later - (cells_of(right) + 1 if right else 0)), later


def _ending(hides: Count, room: int) -> str:
    """The count of hidden lines, in one word where it would take room from the action itself."""
    return hides.full if len(hides.full) <= room else hides.fewest


def _hides(pane: Pane, shown: int = 0, removed: int = 0) -> Count:
    """The lines beside the action and so many that are shown, `removed` ones among them."""
    hidden = len(pane.lines) - 1 - shown
    word = REMOVED if hidden == len(_removed(pane)) - removed else MORE
    return Count((Hidden(hidden, word),) if hidden else ())


def next_height(pane: Pane, figures_cells: int) -> int:
    """How many rows the action itself wants: one, or up to three where it is longer."""
    line = _shown(pane)
    counted = _hides(pane).fewest
    right = _right(pane, line, figures_cells, counted, alone=True)
    text, inset = shown_text(line), cells_of(_head(pane, line))
    if fits(text, _rooms(pane, inset, right)[0] - len(counted)):
        return 1
    right = _right(pane, line, figures_cells, "", alone=False)
    return len(wrap(text, *_with_limit(_rooms(pane, inset, right))))


def _with_limit(rooms: tuple[int, int]) -> tuple[int, int, int, int]:
    """What `wrap` is given for the action: cells, rows, no hanging, cells of later rows."""
    return rooms[0], CURSOR_ROWS, 0, rooms[1]


def next_wants(pane: Pane, figures_cells: int) -> tuple[int, ...]:
    """Rows beside the first that the action asks for in turn; what an older turn took away asks after all others.

    The lines behind the action ask with it for all its rows: often they are the same step, in more words.
    """
    removed = _removed(pane)
    more, new = min(_MOST_REMOVED, len(removed)), _fresh(pane, removed)
    longer = next_height(pane, figures_cells) - 1
    whole = next_size(pane, figures_cells) - 1
    return (0, *[min(1, longer) + new] * (_ALL_STAGE - 1), whole + new, whole + more)


def next_size(pane: Pane, figures_cells: int) -> int:
    """How many rows the action wants with the lines behind it, three at most."""
    height = next_height(pane, figures_cells)
    return height + min(max(0, CURSOR_ROWS - height), len(_others(pane)))


def _shown(pane: Pane) -> LineView:
    if pane.cursor is not None:
        return pane.lines[pane.cursor]
    return next((line for line in pane.lines if line.mark != "-"), pane.lines[0])


def _others(pane: Pane) -> list[LineView]:
    """The lines behind the one that is shown, in their order."""
    at = next(number for number, line in enumerate(pane.lines) if line is _shown(pane))
    return [line for line in pane.lines[at + 1 :] if line.mark != "-"]


def _removed(pane: Pane) -> list[LineView]:
    """The removed lines, those of the newest turn first."""
    gone = [line for line in pane.lines if line.mark == "-"]
    return sorted(gone, key=lambda line: line.version not in (None, pane.place.newest))


def _head(pane: Pane, line: LineView) -> list[Span]:
    mark: Span = Span(" ")
    if line.mark:
        mark = Span(line.mark, "mark.add" if line.mark == "+" else "mark.change")
    pointer = Span(f"{POINTER} ", "cursor") if pane.cursor is not None else Span("  ")
    return [mark, Span(visible(pane.section.name.upper()), "next"), pointer]


def _right(pane: Pane, line: LineView, figures_cells: int, counted: str, *, alone: bool) -> tuple[Span, ...]:
    """The gauge, with the author before it where the action has room beside both.

    An action that is `alone` on its row has it to itself as far as it needs it: then the figures stand, without bars.
    """
    cells = pane.place.cells
    column: tuple[Span, ...] = ()
    if cells >= _ROOM_FOR_GAUGE:
        column = gauge_column(pane.section, pane.place.ui, figures_cells)
    author = author_spans(line, pane.place)
    gap = (Span("  "),) if column and author else ()
    inset, text = cells_of(_head(pane, line)), shown_text(line)

    def has_room(right: tuple[Span, ...]) -> bool:
        return fits(text, _rooms(pane, inset, right)[0] - len(counted))

    if author and has_room((*author, *gap, *column)):
        return (*author, *gap, *column)
    return column if not alone or has_room(column) else column[-1:]
