"""Text fitted into terminal cells: cut, wrapped, and composed to rows of an exact width."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from scratchpad_tui.core.text import width
from scratchpad_tui.tui.layout.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scratchpad_tui.tui.layout.model import Style

CUT = "…"
"""Stands where the rest of a line is not shown."""

_READ_AHEAD = 8
"""Characters looked at for each cell, so that a line of a megabyte costs no more than a long one."""

_JOINTS = "/-_"
"""Behind these a word that is longer than a row is broken, the first ones rather: a path, a model's name."""

_JOINER, _EMOJI_STYLE = "\u200d", "\ufe0f"


def clusters(text: str) -> Iterator[str]:
    """The text in pieces that must not be cut apart: a character with what combines or is joined with it."""
    if text.isascii():
        yield from text
        return
    start = 0
    for index in range(1, len(text)):
        if _begins_cluster(text, index):
            yield text[start:index]
            start = index
    if text:
        yield text[start:]


def _begins_cluster(text: str, index: int) -> bool:
    char, before = text[index], text[index - 1]
    if char in (_JOINER, _EMOJI_STYLE) or before == _JOINER:
        return False
    if _is_flag_half(char) and _is_flag_half(before):
        run = index
        while run and _is_flag_half(text[run - 1]):
            run -= 1
        return (index - run) % 2 == 0
    return width(char) > 0 or unicodedata.category(char) == "Cf"


def _is_flag_half(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def take(text: str, cells: int) -> str:
    """The longest head of the text that takes at most so many cells."""
    plain = text[: max(0, cells)]
    if plain.isascii() and plain.isprintable() and text[len(plain) : len(plain) + 1].isascii():
        return plain  # one cell for each character, and none that joins the last one
    head: list[str] = []
    for cluster in clusters(text[: cells * _READ_AHEAD]):
        cells -= width(cluster)
        if cells < 0:
            break
        head.append(cluster)
    return "".join(head)


def fits(text: str, cells: int) -> bool:
    """Whether the text takes at most so many cells."""
    return len(text) <= cells * _READ_AHEAD and width(text) <= cells


def cut(text: str, cells: int) -> str:
    """The text, or where it does not fit its head with `…`; at most so many cells."""
    if cells <= 0:
        return ""
    return text if fits(text, cells) else take(text, cells - 1) + CUT


def cut_words(text: str, cells: int) -> str:
    """As `cut`, behind a whole word: half a figure would be another one."""
    if cells <= 1 or fits(text, cells):
        return cut(text, cells)
    return cut(
        head_of(text, cells - 1).rstrip(" ") + CUT, cells
    )  # its first character may take more than there is


def cut_head(text: str, cells: int) -> str:
    """The text, or where it does not fit its end behind `…`: of a file's name the end tells most."""
    if fits(text, cells):
        return text
    rest = text[-_READ_AHEAD * max(0, cells) :] if cells > 1 else ""
    parts = list(clusters(rest))
    while parts and width("".join(parts)) > cells - 1:
        del parts[0]
    return f"{CUT}{''.join(parts)}" if cells > 0 else ""


def wrap(text: str, cells: int, limit: int, hang: int = 0, later: int = 0) -> list[str]:
    """The text on at most `limit` rows, broken at blanks where there are some; the last row is cut with `…`.

    Rows after the first begin with `hang` blanks and are `later` cells wide, where that is given.
    """
    later = later or cells
    hang = hang if hang * 2 < later else 0
    rows: list[str] = []
    indent, room = "", cells
    rest = text
    while len(rows) < limit - 1 and not fits(indent + rest, room):
        head = head_of(rest, room - len(indent))
        rows.append(cut(indent + head, room))
        rest = rest[len(head) :].lstrip(" ")
        indent, room = " " * hang, later
    if rest or not rows:
        rows.append(cut(indent + rest, room))
    return rows


def head_of(text: str, cells: int) -> str:
    """What stands on one row of the text: up to the last place in its second half where it may be broken.

    That is a blank, also an earlier one before a word that fits a row of its own, else behind a part of a path or a
    name; where there is none, as much as fits.
    """
    head = take(text, max(1, cells)) or next(clusters(text), "")
    behind = text[len(head) : len(head) + 1]
    if not behind or behind == " ":
        return head
    half, blank = len(head) // 2, head.rfind(" ")
    if blank > half or (blank > 0 and head[:blank].strip() and _word_fits(text, blank + 1, cells)):
        return head[:blank]
    joint = next((at for mark in _JOINTS if (at := head.rfind(mark)) >= half), len(head))
    return head[: joint + 1]


def _word_fits(text: str, start: int, cells: int) -> bool:
    """Whether the word that begins there fits a row."""
    word = text[start : start + cells * _READ_AHEAD + 1].partition(" ")[0]
    return fits(word, cells)


def cells_of(spans: Iterable[Span]) -> int:
    """How many cells the spans take."""
    return sum(width(span.text) for span in spans)


def compose(
    left: Sequence[Span], cells: int, right: Sequence[Span] = (), fill: str = " ", style: Style = "text"
) -> tuple[Span, ...]:
    """The spans as a row of exactly so many cells: `left` is cut where it must, `right` stands at the edge.

    What `right` leaves to `left` is at least a third of the row, else `right` is left out.
    """
    beside = cells_of(right)
    if beside and beside + 1 > cells - cells // 3:
        right, beside = (), 0
    room = cells - beside - (1 if right else 0)
    row = list(_cut_spans(left, room))
    gap = cells - beside - cells_of(row)
    if gap > 0:
        row.append(Span(_filling(gap, fill, after=bool(row), before=bool(right)), style))
    return (*row, *right)


def _filling(gap: int, fill: str, *, after: bool, before: bool) -> str:
    """The cells between left and right, with a blank at each side where something stands there."""
    if fill == " ":
        return " " * gap
    head = " " if after and gap > 1 else ""
    tail = " " if before else ""
    return head + fill * (gap - len(head) - len(tail)) + tail


def _cut_spans(spans: Sequence[Span], cells: int) -> Iterator[Span]:
    length = sum(len(span.text) for span in spans)
    if length <= cells * _READ_AHEAD and cells_of(spans) <= cells:
        yield from spans
        return
    room = cells
    for index, span in enumerate(spans):
        if index < len(spans) - 1 and fits(span.text, room - 1):
            yield span
            room -= width(span.text)
            continue
        if room > 0:
            yield Span(take(span.text, room - 1) + CUT, span.style)
        return


def holds(text: str, find: str) -> bool:
    """Whether the text holds another one, whatever its letter case: what is counted, and marked by `marked`."""
    return bool(find) and find.casefold() in text.casefold()


def _places(text: str, find: str) -> Iterator[tuple[int, int]]:
    """Where it does, from the first one on, none over another; of a letter that is two when folded all is meant."""
    wanted, folded = find.casefold(), text.casefold()
    at = folded.find(wanted) if wanted else -1
    if at < 0:
        return
    same = len(folded) == len(text)
    owners = range(len(text)) if same else [at for at, char in enumerate(text) for _ in char.casefold()]
    while at >= 0:
        yield owners[at], owners[at + len(wanted) - 1] + 1
        at = folded.find(wanted, at + len(wanted))


def marked(span: Span, find: str, *, here: bool = False) -> list[Span]:
    """The span with every place of the text `find` as a span of style `find`, whatever its letter case.

    `here`: it is the place that was gone to, which has a style of its own.
    """
    return marked_row((span,), find, here=here)


def marked_row(spans: Sequence[Span], find: str, *, here: bool = False) -> list[Span]:
    """The same for the spans of a row: also for a place that reaches over several of them."""
    text = "".join(span.text for span in spans)
    edges: list[tuple[int, int]] = []
    for match in _places(text, find):
        first, last = _whole_clusters(text, *match)
        start = edges[-1][1] if edges else 0
        if last > start:
            edges.append((max(first, start), last))
    if not edges:
        return list(spans)
    style: Style = "find.here" if here else "find"
    parts: list[Span] = []
    start = 0
    for span in spans:
        at, stop = start, start + len(span.text)
        for first, last in edges:
            if last > at and first < stop:
                if first > at:
                    parts.append(Span(text[at:first], span.style))
                parts.append(Span(text[max(first, at) : min(last, stop)], style))
                at = min(last, stop)
        if at < stop:
            parts.append(Span(text[at:stop], span.style))
        start = stop
    return parts


def _whole_clusters(text: str, first: int, last: int) -> tuple[int, int]:
    """The piece from `first` to `last`, grown so that it cuts no cluster apart."""
    if text.isascii():
        return first, last
    while first > 0 and not _begins_cluster(text, first):
        first -= 1
    while last < len(text) and not _begins_cluster(text, last):
        last += 1
    return first, last
