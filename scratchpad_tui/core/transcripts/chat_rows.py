"""What one object of a chat file holds: a message, a whole conversation, or one call with its request and response."""

from __future__ import annotations

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.transcripts.values import moment, rows, table, text, whole

ROLES = ("system", "developer", "user", "assistant", "tool", "function")
MESSAGE, CONVERSATION, LOG = "message", "conversation", "log"
_ITEMS = {
    "function_call": "assistant",
    "custom_tool_call": "assistant",
    "reasoning": "assistant",
    "function_call_output": "tool",
    "custom_tool_call_output": "tool",
}
"""Items of the Responses API that carry no role, with the one they stand for."""
_LOGGED = ("request", "response", "choices")
"""Keys beside the messages that tell of a call, not of a bare conversation."""


class Usage(NamedTuple):
    """What a call took, in tokens."""

    prompt: int
    completion: int | None


class Entry(NamedTuple):
    """What one object holds."""

    kind: str
    """`message`, `conversation` or `log`."""
    messages: list[dict[str, object]]
    usage: Usage | None
    model: str
    time: float | None
    key: str
    """The id of the answer, where rows of one id are one."""


def entry_of(row: dict[str, object]) -> Entry | None:
    """What the object holds; None where it is nothing of a chat."""
    message = message_of(row)
    if message is not None and "messages" not in row:
        return Entry(MESSAGE, [message], usage_of(_used(row)), *_facts(row), _key(row))
    request = table(row.get("request"))
    request = table(request.get("body")) or request or table(row.get("body"))
    asked = _messages_in(row) or _messages_in(request)
    response = _response_of(row)
    answers = _answers_in(response)
    if not asked and not answers:
        return None
    used = usage_of(table(response.get("usage"))) or usage_of(table(row.get("usage")))
    logged = bool(answers) or used is not None or any(row.get(key) for key in _LOGGED)
    model, time = _facts(response)
    model = model or text(row.get("model")) or text(request.get("model"))
    time = moment(row.get("timestamp")) or moment(row.get("created_at")) or moment(row.get("created")) or time
    return Entry(LOG if logged else CONVERSATION, [*asked, *answers], used, model, time, "")


def message_of(row: dict[str, object]) -> dict[str, object] | None:
    """The chat message that the object is, or that it wraps."""
    if row.get("type") == "message" and isinstance(row.get("message"), dict):
        row = table(row["message"])
    role, kind = row.get("role"), row.get("type")
    if role in ROLES and ("content" in row or "tool_calls" in row or "function_call" in row):
        return row
    stands_for = _ITEMS.get(kind) if isinstance(kind, str) else None
    return None if stands_for is None else _of_item(row, stands_for)


def usage_of(usage: dict[str, object]) -> Usage | None:
    """The prompt's side of a usage and its answer, by whichever vendor's names.

    Where cache fields stand beside `input_tokens`, the three are apart and are added; all others hold the cached part.
    """
    prompt = whole(usage.get("prompt_tokens"))
    if prompt:
        return Usage(prompt, whole(usage.get("completion_tokens")) or None)
    written = whole(usage.get("cache_creation_input_tokens")) or sum(
        map(whole, table(usage.get("cache_creation")).values())
    )
    prompt = whole(usage.get("input_tokens")) + written + whole(usage.get("cache_read_input_tokens"))
    return Usage(prompt, whole(usage.get("output_tokens")) or None) if prompt else None


def _used(row: dict[str, object]) -> dict[str, object]:
    """A message's usage: its own, or that of the response that a trajectory keeps beside it."""
    wrapped = table(row.get("message"))
    extra = table(row.get("extra"))
    return (
        table(row.get("usage"))
        or table(wrapped.get("usage"))
        or table(extra.get("usage"))
        or table(table(extra.get("response")).get("usage"))
        or table(table(row.get("response_metadata")).get("token_usage"))
    )


def _facts(row: dict[str, object]) -> tuple[str, float | None]:
    wrapped = table(row.get("message"))
    model = (
        text(row.get("model"))
        or text(wrapped.get("model"))
        or text(table(table(row.get("extra")).get("response")).get("model"))
    )
    times = (row.get(key) for key in ("timestamp", "created_at", "created", "time"))
    return model, next((time for time in map(moment, times) if time), None)


def _key(row: dict[str, object]) -> str:
    """The id of an answer: rows that share it are its parts. Other roles' ids tie nothing together."""
    wrapped = table(row.get("message")) or row
    return text(wrapped.get("id")) if wrapped.get("role") == "assistant" else ""


def _messages_in(row: dict[str, object]) -> list[dict[str, object]]:
    for key in ("messages", "history", "input"):
        value = row.get(key)
        if isinstance(value, list):
            found = [message for message in map(message_of, rows(value)) if message is not None]
            system = row.get("system") or row.get("instructions")
            return [{"role": "system", "content": system}, *found] if found and system else found
    return []


def _response_of(row: dict[str, object]) -> dict[str, object]:
    response = table(row.get("response"))
    return table(response.get("body")) or response or row


def _answers_in(response: dict[str, object]) -> list[dict[str, object]]:
    answers = [message_of(table(choice.get("message"))) for choice in rows(response.get("choices"))[:1]]
    answers += [message_of(item) for item in rows(response.get("output"))]
    if response.get("type") == "message":
        answers.append(message_of(response))
    return [message for message in answers if message is not None]


def _of_item(row: dict[str, object], role: str) -> dict[str, object]:
    """A chat message for an item of the Responses API."""
    if row.get("type") == "reasoning":
        return {"role": role, "content": row.get("summary") or row.get("content")}
    if role == "tool":
        return {"role": role, "tool_call_id": text(row.get("call_id")), "content": row.get("output")}
    arguments = text(row.get("arguments")) or text(row.get("input"))
    function = {"name": text(row.get("name")), "arguments": arguments}
    call = {"id": text(row.get("call_id")), "type": "function", "function": function}
    return {"role": role, "content": None, "tool_calls": [call]}
