"""Codex: the rollouts that its command line, its desktop program and its extensions write."""

from __future__ import annotations

from scratchpad_tui.core.transcripts.codex_items import ITEMS, chat, shown
from scratchpad_tui.core.transcripts.reading import Format
from scratchpad_tui.core.transcripts.values import text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.transcripts.reading import CallReader, Head, MessageReader

_TYPES = frozenset(
    (
        "session_meta",
        "response_item",
        "event_msg",
        "turn_context",
        "compacted",
        "world_state",
        "token_usage_record",
        "retained_context",
        "realtime_item",
    )
)
_BARE = frozenset(ITEMS) - {"message", "reasoning"}


def sniff(head: Head) -> str | None:
    """Rows of time, type and payload; or, in the first files, bare items behind a line with id and instructions."""
    found = head.objects
    typed = [row for row in found if text(row.get("type")) in _TYPES and isinstance(row.get("payload"), dict)]
    if typed:
        kinds = ", ".join(dict.fromkeys(text(row.get("type")) for row in typed[:3]))
        return f"its rows have timestamp, type and payload as Codex's rollouts: {kinds}"
    first = found[0] if found else {}
    if "instructions" in first and "id" in first and "type" not in first:
        return "it begins with id, timestamp and instructions as the first rollouts of Codex"
    if any(text(row.get("type")) in _BARE and "call_id" in row for row in found):
        return "its rows are items of a Codex conversation, without an envelope"
    return None


def _calls() -> CallReader:
    from scratchpad_tui.core.transcripts.codex_calls import CodexCalls  # loads msgspec: some 30 ms

    return CodexCalls()


def _messages() -> MessageReader:
    from scratchpad_tui.core.transcripts.codex_messages import CodexMessages

    return CodexMessages()


FORMAT = Format("codex", "Codex", sniff, calls=_calls, messages=_messages, chat=chat, text=shown)
