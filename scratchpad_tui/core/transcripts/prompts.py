"""What a person wrote last, from the end of a transcript."""

from __future__ import annotations

import json
import os

from scratchpad_tui.core.transcripts.heads import rows_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

TAIL_BYTES = (64 << 10, 1 << 20)
"""How much of the end is read: little first, more where no prompt stands in it."""
DOCUMENT_BYTES = 8 << 20
PROMPT_CHARACTERS = 400
_USER, _PROMPT = b"user", b"rompt"
"""One of them stands in every row that holds a prompt, whatever the agent."""
_INSERTED = (
    "<command-",
    "<local-command",
    "<bash-",
    "<environment_context",
    "<user_instructions",
    "<system-reminder",
    "<turn_aborted",
    "# AGENTS.md",
    "Caveat: ",
    "[Request interrupted",
    "This session is being continued",
)
"""How texts begin that agents put in the person's place."""


def last_prompt(path: str) -> str:
    """The beginning of the last prompt; empty where none was found near the end."""
    try:
        with open(path, "rb") as stream:
            size = os.fstat(stream.fileno()).st_size
            if stream.read(1) == b"{" and path.endswith(".json"):
                return _of_document(b"{" + stream.read(DOCUMENT_BYTES))
            for count in TAIL_BYTES:
                start = max(0, size - count)
                stream.seek(start)
                found = _of_tail(stream.read(count), whole=not start)
                if found or not start:
                    return found
    except OSError:
        pass
    return ""


def prompt_of(row: dict[str, object]) -> str:
    """What a person wrote in this object of a transcript, of whatever agent; empty for all else."""
    for read in (_claude, _codex, _kimi_wire, _plain):
        text = read(row).strip()
        if text:
            return "" if text.startswith(_INSERTED) else text[:PROMPT_CHARACTERS]
    return ""


def _of_tail(data: bytes, *, whole: bool) -> str:
    lines = data if whole else data.partition(b"\n")[2]
    for line in reversed(lines.split(b"\n")):
        if _USER in line or _PROMPT in line:  # few others are decoded
            for row in rows_in(line):
                found = prompt_of(row)
                if found:
                    return found
    return ""


def _of_document(data: bytes) -> str:
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return ""
    messages = document.get("messages") if isinstance(document, dict) else None
    rows = [row for row in messages if isinstance(row, dict)] if isinstance(messages, list) else []
    return next((text for row in reversed(rows) if (text := prompt_of(row))), "")


def _claude(row: dict[str, object]) -> str:
    if row.get("type") == "last-prompt":
        return _text(row.get("lastPrompt"))
    if row.get("type") not in ("user", "message"):  # `message` is pi's word
        return ""
    if any(row.get(mark) for mark in ("isMeta", "isSidechain", "isCompactSummary", "toolUseResult")):
        return ""
    message = row.get("message", row)
    if not isinstance(message, dict) or message.get("role", "user") != "user":
        return ""
    return _text(message.get("content"))


def _codex(row: dict[str, object]) -> str:
    payload = row.get("payload")
    if row.get("type") != "event_msg" or not isinstance(payload, dict):
        return ""
    return _text(payload.get("message")) if payload.get("type") == "user_message" else ""


def _kimi_wire(row: dict[str, object]) -> str:
    origin = row.get("origin")
    by_person = isinstance(origin, dict) and origin.get("kind") == "user"
    return _text(row.get("input")) if row.get("type") == "turn.prompt" and by_person else ""


def _plain(row: dict[str, object]) -> str:
    return _text(row.get("content")) if row.get("role") == "user" else ""


def _text(content: object) -> str:
    return " ".join(_texts(content))


def _texts(content: object) -> Iterator[str]:
    """The texts of a content; none where it is a tool's result."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, list):
        parts = [part for part in content if isinstance(part, dict)]
        if not any(part.get("type") == "tool_result" for part in parts):
            for part in parts:
                text = part.get("text")
                if isinstance(text, str):
                    yield text
