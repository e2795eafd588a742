"""Tokens of chance in the formats of the rules, and the ways in which lines, cells and strings cut one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from scratchpad_tui.core.secrets.scanner import scan
from scratchpad_tui.core.secrets.vendors import SEARCHED, STARTS

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator

_PARSER: Any = vars(re)["_parser"]
FORMATS = sorted({(row[0], row[3]) for _, row in STARTS} | {(row[0], row[3]) for row in SEARCHED})
"""Rule and pattern."""
CUTS = {
    "a line": "\n",
    "a line of Windows": "\r\n",
    "a list": "\n- ",
    "an entry": "\n- 2026-07-20T10:12Z [observed] ",
    "numbers": "\n12. ",
    "boxes": "\n- [ ] ",
    "quotes": "\n> ",
    "headings": "\n## ",
    "two sections": "\n\n## Open questions\n- ",
    "sections with nothing between": "\n\n## Ruled out\n_(empty)_\n\n## Open questions\n_(empty)_\n\n## Next\n",
    "a line that goes on": "\\\n    ",
    "a blank line": "\n\n",
    "part two": "\n- part two: ",
    "code": "`\n- `",
    "a comment": " <!-- seen twice -->\n- ",
    "rows": " |\n| ",
    "cells": " | ",
    "an array": '", "',
    "an array over lines": '",\n    "',
    "a sum": "' + '",
    "a sum over lines": '" +\n  "',
    "commas": ", ",
    "bold": "**",
}
BEFORE = (
    "",
    "## Findings\n- ",
    "- the build failed\n- ",
    "- it failed:\n- ",
    "- token ",
    "x\n",
    "1. [x] Find it\n2. [ ] ",
)
AFTER = (
    "\n",
    " rest",
    "\n- Plan\n",
    "\n- production\n",
    "\n\n## Next\nDo it",
    "\nFindings of today\n",
    "\n- 3 things",
)


def cut(token: str, between: str, draw: random.Random, pieces: int = 2) -> str:
    """The token in so many pieces, each of three characters or more at the ends."""
    at = sorted(draw.sample(range(3, len(token) - 2), pieces - 1))
    return between.join(token[a:b] for a, b in zip([0, *at], [*at, len(token)], strict=True))


def tokens(draw: random.Random) -> Iterator[tuple[str, str]]:
    """A token that the scan finds as it is, for each format that has one."""
    for rule, pattern in FORMATS:
        for _ in range(20):
            token = matching(pattern, draw)
            if any(len(token) == found.end - found.start for found in scan(token)):
                yield rule, token
                break


def matching(pattern: str, draw: random.Random) -> str:
    """A text of chance that the pattern matches."""
    return _some(_PARSER.parse(pattern), draw)


def _some(parsed: Any, draw: random.Random) -> str:  # noqa: ANN401 - the parser's trees have no public types
    return "".join(_MAKERS[str(operation)](value, draw) for operation, value in parsed)


def _one_of(value: Any, draw: random.Random) -> str:  # noqa: ANN401
    chars: list[str] = []
    for operation, item in value:
        if str(operation) == "RANGE":
            chars += [chr(code) for code in range(item[0], item[1] + 1)]
        else:
            chars += "0123456789" if str(operation) == "CATEGORY" else chr(item)
    letters = [char for char in chars if char.isalnum()] or chars
    return draw.choice(letters if draw.random() < 0.95 else chars)


def _repeat(value: Any, draw: random.Random) -> str:  # noqa: ANN401
    least, most, what = value
    return "".join(_some(what, draw) for _ in range(draw.randint(least, min(most, least + 12))))


def _nothing(_: object, __: random.Random) -> str:
    return ""


_MAKERS: dict[str, Callable[[Any, random.Random], str]] = {
    "LITERAL": lambda value, _: chr(value),
    "IN": _one_of,
    "MAX_REPEAT": _repeat,
    "SUBPATTERN": lambda value, draw: _some(value[3], draw),
    "BRANCH": lambda value, draw: _some(draw.choice(value[1]), draw),
    "ASSERT": _nothing,
    "ASSERT_NOT": _nothing,
}
