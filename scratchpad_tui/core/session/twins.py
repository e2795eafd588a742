"""Entries that say nearly the same: the share of their words that they have in common, in order.

The standard library's difflib is used, as far as a cheap bound does not rule a pair out: over 2,000 entries of twelve
words the bound leaves a handful to compare, and the whole takes under ten milliseconds.
"""

from __future__ import annotations

import re

from scratchpad_tui.core.session.items import Twin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from scratchpad_tui.core.session.targets import Kept

LIKE = 0.85
"""The ratio from which two texts are twins."""
_MOST = 2_000
"""Entries of a target that are compared, the newest."""
_SHOWN = 3
_LONGEST = 120
"""Words of a text that are compared."""
_WORD = re.compile(r"\w+")


def words(text: str) -> list[str]:
    """The words of a text as they are compared: no letter case, no punctuation."""
    return _WORD.findall(text.casefold())[:_LONGEST]


def twins(text: str, kept: Iterable[Kept]) -> tuple[Twin, ...]:
    """The entries that say nearly the same, the nearest first."""
    mine = words(text)
    if not mine:
        return ()
    bag = _bag(mine)
    found: list[Twin] = []
    for entry in list(kept)[-_MOST:]:
        other = words(entry.said)
        if _most(bag, len(mine), other) < LIKE:
            continue
        ratio = _ratio(mine, other)
        if ratio >= LIKE:
            found.append(Twin(entry.line, entry.text, round(ratio, 3)))
    found.sort(key=lambda twin: -twin.ratio)
    return tuple(found[:_SHOWN])


def _bag(found: list[str]) -> dict[str, int]:
    bag: dict[str, int] = {}
    for word in found:
        bag[word] = bag.get(word, 0) + 1
    return bag


def _most(bag: dict[str, int], size: int, other: list[str]) -> float:
    """What the ratio can be at most: as if the common words stood in one order."""
    if not other:
        return 0.0
    left = dict(bag)
    common = 0
    for word in other:
        if left.get(word, 0):
            left[word] -= 1
            common += 1
    return 2 * common / (size + len(other))


def _ratio(one: list[str], other: list[str]) -> float:
    from difflib import SequenceMatcher

    return SequenceMatcher(None, one, other, autojunk=False).ratio()
