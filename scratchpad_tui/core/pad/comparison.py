"""Two texts of a pad line by line, section by section: what changed, which words of a line, and what may be folded."""

from __future__ import annotations

import re

from scratchpad_tui.core.errors import ParseError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.diff import Change, changes
from scratchpad_tui.core.pad.lines import is_blank, texts
from scratchpad_tui.core.pad.parse import parse_bytes
from scratchpad_tui.core.pad.schema import EMPTY_MARK
from scratchpad_tui.core.pad.trace import like_pairs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scratchpad_tui.core.pad.schema import Profile

    Words = tuple[tuple[int, int], ...]

CONTEXT = 3
"""Unchanged lines that are shown on each side of a changed one."""
MOST_ROWS = 2_000
"""Changed lines that a comparison holds; those behind them are counted."""
_LONGEST = 500
"""Characters of a line, its equal ends cut off, up to which its words are compared."""
_WORDS_BUDGET = 100_000
"""Characters of all lines of a comparison whose words are compared."""
_WORD = re.compile(r"\w+|\s+|[^\w\s]")


class Paired(NamedTuple):
    """A row of two texts side by side: an unchanged line, a changed one, or one that only one side has."""

    section: str
    """Empty for what stands in none."""
    old: int = 0
    """The number of the old side's line, counted from 1; 0 where it has none here."""
    new: int = 0
    """The same on the new side."""
    before: str | None = None
    after: str | None = None
    gone: Words = ()
    """Places in `before` that the new line lacks, where both lines are one that was changed."""
    came: Words = ()
    """Places in `after` that the old line lacks."""
    hidden: int = 0
    """How many unchanged lines with text the row stands for; then it shows none itself."""

    @property
    def is_changed(self) -> bool:
        """Whether the row is a part of the difference."""
        return not self.hidden and self.before != self.after


class Comparison(NamedTuple):
    """The difference of two texts."""

    rows: tuple[Paired, ...] = ()
    added: int = 0
    """Lines; the mark of an empty section is none."""
    removed: int = 0
    left_out: int = 0
    """Changed lines behind the last row."""
    only_bytes: bool = False
    """Whether line ends or a byte-order mark are all that differs."""

    @property
    def sections(self) -> tuple[str, ...]:
        """The sections with a changed line that is shown, in the order of the text."""
        return tuple(dict.fromkeys(row.section for row in self.rows if row.is_changed and row.section))


class _Side(NamedTuple):
    lines: list[str]
    sections: list[str]
    """For each line the section that it stands in."""
    parts: tuple[tuple[str, int, int], ...]
    """Each section's name, the place of its heading, and the place behind its last line; none of a text that does not parse."""
    quiet: frozenset[int]
    """The places of headings."""


def compare(old: bytes, new: bytes, profile: Profile, *, context: int | None = CONTEXT) -> Comparison:
    """The difference of two texts of a pad; without `context` no unchanged line is folded."""
    before, after = _side(old, profile), _side(new, profile)
    found = _changes(before, after)
    building = _Building(before, after, context)
    for change in found:
        if building.changed >= MOST_ROWS:
            break
        building.add(change)
    else:
        building.end()
    return Comparison(
        tuple(building.rows),
        added=sum(_counted(after.lines[change.new_start : change.new_stop]) for change in found),
        removed=sum(_counted(before.lines[change.start : change.stop]) for change in found),
        left_out=sum(change.stop - change.start + change.new_stop - change.new_start for change in found)
        - building.changed,
        only_bytes=not found and old != new,
    )


def _changes(before: _Side, after: _Side) -> list[Change]:
    """The changed runs of lines, section by section: lines of different sections are never the same ones."""
    if not before.parts or [part[0] for part in before.parts] != [part[0] for part in after.parts]:
        return changes(before.lines, after.lines)
    found: list[Change] = []
    for (_, start, stop), (_, new_start, new_stop) in zip(before.parts, after.parts, strict=True):
        found += [
            Change(start + c.start, start + c.stop, new_start + c.new_start, new_start + c.new_stop)
            for c in changes(before.lines[start:stop], after.lines[new_start:new_stop])
        ]
    return found


def _counted(lines: Sequence[str]) -> int:
    return sum(text != EMPTY_MARK for text in lines)


class _Building:
    """The rows so far, and how far both sides have been gone through."""

    def __init__(self, before: _Side, after: _Side, context: int | None) -> None:
        self.rows: list[Paired] = []
        self.changed = 0
        """Changed lines among the rows."""
        self._before = before
        self._after = after
        self._context = context
        self._at = self._new_at = 0
        self._section: str | None = None
        """The section of the last changed row; None before the first."""
        self._budget = _WORDS_BUDGET

    def add(self, change: Change) -> None:
        """Takes the unchanged lines up to a change, and the change."""
        rows = list(self._changed(change))
        self._unchanged(change.start, rows[0].section)
        self.rows += rows
        self._section = rows[-1].section
        self._at, self._new_at = change.stop, change.new_stop

    def end(self) -> None:
        """Takes the unchanged lines behind the last change."""
        self._unchanged(len(self._before.lines), None)

    # Changed lines

    def _changed(self, change: Change) -> Iterator[Paired]:
        """The rows of a change, the two sides of a changed line together; no more than there is room for."""
        before = self._before.lines[change.start : change.stop]
        after = self._after.lines[change.new_start : change.new_stop]
        at, new_at = change.start, change.new_start
        for number, other in like_pairs(before, after):
            old, new = change.start + number, change.new_start + other
            if self._before.sections[old] == self._after.sections[new]:
                yield from self._single(at, old, new_at, new)
                yield self._pair(old, new)
                at, new_at = old + 1, new + 1
        yield from self._single(at, change.stop, new_at, change.new_stop)

    def _single(self, at: int, stop: int, new_at: int, new_stop: int) -> Iterator[Paired]:
        for old in range(at, min(stop, at + MOST_ROWS - self.changed)):
            self.changed += 1
            yield Paired(self._before.sections[old], old + 1, 0, self._before.lines[old])
        for new in range(new_at, min(new_stop, new_at + MOST_ROWS - self.changed)):
            self.changed += 1
            yield Paired(self._after.sections[new], 0, new + 1, None, self._after.lines[new])

    def _pair(self, old: int, new: int) -> Paired:
        self.changed += 2
        before, after = self._before.lines[old], self._after.lines[new]
        self._budget -= len(before) + len(after)
        gone, came = changed_words(before, after) if self._budget > 0 else ((), ())
        return Paired(self._after.sections[new], old + 1, new + 1, before, after, gone, came)

    # Unchanged lines

    def _unchanged(self, stop: int, following: str | None) -> None:
        """The lines up to `stop`: those near to a changed one in its section, and a count of the section's others."""
        start, context = self._at, self._context
        if context is None:
            self.rows += [self._same(at) for at in range(start, stop)]
            return
        side = self._before
        loud = [at for at in range(start, stop) if at not in side.quiet and not is_blank(side.lines[at])]
        behind = [at for at in loud if side.sections[at] == self._section]
        ahead = [at for at in loud if side.sections[at] == following]
        if self._section == following:
            self._fold(behind, context, context)
        else:
            self._fold(behind, context, 0)
            self._fold(ahead, 0, context)

    def _fold(self, places: Sequence[int], first: int, last: int) -> None:
        hidden = places[first : len(places) - last]
        if len(hidden) < 2:
            self.rows += [self._same(at) for at in places]
            return
        self.rows += [self._same(at) for at in places[:first]]
        self.rows.append(Paired(self._before.sections[hidden[0]], hidden=len(hidden)))
        self.rows += [self._same(at) for at in places[len(places) - last :]]

    def _same(self, at: int) -> Paired:
        text = self._before.lines[at]
        return Paired(self._before.sections[at], at + 1, at + 1 + self._new_at - self._at, text, text)


def changed_words(before: str, after: str) -> tuple[Words, Words]:
    """The places in two lines that the other one lacks, by whole words; bounded, so that long ones cost no more."""
    head = _common(before, after)
    tail = _common(before[head:][::-1], after[head:][::-1])
    head, tail = _at_word(before, after, head), _at_word(before[::-1], after[::-1], tail)
    tail = min(tail, len(before) - head, len(after) - head)
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    if max(len(old), len(new)) > _LONGEST:
        return _whole(head, old), _whole(head, new)
    from difflib import SequenceMatcher

    old_words, new_words = _WORD.findall(old), _WORD.findall(new)
    gone: list[tuple[int, int]] = []
    came: list[tuple[int, int]] = []
    at = new_at = head
    place = new_place = 0
    for start, new_start, length in SequenceMatcher(
        None, old_words, new_words, autojunk=False
    ).get_matching_blocks():
        skipped = sum(map(len, old_words[place:start]))
        new_skipped = sum(map(len, new_words[new_place:new_start]))
        _mark(gone, at, skipped)
        _mark(came, new_at, new_skipped)
        kept = sum(map(len, old_words[start : start + length]))
        at, new_at = at + skipped + kept, new_at + new_skipped + kept
        place, new_place = start + length, new_start + length
    return tuple(gone), tuple(came)


def _mark(places: list[tuple[int, int]], at: int, length: int) -> None:
    if length:
        places.append((at, at + length))


def _whole(head: int, text: str) -> Words:
    return ((head, head + len(text)),) if text else ()


def _common(one: str, other: str) -> int:
    """How many characters both begin with."""
    limit = min(len(one), len(other))
    if one[:limit] == other[:limit]:
        return limit
    low, high = 0, limit
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if one[:middle] == other[:middle] else (low, middle)
    return low


def _at_word(one: str, other: str, head: int) -> int:
    """The equal head without a word that only begins equal."""
    if not any(head < len(text) and text[head].isalnum() for text in (one, other)):
        return head
    while head and one[head - 1].isalnum():
        head -= 1
    return head


def _side(data: bytes, profile: Profile) -> _Side:
    """A text's lines with their sections; what does not parse stands in none."""
    try:
        document = parse_bytes(data, profile)
    except ParseError:
        plain = texts(data.decode("utf-8", "replace").removeprefix("\ufeff"))
        return _Side(plain, [""] * len(plain), (), frozenset())
    lines: list[str] = []
    sections: list[str] = []
    quiet: set[int] = set()
    parts: list[tuple[str, int, int]] = []
    for segment in document.segments:
        start = len(lines)
        if segment.heading is not None:
            quiet.add(len(lines))
            lines.append(segment.heading.text)
        lines += [line.text for line in segment.body]
        sections += [segment.name or ""] * (len(lines) - start)
        parts.append((segment.name or "", start, len(lines)))
    return _Side(lines, sections, tuple(parts), frozenset(quiet))
