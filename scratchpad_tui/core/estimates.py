"""How many tokens a message takes, estimated: nothing of the text is sent anywhere, and every figure says that it is one."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

BYTES_A_TOKEN = 4
"""UTF-8 bytes: characters by four for English, about right for Chinese, Japanese and Korean."""
MESSAGE_TOKENS = 4
"""What stands around a message: its role and its bounds."""
IMAGE_TOKENS = 1_200
"""An image or another file in a message, whatever its bytes."""
IMAGE_BYTES = IMAGE_TOKENS * BYTES_A_TOKEN

_FILES = frozenset(
    ("image", "image_url", "input_image", "input_audio", "input_file", "audio", "document", "file", "media")
)
"""Types of parts whose payload is no text."""
_PAYLOADS = frozenset(("inlineData", "inline_data", "fileData", "file_data", "image_url", "input_audio"))
"""Keys whose value is a payload, whatever the type beside it says."""
_UNSENT = frozenset(
    ("signature", "thoughtSignature", "thought_signature", "encrypted_content", "cache_control", "citations")
)
"""Keys of parts that stand in the file and are no text of the conversation."""
_MARKS = frozenset(("type", "id", "tool_use_id", "tool_call_id", "call_id", "is_error", "index"))
"""Keys that tie parts together; their values are not counted."""
_SPOKEN = ("content", "tool_calls", "function_call", "reasoning_content", "reasoning", "thinking", "refusal")
"""The fields of a chat message that the model reads."""


def text_size(text: str) -> int:
    """The text's size in UTF-8 bytes; a file encoded in the text (`data:...;base64,`) counts as an image."""
    if text.startswith("data:") and ";base64," in text[:120]:
        return IMAGE_BYTES
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def size(value: object) -> int:
    """The bytes that count of a message's content: null, a string, a part, a list of parts, or any JSON value."""
    total = 0
    left = [value]
    while left:
        value = left.pop()
        if isinstance(value, str):
            total += text_size(value)
        elif isinstance(value, dict):
            total += _part(value, left)
        elif isinstance(value, list):
            left += value
        elif value is not None:
            total += len(str(value))
    return total


def _part(part: dict[str, object], left: list[object]) -> int:
    """The bytes of the part itself; what is inside it goes to `left`."""
    kind = part.get("type")
    if isinstance(kind, str) and kind in _FILES:
        return IMAGE_BYTES
    total = 0
    typed = "type" in part
    for key, value in part.items():
        if key in _PAYLOADS:
            total += IMAGE_BYTES
        elif key not in _UNSENT and not (key in _MARKS and (typed or key == "id")):
            total += 0 if typed or key in ("text", "content", "parts") else len(key)
            left.append(value)
    return total


def tokens(value: object) -> int:
    """The tokens of a content or of any part of it, without what stands around a message."""
    return -(-size(value) // BYTES_A_TOKEN)


def message_tokens(message: Mapping[str, object]) -> int:
    """The tokens of a chat message: content, names and arguments of its calls, reasoning, and what stands around it."""
    return MESSAGE_TOKENS + tokens([message.get(key) for key in _SPOKEN])
