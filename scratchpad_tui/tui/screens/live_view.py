"""The Live screen's drawing: what is on it, when it is drawn again, and what of it has been seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.geometry import Size

from scratchpad_tui.tui import idle
from scratchpad_tui.tui.hand_edits import edit_words
from scratchpad_tui.tui.pace import Repaints
from scratchpad_tui.tui.screens.follows import is_in_sight
from scratchpad_tui.tui.screens.framed import FRAME_ROWS, FramedScreen
from scratchpad_tui.tui.widgets.pad import PadRows

if TYPE_CHECKING:
    from textual.timer import Timer
    from textual.widget import Widget

    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.live_state import LiveState
    from scratchpad_tui.tui.pressure_figures import Brief
    from scratchpad_tui.tui.seen import ChangeKey

_LATE = 0.02
"""Seconds that a timer fires behind the moment it waits for, so that the moment has come for sure."""


class LiveView(FramedScreen):
    """Draws a `LiveState`; every key that changes it is in the class below."""

    def __init__(self, state: LiveState) -> None:
        super().__init__(id="live")
        self.state = state
        self._wake: Timer | None = None
        self._gather: Timer | None = None
        self._repaints = Repaints()
        self._shown: set[ChangeKey] = set()
        self._had_focus = False

    def body(self) -> Widget:
        """The pad."""
        return PadRows()

    @property
    def rows(self) -> PadRows:
        """The widget that draws the pad."""
        return self.query_one(PadRows)

    def on_mount(self) -> None:
        """Arranges the pad before anything is painted, for the size that it is going to have."""
        columns, rows = self.app.size
        self.key_bar.show(cells=columns)
        self._draw(Size(columns, rows - FRAME_ROWS))

    @on(PadRows.Resized, "PadRows")
    def arrange_anew(self) -> None:
        """Arranges the pad for its new size."""
        self.draw()

    def on_screen_resume(self) -> None:
        """Draws what changed while another screen was open."""
        if self.is_mounted:
            self.draw()

    def on_screen_suspend(self) -> None:
        """Lets nothing count as seen while another screen is open."""
        self._look(self.app.clock.seconds(), focused=False)
        self._stop_timers()

    def take(self, view: PadView) -> None:
        """Takes a newly read pad; several within a quarter of a second are drawn once."""
        at = self.app.clock.seconds()
        words = edit_words(self.state.newest, view)
        self.state.take(view, at)
        if words:
            self.app.tell(words)
        if not is_in_sight(self):
            return
        wait = self._repaints.next_change - at
        if wait <= 0:
            self._draw_change()
        elif self._gather is None:
            self._gather = self.set_timer(wait, self._draw_change)

    def take_brief(self, brief: Brief) -> None:
        """Takes what is known of the agent's context."""
        self.state.take_brief(brief)
        self.draw()

    def focus_changed(self) -> None:
        """Starts or stops the time after which a shown change counts as seen."""
        if self.app.screen is self:
            self.draw()

    def draw(self) -> None:
        """Draws what differs from what stands on the screen, and waits for the next moment of change."""
        if is_in_sight(self):
            self._draw(self.rows.size)
        else:
            self._stop_timers()

    def _draw_change(self) -> None:
        self._repaints.note(self.app.clock.seconds(), changed=True)
        self.draw()

    def _draw_moment(self) -> None:
        self._repaints.note(self.app.clock.seconds(), changed=False)
        self.draw()

    def _draw(self, size: Size) -> None:
        self._stop_timers()
        if size.width < 1 or size.height < 1:
            return
        clock, state = self.app.clock, self.state
        at, now = clock.seconds(), clock.now()
        self._look(at, focused=self._had_focus)
        arranged = state.arranged(size.width, size.height, now)
        changes = state.changes_of(arranged.rows)
        self.rows.show(arranged, [state.is_tinted(change, at) for change in changes])
        self.draw_head(state.head, size.width, paused=state.paused, newer=state.newer)
        self.key_bar.tell(state.found)
        self.key_bar.leave_out(self.idle())
        self.key_bar.word(*self.words())
        self._shown = {change for change in changes if change}
        # Behind a sheet a part of it is seen at most, and nobody looks at that.
        self._had_focus = self.app.app_focus and self.app.screen is self
        self._look(at, focused=self._had_focus)
        moment = state.next_moment(at, now)
        if moment is not None:
            wait = max(0.0, moment - at, self._repaints.next_moment - at)
            self._wake = self.set_timer(wait + _LATE, self._draw_moment)

    def idle(self) -> frozenset[str]:
        """The keys that would do nothing now."""
        return idle.NONE

    def words(self) -> tuple[dict[str, str], str]:
        """What keys do now, and the one that is wanted most."""
        return idle.live_words(self.state, ())

    def _look(self, at: float, *, focused: bool) -> None:
        """Counts the time that the changes on the screen have been shown."""
        if not self.state.look(self._shown, at, focused=focused) or not self.state.everything_seen():
            return
        self.remember_seen()

    def remember_seen(self) -> None:
        """Remembers for the next start that the person has seen the pad as it is."""
        info = self.state.view.version
        if info is not None:
            source, version = self.app.source, info.version
            self.app.in_background(lambda: source.mark_seen(version), group="seen")

    def _stop_timers(self) -> None:
        for timer in (self._wake, self._gather):
            if timer is not None:
                timer.stop()
        self._wake = self._gather = None
