"""What the Pressure screen holds: the reading, the cursor over calls and messages, the zoom. No UI library."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

from scratchpad_tui.core.transcripts.record import ESTIMATE, Compaction
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.idle import of
from scratchpad_tui.tui.layout.pressure import FILE, GRAPH, TABLE, arranged, has_table
from scratchpad_tui.tui.layout.pressure_graph import Axis
from scratchpad_tui.tui.layout.pressure_table import Table
from scratchpad_tui.tui.pressure_slots import Slots, bounds
from scratchpad_tui.tui.pressure_view import LOADING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from scratchpad_tui.core.transcripts.record import Message
    from scratchpad_tui.tui.layout.pressure import Arranged
    from scratchpad_tui.tui.pressure_view import PressureView

_CLOSER = 4
"""How many times fewer calls each step of the zoom shows."""
_SEVERAL = 2
_FEWEST = 8
"""Calls that the closest zoom shows at least."""
_ORDER = (GRAPH, TABLE, FILE)
_ONE_CALL_SECONDS = 3_600.0
"""How long what the last call does may take, as where it waits for a person: a pad that began later is not of its time."""


class PressureState:
    """The state behind the Pressure screen; every change of it is a method, and `arranged` is what it looks like."""

    def __init__(self, view: PressureView, *, ascii_graph: bool = False) -> None:
        self.view = view
        self.ascii_graph = ascii_graph
        self.follows = True
        self.focus = GRAPH
        """Which part has the cursor: the file's line, the graph or the table."""
        self.call: int | None = view.calls - 1 if view.calls else None
        """The call under the cursor."""
        self.row = 0
        """The row of the table under the cursor."""
        self.top = 0
        self.seed_lines = False
        self.zoomed = 0
        """How many steps the graph is drawn closer."""
        self.versions: tuple[tuple[float, int], ...] = ()
        """The pad's versions in time: seconds since 1970, and number."""
        self.table = Table.of(view)
        self._ticks: tuple[tuple[int, int], ...] | None = None
        self._times: tuple[float, ...] = ()
        self.has_table = True
        """Whether the table stands on the screen."""
        self._page = 1
        self._axis: Axis | None = None
        self._step = 1
        self._go_last()

    # What comes in

    def take(self, view: PressureView) -> None:
        """Takes a newer reading, or one of another file."""
        view = view.bounded()
        other = view.serial != self.view.serial
        self.view, self.table, self._ticks = view, Table.of(view), None
        if other:
            self.follows, self.zoomed, self._times = True, 0, ()
        if self.follows:
            self._go_last()
        else:
            self.call = min(self.call or 0, view.calls - 1) if view.calls else None
            self.row = max(0, min(self.row, len(self.table) - 1))

    def settle(self) -> None:
        """Lets go of what is not there any more."""
        if self.view.bounded() is not self.view:
            self.take(self.view)

    def take_versions(self, versions: Sequence[tuple[float, int]]) -> None:
        """Takes the pad's versions."""
        self.versions, self._ticks = tuple(versions), None

    def _go_last(self) -> None:
        self.call = self.view.calls - 1 if self.view.calls else None
        self.row = max(0, len(self.table) - 1)

    # What it looks like

    @property
    def name(self) -> str:
        """The file's name."""
        from scratchpad_tui.core.text import visible

        return visible(self.view.path.replace("\\", "/").rpartition("/")[2][-200:])

    @property
    def has_estimates(self) -> bool:
        """Whether the last call is an estimate."""
        return bool(self.view.calls) and self.view.series[self.view.calls - 1].kind == ESTIMATE

    def arranged(self, cells: int, height: int) -> Arranged:
        """The rows for a place of that size."""
        self.settle()
        self.has_table = has_table(self.view, cells, height)
        if self.focus == TABLE and not self.has_table:
            self.focus = GRAPH
        result = arranged(self, cells, height)
        self.top, self._page, self._axis = result.top, result.page, result.axis
        if result.axis is not None:
            total = result.axis.stop - result.axis.first
            self._step = max(1, total // max(1, result.axis.cells))
        return result

    def axis(self, cells: int) -> Axis:
        """The axis on so many cells: all calls, or those around the cursor."""
        slots = Slots.of(self.view)
        total = len(slots)
        shown = max(min(_FEWEST, total), total // _CLOSER**self.zoomed)
        if shown >= total:
            return Axis(slots, 0, max(1, total), cells, self.ascii_graph)
        here = slots.slot(self.call or 0)
        first = max(0, min(total - shown, here - shown // 2))
        return Axis(slots, first, first + shown, cells, self.ascii_graph)

    def span_words(self, axis: Axis) -> str:
        """Which calls are in sight, where not all are."""
        if axis.stop - axis.first >= len(axis.slots):
            return "following" if self.follows else keys.said("{view.follow} follows")
        first, last = axis.slots.call(axis.first), axis.slots.call(axis.stop - 1)
        return f"calls {first + 1:,}-{min(last + 1, self.view.calls):,} of {self.view.calls:,}"

    def ticks(self, slots: Slots) -> tuple[tuple[int, int], ...]:
        """For each version of the pad the slot of the call that it followed, and its number."""
        if self._ticks is None:
            times = self._call_times()
            if not times:
                self._ticks = ()
            else:
                self._ticks = tuple(
                    (slots.slot(at - 1), number)
                    for time, number in (self.versions if self._began_by(times[-1]) else ())
                    if (at := bisect_right(times, time)) > 0
                )
        return self._ticks

    def _call_times(self) -> Sequence[float]:
        """The times of the calls, made to run forward; empty where none is known."""
        if len(self._times) != self.view.calls:
            self._times = tuple(accumulate(self.view.series.times[: self.view.calls], max))
        return self._times if self._times and self._times[-1] > 0 else ()

    def _began_by(self, last: float) -> bool:
        """Whether the pad has a version that a call up to this moment may have written or been given."""
        return bool(self.versions) and self.versions[0][0] <= last + _ONE_CALL_SECONDS

    def version_at(self, call: int) -> int:
        """The pad's version at a call; 0 where none is known."""
        times = self._call_times()
        if call >= len(times) or not self._began_by(times[-1]):
            return 0
        # Up to the call behind it: what a call writes stands in the pad before the next one begins.
        end = times[call + 1] if call + 1 < len(times) else float("inf")
        at = bisect_left(self.versions, end, key=lambda pair: pair[0])
        return self.versions[at - 1][1] if at else 0

    # The cursor

    def move_call(self, step: int) -> None:
        """Moves over so many calls."""
        self.focus = GRAPH
        if self.call is not None:
            self._put_call(self.call + step)

    def scrub(self, step: int) -> None:
        """Moves over so many cells of the graph."""
        self.move_call(step * self._step)

    def go_to_cell(self, cell: int) -> None:
        """Puts the cursor on the last call that a cell of the graph shows."""
        axis = self._axis
        if axis is None or self.call is None:
            return
        self.focus = GRAPH
        slot = bounds(axis.first, axis.stop, axis.cells, max(0, min(axis.cells - 1, cell)))[1] - 1
        self._put_call(axis.slots.call(slot))

    def _put_call(self, call: int) -> None:
        last = self.view.calls - 1
        self.call = max(0, min(last, call))
        self.follows = self.call == last and call >= last
        if self.follows:
            self._go_last()
        elif len(self.table):
            mark = self.compaction
            self.row = self.table.row_of_mark(mark) if mark is not None else self.table.row_of_call(self.call)

    def move_row(self, step: int) -> None:
        """Moves over so many rows of the table."""
        self.focus = TABLE
        if len(self.table):
            self.put_row(self.row + step)

    def put_row(self, row: int) -> None:
        """Puts the cursor on a row of the table."""
        self.focus = TABLE
        last = len(self.table) - 1
        self.row = max(0, min(last, row))
        self.follows = row >= last
        here = self.here
        if here is not None and self.view.calls:
            self.call = max(0, min(self.view.calls - 1, here.calls - 1))
            if self.follows:
                self.call = self.view.calls - 1

    def page(self, step: int) -> None:
        """Moves by a page of what has the cursor."""
        if self.focus == TABLE:
            self.move_row(step * max(1, self._page - 2))
        else:
            cells = self._axis.cells if self._axis else 1
            self.scrub(step * max(1, cells // 4))

    def edge(self, step: int) -> None:
        """Moves to the first or the last call or message; at the last one it follows."""
        if self.focus == TABLE:
            self.move_row(step * len(self.table))
        else:
            self.move_call(step * max(1, self.view.calls))

    def pane(self, step: int) -> None:
        """Gives the cursor to another part that stands on the screen."""
        if not self.has_table:
            self.focus = GRAPH
            return
        order = _ORDER if len(self.table) else (GRAPH, FILE)
        at = order.index(self.focus) if self.focus in order else 0
        self.focus = order[(at + step) % len(order)]

    def follow(self) -> bool:
        """Follows, or stays where it is; whether it follows."""
        self.follows = not self.follows
        if self.follows:
            self._go_last()
        return self.follows

    @property
    def here(self) -> Message | Compaction | None:
        """What is in the row under the cursor."""
        return self.table.what(self.row) if 0 <= self.row < len(self.table) else None

    @property
    def compaction(self) -> Compaction | None:
        """The compaction under the cursor: in the table, or between the call of the graph's cursor and its neighbours."""
        if self.focus == TABLE:
            return self.here if isinstance(self.here, Compaction) else None
        reach = self._step
        near = [
            mark
            for mark in self.view.compactions
            if self.call is not None and -1 <= mark.calls - self.call - 1 < reach
        ]
        near += [mark for mark in self.view.compactions if mark.calls == self.call]
        return near[0] if near else None

    # Zoom and lines

    def zoom(self) -> bool:
        """Draws the calls around the cursor closer, and after the last step all of them; whether it is zoomed."""
        total = len(Slots.of(self.view))
        closer = total // _CLOSER ** (self.zoomed + 1)
        self.zoomed = self.zoomed + 1 if closer >= _FEWEST else 0
        return bool(self.zoomed)

    def idle(self, drawn: Collection[str]) -> frozenset[str]:
        """The keys that would do nothing now; `drawn` names the parts that stand on the screen."""
        view, here = self.view, self.here
        is_blank = not (view.calls or len(self.table))
        opens_text = here is not None and not isinstance(here, Compaction)
        opens_mark = self.compaction is not None and view.state != LOADING
        can_zoom = bool(self.zoomed) or len(Slots.of(view)) // _CLOSER >= _FEWEST
        return of(
            (
                ("message.open", not (self.focus == FILE or (not is_blank and (opens_text or opens_mark)))),
                ("call.left", view.calls < _SEVERAL),
                ("go.next-pane", is_blank or not {FILE, TABLE} & set(drawn)),
                ("view.closer", not can_zoom),
            )
        )

    def toggle_lines(self) -> bool:
        """Shows the lines of a managed window, or hides them; whether they are shown."""
        self.seed_lines = not self.seed_lines
        return self.seed_lines

    def back(self) -> bool:
        """One level back: the zoom, the file's line or the table, then follows; False where nothing of it is there."""
        if self.zoomed:
            self.zoomed = 0
        elif self.focus != GRAPH:
            self.focus = GRAPH
        elif not self.follows:
            self.follow()
        else:
            return False
        return True
