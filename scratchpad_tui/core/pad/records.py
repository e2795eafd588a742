"""What the journal says of a version and of an event."""

from __future__ import annotations

from scratchpad_tui.core.clock import now, stamp
from scratchpad_tui.core.hashing import sha256
from scratchpad_tui.core.pad.alarms import find_alarms
from scratchpad_tui.core.pad.diff import changed_sections, counts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.journal import Record
    from scratchpad_tui.core.pad.patch import Patch
    from scratchpad_tui.core.pad.who import Who

_BY_RULE = ("record", "tidy")
"""Operations that take an entry out only where another one says what became of it."""


def digest(data: bytes) -> str:
    """The SHA-256 of a pad's bytes, in hexadecimal."""
    return sha256(data).hexdigest()


def version_record(
    who: Who, before: Document, after: Document, data: bytes, operations: Sequence[dict[str, Any]]
) -> Record:
    """The journal's line of a version, but for its number."""
    amount = counts(before.text(), after.text())
    return {
        "kind": "version",
        "version": 0,
        "time": stamp(now()),
        "actor": who.actor,
        "by": who.by,
        "turn": who.turn,
        "session": who.session,
        "operations": list(operations),
        "sections": changed_sections(before, after),
        "added": amount.added,
        "removed": amount.removed,
        "size": len(data),
        "sha256": digest(data),
        # What goes to the archive, or by key, goes by rule: that is no accident to be warned of.
        "alarms": [] if who.actor == "archive" or _by_rule(operations) else find_alarms(before, after),
    }


def _by_rule(operations: Sequence[dict[str, Any]]) -> bool:
    return bool(operations) and all(operation.get("op") in _BY_RULE for operation in operations)


def event_record(event: str, message: str, who: Who, **fields: object) -> Record:
    """The journal's line of something that is not a version."""
    return {
        "kind": "event",
        "event": event,
        "time": stamp(now()),
        "actor": who.actor,
        "by": who.by,
        "turn": who.turn,
        "session": who.session,
        "message": message,
        **fields,
    }


def operation_of(patch: Patch) -> dict[str, Any]:
    """What the journal keeps of an applied patch: its text is in the version."""
    kept: dict[str, Any] = {"op": patch.op, "section": patch.section}
    if patch.op == "check":
        kept["content"] = patch.content.strip()[:20]
    if patch.reason:
        kept["reason"] = patch.reason
    return kept
