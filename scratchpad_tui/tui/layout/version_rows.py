"""A whole version as rows, with who had brought each line at the right where that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.document import BOM
from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.pad.scan import heading_name
from scratchpad_tui.core.text import visible, width
from scratchpad_tui.tui.layout.fit import cut, wrap
from scratchpad_tui.tui.layout.model import Span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scratchpad_tui.tui.layout.model import Style

_MOST_ROWS = 40
"""Rows over which one line of the text is broken."""
_SHARE = 3
"""The column of authors takes at most this part of the width."""
_GAP = 2
_LEAST_TEXT, _LEAST_COLUMN = 12, 5
"""Cells of text, and of the column, under which the column gives way."""

Words = tuple[str, ...]


def version_rows(text: str, cells: int, blamed: Mapping[int, Words] | None = None) -> list[tuple[Span, ...]]:
    """The text, long lines broken; none of the rows is longer than so many cells.

    `blamed`: by the number of a line, counted from 1, who brought it: the fullest words first, then shorter ones.
    """
    column, words = _column(blamed or {}, cells)
    room = max(1, cells - 2 - (column + _GAP if column else 0))
    rows: list[tuple[Span, ...]] = []
    for number, line in enumerate(texts(text), 1):
        heading = heading_name(line.removeprefix(BOM) if number == 1 else line)
        style: Style = "text" if heading is None else "title"
        shown = visible(line[: room * _MOST_ROWS * 8].expandtabs(4))
        pieces = wrap(shown, room, _MOST_ROWS, 2)
        rows.append(_with_author(pieces[0], style, room, words.get(number, "")))
        rows += [(Span(f" {piece}", style),) for piece in pieces[1:]]
    return rows


def _column(blamed: Mapping[int, Words], cells: int) -> tuple[int, dict[int, str]]:
    """How wide the column is, and what stands in it: the fullest words for which there is room, the shortest cut."""
    longest = max(map(len, blamed.values()), default=0)
    words: dict[int, str] = {}
    for at in range(longest):
        words = {number: each[min(at, len(each) - 1)] for number, each in blamed.items()}
        column = max(map(width, words.values()))
        if column <= cells // _SHARE:
            return column, words
    room = min(cells // 2, cells - _GAP - 2 - _LEAST_TEXT)
    if not words or room < _LEAST_COLUMN:
        return 0, {}
    cut_words = {number: cut(word, room) for number, word in words.items()}
    return max(map(width, cut_words.values())), cut_words


def _with_author(piece: str, style: Style, room: int, author: str) -> tuple[Span, ...]:
    row = (Span(f" {piece}", style),)
    return (*row, Span(" " * (room - width(piece) + _GAP)), Span(author, "author")) if author else row
