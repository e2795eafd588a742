"""The rows of one line of a section, and the row that counts hidden ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.layout.fit import CUT, cells_of, compose, cut, marked, wrap
from scratchpad_tui.tui.layout.items import CHANGED, is_placeholder, shown_text
from scratchpad_tui.tui.layout.model import Row, Span, Stop

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.view import LineView
    from scratchpad_tui.tui.layout.model import RowKind, Style, UiState

POINTER = "▸"
"""Stands before the line that has the cursor."""
INSET = 3
"""Cells before a line's text: the pointer, the mark, a blank."""
_READABLE = 24
"""Cells of a line's text below which the count of hidden lines is said in fewer words."""
_LEAST = 10
"""Cells of a line's text for which its author gives way to a count of hidden lines."""
_MARKS: dict[str, Style] = {"+": "mark.add", "~": "mark.change", "-": "mark.remove"}


class Place(NamedTuple):
    """What all rows of a section share."""

    section: str
    cells: int
    """Width of a row."""
    number_cells: int
    newest: int
    """The newest version; its lines are tinted."""
    ui: UiState


def line_rows(line: LineView, place: Place, *, cursor: bool, limit: int, suffix: str = "") -> list[Row]:
    """The line on at most `limit` rows; `suffix` counts what is hidden around it and is never left out."""
    author = author_spans(line, place)
    ending = ending_of(suffix, place.cells - INSET - _beside(author)) if limit == 1 else _counted(suffix)
    if limit == 1 and place.cells - INSET - _beside(author) - len(ending) < _LEAST:
        author = ()
    pieces = _pieces(line, place, limit, author, len(ending) if limit == 1 else 0)
    if ending and limit > 1:
        room = place.cells - INSET - len(ending) - (_beside(author) if len(pieces) == 1 else 0)
        pieces[-1] = cut(pieces[-1], max(1, room))
    style: Style = "cursor" if cursor else _text_style(line)
    rows = []
    for number, piece in enumerate(pieces):
        head = _head(line, cursor=cursor, first=number == 0)
        tail = [Span(ending, count_style(suffix))] if ending and number == len(pieces) - 1 else []
        spans = [*head, *marked(Span(piece, style), visible(place.ui.find)), *tail]
        rows.append(_row(compose(spans, place.cells, author if number == 0 else ()), line, place))
    return rows


def count_style(words: str) -> Style:
    """The style of a count of hidden lines: what a person has not seen asks for attention."""
    return "attention" if words.find(CHANGED) >= 0 else "count"


def _counted(suffix: str) -> str:
    return f"   {CUT} {suffix}" if suffix else ""


def ending_of(suffix: str, cells: int) -> str:
    """The count of hidden lines, in fewer words where a row of so many cells would have no room for the line itself."""
    fewer = suffix.rpartition(" · ")[0] or suffix
    shorter = (
        _counted(suffix),
        _counted(fewer),
        _counted(suffix.partition(" · ")[0]),
        f" {CUT}{suffix.partition(' ')[0]}",
    )
    if not suffix:
        return ""
    return next((words for words in shorter if cells - len(words) >= _READABLE), shorter[-1])


def line_height(line: LineView, place: Place, limit: int) -> int:
    """How many rows `line_rows` gives for the line when it is wrapped."""
    return len(_pieces(line, place, limit, author_spans(line, place), 0))


def _pieces(line: LineView, place: Place, limit: int, author: tuple[Span, ...], taken: int) -> list[str]:
    """The line's text on at most `limit` rows, `taken` cells of the first one being used already."""
    room = place.cells - INSET
    beside = _beside(author)
    hang = place.number_cells or (2 if line.prefix or line.continued else 0)
    text = shown_text(line, place.number_cells)
    return wrap(text, max(1, room - beside - taken), limit, hang, max(1, room))


def _beside(author: tuple[Span, ...]) -> int:
    return cells_of(author) + 1 if author else 0


def more_row(words: str, place: Place) -> Row:
    """The row that counts lines hidden above it."""
    count = Span(f"{' ' * INSET}{CUT} {words}", count_style(words))
    return Row(compose([count], place.cells), "more", place.section)


def author_spans(line: LineView, place: Place) -> tuple[Span, ...]:
    """Author and turn for the right edge; none where the line is unchanged or the row is too short."""
    words = line.author if line.mark else ""
    if not words and place.ui.blame:
        words = place.ui.blame.get(Stop(place.section, line.index), "")
    if not words or place.cells < 30:
        return ()
    return (Span(cut(visible(words), place.cells // 3), "author"),)


def _head(line: LineView, *, cursor: bool, first: bool) -> list[Span]:
    pointer = Span(POINTER if cursor and first else " ", "cursor" if cursor else "text")
    mark = line.mark if first else ""
    return [pointer, Span(mark, _MARKS[mark]) if mark else Span(" "), Span(" ")]


def _text_style(line: LineView) -> Style:
    return "dim" if line.mark == "-" or is_placeholder(line) else "text"


def _row(spans: tuple[Span, ...], line: LineView, place: Place) -> Row:
    kind: RowKind = "empty" if is_placeholder(line) else "removed" if line.mark == "-" else "line"
    tint = bool(line.mark) and line.version in (None, place.newest)
    return Row(spans, kind, place.section, line.index, tint=tint, version=line.version)
