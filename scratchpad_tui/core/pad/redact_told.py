"""What redactions took out of a text, told by the text before and after: for what quotes it and stands in no file."""

from __future__ import annotations

import re

from scratchpad_tui.core.pad.redact_words import MARK, Words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from scratchpad_tui.core.pad.view import PadView

_WORD = re.compile(r"\w+|[^\w\s]{2,}")
_MOST_PLACES = 32
"""Places of one piece that are tried: of a text with more of them all is taken for redacted."""


def _may_go(text: str) -> bool:
    """Whether it can be a text that was redacted: see `Words`."""
    return bool(text.strip()) and text.strip(" \t") not in MARK * 2


def _longest_first(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(dict.fromkeys(texts), key=len, reverse=True))


class Taken:
    """What was taken out; nothing of it stays in a text that goes through `out_of`."""

    def __init__(
        self,
        wholes: Iterable[tuple[str, str]] = (),
        texts: Iterable[str] = (),
        words: Iterable[str] = (),
    ) -> None:
        """Takes what is known.

        Args:
            wholes: Texts that held it, each with what it is now.
            texts: What may have been taken out, be it within a word.
            words: The same where only whole words can be told.
        """
        self.wholes = tuple(sorted(dict.fromkeys(wholes), key=lambda pair: len(pair[0]), reverse=True))
        self.texts = _longest_first(text for text in texts if _may_go(text))
        self.words = _longest_first(word for word in words if _may_go(word))

    def __bool__(self) -> bool:
        return bool(self.wholes)

    def __or__(self, other: Taken) -> Taken:
        return Taken((*self.wholes, *other.wholes), (*self.texts, *other.texts), (*self.words, *other.words))

    def out_of(self, text: str) -> str:
        """A text without it, the mark in its place."""
        return self._out_of(text, lambda words, rest: words.without(rest)[0])

    def out_of_cut(self, text: str) -> str:
        """As `out_of`, also where a quotation of it was cut short."""
        return self._out_of(text, lambda words, rest: words.without_cut(rest)[0])

    def out_of_lines(self, lines: Sequence[str]) -> tuple[str, ...]:
        """Lines without it; it may reach over several of them."""
        return tuple(self.out_of("\n".join(lines)).split("\n")) if lines else ()

    def _out_of(self, text: str, without: Callable[[Words, str], str]) -> str:
        for was, now in self.wholes:
            text = text.replace(was, now)
        for taken in self.texts:
            text = without(Words(taken), text)
        if self.words:
            either = "|".join(map(re.escape, self.words))
            text = re.sub(rf"(?<!\w)(?:{either})(?!\w)", MARK, text)
        return text


NOTHING = Taken()


def taken_out(was: str, now: str) -> Taken:
    """What was taken out of a text that nobody changed otherwise; nothing where somebody did.

    What stands between the marks is looked for in the text as it was, in order: what lies between is gone. Where there
    are several ways to find it, each of them may be the true one.
    """
    if was == now or MARK not in now:
        return NOTHING
    pieces = now.split(MARK)
    ranges = _ranges(was, pieces)
    if ranges is None:
        return NOTHING
    places = [_places(was, piece, *found) for piece, found in zip(pieces, ranges, strict=True)]
    texts: list[str] = []
    for number in range(1, len(pieces)):
        size = len(pieces[number - 1])
        texts += _between(was, [at + size for at in places[number - 1]], places[number])
    # What is left in it was not taken out of it.
    maybe = [text for text in dict.fromkeys(texts) if not any(text in piece for piece in pieces)]
    gone = [text for text in maybe if _may_go(text) and not Words(text).without(now)[1]]
    return Taken([(was, now)], gone) if gone else NOTHING


def lost(was: str, now: str) -> Taken:
    """As `taken_out`; where it was changed otherwise too, each word that it has no more is taken for redacted."""
    found = taken_out(was, now)
    if found or now.count(MARK) <= was.count(MARK):
        return found
    from scratchpad_tui.core.pad.diff import changes

    words, left = list(_WORD.finditer(was)), now.replace(MARK, " ")
    new = _WORD.findall(left)
    runs = [
        was[words[change.start].start() : words[change.stop - 1].end()]
        for change in changes([word.group() for word in words], new)
        if change.start < change.stop
    ]
    gone = [word.group() for word in words if word.group() not in left]
    return Taken([(was, now)], (), [*(run for run in runs if run not in left), *gone])


def lost_of_lines(was: Sequence[str], now: Sequence[str]) -> Taken:
    """What was taken out of lines, of which others may have come and gone."""
    found = NOTHING
    if any(MARK in line for line in now):
        from scratchpad_tui.core.pad.diff import changes

        for change in changes(was, now):
            found |= _of_place(was[change.start : change.stop], now[change.new_start : change.new_stop])
    return found


def lost_of_pad(was: PadView, now: PadView) -> Taken:
    """What was taken out of a pad."""
    found = NOTHING
    before = {section.name: section.lines for section in was.sections}
    for section in now.sections:
        lines = before.get(section.name, ())
        if lines != section.lines:
            found |= lost_of_lines([line.text for line in lines], [line.text for line in section.lines])
    return found


def likeness(was: str, now: str) -> int:
    """How much of a text is left after a redaction alone, in characters; -1 where it is another text."""
    return len(now.replace(MARK, "")) if taken_out(was, now) else -1


def _of_place(was: Sequence[str], now: Sequence[str]) -> Taken:
    """What was taken out of lines in whose place others stand."""
    marked = [line for line in now if MARK in line and line not in was]
    if not was or not marked:
        return NOTHING
    whole = taken_out("\n".join(was), "\n".join(now))
    if whole and len(was) == len(now) == 1:
        return whole
    found, is_told = whole, True
    for line in marked:
        likely = max(likeness(old, line) for old in was)
        is_told = is_told and likely >= 0
        for old in was:
            if likely >= 0 and likeness(old, line) == likely:
                found |= taken_out(old, line)
    return found if is_told or whole else found | lost("\n".join(was), "\n".join(now))


def _ranges(was: str, pieces: Sequence[str]) -> list[tuple[int, int]] | None:
    """For each piece the first and the last place that it can have, with something between all of them."""
    first, last = pieces[0], pieces[-1]
    end = len(was) - len(last)
    if not was.startswith(first) or not was.endswith(last):
        return None
    lowest, at = [0], len(first)
    for piece in pieces[1:-1]:
        start = was.find(piece, at + 1, end)
        if start < 0:
            return None
        lowest.append(start)
        at = start + len(piece)
    if at >= end:
        return None
    highest, at = [end], end
    for piece in reversed(pieces[1:-1]):
        highest.append(was.rfind(piece, 0, at - 1))
        at = highest[-1]
    return [*zip([*lowest, end], [0, *reversed(highest)], strict=True)]


def _places(was: str, piece: str, low: int, high: int) -> list[int]:
    """Where a piece can stand beside whole words; its first place and its last one alone where there are too many."""
    found, at = [low], low
    while at < high and len(found) < _MOST_PLACES:
        at = was.find(piece, at + 1)
        if at == high or _is_border(was, at) or _is_border(was, at + len(piece)):
            found.append(at)
    return found if at == high else [low, high]


def _between(was: str, starts: Sequence[int], stops: Sequence[int]) -> list[str]:
    """What can have stood between two pieces: all that may have, and each part of that which is made of whole words."""
    parts = [
        was[start:stop]
        for start in starts
        for stop in stops
        if start < stop and _is_border(was, start) and _is_border(was, stop)
    ]
    return [was[starts[0] : stops[-1]], *(part for part in parts if MARK not in part)]


def _is_border(text: str, at: int) -> bool:
    return not (0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum())
