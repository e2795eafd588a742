"""The app's part for an agent's transcript: what comes from it, the screen that shows it, and the choice of another."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from scratchpad_tui.tui.messages import PressureRead
from scratchpad_tui.tui.pressure_figures import Brief, brief_of
from scratchpad_tui.tui.pressure_view import NoTranscript, PressureView
from scratchpad_tui.tui.screens.framed import FramedScreen

if TYPE_CHECKING:
    from scratchpad_tui.tui.app import ScratchpadApp
    from scratchpad_tui.tui.pressure_times import ContextTimes
    from scratchpad_tui.tui.pressure_view import Candidate, PressureSource


class PressureOpenings:
    """A part of the app."""

    transcripts: PressureSource = NoTranscript()
    """The agent's transcript."""
    pressure: PressureView = PressureView()
    """Its newest reading."""
    brief: Brief = Brief()
    """What is told of it outside its screen."""

    _told_times: tuple[PressureView, ContextTimes | None] | None = None

    @property
    def context_times(self) -> ContextTimes | None:
        """The agent's context in time; None where no transcript tells it."""
        if self._told_times is None or self._told_times[0] is not self.pressure:
            from scratchpad_tui.tui.pressure_times import ContextTimes

            self._told_times = (self.pressure, ContextTimes(self.pressure) if self.pressure.calls else None)
        return self._told_times[1]

    @property
    def _app(self) -> ScratchpadApp:
        return cast("ScratchpadApp", self)

    def begin_transcript(self) -> None:
        """Begins to read it; it is told as it comes."""
        app = self._app
        self.transcripts.watch(lambda view: app.post(PressureRead(view)))

    def on_pressure_read(self, message: PressureRead) -> None:
        """Passes a newer reading on to the screens that show it."""
        from scratchpad_tui.tui.screens.pressure import PressureScreen

        app, view = self._app, message.view.bounded()
        self.pressure, before = view, self.brief
        self.brief = brief_of(view)
        for screen in app.screen_stack:
            if isinstance(screen, PressureScreen):
                screen.take_pressure(view)
        if self.brief != before:
            app.live.take_brief(self.brief)
            top = app.screen
            if isinstance(top, FramedScreen) and top is not app.live and not isinstance(top, PressureScreen):
                top.draw()

    async def action_pressure(self) -> None:
        """Opens the Pressure screen, or comes back to it."""
        from scratchpad_tui.tui.pressure_state import PressureState
        from scratchpad_tui.tui.screens.pressure import PressureScreen

        app = self._app
        if app.close_sheets("Pressure"):
            return
        app.action_ground()
        state = PressureState(self.pressure, ascii_graph=app.has_16_colours)
        await app.push_screen(PressureScreen(state))

    def action_choose_transcript(self) -> None:
        """Lists the transcripts of this folder; the one that is chosen is shown as long as the program runs."""
        app = self._app
        app.in_background(self.transcripts.candidates, self._offer, group="transcript", opens=True)

    async def _offer(self, found: tuple[Candidate, ...]) -> None:
        from scratchpad_tui.tui.layout.pressure_facts import candidate_words
        from scratchpad_tui.tui.screens.choose import ChooseScreen

        app = self._app
        if not found:
            app.tell("No other transcript of a known agent was found for this folder")
            return
        now = app.clock.now()
        # Two that look alike are told apart by their numbers.
        names = [
            f"{at + 1}. {candidate_words(one, now, shown=self.pressure.path)}" for at, one in enumerate(found)
        ]

        def chosen(name: str | None) -> None:
            if name is not None:
                path = found[names.index(name)].path
                app.in_background(lambda: self.transcripts.choose(path), group="transcript")

        await app.push_screen(ChooseScreen("Which transcript to show?", names), chosen)
