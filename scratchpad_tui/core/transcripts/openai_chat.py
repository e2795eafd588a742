"""Chat-completions messages: one a line, in a list, in conversations, in trajectories, in logs of calls."""

from __future__ import annotations

from scratchpad_tui.core.transcripts.chat_readers import ChatCalls, ChatMessages, chat
from scratchpad_tui.core.transcripts.chat_rows import CONVERSATION, LOG, entry_of
from scratchpad_tui.core.transcripts.document import items_of
from scratchpad_tui.core.transcripts.reading import Format
from scratchpad_tui.core.transcripts.values import table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.transcripts.reading import Head

_LOOKED_AT = 50


def sniff(head: Head) -> str | None:
    """Messages with a role, or objects that hold lists of them."""
    for row in (head.objects or [table(row) for row in items_of(head.document)])[:_LOOKED_AT]:
        entry = entry_of(row)
        if entry is None:
            continue
        if entry.kind == LOG:
            return "it holds calls of a model, each with the messages that were sent"
        if entry.kind == CONVERSATION:
            return "it holds lists of messages with roles, each a conversation"
        return (
            f"it holds messages with the role {entry.messages[0].get('role')}, as chat completions have them"
        )
    return None


FORMAT = Format("openai-chat", "OpenAI chat messages", sniff, ChatCalls, ChatMessages, chat=chat)
