"""What a person is told of an edit by hand in an audited pad: an agent reads such a pad once a session."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.view import PadView

WHEN_READ = "the agent reads this at its next session or refresh"


def edit_words(before: PadView, after: PadView) -> str:
    """What is told of a newly read pad; nothing where no edit by hand came since."""
    old = before.version.version if before.version else 0
    new = after.version
    if new is None or new.version <= old or not after.is_keyed:
        return ""
    if new.by == "human" or new.actor == "external":
        return f"Edited by hand · {WHEN_READ}"
    return ""
