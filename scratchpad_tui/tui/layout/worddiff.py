"""A difference of two versions as rows: unified, with changed words marked, under a rule for each section."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.schema import EMPTY_MARK
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.layout.fit import CUT, clusters, compose, fits, head_of, take
from scratchpad_tui.tui.layout.model import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scratchpad_tui.core.pad.comparison import Comparison, Paired
    from scratchpad_tui.tui.layout.model import Spans, Style

_MOST_ROWS = 12
"""Rows over which one line is broken."""
_READ_AHEAD = 8
"""Characters looked at for each cell, so that a very long line costs no more than a long one."""
TAB = "    "


class Tone(NamedTuple):
    """The styles of one side of a difference."""

    sign: str
    style: Style
    words: Style
    """Of words that the other side lacks."""


SAME = Tone(" ", "dim", "dim")
GONE = Tone("-", "diff.remove", "word.remove")
CAME = Tone("+", "diff.add", "word.add")
_CHANGED = frozenset((*GONE[1:], *CAME[1:]))


def unified_rows(comparison: Comparison, cells: int) -> list[Spans]:
    """The rows of a difference, one side of a changed line under the other."""
    return comparison_rows(comparison, cells, _under_each_other)


def comparison_rows(
    comparison: Comparison, cells: int, pair_rows: Callable[[Paired, int], list[Spans]]
) -> list[Spans]:
    """The rows of a difference, each of its lines drawn by `pair_rows`."""
    rows: list[Spans] = []
    section: str | None = None
    for given in comparison.rows:
        paired = _without_mark(given)
        if paired is None:
            continue
        if paired.section != section:
            section = paired.section
            rows.append(section_rule(section, cells))
        rows += [fold_row(paired, cells)] if paired.hidden else pair_rows(paired, cells)
    if comparison.rows and not rows and not comparison.left_out:
        return [compose([Span("   Only the mark of an empty section differs.", "dim")], cells)]
    return rows + end_rows(comparison, cells)


def nearer(comparison: Comparison) -> Comparison:
    """The difference with one unchanged line on each side of a changed one, the others folded."""
    runs = [
        (key, list(rows)) for key, rows in groupby(comparison.rows, lambda row: (row.is_changed, row.section))
    ]
    built: list[Paired] = []
    for at, ((is_changed, section), rows) in enumerate(runs):
        changed = (True, section)
        if is_changed:
            built += rows
        else:
            first = int(at > 0 and runs[at - 1][0] == changed)
            last = int(at + 1 < len(runs) and runs[at + 1][0] == changed)
            built += _folded(rows, first, last)
    return comparison._replace(rows=tuple(built))


def _folded(rows: list[Paired], first: int, last: int) -> list[Paired]:
    """Unchanged rows of one section, those in their middle as one; one line alone would win no row."""
    middle = rows[first : len(rows) - last]
    hidden = sum(row.hidden or 1 for row in middle)
    if hidden < 2:
        return rows
    count = rows[0]._replace(old=0, new=0, before=None, after=None, hidden=hidden)
    return [*rows[:first], count, *rows[len(rows) - last :]]


def has_change(row: Spans) -> bool:
    """Whether a row of a difference is one of a changed line."""
    return any(span.style in _CHANGED for span in row)


def _without_mark(paired: Paired) -> Paired | None:
    """The row without the mark of an empty section, which is no line where lines are counted; None where nothing is left."""
    if not paired.is_changed or EMPTY_MARK not in (paired.before, paired.after):
        return paired
    before, after = (None if text == EMPTY_MARK else text for text in (paired.before, paired.after))
    if before is None and after is None:
        return None
    return paired._replace(before=before, after=after, gone=(), came=())


def _under_each_other(paired: Paired, cells: int) -> list[Spans]:
    """A line as it was over the line as it is; one that did not change stands once."""
    if not paired.is_changed:
        return line_rows(paired.before or "", (), SAME, cells)
    gone = line_rows(paired.before, paired.gone, GONE, cells) if paired.before is not None else []
    came = line_rows(paired.after, paired.came, CAME, cells) if paired.after is not None else []
    return [*gone, *came]


def section_rule(section: str, cells: int) -> Spans:
    """The rule above a section's rows."""
    words = visible(section) or "outside the sections"
    return compose([Span("─ ", "rule"), Span(words, "title")], cells, (), "─", "rule")


def fold_row(paired: Paired, cells: int) -> Spans:
    """The row that stands for unchanged lines."""
    return compose([Span(f"   {CUT} {paired.hidden:,} unchanged", "count")], cells)


def end_rows(comparison: Comparison, cells: int) -> list[Spans]:
    """What is to be said behind the rows: that there are more, or that there are none."""
    if comparison.left_out:
        words = f"   {CUT} {comparison.left_out:,} more changed lines; {keys.key('line.copy')} copies the whole diff"
        return [compose([Span(words, "attention")], cells)]
    if comparison.only_bytes:
        return [compose([Span("   Only line ends or a byte-order mark changed.", "dim")], cells)]
    if not comparison.rows:
        return [compose([Span("   No line differs.", "dim")], cells)]
    return []


def line_rows(text: str, words: Sequence[tuple[int, int]], tone: Tone, cells: int) -> list[Spans]:
    """One line of a text on as many rows as it needs, its sign before the first."""
    rows: list[Spans] = []
    for number, piece in enumerate(broken(text, words, tone, max(1, cells - 3), _MOST_ROWS)):
        sign = tone.sign if number == 0 else " "
        rows.append(compose([Span(f" {sign} ", tone.style), *piece], cells))
    return rows


def broken(
    text: str, words: Sequence[tuple[int, int]], tone: Tone, cells: int, limit: int
) -> list[list[Span]]:
    """A line on at most `limit` rows of so many cells, the places `words` marked; the last row is cut with `…`."""
    shown = visible(text[: cells * limit * _READ_AHEAD], keep="\t")
    spans = [Span(part.text.replace("\t", TAB), part.style) for part in _toned(shown, words, tone)]
    rows: list[list[Span]] = []
    flat = "".join(span.text for span in spans)
    at = 0
    while True:
        rest = flat[at:]
        if fits(rest, cells):
            rows.append(_cut_out(spans, at, len(flat)))
            return rows
        if len(rows) == limit - 1:
            head = take(rest, cells - 1)
            return [*rows, [*_cut_out(spans, at, at + len(head)), Span(CUT, tone.style)]]
        head = head_of(rest, cells)
        rows.append(_cut_out(spans, at, at + len(head)))
        at += len(head)
        at += len(flat[at:]) - len(flat[at:].lstrip(" "))


def _toned(text: str, words: Sequence[tuple[int, int]], tone: Tone) -> list[Span]:
    """The line in pieces of one style; no piece begins within what looks like one character."""
    if not words:
        return [Span(text, tone.style)]
    spans: list[Span] = []
    at = 0
    for start, stop in words:
        first, last = _whole(text, start), _whole(text, stop)
        if at < first:
            spans.append(Span(text[at:first], tone.style))
        if max(at, first) < last:
            spans.append(Span(text[max(at, first) : last], tone.words))
        at = max(at, last)
    if at < len(text):
        spans.append(Span(text[at:], tone.style))
    return spans


def _whole(text: str, at: int) -> int:
    """The place, or where it lies within a joined character, the place behind that one."""
    at = min(at, len(text))
    near = text[max(0, at - 64) : at + 64]
    if near.isascii():
        return at
    reached = max(0, at - 64)
    for cluster in clusters(near):
        if reached >= at:
            break
        reached += len(cluster)
    return max(at, reached) if reached >= at else at


def _cut_out(spans: Sequence[Span], start: int, stop: int) -> list[Span]:
    """The part of the spans between two places of their whole text."""
    found: list[Span] = []
    at = 0
    for span in spans:
        piece = span.text[max(0, start - at) : max(0, stop - at)]
        if piece:
            found.append(Span(piece, span.style))
        at += len(span.text)
    return found
