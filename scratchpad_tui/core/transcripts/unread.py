"""Transcripts that are known by name and not read yet: a wrong figure would be worse than none."""

from __future__ import annotations

import os

from scratchpad_tui.core.transcripts.reading import Format
from scratchpad_tui.core.transcripts.values import rows, table, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from scratchpad_tui.core.transcripts.reading import Head

_DATABASE = b"SQLite format 3\0"
_COPILOT = ("session.", "user.", "assistant.", "tool.", "hook.", "system.", "model.", "subagent.", "skill.")


def _qwen(head: Head) -> str | None:
    row = _find(head, lambda row: "uuid" in row and "sessionId" in row and _is_qwen(row))
    return (
        "its rows are shaped like Claude Code's and hold parts or usageMetadata, as Qwen Code's do"
        if row
        else None
    )


def _is_qwen(row: dict[str, object]) -> bool:
    if "usageMetadata" in row or "contextWindowSize" in row or row.get("type") == "tool_result":
        return True
    return isinstance(table(row.get("message")).get("parts"), list) or "systemPayload" in row


def _goose(head: Head) -> str | None:
    first = head.objects[0] if head.objects else {}
    if "working_dir" in first and "message_count" in first and "role" not in first:
        return "it begins with working_dir and message_count, as goose's sessions do"
    return _placed("goose", head)


def _ui_messages(head: Head) -> str | None:
    for row in _listed(head)[:50]:
        if "ts" in row and row.get("type") in ("say", "ask") and ("say" in row or "ask" in row):
            return (
                "it is a list of items with ts that say or ask, as Cline's and Roo Code's ui_messages.json is"
            )
    return None


def _api_history(head: Head) -> str | None:
    listed = _listed(head)[:50]
    if not any(row.get("role") in ("user", "assistant") for row in listed):
        return None
    if any("modelInfo" in row or table(row.get("metrics")).get("tokens") for row in listed):
        return "its messages carry modelInfo or metrics, as Cline's api_conversation_history.json does"
    first = str(listed[0].get("content"))[:200_000]
    if "<environment_details>" in first and (
        "<task>" in first or "VSCode" in first or "Current Time" in first
    ):
        return "its first message holds environment_details, as those of Cline and Roo Code do"
    named = os.path.basename(head.path) == "api_conversation_history.json"
    return (
        "its name is the one of Cline's and Roo Code's histories, and it is a list of messages"
        if named
        else None
    )


def _opencode(head: Head) -> str | None:
    row = table(head.document) or (head.objects[0] if len(head.objects) == 1 else {})
    if "sessionID" in row and ("modelID" in row or "messageID" in row or "role" in row):
        return "it is one record of opencode's storage, with a sessionID"
    if "projectID" in row and "directory" in row and "id" in row:
        return "it is the record of a session in opencode's storage"
    return _placed("opencode", head)


def _copilot(head: Head) -> str | None:
    for row in head.objects:
        kind = text(row.get("type"))
        if (
            kind.startswith(_COPILOT)
            and isinstance(row.get("data"), dict)
            and ("id" in row or "parentId" in row)
        ):
            return f"it holds events such as {kind[:40]} with data, as Copilot CLI writes them"
    return None


def _droid(head: Head) -> str | None:
    first = head.objects[0] if head.objects else {}
    if first.get("type") == "session_start" and "id" in first:
        return "it begins with session_start, as Factory Droid's sessions do"
    return None


def _grok(head: Head) -> str | None:
    kinds = ("system", "user", "assistant", "reasoning", "tool_result", "backend_tool_call")
    marks = ("model_fingerprint", "synthetic_reason", "prompt_index", "reasoning_effort")
    bare = [
        row for row in head.objects if row.get("type") in kinds and "role" not in row and "uuid" not in row
    ]
    if any(mark in row for row in bare for mark in marks):
        return "its rows have a type in place of a role and Grok's own fields"
    return None


def _openhands(head: Head) -> str | None:
    row = _find(head, _is_openhands)
    return "its events are OpenHands' actions and observations" if row else _placed("openhands", head)


def _is_openhands(row: dict[str, object]) -> bool:
    kind = text(row.get("kind"))
    if kind in ("MessageEvent", "ActionEvent", "ObservationEvent", "SystemPromptEvent", "Condensation"):
        return "id" in row
    return (
        "source" in row and "timestamp" in row and ("action" in row or "observation" in row) and "id" in row
    )


def _langchain(head: Head) -> str | None:
    row = _find(head, lambda row: _is_langchain(table(row.get("data")) or row, row))
    return "its messages have the types human and ai, as LangChain's have" if row else None


def _is_langchain(message: dict[str, object], row: dict[str, object]) -> bool:
    return row.get("type") in ("human", "ai") and "content" in message and "role" not in row


def _aider(head: Head) -> str | None:
    if _find(head, lambda row: row.get("event") == "message_send" and "properties" in row):
        return "it is aider's log of events"
    return _placed("aider", head)


def _placed(name: str, head: Head) -> str | None:
    """The reason why a folder, a database or a text is of this name, by where it stands."""
    found = None if head.objects or head.document is not None else known_by_place(head.path)
    return found[1] if found is not None and found[0] == name else None


def _kimi_wire(head: Head) -> str | None:
    first = head.objects[0] if head.objects else {}
    if first.get("type") == "metadata" and any(_is_wired(row) for row in head.objects[1:]):
        return "it is what went over Kimi CLI's wire; the messages stand in context.jsonl beside it"
    return None


def _is_wired(row: dict[str, object]) -> bool:
    message = table(row.get("message"))
    return "timestamp" in row and "type" in message and "payload" in message


def _listed(head: Head) -> list[dict[str, object]]:
    return rows(head.document)


def _find(head: Head, test: Callable[[dict[str, object]], bool]) -> dict[str, object] | None:
    found = head.objects or _listed(head) or [table(head.document)]
    return next((row for row in found[:50] if row and test(row)), None)


QWEN = Format("qwen-code", "Qwen Code", _qwen)
GOOSE = Format("goose", "goose", _goose)
CLINE_UI = Format("cline-ui", "Cline or Roo Code", _ui_messages, document=True)
CLINE_API = Format("cline-api", "Cline or Roo Code", _api_history, document=True)
OPENCODE = Format("opencode", "opencode", _opencode)
COPILOT = Format("copilot", "Copilot CLI", _copilot)
DROID = Format("droid", "Factory Droid", _droid)
GROK = Format("grok", "Grok CLI", _grok)
OPENHANDS = Format("openhands", "OpenHands", _openhands)
LANGCHAIN = Format("langchain", "LangChain", _langchain)
AIDER = Format("aider", "aider", _aider)
KIMI_WIRE = Format("kimi-cli-wire", "Kimi CLI", _kimi_wire)


def known_by_place(path: str) -> tuple[str, str] | None:
    """The name of the format of a folder, a database or a text that is no file of lines or one value, and why."""
    if os.path.isdir(path):
        return _folder(path)
    name = os.path.basename(path)
    if name.startswith(".aider.chat.history") and name.endswith(".md"):
        return "aider", "its name is the one of aider's chat history"
    if not _is_database(path):
        return None
    if name.startswith("opencode"):
        return "opencode", "it is a database with opencode's name"
    if "goose" in path.split(os.sep) or name == "sessions.db":
        return "goose", "it is a database where goose keeps its sessions"
    return None


def _folder(path: str) -> tuple[str, str] | None:
    inside = set(_names(path))
    storage = os.path.join(path, "storage")
    for names in (inside, set(_names(storage)) if "storage" in inside else set()):
        if len({"session", "message", "part"} & names) >= 2:
            return "opencode", "it is a folder with session, message and part, as opencode's storage is"
    if any(name.startswith("opencode") and name.endswith(".db") for name in inside):
        return "opencode", "it is a folder with opencode's database"
    if {"ui_messages.json", "api_conversation_history.json"} & inside:
        return "cline-ui", "it is the folder of a task of Cline or Roo Code"
    events = (
        inside
        if os.path.basename(path.rstrip(os.sep)) == "events"
        else set(_names(os.path.join(path, "events")))
    )
    if any(name.startswith("event-") and name.endswith(".json") for name in events):
        return "openhands", "it is the folder of a conversation of OpenHands"
    return None


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _is_database(path: str) -> bool:
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except OSError:
        return False
    try:
        return os.read(descriptor, len(_DATABASE)) == _DATABASE
    except OSError:
        return False
    finally:
        os.close(descriptor)
