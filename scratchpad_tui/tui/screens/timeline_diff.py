"""The Timeline's diff: of what is under the cursor, or of the versions that are compared, with its title."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual import on

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.diffed import Diffs, made, wish_of
from scratchpad_tui.tui.layout.diff_title import diff_title
from scratchpad_tui.tui.layout.fit import cells_of, compose, marked_row
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.scroll import hidden_spans
from scratchpad_tui.tui.layout.timeline import amount_spans
from scratchpad_tui.tui.screens.follows import is_open
from scratchpad_tui.tui.screens.reader import Drawn
from scratchpad_tui.tui.screens.timeline_shares import TimelineShares
from scratchpad_tui.tui.timeline_state import DIFF
from scratchpad_tui.tui.widgets.painter import Line
from scratchpad_tui.tui.widgets.rows import LongRows, Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scratchpad_tui.tui.diffed import Diffed, Wish
    from scratchpad_tui.tui.layout.model import Spans
    from scratchpad_tui.tui.timeline_state import TimelineState

_PATIENCE_SECONDS = 0.3
"""After which a difference that is still being made is told."""
SCROLLBAR = 1


class TimelineDiff(TimelineShares):
    """The part of the screen beside or below the list."""

    def __init__(self, state: TimelineState, *, reads: bool = False) -> None:
        super().__init__(state)
        self._reads = reads
        """Whether the list is being read for the first time."""
        self.diffs = Diffs(self._make, self._show)
        self.diffed: Diffed | None = None
        """What the diff's pane shows."""

    @on(LongRows.Moved, "#diff")
    def draw_about(self) -> None:
        """The title of the diff, with how many of its rows are hidden."""
        about = self.query_one("#about", Rows)
        cells = about.size.width
        if cells and self.state.here is None and not self._reads:
            about.put([Line(compose((), cells))])
        elif cells:
            focused = self.state.pane == DIFF
            head = Span("▸ " if focused else "─ ", "cursor" if focused else "rule")
            right = (*hidden_spans(*self.diff.hidden), *self._amount())
            title = self.title_spans(cells - cells_of((head, *right)) - 2)
            about.put([Line(compose([head, *title], cells, right, "─", "rule"))])

    def _amount(self) -> tuple[Span, ...]:
        shown = self.diffed
        if shown is None or self.diffs.wish is None or shown.comparison is None or self.diffs.waits:
            return ()
        found = shown.comparison
        plus, minus = f"+{found.added:,} ", f"-{found.removed:,}"
        return (*amount_spans(plus, minus, found.added, found.removed), Span(" "))

    def title_spans(self, cells: int | None = None) -> list[Span]:
        """What the diff is of, on so many cells."""
        return diff_title(self.state, self.app.clock.now(), cells)

    def ask(self) -> None:
        """Wishes for the diff of what is under the cursor, where there is a place for it."""
        if not self.shows_diff:
            return
        cells = self.diff.size.width - SCROLLBAR
        if cells > 0:
            near = self.parts is not None and self.parts.near
            wish = wish_of(self.state, cells, whole=False, near=near)
            self.diffs.ask(wish)
            if wish is None:
                self.diffed = None
                self.diff.put([])
            if self.diffs.waits:
                self.set_timer(_PATIENCE_SECONDS, self._tell_waiting)

    def _make(self, wish: Wish, take: Callable[[Diffed], None]) -> None:
        source = self.app.source
        self.app.in_background(lambda: made(source, wish), take, group=f"diff {id(wish)}")

    def _tell_waiting(self) -> None:
        if is_open(self) and self.diffs.waits:
            self.diff.put([Line(compose([Span("   Comparing…", "dim")], self.diff.size.width))])

    def _show(self, diffed: Diffed) -> None:
        if not is_open(self):
            return
        before, self.diffed = self.diffed, diffed
        self.show_diff()
        self.share_for(diffed, before)
        if before is None or before.wish.pair != diffed.wish.pair or before.wish.moment != diffed.wish.moment:
            self.open_diff(diffed)
        self.draw_about()

    def show_diff(self) -> None:
        """Puts the rows of the diff on the screen, with the text to find marked."""
        if self.diffed is not None:
            find, cells = visible(self.state.find), self.diff.size.width
            rows = self.diffed.rows

            def line_of(row: Spans) -> Line:
                return Line(compose(marked_row(row, find), cells))

            self.diff.put(Drawn(cast("Sequence[Spans]", rows), line_of))
