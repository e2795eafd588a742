"""The mouse in a list of rows: a click goes to what its row shows, a count of hidden ones moves by a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events

    from scratchpad_tui.tui.widgets.rows import Rows


class Wheeled:
    """A part of a screen where the mouse wheel moves."""

    def wheel(self, event: events.MouseEvent, step: int) -> None:
        """Moves by a step where the pointer is over what moves."""
        raise NotImplementedError

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Moves on."""
        self.wheel(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Moves back."""
        self.wheel(event, -1)


class Listed(Wheeled):
    """A part of a screen with one list."""

    @property
    def listed(self) -> Rows:
        """The rows of the list."""
        raise NotImplementedError

    @property
    def places(self) -> Sequence[int | None]:
        """For each row in sight the place that it shows; None for one that counts what is hidden, or a title."""
        raise NotImplementedError

    def go_to(self, place: int, chain: int) -> None:
        """Does what a click on a place is for; `chain` counts the clicks there."""
        raise NotImplementedError

    def action_line(self, step: int) -> None:
        """Moves by a place."""
        raise NotImplementedError

    def action_page(self, step: int) -> None:
        """Moves by a page."""

    def click_beside(self, row: int) -> None:
        """Moves by a page: a row that shows no place counts what is hidden above or below."""
        self.action_page(-1 if row == 0 else 1)

    def on_click(self, event: events.Click) -> None:
        """Goes to the place that was clicked, or a page further."""
        row = row_of(event, self.listed, len(self.places))
        if row is None:
            return
        place = self.places[row]
        if place is None:
            self.click_beside(row)
        else:
            self.go_to(place, event.chain)

    def wheel(self, event: events.MouseEvent, step: int) -> None:  # noqa: ARG002 - wherever the pointer is
        """Moves by a place."""
        self.action_line(step)


def row_of(event: events.Click, rows: Rows, count: int) -> int | None:
    """Which of so many rows was clicked; None where it was something else."""
    row = event.screen_y - rows.region.y
    return row if event.widget is rows and 0 <= row < count else None


def is_over(event: events.MouseEvent, rows: Rows) -> bool:
    """Whether the pointer is over the rows: a terminal's event of the wheel, unlike a click, names no widget."""
    return rows.region.contains(int(event.screen_x), int(event.screen_y))
