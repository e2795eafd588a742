"""The author of a version in a word, and which authors a person may ask for."""

from __future__ import annotations

_WORDS = {
    "agent": "agent",
    "human": "you",
    "external": "external",
    "restore": "restored",
    "recover": "recovered",
    "archive": "archived",
}
"""Who makes a version, as the journal calls it, and the word that is shown for it."""
_PERSON = "human"
ASKED = {word: actor for actor, word in _WORDS.items()}
"""The words that are shown, each with the journal's; where a person asks for an author, either may stand."""


def author_words(actor: str, turn: str | None = None) -> str:
    """The author of a version as a person reads it: `you`, `agent t57`, `external`, `restored`, `recovered`."""
    if actor == "agent" and turn:
        return f"agent t{turn}" if turn.isdecimal() else f"agent {turn}"
    return _WORDS.get(actor, actor)


def is_by(asked: str, actor: object, by: object) -> bool:
    """Whether something is an author's, in the journal's word.

    A restore has an actor of its own, and a person behind it, who looks for it among what they did.
    """
    return asked == actor or asked == by == _PERSON
