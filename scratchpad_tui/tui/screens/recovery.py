"""Recovery: the broken text beside what took its place, and its lines taken over one by one or all."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Container

from scratchpad_tui.core.clock import parse_stamp
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.ages import age_word
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.idle import on_recovery, recovery_words
from scratchpad_tui.tui.layout.fit import compose, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.recovery import heading_row, recovery_rows, title_spans
from scratchpad_tui.tui.recovery_state import RecoveryState
from scratchpad_tui.tui.screens.follows import is_open
from scratchpad_tui.tui.screens.ticking import TickingScreen
from scratchpad_tui.tui.widgets.bars import KeyBar
from scratchpad_tui.tui.widgets.painter import Line
from scratchpad_tui.tui.widgets.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

    from scratchpad_tui.core.pad.recovery import Recovery
    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.source import Act

_REASON_ROWS = 3
_NARROW = 60
"""Cells under which the heading has few words."""


class RecoveryScreen(TickingScreen):
    """The quarantined files of the pad; the newest is shown first."""

    BINDINGS = bindings("recovery")
    CSS_PATH = "recovery.tcss"
    PLACE: ClassVar[str] = "recovery"

    def __init__(self, given: Sequence[Recovery]) -> None:
        super().__init__()
        self.state: RecoveryState = RecoveryState(given)

    def compose(self) -> ComposeResult:
        """Title, reason, both texts, and the keys."""
        with Container(id="recovery"):
            yield Rows(id="title")
            yield Rows(id="reason")
            yield Rows(id="texts")
            yield KeyBar(self.PLACE)

    @property
    def listed(self) -> Rows:
        """Both texts."""
        return self.query_one("#texts", Rows)

    def go_to(self, place: int, chain: int) -> None:  # noqa: ARG002 - every click ticks
        """Puts the cursor on the row that was clicked, and ticks it where it has a box."""
        self.state.at = place
        if self.app.source.read_only:
            self.draw()
        else:
            self.action_tick_entry()

    @on(Rows.Resized)
    def draw(self) -> None:
        """Draws all of it."""
        cells = self.query_one("#title", Rows).size.width
        if not cells:
            return
        read_only = self.app.source.read_only
        self.query_one("#title", Rows).put(
            [Line(compose(title_spans(self.state, self._age(), cells, read_only=read_only), cells))]
        )
        reason = self.query_one("#reason", Rows)
        pieces = wrap(f"! {visible(self.state.shown.reason)}", max(1, cells - 2), _REASON_ROWS, 2)
        heading = heading_row(
            cells,
            broken="the broken text",
            instead="the pad as it is now" if cells >= _NARROW else "the pad now",
            taken="" if read_only else "goes into the pad",
        )
        reason.styles.height = len(pieces) + 1
        reason.put(
            [*(Line(compose([Span(f" {piece}", "attention")], cells)) for piece in pieces), Line(heading)]
        )
        self._draw_texts(cells)
        self.query_one(KeyBar).leave_out(on_recovery(self.state, read_only=read_only))
        self.query_one(KeyBar).word(recovery_words(self.state))

    def _age(self) -> str:
        time = parse_stamp(self.state.shown.time)
        return age_word((self.app.clock.now() - time).total_seconds()) if time else ""

    def _draw_texts(self, cells: int) -> None:
        texts, state = self.listed, self.state
        shown = recovery_rows(
            state.shown.rows, state.at, state.ticked, cells, max(1, texts.size.height), self._top
        )
        others = [number for number, row in enumerate(shown.rows) if not row.of_broken]
        self.put_rows(shown.top, [(row.at, row.spans) for row in shown.rows], others)

    def take(self, view: PadView) -> None:
        """Takes a newly read pad: what it lacks now."""
        source = self.app.source
        if view.sections:
            self.app.in_background(source.recoveries, self._take_given, group="section")

    def _take_given(self, given: Sequence[Recovery]) -> None:
        if not is_open(self):
            return
        if not given:
            self.app.tell("The broken text was deleted meanwhile")
            _ = self.dismiss()  # not awaited: nothing is left to show
            return
        self.state.take(given)
        self.draw()

    # Keys

    def action_page(self, step: int) -> None:
        """Moves by a page."""
        self.action_line(step * max(1, self.listed.size.height - 1))

    def action_version(self, step: int) -> None:
        """Shows the file that was set aside before or after."""
        if not self.state.choose(step):
            self.app.tell("This is the oldest one" if step > 0 else "This is the newest one")
        self.draw()

    def action_tick_entry(self) -> None:
        """Ticks the line under the cursor."""
        if self.app.may_write() and not self.state.tick():
            why = self.state.why_not() or "Nothing stands here"
            self.app.tell(f"{why}: only lines with a box can be taken over")
        self.draw()

    def action_save(self) -> None:
        """Takes the ticked lines over, or all that the pad lacks where none is ticked."""
        app, source, lines, name = self.app, self.app.source, self.state.chosen, self.state.shown.name
        if not lines:
            app.tell("The pad lacks none of these lines")
        elif not self._saving and app.may_write():
            self._saving = True
            app.writes.put(lambda: source.take_lines(lines, name), self._done, self._failed)

    def _done(self, act: Act) -> None:
        self._saving = False
        self.state.ticked.clear()
        self.app.tell(self.app.live.own.did(act))
        if is_open(self):
            self.take(self.app.live.state.newest)

    def _failed(self) -> None:
        self._saving = False
