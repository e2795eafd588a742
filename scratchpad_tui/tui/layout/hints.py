"""Which keys may be named on the screen: those that do something."""

from __future__ import annotations

from functools import cache

from scratchpad_tui.tui import keys


@cache
def works(key: str) -> bool:
    """Whether a screen has an action for the key."""
    return any(row.works and key in row.keys for row in keys.TABLE)


def hint(key: str) -> str:
    """The key, or nothing where it does nothing yet."""
    return key if key and works(key) else ""


def named(key: str) -> str:
    """The key of the Live screen that does what this one does without settings, as people read it."""
    return keys.shown_key(keys.now(key)) if hint(key) else ""
