"""Raw lines of a text: what stands in them and how each one ends."""

from __future__ import annotations

import re

from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# LF, CRLF and CR end a line. str.splitlines also cuts at U+2028, U+0085, form feed and others,
# which are ordinary characters of a pad.
_LINE_END = re.compile(r"(\r\n|\n|\r)")


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
    parts = _LINE_END.split(text)
    lines = [Line(parts[i], parts[i + 1]) for i in range(0, len(parts) - 1, 2)]
    if parts[-1]:
        lines.append(Line(parts[-1], ""))
    return lines


def texts(text: str) -> list[str]:
    """The lines of a text without their ends."""
    found = _LINE_END.split(text)[::2] if "\r" in text else text.split("\n")
    if not found[-1]:
        found.pop()
    return found


def with_ends(lines: Sequence[str], before: Sequence[Line], newline: str) -> list[Line]:
    """The lines with ends: one that stood there before keeps its own, another gets `newline`."""
    ends: dict[str, list[str]] = {}
    for line in before:
        ends.setdefault(line.text, []).append(line.end)
    return parted([Line(text, ends[text].pop(0) if ends.get(text) else newline) for text in lines])


def parted(lines: Sequence[Line], above: str = "") -> list[Line]:
    """The lines as they stay apart in a file, behind one that ends with `above`.

    A CR and the LF of a blank line behind it would be one end, and the blank line gone: it gets both.
    """
    ends = [above, *(line.end for line in lines)]
    return [
        Line("", "\r\n") if before == "\r" and not line.text and line.end == "\n" else line
        for before, line in zip(ends, lines, strict=False)
    ]


def join_lines(lines: Iterable[Line]) -> str:
    """The text that the raw lines make."""
    return "".join(line.text + line.end for line in lines)


def is_blank(text: str) -> bool:
    """Whether a line's text holds nothing but white space."""
    return not text or text.isspace()
