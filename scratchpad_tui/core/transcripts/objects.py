"""The objects on a line of a transcript, whatever was done to it: glued, padded, cut, or not UTF-8."""

from __future__ import annotations

import json
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

BLANK = b" \t\r\n\0"
"""What may stand around an object: white space, and the NULs that a crash leaves."""
BOM = b"\xef\xbb\xbf"
_BLANKS = re.compile(rb"[ \t\r\n\0]*").match
"""In one step: a crash can leave megabytes of NULs."""
# Raw control characters in strings are let through: a damaged line is better read than counted.
_STANDARD = json.JSONDecoder(strict=False)
_made: list[Callable[[bytes], object]] = []


def objects_of(line: bytes) -> list[dict[str, object]] | None:
    """The objects on a complete line, in order; None for a blank one, an empty list for one that cannot be read.

    A line of one bare value (`null`, `7`, a text, a list) holds no object; of a line that is broken behind an
    object, what stands whole before the break is given out.
    """
    try:
        value = _decoder()(line)
    except Exception as error:  # noqa: BLE001 -- the decoder's own errors are only known when it is loaded
        raise_unless_refused(error)
        return whole_objects(line)[0] if line.strip(BLANK) else None
    return [value] if isinstance(value, dict) else []


def whole_objects(data: bytes) -> tuple[list[dict[str, object]], int]:
    """The whole objects that the bytes begin with, and the index behind the last of them.

    By the standard library, which takes lone surrogates, NaN and numbers of any length.
    """
    text = data.decode("latin-1")  # a character a byte, so that places in the text are places in the bytes
    found: list[dict[str, object]] = []
    end = 0
    at = _next(data, 0)
    while at < len(data):
        try:
            value, stop = _STANDARD.raw_decode(text, at)
            if not text.isascii():
                value = _STANDARD.decode(data[at:stop].decode("utf-8", "replace"))
        except (ValueError, RecursionError):
            break
        if not isinstance(value, dict):
            break
        found.append(value)
        end = stop
        at = _next(data, stop)
    return found, end


def size_of_whole(data: bytes) -> int:
    """How many of the bytes are whole objects, from their beginning on; 0 where there is none."""
    try:
        value = _decoder()(data)
    except Exception as error:  # noqa: BLE001 -- as above
        raise_unless_refused(error)
        return whole_objects(data)[1]
    return len(data) if isinstance(value, dict) else 0


def document_of(data: bytes) -> object | None:
    """The one JSON value that the bytes are, or None."""
    data = data.removeprefix(BOM).strip(BLANK)
    try:
        return _decoder()(data)
    except Exception as error:  # noqa: BLE001 -- as above
        raise_unless_refused(error)
    try:
        value: object = _STANDARD.decode(data.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    return value


def safe(text: str) -> str:
    """The text with each half of a broken surrogate pair replaced, so that it can be written as UTF-8."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def raise_unless_refused(error: Exception) -> None:
    """Lets pass what a decoder says of bytes that it does not take."""
    import msgspec

    if not isinstance(error, (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)):
        raise error


def _next(data: bytes, at: int) -> int:
    """The index of the first byte from `at` on that is no blank."""
    found = _BLANKS(data, at)
    return found.end() if found else at


def _decoder() -> Callable[[bytes], object]:
    if not _made:
        import msgspec

        _made.append(msgspec.json.Decoder().decode)
    return _made[0]
