"""The frame around every screen: the lines above it and the footer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.tui import footer, frame
from scratchpad_tui.tui.messages import KeyClicked
from scratchpad_tui.tui.widgets.painter import Line
from scratchpad_tui.tui.widgets.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual import events

    from scratchpad_tui.tui.layout import Span


class HeadBar(Rows):
    """Line 1, and line 2 or the rows in its place."""

    DEFAULT_CSS = """
    HeadBar { height: 2; }
    """

    def show(self, tabs: Sequence[Span], pad: Sequence[Sequence[Span]]) -> None:
        """Draws the screens and what stands under them; it takes as many rows as that has."""
        lines = (Line(tuple(tabs)), *(Line(tuple(row)) for row in pad))
        if len(lines) != len(self.lines):
            self.styles.height = len(lines)
        self.put(lines)

    def on_click(self, event: events.Click) -> None:
        """Opens the screen whose name was clicked."""
        if event.y != 0 or not self.lines:
            return
        start = 0
        for span in self.lines[0].spans:
            stop = start + len(span.text)
            key = frame.key_of_tab(span.text)
            if start <= event.x < stop and key:
                self.post_message(KeyClicked(key))
            start = stop


class KeyBar(Rows):
    """The footer: the keys of the place that has the focus."""

    DEFAULT_CSS = """
    KeyBar { height: 1; }
    """

    def __init__(self, place: str) -> None:
        super().__init__()
        self.place = self._home = place
        """The place whose keys are shown."""
        self._holds = footer.AS_USUAL
        self._paused = False
        self._cells = 0

    def show(self, place: str | None = None, cells: int | None = None) -> None:
        """Draws the keys of a place, or those of the place again, on so many cells or as many as there are."""
        self.place = place or self.place
        # Before the first layout it has no size of its own, and is drawn for the one that it is going to have.
        self._cells = cells or self.size.width or self._cells
        self.put((Line(footer.footer_line(self.place, self._cells, self._now())),))

    def leave_out(self, idle: frozenset[str]) -> None:
        """Names no key of these ids, which would do nothing now."""
        self._hold(self._holds._replace(idle=idle))

    def word(self, words: Mapping[str, str] = footer.NO_WORDS, first: str = "") -> None:
        """Names keys by what they do now, by their ids, and one of them first."""
        self._hold(self._holds._replace(words=words, first=first))

    def warn(self, *, alarm: bool, paused: bool = False) -> None:
        """Shows first what mends a pad that does not parse, as long as it does not, and what ends a pause."""
        self._hold(self._holds._replace(alarm=alarm), paused=paused)

    def tell(self, found: footer.Found | None) -> None:
        """Shows which place of a marked text has the cursor; None where no text is marked."""
        self._hold(self._holds._replace(found=found))

    def _hold(self, holds: footer.Now, *, paused: bool | None = None) -> None:
        """Draws the footer again where something else holds."""
        before = (self._holds, self._paused)
        self._holds, self._paused = holds, self._paused if paused is None else paused
        if before != (self._holds, self._paused):
            self.show()

    def _now(self) -> footer.Now:
        """What holds here; a field that is open in the screen has words of its own."""
        if self.place != self._home:
            return self._holds._replace(words=footer.NO_WORDS)
        words = {**self._holds.words, footer.FOLLOW: "follow"} if self._paused else self._holds.words
        return self._holds._replace(words=words)

    def on_resize(self) -> None:
        """Draws as many keys as there is room for."""
        super().on_resize()
        self.show()

    def on_click(self, event: events.Click) -> None:
        """Does what the clicked key does."""
        for item in footer.footer_items(self.place, self.size.width, self._now()):
            if item.start <= event.x < item.stop:
                self.post_message(KeyClicked(item.key.keys[0]))
