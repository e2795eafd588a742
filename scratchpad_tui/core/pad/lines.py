"""Raw lines of a text: what stands in them and how each one ends."""

from __future__ import annotations

import re
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# LF, CRLF and CR end a line. str.splitlines also cuts at U+2028, U+0085, form feed and others,
# which are ordinary characters of a pad.
_LINE_END = re.compile(r"\r\n|\n|\r")


class Line(NamedTuple):
    """One raw line; `text + end` is what stands in the file."""

    text: str
    end: str

    @property
    def blank(self) -> bool:
        """Whether nothing but white space stands here."""
        return not self.text or self.text.isspace()


def split_lines(text: str) -> list[Line]:
    """The raw lines of a text; joined again they give the same text. No text, no line."""
    lines: list[Line] = []
    start = 0
    for found in _LINE_END.finditer(text):
        lines.append(Line(text[start : found.start()], found.group()))
        start = found.end()
    if start < len(text):
        lines.append(Line(text[start:], ""))
    return lines


def texts(text: str) -> list[str]:
    """The lines of a text without their ends."""
    return [line.text for line in split_lines(text)]


def join_lines(lines: Iterable[Line]) -> str:
    """The text that the raw lines make."""
    return "".join(line.text + line.end for line in lines)


def is_blank(text: str) -> bool:
    """Whether a line's text holds nothing but white space."""
    return not text or text.isspace()
