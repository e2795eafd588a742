"""Differences between two texts, by lines: what changed, the unified form, counts."""

from __future__ import annotations

from collections import Counter

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.pad.schema import EMPTY_MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scratchpad_tui.core.pad.document import Document

_QUICK = 1_000_000
"""Looks at a line that the matcher of the standard library may take, equal head and tail cut off."""


class Change(NamedTuple):
    """Lines `start` to `stop` of the old side, and what stands in their place: lines `new_start` to `new_stop`."""

    start: int
    stop: int
    new_start: int
    new_stop: int


class Counts(NamedTuple):
    """How much a change is."""

    added: int
    removed: int


def changes(old: Sequence[str], new: Sequence[str]) -> list[Change]:
    """The changed runs of lines, in order."""
    head = 0
    limit = min(len(old), len(new))
    while head < limit and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < limit - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    middle_old, middle_new = old[head : len(old) - tail], new[head : len(new) - tail]
    if not middle_old and not middle_new:
        return []
    return [
        Change(head + start, head + stop, head + new_start, head + new_stop)
        for start, stop, new_start, new_stop in _middle(middle_old, middle_new)
    ]


def _middle(old: Sequence[str], new: Sequence[str]) -> Iterator[Change]:
    """The changes of lists that begin and end with different lines."""
    numbers = Counter(new)
    equal = sum(numbers[text] for text in old)
    # The matcher looks at each pair of equal lines again for every run of them that it finds.
    quick = (equal + len(old)) * min(len(old), len(new)) <= _QUICK
    at = new_at = 0
    for start, new_start, length in _matched(old, new, quick=quick) if equal else ():
        if start > at or new_start > new_at:
            yield Change(at, start, new_at, new_start)
        at, new_at = start + length, new_start + length
    if at < len(old) or new_at < len(new):
        yield Change(at, len(old), new_at, len(new))


def _matched(old: Sequence[str], new: Sequence[str], *, quick: bool) -> Iterator[tuple[int, int, int]]:
    """Runs of equal lines in order: where they begin on both sides, and how many they are."""
    if quick:
        from difflib import SequenceMatcher

        yield from SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
        return
    from scratchpad_tui.core.pad.align import pairs

    yield from ((start, new_start, 1) for start, new_start in pairs(old, new))


def unified(old: str, new: str, *, context: int = 1, names: tuple[str, str] = ("before", "after")) -> str:
    """The unified diff of two texts, empty where they are the same by lines."""
    before, after = texts(old), texts(new)
    found = changes(before, after)
    if not found:
        return ""
    out = [f"--- {names[0]}", f"+++ {names[1]}"]
    for group in _grouped(found, context):
        out += _hunk(before, after, group, context)
    return "\n".join(out)


def counts(old: str, new: str) -> Counts:
    """How many lines were added and removed; the mark of an empty section is none."""
    before, after = texts(old), texts(new)
    added = removed = 0
    for change in changes(before, after):
        added += sum(text != EMPTY_MARK for text in after[change.new_start : change.new_stop])
        removed += sum(text != EMPTY_MARK for text in before[change.start : change.stop])
    return Counts(added, removed)


def changed_sections(old: Document, new: Document) -> list[str]:
    """The sections whose lines differ, in the profile's order; lines without text do not count."""
    return [name for name in new.profile.names if old.content(name) != new.content(name)]


def _grouped(found: Sequence[Change], context: int) -> list[list[Change]]:
    groups = [[found[0]]]
    for change in found[1:]:
        if change.start - groups[-1][-1].stop <= 2 * context:
            groups[-1].append(change)
        else:
            groups.append([change])
    return groups


def _hunk(before: Sequence[str], after: Sequence[str], group: Sequence[Change], context: int) -> list[str]:
    first, last = group[0], group[-1]
    start, new_start = max(0, first.start - context), max(0, first.new_start - context)
    stop, new_stop = min(len(before), last.stop + context), min(len(after), last.new_stop + context)
    lines = [f"@@ -{_range(start, stop)} +{_range(new_start, new_stop)} @@"]
    at = start
    for change in group:
        lines += [f" {text}" for text in before[at : change.start]]
        lines += [f"-{text}" for text in before[change.start : change.stop]]
        lines += [f"+{text}" for text in after[change.new_start : change.new_stop]]
        at = change.stop
    return lines + [f" {text}" for text in before[at:stop]]


def _range(start: int, stop: int) -> str:
    length = stop - start
    if length == 1:
        return str(start + 1)
    return f"{start + 1 if length else start},{length}"
