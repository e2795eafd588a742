"""What the app opens over a ground screen; each sheet is imported when it is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.clipboard import to_tmux
from scratchpad_tui.tui.screens.framed import FramedScreen
from scratchpad_tui.tui.widgets.bars import KeyBar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.health.report import HealthReport
    from scratchpad_tui.core.pad.recovery import Recovery
    from scratchpad_tui.core.pad.view import LineView
    from scratchpad_tui.tui.app import ScratchpadApp
    from scratchpad_tui.tui.layout.side import Item
    from scratchpad_tui.tui.source import Prompt, Turn


class Openings:
    """A part of the app."""

    @property
    def _app(self) -> ScratchpadApp:
        return cast("ScratchpadApp", self)

    def open_turn(self, version: int, line: LineView | None = None) -> None:
        """Opens the sheet of a version, where a line was opened with what that names as its evidence."""
        source = self._app.source
        self._app.in_background(
            lambda: source.turn(version), lambda turn: self._show_turn(turn, line), opens=True
        )

    def open_origin(self, section: str, line: LineView) -> None:
        """Opens the sheet of the version that brought a line."""
        source = self._app.source
        self._app.in_background(
            lambda: source.origin(section, line), lambda turn: self._show_turn(turn, line), opens=True
        )

    def open_beside(self, item: Item) -> None:
        """Opens what stands in the column at the right: a turn, or all words of a sign or an event."""
        from scratchpad_tui.core.pad.view import Need, VersionInfo
        from scratchpad_tui.tui.screens.note import event_note, need_note

        app, what = self._app, item.what
        if isinstance(what, VersionInfo):
            self.open_turn(what.version)
        elif isinstance(what, Need) and what.key:
            if what.code == "over-cap":
                app.live.state.enter_over(item)  # its key acts on the section under the cursor
                app.live.draw()
            if what.code in ("alarm", "refused"):
                self.open_timeline(kind=what.code)
            else:
                app.press(keys.now(what.key))
        elif isinstance(what, Need):
            _ = app.push_screen(
                need_note(what, app.live.state.view, app.clock.now())
            )  # not awaited: as below
        else:
            _ = app.push_screen(event_note(what, app.clock.now()))  # not awaited: the screen below runs this

    async def _show_turn(self, turn: Turn, line: LineView | None) -> None:
        from scratchpad_tui.tui.screens.turn import TurnScreen

        app, asked = self._app, line.text if line is not None else ""
        if not app.live.state.newest.is_keyed:
            await app.push_screen(TurnScreen(turn, app.clock.now(), asked))
            return
        from scratchpad_tui.core.pad.evidence import Evidence
        from scratchpad_tui.tui.screens.evidence import EvidenceScreen

        proof = line.proof if line is not None else None
        own = None if proof is None else (Evidence(proof.source, proof.date),) if proof.source else ()
        await app.push_screen(EvidenceScreen(turn, app.clock.now(), asked, own))

    def prepare_timeline(self) -> None:
        """Loads what the Timeline needs before anybody asks for it."""
        from scratchpad_tui.tui.timeline_opening import prepare

        source = self._app.source
        self._app.in_background(lambda: prepare(source), group="prepare")

    def action_timeline(self) -> None:
        """Opens the Timeline, or comes back to it."""
        self.open_timeline()

    def open_timeline(self, version: int | None = None, *, kind: str = "") -> None:
        """Opens the Timeline at its end, at a version, or at the newest alarm or event of a kind."""
        from scratchpad_tui.tui.timeline_opening import TimelineOpening

        app = self._app
        if version is None and not kind and app.close_sheets("Timeline"):
            return
        opening = TimelineOpening(app, version, kind)
        app.in_background(opening.read, opening.show, opens=True, waits=opening.wait)

    def close_sheets(self, name: str = "") -> bool:
        """Closes what lies over a screen with a name on line 1, or with this name; False where none is open."""
        app = self._app
        named = [
            screen
            for screen in app.screen_stack[1:]
            if isinstance(screen, FramedScreen) and name in ("", screen.NAME)
        ]
        if not named or app.screen is named[-1]:
            return False
        while app.screen is not named[-1]:
            _ = app.pop_screen()  # not awaited: the screen that is closed may be the one that runs this
        return True

    def open_prompt(self) -> None:
        """Opens the sheet of what the agent gets."""

        async def show(prompt: Prompt) -> None:
            from scratchpad_tui.tui.screens.agent import AgentScreen

            await self._app.push_screen(AgentScreen(prompt))

        self._app.in_background(self._app.source.prompt, show, opens=True)

    def action_health(self) -> None:
        """Opens the Health panel."""
        app = self._app

        async def show(report: HealthReport) -> None:
            from scratchpad_tui.tui.screens.health import HealthScreen

            view, polling = app.live.state.newest, app.source.polling()
            await app.push_screen(HealthScreen(report, view, app.clock.now(), polling=polling))

        app.in_background(app.source.health, show, opens=True)

    def open_recovery(self) -> None:
        """Opens what mends the pad where it does not parse or is gone, else what is in quarantine."""
        app = self._app
        view = app.live.state.newest
        if view.state == "BROKEN" or view.is_gone:
            if app.may_write():
                app.in_background(app.source.mending, self._show_mending, opens=True)
        elif view.state == "CONFLICT":
            app.tell(
                keys.said(
                    "Two versions stand in the file: {edit.external} opens it, delete the marks and the side that is not wanted"
                )
            )
        else:
            app.in_background(app.source.recoveries, self._show_recoveries, opens=True)

    async def _show_mending(self, recovery: Recovery) -> None:
        from scratchpad_tui.tui.screens.mend import MendScreen

        await self._app.push_screen(MendScreen(recovery))

    async def _show_recoveries(self, found: Sequence[Recovery]) -> None:
        from scratchpad_tui.tui.screens.recovery import RecoveryScreen

        if found:
            await self._app.push_screen(RecoveryScreen(found))
        else:
            view = self._app.live.state.newest
            pad = "the pad parses" if view.state == "live" else "there is no pad"
            self._app.tell(view.fault or f"Nothing is in quarantine, and {pad}")

    async def action_help(self) -> None:
        """Opens the keys of the place."""
        from scratchpad_tui.tui.screens.help import ABOUT, HelpScreen

        screen = self._app.screen
        open_fields = [bar.place for bar in screen.query(KeyBar) if bar.place in keys.TEXTS]
        place = open_fields[0] if open_fields else getattr(screen, "PLACE", "")
        if place in ABOUT:
            await self._app.push_screen(HelpScreen(place))

    def look_again(self) -> None:
        """Reads the pad now."""
        self._app.in_background(self._app.source.look, lambda _: self._app.tell("Read the file again"))

    async def copy(self, text: str, what: str) -> None:
        """Copies a raw text to the terminal's clipboard; one that holds controls only after a question."""

        def answered(yes: bool | None) -> None:  # noqa: FBT001 - Textual gives the answer of a dialog so
            if yes:
                self._app.in_background(lambda: to_tmux(text), taken, group="copy")

        def taken(by_tmux: bool) -> None:  # noqa: FBT001 - the result of the work
            if by_tmux:
                self._app.tell(f"Copied {what} to tmux")
            else:
                self._app.copy_to_clipboard(text)
                self._app.tell(f"Sent {what} to the clipboard of the terminal")

        if visible(text, keep="\n\t") == text:
            answered(True)  # noqa: FBT003 - the same
            return
        from scratchpad_tui.tui.screens.confirm import ConfirmScreen

        question = "It holds control or invisible characters, which can do harm where it is pasted. Copy it as it is?"
        await self._app.push_screen(ConfirmScreen(question, yes="copy", no="leave it"), answered)
