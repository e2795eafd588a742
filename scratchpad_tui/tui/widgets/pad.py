"""The widget that draws the Live screen's rows and says where it was clicked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

from scratchpad_tui.tui.widgets.painter import BAND, TINT, Line
from scratchpad_tui.tui.widgets.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events

    from scratchpad_tui.tui.layout import Arranged, Row


class PadRows(Rows):
    """The pad: one row of the arrangement to each line of the terminal."""

    class Clicked(Message):
        """A row was clicked."""

        def __init__(self, row: Row) -> None:
            super().__init__()
            self.row = row
            """The row, of the left or the right column."""

    class Scrolled(Message):
        """The wheel was turned over the pad."""

        def __init__(self, step: int, row: Row | None) -> None:
            super().__init__()
            self.step = step
            """1 is down, -1 up."""
            self.row = row
            """The row under the pointer."""

    def __init__(self) -> None:
        super().__init__(id="pad")
        self._shown: Arranged | None = None

    def show(self, arranged: Arranged, tinted: Sequence[bool]) -> int:
        """Draws an arrangement; `tinted` says for each row whether it has just changed.

        Returns:
            How many rows are repainted.
        """
        self._shown = arranged
        lines = []
        for y, (spans, row, tint) in enumerate(zip(arranged.joined(), arranged.rows, tinted, strict=True)):
            under = BAND if self._has_cursor(y, row, arranged) else TINT if tint else ""
            lines.append(Line(spans, under, len(row.spans)))
        return self.put(lines)

    def _has_cursor(self, y: int, row: Row, arranged: Arranged) -> bool:
        at = arranged.cursor_row
        if at is None or y < at:
            return False
        first = arranged.rows[at]
        same = (row.kind, row.section, row.index) == (first.kind, first.section, first.index)
        return same and all(arranged.rows[n].index == first.index for n in range(at, y))

    def row_at(self, x: int, y: int) -> Row | None:
        """The row of the column at this cell."""
        shown = self._shown
        if shown is None or y >= len(shown.rows):
            return None
        if shown.right and x >= shown.left_width + shown.gap:
            return shown.right[y]
        return shown.rows[y]

    def on_click(self, event: events.Click) -> None:
        """Says which row was clicked."""
        row = self.row_at(event.x, event.y)
        if row is not None:
            self.post_message(self.Clicked(row))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Says that the wheel was turned down."""
        event.stop()
        self.post_message(self.Scrolled(1, self.row_at(event.x, event.y)))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Says that the wheel was turned up."""
        event.stop()
        self.post_message(self.Scrolled(-1, self.row_at(event.x, event.y)))
