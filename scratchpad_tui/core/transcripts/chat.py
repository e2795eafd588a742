"""Messages of any format as chat-style ones, and as text for a person."""

from __future__ import annotations

from scratchpad_tui.core.transcripts.values import as_json, rows, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_TEXTS = ("text", "input_text", "output_text", "refusal")
_FILES = ("image", "image_url", "input_image", "document", "file", "input_file", "input_audio", "audio")
_CALLS = ("tool_use", "server_tool_use", "toolCall")
_UNSENT = ("thinking", "redacted_thinking", "reasoning", "think")
_HELD = 64
"""Messages: parts of one answer stand no farther apart."""
_IMAGE: dict[str, object] = {"type": "image_url", "image_url": {"url": ""}}
"""An image without its bytes: it is counted, not carried along."""


def chat_of(row: dict[str, object]) -> list[dict[str, object]]:
    """The messages of an object that is one, or that has one as its `message`; none where it has no role."""
    message = row.get("message")
    if isinstance(message, dict) and "role" not in row:
        return chat_of({"id": message.get("id") or row.get("id"), **message})
    role = text(row.get("role"))
    if not role or role.startswith("_"):
        return []
    if isinstance(row.get("tool_calls"), list) or role in ("tool", "function"):
        return [_plain(row)]
    return from_blocks(role, row.get("content"), text(row.get("id")))


def from_blocks(role: str, content: object, key: str = "") -> list[dict[str, object]]:
    """The messages of a content of blocks: results of tools stand alone, calls of tools beside the text."""
    found: list[dict[str, object]] = []
    if isinstance(content, str):
        return [_message(role, content, [], key)]
    parts: list[dict[str, object]] = []
    calls: list[dict[str, object]] = []
    for block in rows(content):
        kind = block.get("type")
        if kind == "tool_result":
            words = _words(block.get("content"))
            found.append({"role": "tool", "tool_call_id": text(block.get("tool_use_id")), "content": words})
        elif kind in _CALLS:
            arguments = block.get("input", block.get("arguments"))
            calls.append(call(text(block.get("id")), text(block.get("name")), arguments))
        elif kind in _FILES:
            parts.append(_IMAGE)
        elif kind not in _UNSENT and "text" in block:
            parts.append({"type": "text", "text": text(block.get("text"))})
    if parts or calls or not found:
        found.append(_message(role, _simple(parts), calls, key))
    return found


def call(key: str, name: str, arguments: object) -> dict[str, object]:
    """A call of a tool as chat messages hold it: its arguments are JSON in a text."""
    words = arguments if isinstance(arguments, str) else as_json(arguments)
    return {"id": key, "type": "function", "function": {"name": name, "arguments": words}}


def joined(messages: Iterable[dict[str, object]]) -> Iterator[dict[str, object]]:
    """The messages with the parts of one answer put together, and without the ids that said so.

    Results of its first calls may stand between the parts, so some messages are held back.
    """
    held: list[tuple[object, dict[str, object]]] = []
    for message in messages:
        key = message.pop("id", None)
        first = next((kept for mark, kept in held if key and mark == key), None)
        if first is not None and first.get("role") == message.get("role"):
            _add(first, message)
            continue
        held.append((key, message))
        if len(held) > _HELD:
            yield held.pop(0)[1]
    yield from (message for _, message in held)


def text_of(messages: Iterable[dict[str, object]]) -> str:
    """The messages as a person reads them: texts, then calls with their arguments."""
    lines = []
    for message in messages:
        lines.append(_words(message.get("content")))
        for entry in rows(message.get("tool_calls")):
            function = entry.get("function")
            named = function if isinstance(function, dict) else entry
            lines.append(f"{text(named.get('name'))} {_words(named.get('arguments'))}".strip())
    return "\n\n".join(line for line in lines if line)


def _plain(row: dict[str, object]) -> dict[str, object]:
    kept = ("role", "content", "name", "tool_calls", "tool_call_id", "id")
    return {
        name: row[name] for name in kept if row.get(name) is not None or (name == "content" and name in row)
    }


def _message(role: str, content: object, calls: list[dict[str, object]], key: str) -> dict[str, object]:
    message: dict[str, object] = {"role": role, "content": content}
    if calls:
        message["tool_calls"] = calls
        message["content"] = content or None
    if key:
        message["id"] = key
    return message


def _simple(parts: list[dict[str, object]]) -> object:
    """Parts of nothing but text as one text."""
    if all(part.get("type") == "text" for part in parts):
        return "\n".join(text(part.get("text")) for part in parts)
    return parts


def _add(message: dict[str, object], more: dict[str, object]) -> None:
    contents = [part for part in (message.get("content"), more.get("content")) if part]
    if len(contents) == 2:
        both = [part for content in contents for part in _as_parts(content)]
        message["content"] = _simple(both)
    elif contents:
        message["content"] = contents[0]
    calls = rows(message.get("tool_calls")) + rows(more.get("tool_calls"))
    if calls:
        message["tool_calls"] = calls


def _as_parts(content: object) -> list[dict[str, object]]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else rows(content)


def _words(content: object) -> str:
    """A content as text; what is no text is named in brackets."""
    if isinstance(content, str):
        return content
    if isinstance(content, dict):
        return as_json(content)
    words = []
    for part in rows(content):
        kind = text(part.get("type"))
        words.append(text(part.get("text")) if kind in _TEXTS or "text" in part else f"[{kind or 'part'}]")
    return "\n".join(words)
