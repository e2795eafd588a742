"""Sheets over the Timeline: the diff of an entry where it has no room beside the list, and a whole version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.ages import age_word
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.blame_words import blame_columns
from scratchpad_tui.tui.diffed import made
from scratchpad_tui.tui.idle import of
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.version_rows import version_rows
from scratchpad_tui.tui.layout.worddiff import unified_rows
from scratchpad_tui.tui.screens.follows import is_open
from scratchpad_tui.tui.screens.reader import ReaderScreen
from scratchpad_tui.tui.screens.rereading import Rereading
from scratchpad_tui.tui.widgets.bars import KeyBar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.blame import BlamedLine
    from scratchpad_tui.core.pad.moments import Moment
    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.diffed import Diffed
    from scratchpad_tui.tui.layout.model import Spans
    from scratchpad_tui.tui.tracing import Tracing


class Shown(NamedTuple):
    """The entry of a list that a sheet shows."""

    moment: Moment
    title: tuple[Span, ...]


class Whole(NamedTuple):
    """A version as it is shown."""

    version: int
    text: str
    blamed: dict[int, BlamedLine] | None = None
    """Who had brought each line, by its number; None where that is not shown."""


def read_whole(source: Tracing, version: int, *, blamed: bool) -> Whole:
    """Reads a version, and who had brought its lines where that is wanted; it may wait and raise ScratchpadError.

    Of a version that does not parse nobody is told: it is shown all the same.
    """
    text = source.version_text(version)
    if not blamed:
        return Whole(version, text)
    try:
        return Whole(version, text, source.version_blame(version))
    except InputError:
        return Whole(version, text, {})


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

    def is_oldest(self, moment: Moment) -> bool:
        """Whether the list has no version before it."""
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
        self._name_keys()
        self.text.scroll_to(y=0, animate=False)

    def on_mount(self) -> None:
        """Names the keys that do something here."""
        self._name_keys()

    def _name_keys(self) -> None:
        moment = self.shown.moment
        is_oldest = self._host.is_oldest(moment)
        self.query_one(KeyBar).leave_out(
            of((("version.whole", moment.is_event or not moment.kept), ("version.older", is_oldest)))
        )

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

    def __init__(self, moment: Moment, whole: Whole, host: DiffHost) -> None:
        super().__init__()
        self.moment = moment
        self._text, self._blamed = whole.text, whole.blamed
        self._host = host
        self._again = Rereading(self, self._read_again, self._take_again)

    def _read_again(self) -> Whole:
        return read_whole(self.app.source, self.moment.version, blamed=self.is_blamed)

    @property
    def is_blamed(self) -> bool:
        """Whether it shows who brought each line."""
        return self._blamed is not None

    def take(self, view: PadView) -> None:  # noqa: ARG002 - the version is read, not the pad
        """Takes a newly read pad: the version may have other bytes."""
        self._again.ask()

    def show_other(self, moment: Moment, whole: Whole) -> None:
        """Shows another version, from its first row on."""
        self.moment, self._text, self._blamed = moment, whole.text, whole.blamed
        self.draw()
        self._name_keys()
        self.text.scroll_to(y=0, animate=False)
        self.read_again()

    def on_mount(self) -> None:
        """Names the keys that do something here, and reads again what was read before the sheet could be told."""
        self._name_keys()
        self._tell_unknown()
        self.read_again()

    def _name_keys(self) -> None:
        self.query_one(KeyBar).leave_out(of((("version.older", self._host.is_oldest(self.moment)),)))

    def action_version(self, step: int) -> None:
        """Goes on to the version before or after."""
        self._host.step_whole(self, step)

    def action_blame(self) -> None:
        """Shows who had brought each line, or hides it."""
        source, version = self.app.source, self.moment.version

        def show(whole: Whole) -> None:
            if is_open(self) and version == self.moment.version:
                self._put(whole)
                self._tell_unknown()
                self.read_again()

        if self.is_blamed:
            self._put(Whole(version, self._text))
            self.read_again()
        else:
            self.app.in_background(lambda: read_whole(source, version, blamed=True), show, group="blame")

    def _tell_unknown(self) -> None:
        if self._blamed == {}:
            self.app.tell(f"v{self.moment.version} does not parse, so that nobody is told for its lines")

    def read_again(self) -> None:
        """Reads the version once more: it may have other bytes since what is shown was read."""
        self._again.ask()

    def _take_again(self, whole: Whole) -> None:
        # Meanwhile the person may have gone to another version, or asked for other columns: those are read on their own.
        if whole.version == self.moment.version and (whole.blamed is not None) == self.is_blamed:
            self._put(whole)

    def _put(self, whole: Whole) -> None:
        if (whole.text, whole.blamed) != (self._text, self._blamed):
            self._text, self._blamed = whole.text, whole.blamed
            self.draw()

    def title_spans(self) -> Sequence[Span]:
        """The version, who made it and when."""
        moment = self.moment
        age = age_word(max(0.0, (self.app.clock.now() - moment.time).total_seconds())) if moment.time else ""
        words = "".join(f" · {word}" for word in (visible(moment.author), age) if word)
        return [Span(f"The pad as v{moment.version} had it", "title"), Span(words, "dim")]

    def text_rows(self, cells: int) -> list[Spans]:
        """The text, long lines broken; with who brought each line where that is shown."""
        words = blame_columns(self._blamed, self.app.clock.now()) if self._blamed is not None else None
        return version_rows(self._text, cells, words)

    def raw_text(self) -> str:
        """The text as it stands in the file."""
        return self._text
