"""A sheet over the ground screen with a text to scroll, find in and copy."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Vertical
from textual.screen import ModalScreen

from scratchpad_tui.tui.layout.fit import compose, marked
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.widgets.bars import KeyBar
from scratchpad_tui.tui.widgets.field import FieldRow, FindRow
from scratchpad_tui.tui.widgets.painter import Line
from scratchpad_tui.tui.widgets.rows import LongRows, Rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

    from scratchpad_tui.tui.app import ScratchpadApp

Spans = tuple[Span, ...]


class ReaderScreen(ModalScreen[None]):
    """Shows rows; a subclass says which, for any width, and what is copied."""

    app: ScratchpadApp
    AUTO_FOCUS: ClassVar[str | None] = ""
    CSS_PATH = "reader.tcss"
    PLACE: ClassVar[str] = "help"
    """The place in the key table."""

    def __init__(self) -> None:
        super().__init__()
        self._find = ""
        self._found: list[int] = []
        self._place = -1

    def compose(self) -> ComposeResult:
        """Title, rows and footer on one sheet."""
        with Vertical(id="sheet"):
            yield Rows(id="title")
            yield LongRows(id="text")
            yield KeyBar(self.PLACE)

    def title_spans(self) -> Sequence[Span]:
        """The sheet's title."""
        raise NotImplementedError

    def text_rows(self, cells: int) -> list[Spans]:
        """The rows for a width in terminal cells; none is longer."""
        raise NotImplementedError

    def raw_text(self) -> str:
        """What is copied."""
        return ""

    @property
    def text(self) -> LongRows:
        """The rows that scroll."""
        return self.query_one("#text", LongRows)

    @on(Rows.Resized, "#title")
    def draw(self) -> None:
        """Draws title and rows."""
        title, text = self.query_one("#title", Rows), self.text
        cells = title.size.width
        title.put([Line(compose([Span(" "), *self.title_spans()], cells))])
        width = max(1, text.scrollable_content_region.width)
        rows = self.text_rows(width)
        self._found = [at for at, row in enumerate(rows) if self._find and _holds(row, self._find)]
        text.put([Line(compose(_with_marks(row, self._find), width)) for row in rows])

    # Keys

    def action_line(self, step: int) -> None:
        """Scrolls by a line."""
        self.text.scroll_relative(y=step, animate=False)

    def action_page(self, step: int) -> None:
        """Scrolls by a page."""
        self.text.scroll_relative(y=step * max(1, self.text.size.height - 1), animate=False)

    def action_edge(self, step: int) -> None:
        """Scrolls to the start or the end."""
        self.text.scroll_to(y=0 if step < 0 else self.text.max_scroll_y, animate=False)

    def action_back(self) -> None:
        """Ends the marks of find, then closes the sheet."""
        if self._find:
            self._find = ""
            self.draw()
        else:
            _ = self.dismiss()  # not awaited: this screen runs it

    async def action_copy(self) -> None:
        """Copies the raw text."""
        await self.app.copy(self.raw_text(), "the text")

    async def action_find(self) -> None:
        """Opens the field for a text to find."""
        if not self.query(FindRow):
            self.add_class("-field")
            await self.query_one("#sheet").mount(FindRow("Find", self._find), before=self.query_one(KeyBar))
            self.query_one(KeyBar).show("find")

    async def action_find_next(self, step: int) -> None:
        """Scrolls to the next place of the text."""
        if not self._find:
            await self.action_find()
        elif not self._found:
            self.app.tell("Not found")
        else:
            order = self._found if step > 0 else self._found[::-1]
            self._place = next((at for at in order if (at - self._place) * step > 0), order[0])
            self.text.show_row(self._place)

    @on(FieldRow.Saved)
    async def find_text(self, message: FieldRow.Saved) -> None:
        """Marks the text and goes to its first place."""
        await self._close(message.field)
        self._find = message.text
        self.draw()
        if self._found:
            self._place = self._found[0]
            self.text.show_row(self._place)
        elif self._find:
            self.app.tell("Not found")

    @on(FieldRow.Left)
    async def leave_field(self, message: FieldRow.Left) -> None:
        """Closes the field."""
        await self._close(message.field)

    async def _close(self, field: FieldRow) -> None:
        await field.remove()
        self.remove_class("-field")
        self.set_focus(None)
        self.query_one(KeyBar).show(self.PLACE)


def _holds(row: Spans, find: str) -> bool:
    return find.casefold() in "".join(span.text for span in row).casefold()


def _with_marks(row: Spans, find: str) -> list[Span]:
    return [part for span in row for part in marked(span, find)]
