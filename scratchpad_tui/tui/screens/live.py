"""The Live screen: its keys, its mouse, and the fields that open in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on

from scratchpad_tui.tui import keys
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.layout import Stop
from scratchpad_tui.tui.screens.follows import follow_words
from scratchpad_tui.tui.screens.live_edits import LiveEdits
from scratchpad_tui.tui.widgets.pad import PadRows

if TYPE_CHECKING:
    from collections.abc import Callable

_PAGE = 8
"""Lines that a page key moves the cursor."""


class LiveScreen(LiveEdits):
    """The pad as it is, followed."""

    BINDINGS = bindings("live")

    # The cursor

    def action_line(self, step: int) -> None:
        """Moves the cursor by a line."""
        self._moved(self.state.move_line, step)

    def action_page(self, step: int) -> None:
        """Moves the cursor by a page."""
        self._moved(self.state.move_line, step * _PAGE)

    def action_edge(self, step: int) -> None:
        """Moves the cursor to the first or the last line of the pad."""
        self._moved(self.state.move_edge, step)

    def action_pane(self, step: int) -> None:
        """Moves the cursor to the next or the previous section."""
        self._moved(self.state.move_pane, step)

    def _moved(self, move: Callable[[int], None], step: int) -> None:
        move(step)
        self.draw()

    def action_back(self) -> None:
        """One level back."""
        if self.state.back():
            self.draw()

    def action_zoom(self) -> None:
        """Zooms the section under the cursor, or ends it."""
        if self.state.zoom():
            self.draw()
        else:
            self.app.tell(keys.said("Nothing to zoom yet: {go.next-pane} goes to a section"))

    def action_follow(self) -> None:
        """Pauses, or follows again."""
        paused = self.state.pause(self.app.clock.seconds())
        self.draw()
        self.app.tell(follow_words(follows=not paused))

    def action_all_seen(self) -> None:
        """Marks every change as seen."""
        self.state.all_seen()
        self.remember_seen()
        self.draw()
        self.app.tell("Everything counts as seen")

    def action_look_again(self) -> None:
        """Reads the file now."""
        self.app.look_again()

    # The mouse

    @on(PadRows.Clicked)
    def select_row(self, message: PadRows.Clicked) -> None:
        """Puts the cursor where it was clicked, opens a turn, or does what a row's key does."""
        row = message.row
        if row.beside is not None:
            self.state.put_beside(row.beside)
            self.draw()
            self.action_open_line()
        elif row.key:
            self.app.press(keys.now(row.key))
        elif row.kind in ("line", "next", "empty"):
            self.state.put_cursor(Stop(row.section, row.index))
            self.draw()
        elif row.kind == "rule":
            self.state.enter(row.section)
            self.draw()
        elif row.version is not None:
            self.app.open_turn(row.version)

    @on(PadRows.Scrolled)
    def scroll_rows(self, message: PadRows.Scrolled) -> None:
        """Moves the cursor in the section under the pointer."""
        row, here = message.row, self.state.section
        if row is not None and row.section and (here is None or here.name != row.section):
            self.state.enter(row.section)
        self.state.move_within(message.step)
        self.draw()

    # What opens over it

    def action_open_line(self) -> None:
        """Opens the turn that brought the line under the cursor, or what has the cursor in the column at the right."""
        beside = self.state.beside
        if beside is not None:
            self.app.open_beside(beside)
            return
        found = self.line_here("open")
        if found is None:
            return
        section, line = found
        if line.version is not None:
            self.app.open_turn(line.version, line)
        else:
            self.app.open_origin(section.name, line)

    def action_what_agent_gets(self) -> None:
        """Shows the text that goes into the agent's context."""
        self.app.open_prompt()

    async def action_copy(self) -> None:
        """Copies the raw text of the line under the cursor."""
        found = self.line_here("copy")
        if found is not None:
            await self.app.copy(found[1].text, "the line")
