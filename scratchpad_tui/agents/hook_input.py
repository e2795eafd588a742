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
    from collections.abc import Iterator
    from typing import Any, BinaryIO, NoReturn

LARGEST = 16 << 20
"""Bytes that are looked at; of what is longer only the heads of long texts are, such as of a file that is to be written."""
LONGEST_PATH = 4_096
"""Characters of a path that a system knows."""
_HEADS = (6 * (LONGEST_PATH + 1), 1_024, 128)
"""Bytes of a text that are looked at then: more than a path has where each character is an escape.

The others are for what is too long still; most paths are shorter.
"""
_WITHIN = re.compile(rb'(?:[^"\\]++|\\.)*+', re.DOTALL)
"""What stands in a text of JSON, up to its end or half an escape."""
_WHOLE = re.compile(
    rb"(?:[^\\\x80-\xff]++|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
    rb"|\\u[0-9A-Fa-f]{4}|\\[^u])*+"
)
"""Its characters, up to half of one."""
_HALF = re.compile(rb"(?:\\(?:u[0-9A-Fa-f]{0,3})?|[\xc2-\xf4][\x80-\xbf]{0,2})\Z")
"""What may be half a character at the end of a piece."""
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
    """Everything that is sent, so that the sender is never cut off; of what is too long only the heads of its texts.

    What is too long without them, too, is kept as far as shows it.

    A sender that keeps its end open is not waited for: a whole object ends it, so do `idle` seconds without a byte,
    and `most` seconds in all.

    Raises:
        OSError: it cannot be read.
    """
    parts: list[bytes] = []
    size = 0
    short: _Shortened | None = None
    heads = list(_HEADS)
    end = monotonic() + most
    while (left := end - monotonic()) > 0 and _comes(stream, parts, min(idle, left)):
        piece = os.read(stream.fileno(), _PIECE)
        if not piece:
            break
        if size > LARGEST:
            continue
        parts.append(short.take(piece) if short else piece)
        size += len(parts[-1])
        while size > LARGEST and heads:
            so_far = b"".join(parts) + (short.half if short else b"")
            short = _Shortened(heads.pop(0))
            parts = list(_taken(short, so_far, end))
            size = sum(map(len, parts))
    return b"".join(parts)


def _taken(short: _Shortened, data: bytes, end: float) -> Iterator[bytes]:
    """What is left of the data, piece by piece, as long as there is time."""
    for at in range(0, len(data), _PIECE):
        if monotonic() > end:
            return
        yield short.take(data[at : at + _PIECE])


class _Shortened:
    """JSON that comes in pieces, with the heads of its long texts: what decides stands in short ones, in any order."""

    def __init__(self, head: int) -> None:
        self._head = head
        self._left: int | None = None
        """How many bytes of a text that has begun may still be taken; None between texts."""
        self.half = b""
        """The beginning of a character whose end is in the next piece."""
        self._between = re.compile(
            rb'(?:[^"]++|"[^"\\]{0,%d}+"|"(?:[^"\\]|\\.){0,%d}+")*+' % (head, head // 2), re.DOTALL
        )
        """What stands up to the next text that is long, or does not end."""

    def take(self, piece: bytes) -> bytes:
        """What is left of the next piece."""
        piece = self.half + piece
        half = _HALF.search(piece, max(0, len(piece) - 5))
        cut = half.start() if half else len(piece)
        if (cut - len(piece[:cut].rstrip(b"\\"))) % 2:
            cut = len(piece)  # the backslash is one that is escaped
        piece, self.half = piece[:cut], piece[cut:]
        left: list[bytes] = []
        at = 0
        while at < len(piece):
            at = self._text_from(piece, at, left) if self._left is not None else self._until(piece, at, left)
        return b"".join(left)

    def _until(self, piece: bytes, at: int, left: list[bytes]) -> int:
        """Takes what stands before the next long text; where that begins."""
        end = _end(self._between, piece, at)
        left.append(piece[at : end + 1])
        self._left = self._head if end < len(piece) else None
        return end + 1

    def _text_from(self, piece: bytes, at: int, left: list[bytes]) -> int:
        """Takes the head of a text, or the next part of it; where the text ends."""
        end = _end(_WITHIN, piece, at)
        room = self._left or 0
        if end - at > room:
            left.append(piece[at : _end(_WHOLE, piece[: at + room], at)])
            self._left = 0
        else:
            left.append(piece[at:end])
            self._left = room - (end - at)
        if piece[end : end + 1] == b'"':
            left.append(b'"')
            self._left = None
        return end + 1


def _end(pattern: re.Pattern[bytes], piece: bytes, at: int) -> int:
    """Up to where a pattern that matches nothing, too, goes."""
    found = pattern.match(piece, at)
    return found.end() if found else at


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
