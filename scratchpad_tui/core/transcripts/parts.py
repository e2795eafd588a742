"""What kind of thing a message is, from the parts of its content, in the words of every format."""

from __future__ import annotations

from scratchpad_tui.core.transcripts.values import rows, table, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_NAME_LENGTH = 60
_WORDS = {
    "text": "text",
    "input_text": "text",
    "output_text": "text",
    "thinking": "thinking",
    "redacted_thinking": "thinking",
    "think": "thinking",
    "reasoning": "thinking",
    "image": "image",
    "image_url": "image",
    "input_image": "image",
}
_CALLS = ("tool_use", "server_tool_use", "toolCall", "function_call", "custom_tool_call", "tool.call")
_RESULTS = ("tool_result", "function_call_output", "toolResult")


def what_is(content: object, tool_calls: object = None, result_of: str | None = None) -> str:
    """The kinds of a message's content, each once: `thinking, text, call Bash`."""
    if result_of is not None:
        return f"result {result_of[:_NAME_LENGTH]}".rstrip()
    words = ["text"] if isinstance(content, str) and content else []
    words += [_word(part) for part in rows(content)]
    words += [f"call {name[:_NAME_LENGTH]}" for name in _names(rows(tool_calls))]
    return ", ".join(dict.fromkeys(words))


def _word(part: dict[str, object]) -> str:
    kind = text(part.get("type"))
    if kind in _CALLS:
        return f"call {text(part.get('name'))[:_NAME_LENGTH]}".rstrip()
    if kind in _RESULTS:
        return "result"
    return _WORDS.get(kind) or kind[:_NAME_LENGTH] or ("text" if "text" in part else "other")


def _names(calls: Iterable[dict[str, object]]) -> list[str]:
    return [text(table(call.get("function")).get("name")) or text(call.get("name")) for call in calls]
