"""One secret as it is told: what kind, where, and never its value."""

from __future__ import annotations

from scratchpad_tui.core.named_tuple import NamedTuple


class Finding(NamedTuple):
    """A place in a text that holds a secret."""

    rule: str
    """The rule's name, such as `github-token`."""
    kind: str
    """What it is, in words that fit behind "looks like": `a GitHub token`."""
    line: int
    """Counted from 1."""
    start: int
    """In characters of the text."""
    end: int
    masked: str
    """A few of its first characters and its length; enough to know it again, too little to use it."""


def masked(value: str) -> str:
    """What may be shown of a value: at most its first four characters, none of a short one."""
    shown = 4 if len(value) >= 20 else 2 if len(value) >= 12 else 0
    head = value[:shown]
    if not head.isprintable() or "\n" in head:
        head = ""
    return f"{head}… ({len(value)} characters)"
