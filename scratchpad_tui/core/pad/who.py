"""Who changes a pad, with labels for turn and session that are never parts of a file's name."""

from __future__ import annotations

import unicodedata

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.named_tuple import NamedTuple

ACTORS = ("agent", "human")
"""Who may send patches and edits."""
LIMIT = 128
"""Characters in a label."""


class Who(NamedTuple):
    """Who changes a pad."""

    actor: str
    """`agent`, `human`, `external`, `restore`, `recover` or `archive`."""
    by: str
    """`agent`, `human` or `system`."""
    turn: str | None = None
    session: str | None = None


EXTERNAL = Who("external", "system")
RECOVER = Who("recover", "system")


def named(actor: str, turn: str | None = None, session: str | None = None) -> Who:
    """An agent or a person with its labels.

    Raises:
        InputError: the actor is neither, or a label is too long or holds control characters.
    """
    if actor not in ACTORS:
        raise InputError(f'unknown actor "{actor}"', f"use one of: {', '.join(ACTORS)}", code="bad-actor")
    return Who(actor, actor, check_label("turn", turn), check_label("session", session))


def check_label(name: str, value: str | None) -> str | None:
    """The label as given.

    Raises:
        InputError: it is too long or holds control characters.
    """
    if value is None:
        return None
    if len(value) > LIMIT:
        raise InputError(f"{name} has {len(value)} characters", f"give at most {LIMIT}", code="bad-label")
    for index, character in enumerate(value):
        if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp"):
            what = f"U+{ord(character):04X}"
            raise InputError(
                f"{name} holds the control character {what} at {index}", "leave it out", code="bad-label"
            )
    return value
