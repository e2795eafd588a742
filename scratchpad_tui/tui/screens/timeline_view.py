"""The Timeline's drawing: the list in sight, the diff of what is under the cursor, and what is read in the background."""

from __future__ import annotations

from array import array
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar, cast

from textual import on
from textual.containers import Container

from scratchpad_tui.core.errors import ScratchpadError
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.ages import age_word
from scratchpad_tui.tui.diffed import Diffs, made, wish_of
from scratchpad_tui.tui.frame import Found
from scratchpad_tui.tui.layout.fit import compose, marked
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.scroll import hidden_spans
from scratchpad_tui.tui.layout.timeline import amount_spans, event_title, list_rows, parts
from scratchpad_tui.tui.screens.follows import is_open
from scratchpad_tui.tui.screens.framed import FRAME_ROWS, FramedScreen
from scratchpad_tui.tui.screens.reader import Drawn
from scratchpad_tui.tui.timeline_state import DIFF, SIDE, UNIFIED
from scratchpad_tui.tui.widgets.painter import BAND, Line
from scratchpad_tui.tui.widgets.rows import LongRows, Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.timer import Timer
    from textual.widget import Widget

    from scratchpad_tui.core.pad.moments import Moments
    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.core.pad.wanted import Search, Wanted
    from scratchpad_tui.tui.diffed import Diffed, Wish
    from scratchpad_tui.tui.layout.model import Style
    from scratchpad_tui.tui.layout.timeline import Parts
    from scratchpad_tui.tui.layout.worddiff import Spans
    from scratchpad_tui.tui.timeline_state import TimelineState

_AGES_SECONDS = 30.0
"""Between two looks whether an age has another word."""
_PROGRESS_SECONDS = 0.25
_PATIENCE_SECONDS = 0.3
"""After which a difference that is still being made is told."""
SCROLLBAR = 1


class TimelineView(FramedScreen):
    """Draws a `TimelineState`; every key that changes it is in the class below."""

    NAME = "Timeline"
    PLACE = "timeline"
    CSS_PATH: ClassVar = "timeline.tcss"

    def __init__(self, state: TimelineState, *, reads: bool = False) -> None:
        super().__init__()
        self.state = state
        self._reads = reads
        """Whether the list is being read for the first time."""
        self.parts: Parts | None = None
        self.search: Search | None = None
        """The filter that is being looked for."""
        self._later = array("L")
        """Places that the filter lets through among those that came in while it was looked for."""
        self.finding: Search | None = None
        """The search for the text to find."""
        self._progress: Timer | None = None
        self.diffs = Diffs(self._make, self._show)
        self.diffed: Diffed | None = None
        """What the diff's pane shows."""
        self.places: list[int | None] = []
        """For each row of the list the place that it shows."""
        self._counts = False
        """Whether it is being counted what versions changed."""

    def body(self) -> Widget:
        """The list, and the diff with its title."""
        right = Container(Rows(id="about"), LongRows(id="diff"), id="right")
        return Container(Rows(id="moments"), right, id="timeline")

    @property
    def moments(self) -> Rows:
        """The list."""
        return self.query_one("#moments", Rows)

    @property
    def diff(self) -> LongRows:
        """The diff's rows."""
        return self.query_one("#diff", LongRows)

    def on_mount(self) -> None:
        """Shares the screen out before anything is painted."""
        self._share()
        self.set_interval(_AGES_SECONDS, self.draw)

    def on_resize(self) -> None:
        """Shares the screen out for its new size."""
        self._share()
        self.draw()

    def on_screen_resume(self) -> None:
        """Draws what changed while another screen was open."""
        if self.is_mounted:
            self.draw()

    @on(Rows.Resized, "#moments")
    def arrange_anew(self) -> None:
        """Draws for the list's new size."""
        self.draw()

    def _share(self) -> None:
        """Gives list and diff their shares of the screen."""
        columns, rows = self.app.size
        side = self.state.layout == SIDE
        self.parts = shared = parts(columns, rows - FRAME_ROWS, side_by_side=side)
        frame = self.query_one("#timeline")
        frame.set_class(shared.beside, "-beside")
        frame.set_class(not shared.diff_cells, "-alone")
        self.moments.styles.width = shared.list_cells
        self.moments.styles.height = shared.list_rows

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
        self.state.find, self.state.found = text, ()
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
        if not self.state.found:
            self.app.tell("Not found")
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
        if not self.is_mounted or not self.is_current:
            return
        cells, height = self.moments.size
        if cells < 1 or height < 1:
            return
        state, now = self.state, self.app.clock.now()
        status = self._status(cells)
        state.context = self.app.context_times
        looking = self.search is not None or self._reads
        shown = list_rows(state, cells, max(1, height - len(status)), now, looking=looking)
        state.top = shown.top
        self.places = [*[None] * len(status), *(row.at for row in shown.rows)]
        lines = [Line(row.spans, BAND if row.at == state.at else "") for row in shown.rows]
        self.moments.put([*(Line(row) for row in status), *lines])
        self.draw_head(
            self.app.live.state.head, self.app.size.width, paused=not state.follows, newer=state.newer
        )
        self.key_bar.tell(self._found())
        self._ask()
        self._draw_about()
        self._count()

    def _found(self) -> Found | None:
        state = self.state
        return Found(state.find, state.found_at, len(state.found)) if state.find else None

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
                words = f" · {_progress_words(self.search)} · {len(state):,} found · esc ends"
            left = [Span(" f ", "title.focus"), Span(visible(state.words), "title"), Span(words, "dim")]
            rows.append(compose(left, cells))
        if self.finding is not None:
            rows.append(compose([Span(f" / {_progress_words(self.finding)} · esc ends", "dim")], cells))
        return rows

    @on(LongRows.Moved, "#diff")
    def _draw_about(self) -> None:
        """The title of the diff, with how many of its rows are hidden."""
        about = self.query_one("#about", Rows)
        cells = about.size.width
        if cells:
            focused = self.state.pane == DIFF
            head = Span("▸ " if focused else "─ ", "cursor" if focused else "rule")
            right = (*hidden_spans(*self.diff.hidden), *self._amount())
            about.put([Line(compose([head, *self.title_spans()], cells, right, "─", "rule"))])

    def _amount(self) -> tuple[Span, ...]:
        shown = self.diffed
        if shown is None or self.diffs.wish is None or shown.comparison is None or self.diffs.waits:
            return ()
        found = shown.comparison
        plus, minus = f"+{found.added:,} ", f"-{found.removed:,}"
        return (*amount_spans(plus, minus, found.added, found.removed), Span(" "))

    def title_spans(self) -> list[Span]:
        """What the diff is of."""
        state, moment = self.state, self.state.here
        style: Style = "title.focus" if state.pane == DIFF else "title"
        if moment is None:
            return [Span("" if self._reads else "Nothing to show", "dim")]
        if state.compares:
            old, new = sorted((state.mark or 0, moment.version))
            return [Span(f"v{old} to v{new}", style), Span(keys.said(" · {version.compare} ends"), "dim")]
        if state.mark is not None:
            then = " · go to another version to compare · {version.compare} ends"
            return [Span(f"v{state.mark}", style), Span(keys.said(then), "dim")]
        name = event_title(moment.kind) if moment.is_event else f"v{moment.version}"
        time = f"{moment.time:%Y-%m-%d %H:%M:%SZ}" if moment.time else ""
        age = age_word(max(0.0, (self.app.clock.now() - moment.time).total_seconds())) if moment.time else ""
        words = [visible(moment.author), age, time, visible(moment.session or "")]
        return [Span(name, style), Span("".join(f" · {word}" for word in words if word), "dim")]

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

    # The diff

    def _ask(self) -> None:
        """Wishes for the diff of what is under the cursor, where there is a place for it."""
        if self.parts is None or not self.parts.diff_cells:
            return
        cells = self.diff.size.width - SCROLLBAR
        if cells > 0:
            wish = wish_of(self.state, cells)
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
        if before is None or before.wish.pair != diffed.wish.pair or before.wish.moment != diffed.wish.moment:
            self.diff.scroll_to(y=0, animate=False)
        self._draw_about()

    def show_diff(self) -> None:
        """Puts the rows of the diff on the screen, with the text to find marked."""
        if self.diffed is not None:
            find, cells = visible(self.state.find), self.diff.size.width
            rows = self.diffed.rows

            def line_of(row: Spans) -> Line:
                return Line(compose([part for span in row for part in marked(span, find)], cells))

            self.diff.put(Drawn(cast("Sequence[Spans]", rows), line_of))

    def toggle_layout(self) -> None:
        """Unified or side by side."""
        self.state.layout = UNIFIED if self.state.layout == SIDE else SIDE
        self._share()
        self.draw()


def _progress_words(search: Search) -> str:
    return f"reading {search.looked:,} of {search.total:,}"
