"""The words of a text that may go on in the next line, cell or string, put together, with every cut kept in mind.

A token that is cut over two entries stands between other words: what the line before ends in, and what follows, are
glued to it. So each place of a cut counts as the edge of a word too (`core.secrets.split` reads them so).
"""

from __future__ import annotations

from bisect import bisect_right

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.secrets.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_WORD = r"[A-Za-z0-9_+/=.:$%~@-]"
_STAMP = (
    r"(?:\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)?|\d\d:\d\d(?::\d\d)?)(?:Z|[+-]\d\d:?\d\d)?"
)
_LABEL = (
    r"(?i:the|first|second|third|last|other|next|1st|2nd|3rd|part|half|piece|rest|tail|end|suffix|continued|cont|one|two|three|"
    r"of|it|token|key|is)(?:[ \t]{0,2}[:=|.])?"
)
_MARK = rf"(?:(?:[>|*+#-]{{1,6}}|\d{{1,4}}[ \t]{{0,2}}[.):|]|\[[ xX-]\]|{_STAMP}|\[[A-Za-z][\w -]{{0,23}}\]|{_LABEL})[ \t]{{1,4}})"
"""What a line begins with before its words: bullet, number, quote, heading, box, a note's time and tag, "part two:"."""
_CLOSE = r"(?:[\"'`*)\]}>,;|+&]|\.{2,3}|<!--[^<>\n]{0,80}-->|</[a-z]{1,6}>)"
_OPEN = r"(?:[fbruFBRU]{0,2}[\"'`*(\[{<]|\.{2,3}|[+&.](?=[ \t\"'`])|<[a-z]{1,6}>)"
_SIGN = r"[\s\"'`*)\]}>,;|+&.\\<]"
"""What such a place begins with; no other place needs a closer look."""
_BREAK = r"[ \t]{0,20}\\?(?:\r\n?|[\n\v\f\x85\u2028\u2029])"
_LINES = rf"(?:[ \t]{{0,4}}{_CLOSE}){{0,4}}(?:{_BREAK}){{1,2}}[ \t]{{0,40}}{_MARK}{{0,8}}(?:{_OPEN}[ \t]{{0,2}}){{0,4}}"
_STRINGS = r"[\"'`*]{1,3}[ \t]{0,20}[+.&,;|]?[ \t]{0,20}(?:[fbruFBRU]{0,2}[\"'`]|\*)[\"'`*]{0,2}"
_CELLS = r"[ \t]{0,20}[,;|][ \t]{0,20}|[ \t]{1,8}[+&][ \t]{1,8}"
_TAGS = r"\*{2}|<wbr ?/?>|<br ?/?>|</?(?:b|i|em|code|span)>|<!--[^<>\n]{0,40}-->"
_JOINT = rf"(?<={_WORD})(?={_SIGN})(?:{_LINES}|{_STRINGS}|{_TAGS}|{_CELLS})(?={_WORD})"
_HEADING = r"[ ]{0,3}#{1,6}[ \t]{1,4}\S"
_END = r"\r\n?|\n"
_EMPTY = "_(empty)_"
_NEAR = 200, 400
"""Characters before and behind a heading within which a cut around it begins and ends."""
_SPACED = r"(?<![^\s])(?:[!-~][ \t]){19,400}[!-~](?![^\s])"


class Joined(NamedTuple):
    """Words that may belong together, each chain of them a line; a chain's pieces stand side by side."""

    text: str
    starts: Sequence[int]
    """Where each piece begins, and the end of the last."""
    origins: Sequence[int]
    """Where each piece stands in the text that they come from."""
    lasts: Sequence[int]
    """For each piece the last one of its chain."""

    def piece(self, at: int) -> int:
        """The piece that the character belongs to."""
        return bisect_right(self.starts, at) - 1

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The place that these characters come from."""
        first, last = self.piece(start), self.piece(end - 1)
        return (
            self.origins[first] + start - self.starts[first],
            self.origins[last] + end - self.starts[last],
        )


def cuts(text: str) -> list[tuple[int, int]]:
    """What stands where a word may have been cut, and where."""
    return [found.span() for found in compiled(_JOINT).finditer(text)]


def heading_cuts(text: str) -> list[tuple[int, int]]:
    """What stands where a word may have been cut around headings, which are no word of either section, and where."""
    if "#" not in text:
        return []
    bare, places, gone = _without_headings(text)
    found: list[tuple[int, int]] = []
    for at in places:
        line = bare.rfind("\n", 0, max(0, at - 1)) + 1
        for match in compiled(_JOINT).finditer(bare, max(line, at - _NEAR[0]), at + _NEAR[1]):
            if match.start() >= at:
                break
            start, stop = (end + gone[bisect_right(places, end)] for end in match.span())
            if match.end() >= at and (not found or start > found[-1][1]):
                found.append((start, stop))
    return found


def _without_headings(text: str) -> tuple[str, list[int], list[int]]:
    """The text without headings and the blank lines and empty marks beside them.

    Behind it the places where some stood, and how many characters are gone up to the first, the second, and so on.
    """
    kept: list[str] = []
    places: list[int] = []
    gone = [0]
    length = 0
    run: list[str] = []
    has_heading = False
    for line in _lines(text):
        is_heading = compiled(_HEADING).match(line) is not None
        if is_heading or not line.strip() or line.strip() == _EMPTY:
            run.append(line)
            has_heading = has_heading or is_heading
            continue
        size = sum(map(len, run))
        if has_heading:
            places.append(length)
            gone.append(gone[-1] + size)
        else:
            kept += run
            length += size
        kept.append(line)
        length += len(line)
        run, has_heading = [], False
    return "".join(kept), places, gone


def _lines(text: str) -> Iterator[str]:
    """Its lines with their ends."""
    start = 0
    for found in compiled(_END).finditer(text):
        yield text[start : found.end()]
        start = found.end()
    yield text[start:]


def chained(text: str, cut: Sequence[tuple[int, int]]) -> Joined:
    """The words on either side of the cuts."""
    chains: list[list[tuple[int, int]]] = []
    before = 0
    for start, stop in cut:
        region = text[before:start]
        word = region.rsplit(None, 1)[-1]
        if chains and len(word) == len(region):
            chains[-1].append((before, start))
        else:
            _end(chains, region, before)
            chains.append([(start - len(word), start)])
        before = stop
    _end(chains, text[before:], before)
    return _together(text, chains)


def _end(chains: list[list[tuple[int, int]]], region: str, at: int) -> None:
    """Ends the chain before a region of several words with the first of them."""
    if chains:
        chains[-1].append((at, at + len(region.split(None, 1)[0])))


def spaced(text: str) -> Joined:
    """The letters of words that have a blank between each two letters."""
    return _together(
        text,
        (
            [(at, at + 1) for at in range(found.start(), found.end(), 2)]
            for found in compiled(_SPACED).finditer(text)
        ),
    )


def broken(text: str, cut: Sequence[tuple[int, int]]) -> tuple[str, list[int]]:
    """The text with nothing but a line's end at each cut between lines without quotes, and where its characters stand."""
    out: list[str] = []
    places: list[int] = []
    before = 0
    for start, stop in cut:
        between = text[start:stop]
        if not between.count("\n") or '"' in between or "'" in between:
            continue
        out += [text[before:start], "\n"]
        places += range(before, start + 1)
        before = stop
    out.append(text[before:])
    places += range(before, len(text) + 1)
    return "".join(out), places


def _together(text: str, chains: Iterator[list[tuple[int, int]]] | list[list[tuple[int, int]]]) -> Joined:
    out: list[str] = []
    starts: list[int] = []
    origins: list[int] = []
    lasts: list[int] = []
    length = 0
    for chain in chains:
        lasts += [len(starts) + len(chain) - 1] * len(chain)
        for start, stop in chain:
            out.append(text[start:stop])
            starts.append(length)
            origins.append(start)
            length += stop - start
        out.append("\n")
        length += 1
    return Joined("".join(out), [*starts, length], origins, lasts)
