"""Widgets that draw rows of spans: a fixed place that repaints only what changed, and a long text to scroll."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView

from scratchpad_tui.tui.widgets.painter import Painter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.strip import Strip

    from scratchpad_tui.tui.widgets.painter import Line


class Rows(Painter):
    """Rows that are arranged by whoever owns the widget, each exactly as wide as it."""

    DEFAULT_CSS = """
    Rows { height: 1fr; width: 1fr; }
    """

    class Resized(Message):
        """The widget has another size, or its first: its rows must be arranged for it."""

        def __init__(self, rows: Rows) -> None:
            super().__init__()
            self.rows = rows
            """The widget."""

        @property
        def control(self) -> Rows:
            """The widget, for selectors."""
            return self.rows

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id)
        self._lines: tuple[Line, ...] = ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """The rows as they are drawn, the first at the top."""
        return self._lines

    def on_resize(self) -> None:
        """Asks for rows of the new size."""
        self.post_message(self.Resized(self))

    def put(self, lines: Sequence[Line]) -> int:
        """Draws these rows; only those that differ from what stands there are repainted.

        Returns:
            How many rows are repainted.
        """
        old, self._lines = self._lines, tuple(lines)
        width = self.size.width
        regions = [
            _changed_cells(old[y] if y < len(old) else None, line, y, width)
            for y, line in enumerate(self._lines)
            if y >= len(old) or old[y] != line
        ]
        regions += [Region(0, y, width, 1) for y in range(len(self._lines), len(old))]
        if regions:
            self.refresh(*regions)
        return len(regions)

    def render_line(self, y: int) -> Strip:
        """The row as a strip, blank where there is none."""
        return self.strip_of(self._lines[y] if y < len(self._lines) else None)


class LongRows(Painter, ScrollView):
    """As many rows as there are, drawn when they come into sight."""

    DEFAULT_CSS = """
    LongRows { height: 1fr; width: 1fr; overflow-x: hidden; overflow-y: auto; scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
    """

    class Moved(Message):
        """Other rows may be in sight than before, or more of them."""

        def __init__(self, rows: LongRows) -> None:
            super().__init__()
            self.rows = rows
            """The widget."""

        @property
        def control(self) -> LongRows:
            """The widget, for selectors."""
            return self.rows

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id)
        self._lines: Sequence[Line] = ()

    @property
    def lines(self) -> Sequence[Line]:
        """All rows, the first at the top."""
        return self._lines

    def put(self, lines: Sequence[Line]) -> None:
        """Shows these rows, which stay as they are; those that come into sight are asked for."""
        self._lines = lines
        self.virtual_size = Size(self.size.width, len(self._lines))
        self.refresh()
        self.post_message(self.Moved(self))

    @property
    def hidden(self) -> tuple[int, int]:
        """How many rows are hidden above, and below."""
        top = min(self.scroll_offset.y, len(self._lines))
        return top, max(0, len(self._lines) - top - self.size.height)

    def on_resize(self) -> None:
        """Says that another part of the rows is in sight."""
        self.post_message(self.Moved(self))

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Says so where they were scrolled."""
        super().watch_scroll_y(old_value, new_value)
        if round(old_value) != round(new_value):
            self.post_message(self.Moved(self))

    def render_line(self, y: int) -> Strip:
        """The row at this place of the screen as a strip."""
        at = y + self.scroll_offset.y
        return self.strip_of(self._lines[at] if at < len(self._lines) else None)

    def show_row(self, at: int) -> None:
        """Scrolls without motion so that the row is in sight."""
        top = self.scroll_offset.y
        height = self.size.height
        if not top <= at < top + height:
            self.scroll_to(y=max(0, at - height // 3), animate=False)


def _changed_cells(old: Line | None, new: Line, y: int, width: int) -> Region:
    """The part of a row that has to be painted anew, so that a terminal gets no more than what changed."""
    if old is None or (old.under, old.reach) != (new.under, new.reach):
        return Region(0, y, width, 1)
    spans, shorter = new.spans, min(len(old.spans), len(new.spans))
    head = 0
    while head < shorter and old.spans[head] == spans[head]:
        head += 1
    tail = 0
    while tail < shorter - head and old.spans[-1 - tail] == spans[-1 - tail]:
        tail += 1
    start = sum(cell_len(span.text) for span in spans[:head])
    stop = width - sum(cell_len(span.text) for span in spans[len(spans) - tail :])
    return Region(start, y, max(1, stop - start), 1)
