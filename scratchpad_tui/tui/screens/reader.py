"""A sheet over the ground screen with a text to scroll, find in and copy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, overload

from textual import on
from textual.containers import Vertical
from textual.screen import ModalScreen

from scratchpad_tui.tui.footer import Found
from scratchpad_tui.tui.layout.fit import CUT, cells_of, compose, holds, marked_row
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.widgets.bars import KeyBar
from scratchpad_tui.tui.widgets.field import FieldRow, FindRow
from scratchpad_tui.tui.widgets.painter import Line
from scratchpad_tui.tui.widgets.rows import LongRows, Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from textual.app import ComposeResult

    from scratchpad_tui.tui.app import ScratchpadApp
    from scratchpad_tui.tui.layout.model import Spans

_AROUND = 4
"""Rows of a sheet that are not its text: border, title and footer."""
_LONG = 200_000
"""Characters from which a text is broken into rows in the background."""
_MANY_ROWS = 20_000
"""Rows that are looked through while a text to find is typed; of more it marks those in sight."""
_NONE: Mapping[int, Line] = {}


class Drawn(Sequence[Line]):
    """Rows as lines, each composed when it comes into sight."""

    def __init__(
        self, rows: Sequence[Spans], line_of: Callable[[Spans], Line], instead: Mapping[int, Line] = _NONE
    ) -> None:
        self._rows = rows
        self._line_of = line_of
        self._instead = instead
        """By their places, lines that stand for what would be composed."""

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, at: int) -> Line: ...

    @overload
    def __getitem__(self, at: slice) -> list[Line]: ...

    def __getitem__(self, at: int | slice) -> Line | list[Line]:
        if isinstance(at, int):
            return self._instead.get(at) or self._line_of(self._rows[at])
        return [self[place] for place in range(*at.indices(len(self)))]


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
        """The row that was gone to last."""
        self._before = ("", -1)
        """Text and place from before another text was typed."""
        self._broken_rows: list[Spans] = []
        self._width = 1
        self._pinned = 0
        """Rows under the title that do not scroll."""
        self._tallest = 0
        """Rows of the longest text that was shown: a sheet on which one goes from text to text keeps its place."""

    def compose(self) -> ComposeResult:
        """Title, rows and footer on one sheet."""
        with Vertical(id="sheet"):
            yield Rows(id="title")
            yield LongRows(id="text")
            yield KeyBar(self.PLACE)

    def title_spans(self) -> Sequence[Span]:
        """The sheet's title."""
        raise NotImplementedError

    def title_forms(self) -> Sequence[Sequence[Span]]:
        """The title, and shorter ones for narrow sheets, the fullest first."""
        return [self.title_spans()]

    def pinned_rows(self, cells: int) -> list[Spans]:  # noqa: ARG002 - a subclass fits its rows into them
        """Rows under the title that do not scroll; a few."""
        return []

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
        forms = self.title_forms()
        spans = next((form for form in forms if cells_of(form) < cells), forms[-1])
        pinned = self.pinned_rows(cells)
        self._pinned = len(pinned)
        title.styles.height = 1 + self._pinned
        title.put([Line(compose(row, cells)) for row in ([Span(" "), *spans], *pinned)])
        width = max(1, text.scrollable_content_region.width)
        if len(self.raw_text()) > _LONG:
            # Nothing blocks the keyboard, whatever somebody wrote into a pad.
            self.app.in_background(
                lambda: self.text_rows(width), lambda rows: self._show(rows, width), group="sheet"
            )
        else:
            self._show(self.text_rows(width), width)

    def _show(self, rows: list[Spans], width: int) -> None:
        self._broken_rows, self._width = rows, width
        if self in self.app.screen_stack:  # it may have been closed meanwhile
            self._fit()
            self._mark()

    def on_resize(self) -> None:
        """Is as high as its text needs on the new size, whatever it was before."""
        self._tallest = 0
        self._fit()

    def _fit(self) -> None:
        """Makes the sheet as high as its text, as far as the screen has room."""
        self._tallest = max(self._tallest, len(self._broken_rows))
        rows = self._tallest + self._pinned + _AROUND + len(self.query(FindRow))
        self.query_one("#sheet").styles.height = min(rows, self.size.height)

    @on(LongRows.Moved, "#text")
    def count_hidden(self) -> None:
        """Says on the border how many rows are hidden above and below."""
        above, below = self.text.hidden
        sheet = self.query_one("#sheet")
        sheet.border_title = f"{CUT} {above:,} above" if above else None
        sheet.border_subtitle = f"{CUT} {below:,} more" if below else None

    def _mark(self) -> None:
        """Shows the rows with the marks of find."""
        rows, find = self._broken_rows, self._find
        fields = self.query(FindRow)
        looks = bool(find) and (not fields or len(rows) <= _MANY_ROWS)
        self._found = [at for at, row in enumerate(rows) if _holds(row, find)] if looks else []
        self._draw_found()
        found = self._told() if looks else None
        for field in fields:
            field.tell(found)

    def _draw_found(self) -> None:
        """Shows the places, and in the footer which of them has been gone to."""
        rows, find, width = self._broken_rows, self._find, self._width

        def line_of(row: Spans, *, here: bool = False) -> Line:
            return Line(compose(marked_row(row, find, here=here), width))

        at = self._place
        instead = {at: line_of(rows[at], here=True)} if at in self._found else _NONE
        self.text.put(Drawn(rows, line_of, instead))
        self.query_one(KeyBar).tell(self._told())

    def _told(self) -> Found | None:
        at = self._found.index(self._place) + 1 if self._place in self._found else 0
        return Found(self._find, at, len(self._found)) if self._find else None

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
            self._mark()
        else:
            _ = self.dismiss()  # not awaited: this screen runs it

    async def action_copy(self) -> None:
        """Copies the raw text."""
        await self.app.copy(self.raw_text(), "the text")

    async def action_find(self) -> None:
        """Opens the field for a text to find."""
        if not self.query(FindRow):
            self._before = (self._find, self._place)
            self.add_class("-field")
            await self.query_one("#sheet").mount(FindRow("Find", self._find), before=self.query_one(KeyBar))
            self.query_one(KeyBar).show("find")
            self._fit()

    async def action_find_next(self, step: int) -> None:
        """Scrolls to the next place of the text."""
        if not self._find:
            await self.action_find()
        elif self._found:
            order = self._found if step > 0 else self._found[::-1]
            self._go_to(next((at for at in order if (at - self._place) * step > 0), order[0]))

    def _go_to(self, row: int) -> None:
        self._place = row
        self._draw_found()
        self.text.show_row(row)

    @on(FindRow.Typed)
    def mark_typed(self, message: FindRow.Typed) -> None:
        """Marks the text as it is typed; enter goes to its first place."""
        if message.field.is_attached:
            self._find, self._place = message.text, -1
            self._mark()

    @on(FieldRow.Saved)
    async def find_text(self, message: FieldRow.Saved) -> None:
        """Marks the text and goes to its first place."""
        await self._close(message.field)
        self._find = message.text
        self._mark()
        if self._found:
            self._go_to(self._found[0])

    @on(FieldRow.Left)
    async def leave_field(self, message: FieldRow.Left) -> None:
        """Closes the field; what was marked before it opened is marked again."""
        await self._close(message.field)
        self._find, self._place = self._before
        self._mark()

    async def _close(self, field: FieldRow) -> None:
        await field.remove()
        self._fit()
        self.remove_class("-field")
        self.set_focus(None)
        self.query_one(KeyBar).show(self.PLACE)


def _holds(row: Spans, find: str) -> bool:
    return holds("".join(span.text for span in row), find)
