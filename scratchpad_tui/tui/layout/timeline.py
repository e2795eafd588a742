"""The Timeline's list: a row for each version and event in sight, in columns as wide as there is room for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.text import visible, width
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.ages import age_word
from scratchpad_tui.tui.layout.events import MARKS, OTHER, READ_AHEAD, event_word
from scratchpad_tui.tui.layout.fit import cells_of, compose, cut, marked, take, wrap
from scratchpad_tui.tui.layout.line import POINTER
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.scroll import count_row, sight

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from scratchpad_tui.core.pad.moments import Moment
    from scratchpad_tui.tui.layout.model import Style
    from scratchpad_tui.tui.timeline_state import TimelineState

BESIDE = 100
"""Cells from which the diff stands beside the list."""
_ROOMY = 180
"""Cells from which the list may have a larger part: the diff has enough of its own."""
SIDE_BY_SIDE = 120
"""Cells from which a diff may stand side by side."""
_LEAST_ROWS = 13
"""Rows from which the diff stands below the list; under it the list is alone."""
_LEAST_CELLS = 50
"""The same for the width."""
_AGE_CELLS = 6
_TIME_CELLS = 12
_AUTHOR_CELLS, _SHORT_AUTHOR_CELLS, _MOST_AUTHOR_CELLS = 11, 9, 12
_LOOKED_AT = 8
"""Entries at the end whose authors are looked at for that."""
_WITH_COUNTS, _WITH_AGE, _WITH_BAR, _WITH_TIME = 28, 40, 54, 84
"""Cells from which a column is shown."""
_WITH_CONTEXT = 46
"""Cells from which the context stands in a row, where a transcript is known."""
_CONTEXT_CELLS = 5
_EVENTS_BETWEEN = 40
"""How many rows above are looked at for a version."""
_BAR_CELLS = 6
_SHORT_CHIP = 4
_WITH_BRACKETS = 20
"""Cells from which a column of sections has them in brackets."""


class ListRow(NamedTuple):
    """One row and the place that it shows; None for a count of hidden ones."""

    at: int | None
    spans: tuple[Span, ...]


class ListRows(NamedTuple):
    """The rows in sight, and the first of them among all."""

    top: int
    rows: tuple[ListRow, ...]


class _Columns(NamedTuple):
    """How wide those columns are that depend on what stands in them."""

    numbers: int
    author: int


class Parts(NamedTuple):
    """How the screen is shared out."""

    list_cells: int
    list_rows: int
    diff_cells: int
    """0 where the list is alone."""
    beside: bool
    """Whether the diff stands at the right of the list, else below it."""


def parts(cells: int, rows: int, *, side_by_side: bool) -> Parts:
    """The share of list and diff on so many cells and rows, a rule between them not counted."""
    if cells >= BESIDE:
        share = cells * 3 // 10 if side_by_side else cells * (42 if cells < _ROOMY else 46) // 100
        left = max(34, min(share, 60 if side_by_side else 94))
        return Parts(left, rows, cells - left - 1, beside=True)
    if rows < _LEAST_ROWS or cells < _LEAST_CELLS:
        return Parts(cells, rows, 0, beside=False)
    return Parts(cells, max(5, rows * 9 // 20), cells, beside=False)


def list_rows(
    state: TimelineState, cells: int, height: int, now: datetime, *, looking: bool = False
) -> ListRows:
    """The rows of the list in sight, scrolled as the cursor needs; those that are not are never asked for.

    `looking`: a filter is being looked for, so that an empty list says nothing yet.
    """
    total = len(state)
    if not total:
        words = [] if looking else wrap(_empty_words(state), max(1, cells - 4), max(1, height))
        return ListRows(0, tuple(ListRow(None, compose([Span(f"   {row}", "dim")], cells)) for row in words))
    seen = sight(state.top, state.at, state.at, total, height)
    newest = state.moment(total - 1).version
    columns = _Columns(max(3, len(str(newest)) + 1), _author_cells(state, cells))
    rows: list[ListRow] = []
    for at in range(seen.top, seen.stop):
        if at == seen.top and seen.above:
            rows.append(ListRow(None, count_row(at + 1, "older", cells)))
        elif at == seen.stop - 1 and seen.below:
            rows.append(ListRow(None, count_row(total - at, "newer", cells)))
        else:
            rows.append(ListRow(at, _row(state, at, cells, columns, now)))
    return ListRows(seen.top, tuple(rows))


def _empty_words(state: TimelineState) -> str:
    if state.wanted is not None:
        return keys.said("Nothing here is like that: {find.filter} changes the filter, esc ends it.")
    return "No version yet: each save of the pad becomes one, and stands here."


def _author_cells(state: TimelineState, cells: int) -> int:
    """The width of the column of authors: the newest ones have the longest numbers of turns."""
    least = _AUTHOR_CELLS if cells >= _WITH_BAR else _SHORT_AUTHOR_CELLS
    total = len(state)
    newest = (state.moment(at) for at in range(max(0, total - _LOOKED_AT), total))
    longest = max((width(visible(m.author[:READ_AHEAD])) for m in newest if not m.is_event), default=0)
    return max(least, min(longest, _MOST_AUTHOR_CELLS))


def _row(state: TimelineState, at: int, cells: int, columns: _Columns, now: datetime) -> tuple[Span, ...]:
    moment = state.moment(at)
    here = at == state.at
    glyph, _, style = mark_of(moment, compared=state.mark == moment.version and not moment.is_event)
    name = "" if moment.is_event else f"v{moment.version}"
    head = [
        Span(POINTER if here else " ", "cursor" if here else "text"),
        Span(f"{glyph} ", style),
        Span(f"{name:<{columns.numbers}} ", "cursor" if here else "count"),
    ]
    if cells >= _WITH_AGE:
        head.append(Span(f"{_age(moment, now):>{_AGE_CELLS}}  ", "dim"))
    if cells >= _WITH_TIME:
        head.insert(3, Span(f"{_time(moment):>{_TIME_CELLS}} ", "dim"))
    find = visible(state.find)
    if moment.is_event:
        return compose([*head, *_marked(_event_spans(moment, _fall(state, moment)), find)], cells)
    right = (*_context(state, at, cells), *_amount(moment, cells))
    head.append(Span(_padded(moment.author or "unknown", columns.author) + " ", "author"))
    room = cells - cells_of(head) - (cells_of(right) + 1 if right else 0)
    return compose([*_marked(head, find), *_marked(_about(moment, room), find)], cells, right)


def _context(state: TimelineState, at: int, cells: int) -> tuple[Span, ...]:
    """How full the agent's context was then, with a mark where it was compacted since the version above."""
    if state.context is None or cells < _WITH_CONTEXT:
        return ()
    moment = state.moment(at)
    share = state.context.at(moment.time)
    # Events are written late, and their times may lie before the version above them.
    rows = (state.moment(row) for row in range(at - 1, max(-1, at - 1 - _EVENTS_BETWEEN), -1))
    above, has_row = None, False
    for row in rows:
        if not row.is_event:
            above = row.time
            break
        has_row = has_row or row.kind == "compaction"
    # One that a hook told of stands in a row of its own.
    compacted = not has_row and state.context.compacted(above, moment.time)
    mark, _, style = MARKS["compaction"]
    words = "" if share is None else share.words
    return (
        Span(mark if compacted else " ", "attention" if compacted else style),
        Span(f"{words:>{_CONTEXT_CELLS}}", "dim" if share is None else share.style),
    )


def _fall(state: TimelineState, moment: Moment) -> str:
    """From where to where the context fell, at a compaction that the transcript tells of as well."""
    return state.context.fall(moment.time) if state.context and moment.kind == "compaction" else ""


def _marked(spans: Sequence[Span], find: str) -> list[Span]:
    return [part for span in spans for part in marked(span, find)]


def mark_of(moment: Moment, *, compared: bool = False) -> tuple[str, str, Style]:
    """The glyph, the word and the style that tell what kind of moment it is; blank for an agent's or your version."""
    if compared:
        return MARKS["compared"]
    if moment.is_event:
        return MARKS.get(moment.kind, OTHER)
    if moment.alarms:
        return MARKS["alarm"]
    return MARKS.get(moment.actor, (" ", "", "text"))


def _event_spans(moment: Moment, figures: str = "") -> list[Span]:
    _, _, style = mark_of(moment)
    turn = f" {figures}" if figures else ""
    turn += f" · {visible(moment.author)}" if moment.turn else ""
    return [
        Span(event_word(moment.kind), style),
        Span(f"{turn}: " if moment.message else turn, "dim"),
        Span(visible(moment.message[:READ_AHEAD]), "text" if style == "attention" else "dim"),
    ]


def _about(moment: Moment, room: int) -> list[Span]:
    """What the middle of a version's row says: an alarm, that it is gone, else its sections."""
    if moment.alarms:
        words = visible("; ".join(moment.alarms)[:READ_AHEAD])
        return [Span(cut(f"alarm: {words}", room), "alarm")]
    if not moment.kept:
        return [Span(cut("not kept", room), "dim")]
    return [Span(_chips(moment.sections, room), "count")]


def _chips(sections: Sequence[str], room: int) -> str:
    """The sections' names, in full where there is room, else their beginnings, and how many find none."""
    names = [visible(name[:READ_AHEAD]) for name in sections]
    # A narrow column has no brackets at all: beside cut names they would tell kinds apart that there are not.
    full = " ".join(f"[{name}]" for name in names) if room >= _WITH_BRACKETS else " ".join(names[:1])
    if width(full) <= room and (room >= _WITH_BRACKETS or len(names) == 1):
        return full
    short = [take(name, _SHORT_CHIP).strip() for name in names]
    for count in range(len(short), -1, -1):
        left = len(short) - count
        words = " ".join([*short[:count], *([f"+{left}"] if left else [])])
        # A number alone would be read as one of lines, which stand beside it.
        if count and width(words) <= room:
            return words
    return cut(" ".join(short), room) if room > 1 else ""


def _amount(moment: Moment, cells: int) -> tuple[Span, ...]:
    """Lines added and removed, and a bar of how many they are."""
    if moment.added is None or moment.removed is None or cells < _WITH_COUNTS:
        return ()
    added, removed = f"+{_short(moment.added)}", f"-{_short(moment.removed)}"
    spans = list(amount_spans(f"{added:>4}", f" {removed:<4}", moment.added, moment.removed))
    if cells >= _WITH_BAR:
        spans += bar(moment.added, moment.removed)
    return tuple(spans)


def amount_spans(plus: str, minus: str, added: int, removed: int) -> tuple[Span, Span]:
    """Lines added and removed in their colours; a figure that is nothing is dimmed."""
    return Span(plus, "diff.add" if added else "dim"), Span(minus, "diff.remove" if removed else "dim")


def _short(count: int) -> str:
    if count < 1_000:
        return str(count)
    return f"{count // 1_000}k" if count < 1_000_000 else "1M+"


def bar(added: int, removed: int) -> list[Span]:
    """How large a change is, in signs: one more for each time that it is twice as large."""
    total = added + removed
    cells = min(_BAR_CELLS, total.bit_length())
    plus = cells * added // total if total else 0
    if cells > 1:
        plus = max(int(added > 0), min(plus, cells - int(removed > 0)))
    elif total:
        plus = int(added > 0)
    return [
        Span("+" * plus, "diff.add"),
        Span("-" * (cells - plus), "diff.remove"),
        Span(" " * (_BAR_CELLS - cells)),
    ]


def _padded(text: str, cells: int) -> str:
    shown = cut(visible(text[:READ_AHEAD]), cells)
    return shown + " " * (cells - width(shown))


def _age(moment: Moment, now: datetime) -> str:
    return age_word(max(0.0, (now - moment.time).total_seconds())) if moment.time else ""


def _time(moment: Moment) -> str:
    return f"{moment.time:%m-%d %H:%MZ}" if moment.time else ""


def edge_words(step: int) -> str:
    """What is said where no version stands further back (above 0) or on."""
    return "This is the oldest version" if step > 0 else "This is the newest version"
