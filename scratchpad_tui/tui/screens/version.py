"""Sheets over the Timeline: the diff of an entry where it has no room beside the list, and a whole version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.ages import age_word
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.diffed import made
from scratchpad_tui.tui.layout.fit import wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.worddiff import unified_rows
from scratchpad_tui.tui.screens.reader import ReaderScreen
from scratchpad_tui.tui.screens.rereading import Rereading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.moments import Moment
    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.diffed import Diffed
    from scratchpad_tui.tui.layout.model import Style
    from scratchpad_tui.tui.screens.reader import Spans

_MOST_ROWS = 40
"""Rows over which one line of the text is broken."""


class Shown(NamedTuple):
    """The entry of a list that a sheet shows."""

    moment: Moment
    title: tuple[Span, ...]


class DiffHost(Protocol):
    """The screen with the list."""

    def open_whole(self, moment: Moment) -> None:
        """Opens the sheet of what the pad was."""
        ...

    def step_sheet(self, sheet: DiffScreen, step: int) -> None:
        """Goes from what a sheet shows to the version before or after, and shows it there."""
        ...

    def step_whole(self, sheet: VersionScreen, step: int) -> None:
        """The same for the sheet of a whole version."""
        ...


class DiffScreen(ReaderScreen):
    """What a version changed, or all that is known of an event."""

    BINDINGS = bindings("diff")
    PLACE = "diff"

    def __init__(self, diffed: Diffed, shown: Shown, host: DiffHost) -> None:
        super().__init__()
        self._diffed = diffed
        self.shown = shown
        self._host = host
        self._again = Rereading(self, lambda: made(self.app.source, self._diffed.wish), self._take_again)

    def take(self, view: PadView) -> None:  # noqa: ARG002 - the versions are read, not the pad
        """Takes a newly read pad: the versions may have other bytes."""
        self._again.ask()

    def _take_again(self, diffed: Diffed) -> None:
        if diffed.wish == self._diffed.wish and diffed.rows != self._diffed.rows:
            self._diffed = diffed
            self.draw()

    def show_other(self, diffed: Diffed, shown: Shown) -> None:
        """Shows another entry, from its first row on."""
        self._diffed, self.shown = diffed, shown
        self.draw()
        self.text.scroll_to(y=0, animate=False)

    def title_spans(self) -> Sequence[Span]:
        """What it is of, and how many lines."""
        found = self._diffed.comparison
        if found is None:
            return self.shown.title
        return [
            Span(f"+{found.added:,}", "diff.add"),
            Span(f" -{found.removed:,} ", "diff.remove"),
            *self.shown.title,
        ]

    def text_rows(self, cells: int) -> list[Spans]:
        """The rows; those of a difference are made anew for another width."""
        wish, found = self._diffed.wish, self._diffed.comparison
        if found is None or wish.cells == cells:
            return list(self._diffed.rows)
        about = len(self._diffed.rows) - len(unified_rows(found, wish.cells))
        return [*self._diffed.rows[:about], *unified_rows(found, cells)]

    def raw_text(self) -> str:
        """The rows as text."""
        return self._diffed.text

    def action_open_version(self) -> None:
        """Opens the whole version."""
        moment = self.shown.moment
        if moment.is_event or not moment.kept:
            self.app.tell("No version that is kept stands here")
        else:
            self._host.open_whole(moment)

    def action_version(self, step: int) -> None:
        """Goes on to the version before or after."""
        self._host.step_sheet(self, step)


class VersionScreen(ReaderScreen):
    """What the pad was."""

    BINDINGS = bindings("version")
    PLACE = "version"

    def __init__(self, moment: Moment, text: str, host: DiffHost) -> None:
        super().__init__()
        self.moment = moment
        self._text = text
        self._host = host
        self._again = Rereading(
            self, lambda: self.app.source.version_text(self.moment.version), self._take_again
        )

    def take(self, view: PadView) -> None:  # noqa: ARG002 - the version is read, not the pad
        """Takes a newly read pad: the version may have other bytes."""
        self._again.ask()

    def show_other(self, moment: Moment, text: str) -> None:
        """Shows another version, from its first row on."""
        self.moment, self._text = moment, text
        self.draw()
        self.text.scroll_to(y=0, animate=False)

    def action_version(self, step: int) -> None:
        """Goes on to the version before or after."""
        self._host.step_whole(self, step)

    def _take_again(self, text: str) -> None:
        if text != self._text:
            self._text = text
            self.draw()

    def title_spans(self) -> Sequence[Span]:
        """The version, who made it and when."""
        moment = self.moment
        age = age_word(max(0.0, (self.app.clock.now() - moment.time).total_seconds())) if moment.time else ""
        words = "".join(f" · {word}" for word in (visible(moment.author), age) if word)
        return [Span(f"The pad as v{moment.version} had it", "title"), Span(words, "dim")]

    def text_rows(self, cells: int) -> list[Spans]:
        """The text, long lines broken."""
        room = max(1, cells - 2)
        rows: list[Spans] = []
        for line in texts(self._text):
            style: Style = "title" if line.startswith("## ") else "text"
            shown = visible(line[: room * _MOST_ROWS * 8].expandtabs(4))
            rows += [(Span(f" {piece}", style),) for piece in wrap(shown, room, _MOST_ROWS, 2)]
        return rows

    def raw_text(self) -> str:
        """The text as it stands in the file."""
        return self._text
