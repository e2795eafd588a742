"""The graph of the context by call: filled columns in braille or in signs, lines, marks and ticks under one axis."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.text import width
from scratchpad_tui.core.transcripts.record import ESTIMATE
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.pressure_figures import CLEARED, NEAR, scale_of, short
from scratchpad_tui.tui.pressure_slots import GAP, Slots, bounds, column_of, columns
from scratchpad_tui.tui.pressure_view import PressureView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.transcripts.record import Drop
    from scratchpad_tui.tui.layout.model import Style
    from scratchpad_tui.tui.pressure_view import Line

GUTTER = 7
"""Cells at the left for the axis' figures."""
DOTS = 4
"""Rows of dots in a cell."""
_LEFT, _RIGHT = (0x40, 0x04, 0x02, 0x01), (0x80, 0x20, 0x10, 0x08)
"""The bits of a braille cell's dots, from the bottom."""
_BRAILLE = 0x2800
_ASCII = {"recorded": ".#", ESTIMATE: ".:"}
"""What stands for half a cell and for a whole one where braille is no use."""
COMPACTED, DROPPED, WINDOW = "◇", "▽", "◫"
HERE, HERE_ASCII = "▲", "^"
"""Stands under the call of the cursor: within a full column a line of its own cannot be seen without colour."""
_FEW_ROWS = 3
_MUTE = ("unknown",)
"""Triggers that say nothing of a compaction by themselves."""
_TRIGGERS = {"kept": "dropped nothing", CLEARED: "reset"}
"""Triggers that another word tells better."""

Cell = tuple[str, "Style"]


class Axis(NamedTuple):
    """Which slots are drawn on how many cells."""

    slots: Slots
    first: int
    stop: int
    cells: int
    ascii: bool

    @property
    def dots(self) -> int:
        """How many columns of dots there are."""
        return max(1, self.cells if self.ascii else 2 * self.cells)

    def cell(self, slot: int) -> int:
        """The cell that shows a slot first."""
        return column_of(self.first, self.stop, self.dots, slot) * self.cells // self.dots

    def shows(self, slot: int) -> bool:
        """Whether the slot is in sight."""
        return self.first <= slot < self.stop


class Plot(NamedTuple):
    """What the columns show."""

    levels: Sequence[int]
    estimates: Sequence[bool]
    top: int
    """What a whole column stands for, in tokens."""
    windows: Sequence[int] = ()
    """The window at each cell, in tokens; 0 where it is not known."""

    def window(self, cell: int) -> int:
        """The window at a cell; 0 where it is not known."""
        return self.windows[cell] if cell < len(self.windows) else 0


def plot_of(view: PressureView, axis: Axis, *, whole: bool = False) -> Plot:
    """The columns; the scale is that of the largest window in sight, the peak's above it, or a round one far below it.

    `whole`: as far as the window in any case.
    """
    levels = columns(axis.slots, axis.first, axis.stop, axis.dots)
    estimates = []
    for at in range(axis.dots):
        call = axis.slots.call(bounds(axis.first, axis.stop, axis.dots, at)[0])
        estimates.append(call < view.calls and view.series[call].kind == ESTIMATE)
    windows = [_window_of(view, axis, at) or view.window for at in range(axis.cells)]
    known = [window for window in (view.window, *windows) if window]
    top = max(view.peak, 1, *known) if whole else scale_of(view.peak, known)
    return Plot(levels, estimates, top, windows)


def _window_of(view: PressureView, axis: Axis, cell: int) -> int:
    """The window of the first call that a cell shows; 0 behind the last one."""
    call = axis.slots.call(bounds(axis.first, axis.stop, axis.cells, cell)[0])
    return view.window_at(view.series[call]) if call < view.calls else 0


def is_stepped(view: PressureView, plot: Plot) -> bool:
    """Whether a window on the graph is another one than that of now."""
    shown = [window for window in plot.windows if window <= plot.top]
    return bool(view.window) and any(window != view.window for window in shown)


def graph_rows(
    view: PressureView, axis: Axis, plot: Plot, rows: int, lines: Sequence[Line], cursor: int | None
) -> list[list[Span]]:
    """The plot with its gutter, from the top; `cursor` is the cell of the call under it."""
    grid = [[_cell(plot, axis, x, y, rows, view) for x in range(axis.cells)] for y in range(rows - 1, -1, -1)]
    labels = {rows - 1: "0", 0: short(plot.top)}
    if is_stepped(view, plot):
        _draw_steps(grid, plot, labels, ascii_only=axis.ascii)
    _tell_above(grid[0], view, plot, ascii_only=axis.ascii)
    for line in sorted(lines, key=lambda line: line.tokens):
        if line.tokens > plot.top:
            continue
        y = _row_of(plot, line.tokens, rows)
        labels[y] = short(line.tokens)
        _draw_line(grid[y], line, axis, over=line.tokens == view.window)
    if cursor is not None:
        for row in grid:
            sign, _ = row[cursor]
            bare = sign in " ┄-"
            row[cursor] = (("|" if axis.ascii else "│") if bare else sign, "cursor")
    return [[Span(f"{labels.get(y, ''):>{GUTTER - 1}} ", "dim"), *spans(row)] for y, row in enumerate(grid)]


def _cell(plot: Plot, axis: Axis, x: int, y: int, rows: int, view: PressureView) -> Cell:
    """The cell `x` of the row `y`, counted from the bottom."""
    if axis.ascii:
        full = _dots(plot, x, rows * 2) - 2 * y
        if plot.levels[x] == GAP or full <= 0:
            return " ", "text"
        return _ASCII[ESTIMATE if plot.estimates[x] else "recorded"][full >= 2], _style(
            plot, x, y, rows, view
        )
    sign = _bits(plot, 2 * x, y, rows, _LEFT) | _bits(plot, 2 * x + 1, y, rows, _RIGHT)
    return (chr(_BRAILLE + sign), _style(plot, x, y, rows, view)) if sign else (" ", "text")


def _bits(plot: Plot, column: int, y: int, rows: int, bits: Sequence[int]) -> int:
    if plot.levels[column] == GAP:
        return 0
    height = _dots(plot, column, rows * DOTS)
    filled = 0
    for dot in range(min(DOTS, height - y * DOTS)):
        # An estimate is a surface with holes, told from a recorded one without colour.
        holes = plot.estimates[column] and (column + dot) % 2 and y * DOTS + dot + 1 < height
        filled |= 0 if holes else bits[dot]
    return filled


def _dots(plot: Plot, column: int, rows: int) -> int:
    """How many dots of `rows` a column has; a level above nothing has at least one."""
    return -(-max(0, plot.levels[column]) * rows // plot.top)


def _style(plot: Plot, x: int, y: int, rows: int, view: PressureView) -> Style:
    """A cell is calm or near by the level that its row begins at and the window of its calls; over by what it shows.

    However few rows there are, a level above the window is so in one of them.
    """
    base, window = plot.top * y / rows, plot.window(x)
    if not window:
        return "text"
    dots = 1 if len(plot.levels) == len(plot.windows) else 2
    shown = min(max(plot.levels[dots * x : dots * (x + 1)]), plot.top * (y + 1) / rows)
    if base >= window or shown > window:
        return "alarm"
    near = view.compacts.tokens if view.compacts and window == view.window else NEAR * window
    return "attention" if base >= min(near, NEAR * window) else "text"


def _row_of(plot: Plot, tokens: int, rows: int) -> int:
    """The row of a level, from the top; the highest is left to the top of the scale, whose figure would be hidden."""
    row = max(0, rows - 1 - min(rows - 1, tokens * rows // plot.top))
    return 1 if row == 0 and tokens < plot.top and rows > _FEW_ROWS else row


def _draw_steps(grid: list[list[Cell]], plot: Plot, labels: dict[int, str], *, ascii_only: bool) -> None:
    """The window where it changes: a line at its level, with a riser where it becomes another one."""
    flat, riser = ("-", "|") if ascii_only else ("┄", "┆")
    before = -1
    for x, window in enumerate(plot.windows):
        y = _row_of(plot, window, len(grid))
        labels[y] = short(window)
        signs = (
            dict.fromkeys(range(min(y, before), max(y, before) + 1), riser) if 0 <= before != y else {y: flat}
        )
        for at, sign in signs.items():
            if grid[at][x][0] in " ┄-":
                grid[at][x] = (sign, "title")
        before = y


def _tell_above(row: list[Cell], view: PressureView, plot: Plot, *, ascii_only: bool) -> None:
    """Says in the highest row what the graph does not reach up to: where the agent compacts, and the window."""
    if view.window <= plot.top:
        return
    window, told = f"window {short(view.window)}", []
    if view.compacts is not None and view.compacts.tokens > plot.top:
        told.append(f"compacts at {short(view.compacts.tokens)}")
    arrow = "^" if ascii_only else "↑"
    blank = "".join(" " if sign == " " else "x" for sign, _ in row)
    for parts in dict.fromkeys(((*told, window), (window,))):
        words = f"{arrow} {' · '.join(parts)}"
        room = " " * (len(words) + 1)
        at = len(row) - len(room) if blank.endswith(room) else blank.find(room)
        if at >= 0:
            row[at + 1 : at + len(room)] = [(sign, "count") for sign in words]
            return


def _draw_line(row: list[Cell], line: Line, axis: Axis, *, over: bool) -> None:
    """A line where the row is blank, and its words where they find room, or fewer of them."""
    style: Style = "count" if not over else "title"
    for x, (sign, _) in enumerate(row):
        if sign == " ":
            row[x] = ("-" if axis.ascii else "┄", style)
    blank = "".join("-" if sign in "┄-" else "x" for sign, _ in row)
    for words in filter(None, (line.words, line.brief)):
        text = f" {words} "
        at = blank.find("-" * (len(text) + 1))
        if at >= 0:
            row[at + 1 : at + 1 + len(text)] = [(sign, style) for sign in text]
            return


def spans(row: Sequence[Cell]) -> list[Span]:
    """The cells as spans, neighbours of one style together.

    What is blank stands apart: a picture's font may have no braille of its own, and a run of another one's width would
    push what follows out of its column.
    """
    built: list[Span] = []
    start = 0
    for at in range(1, len(row) + 1):
        if at == len(row) or (row[at][1], row[at][0] == " ") != (row[start][1], row[start][0] == " "):
            built.append(Span("".join(sign for sign, _ in row[start:at]), row[start][1]))
            start = at
    return built


# Under the plot


def mark_row(view: PressureView, axis: Axis, cursor: int | None = None) -> list[Span]:
    """Compactions, drops without a marker, changes of the window, and where the level is unknown, with words.

    `cursor` is the cell of the call under it, which has a sign of its own.
    """
    marks: list[tuple[int, str, str, Style]] = []
    slots = axis.slots
    falls = {drop.compaction: drop for drop in view.drops if drop.compaction}
    for mark in view.compactions:
        slot = slots.slot(mark.calls) - (1 if mark.empties else 0)
        if mark.calls > view.calls or not axis.shows(slot):
            continue
        words = _mark_words(mark.trigger, falls.get(mark))
        if mark.empties and mark.calls == view.calls:
            before = f" {short(view.series.levels[mark.calls - 1])}→" if mark.calls else " "
            words += f"{before}unknown"
        marks.append((axis.cell(slot), COMPACTED, words, "title"))
    for drop in view.drops:
        slot = slots.slot(drop.number)
        if drop.compaction is None and drop.number < view.calls and axis.shows(slot):
            words = f"drop {short(drop.before)}→{short(drop.after)}"
            marks.append((axis.cell(slot), DROPPED, words, "attention"))
    marks += _window_marks(view, axis)
    if cursor is not None and all(cell != cursor for cell, *_ in marks):
        marks.append((cursor, HERE_ASCII if axis.ascii else HERE, "", "cursor"))
    return _placed(marks, axis.cells, "marks")


def _mark_words(trigger: str, fall: Drop | None) -> str:
    known = trigger.isascii() and trigger.isalpha() and trigger not in _MUTE
    words = _TRIGGERS.get(trigger, trigger if known else "compacted")
    return words + (f" {short(fall.before)}→{short(fall.after)}" if fall else "")


def _window_marks(view: PressureView, axis: Axis) -> list[tuple[int, str, str, Style]]:
    """Where the recorded window becomes another one, as far as the columns tell it."""
    found: list[tuple[int, str, str, Style]] = []
    before = None
    for at in range(axis.dots):
        call = axis.slots.call(bounds(axis.first, axis.stop, axis.dots, at)[0])
        here = view.window_at(view.series[call]) if call < view.calls else None
        if here and before and here != before:
            cell = at * axis.cells // axis.dots
            found.append((cell, WINDOW, f"window {short(here)}", "attention"))
        before = here or before
    return found


def _placed(marks: Sequence[tuple[int, str, str, Style]], cells: int, name: str) -> list[Span]:
    """Marks in their cells, each with its words where they do not reach the next one."""
    places: dict[int, list[tuple[int, str, str, Style]]] = {}
    for mark in sorted(marks, key=lambda mark: (mark[0], mark[1] == WINDOW)):
        places.setdefault(mark[0], []).append(mark)
    row: list[Cell] = [(" ", "text")] * cells
    order = sorted(places)
    for at, cell in enumerate(order):
        here = places[cell]
        row[cell] = (here[0][1], here[0][3])
        after = order[at + 1] if at + 1 < len(order) else cells
        told = [mark[2] for mark in here]
        for words in dict.fromkeys((" · ".join(told), told[0])):
            start = cell + 2
            if start + width(words) >= after:
                start = cell - 1 - width(words) if at == len(order) - 1 else 0
                if start < 1 or not _is_blank(row, start - 1, cell):
                    continue
            row[start : start + len(words)] = [(char, "dim") for char in words]
            break
    head = f"{name:>{GUTTER - 1}} " if any(sign != " " for sign, _ in row) else " " * GUTTER
    return [Span(head, "dim"), *spans(row)]


def tick_row(versions: Sequence[tuple[int, int]], axis: Axis) -> list[Span]:
    """The pad's versions in the cells of the calls that they followed; each is a slot and a number."""
    row: list[Cell] = [(" ", "text")] * axis.cells
    one, more = ("'", '"') if axis.ascii else ("╵", "╹")
    last, newest = -1, 0
    for slot, number in versions:
        if axis.shows(slot):
            last, newest = axis.cell(slot), number
            row[last] = (more if row[last][0] != " " else one, "author")
    words = f"v{newest}"
    starts = (last + 2, last - 1 - len(words))
    start = (
        next((at for at in starts if _is_blank(row, at - 1, at + len(words))), None) if last >= 0 else None
    )
    if start is not None:
        row[start : start + len(words)] = [(char, "dim") for char in words]
    return [Span(f"{'pad':>{GUTTER - 1}} " if last >= 0 else " " * GUTTER, "dim"), *spans(row)]


def _is_blank(row: Sequence[Cell], start: int, stop: int) -> bool:
    """Whether nothing stands there, and the row goes so far."""
    return start >= 0 and stop <= len(row) and all(sign == " " for sign, _ in row[start:stop])


def spark(samples: Sequence[int], top: int, cells: int, *, ascii_only: bool) -> str:
    """A graph of one row: the highest level in each cell, `╎` where it is unknown."""
    signs, gap = ("_.-=+*#", "|") if ascii_only else ("▁▂▃▄▅▆▇█", "╎")
    count = min(cells, len(samples))
    built = ""
    for at in range(count):
        start, stop = bounds(0, len(samples), count, at)
        part = samples[start:stop]
        level = GAP if GAP in part else max(part)
        built += (
            gap if level == GAP else signs[min(len(signs) - 1, max(0, level) * len(signs) // max(1, top))]
        )
    return built


def small_graph(samples: Sequence[int], top: int, cells: int, rows: int, *, ascii_only: bool) -> list[str]:
    """A graph of a few rows without axis or colour, as wide as there is room."""
    if not samples or cells < 1:
        return []
    count = cells if ascii_only else 2 * cells
    spread = [samples[at * len(samples) // count] for at in range(count)]
    if len(samples) > count:
        spread = [max(samples[slice(*bounds(0, len(samples), count, at))]) for at in range(count)]
    axis = Axis(_NO_SLOTS, 0, 1, cells, ascii_only)
    plot = Plot(spread, [False] * count, max(1, top))
    blank = PressureView()
    return [
        "".join(_cell(plot, axis, x, y, rows, blank)[0] for x in range(cells))
        for y in range(rows - 1, -1, -1)
    ]


_NO_SLOTS = Slots(array("q"), 0, ())
