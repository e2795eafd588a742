"""A broken or missing pad beside what a recovery would put in its place, and the question whether to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.layout.fit import wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.recovery import heading_row, side_rows
from scratchpad_tui.tui.screens.follows import is_open
from scratchpad_tui.tui.screens.reader import ReaderScreen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.recovery import Recovery
    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.layout.model import Spans

_MOST_ROWS = 3
_ROWS_BEFORE = 3
"""Rows that stand before the first difference when it is shown; one where the terminal is low."""
_LOW = 16


class MendScreen(ReaderScreen):
    """Shows what would change, and asks; the broken text goes to quarantine whatever it is."""

    BINDINGS = bindings("mend")
    PLACE = "mend"

    def __init__(self, recovery: Recovery) -> None:
        super().__init__()
        self._recovery = recovery
        self._first: int | None = None
        """The terminal row of the first difference; None before the first drawing."""

    def _show_first(self) -> None:
        """Scrolls to the first difference, with what stands right before it."""
        before = 1 if self.app.size.height < _LOW else _ROWS_BEFORE
        self.text.scroll_to(y=max(0, (self._first or 0) - before), animate=False)

    def take(self, view: PadView) -> None:
        """Takes a newly read pad: somebody may have mended it, or broken it otherwise."""
        if view.state == "live":
            self.app.tell("The pad parses again")
            _ = self.dismiss()  # not awaited: nothing is left to answer
        else:
            self.app.in_background(self.app.source.mending, self._take_recovery, group="section")

    def _take_recovery(self, recovery: Recovery) -> None:
        self._recovery = recovery
        if is_open(self):
            self.draw()

    def title_spans(self) -> Sequence[Span]:
        """The question."""
        return self.title_forms()[0]

    def title_forms(self) -> Sequence[Sequence[Span]]:
        """The question, and that nothing is lost."""
        rows = self._recovery.rows
        changed = [row for row in rows if row.broken != row.instead]
        added = sum(row.instead is not None for row in changed)
        removed = sum(row.broken is not None for row in changed)
        signs = (Span(f"+{added}", "diff.add"), Span(f" -{removed}", "diff.remove"))
        words = (
            ("Recover the pad? ", "the broken text is kept"),
            ("Recover? ", "broken text is kept"),
            ("Recover? ", "old kept"),
        )
        return [
            [Span(asks, "title"), *signs, Span(f" · {kept}" if self.raw_text() else "", "dim")]
            for asks, kept in words
        ]

    def pinned_rows(self, cells: int) -> list[Spans]:
        """Why, and what the signs are."""
        pieces = wrap(f"! {visible(self._recovery.reason)}", max(1, cells - 2), _MOST_ROWS, 2)
        rows: list[Spans] = [(Span(f" {piece}", "attention"),) for piece in pieces]
        return [*rows, heading_row(cells - 1, broken="the pad now", instead="in its place")]

    def text_rows(self, cells: int) -> list[Spans]:
        """Both texts."""
        if self._first is None:
            self.call_after_refresh(self._show_first)
        self._first = 0
        rows: list[Spans] = []
        for row in self._recovery.rows:
            if row.broken != row.instead:
                self._first = self._first or len(rows)
            rows += side_rows(row, cells, boxes=False)
        return rows

    def raw_text(self) -> str:
        """The broken text."""
        return "\n".join(row.broken for row in self._recovery.rows if row.broken is not None)

    def action_answer(self, yes: bool) -> None:  # noqa: FBT001 - the key table's action names the answer
        """Recovers, or leaves everything as it is."""
        app = self.app
        if yes and app.may_write():
            app.in_background(app.source.recover, lambda act: app.tell(act.words), group="write")
        _ = self.dismiss()  # not awaited: this screen runs it
