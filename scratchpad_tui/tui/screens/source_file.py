"""The sheet of a file that an entry names as its source, at the line that it names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.layout.fit import fits, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.screens.reader import ReaderScreen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.audited.source import SourceFile
    from scratchpad_tui.tui.layout.model import Spans, Style

_MOST_ROWS = 12
"""Rows over which one line of the file is broken."""
_NARROW = 60
"""Cells under which the lines have no numbers where one of them would be broken for them."""


class SourceScreen(ReaderScreen):
    """The text with the numbers of its lines; the one that is meant is marked and in sight."""

    BINDINGS = bindings("source")
    PLACE = "source"

    def __init__(self, found: SourceFile) -> None:
        super().__init__()
        self._file = found
        self._count = len(texts(found.text))
        self._went = False

    def title_spans(self) -> Sequence[Span]:
        """The file, the line, and what is not shown or not there."""
        found = self._file
        spans = [Span(visible(found.path), "title")]
        if found.line > self._count and not found.is_cut:
            spans.append(Span(f"  no line {found.line:,}, it has {self._count:,}", "attention"))
        elif found.line:
            spans.append(Span(f":{found.line}", "title"))
        if found.is_cut:
            spans.append(Span("  its first megabyte", "attention"))
        return spans

    def text_rows(self, cells: int) -> list[Spans]:
        """The lines, each with its number where there is room, long ones broken."""
        digits = len(str(self._count)) + 1
        if cells < _NARROW and not self._fits(cells - 3 - digits):
            digits = 0
        room = max(1, cells - 3 - digits)
        rows: list[Spans] = []
        for number, line in enumerate(texts(self._file.text), 1):
            here = number == self._file.line
            style: Style = "cursor" if here else "text"
            head = Span(f" {'▸' if here else ' '} ", "cursor")
            shown = visible(line[: room * _MOST_ROWS * 8].expandtabs(4))
            for at, piece in enumerate(wrap(shown, room, _MOST_ROWS, 2)):
                count = f"{number if at == 0 else '':>{digits - 1}} " if digits else ""
                rows.append((head if at == 0 else Span("   "), Span(count, "dim"), Span(piece, style)))
        return rows or [(Span("   Nothing stands in this file.", "dim"),)]

    def _fits(self, cells: int) -> bool:
        """Whether no line has to be broken."""
        return all(fits(visible(line[: cells * 8].expandtabs(4)), cells) for line in texts(self._file.text))

    def raw_text(self) -> str:
        """The text as it stands in the file."""
        return self._file.text

    def _show(self, rows: list[Spans], width: int) -> None:
        super()._show(rows, width)
        if not self._went and self._file.line:
            self._went = True
            self.call_after_refresh(self._go_to_line, rows)

    def _go_to_line(self, rows: list[Spans]) -> None:
        """Scrolls to the line that is meant, or to the last one where the file has fewer."""
        at = next((at for at, row in enumerate(rows) if row[0].text.strip()), len(rows) - 1)
        self.text.show_row(at)
