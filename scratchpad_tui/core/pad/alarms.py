"""Alarms: writes that take more away than forward motion does."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.entries import Entry

_TICKED = ("x", "X")


def find_alarms(before: Document, after: Document) -> list[str]:
    """One sentence for each section that lost its entries, most of them, or the tick of an item."""
    return [
        alarm
        for name in after.profile.names
        if (alarm := _alarm(name, before.entries(name), after.entries(name)))
    ]


def _alarm(name: str, old: list[Entry], new: list[Entry]) -> str:
    if old and not new:
        return f"{name} lost all of its entries ({len(old)})"
    kept = {entry.text for entry in new}
    dropped = sum(entry.text not in kept for entry in old)
    if len(new) * 2 < len(old):
        return f"{name} went from {len(old)} entries to {len(new)}"
    if len(old) >= 2 and dropped * 2 > len(old):
        return f"{name} dropped {dropped} of its {len(old)} entries"
    unticked = _unticked(old, new)
    if unticked:
        return f"{name} has an item unticked: {unticked[:60]}"
    return ""


def _unticked(old: list[Entry], new: list[Entry]) -> str:
    open_items = {entry.text for entry in new if entry.marker.box == " "}
    ticked = {entry.text for entry in new if entry.marker.box in _TICKED}
    for entry in old:
        if entry.marker.box in _TICKED and entry.text in open_items and entry.text not in ticked:
            return entry.text.split("\n")[0]
    return ""
