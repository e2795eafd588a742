"""What an error may repeat of a text that was typed: no more than a line, and nothing that looks like a secret."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from scratchpad_tui.core.errors import Problem

MASK = "****"
LONGEST = 2_000
"""Characters of a sentence; of a longer one the middle is left out."""
_END = 400
"""Characters of its end that stay: the remedy stands there."""
_LOOKED_AT = 10_000
"""Characters at either end of it that are looked at."""
_CUT = " ... "
_LONG_WORD = re.compile(r"\S{12,}")


def safe(sentence: str) -> str:
    """The sentence within bounds, each secret in it masked. The rules are loaded for that: it is for errors alone."""
    if len(sentence) > 2 * _LOOKED_AT:
        sentence = f"{sentence[:_LOOKED_AT]}{_CUT}{sentence[-_LOOKED_AT:]}"
    shown = _masked(sentence)
    if len(shown) <= LONGEST:
        return shown
    return f"{shown[: LONGEST - _END - len(_CUT)]}{_CUT}{shown[-_END:]}"


def shown(sentence: str) -> str:
    """The same of a sentence that quotes a file, for readers of any kind: what is hidden or acts in it is visible too."""
    from scratchpad_tui.core.text import visible

    return visible(safe(sentence), keep="\n\t")


def brief(text: str, longest: int) -> str:
    """The beginning of a text that is quoted; it is cut behind the masking, so that no part of a secret stays."""
    return safe(text)[:longest]


def told(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Problems of a text as they may be told: each message as one sentence that quotes it."""
    known: dict[str, str] = {}
    found = []
    for problem in problems:
        if problem.message not in known:
            known[problem.message] = shown(problem.message)
        found.append(problem._replace(message=known[problem.message]))
    return tuple(found)


def _masked(text: str) -> str:
    from scratchpad_tui.core.secrets import scanner

    try:
        found = scanner.scan(text)
    except Exception:  # noqa: BLE001 - whatever it is, the error that was to be told must be told
        return _LONG_WORD.sub(MASK, text)  # none of these can be judged
    for item in reversed(found):
        text = f"{text[: item.start]}{MASK}{text[item.end :]}"
    return text
