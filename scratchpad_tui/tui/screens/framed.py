"""A ground screen: the frame's lines above, its rows, the footer below."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.screen import Screen

from scratchpad_tui.core.config.key_table import GROUND
from scratchpad_tui.tui import frame, keys
from scratchpad_tui.tui.trouble import ALARMS, trouble_rows
from scratchpad_tui.tui.widgets.bars import HeadBar, KeyBar

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.widget import Widget

    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.app import ScratchpadApp
    from scratchpad_tui.tui.layout import Span


FRAME_ROWS = 3
"""Rows that the frame takes: two above, one below."""


class FramedScreen(Screen[None]):
    """A screen with a name on line 1; what stands in the middle is `body`."""

    app: ScratchpadApp
    AUTO_FOCUS: ClassVar[str | None] = ""
    NAME: ClassVar[str] = "Live"
    """The screen's name on line 1."""
    PLACE: ClassVar[str] = "live"
    """The place in the key table."""

    def compose(self) -> ComposeResult:
        """The frame with the screen's body in it."""
        yield HeadBar()
        yield self.body()
        yield KeyBar(self.PLACE)

    def body(self) -> Widget:
        """What stands between the frame's lines."""
        raise NotImplementedError

    @property
    def head(self) -> HeadBar:
        """Lines 1 and 2."""
        return self.query_one(HeadBar)

    @property
    def key_bar(self) -> KeyBar:
        """The footer."""
        return self.query_one(KeyBar)

    def draw_head(self, view: PadView, cells: int, *, paused: bool = False, newer: int = 0) -> None:
        """Draws lines 1 and 2 for a pad, so many cells wide, and in the footer what mends one that does not parse.

        What is wrong with such a pad takes more rows where line 2 has no room for it.
        """
        self.key_bar.warn(alarm=view.state in ALARMS, paused=paused)
        word = frame.state_word(view, paused=paused, polling=self.app.source.polling())
        waiting = self.app.promotions_waiting
        tabs = [
            frame.Tab(keys.shown_key(key.keys[0]), key.verb, waiting if key.id == "screen.promotions" else 0)
            for key in frame.screens()
        ]
        self.head.show(
            frame.tabs_line(tabs, self.NAME, word, cells, newer, self.app.brief),
            self._pad_rows(view, cells, newer),
        )

    def _pad_rows(self, view: PadView, cells: int, newer: int) -> list[tuple[Span, ...]]:
        """Line 2, or what is wrong with the pad."""
        app, read_only = self.app, self.app.source.read_only
        if view.state in ALARMS:
            return trouble_rows(view, cells, elsewhere=self.PLACE not in GROUND, read_only=read_only)
        now, ascii_only = app.clock.now(), app.has_16_colours
        return [
            frame.pad_line(
                view, now, cells, app.base, newer, app.brief, ascii_only=ascii_only, read_only=read_only
            )
        ]

    def draw(self) -> None:
        """Draws what differs from what stands on the screen."""
        raise NotImplementedError
