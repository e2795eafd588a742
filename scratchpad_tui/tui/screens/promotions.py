"""The Promotions screen: what a session leaves to later ones, decided by a person; its cursor and its mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on

from scratchpad_tui.tui import keys
from scratchpad_tui.tui.ages import until_next
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.idle import on_promotions
from scratchpad_tui.tui.screens.follows import follow_words, is_in_sight, is_open
from scratchpad_tui.tui.screens.framed import FRAME_ROWS
from scratchpad_tui.tui.screens.listed import Listed
from scratchpad_tui.tui.screens.promotions_acts import PromotionsActs
from scratchpad_tui.tui.widgets.painter import BAND, Line
from scratchpad_tui.tui.widgets.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.timer import Timer
    from textual.widget import Widget

    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.layout.promotions import Arranged
    from scratchpad_tui.tui.promoting import Reviewed
    from scratchpad_tui.tui.promotions_state import PromotionsState

_SHORTEST_WAIT = 10.0
"""Seconds between two repaints for ages, also where the clock stands still."""


class PromotionsScreen(Listed, PromotionsActs):
    """The queue, followed."""

    BINDINGS = bindings("promotions")
    CSS_PATH: ClassVar = "promotions.tcss"

    def __init__(self, state: PromotionsState) -> None:
        super().__init__(state)
        self._shown: Arranged | None = None
        self._wake: Timer | None = None

    def body(self) -> Widget:
        """One widget draws it all."""
        return Rows(id="promotions")

    @property
    def rows(self) -> Rows:
        """The widget that draws it."""
        return self.query_one("#promotions", Rows)

    @property
    def listed(self) -> Rows:
        """The widget that draws it."""
        return self.rows

    @property
    def places(self) -> Sequence[int | None]:
        """For each row the item that it is of."""
        return [row.at for row in self._shown.rows] if self._shown is not None else ()

    def go_to(self, place: int, chain: int) -> None:
        """Puts the cursor on the item that was clicked; a second click opens it."""
        again = self.state.at == place
        self.state.put(place)
        self.draw()
        if again and chain > 1:
            self.app.press(keys.now("enter", "promotions"))

    def click_beside(self, row: int) -> None:
        """Does nothing: such a row is a title, or words about the item."""

    def on_mount(self) -> None:
        """Draws before anything is painted, for the size that it is going to have."""
        columns, rows = self.app.size
        self._draw(columns, rows - FRAME_ROWS)
        self.settle()

    @on(Rows.Resized, "#promotions")
    def arrange_anew(self) -> None:
        """Arranges for another size."""
        self.draw()

    def on_screen_resume(self) -> None:
        """Draws what changed while another screen was open."""
        if self.is_mounted:
            self.draw()

    # What comes in

    def take(self, view: PadView) -> None:  # noqa: ARG002 - the queue is read, not the pad
        """Takes note of a newly read pad or queue: items are judged as things stand now."""
        self.read_again()

    def take_review(self, given: Reviewed, *, own: bool = False) -> None:
        """Takes a newer reading."""
        if is_open(self):
            self.state.take(given, own=own)
            self.follow_proposals(given)
            self.settle()
            self.draw()

    # Drawing

    def draw(self) -> None:
        """Draws what differs from what stands on the screen."""
        if self.is_mounted and is_in_sight(self):
            self._draw(*self.rows.size)

    def _draw(self, cells: int, height: int) -> None:
        if cells < 1 or height < 1:
            return
        now = self.app.clock.now()
        self._shown = shown = self.state.arranged(cells, height, now)
        here = self.state.at if self.state.items else None
        self.rows.put(
            [
                Line(row.spans, BAND if row.at is not None and row.at == here else "", row.reach)
                for row in shown.rows
            ]
        )
        self.draw_head(self.app.live.state.newest, cells, paused=self.state.paused)
        look, app = self.state.look, self.app
        can_undo = app.writes.busy or (look is not None and look.can_undo)
        self.key_bar.leave_out(
            on_promotions(
                self.state.item,
                look.summary if look is not None else None,
                read_only=app.source.read_only,
                can_undo=can_undo,
            )
        )
        self.key_bar.word(first=self.first_key())
        if self._wake is not None:
            self._wake.stop()
            self._wake = None
        item = self.state.item
        if item is not None and item.moment is not None:
            age = max(0.0, (now - item.moment).total_seconds())
            self._wake = self.set_timer(max(_SHORTEST_WAIT, until_next(age)), self.draw)

    # The cursor

    def action_line(self, step: int) -> None:
        """Moves by an item."""
        self._moved(self.state.move, step)

    def action_page(self, step: int) -> None:
        """Moves by a page."""
        self._moved(self.state.page, step)

    def action_edge(self, step: int) -> None:
        """Moves to the first or the last item."""
        self._moved(self.state.edge, step)

    def action_pane(self, step: int) -> None:  # noqa: ARG002 - there are two
        """Moves between the proposals and what a rule offers."""
        self.state.pane()
        self.draw()

    def _moved(self, move: Callable[[int], None], step: int) -> None:
        move(step)
        self.draw()

    def action_follow(self) -> None:
        """Follows, or stays."""
        paused = self.state.pause()
        self.draw()
        self.app.tell(follow_words(follows=not paused))

    def action_look_again(self) -> None:
        """Reads the queue now."""
        self.read_again(told="Read the queue again")

    def action_back(self) -> None:
        """Hides the twin; else back to the Live screen."""
        if self.state.back():
            self.draw()
        else:
            self.app.action_ground()
