"""Pruning: the entries of a section with age, size and author; what is ticked leaves, and the gauge falls.

An entry may be proposed for promotion instead; it stays until that is decided.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Container

from scratchpad_tui.tui import keys
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.idle import on_prune
from scratchpad_tui.tui.layout.editing import title_row
from scratchpad_tui.tui.layout.pruning import prune_rows, prune_words
from scratchpad_tui.tui.prune_state import PruneState
from scratchpad_tui.tui.screens.follows import is_open
from scratchpad_tui.tui.screens.ticking import TickingScreen
from scratchpad_tui.tui.source import Act
from scratchpad_tui.tui.widgets.bars import KeyBar
from scratchpad_tui.tui.widgets.painter import Line
from scratchpad_tui.tui.widgets.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

    from scratchpad_tui.core.pad.pruning import PrunedEntry, PruneList
    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.source import PadSource


class PruneScreen(TickingScreen):
    """Ticks entries and takes them out as one version."""

    BINDINGS = bindings("prune")
    CSS_PATH = "prune.tcss"
    PLACE: ClassVar[str] = "prune"

    def __init__(self, given: PruneList) -> None:
        super().__init__()
        self.state: PruneState = PruneState(given)

    def compose(self) -> ComposeResult:
        """Title with the gauge, the entries, and the keys."""
        with Container(id="prune"):
            yield Rows(id="title")
            yield Rows(id="entries")
            yield KeyBar(self.PLACE)

    @property
    def listed(self) -> Rows:
        """The entries."""
        return self.query_one("#entries", Rows)

    def go_to(self, place: int, chain: int) -> None:  # noqa: ARG002 - every click ticks
        """Ticks the entry that was clicked."""
        self.state.at = place
        self.action_tick_entry()

    @on(Rows.Resized)
    def draw(self) -> None:
        """Draws title and entries."""
        title, entries = self.query_one("#title", Rows), self.listed
        cells, state = title.size.width, self.state
        if not cells:
            return
        given = state.given
        row = title_row(
            given.section, prune_words(state), state.size, given.cap, cells, self.app.live.state.ui
        )
        title.put([Line(row)])
        height = max(1, entries.size.height)
        shown = prune_rows(state, cells, height, self._top, self.app.clock.now())
        self.put_rows(shown.top, shown.rows)
        self.query_one(KeyBar).leave_out(on_prune(given.entries, state.ticked | state.marked))

    def take(self, view: PadView) -> None:
        """Takes a newly read pad: the entries as they stand now."""
        source, section = self.app.source, self.state.given.section
        if any(section == other.name for other in view.sections):
            self.app.in_background(lambda: source.prune_list(section), self._take_list, group="section")

    def _take_list(self, given: PruneList) -> None:
        if not is_open(self):
            return
        lost = self.state.take(given)
        if lost and not self._saving:
            what = "A ticked entry was" if lost == 1 else f"{lost} ticked entries were"
            self.app.tell(f"{what} changed by another writer and stands unticked")
        self.draw()

    # Keys

    def action_page(self, step: int) -> None:
        """Moves by a page."""
        self.action_line(step * max(1, self.listed.size.height // 2))

    def action_tick_entry(self) -> None:
        """Ticks the entry, or unticks it."""
        self.state.tick()
        self.draw()

    def action_propose(self) -> None:
        """Marks the entry as one to propose, or takes the mark away."""
        self.state.propose()
        self.draw()

    def action_save(self) -> None:
        """Takes what is ticked out of the section, and proposes what is marked."""
        leaving, proposed = self.state.leaving, self.state.proposed
        source, section = self.app.source, self.state.given.section
        if not self.state.given.entries:
            self.app.tell("Nothing stands here that could leave")
        elif not leaving and not proposed:
            self.app.tell(
                keys.said(
                    "Nothing is ticked: {prune.tick} ticks the entry under the cursor, {line.propose} proposes it"
                )
            )
        elif not self._saving and self.app.may_write():
            self._saving = True
            live = self.app.live
            self.app.writes.put(
                lambda: pruned(source, section, leaving, proposed),
                lambda act: self._done(live.own.did(act)),
                self._failed,
            )

    def _done(self, words: str) -> None:
        self.app.tell(words)
        if is_open(self):
            _ = self.dismiss()  # not awaited: the section is smaller, whatever becomes of the screen

    def _failed(self) -> None:
        """Shows the section as it is now: an entry may have been changed at that moment."""
        self._saving = False
        if is_open(self):
            self.take(self.app.live.state.newest)


def pruned(
    source: PadSource, section: str, leaving: Sequence[PrunedEntry], proposed: Sequence[PrunedEntry]
) -> Act:
    """Proposes entries, then takes others out; the sentence of both."""
    said = []
    if proposed:
        count, refused = source.propose_entries(section, proposed)
        shows = keys.said("{screen.promotions} shows the queue")
        said = [f"Proposed {count} of {len(proposed)} · {shows}", *([refused] if refused else [])]
    act = source.prune(section, leaving) if leaving else None
    words = "; ".join([*([act.words] if act is not None else []), *said])
    return Act(words, act.version if act is not None else None)
