"""The deny-list beside a pad, `memory-constraints.md`: list items in backticks, each a literal or a `/regular expression/`.

An expression is looked for within 200 characters of a line. One that could take forever is not used: a repeated group
that holds a repeat or a choice, a reference back, or more than three open repeats. The good items of a faulty file count.
"""

from __future__ import annotations

import os
import re

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.secrets import CONSTRAINTS
from scratchpad_tui.core.secrets.folding import fold, one_blank

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scratchpad_tui.core.secrets.hit import Hit

NAME = CONSTRAINTS
_ITEM = re.compile(r"[ \t]{0,12}(?:[-*+]|\d{1,4}[.)])[ \t]{1,8}(.{0,2000})")
_CODE = re.compile(r"(`{1,4})(?!`)(.{1,1000}?)(?<!`)\1(?!`)")
_LARGEST = 1 << 20
"""Bytes of the file that are read."""
_MOST = 1_000
"""Items that count."""
_WINDOW, _OVERLAP = 200, 100
_OPEN_REPEATS = 3
_WIDE = 20
"""A bounded repeat of this many steps counts as open."""
_LONGEST = 300
"""Characters of an expression."""
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


class Fault(NamedTuple):
    """An item that does not count."""

    line: int
    """Counted from 1; 0: the whole file."""
    message: str


class Constraints(NamedTuple):
    """A deny-list."""

    literals: tuple[tuple[str, int], ...] = ()
    """Each folded, with its line."""
    patterns: tuple[tuple[re.Pattern[str], int], ...] = ()
    faults: tuple[Fault, ...] = ()

    def find(self, text: str, check: Callable[[], None] = lambda: None) -> Iterator[Hit]:
        """Every place that the list denies; `check` is called on the way, and may raise to give up."""
        if self.literals:
            yield from self._literals(text)
        for pattern, line in self.patterns:
            for start, stop in _pieces(text):
                check()
                found = pattern.search(text, start, stop)
                if found and found.end() > found.start():
                    yield _rule(line), _KIND, found.start(), found.end()

    def _literals(self, text: str) -> Iterator[Hit]:
        folded, places = fold(text)
        if any(" " in literal for literal, _ in self.literals):
            folded, places = one_blank(folded, places)
        for literal, line in self.literals:
            at = folded.find(literal)
            while at >= 0:
                # Marks may have changed their order: the ends are those of all that was found.
                stood = places[at : at + len(literal)]
                yield _rule(line), _KIND, min(stood), max(stood) + 1
                at = folded.find(literal, at + len(literal))


_KIND = f"something that {NAME} keeps out"


def load(folder: str) -> Constraints:
    """The deny-list of a folder; an empty one where there is no file.

    Raises:
        StorageError: there is one, and it cannot be read: what it keeps out is not known.
    """
    path = os.path.join(folder, NAME)
    try:
        fd = os.open(path, _READ)
    except (FileNotFoundError, NotADirectoryError):
        return Constraints()
    except OSError as error:
        raise _unread(path, error) from None
    try:
        with os.fdopen(fd, "rb") as file:
            data = file.read(_LARGEST + 1)
    except OSError as error:
        raise _unread(path, error) from None
    read = parse(data[:_LARGEST].decode("utf-8", "replace"))
    if len(data) > _LARGEST:
        fault = Fault(0, f"{NAME} is longer than {_LARGEST:,} bytes; the rest of it does not count")
        return read._replace(faults=(*read.faults, fault))
    return read


def _unread(path: str, error: OSError) -> StorageError:
    reason = error.strerror or type(error).__name__
    return StorageError(f"could not read {path}: {reason}", "make it readable, or remove it")


def parse(text: str) -> Constraints:
    """The items of a deny-list's text."""
    literals: list[tuple[str, int]] = []
    patterns: list[tuple[re.Pattern[str], int]] = []
    faults: list[Fault] = []
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        item = _ITEM.fullmatch(line)
        for code in _CODE.finditer(item.group(1)) if item else ():
            if len(literals) + len(patterns) >= _MOST:
                return Constraints(
                    tuple(literals),
                    tuple(patterns),
                    (*faults, Fault(number, f"more than {_MOST:,} items; the rest does not count")),
                )
            word = code.group(2).strip()
            if len(word) > 2 and word.startswith("/") and word.endswith("/"):
                _add_pattern(word[1:-1], number, patterns, faults)
            elif len(literal := one_blank(*fold(word))[0]) >= 3:
                literals.append((literal, number))
            else:
                faults.append(
                    Fault(number, "an item of fewer than 3 characters would keep out nearly everything")
                )
    return Constraints(tuple(literals), tuple(patterns), tuple(faults))


def _add_pattern(
    source: str, number: int, patterns: list[tuple[re.Pattern[str], int]], faults: list[Fault]
) -> None:
    reason = danger(source)
    if not reason:
        try:
            compiled = re.compile(source)
        except (re.error, OverflowError, RecursionError) as error:
            reason = f"it is no regular expression ({error})"
        else:
            if compiled.match("") is None:
                patterns.append((compiled, number))
                return
            reason = "it matches an empty text"
    faults.append(Fault(number, f"the expression does not count: {reason}"))


def danger(source: str) -> str:
    """Why an expression might take forever; nothing where it cannot."""
    if len(source) > _LONGEST:
        return f"it has more than {_LONGEST} characters"
    bare = _without_classes(source)
    if re.search(r"\\[1-9]|\(\?P=|\(\?\(", bare):
        return "it refers back to a group"
    if _has_nested(bare):
        return "a repeated group holds a repeat or a choice"
    count = sum(_width(repeat)[0] for repeat in _repeats(bare))
    return f"it has more than {_OPEN_REPEATS} open repeats" if count > _OPEN_REPEATS else ""


def _has_nested(bare: str) -> bool:
    """Whether a group that is repeated holds a repeat or a choice, however deep."""
    groups: list[bool] = []
    closed = False
    """Whether the group that ended just before here holds one."""
    for token in _TOKEN.finditer(bare):
        repeat = _REPEAT.fullmatch(token.group())
        if repeat:
            wide, several = _width(repeat)
            if closed and several:
                return True
            if groups and (wide or several):
                groups[-1] = True
        closed = False
        if token.group().startswith("("):
            groups.append(False)
        elif token.group() == ")" and groups:
            closed = groups.pop()
            if groups:
                groups[-1] = groups[-1] or closed
        elif token.group() == "|" and groups:
            groups[-1] = True
    return False


def _repeats(bare: str) -> Iterator[re.Match[str]]:
    for token in _TOKEN.finditer(bare):
        repeat = _REPEAT.fullmatch(token.group())
        if repeat:
            yield repeat


_TOKEN = re.compile(r"\\.|\(\??|(?:[*+?]|\{\d{0,6},?\d{0,6}\})[?+]?|.", re.DOTALL)
"""An escape, the opening of a group, a repeat, or a letter."""
_REPEAT = re.compile(r"(?:[*+?]|\{(\d{0,6})(,?)(\d{0,6})\})[?+]?")


def _width(repeat: re.Match[str]) -> tuple[bool, bool]:
    """Whether a repeat is open, or as good as; and whether it may match more than once."""
    mark = repeat.group()[0]
    if mark in "*+":
        return True, True
    if mark == "?":
        return False, False
    least, comma, most = repeat.group(1) or "0", repeat.group(2), repeat.group(3)
    highest = int(most) if most else (_WIDE + int(least) if comma else int(least))
    return bool(comma) and highest - int(least) >= _WIDE, highest > 1


def _without_classes(source: str) -> str:
    """The expression with each class of characters as one letter, so that what stands in it is not taken for marks."""
    out: list[str] = []
    at = 0
    while at < len(source):
        if source[at] == "\\":
            out.append(source[at : at + 2])
            at += 2
        elif source[at] == "[":
            end = at + 1 + source.startswith("^", at + 1)
            end += source.startswith("]", end)
            while end < len(source) and source[end] != "]":
                end += 2 if source[end] == "\\" else 1
            out.append("c")
            at = end + 1
        else:
            out.append(source[at])
            at += 1
    return "".join(out)


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """The lines of a text, long ones in pieces that overlap."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        at = start
        while at < end:
            yield at, min(end, at + _WINDOW)
            if at + _WINDOW >= end:
                break
            at += _WINDOW - _OVERLAP
        start = end + 1


def _rule(line: int) -> str:
    return f"constraint-line-{line}"


def told(faults: Sequence[Fault]) -> list[str]:
    """The faults as sentences."""
    return [
        f"{NAME}, line {fault.line}: {fault.message}" if fault.line else fault.message for fault in faults
    ]
