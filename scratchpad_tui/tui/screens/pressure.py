"""The Pressure screen: how full the agent's context is, call by call, and what fills it; its keys and its mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on

from scratchpad_tui.core.transcripts.record import Compaction
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.layout.pressure import FILE, GRAPH, TABLE, table_needs
from scratchpad_tui.tui.layout.pressure_graph import GUTTER
from scratchpad_tui.tui.pressure_view import LOADING
from scratchpad_tui.tui.screens.follows import follow_words, is_in_sight, is_open
from scratchpad_tui.tui.screens.framed import FRAME_ROWS, FramedScreen
from scratchpad_tui.tui.screens.listed import Wheeled, is_over
from scratchpad_tui.tui.widgets.painter import BAND, Line
from scratchpad_tui.tui.widgets.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events
    from textual.timer import Timer
    from textual.widget import Widget

    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.core.transcripts.record import Message
    from scratchpad_tui.core.working.held import Held
    from scratchpad_tui.tui.layout.pressure import Arranged
    from scratchpad_tui.tui.pressure_state import PressureState
    from scratchpad_tui.tui.pressure_view import PressureView

_REPAINTS_A_SECOND = 4


class PressureScreen(Wheeled, FramedScreen):
    """The context of the agent, followed."""

    NAME = "Pressure"
    PLACE = "pressure"
    BINDINGS = bindings("pressure")
    CSS_PATH: ClassVar = "pressure.tcss"

    def __init__(self, state: PressureState) -> None:
        super().__init__()
        self.state = state
        self._shown: Arranged | None = None
        self._gather: Timer | None = None
        self._drawn_at = float("-inf")

    def body(self) -> Widget:
        """One widget draws it all."""
        return Rows(id="pressure")

    @property
    def rows(self) -> Rows:
        """The widget that draws it."""
        return self.query_one("#pressure", Rows)

    def on_mount(self) -> None:
        """Draws before anything is painted, for the size that it is going to have; asks for the pad's versions."""
        columns, rows = self.app.size
        self._draw(columns, rows - FRAME_ROWS)
        self._read_versions()

    @on(Rows.Resized, "#pressure")
    def arrange_anew(self) -> None:
        """Arranges for another size."""
        self.draw()

    def on_screen_resume(self) -> None:
        """Draws what changed while another screen was open."""
        if self.is_mounted:
            self.draw()

    # What comes in

    def take(self, view: PadView) -> None:  # noqa: ARG002 - its versions are read, not the pad
        """Takes note of a newly read pad: it may have another version."""
        self._read_versions()

    def take_pressure(self, view: PressureView) -> None:
        """Takes a newer reading of the transcript; several within a quarter of a second are drawn once."""
        other = view.serial != self.state.view.serial
        self.state.take(view)
        if other:
            self.draw()
        else:
            self._draw_soon()

    def _draw_soon(self) -> None:
        if not is_in_sight(self):
            return
        wait = self._drawn_at + 1 / _REPAINTS_A_SECOND - self.app.clock.seconds()
        if wait <= 0:
            self.draw()
        elif self._gather is None:
            self._gather = self.set_timer(wait, self.draw)

    def _read_versions(self) -> None:
        source = self.app.source

        def read() -> list[tuple[float, int]]:
            moments = source.moments()
            told = (moments[at] for at in range(len(moments)))
            return sorted((m.time.timestamp(), m.version) for m in told if m.time and not m.is_event)

        self.app.in_background(read, self._take_versions, group="pressure versions")

    def _take_versions(self, versions: Sequence[tuple[float, int]]) -> None:
        if is_open(self):
            first = not self.state.versions
            self.state.take_versions(versions)
            if first:
                self.draw()
            else:
                self._draw_soon()

    # Drawing

    def draw(self) -> None:
        """Draws what differs from what stands on the screen."""
        if self._gather is not None:
            self._gather.stop()
            self._gather = None
        if self.is_mounted and is_in_sight(self):
            self._draw(*self.rows.size)

    def _draw(self, cells: int, height: int) -> None:
        if cells < 1 or height < 1:
            return
        state = self.state
        self._drawn_at = self.app.clock.seconds()
        state.ascii_graph = self.app.has_16_colours
        self._shown = shown = state.arranged(cells, height)
        band = state.row if state.focus == TABLE else None
        self.rows.put(
            [
                Line(row.spans, BAND if row.kind == TABLE and row.at is not None and row.at == band else "")
                for row in shown.rows
            ]
        )
        self.draw_head(self.app.live.state.newest, cells, paused=not state.follows)
        self.key_bar.leave_out(state.idle({row.kind for row in shown.rows}))

    # The cursor

    def action_line(self, step: int) -> None:
        """Moves by a message."""
        if self.state.has_table:
            self._moved(self.state.move_row, step)
        else:
            self._tell_needs()

    def _tell_needs(self) -> None:
        self.app.tell(table_needs(FRAME_ROWS))

    def action_scrub(self, step: int) -> None:
        """Moves over a cell of the graph."""
        self._moved(self.state.scrub, step)

    def action_version(self, step: int) -> None:
        """Moves to the call before or behind."""
        self._moved(self.state.move_call, -step)

    def action_page(self, step: int) -> None:
        """Moves by a page."""
        self._moved(self.state.page, step)

    def action_edge(self, step: int) -> None:
        """Moves to the first or the last."""
        self._moved(self.state.edge, step)

    def action_pane(self, step: int) -> None:
        """Gives the cursor to the graph, the table or the file's line."""
        self._moved(self.state.pane, step)
        if not self.state.has_table:
            self._tell_needs()

    def _moved(self, move: Callable[[int], None], step: int) -> None:
        self.state.settle()
        move(step)
        self.draw()

    def action_follow(self) -> None:
        """Follows, or stays."""
        follows = self.state.follow()
        self.draw()
        self.app.tell(follow_words(follows=follows))

    def action_zoom(self) -> None:
        """Draws the calls around the cursor closer."""
        zoomed = self.state.zoom()
        self.draw()
        if not zoomed:
            self.app.tell("All calls are shown")

    def action_lines(self) -> None:
        """Shows the lines of a managed window, or hides them."""
        shown = self.state.toggle_lines()
        self.draw()
        # The lines say themselves what they are.
        self.app.tell("Lines of a managed window" if shown else "Lines hidden")

    def action_look_again(self) -> None:
        """Looks at the file now."""
        source = self.app.transcripts
        self.app.in_background(source.look, lambda _: self.app.tell("Looked again"), group="transcript")

    def action_back(self) -> None:
        """Ends reading a long file; else one level back, then to the Live screen."""
        if self.state.view.state == LOADING:
            self.app.transcripts.stop()
        elif self.state.back():
            self.draw()
        else:
            self.app.action_ground()

    # What opens over it

    def action_open_message(self) -> None:
        """Opens the list of transcripts, what the pad held at a compaction, or the text of the message."""
        state = self.state
        if state.focus == FILE or not (state.view.calls or len(state.table)):
            self.app.action_choose_transcript()
            return
        compaction, here = state.compaction, state.here
        if compaction is not None and state.view.state != LOADING:
            self._open_compaction(compaction)
        elif here is None or compaction is not None:
            reads = state.view.state == LOADING
            self.app.tell("The messages are being read" if reads else "No message stands here")
        elif not isinstance(here, Compaction):
            self._open_body(here)

    def _open_body(self, message: Message) -> None:
        source = self.app.transcripts

        async def show(text: str) -> None:
            from scratchpad_tui.tui.screens.pressure_sheets import MessageScreen

            await self.app.push_screen(MessageScreen(message, text))

        self.app.in_background(lambda: source.body(message.number), show, group="sheet", opens=True)

    def _open_compaction(self, compaction: Compaction) -> None:
        source = self.app.transcripts
        drop = next((drop for drop in self.state.view.drops if drop.compaction == compaction), None)

        async def show(held: Held | None) -> None:
            from scratchpad_tui.tui.screens.pressure_sheets import CompactionScreen

            await self.app.push_screen(CompactionScreen(compaction, drop, held))

        self.app.in_background(lambda: source.held(compaction), show, group="sheet", opens=True)

    # The mouse

    def on_click(self, event: events.Click) -> None:
        """Puts the cursor on the call or the message that was clicked; a second click opens it."""
        row = event.screen_y - self.rows.region.y
        if event.widget is not self.rows or self._shown is None or not 0 <= row < len(self._shown.rows):
            return
        hit, state = self._shown.rows[row], self.state
        if hit.kind == FILE:
            state.focus = FILE
            self.draw()
            self.action_open_message()
            return
        if hit.kind == GRAPH and self._shown.axis is not None:
            cell = event.screen_x - self.rows.region.x - GUTTER
            if 0 <= cell < self._shown.axis.cells:
                state.go_to_cell(cell)
        elif hit.kind == TABLE and hit.at is not None:
            again = state.focus == TABLE and state.row == hit.at
            state.put_row(hit.at)
            if again or event.chain > 1:
                self.action_open_message()
        elif hit.kind == TABLE:
            state.focus = TABLE
        self.draw()

    def wheel(self, event: events.MouseEvent, step: int) -> None:
        """Moves by a message, or over the graph by a cell."""
        row = int(event.screen_y) - self.rows.region.y
        if is_over(event, self.rows) and self._shown is not None and row < len(self._shown.rows):
            kind = self._shown.rows[row].kind
            is_graph = kind == GRAPH or not self.state.has_table
            self._moved(self.state.scrub if is_graph else self.state.move_row, step)
