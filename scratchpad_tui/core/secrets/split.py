"""Finds tokens of vendors that are cut over lines, cells or strings: both sides of every cut count as the edge of a word."""

from __future__ import annotations

from itertools import pairwise

from scratchpad_tui.core.secrets.patterns import compiled
from scratchpad_tui.core.secrets.shape import is_placeholder, is_random, is_wordy
from scratchpad_tui.core.secrets.vendors import LONG_WORD, SEARCHED, STARTS, is_letter

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from scratchpad_tui.core.secrets.hit import Hit
    from scratchpad_tui.core.secrets.joints import Joined

_LEAST = 8
"""Characters of a rest from which on it can be told whether it is one of chance."""
_LONG_NAME = 12
_DIGITS = 10
"""One digit in so many characters is one too many for a name."""
_NEXT = tuple(start for start, _ in STARTS if len(start) > 3 and not start[-1].isalnum())
"""A piece that begins like this is a token of its own, or its name in a list of formats."""
_SHARE = 0.9
"""Of the letters of a name so many are words; capitals and small letters by chance come near it."""
_ENDS = 8
"""Pieces that a token of a fixed length is tried to end with."""
_BEFORE, _WITHIN, _BEHIND = 300, 400, 300
"""Characters of the pieces in which a format is searched that is known by letters within it."""


def find(joined: Joined) -> Iterator[Hit]:
    """Every token that goes over a cut; its places are those of the joined text."""
    for start, row in STARTS:
        if start in joined.text:
            yield from _anchored(joined, start, row)
    for searched in SEARCHED:
        if searched[2] in joined.text:
            yield from _searched(joined, searched)


def _anchored(joined: Joined, start: str, row: tuple[str, str, str, str, str]) -> Iterator[Hit]:
    text = joined.text
    at = text.find(start)
    while at >= 0:
        following = at + 1
        first = joined.piece(at)
        is_edge = joined.starts[first] == at or not is_letter(text[at - 1])
        if is_edge and joined.lasts[first] > first and not _is_listed(joined, start, first):
            end = _end(joined, start, row, at, first)
            if end:
                yield row[0], row[1], at, end
                following = end
        at = text.find(start, following)


def _is_listed(joined: Joined, start: str, first: int) -> bool:
    """Whether the next piece begins alike, as in a list of ids."""
    return not start[-1].isalnum() and joined.text.startswith(start, joined.starts[first + 1])


def _end(joined: Joined, start: str, row: tuple[str, str, str, str, str], at: int, first: int) -> int:
    """Where the token that begins here ends; 0: it is none, or goes over no cut."""
    pattern = compiled(row[3])
    found = _shortest(joined, pattern, at, first)
    if found is None:
        return 0
    end = _longest(joined, pattern, at, found.end())
    if end <= joined.starts[first + 1] - (joined.lasts[first] == first):
        return 0
    body = joined.text[at + len(start) : end]
    if is_placeholder(body) or (row[4] and not is_random(body)):
        return 0
    return end if _is_fixed(pattern) or _is_token(joined, start, at, end) else 0


def _is_fixed(pattern: re.Pattern[str]) -> bool:
    """Whether its tokens have one length: of too many pieces they come as little as of too few."""
    return "(?!" in pattern.pattern


def _shortest(joined: Joined, pattern: re.Pattern[str], at: int, first: int) -> re.Match[str] | None:
    """The token that needs the fewest pieces."""
    ends, last = joined.starts, joined.lasts[first] + 1
    if _is_fixed(pattern):
        for piece in range(first + 1, min(last, first + _ENDS) + 1):
            found = pattern.match(joined.text, at, ends[piece])
            if found:
                return found
        return None
    best = pattern.match(joined.text, at, ends[last])
    if best is None:
        return None
    low, high = first + 1, joined.piece(best.end() - 1) + 1
    while low < high:
        middle = (low + high) // 2
        found = pattern.match(joined.text, at, ends[middle])
        if found:
            best, high = found, middle
        else:
            low = middle + 1
    return best


def _longest(joined: Joined, pattern: re.Pattern[str], at: int, end: int) -> int:
    """The end of the token with the pieces that look like its rest."""
    while True:
        piece = joined.piece(end - 1)
        stop = joined.starts[piece + 1]
        if end < stop or joined.lasts[piece] == piece:
            return end
        found = pattern.match(joined.text, at, joined.starts[piece + 2])
        rest = joined.text[stop : found.end()] if found else ""
        if len(rest) < _LEAST or not is_random(rest):
            return end
        end = stop + len(rest)


def _is_token(joined: Joined, start: str, at: int, end: int) -> bool:
    """Whether the pieces are those of one token: not words, as in a list of names, and none begins a token of its own."""
    begins = joined.starts[joined.piece(at) + 1 : joined.piece(end - 1) + 1]
    body = at + len(start)
    known = _NEXT if start[-1].isalnum() else (start, *_NEXT)
    if any(joined.text.startswith(known, begin) for begin in begins if begin > body):
        return False
    bounds = [body, *(begin for begin in begins if begin > body), end]
    pieces = [joined.text[a:b] for a, b in pairwise(bounds)]
    return not _is_words(" ".join(pieces)) and not any(
        len(piece) >= _LONG_NAME and piece.isalpha() and is_wordy(piece, _SHARE) for piece in pieces[1:]
    )


def _is_words(value: str) -> bool:
    """Whether it is words with hardly a digit; letters of chance may look like words where digits stand between."""
    return sum(map(str.isdigit, value)) * _DIGITS <= len(value) and is_wordy(value, _SHARE)


def _searched(joined: Joined, row: tuple[str, str, str, str]) -> Iterator[Hit]:
    rule, kind, letters, pattern = row
    search = compiled(rf"(?<![A-Za-z0-9]){pattern}(?![A-Za-z0-9])").search
    for start, stop in _stretches(joined):
        part = joined.text[start:stop] if letters != "." or stop - start >= LONG_WORD else ""
        found = search(part) if letters in part else None
        if found is None:
            continue
        begin = start + found.start()
        end = _needed(joined, compiled(pattern), begin, start + found.end())
        value = joined.text[begin:end]
        is_cut = joined.piece(begin) < joined.piece(end - 1)
        is_good = not is_placeholder(value.partition("://")[2] or value)
        if is_cut and is_good and (letters != "." or is_random(value)):
            yield rule, kind, begin, end


def _needed(joined: Joined, pattern: re.Pattern[str], begin: int, end: int) -> int:
    """Where the token ends without the pieces that it can do without and that do not look like its rest."""
    first = joined.piece(begin)
    for piece in range(first, joined.piece(end - 1)):
        found = pattern.match(joined.text, begin, joined.starts[piece + 1])
        if found:
            return _longest(joined, pattern, begin, found.end())
    return end


def _stretches(joined: Joined) -> Iterator[tuple[int, int]]:
    """Two and three pieces side by side, as far as a token in them may reach, and whole chains of small ones."""
    starts, lasts = joined.starts, joined.lasts
    for piece, last in enumerate(lasts):
        if piece == last:
            continue
        if not piece or lasts[piece - 1] < piece:
            yield starts[piece], min(starts[last + 1], starts[piece] + 2 * _WITHIN)
        begin = max(starts[piece], starts[piece + 1] - _BEFORE)
        yield begin, min(starts[piece + 2], starts[piece + 1] + _BEHIND)
        if piece + 2 <= last and starts[piece + 2] - starts[piece + 1] <= _WITHIN:
            yield begin, min(starts[piece + 3], starts[piece + 2] + _BEHIND)
