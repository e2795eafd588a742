"""The rows of one line of a section, and the row that counts hidden ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.text import visible, width
from scratchpad_tui.tui.layout.blamed import below, beside, blame_of, fullest, has_column, least_beside
from scratchpad_tui.tui.layout.fit import CUT, cells_of, compose, cut, fits, marked, wrap
from scratchpad_tui.tui.layout.hidden import NOTHING
from scratchpad_tui.tui.layout.items import is_placeholder, shown_text
from scratchpad_tui.tui.layout.marks import MARKS
from scratchpad_tui.tui.layout.model import Row, Span
from scratchpad_tui.tui.layout.proof import chosen, is_alert, tails
from scratchpad_tui.tui.layout.stamps import age_of, shown_stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scratchpad_tui.core.pad.view import LineView
    from scratchpad_tui.tui.layout.hidden import Count
    from scratchpad_tui.tui.layout.model import RowKind, Style, UiState

POINTER = "▸"
"""Stands before the line that has the cursor."""
RESTING = "▹"
"""The pointer of a part of the screen that has not the focus: where its cursor waits."""
INSET = 3
"""Cells before a line's text: the pointer, the mark, a blank."""
_READABLE = 24
"""Cells of a line's text below which the count of hidden lines is said in fewer words."""
_LEAST, _LEAST_COUNTED = 10, 20
"""Cells of a line's text for which what stands at the edge gives way to a count of hidden lines; an alert has less."""
_LEAST_BESIDE = 16
"""Cells that it keeps beside proof and version."""
_HANG = 2
"""Cells by which the rows of an entry under its first one stand further in."""
_APART, _GAP = Span("  "), Span(" ")
"""Between the parts of a row's end, and before it beside the blank that stands there anyway."""


class Place(NamedTuple):
    """What all rows of a section share."""

    section: str
    cells: int
    """Width of a row."""
    number_cells: int
    newest: int
    """The newest version; its lines are tinted."""
    ui: UiState


def line_rows(line: LineView, place: Place, *, cursor: bool, limit: int, hides: Count = NOTHING) -> list[Row]:
    """The line on at most `limit` rows; `hides`: the lines around it without a row, whose count is never left out."""
    under = _under(line, place, limit, full=cursor)
    if not under:
        edge = _edge(line, place, limit, hides, full=cursor)
        return _text_rows(line, place, edge, cursor=cursor, limit=limit, hides=hides)
    rows = _text_rows(line, place, (), cursor=cursor, limit=limit - 1)
    ending = hides.full
    left = [Span(" " * (INSET + _HANG)), *_with_finds(under, place, here=cursor)]
    spans = [*compose(left, place.cells - len(ending)), Span(ending, hides.style)]
    return [*rows, _row(tuple(spans), line, place)]


def _text_rows(
    line: LineView, place: Place, edge: tuple[Span, ...], *, cursor: bool, limit: int, hides: Count = NOTHING
) -> list[Row]:
    """The line's text on at most `limit` rows, with what stands at the right edge of the first one."""
    ending = hides.within(place.cells - INSET - _beside(edge)) if limit == 1 else hides.full
    least = _LEAST if is_alert(edge) else _LEAST_COUNTED
    if edge and ending and limit == 1 and place.cells - INSET - _beside(edge) - len(ending) < least:
        edge, ending = (), hides.within(place.cells - INSET)
    apart = _apart(edge) if ending else edge
    pieces = _pieces(line, place, limit, apart if limit == 1 else edge, len(ending) if limit == 1 else 0)
    # Only beside the count: the height of the line, which is told without one, stays the same.
    edge = apart if len(pieces) == 1 else edge
    if ending and limit > 1:
        room = place.cells - INSET - len(ending) - (_beside(edge) if len(pieces) == 1 else 0)
        pieces[-1] = cut(pieces[-1], max(1, room))
    style: Style = "cursor" if cursor else _text_style(line)
    rows = []
    for number, piece in enumerate(pieces):
        head = _head(line, cursor=cursor, first=number == 0)
        tail = [Span(ending, hides.style)] if ending and number == len(pieces) - 1 else []
        spans = [*head, *marked(Span(piece, style), visible(place.ui.find), here=cursor), *tail]
        rows.append(_row(compose(spans, place.cells, edge if number == 0 else ()), line, place))
    return rows


def line_height(line: LineView, place: Place, limit: int, *, cursor: bool = False) -> int:
    """How many rows `line_rows` gives for the line when it is wrapped."""
    if _under(line, place, limit, full=cursor):
        return len(_pieces(line, place, limit - 1, (), 0)) + 1
    return len(_pieces(line, place, limit, _edge(line, place, limit, NOTHING, full=cursor), 0))


def gives_way(line: LineView, place: Place, limit: int, hides: Count, *, cursor: bool) -> bool:
    """Whether the line on so many rows would lose words to a count of hidden lines at its end."""
    if not hides.parts or _under(line, place, limit, full=cursor):
        return False
    edge = _edge(line, place, limit, NOTHING, full=cursor)
    pieces = _pieces(line, place, limit, edge, 0)
    room = place.cells - INSET - len(hides.full) - (_beside(_apart(edge)) if len(pieces) == 1 else 0)
    return not fits(pieces[-1], room)


def _pieces(line: LineView, place: Place, limit: int, author: tuple[Span, ...], taken: int) -> list[str]:
    """The line's text on at most `limit` rows, `taken` cells of the first one being used already."""
    room = place.cells - INSET
    beside = _beside(author)
    hang = place.number_cells or (_HANG if line.prefix or line.continued else 0)
    text = _text_of(line, place)
    return wrap(text, max(1, room - beside - taken), limit, hang, max(1, room))


def _text_of(line: LineView, place: Place) -> str:
    stamp = shown_stamp(line, place.ui)
    return shown_text(line, place.number_cells, stamp.length if stamp else 0)


def _apart(edge: tuple[Span, ...]) -> tuple[Span, ...]:
    """What stands at the right edge, a blank before it."""
    return (_GAP, *edge) if edge and edge[0] != _GAP else edge


def _beside(author: tuple[Span, ...]) -> int:
    return cells_of(author) + 1 if author else 0


def more_row(hides: Count, place: Place) -> Row:
    """The row that counts lines hidden above it."""
    count = Span(f"{' ' * INSET}{CUT} {hides.words}", hides.style)
    return Row(compose([count], place.cells), "more", place.section)


def author_spans(line: LineView, place: Place) -> tuple[Span, ...]:
    """Author and turn for the right edge; none where the line is unchanged or the row is too short."""
    offered = blame_of(line, place.section, place.ui)
    if not offered and line.mark and line.author:
        offered = (_gone_by(line, place.ui),)
    if not any(offered) or place.cells < 30:
        return ()
    most = place.cells // 3
    words = next((each for each in offered if fits(each, most)), cut(offered[-1], most))
    return (Span(words, "author"),)


def _gone_by(line: LineView, ui: UiState) -> str:
    """Who changed the line; with the version where that is told of every line."""
    author = visible(line.author)
    return f"v{line.version} {author}" if ui.blame is not None and line.version else author


def _edge(line: LineView, place: Place, limit: int, hides: Count, *, full: bool) -> tuple[Span, ...]:
    """What stands at the right edge: proof or age, as full as there is room, and the author.

    Unless it is to be told in `full`, as of the line under the cursor, the text needs no second row for it.

    On one row the text also stands beside the count of the lines that it hides.
    """
    if has_column(line, place.ui):
        return _column(line, place, limit, hides, full=full)
    author = author_spans(line, place)
    beside = cells_of((_APART, *author)) if author else 0
    # What takes more is not drawn at all: see `compose`.
    most = place.cells - place.cells // 3 - len(_APART.text) - beside
    offered = [tail for tail in _offered(line, place) if cells_of(tail) <= most]
    if not offered:
        return author
    room = place.cells - INSET - beside - 1
    text = _text_of(line, place)
    if limit == 1:
        tail = chosen(offered, lambda cells: fits(text, cells - len(hides.full)), room, _READABLE)
    elif not (full or place.ui.zoom) and fits(text, room - 1 - cells_of(offered[-1])):
        tail = chosen(offered, lambda cells: fits(text, cells), room, _READABLE)
    else:
        least = max(_READABLE, place.cells // 3)
        tail = chosen(offered, lambda cells: cells >= least or fits(text, cells), room, _READABLE)
    if not tail and (author or limit > 1) and is_alert(offered[-1]):
        # Who changed the line is told by its turn too, and words have further rows; that it is unproven stands nowhere
        # else.
        return (_GAP, *offered[-1])
    spans = _with_finds(tail, place, here=full)
    if not spans:
        return author
    return (_GAP, *spans, _APART, *author) if author else (_GAP, *spans)


def _column(line: LineView, place: Place, limit: int, hides: Count, *, full: bool) -> tuple[Span, ...]:
    """Proof and version of an audited entry while it is shown who brought the lines.

    On one row the text is cut for them, on more they stand there where the whole text has room beside them.
    """
    words, text = blame_of(line, place.section, place.ui), _text_of(line, place)
    room = place.cells - INSET - len(_GAP.text) - 1
    most = place.cells - place.cells // 3 - len(_GAP.text) - 1

    def leaves(cells: int, words: str) -> Callable[[int], bool]:
        return lambda taken: taken <= most and room - taken - len(words) >= cells

    whole = leaves(width(text) if fits(text, room) else room, hides.full)
    if full and limit > 1:
        every = fullest(line, words, place.cells, place.ui)
        spans = every if whole(cells_of(every)) else ()
    else:
        spans = beside(line, words, place.cells, place.ui, whole)
    if not spans and limit == 1:
        readable = leaves(max(_READABLE, place.cells * 2 // 5), hides.fewest)
        spans = beside(line, words, place.cells, place.ui, readable)
    if not spans and limit == 1:
        spans = least_beside(line, words, place.cells, place.ui, leaves(_LEAST_BESIDE, hides.fewest))
    return (_GAP, *_with_finds(spans, place, here=full)) if spans else ()


def _under(line: LineView, place: Place, limit: int, *, full: bool) -> tuple[Span, ...]:
    """The row under the text of an audited entry for what has no room beside it: see `_column`."""
    if limit < 2 or not has_column(line, place.ui) or _column(line, place, limit, NOTHING, full=full):
        return ()
    words = blame_of(line, place.section, place.ui)
    return below(line, words, max(1, place.cells - INSET - _HANG), place.ui)


def _with_finds(spans: Sequence[Span], place: Place, *, here: bool) -> list[Span]:
    return [part for span in spans for part in marked(span, visible(place.ui.find), here=here)]


def _offered(line: LineView, place: Place) -> list[tuple[Span, ...]]:
    """What may stand behind the text, the fullest first: the proof of an audited entry, the age of a note."""
    stamp = shown_stamp(line, place.ui)
    if stamp is None or place.ui.now is None:
        return tails(line, place.cells, place.ui.now)
    return [(Span(age_of(stamp, place.ui.now), "dim"),)]


def _head(line: LineView, *, cursor: bool, first: bool) -> list[Span]:
    pointer = Span(POINTER if cursor and first else " ", "cursor" if cursor else "text")
    mark = line.mark if first else ""
    return [pointer, Span(mark, MARKS[mark]) if mark else Span(" "), Span(" ")]


def _text_style(line: LineView) -> Style:
    closed = line.proof is not None and line.proof.closed
    return "dim" if line.mark == "-" or is_placeholder(line) or closed else "text"


def _row(spans: tuple[Span, ...], line: LineView, place: Place) -> Row:
    kind: RowKind = "empty" if is_placeholder(line) else "removed" if line.mark == "-" else "line"
    tint = bool(line.mark) and line.version in (None, place.newest)
    return Row(spans, kind, place.section, line.index, tint=tint, version=line.version)
