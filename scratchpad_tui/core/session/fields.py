"""Items and recalled entries as plain data: one form for the command line's JSON and for agents' tools."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.recall import Recalled
    from scratchpad_tui.core.session.items import Item


def recalled_fields(entry: Recalled) -> dict[str, object]:
    """An entry that is recalled."""
    note = entry.note
    return {
        "section": entry.section,
        "line": entry.line,
        "time": note.time or None,
        "tag": note.tag or None,
        "text": note.text,
        "keep": note.keep,
    }


def item_fields(item: Item) -> dict[str, object]:
    """An item of the queue, as it stands now."""
    from_ = item.evidence
    return {
        "id": item.id,
        "text": item.text,
        "tag": item.tag,
        "time": item.time,
        "origin": {
            "section": from_.section or None,
            "version": from_.version,
            "actor": from_.actor or None,
            "turn": from_.turn,
            "session": from_.session,
        },
        "state": item.state,
        "secrets": [finding._asdict() for finding in item.secrets],
        "near_duplicates": [twin._asdict() for twin in item.twins],
        "reason": item.reason or None,
        "line": item.line,
        "target": item.target,
        "by_policy": item.by_policy,
    }
