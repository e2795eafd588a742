"""The Timeline's list: a row for each version and event in sight, in columns as wide as there is room for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.alarms import shorter
from scratchpad_tui.core.text import visible, width
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.ages import age_word
from scratchpad_tui.tui.layout.events import MARKS, OTHER, READ_AHEAD, event_word
from scratchpad_tui.tui.layout.fit import cells_of, compose, cut, cut_words, marked_row, wrap
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
_ROOMY = 120
"""Cells from which the list may have a larger part, so that it has every column: the diff has enough of its own."""
SIDE_BY_SIDE = 120
"""Cells from which a diff may stand side by side."""
_LEAST_ROWS = 13
"""Rows from which the diff stands below the list; under it the list is alone."""
_LEAST_CELLS, _LEAST_TALL_ROWS = 50, 17
"""Cells from which it does; on fewer there must be more rows, for its lines are broken there."""
_FEWEST_ROWS, _ROWS_STEP = 6, 3
"""A diff below the list has so many rows, or a multiple of the step: one a little longer finds the same place."""
_NEAR_ROWS = 16
"""Rows of the diff under which it shows one unchanged line beside a changed one."""
_AGE_CELLS = 6
_TIME_CELLS = 12
_AUTHOR_CELLS, _SHORT_AUTHOR_CELLS, _MOST_AUTHOR_CELLS = 11, 9, 12
_LOOKED_AT = 8
"""Entries at the end whose authors are looked at for that."""
_WITH_COUNTS, _WITH_AGE, _WITH_BAR, _WITH_TIME = 28, 40, 54, 84
"""Cells from which a column is shown."""
_WITH_WIDE_AUTHOR = 60
_WITH_CONTEXT = 46
"""Cells from which the context stands in a row, where a transcript is known."""
_CONTEXT_CELLS = 5
_LEAST_MESSAGE = 6
"""Cells of an event's words under which its author gives way to them."""
_EVENTS_BETWEEN = 40
"""How many rows above are looked at for a version."""
_BAR_CELLS = 6
_COUNTS = 2
"""Spans of the lines added and removed, which stand before the bar."""


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
    near: bool = False
    """Whether the diff has so few rows that it shows one unchanged line beside a changed one."""


def parts(
    cells: int, rows: int, *, side_by_side: bool, entries: int | None = None, need: int | None = None
) -> Parts:
    """The share of list and diff on so many cells and rows, a rule between them not counted.

    A diff below the list has what the list leaves of its share, and gives back what it does not need itself.

    Args:
        cells: The screen's.
        rows: The screen's, those of its frame not counted.
        side_by_side: Whether both sides of the diff stand beside each other.
        entries: Rows that the list can fill; None: not known.
        need: Rows that the diff can fill, its title not counted; None: not known.
    """
    if cells >= BESIDE:
        share = cells * (30 if side_by_side else 42 if cells < _ROOMY else 47) // 100
        left = max(34, min(share, 60 if side_by_side else 94))
        return Parts(left, rows, cells - left - 1, beside=True, near=rows <= _NEAR_ROWS)
    if rows < (_LEAST_ROWS if cells >= _LEAST_CELLS else _LEAST_TALL_ROWS):
        return Parts(cells, rows, 0, beside=False)
    share = max(5, rows * 9 // 20)
    diff = rows - share
    if need is not None:
        diff = min(diff, 1 + max(_FEWEST_ROWS, -(-need // _ROWS_STEP) * _ROWS_STEP))
    above = rows - diff if entries is None else max(1, min(entries, rows - diff))
    # By its steady share: a list that is short today would fold and unfold lines as it grows.
    return Parts(cells, above, cells, beside=False, near=rows - share <= _NEAR_ROWS)


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
    least = _AUTHOR_CELLS if cells >= _WITH_WIDE_AUTHOR else _SHORT_AUTHOR_CELLS
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
    times: list[Span] = []
    if cells >= _WITH_TIME:
        times.append(Span(f"{_time(moment):>{_TIME_CELLS}} ", "dim"))
    if cells >= _WITH_AGE:
        times.append(Span(f"{_age(moment, now):>{_AGE_CELLS}}  ", "dim"))
    find = visible(state.find)
    if moment.is_event:
        room = cells - cells_of([*head, *times])
        return compose(
            [*head, *times, *marked_row(_event_spans(moment, room, _fall(state, moment)), find)], cells
        )
    author = [Span(_padded(moment.author or "unknown", columns.author) + " ", "author")]
    amount, context = _amount(moment, cells), _context(state, at, cells)
    if moment.alarms:
        left, right = _alarm_columns(moment, head, (times, author), (context, amount), cells)
    else:
        left, right = [*head, *times, *author], (*context, *amount)
    room = cells - cells_of(left) - (cells_of(right) + 1 if right else 0)
    if not (moment.kept or moment.alarms) and room < width(_NOT_KEPT[-1]):
        left = [*head, *times]  # that nothing of it can be shown is wanted before who wrote it
        room = cells - cells_of(left) - (cells_of(right) + 1 if right else 0)
    return compose([*marked_row(left, find), *marked_row(_about(moment, room), find)], cells, right)


def _alarm_columns(
    moment: Moment,
    head: list[Span],
    before: tuple[list[Span], list[Span]],
    behind: tuple[tuple[Span, ...], tuple[Span, ...]],
    cells: int,
) -> tuple[list[Span], tuple[Span, ...]]:
    """The columns before and behind an alarm: as many as leave its words whole, for they are what one must read.

    Author and age stand in its title as well; how many lines left stays, for it says what cut words do not.
    """
    (times, author), (context, amount) = before, behind
    need = width(_alarm_words(moment))
    forms = (
        ([*head, *times, *author], (*context, *amount)),
        ([*head, *times], (*context, *amount)),
        (head, (*context, *amount)),
        (head, amount[:_COUNTS]),
    )
    return next(
        (form for form in forms if cells_of(form[0]) + cells_of(form[1]) + 1 + need <= cells), forms[-1]
    )


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


def mark_of(moment: Moment, *, compared: bool = False) -> tuple[str, str, Style]:
    """The glyph, the word and the style that tell what kind of moment it is; blank for an agent's or your version."""
    if compared:
        return MARKS["compared"]
    if moment.is_event:
        return MARKS.get(moment.kind, OTHER)
    if moment.alarms:
        return MARKS["alarm"]
    return MARKS.get(moment.actor, (" ", "", "text"))


def _event_spans(moment: Moment, room: int, figures: str = "") -> list[Span]:
    """What happened, by whom and with which words; who it was gives way where they would not stand whole, or be a few letters."""
    _, _, style = mark_of(moment)
    name = Span(event_word(moment.kind), style)
    message = visible(moment.message[:READ_AHEAD])
    about = f" {figures}" if figures else ""
    author = f" · {visible(moment.author)}" if moment.turn else ""
    stop = ": " if message else ""
    rest = room - width(name.text + about + stop)
    need = width(message)
    if message and rest - width(author) < need and (need <= rest or rest - width(author) < _LEAST_MESSAGE):
        author = ""
    left = Span(f"{about}{author}{stop}", "dim")
    words = cut_words(message, room - cells_of((name, left)))
    return [name, left, Span(words, "text" if style == "attention" else "dim")]


def _about(moment: Moment, room: int) -> list[Span]:
    """What the middle of a version's row says: an alarm, whose sign stands before it, that it is gone, else its sections."""
    if moment.alarms:
        return [Span(_alarm_in(moment, room), "alarm")]
    if not moment.kept:
        return [
            Span(
                next((words for words in _NOT_KEPT if width(words) <= room), cut(_NOT_KEPT[-1], room)), "dim"
            )
        ]
    return [Span(_chips(moment.sections, room), "count")]


_NOT_KEPT = ("text not kept", "not kept")


def _alarm_words(moment: Moment) -> str:
    return visible("; ".join(moment.alarms)[:READ_AHEAD])


def _alarm_in(moment: Moment, room: int) -> str:
    """The alarms on so many cells: whole, in fewer words, or the first ones of them and how many find no room."""
    brief = [visible(shorter(alarm[:READ_AHEAD])) for alarm in moment.alarms]
    forms = [_alarm_words(moment), "; ".join(brief)]
    forms += [f"{'; '.join(brief[:count])} +{len(brief) - count}" for count in range(len(brief) - 1, 0, -1)]
    return next((words for words in forms if width(words) <= room), cut_words(brief[0], room))


def _chips(sections: Sequence[str], room: int) -> str:
    """The sections' names, as many as there is room for, and how many find none; of a first one that has none its beginning."""
    names = [visible(name[:READ_AHEAD]) for name in sections]
    for count in range(len(names), 0, -1):
        left = len(names) - count
        words = ", ".join(names[:count]) + (f" +{left}" if left else "")
        if width(words) <= room:
            return words
    # A number alone would be read as one of lines, which stand beside it.
    return cut(names[0], room) if names and room > 1 else ""


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
