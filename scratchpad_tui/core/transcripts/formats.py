"""The formats of transcripts, in the order in which they are tried: adding one is a module and a line here."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.transcripts.reading import Format, Head

_FORMATS = (
    "codex.FORMAT",
    "codex_exec.FORMAT",
    "claude_code.FORMAT",
    "gemini.FORMAT",
    "gemini.LEGACY",
    "unread.QWEN",
    "pi.FORMAT",
    "kimi.WIRE",
    "unread.GOOSE",
    "unread.CLINE_UI",
    "unread.CLINE_API",
    "unread.OPENCODE",
    "unread.COPILOT",
    "unread.DROID",
    "unread.GROK",
    "unread.OPENHANDS",
    "unread.LANGCHAIN",
    "unread.AIDER",
    "unread.KIMI_WIRE",
    "kimi.CONTEXT",
    "anthropic_messages.FORMAT",
    "openai_chat.FORMAT",
)
"""Module and name: a module is loaded when it is its turn, since a status line waits for the first that fits."""


def formats() -> Iterator[Format]:
    """Every format, in the order of the tests."""
    for place in _FORMATS:
        module, _, name = place.partition(".")
        entry: Format = getattr(import_module(f"scratchpad_tui.core.transcripts.{module}"), name)
        yield entry


def format_of(head: Head) -> tuple[Format, str] | None:
    """The first format that the file is of, with the sentence why."""
    for entry in formats():
        reason = entry.sniff(head)
        if reason:
            return entry, reason
    return None
