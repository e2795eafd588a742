"""The scan: every rule over the text as it stands, and the formats over what it says when nothing is hidden."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import partial
from time import monotonic

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.secrets import blocks, keywords, places, vendors
from scratchpad_tui.core.secrets.finding import Finding, masked
from scratchpad_tui.core.secrets.shape import is_random

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scratchpad_tui.core.secrets.constraints import Constraints
    from scratchpad_tui.core.secrets.hit import Hit

    _Told = tuple[Hit, Callable[[int, int], str]]

WINDOW = 6_000
"""Characters that the searching rules are given at once, so that no input makes them slow."""
OVERLAP = 500
_LEAST_REST = 8
"""Characters that a wrapped token has at least on its other line."""
LIMIT_SECONDS = 20.0
"""A scan that takes longer is given up, and blocks."""


class ScanTimeoutError(InputError):
    """The scan took too long."""


class _Clock:
    """Ends a scan that takes too long."""

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._until = monotonic() + limit

    def check(self) -> None:
        """Raises ScanTimeoutError when the time is over."""
        if monotonic() > self._until:
            raise ScanTimeoutError(
                f"it took more than {self._limit:g} seconds", "give a shorter text", code="scan-timeout"
            )


def scan(text: str, constraints: Constraints | None = None, *, limit: float = LIMIT_SECONDS) -> list[Finding]:
    """The secrets in a text, in the order of the text; places that overlap are one finding.

    `constraints` adds a deny-list. No finding, and no error of this, holds the value.

    Raises:
        ScanTimeoutError: it took too long; what was found until then is not told.
    """
    clock = _Clock(limit)
    hits: list[Hit] = []
    for rule in (vendors.find, blocks.find):
        hits += rule(text)
        clock.check()
    searched: dict[str, list[Hit]] = {}
    for start, stop in _windows(len(text)):
        piece = text if stop - start == len(text) else text[start:stop]
        last = stop - OVERLAP if stop < len(text) else stop
        if piece not in searched:  # a text that repeats itself, as hostile ones do, is searched once
            searched[piece] = [hit for rule in (places.find, keywords.find) for hit in rule(piece)]
        hits += [
            (name, kind, start + a, start + b)
            for name, kind, a, b in searched[piece]
            if start + a < last or b < len(piece)
        ]
        clock.check()
    if constraints is not None:
        hits += constraints.find(text, clock.check)
    covered = _Covered()
    for hit in hits:
        covered.add(hit)
    for found in _hidden(text, clock, constraints):
        news = [hit for hit, outside in found if covered.is_news(hit, outside)]
        hits += news
        for hit in news:
            covered.add(hit)
    return _told(text, hits)


def _windows(length: int) -> Iterator[tuple[int, int]]:
    start = 0
    while True:
        stop = min(length, start + WINDOW + OVERLAP)
        yield start, stop
        if stop >= length:
            return
        start += WINDOW


def _hidden(text: str, clock: _Clock, constraints: Constraints | None) -> Iterator[list[_Told]]:
    """What each copy holds, and what of it stands outside of a place of the text."""
    from scratchpad_tui.core.secrets import plain, split

    for copy in plain.copies(text):
        clock.check()
        if isinstance(copy, plain.Joins):
            yield [
                ((name, kind, *copy.span(start, end)), partial(copy.outside, start, end))
                for name, kind, start, end in split.find(copy.joined)
            ]
            continue
        found = [hit for rule in (vendors.find, blocks.find) for hit in rule(copy.text)]
        if not copy.formats_only:
            found += [hit for rule in (places.find, keywords.find) for hit in rule(copy.text)]
            found += constraints.find(copy.text, clock.check) if constraints is not None else ()
        spans = [(name, kind, *copy.span(start, end)) for name, kind, start, end in found]
        yield [(hit, partial(_outside, text, hit)) for hit in spans]


def _outside(text: str, hit: Hit, first: int, last: int) -> str:
    return text[hit[2] : first] + text[last : hit[3]]


class _Covered:
    """The places of a text that findings cover so far."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def _touched(self, hit: Hit) -> tuple[int, int]:
        return bisect_right(self._ends, hit[2]), bisect_left(self._starts, hit[3])

    def add(self, hit: Hit) -> None:
        """Counts a finding in."""
        first, stop = self._touched(hit)
        joined = first < stop
        start = min(hit[2], self._starts[first]) if joined else hit[2]
        end = max(hit[3], self._ends[stop - 1]) if joined else hit[3]
        self._starts[first:stop] = [start]
        self._ends[first:stop] = [end]

    def is_news(self, hit: Hit, outside: Callable[[int, int], str]) -> bool:
        """Whether a finding of a copy stands for more than those before it.

        A token that is put together may run on into the next word: it does so only when that looks like its rest.
        """
        first, stop = self._touched(hit)
        if first >= stop:
            return True
        rest = outside(self._starts[first], self._ends[stop - 1])
        return len(rest) >= _LEAST_REST and is_random(rest)


def _told(text: str, hits: Sequence[Hit]) -> list[Finding]:
    """The hits as findings: of those that overlap the first stands for all, as far as any of them goes."""
    order = {id(hit): at for at, hit in enumerate(hits)}
    joined: list[list[Hit]] = []
    for hit in sorted(hits, key=lambda item: (item[2], -item[3])):
        if joined and hit[2] < max(other[3] for other in joined[-1]):
            joined[-1].append(hit)
        else:
            joined.append([hit])
    found = []
    line, counted = 1, 0
    for group in joined:
        best = min(group, key=lambda item: order[id(item)])
        start, end = min(item[2] for item in group), max(item[3] for item in group)
        line += _breaks(text, counted, start)
        counted = start
        found.append(Finding(best[0], best[1], line, start, end, masked(text[start:end])))
    return found


def _breaks(text: str, start: int, stop: int) -> int:
    """Line ends between two places: LF, CRLF and a lone CR."""
    return text.count("\n", start, stop) + text.count("\r", start, stop) - text.count("\r\n", start, stop)
