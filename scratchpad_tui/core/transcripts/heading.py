"""The beginning of a file, by which its format is found."""

from __future__ import annotations

import os

from scratchpad_tui.core.transcripts.document import LARGEST
from scratchpad_tui.core.transcripts.objects import BLANK, BOM, document_of, objects_of
from scratchpad_tui.core.transcripts.reading import Head
from scratchpad_tui.core.transcripts.tail import read_range

LINES = 50
BYTES = 1 << 20
LONGEST_FIRST_LINE = 32 << 20

_NAMED = 6
"""So many keys or lines are named of what is no transcript."""


def head_of(path: str) -> Head:
    """The objects on the first lines, or the one value that the file is.

    Raises:
        StorageError: the file is missing, is no regular file, or must not be read.
    """
    if os.path.isdir(path):
        return Head([], None, path, _folder(path))
    size, data = _beginning(path)
    whole = size <= len(data)
    lines = data.removeprefix(BOM).split(b"\n")
    if not whole and len(lines) > 1:
        lines.pop()
    objects: list[dict[str, object]] = []
    filled = 0
    for line in lines:
        if filled == LINES:
            break
        found = objects_of(line)
        filled += found is not None
        objects += found or ()
    document = None
    if filled <= 1 or not objects:
        document = _document(path, size, data)
    return Head(objects, document, path, _seen(data, objects, document, filled))


def _folder(path: str) -> str:
    try:
        names = sorted(os.listdir(path))
    except OSError:
        names = []
    return f"a directory with {', '.join(names[:_NAMED])}" if names else "a directory"


def _beginning(path: str) -> tuple[int, bytes]:
    data = read_range(path, 0, BYTES)
    size = os.stat(path).st_size
    if b"\n" not in data and size > len(data):
        data = read_range(path, 0, LONGEST_FIRST_LINE)
    return size, data


def _document(path: str, size: int, data: bytes) -> object | None:
    if data.removeprefix(BOM).lstrip(BLANK)[:1] not in (b"{", b"[") or size > LARGEST:
        return None
    return document_of(data if size <= len(data) else read_range(path, 0, size))


def _seen(data: bytes, objects: list[dict[str, object]], document: object, filled: int) -> str:
    """What was found there, in words."""
    if not data.strip(BLANK):
        return "nothing yet" if not data.strip(b"\0") else "blank lines"
    if objects or isinstance(document, dict):
        first = objects[0] if objects else document
        assert isinstance(first, dict)
        keys = ", ".join(str(key)[:30] for key in list(first)[:_NAMED]) or "no keys"
        return f"a JSON object with {keys}" if len(objects) < 2 else f"JSON objects, the first with {keys}"
    if isinstance(document, list):
        return f"a JSON list of {len(document):,}"
    start = data.removeprefix(BOM).lstrip(BLANK)[:1]
    if b"\0" in data:
        return "bytes that are no text"
    if start in (b"{", b"["):
        return "JSON that is not finished or cannot be read"
    return f"{filled} line{'s' if filled != 1 else ''} of text" + (" or more" if filled == LINES else "")
