"""What an agent sends to a hook: JSON of any shape and size, from a program that nobody here has checked."""

from __future__ import annotations

import json
import os
import re
import sys
from time import monotonic

from scratchpad_tui.core.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO, NoReturn

LARGEST = 16 << 20
"""Bytes that are looked at; of what is longer the long texts are passed over, such as a file that is to be written."""
_LONGEST_TEXT = 1 << 16
"""Bytes of a text that is looked at nevertheless: any path is shorter."""
_WITHIN = re.compile(rb'(?:[^"\\]++|\\.)*+', re.DOTALL)
"""What stands in a text of JSON, up to its end or half an escape."""
LONGEST_PATH = 4_096
"""Characters of a path that a system knows."""
IDLE_SECONDS, MOST_SECONDS = 1.0, 5.0
"""How long an agent that sends nothing, or without end, is listened to: all hooks of a session's end have 1.5 s."""
_PAUSE_SECONDS = 0.1
"""How long a pause is that ends a whole object."""
_PIECE = 1 << 20


class Given:
    """The fields of one input; one that is missing or of another kind than it should be counts as not given."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self._fields = fields

    def text(self, name: str) -> str:
        """A text, empty where there is none."""
        value = self._fields.get(name)
        return value if isinstance(value, str) else ""

    def flag(self, name: str) -> bool:
        """Whether it is true."""
        return self._fields.get(name) is True

    def value(self, name: str) -> object:
        """Whatever stands there, None where nothing does."""
        return self._fields.get(name)

    def fields(self) -> dict[str, Any]:
        """All of them, as they came."""
        return self._fields

    def table(self, name: str) -> Given:
        """The fields of an object."""
        value = self._fields.get(name)
        return Given(value if isinstance(value, dict) else {})

    def path(self, name: str) -> str:
        """A path that the system can look for, empty where it is none."""
        value = self.text(name)
        return value if is_path(value) else ""


def read(stream: BinaryIO, *, idle: float = IDLE_SECONDS, most: float = MOST_SECONDS) -> bytes:
    """Everything that is sent, so that the sender is never cut off; of what is too long its long texts are left empty.

    What is too long without them, too, is kept as far as shows it.

    A sender that keeps its end open is not waited for: a whole object ends it, so do `idle` seconds without a byte,
    and `most` seconds in all.

    Raises:
        OSError: it cannot be read.
    """
    parts: list[bytes] = []
    size = 0
    short: _Shortened | None = None
    end = monotonic() + most
    while (left := end - monotonic()) > 0 and _comes(stream, parts, min(idle, left)):
        piece = os.read(stream.fileno(), _PIECE)
        if not piece:
            break
        if size > LARGEST:
            continue
        parts.append(short.take(piece) if short else piece)
        size += len(parts[-1])
        if size > LARGEST and short is None:
            short = _Shortened()
            parts = [short.take(b"".join(parts))]
            size = len(parts[0])
    return b"".join(parts)


class _Shortened:
    """JSON that comes in pieces, with its long texts left empty: what decides stands in short ones, in any order."""

    def __init__(self) -> None:
        self._text: bytes | None = None
        """What is held of a text that has begun; None between texts."""
        self._half = b""
        """The beginning of an escape whose end is in the next piece."""

    def take(self, piece: bytes) -> bytes:
        """What is left of the next piece, the texts in it once they have ended."""
        piece, self._half = self._half + piece, b""
        left: list[bytes] = []
        at = 0
        while at < len(piece):
            at = self._text_from(piece, at, left) if self._text is not None else self._until(piece, at, left)
        return b"".join(left)

    def _until(self, piece: bytes, at: int, left: list[bytes]) -> int:
        """Takes what stands before the next text; where that begins."""
        begin = piece.find(b'"', at) + 1
        left.append(piece[at : begin or len(piece)])
        self._text = b"" if begin else None
        return begin or len(piece)

    def _text_from(self, piece: bytes, at: int, left: list[bytes]) -> int:
        """Takes a text, or the next part of it; where that ends."""
        inner = _WITHIN.match(piece, at)
        end = inner.end() if inner else at
        text = self._text or b""
        if len(text) <= _LONGEST_TEXT:
            text += piece[at:end]
        if piece[end : end + 1] == b'"':
            left += [text if len(text) <= _LONGEST_TEXT else b"", b'"']
            self._text = None
            return end + 1
        self._text, self._half = text, piece[end:]
        return len(piece)


def _comes(stream: BinaryIO, parts: list[bytes], seconds: float) -> bool:
    """Whether more comes, or the end."""
    if sys.platform == "win32":  # nothing there can wait for a pipe
        return True
    from select import select

    waited = [stream.fileno()]
    if parts and parts[-1].endswith((b"}", b"}\n")):
        return bool(select(waited, [], [], min(_PAUSE_SECONDS, seconds))[0]) or (
            not _is_whole(parts) and bool(select(waited, [], [], seconds)[0])
        )
    return bool(select(waited, [], [], seconds)[0])


def _is_whole(parts: list[bytes]) -> bool:
    try:
        json.loads(b"".join(parts))
    except (ValueError, RecursionError):
        return False
    return True


def decoded(data: bytes) -> Given:
    """The fields of the object that is sent.

    Raises:
        InputError: it is none; no word of it is in the message.
    """
    if not data.strip():
        raise _refused("nothing was sent")
    if len(data) > LARGEST:
        raise _refused(f"more than {LARGEST >> 20} MiB were sent")
    try:
        value = json.loads(data, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise _refused("what was sent is not JSON") from None
    if not isinstance(value, dict):
        raise _refused("what was sent is no JSON object")
    return Given(value)


def is_path(text: str) -> bool:
    """Whether a system could have a file of that name."""
    if not text or len(text) > LONGEST_PATH or "\0" in text:
        return False
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        return False
    return True


def _no_constant(_name: str) -> NoReturn:
    raise ValueError


def _refused(what: str) -> InputError:
    return InputError(f"{what} on standard input", "a hook takes one JSON object", code="bad-input")
