"""Regular expressions, compiled when a text first needs them (most texts need few), and sets of words."""

from __future__ import annotations

import re

_COMPILED: dict[str, re.Pattern[str]] = {}


def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern, ready for use."""
    found = _COMPILED.get(pattern)
    if found is None:
        found = _COMPILED[pattern] = re.compile(pattern)
    return found


def words(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())
