"""What a message holds: its own text, its calls, the results it brings, and whether it is a summary.

Both shapes count: chat messages (`tool_calls`, role `tool`) and content parts (`tool_use`, `tool_result`).
"""

from __future__ import annotations

from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, TypeGuard

    Message = dict[str, Any]
    """A message as the caller appends it; keys that begin with `_` are private and never sent."""

SUMMARY_KEY = "_compacted"
"""Marks a summary; its value says how many turns it stands for."""
TEXT_PARTS = ("text", "input_text", "output_text")
RESULT_ROLES = ("tool", "function")


class Call(NamedTuple):
    """One call of a tool."""

    id: str | None
    name: str
    arguments: object
    """As it came: a text, or what its JSON holds."""


def parts(content: object) -> list[object]:
    """The content as a list of parts: null is none, a text is one."""
    if content is None:
        return []
    return list(content) if isinstance(content, list | tuple) else [content]


def part_text(part: object) -> str | None:
    """The text of a text part, or None where it is another kind of part."""
    if isinstance(part, str):
        return part
    if isinstance(part, dict) and part.get("type", "text") in TEXT_PARTS:
        text = part.get("text")
        return text if isinstance(text, str) else None
    return None


def content_text(content: object) -> str:
    """The text parts of a content, one below the other."""
    texts = map(part_text, parts(content))
    return "\n".join(text for text in texts if text)


def text_of(message: Mapping[str, object]) -> str:
    """The message's own text; what a tool's result says is not its own."""
    return content_text(message.get("content"))


def calls(message: Mapping[str, object]) -> list[Call]:
    """The calls that the message makes."""
    found = []
    for call in parts(message.get("tool_calls")):
        if isinstance(call, dict):
            function = call.get("function")
            named = function if isinstance(function, dict) else call
            found.append(Call(_id(call.get("id")), str(named.get("name") or ""), named.get("arguments")))
    found += [
        Call(_id(part.get("id")), str(part.get("name") or ""), part.get("input"))
        for part in parts(message.get("content"))
        if isinstance(part, dict) and part.get("type") == "tool_use"
    ]
    return found


def answered(message: Mapping[str, object]) -> list[str | None]:
    """The ids of the calls whose results the message brings; None where a result names none."""
    if message.get("role") in RESULT_ROLES:
        return [_id(message.get("tool_call_id"))]
    return [_id(part.get("tool_use_id")) for part in parts(message.get("content")) if is_result(part)]


def is_result(part: object) -> TypeGuard[Message]:
    """Whether the part is a tool's result."""
    return isinstance(part, dict) and part.get("type") == "tool_result"


def holds_only_results(message: Mapping[str, object]) -> bool:
    """Whether the message says nothing of its own: it brings results of tools alone."""
    if message.get("role") in RESULT_ROLES:
        return True
    found = parts(message.get("content"))
    return bool(found) and all(map(is_result, found))


def is_summary(message: Mapping[str, object]) -> bool:
    """Whether the message stands for turns that were compacted."""
    return bool(message.get(SUMMARY_KEY))


def public(message: Message) -> Message:
    """A copy without private keys; changing it, however deep, changes nothing of the original."""
    made = {key: value for key, value in message.items() if not str(key).startswith("_")}
    left: list[Any] = [made]
    while left:  # without recursion: arguments may be nested as deeply as a decoder allows
        held = left.pop()
        for key, inner in held.items() if isinstance(held, dict) else enumerate(held):
            if isinstance(inner, dict | list):
                held[key] = dict(inner) if isinstance(inner, dict) else list(inner)
                left.append(held[key])
    return made


def _id(value: object) -> str | None:
    return None if value is None else str(value)
