"""What the kinds of events and versions are called, on the Timeline and beside the pad: one table for both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.text import visible

if TYPE_CHECKING:
    from scratchpad_tui.tui.layout.model import Style

READ_AHEAD = 400
"""Characters of a message that are looked at: more than a row holds."""

MARKS: dict[str, tuple[str, str, Style]] = {
    "alarm": ("!", "alarm", "alarm"),
    "refused": ("✗", "refused", "attention"),
    "quarantined": ("⚑", "quarantined", "attention"),
    "warning": ("△", "warning", "attention"),
    "redacted": ("█", "redacted", "attention"),
    "compaction": ("◇", "compaction", "dim"),
    "restore": ("↶", "restored", "title"),
    "recover": ("✚", "recovered", "attention"),
    "external": ("≈", "external", "title"),
    "archive": ("▤", "archived", "title"),
    "compared": ("◆", "compared", "title.focus"),
    "looked": ("·", "a recovery was looked at", "dim"),
    "git": ("△", "not in git", "attention"),
    "promotion": ("·", "promotion", "dim"),
}
"""By kind or actor: a glyph, the word for it, and a style."""
OTHER: tuple[str, str, Style] = ("·", "", "dim")
_TITLES = {
    "refused": "A patch was refused",
    "quarantined": "A broken text was set aside",
    "warning": "A warning was given",
    "redacted": "A text was redacted",
    "compaction": "The agent's context was compacted",
    "archive": "Entries went to the archive",
    "looked": "A recovery was looked at",
    "git": "A version was not committed to git",
    "promotion": "A promotion was decided",
}
"""What an event was, as the title of what is told of it."""
WHOLE = frozenset({"looked"})
"""Events whose word says all that a row needs."""


def event_word(kind: str) -> str:
    """What a row calls an event; of another kind its name, visible."""
    return MARKS.get(kind, OTHER)[1] or visible(kind[:READ_AHEAD])


def event_title(kind: str) -> str:
    """What an event was, in a few words; of another kind its name, visible."""
    return _TITLES.get(kind) or f"An event: {visible(kind[:READ_AHEAD])}"
