"""Claude Code: the sessions that it writes, and those that `claude -p --output-format stream-json` prints."""

from __future__ import annotations

from scratchpad_tui.core.transcripts.chat import from_blocks
from scratchpad_tui.core.transcripts.claude_threads import SYNTHETIC
from scratchpad_tui.core.transcripts.reading import Format
from scratchpad_tui.core.transcripts.values import rows, table, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.transcripts.reading import CallReader, Head, MessageReader

_SPOKEN = ("user", "assistant")
_TYPES = (*_SPOKEN, "system", "progress", "attachment")
_HEADLESS = frozenset(
    (
        "summary",
        "file-history-snapshot",
        "queue-operation",
        "permission-mode",
        "mode",
        "custom-title",
        "ai-title",
        "agent-name",
        "last-prompt",
        "pr-link",
        "frame-link",
        "worktree-state",
    )
)
"""Types of rows that carry no ids of the session's tree."""
_IDS = ("sessionId", "uuid", "parentUuid", "isSidechain")


def sniff(head: Head) -> str | None:
    """Rows with the ids of Claude Code's tree or its printed session, and Anthropic's messages in them."""
    rows_there = head.objects
    if any(_is_qwens(row) for row in rows_there):
        return None
    named = [row for row in rows_there if row.get("type") in _TYPES and _has_ids(row)]
    versions = [text(row.get("version")) for row in named if row.get("version")]
    version = f" {versions[-1][:20]}" if versions else ""
    if any(row.get("type") in _SPOKEN and isinstance(row.get("message"), dict) for row in named):
        return (
            f"its rows have type, uuid and sessionId as those of Claude Code{version}, with messages in them"
        )
    if any(_is_printed(row) for row in rows_there):
        return "its rows have type and session_id as Claude Code prints them (stream-json)"
    if named or (rows_there and all(text(row.get("type")) in _HEADLESS for row in rows_there)):
        return f"its rows are of types that Claude Code{version} writes; no message yet"
    return None


def _has_ids(row: dict[str, object]) -> bool:
    return sum(name in row for name in _IDS) >= 2


def _is_printed(row: dict[str, object]) -> bool:
    if "session_id" not in row:
        return False
    kind = row.get("type")
    if kind == "system":
        return isinstance(row.get("subtype"), str)
    return kind in _SPOKEN and isinstance(row.get("message"), dict)


def _is_qwens(row: dict[str, object]) -> bool:
    """A fork of another agent took over the rows, with other messages in them."""
    return "usageMetadata" in row or "parts" in table(row.get("message")) or "systemPayload" in row


def chat(row: dict[str, object]) -> list[dict[str, object]]:
    """The messages of a row."""
    message = table(row.get("message"))
    kind = row.get("type")
    if kind not in _SPOKEN:
        return []
    if row.get("isApiErrorMessage") or message.get("model") == SYNTHETIC:
        return []
    return from_blocks(text(kind), message.get("content"), text(message.get("id")))


def shown(row: dict[str, object]) -> str:
    """The row's message as a person reads it, thinking included."""
    from scratchpad_tui.core.transcripts.chat import text_of

    content = table(row.get("message")).get("content")
    thoughts = [text(part.get("thinking")) for part in rows(content) if part.get("type") == "thinking"]
    messages = from_blocks(text(row.get("type")), content)
    return "\n\n".join(words for words in (*thoughts, text_of(messages)) if words)


def _calls() -> CallReader:
    from scratchpad_tui.core.transcripts.claude_calls import ClaudeCalls  # loads msgspec: some 30 ms

    return ClaudeCalls()


def _messages() -> MessageReader:
    from scratchpad_tui.core.transcripts.claude_messages import ClaudeMessages

    return ClaudeMessages()


FORMAT = Format("claude-code", "Claude Code", sniff, calls=_calls, messages=_messages, chat=chat, text=shown)
