"""The author of a version in a word."""

from __future__ import annotations

_WORDS = {"human": "you", "restore": "restored", "recover": "recovered", "archive": "archived"}


def author_words(actor: str, turn: str | None = None) -> str:
    """The author of a version as a person reads it: `you`, `agent t57`, `external`, `restored`, `recovered`."""
    if actor == "agent" and turn:
        return f"agent t{turn}" if turn.isdecimal() else f"agent {turn}"
    return _WORDS.get(actor, actor)
