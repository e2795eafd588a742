"""The formats of transcripts, in the order in which they are tried: adding one is a module and a line here."""

from __future__ import annotations

from scratchpad_tui.core.transcripts import (
    anthropic_messages,
    claude_code,
    codex,
    codex_exec,
    gemini,
    kimi,
    openai_chat,
    pi,
    unread,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.transcripts.reading import Format, Head

FORMATS: tuple[Format, ...] = (
    codex.FORMAT,
    codex_exec.FORMAT,
    claude_code.FORMAT,
    gemini.FORMAT,
    gemini.LEGACY,
    unread.QWEN,
    pi.FORMAT,
    kimi.WIRE,
    unread.GOOSE,
    unread.CLINE_UI,
    unread.CLINE_API,
    unread.OPENCODE,
    unread.COPILOT,
    unread.DROID,
    unread.GROK,
    unread.OPENHANDS,
    unread.LANGCHAIN,
    unread.AIDER,
    unread.KIMI_WIRE,
    kimi.CONTEXT,
    anthropic_messages.FORMAT,
    openai_chat.FORMAT,
)


def format_of(head: Head) -> tuple[Format, str] | None:
    """The first format that the file is of, with the sentence why."""
    for entry in FORMATS:
        reason = entry.sniff(head)
        if reason:
            return entry, reason
    return None
