"""Who brought each line, in a few words: for the column at the right edge of the pad, as it is and as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.text import visible, width
from scratchpad_tui.tui.ages import age_word

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping
    from datetime import datetime

    from scratchpad_tui.core.pad.blame import BlamedLine

Place = TypeVar("Place", bound="Hashable")

_MOST_AUTHOR = 14
"""Cells of an author's column; a longer one stands out of it and moves no other."""


class _Parts(NamedTuple):
    """What is told of a line; all but the version may be empty."""

    version: str
    author: str
    brief: str
    """The author in fewer cells."""
    age: str


def blame_columns(lines: Mapping[Place, BlamedLine], now: datetime) -> dict[Place, tuple[str, ...]]:
    """Version, author and age of each line in a few words, then in fewer, visible already; each part in its column."""
    told = {place: _parts(line, now) for place, line in lines.items()}
    known = [parts for place, parts in told.items() if lines[place].version is not None]
    version, author, brief, age = (
        _widest(words) for words in (zip(*known, strict=True) if known else ((), (), (), ()))
    )
    wide = _Parts("v" * version, "a" * author, "b" * brief, "t" * age)
    rows = [" ".join(filter(None, words)) for words in _offered(wide)]
    found: dict[Place, tuple[str, ...]] = {}
    for place, parts in told.items():
        if lines[place].version is not None:
            padded = _Parts(
                _padded(parts.version, version),
                _padded(parts.author, author),
                _padded(parts.brief, brief),
                _padded(parts.age, age, at_the_right=True),
            )
            offered = [" ".join(filter(None, words)) for words in _offered(padded)]
        else:
            offered = [_padded(parts.version, len(row)) for row in rows]
        found[place] = tuple(dict.fromkeys(offered))
    return found


def _parts(line: BlamedLine, now: datetime) -> _Parts:
    if line.version is None:
        return _Parts(f"before v{line.before}" if line.before else "not recorded", "", "", "")
    age = age_word((now - line.time).total_seconds()) if line.time else ""
    # A turn is an agent's: its number tells as much as the whole author does.
    author = visible(line.author)
    return _Parts(f"v{line.version}", author, author.removeprefix("agent "), age)


def _offered(parts: _Parts) -> tuple[tuple[str, ...], ...]:
    """The fullest first."""
    return (
        (parts.version, parts.author, parts.age),
        (parts.version, parts.author),
        (parts.version, parts.brief),
    )


def _widest(words: Iterable[str]) -> int:
    return max((cells for cells in map(width, words) if cells <= _MOST_AUTHOR), default=0)


def _padded(word: str, cells: int, *, at_the_right: bool = False) -> str:
    blank = " " * (cells - width(word))
    return blank + word if at_the_right else word + blank
