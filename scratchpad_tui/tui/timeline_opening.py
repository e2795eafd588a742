"""The Timeline on its way to the screen: with its list where that is read soon, else before it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from scratchpad_tui.core.errors import ScratchpadError

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.moments import Moments
    from scratchpad_tui.tui.app import ScratchpadApp
    from scratchpad_tui.tui.screens.timeline import TimelineScreen
    from scratchpad_tui.tui.source import PadSource
    from scratchpad_tui.tui.timeline_state import TimelineState


def prepare(source: PadSource) -> None:
    """Loads what a Timeline needs, in a thread, so that it opens at once; a fault is told when it is opened."""
    from scratchpad_tui.tui.screens import timeline  # noqa: F401 - the import is what takes long

    with suppress(ScratchpadError, OSError):
        source.moments()


class TimelineOpening:
    """One opening, at the end of the list, at a version, or at the newest alarm or event of a kind."""

    def __init__(self, app: ScratchpadApp, version: int | None, kind: str) -> None:
        self._app = app
        self._version = version
        self._kind = kind
        self._screen: TimelineScreen | None = None

    def read(self) -> Moments | ScratchpadError:
        """The list, or why there is none; it takes seconds where there are a hundred thousand versions."""
        try:
            return self._app.source.moments()
        except ScratchpadError as error:
            return error

    async def wait(self) -> None:
        """Opens the screen without its list, so that no key waits for it."""
        from scratchpad_tui.core.pad.moments import Columns, Moments
        from scratchpad_tui.tui.timeline_state import TimelineState

        await self._open(TimelineState(Moments(Columns())), reads=True)

    async def show(self, found: Moments | ScratchpadError) -> None:
        """Opens the screen, or gives the one that is open its list."""
        if isinstance(found, ScratchpadError):
            self._app.tell_error(found)
            if self._screen is not None:
                self._screen.leave()
        elif self._screen is not None:
            self._screen.begin(found, self._version, self._kind)
        else:
            from scratchpad_tui.tui.timeline_state import TimelineState

            state = TimelineState(found)
            state.open_at(self._version, self._kind)
            await self._open(state)

    async def _open(self, state: TimelineState, *, reads: bool = False) -> None:
        from scratchpad_tui.tui.screens.timeline import TimelineScreen

        self._app.action_ground()
        self._screen = TimelineScreen(state, reads=reads)
        await self._app.push_screen(self._screen)
