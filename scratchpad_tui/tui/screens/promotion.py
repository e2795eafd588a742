"""The sheet of one promotion: all that the pane has room for the beginning of, in the same rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.promotions_item import READ_AHEAD, sheet_rows, state_words
from scratchpad_tui.tui.screens.reader import ReaderScreen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.session.items import Item
    from scratchpad_tui.tui.screens.reader import Spans


class ItemScreen(ReaderScreen):
    """All words of an item."""

    BINDINGS = bindings("note")
    PLACE = "note"

    def __init__(self, item: Item) -> None:
        super().__init__()
        self._item = item

    def title_spans(self) -> Sequence[Span]:
        """Its sign, its state and its tag."""
        glyph, word, style = state_words(self._item, "")
        tag = visible(self._item.tag[:READ_AHEAD])
        return [Span(f"{glyph} {word}", style), Span(f" · {tag} · {self._item.id}", "dim")]

    def text_rows(self, cells: int) -> list[Spans]:
        """The rows of the pane, none of them cut."""
        return sheet_rows(self._item, cells, self.app.clock.now())

    def raw_text(self) -> str:
        """The line as it would be written, or the text."""
        return self._item.line or self._item.text
