"""What the app opens over a ground screen; each sheet is imported when it is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from scratchpad_tui.core.text import visible

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.view import LineView
    from scratchpad_tui.tui.app import ScratchpadApp
    from scratchpad_tui.tui.source import Prompt, Turn


class Openings:
    """A part of the app."""

    @property
    def _app(self) -> ScratchpadApp:
        return cast("ScratchpadApp", self)

    def open_turn(self, version: int) -> None:
        """Opens the sheet of a version."""
        source = self._app.source
        self._app.in_background(lambda: source.turn(version), self._show_turn)

    def open_origin(self, section: str, line: LineView) -> None:
        """Opens the sheet of the version that brought a line."""
        source = self._app.source
        self._app.in_background(lambda: source.origin(section, line), self._show_turn)

    async def _show_turn(self, turn: Turn) -> None:
        from scratchpad_tui.tui.screens.turn import TurnScreen

        await self._app.push_screen(TurnScreen(turn, self._app.clock.now()))

    def open_prompt(self) -> None:
        """Opens the sheet of what the agent gets."""

        async def show(prompt: Prompt) -> None:
            from scratchpad_tui.tui.screens.agent import AgentScreen

            await self._app.push_screen(AgentScreen(prompt))

        self._app.in_background(self._app.source.prompt, show)

    async def action_help(self) -> None:
        """Opens the keys of the place."""
        from scratchpad_tui.tui.screens.help import ABOUT, HelpScreen

        place = getattr(self._app.screen, "PLACE", "")
        if place in ABOUT:
            await self._app.push_screen(HelpScreen(place))

    def look_again(self) -> None:
        """Reads the pad now."""
        self._app.in_background(self._app.source.look, lambda _: self._app.tell("Read the file again"))

    async def copy(self, text: str, what: str) -> None:
        """Copies a raw text to the terminal's clipboard; one that holds controls only after a question."""

        def answered(yes: bool | None) -> None:  # noqa: FBT001 - Textual gives the answer of a dialog so
            if yes:
                self._app.copy_to_clipboard(text)
                self._app.tell(f"Sent {what} to the clipboard of the terminal")

        if visible(text, keep="\n\t") == text:
            answered(True)  # noqa: FBT003 - the same
            return
        from scratchpad_tui.tui.screens.confirm import ConfirmScreen

        question = "It holds control or invisible characters, which can do harm where it is pasted. Copy it as it is?"
        await self._app.push_screen(ConfirmScreen(question), answered)
