"""The app's part for a session's review: the Promotions screen, lines proposed, the session's end, secrets allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from scratchpad_tui.core.errors import ScratchpadError
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.screens.framed import FramedScreen
from scratchpad_tui.tui.writes import OwnText

if TYPE_CHECKING:
    from collections.abc import Callable

    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.core.secrets.finding import Finding
    from scratchpad_tui.core.session.items import Acted, Ended
    from scratchpad_tui.tui.app import ScratchpadApp
    from scratchpad_tui.tui.promoting import Reviewed


def waiting_in(view: PadView) -> int:
    """How many promotions wait, as the pad's reading tells it."""
    return sum(need.count for need in view.needs if need.code == "promotions")


class PromotionOpenings:
    """A part of the app."""

    @property
    def _app(self) -> ScratchpadApp:
        return cast("ScratchpadApp", self)

    @property
    def promotions_waiting(self) -> int:
        """How many promotions wait."""
        return waiting_in(self._app.live.state.newest)

    def action_promotions(self) -> None:
        """Opens the Promotions screen, or comes back to it."""
        app = self._app
        if app.close_sheets("Promotions"):
            return
        opening = PromotionsOpening(app)
        app.in_background(opening.read, opening.show, group="review", opens=True, waits=opening.wait)

    def redraw_badge(self) -> None:
        """Draws line 1 of the screen on top anew; the Live screen draws itself."""
        top = self._app.screen
        if isinstance(top, FramedScreen) and top is not self._app.live:
            top.draw()

    # Lines proposed

    def propose(
        self,
        text: str,
        section: str = "",
        tag: str = "",
        *,
        then: Callable[[Acted], None] = lambda _acted: None,
        without: str = "proposes nothing; the line stays in the pad as it is.",
    ) -> None:
        """Proposes a line for promotion.

        Args:
            text: The line.
            section: Where it stands.
            tag: Its tag.
            then: Takes what became of it.
            without: What becomes of it where it holds a secret: see `OwnText`.
        """
        app = self._app
        if not app.may_write():
            return
        source = app.source

        def done(acted: Acted) -> None:
            app.tell(
                "; ".join(
                    [
                        acted.message or keys.said("Proposed · {screen.promotions} shows the queue"),
                        *acted.warnings[:1],
                    ]
                )
            )
            then(acted)

        app.writes.put(
            lambda: source.propose(text, section, tag), done, text=OwnText(text, without, "proposes it")
        )

    # The session's end

    def action_end_session(self) -> None:
        """Shows the session's summary, and asks whether it is to end."""
        app = self._app

        async def show(given: Reviewed) -> None:
            from scratchpad_tui.tui.screens.session_end import SessionEndScreen, without_session

            none = without_session(given.look.summary, app.clock.now()) if given.look is not None else ""
            if given.look is None:
                app.tell(given.fault, severity="error")
            elif none:
                app.tell(none)
            else:
                await app.push_screen(SessionEndScreen(given.look))

        if app.may_write():
            app.in_background(app.source.reviewed, show, group="review", opens=True)

    def end_session(self) -> None:
        """Ends the session, and shows what that did."""
        app = self._app

        async def show(ended: Ended) -> None:
            from scratchpad_tui.tui.screens.session_end import ended_note

            await app.push_screen(ended_note(ended))

        app.writes.put(app.source.end_session, show, lambda: None)

    # Secrets

    def offer_to_allow(self, own: OwnText | None, error: Exception, again: Callable[[], None]) -> bool:
        """Shows the secret for which a text was refused, and asks whether it is none; False for another refusal.

        Args:
            own: What was to be written.
            error: The refusal.
            again: Does the act once more, when the person allowed the finding.
        """
        app = self._app
        if own is None or not own.text or not isinstance(error, ScratchpadError):
            return False
        from scratchpad_tui.core.pad.gate import SECRET

        if error.code != SECRET:
            return False

        async def show(found: list[Finding]) -> None:
            from scratchpad_tui.tui.screens.secret import SecretScreen

            if found:
                await app.push_screen(SecretScreen(found[0], len(found), own, again))
            else:
                app.tell_error(error)

        app.in_background(lambda: app.source.secrets_in(own.text), show, group="secret", opens=True)
        return True


class PromotionsOpening:
    """One opening: with the queue where that is read soon, else before it."""

    def __init__(self, app: ScratchpadApp) -> None:
        self._app = app
        self._opened = False

    def read(self) -> Reviewed:
        """The session and its queue; opening it counts as a review."""
        return self._app.source.reviewed(metered=True)

    async def wait(self) -> None:
        """Opens the screen without its queue."""
        self._opened = True
        await self._open(None)

    async def show(self, given: Reviewed) -> None:
        """Opens the screen, or gives the one that is open its queue."""
        from scratchpad_tui.tui.screens.promotions import PromotionsScreen

        if not self._opened:
            await self._open(given)
            return
        for screen in self._app.screen_stack:
            if isinstance(screen, PromotionsScreen):
                screen.take_review(given)

    async def _open(self, given: Reviewed | None) -> None:
        from scratchpad_tui.tui.promotions_state import PromotionsState
        from scratchpad_tui.tui.screens.promotions import PromotionsScreen

        self._app.action_ground()
        await self._app.push_screen(PromotionsScreen(PromotionsState(given)))
