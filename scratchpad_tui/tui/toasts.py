"""The words of toasts: a sign for their kind, which colour tells too, and sentences that begin as such."""

from __future__ import annotations

SIGNS = {"error": "✗ ", "warning": "! "}
"""By severity; what only informs has none."""
NARROW = 80
"""Columns under which a toast takes the whole row."""


def signed(words: str, severity: str) -> str:
    """The words behind the sign of their kind."""
    return SIGNS.get(severity, "") + words


def sentence(words: str) -> str:
    """The words with a capital at their beginning, unless that is a name: of a file, a version, a key."""
    first = words.partition(" ")[0].rstrip(",:;.")
    return words[:1].upper() + words[1:] if first.isalpha() and (len(first) > 1 or first == "a") else words
