"""How the Timeline shares its rows out between list and diff, and when it does so anew."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from scratchpad_tui.tui.layout.timeline import parts
from scratchpad_tui.tui.screens.framed import FRAME_ROWS, FramedScreen
from scratchpad_tui.tui.timeline_state import DIFF, SIDE
from scratchpad_tui.tui.widgets.rows import LongRows, Rows

if TYPE_CHECKING:
    from scratchpad_tui.tui.diffed import Diffed
    from scratchpad_tui.tui.layout.timeline import Parts
    from scratchpad_tui.tui.timeline_state import TimelineState

_STEADY = 4
"""Diffs in a row that have to be short before the list gets their rows: stepping past one long diff moves nothing twice."""


class TimelineShares(FramedScreen):
    """The places of list and diff. While the diff has the cursor, or is scrolled, nothing moves but with the terminal."""

    def __init__(self, state: TimelineState) -> None:
        super().__init__()
        self.state = state
        self.parts: Parts | None = None
        """The shares of list and diff."""
        self.entries: int | None = None
        """Rows that the list can fill; None while that is not known."""
        self._shape: tuple[int, int, bool] | None = None
        """Columns, rows and layout that the shares are for."""
        self._needs: deque[int] = deque(maxlen=_STEADY)
        """The rows of the diffs that were shown last."""
        self._opened = 0
        """The row that the diff was opened at."""

    @property
    def moments(self) -> Rows:
        """The list."""
        return self.query_one("#moments", Rows)

    @property
    def diff(self) -> LongRows:
        """The diff's rows."""
        return self.query_one("#diff", LongRows)

    @property
    def shows_diff(self) -> bool:
        """Whether there is room for the diff, so that it needs no sheet."""
        return self.parts is not None and bool(self.parts.diff_cells)

    def share(self, *, other: bool = False) -> None:
        """Gives list and diff their shares of the screen; `other`: another diff is shown."""
        columns, rows = self.app.size
        shape = (columns, rows, self.state.layout == SIDE)
        if shape != self._shape:
            self._shape = shape
            while len(self._needs) > 1:
                self._needs.popleft()
        elif self.state.pane == DIFF or not (other or self.diff.scroll_offset.y in (0, self._opened)):
            return
        need = max(self._needs, default=None)
        shared = parts(columns, rows - FRAME_ROWS, side_by_side=shape[2], entries=self.entries, need=need)
        if shared == self.parts:
            return
        self.parts = shared
        frame = self.query_one("#timeline")
        frame.set_class(shared.beside, "-beside")
        frame.set_class(not shared.diff_cells, "-alone")
        self.moments.styles.width = shared.list_cells
        self.moments.styles.height = shared.list_rows

    def share_for(self, diffed: Diffed, before: Diffed | None) -> None:
        """Gives list and diff their shares for what the diff shows now."""
        if before is not None and before.wish.cells != diffed.wish.cells:
            self._needs.clear()  # their lines were broken elsewhere
        if before is None or before.wish != diffed.wish:
            self._needs.append(len(diffed.rows))
        self.share(other=True)

    def open_diff(self, diffed: Diffed) -> None:
        """Scrolls the diff to its first change, where that stands below its middle; one row above it stays."""
        shared = self.parts
        if shared is None:
            return
        room = self.app.size.height - FRAME_ROWS - 1 - (0 if shared.beside else shared.list_rows)
        start = diffed.start - 1 if diffed.start > max(1, room // 2) else 0
        self._opened = max(0, min(start, len(diffed.rows) - room))
        # Forced: whether it can be scrolled is known with its next layout only.
        self.diff.scroll_to(y=self._opened, animate=False, force=True)
