"""The Timeline's drawing: the shares of the screen, the list in sight, and what is read and looked for in the background."""

from __future__ import annotations

from array import array
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Container

from scratchpad_tui.core.errors import ScratchpadError
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.footer import Found
from scratchpad_tui.tui.idle import on_timeline, timeline_words
from scratchpad_tui.tui.layout.fit import cells_of, compose
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.timeline import list_rows
from scratchpad_tui.tui.screens.follows import is_in_sight, is_open
from scratchpad_tui.tui.screens.timeline_diff import TimelineDiff
from scratchpad_tui.tui.timeline_state import SIDE, UNIFIED
from scratchpad_tui.tui.widgets.painter import BAND, Line
from scratchpad_tui.tui.widgets.rows import LongRows, Rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.timer import Timer
    from textual.widget import Widget

    from scratchpad_tui.core.pad.moments import Moments
    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.core.pad.wanted import Search, Wanted
    from scratchpad_tui.tui.layout.model import Spans
    from scratchpad_tui.tui.timeline_state import TimelineState

_AGES_SECONDS = 30.0
"""Between two looks whether an age has another word."""
_PROGRESS_SECONDS = 0.25


class TimelineView(TimelineDiff):
    """Draws a `TimelineState`; every key that changes it is in the class below."""

    NAME = "Timeline"
    PLACE = "timeline"
    CSS_PATH: ClassVar = "timeline.tcss"

    def __init__(self, state: TimelineState, *, reads: bool = False) -> None:
        super().__init__(state, reads=reads)
        self.search: Search | None = None
        """The filter that is being looked for."""
        self._later = array("L")
        """Places that the filter lets through among those that came in while it was looked for."""
        self.finding: Search | None = None
        """The search for the text to find."""
        self.sought = ""
        """The text that was looked for last."""
        self._progress: Timer | None = None
        self.places: list[int | None] = []
        """For each row of the list the place that it shows."""
        self._counts = False
        """Whether it is being counted what versions changed."""

    def body(self) -> Widget:
        """The list, and the diff with its title."""
        right = Container(Rows(id="about"), LongRows(id="diff"), id="right")
        return Container(Rows(id="moments"), right, id="timeline")

    def on_mount(self) -> None:
        """Shares the screen out before anything is painted."""
        self.share()
        self.set_interval(_AGES_SECONDS, self.draw)

    def on_resize(self) -> None:
        """Shares the screen out for its new size."""
        self.share()
        self.draw()

    def on_screen_resume(self) -> None:
        """Draws what changed while another screen was open."""
        if self.is_mounted:
            self.draw()

    @on(Rows.Resized, "#moments")
    def arrange_anew(self) -> None:
        """Draws for the list's new size."""
        self.draw()

    # What comes from the pad

    def take(self, view: PadView) -> None:  # noqa: ARG002 - the list is read, not the pad
        """Takes note of a newly read pad: something may have happened."""
        self.read()

    def begin(self, moments: Moments, version: int | None, kind: str) -> None:
        """Takes the list that was being read when the screen was opened, and goes to a place in it."""
        self._take_moments((moments, self.state.moments, self.state.wanted, array("L")))
        if is_open(self):
            self.state.open_at(version, kind)
            self.draw()

    def leave(self) -> None:
        """Closes the screen: there is no list."""
        if is_open(self):
            self.app.action_ground()

    def read(self) -> None:
        """Reads what was added to the list."""
        source, before, wanted = self.app.source, self.state.moments, self.state.wanted

        def do() -> tuple[Moments, Moments, Wanted | None, array[int]]:
            moments = source.moments()
            more = array("L")
            if wanted is not None and moments.goes_on(before):
                more = source.search(moments, wanted, len(before)).run().places
            return moments, before, wanted, more

        self.app.in_background(do, self._take_moments, group="timeline")

    def _take_moments(self, read: tuple[Moments, Moments, Wanted | None, array[int]]) -> None:
        moments, before, wanted, more = read
        if not is_open(self):
            return
        state = self.state
        if state.moments is not before or state.wanted is not wanted:
            self.read()  # it was read for another list or filter
            return
        self._reads = False
        stays = state.take(moments, more)
        self._later.extend(more)
        if not stays:
            self.diffs.forget()
            if state.wanted is not None:
                self.start_filter(state.words, state.wanted)
            if state.find:
                self.start_find(state.find)
        self.draw()

    # Filter and find

    def start_filter(self, words: str, wanted: Wanted | None) -> None:
        """Looks through the whole list for what a filter lets through; None ends it."""
        if self.search is not None:
            self.search.stop()
        self.state.set_filter(words, wanted)
        self.search, self._later = None, array("L")
        if wanted is not None:
            self.search = search = self.app.source.search(self.state.moments, wanted)
            self._run(search, self._end_filter, "filter")
        self.draw()

    def _end_filter(self, search: Search) -> None:
        if search is self.search and is_open(self):
            self._take_found(search)
            self.search = None
            self.draw()

    def _take_found(self, search: Search) -> None:
        places = search.places
        places.extend(self._later)
        self.state.let_through(places)

    def start_find(self, text: str) -> None:
        """Looks through the whole list for a text that came or went."""
        from scratchpad_tui.core.pad.wanted import Wanted

        if self.finding is not None:
            self.finding.stop()
        self.state.find, self.state.found, self.sought = text, (), text
        self.finding = None
        if text:
            self.finding = search = self.app.source.search(self.state.moments, Wanted(text))
            self._run(search, self._end_find, "find")
        self.draw()

    def _end_find(self, search: Search) -> None:
        if search is not self.finding or not is_open(self):
            return
        self.finding = None
        self.state.found = search.places
        self.draw()

    def _run(self, search: Search, end: Callable[[Search], None], group: str) -> None:
        self.app.in_background(search.run, end, group=f"timeline {group}")
        if self._progress is None:
            self._progress = self.set_interval(_PROGRESS_SECONDS, self._tell_progress)

    def _tell_progress(self) -> None:
        if self.search is None and self.finding is None and self._progress is not None:
            self._progress.stop()
            self._progress = None
            return
        if self.search is not None:
            self._take_found(self.search)
        self.draw()

    # Drawing

    def draw(self) -> None:
        """Draws what differs from what stands on the screen."""
        if not self.is_mounted or not is_in_sight(self):
            return
        cells, height = self.moments.size
        if cells < 1 or height < 1:
            return
        state, now = self.state, self.app.clock.now()
        status = self._status(cells)
        state.context = self.app.context_times
        looking = self.search is not None or self._reads
        if not looking:
            self.entries = len(state) + len(status) if len(state) else None
            self.share()
        shown = list_rows(state, cells, max(1, height - len(status)), now, looking=looking)
        state.top = shown.top
        self.places = [*[None] * len(status), *(row.at for row in shown.rows)]
        lines = [Line(row.spans, BAND if row.at == state.at else "") for row in shown.rows]
        self.moments.put([*(Line(row) for row in status), *lines])
        self.draw_head(
            self.app.live.state.newest, self.app.size.width, paused=not state.follows, newer=state.newer
        )
        self.key_bar.tell(self._found())
        self.key_bar.leave_out(
            on_timeline(state, read_only=self.app.source.read_only, shows_diff=self.shows_diff)
        )
        self.key_bar.word(*timeline_words(state))
        self.ask()
        self.draw_about()
        self._count()

    def _found(self) -> Found | None:
        state = self.state
        looks = self.finding is not None and not state.found
        return Found(state.find, state.found_at, len(state.found)) if state.find and not looks else None

    def _status(self, cells: int) -> list[Spans]:
        """What is to be said above the list: the filter and how far it is, or that the journal cannot be read."""
        rows: list[Spans] = []
        state = self.state
        if self._reads:
            rows.append(compose([Span("   Reading the history…", "dim")], cells))
        if state.moments.trouble:
            rows.append(compose([Span(f" ! {visible(state.moments.trouble)}", "attention")], cells))
        if state.wanted is not None:
            words = f" · {len(state):,} of {state.known:,}"
            if self.search is not None:
                words = f" · {_progress_words(self.search)} · {len(state):,} found"
            left = [
                Span(f" {keys.key('find.filter')} ", "title.focus"),
                Span(visible(state.words), "title"),
                Span(words, "dim"),
            ]
            rows.append(_with_end(left, cells, ends=not state.find and state.mark is None))
        if state.mark is not None and not self.shows_diff:
            # Beside the list the title of the diff says so.
            then = "{version.open} shows" if state.compares else "go to another version"
            words = keys.said(f"comparing with v{state.mark} · {then}")
            left = [Span(f" {keys.key('version.compare')} ", "title.focus"), Span(words, "title")]
            rows.append(_with_end(left, cells, ends=not state.find))
        if self.finding is not None:
            rows.append(compose([Span(f" / {_progress_words(self.finding)} · esc ends", "dim")], cells))
        return rows

    def _count(self) -> None:
        """Has it counted what the versions in sight changed, where the journal does not say it."""
        state, source = self.state, self.app.source
        moments = state.moments
        shown = [state.place(at) for at in self.places if at is not None]
        places = [place for place in shown[::-1] if moments.is_uncounted(place)]
        if not places or self._counts:
            return
        self._counts = True

        def do() -> int:
            with suppress(ScratchpadError, OSError):  # what cannot be counted stays blank
                return source.count(moments, places)
            return 0

        self.app.in_background(do, self._end_count, group="timeline count")

    def _end_count(self, filled: int) -> None:
        self._counts = False
        if filled and is_open(self):
            self.draw()

    def toggle_layout(self) -> None:
        """Unified or side by side."""
        self.state.layout = UNIFIED if self.state.layout == SIDE else SIDE
        self.share()
        self.draw()


def _with_end(left: list[Span], cells: int, *, ends: bool) -> Spans:
    """A row that says what is done to the list, and where that has room the key, if it is this that the key ends first."""
    words = Span(" · esc ends", "dim")
    return compose([*left, words] if ends and cells_of((*left, words)) <= cells else left, cells)


def _progress_words(search: Search) -> str:
    return f"reading {search.looked:,} of {search.total:,}"
