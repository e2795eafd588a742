"""Anthropic messages: bare ones with blocks, or whole responses with their usage."""

from __future__ import annotations

from scratchpad_tui.core.transcripts.chat_readers import ChatCalls, ChatMessages, chat
from scratchpad_tui.core.transcripts.chat_rows import entry_of
from scratchpad_tui.core.transcripts.document import items_of
from scratchpad_tui.core.transcripts.reading import Format
from scratchpad_tui.core.transcripts.values import rows, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.transcripts.reading import Head

_LOOKED_AT = 50
_BLOCKS = (
    "text",
    "thinking",
    "redacted_thinking",
    "tool_use",
    "tool_result",
    "server_tool_use",
    "image",
    "document",
)
_OTHERS = ("tool", "function", "developer")


def sniff(head: Head) -> str | None:
    """Messages of users and assistants with typed blocks, and nothing that only chat completions have."""
    found: str | None = None
    for row in (head.objects or [table(row) for row in items_of(head.document)])[:_LOOKED_AT]:
        entry = entry_of(row)
        for message in entry.messages if entry else []:
            if message.get("role") in _OTHERS or "tool_calls" in message or "function_call" in message:
                return None
            found = found or _reason(row, message)
    return found


def _reason(row: dict[str, object], message: dict[str, object]) -> str | None:
    if row.get("type") == "message" and table(row.get("usage")):
        return "it holds responses of the type message with their usage, as Anthropic's are"
    kind = next(
        (part.get("type") for part in rows(message.get("content")) if part.get("type") in _BLOCKS), None
    )
    if kind is None:
        return None
    return f"it holds messages with blocks of the type {kind}, as Anthropic's have them"


FORMAT = Format("anthropic-messages", "Anthropic messages", sniff, ChatCalls, ChatMessages, chat=chat)
