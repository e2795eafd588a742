"""Session, turn and actor: labels on versions, never parts of a file's name."""

from __future__ import annotations

import unicodedata

from scratchpad_tui.core.errors import InputError

LIMIT = 128
"""Characters in a label."""


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
