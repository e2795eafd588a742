"""What opens over the Timeline: the diff of an entry, a whole version, who had brought its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.tui import keys
from scratchpad_tui.tui.diffed import made, wish_of
from scratchpad_tui.tui.layout.timeline import edge_words
from scratchpad_tui.tui.screens.follows import is_open
from scratchpad_tui.tui.screens.timeline_view import TimelineView
from scratchpad_tui.tui.timeline_state import UNIFIED

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from scratchpad_tui.core.pad.moments import Moment
    from scratchpad_tui.tui.diffed import Diffed
    from scratchpad_tui.tui.screens.version import DiffScreen, Shown, VersionScreen, Whole

_SHEET_CELLS = 110
"""The most cells that a sheet's text has."""


class TimelineSheets(TimelineView):
    """The Timeline with its sheets, which go on from version to version as the list does."""

    def action_open_version(self) -> None:
        """Opens the whole version; where the diff has no room, the diff; of an event all that is known."""
        moment = self.state.here
        if moment is None:
            self.app.tell("Nothing stands here yet")
        elif moment.is_event or not self.shows_diff:
            self._open_diff()
        elif moment.kept:
            self.open_whole(moment)
        else:
            self.app.tell(f"v{moment.version} is not kept any more")

    def _open_diff(self) -> None:
        async def show(diffed: Diffed, shown: Shown) -> None:
            from scratchpad_tui.tui.screens.version import DiffScreen

            await self.app.push_screen(DiffScreen(diffed, shown, self))

        self._make_sheet(show, opens=True)

    def _make_sheet(
        self, show: Callable[[Diffed, Shown], Awaitable[None] | None], *, opens: bool = False
    ) -> None:
        """Makes the sheet's rows of what is under the cursor."""
        from scratchpad_tui.tui.screens.version import Shown

        source, moment = self.app.source, self.state.here
        wish = wish_of(self.state, max(1, min(_SHEET_CELLS, self.app.size.width - 2) - 1))
        if wish is None or moment is None:
            return
        plain, shown = wish._replace(layout=UNIFIED), Shown(moment, tuple(self.title_spans()))
        self.app.in_background(
            lambda: made(source, plain), lambda diffed: show(diffed, shown), group="sheet", opens=opens
        )

    def step_sheet(self, sheet: DiffScreen, step: int) -> None:
        """Goes from what a sheet shows to the version before or after, and shows it there."""
        if not self._step_from(sheet.shown.moment, step):
            return

        def show(diffed: Diffed, shown: Shown) -> None:
            if is_open(sheet):
                sheet.show_other(diffed, shown)

        self._make_sheet(show)

    def open_whole(self, moment: Moment, *, blamed: bool = False) -> None:
        """Opens the sheet of what the pad was, with who had brought each line where that is wanted."""
        from scratchpad_tui.tui.screens.version import VersionScreen, read_whole

        source = self.app.source

        async def show(whole: Whole) -> None:
            await self.app.push_screen(VersionScreen(moment, whole, self))

        self.app.in_background(lambda: read_whole(source, moment.version, blamed=blamed), show, opens=True)

    def action_blame(self) -> None:
        """Opens the version under the cursor with who had brought each line."""
        moment = self.state.here
        if moment is None or moment.is_event:
            words = "No version stands here whose lines somebody brought: {version.older} and {version.newer} go to one"
            self.app.tell(keys.said(words))
        elif moment.kept:
            self.open_whole(moment, blamed=True)
        else:
            self.app.tell(f"v{moment.version} is not kept any more")

    def step_whole(self, sheet: VersionScreen, step: int) -> None:
        """Goes from the version that a sheet shows to the one before or after, and shows that there."""
        from scratchpad_tui.tui.screens.version import read_whole

        source = self.app.source
        if not self._step_from(sheet.moment, step):
            return
        moment = self.state.here
        if moment is None or not moment.kept:
            self.app.tell("The version there is not kept any more")
            return

        def show(whole: Whole) -> None:
            if is_open(sheet):
                sheet.show_other(moment, whole)

        blamed = sheet.is_blamed
        self.app.in_background(lambda: read_whole(source, moment.version, blamed=blamed), show, group="sheet")

    def is_oldest(self, moment: Moment) -> bool:
        """Whether the list has no version before what a sheet shows."""
        state = self.state
        place = state.moments.place_of(moment)
        return place is not None and state.is_oldest(place)

    def _step_from(self, moment: Moment, step: int) -> bool:
        """Puts the cursor on the version before or after one; False where there is none, which is told."""
        place = self.state.moments.place_of(moment)
        if place is not None:
            self.state.go_to_place(place)  # a list that is followed has gone on
        if self.state.step(-step):
            return True
        self._tell_edge(step)
        return False

    def _tell_edge(self, step: int) -> None:
        self.app.tell(edge_words(step))
