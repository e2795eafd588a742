"""The sheet of one promotion: all that the pane has room for the beginning of, in the same rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.redact_told import likeness
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.layout.fit import compose
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.promotions_item import READ_AHEAD, sheet_rows, state_words
from scratchpad_tui.tui.screens.reader import ReaderScreen
from scratchpad_tui.tui.screens.rereading import Rereading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.core.session.items import Item
    from scratchpad_tui.tui.layout.model import Spans
    from scratchpad_tui.tui.promoting import Reviewed

_GONE = "It is not in the queue any more."


class ItemScreen(ReaderScreen):
    """All words of an item."""

    BINDINGS = bindings("note")
    PLACE = "note"

    def __init__(self, item: Item) -> None:
        super().__init__()
        self._item = item
        self._is_gone = False
        self._again = Rereading(self, self._read_again, self._take_again)

    def on_mount(self) -> None:
        """Reads again what was read before the sheet could be told."""
        self._again.ask()

    def take(self, view: PadView) -> None:  # noqa: ARG002 - the queue is read, not the pad
        """Takes a newly read pad: the item may say something else, or be decided."""
        self._again.ask()

    def _read_again(self) -> Reviewed:
        return self.app.source.reviewed()

    def _take_again(self, given: Reviewed) -> None:
        if given.look is None:
            return
        item = same_item(self._item, given.look.items)
        was = (self._item, self._is_gone)
        self._item, self._is_gone = item or self._item, item is None
        if was != (self._item, self._is_gone):
            self.draw()

    def title_spans(self) -> Sequence[Span]:
        """Its sign, its state and its tag."""
        if self._is_gone:
            return [Span(self._item.id, "dim")]
        glyph, word, style = state_words(self._item, "")
        tag = visible(self._item.tag[:READ_AHEAD])
        return [Span(f"{glyph} {word}", style), Span(f" · {tag} · {self._item.id}", "dim")]

    def text_rows(self, cells: int) -> list[Spans]:
        """The rows of the pane, none of them cut."""
        if self._is_gone:
            # Its text may be what was taken out of every file.
            return [compose([Span(f" {_GONE}", "dim")], cells)]
        return sheet_rows(self._item, cells, self.app.clock.now())

    def raw_text(self) -> str:
        """The line as it would be written, or the text."""
        return "" if self._is_gone else self._item.line or self._item.text


def same_item(item: Item, items: Sequence[Item]) -> Item | None:
    """The item in a newer reading; what a rule offers has another id when something of it was redacted."""
    own = next((other for other in items if other.id == item.id), None)
    alike = max(items, key=lambda other: likeness(item.text, other.text), default=None)
    # Of a text of which nothing is left nobody can say that it was this one.
    return own or (alike if alike is not None and likeness(item.text, alike.text) > 0 else None)
