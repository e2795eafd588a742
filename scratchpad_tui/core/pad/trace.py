"""Who brought, changed and removed each line: one section's lines followed from version to version."""

from __future__ import annotations

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.entries import read_marker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scratchpad_tui.core.pad.view import VersionInfo

_LIKE = 0.6
"""The share that two lines must have in common to count as one line that was changed."""
_MOST_PAIRS = 400
"""Pairs of removed and added lines in one place above which none are compared."""
_LONGEST = 2_000
"""Characters of a line that are compared."""


class Traced(NamedTuple):
    """A line after all steps."""

    text: str
    mark: str
    """`+`, `~`, `-`, or empty where the line stands as it did at the start."""
    by: VersionInfo | None
    """The version that brought, changed or removed it last."""


class _Cell:
    __slots__ = ("base", "by", "gone", "text")

    def __init__(self, text: str, base: str | None, by: VersionInfo | None) -> None:
        self.text = text
        self.base = base
        self.by = by
        self.gone = False


class Trace:
    """The lines of one section, followed from a first state on; a removed line keeps its place."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._cells = [_Cell(text, text, None) for text in lines]
        self._now = list(lines)

    def step(self, lines: Sequence[str], by: VersionInfo) -> None:
        """Takes over the section's next state, which that version brought."""
        if self._now == lines:
            return
        from scratchpad_tui.core.pad.diff import changes

        cells: list[_Cell] = []
        at = place = 0
        for change in changes(self._now, lines):
            start = self._behind(place, change.start - at)
            stop = self._behind(start, change.stop - change.start)
            cells += self._cells[place:start]
            cells += _changed(self._cells[start:stop], lines[change.new_start : change.new_stop], by)
            at, place = change.stop, stop
        self._cells = [*cells, *self._cells[place:]]
        self._now = list(lines)

    def _behind(self, place: int, count: int) -> int:
        """The place behind so many lines that are still there, and behind the removed ones that follow them."""
        while place < len(self._cells) and (count > 0 or self._cells[place].gone):
            count -= not self._cells[place].gone
            place += 1
        return place

    def lines(self) -> list[Traced]:
        """The lines with their marks, removed ones in their places."""
        cells = _without_returned(self._cells)
        return [
            Traced(cell.text, mark, cell.by if mark else None) for cell in cells for mark in (_mark(cell),)
        ]


def _changed(old: Sequence[_Cell], new: Sequence[str], by: VersionInfo) -> list[_Cell]:
    """The cells of a changed run: each pair of like lines is one, the others are removed or new."""
    there = [cell for cell in old if not cell.gone]
    partner = {id(there[number]): at for number, at in like_pairs([cell.text for cell in there], new)}
    cells: list[_Cell] = []
    written = 0
    for cell in old:
        at = partner.get(id(cell))
        if at is not None:
            cells += [_Cell(text, None, by) for text in new[written:at]]
            cell.text, cell.by = new[at], by
            written = at + 1
        elif not cell.gone:
            if cell.base is None:
                continue  # came and went between two looks
            cell.text, cell.by, cell.gone = cell.base, by, True
        cells.append(cell)
    return [*cells, *(_Cell(text, None, by) for text in new[written:])]


def like_pairs(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Positions of old and new lines that are one line changed, in order on both sides."""
    if not old or not new or len(old) * len(new) > _MOST_PAIRS:
        return
    old_words, new_words = [_plain(text) for text in old], [_plain(text) for text in new]
    first = 0
    for number, words in enumerate(old_words):
        likeness = [(_likeness(words, other), -at) for at, other in enumerate(new_words[first:], first)]
        best, at = max(likeness, default=(0.0, 0))
        if best >= _LIKE:
            yield number, -at
            first = -at + 1


def _plain(text: str) -> str:
    """The line without bullet, number and box, which a tick or a renumbering changes."""
    return read_marker(text[:_LONGEST]).text.strip()


def _likeness(one: str, other: str) -> float:
    """How much two lines have in common, from 0 to 1: their equal ends, or their equal words."""
    if one == other:
        return 1.0
    longest = max(len(one), len(other))
    head = _common(one, other)
    tail = min(_common(one[::-1], other[::-1]), min(len(one), len(other)) - head)
    words, others = set(one.split()), set(other.split())
    shared = len(words & others) / max(len(words), len(others), 1)
    return max((head + tail) / longest, shared)


def _common(one: str, other: str) -> int:
    """How many characters both begin with."""
    for at, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return at
    return min(len(one), len(other))


def _without_returned(cells: Sequence[_Cell]) -> list[_Cell]:
    """The cells without the removed and new ones of lines that are back where they were."""
    kept: list[_Cell] = []
    run: list[_Cell] = []
    for cell in (*cells, None):
        if cell is not None and _mark(cell):
            run.append(cell)
            continue
        kept += _settled(run)
        run = []
        if cell is not None:
            kept.append(cell)
    return kept


def _settled(run: Sequence[_Cell]) -> list[_Cell]:
    """The changed lines between two unchanged ones; one that is both removed and new stands where it is new."""
    gone = {cell.text: cell for cell in run if cell.gone}
    back = {cell.text: cell for cell in run if _mark(cell) == "+" and cell.text in gone}
    dropped = {id(gone[text]) for text in back}
    returned = {id(cell) for cell in back.values()}
    return [
        _Cell(cell.text, cell.text, None) if id(cell) in returned else cell
        for cell in run
        if id(cell) not in dropped
    ]


def _mark(cell: _Cell) -> str:
    if cell.gone:
        return "-"
    if cell.base is None:
        return "+"
    return "" if cell.text == cell.base else "~"
