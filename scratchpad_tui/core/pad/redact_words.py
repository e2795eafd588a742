"""A text that is to go: where it stands in plain text, in JSON, and in what was cut short, and the mark in its place."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache

from scratchpad_tui.core.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MARK = "[redacted]"
"""What stands where the text stood."""
_PIECE = 8
"""Characters of the text that tell something of it: a quotation cut short after them is taken out too."""
_ENDS = re.compile(r"""…|\.\.\.|\\*["'”]|(?:\\+u?[0-9a-fA-F]{0,4}){0,2}\s*\Z""")
"""What stands behind a quotation that was cut short, be it within what JSON writes for one character."""
_FILE_END = re.compile("[\udc80-\udcff]{0,3}\\Z")
"""What stands behind a piece in a file that was cut short, be it within the bytes of one character."""
_LINE_END = re.compile(r"\r\n|\n|\r")
_PLAIN_LINE_END = r"(?:\r\n|\n|\r)"
_ESCAPED_LINE_END = rf"(?:{_PLAIN_LINE_END}|\\+r\\+n|\\+n|\\+r|\\+u000[aAdD])"
_BLANKS = " \t"
_PLAIN_STOP = r"(?=[\r\n]|\Z)"
_ESCAPED_STOP = r"""(?=[\r\n]|\Z|\\+[rn]|\\+u000[aAdD]|\\*")"""
"""Where a line ends: the blanks at the end of a text may be missing there, since nobody writes them into a file."""
_PLAIN_START = r"(?<!\S)"
_ESCAPED_START = r"""(?:(?<!\S)|(?<=\\[rnt])|(?<="))"""
"""Where a word may begin: the same of those at its start."""
_PLAIN_INDENT = r"[ \t]*+"
_ESCAPED_INDENT = r"(?:[ \t]|\\+t)*"
_SHORT = {"\b": "b", "\f": "f", "\t": "t", '"': '"', "/": "/"}
_MOST_PASSES = 100


class Words:
    """The text, and what is left of others without it; no method tells it in an error."""

    def __init__(self, text: str) -> None:
        """Takes the text as it stands in the files.

        Raises:
            InputError: it is blank, or a part of the mark, which would never be gone.
        """
        if not text.strip():
            raise InputError(
                "there is no text to take out", "give it as it stands in the pad", code="no-text"
            )
        if text.strip(_BLANKS) in MARK * 2:
            raise InputError(
                f"the text is a part of the mark {MARK} that is put in its place",
                "give more of what stands around it",
                code="part-of-mark",
            )
        self._given = _bare(_LINE_END.split(text))
        plain = (_PLAIN_START, _PLAIN_STOP)
        self._plain = re.compile(_joined(self._given, re.escape, _PLAIN_LINE_END, _PLAIN_INDENT, plain))
        lines = [line.strip(_BLANKS) for line in self._given]
        self._lines = [_units(line) for line in lines if len(line) >= _PIECE]
        self._heads = [re.compile("".join(units[:_PIECE])) for units in self._lines]
        self._is_single = len(lines) == 1
        self._is_loose = text != text.strip(_BLANKS)
        """Whether a quotation mark, too, stands where its line ends."""

    @cached_property
    def _escaped(self) -> re.Pattern[str]:
        return re.compile(
            _joined(
                self._given,
                lambda line: "".join(_units(line)),
                _ESCAPED_LINE_END,
                _ESCAPED_INDENT,
                (_ESCAPED_START, _ESCAPED_STOP),
            )
        )

    def without(self, text: str) -> tuple[str, int]:
        """Another text without it, and in how many places it stood there."""
        return _replaced(self._plain, text)

    def without_escaped(self, text: str) -> tuple[str, int]:
        """As `without`, also where it stands as JSON would write it, be it written into JSON once or more often."""
        plain = "\\" not in text and not self._is_loose
        return _replaced(self._plain if plain else self._escaped, text)

    def without_cut(self, text: str) -> tuple[str, int]:
        """As `without_escaped`, also where a quotation of it was cut short, or gives one of its lines."""
        found, places = self.without_escaped(text)
        for head, units in zip(self._heads, self._lines, strict=True):
            at = 0
            while match := head.search(found, at):
                stop, whole = _reach(found, match.start(), units)
                at = stop
                if (whole and not self._is_single) or _ENDS.match(found, stop):
                    found = found[: match.start()] + MARK + found[stop:]
                    at, places = match.start() + len(MARK), places + 1
        return found, places

    def without_end(self, text: str) -> tuple[str, int]:
        """As `without`, also where a file was cut short within it."""
        found, places = self.without(text)
        for head, units in zip(self._heads, self._lines, strict=True):
            for match in head.finditer(found):
                if _FILE_END.match(found, _reach(found, match.start(), units)[0]):
                    return found[: match.start()] + MARK, places + 1
        return found, places


def _bare(lines: Sequence[str]) -> list[str]:
    """The lines without the blanks beside the line ends between them; a blank first or last one stays as it is."""
    last = len(lines) - 1
    bare = []
    for number, line in enumerate(lines):
        kept = line.lstrip(_BLANKS) if number else line
        kept = kept.rstrip(_BLANKS) if number < last else kept
        bare.append(line if number in (0, last) and not line.strip(_BLANKS) else kept)
    return bare


def _joined(
    lines: Sequence[str], exact: Callable[[str], str], end: str, indent: str, edges: tuple[str, str]
) -> str:
    """A pattern of a text of such lines, however they are indented: an entry's further lines stand under its first.

    `edges`: where the blanks at its start, and at its end, may be missing.
    """
    last = len(lines) - 1
    exact = _with_loose_edges(lines, exact, edges)
    built = [exact(lines[0])]
    at = 0
    for number in range(1, last + 1):
        line = lines[number]
        if not line and number < last:
            continue  # its line end counts with those around it
        # Behind or before a line that is blank nothing of the next one is taken.
        before = "" if at == 0 and not lines[0].strip(_BLANKS) else indent
        behind = "" if number == last and not line.strip(_BLANKS) else indent
        built.append(f"{before}(?:{end}{indent}){{{number - at - 1}}}{end}{behind}{exact(line)}")
        at = number
    return "".join(built)


def _with_loose_edges(
    lines: Sequence[str], exact: Callable[[str], str], edges: tuple[str, str]
) -> Callable[[str], str]:
    """The pattern of a line; the outer blanks of the first one and the last one may be missing where a line ends."""
    first, last = lines[0], lines[-1]

    def loose(line: str) -> str:
        inner = line.strip(_BLANKS)
        if not inner:
            return exact(line)
        head, tail = line[: line.index(inner[0])], line[len(line.rstrip(_BLANKS)) :]
        before = f"(?:{exact(head)}|{edges[0]})" if head and line is first else exact(head)
        behind = f"(?:{exact(tail)}|{edges[1]})" if tail and line is last else exact(tail)
        return before + exact(inner) + behind

    return loose


def _replaced(pattern: re.Pattern[str], text: str) -> tuple[str, int]:
    """The text with the mark for each match; what the mark and its neighbours make anew goes too."""
    places = 0
    for _ in range(_MOST_PASSES):
        text, more = pattern.subn(lambda _: MARK, text)
        places += more
        if not more:
            break
    return text, places


def _reach(text: str, start: int, units: Sequence[str]) -> tuple[int, bool]:
    """How far the text follows the units from a place on, and whether to their end."""
    at = before = start
    for number, unit in enumerate(units):
        match = _unit(unit).match(text, at)
        if match is None and number:
            # A run of backslashes took the one with which JSON begins the next character.
            match = _unit(units[number - 1] + unit).match(text, before)
        if match is None:
            return at, False
        before, at = at, match.end()
    return at, True


@lru_cache(maxsize=1024)
def _unit(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _units(line: str) -> list[str]:
    """For each character of a line, or run of backslashes, a pattern of it as it is and as JSON writes it."""
    return [_pattern(part) for part in re.findall(r"\\+|[\s\S]", line)]


def _pattern(part: str) -> str:
    if part[0] == "\\":
        return rf"(?:\\{{{len(part)},}}|(?:\\+u005[cC]){{{len(part)}}})"
    units = part.encode("utf-16-be", "surrogatepass")
    codes = [units[at : at + 2].hex() for at in range(0, len(units), 2)]
    escaped = "".join(r"\\+u" + "".join(map(_either_case, code)) for code in codes)
    short = rf"|\\+{re.escape(_SHORT[part])}" if part in _SHORT else ""
    return rf"(?:{re.escape(part)}|{escaped}{short})"


def _either_case(digit: str) -> str:
    return f"[{digit}{digit.upper()}]" if digit.isalpha() else digit
