"""The objects on a line as a reader of calls takes them: what cannot be read is counted in its record."""

from __future__ import annotations

from scratchpad_tui.core.transcripts.objects import objects_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.transcripts.record import Record


def objects(line: bytes, record: Record | None = None) -> list[dict[str, object]]:
    """The objects on a complete line."""
    found = objects_of(line)
    if found is None:
        return []
    if record is not None:
        record.lines += 1
        record.skipped += not found
    return found
