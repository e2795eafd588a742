"""The table of a transcript's messages, with its compactions between them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.text import visible, width
from scratchpad_tui.core.transcripts.record import ESTIMATE, Compaction
from scratchpad_tui.core.working.inspection import compaction_words
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.layout.fit import compose, cut
from scratchpad_tui.tui.layout.line import POINTER, RESTING
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.pressure_graph import COMPACTED
from scratchpad_tui.tui.layout.scroll import count_row, sight

if TYPE_CHECKING:
    from scratchpad_tui.core.transcripts.record import Message
    from scratchpad_tui.tui.layout.model import Style
    from scratchpad_tui.tui.pressure_view import PressureView

PINNED = "⚲"
_ROLE_CELLS = 10
_TOKEN_CELLS, _SUM_CELLS = 10, 12
_WITH_SUM, _WITH_NUMBER = 56, 44
"""Cells from which a column is shown."""
_READ_AHEAD = 400
"""Characters of a name that are looked at: more than a row holds."""


class Table(NamedTuple):
    """The rows: messages, and before some of them a compaction."""

    view: PressureView
    marks: tuple[int, ...]
    """For each compaction the number of the message that it stands before."""

    @classmethod
    def of(cls, view: PressureView) -> Table:
        """The table of what was read."""
        offsets = range(view.shown)
        marks = [
            bisect_left(offsets, mark.offset, key=lambda at: view.messages[at].offset)
            for mark in (view.compactions if view.shown else ())
        ]
        return cls(view, tuple(sorted(marks)))

    def __len__(self) -> int:
        return self.view.shown + len(self.marks)

    def what(self, row: int) -> Message | Compaction:
        """What stands in a row."""
        at = bisect_left(range(len(self.marks)), row, key=lambda k: self.marks[k] + k)
        if at < len(self.marks) and self.marks[at] + at == row:
            return self.view.compactions[at]
        return self.view.messages[row - at]

    def row(self, number: int) -> int:
        """The row of a message."""
        return number + bisect_right(self.marks, number)

    def row_of_mark(self, mark: Compaction) -> int:
        """The row of a compaction."""
        at = self.view.compactions.index(mark)
        return self.marks[at] + at

    def row_of_call(self, call: int) -> int:
        """The row of the first message that a call made."""
        view = self.view
        number = bisect_left(range(view.shown), call + 1, key=lambda at: view.messages[at].calls)
        return self.row(min(number, max(0, view.shown - 1)))


class TableRow(NamedTuple):
    """One row on the screen, and which of the table it is; None for a count of hidden ones."""

    at: int | None
    spans: tuple[Span, ...]


def heading(cells: int, *, focused: bool) -> tuple[Span, ...]:
    """The rule above the table, with the names of its columns."""
    left = [Span("─ ", "rule"), Span("Messages", "title.focus" if focused else "title")]
    names = f"{'tokens':>{_TOKEN_CELLS}}" + (f"{'together':>{_SUM_CELLS}}" if cells >= _WITH_SUM else "")
    return compose(left, cells, (Span(names.lstrip() + " ", "dim"),), "─", "rule")


def table_rows(
    table: Table, top: int, at: int, cells: int, height: int, *, focused: bool
) -> tuple[int, list[TableRow]]:
    """The first row in sight, and those in sight."""
    total = len(table)
    seen = sight(top, at, at, total, height)
    built = []
    numbers = len(str(max(0, table.view.shown - 1)))
    pointer = Span(POINTER, "cursor") if focused else Span(RESTING, "text")
    for row in range(seen.top, seen.stop):
        if row == seen.top and seen.above:
            built.append(TableRow(None, count_row(row + 1, "above", cells)))
        elif row == seen.stop - 1 and seen.below:
            built.append(TableRow(None, count_row(total - row, "more", cells)))
        else:
            built.append(TableRow(row, _row(table, row, cells, numbers, pointer if row == at else None)))
    return seen.top, built


def _row(table: Table, row: int, cells: int, numbers: int, pointer: Span | None) -> tuple[Span, ...]:
    """One row; with the pointer where the cursor is in it."""
    what = table.what(row)
    pointer = pointer or Span(" ", "text")
    style: Style = pointer.style
    here = style == "cursor"
    if isinstance(what, Compaction):
        words = f"{COMPACTED} {mark_words(what)}"
        if what.empties:
            words += f" · {keys.key('message.open')}: what the pad held"
        return compose([pointer, Span(words, "cursor" if here else "title")], cells)
    pinned = what.number in table.view.pinned
    left = [pointer, Span(f"{PINNED} " if pinned else "  ", "title.focus")]
    if cells >= _WITH_NUMBER:
        left.append(Span(f"{what.number:>{numbers}} ", "count"))
    role = cut(visible(what.role[:_READ_AHEAD]), _ROLE_CELLS - 1)
    left.append(Span(role + " " * (_ROLE_CELLS - width(role)), "cursor" if here else "author"))
    left.append(Span(visible(what.what[:_READ_AHEAD]), style))
    return compose(left, cells, _figures(table, what, cells))


def _figures(table: Table, message: Message, cells: int) -> list[Span]:
    about = "~" if message.kind == ESTIMATE else ""
    spans = [Span(f"{about}{message.tokens:,}".rjust(_TOKEN_CELLS), "text")]
    if cells >= _WITH_SUM:
        sums = table.view.sums
        known = f"{sums[message.number]:,}" if message.number < len(sums) else ""
        spans.append(Span(known.rjust(_SUM_CELLS), "dim"))
    return [*spans, Span(" ")]


def mark_words(mark: Compaction) -> str:
    """A compaction in a few words."""
    return visible(compaction_words(mark._replace(trigger=mark.trigger[:_READ_AHEAD])))
