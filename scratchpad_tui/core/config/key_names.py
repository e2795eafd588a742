"""The names of keys that an action may be bound to: those that every terminal sends, each as one thing."""

from __future__ import annotations

_ARROWS = ("up", "down", "left", "right")
_MOVES = (*_ARROWS, "home", "end", "pageup", "pagedown")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
TWINS = {"ctrl+h": "backspace", "ctrl+i": "tab", "ctrl+j": "enter", "ctrl+m": "enter", "ctrl+[": "escape"}
"""Keys that old terminals cannot tell from another one."""
_TAKEN = ("c",)
"""Letters that with ctrl are the terminal's."""
NAMED = (
    "enter",
    "tab",
    "shift+tab",
    "space",
    "escape",
    "backspace",
    "insert",
    "delete",
    *_MOVES,
    *(f"f{number}" for number in range(1, 13)),
    *(f"ctrl+{letter}" for letter in _LETTERS if f"ctrl+{letter}" not in TWINS and letter not in _TAKEN),
    *(f"{modifier}+{name}" for modifier in ("shift", "ctrl") for name in _MOVES),
    *(f"alt+{sign}" for sign in f"{_LETTERS}0123456789"),
)
"""Every key that has a name; any other is the character that it writes."""
SPELLED = {
    "esc": "escape",
    "return": "enter",
    "page up": "pageup",
    "page down": "pagedown",
    "del": "delete",
    "↑": "up",
    "↓": "down",
    "←": "left",
    "→": "right",
    " ": "space",
}
"""Other names of keys, as footer and help write them, or as people do."""


def key_name(text: str) -> str | None:
    """The key as the key table names it; None where there is none of that name."""
    text = SPELLED.get(text, text)
    return text if text in NAMED or writes(text) else None


def writes(key: str) -> bool:
    """Whether the key writes a character that can be seen."""
    return len(key) == 1 and key.isprintable() and not key.isspace()


def meant(text: str) -> str | None:
    """The key that was meant by a name that is none."""
    from scratchpad_tui.core.config.check import nearest

    small = text.lower().replace(" ", "").replace("-", "+")
    if small.startswith("shift+") and writes(small[6:]):
        return small[6:].upper()
    return small if small in NAMED else nearest(small, NAMED)
