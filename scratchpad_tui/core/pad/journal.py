"""The journal: one JSON line for each version and event. It annotates; the version files are the truth.

What reads it raises StorageError where it is there and cannot be read.
"""

from __future__ import annotations

import json
import os

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad.io import open_regular, read_bytes, storage_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    Record = dict[str, Any]

_BINARY = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_TEXTS = ("time", "actor", "by", "turn", "session")
_TAIL = 16_384
"""Bytes read to find the newest line; a longer one is found by reading all."""
_PIECE = 1 << 16
"""Bytes of a journal that are held at once: it is never cut, and what asks it again and again would else leave its
whole length in the memory of each thread that did."""
LONGEST_LINE = 4 << 20
"""Bytes of a line above which it is none of ours: it is passed over, and never held or decoded."""
_VERSION = b'"version"'
"""What stands in each line of kind `version`, and hardly in another."""
_NUMBERS = range(1, 10**18)
"""The numbers that a version file may have for its name."""


def append(path: str, record: Record, *, mode: int) -> None:
    """Adds one line; a torn line before it is ended first.

    Raises:
        OSError: the journal cannot be written.
    """
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | _BINARY
    # Lines are added to it also beside a pad that is read-only.
    mode |= 0o200
    fd = os.open(path, flags, mode)
    try:
        size = os.fstat(fd).st_size
        if size == 0 and hasattr(os, "fchmod"):
            os.fchmod(fd, mode)  # the process's mask took from it
        torn = size > 0 and last_byte(fd, size) != b"\n"
        line = encode_line(record)
        view = memoryview(b"\n" + line if torn else line)
        while view:
            view = view[os.write(fd, view) :]
    finally:
        os.close(fd)


def records(path: str) -> Iterator[Record]:
    """Every readable line, oldest first; torn and foreign lines are passed over."""
    for line in _lines(path, b"{"):
        record = decode_line(line)
        if record is not None:
            yield record


def version_records(path: str) -> Iterator[Record]:
    """The lines of kind `version`, oldest first."""
    for line in _lines(path, _VERSION):
        record = decode_line(line)
        if record is not None and is_version(record):
            yield record


def versions(path: str) -> dict[int, Record]:
    """The same by their number; the last one of a number counts."""
    return {record["version"]: record for record in version_records(path)}


def readable(path: str) -> list[Record]:
    """As `records`; none where the journal cannot be read: what only reads serves the versions without it."""
    try:
        return list(records(path))
    except StorageError:
        return []


def readable_versions(path: str) -> dict[int, Record]:
    """As `versions`; none where the journal cannot be read."""
    try:
        return versions(path)
    except StorageError:
        return {}


def trouble(path: str) -> str:
    """Why `readable` gives nothing, with what helps; empty where the journal can be read, or there is none."""
    try:
        for _ in _pieces(path):
            pass
    except StorageError as error:
        return (
            f"{error.message}: nothing is told of versions but their texts; move it away, or let it be read"
        )
    return ""


def newer_versions(path: str, version: int) -> list[Record]:
    """The lines of the versions above that number, oldest first; the lines of older ones are not decoded."""
    found: dict[int, Record] = {}
    for record in newest_versions(path):
        if record["version"] <= version:
            break
        found.setdefault(record["version"], record)
    return [found[number] for number in sorted(found)]


def newest_versions(path: str) -> Iterator[Record]:
    """The lines of kind `version` from the end on."""
    for line in newest_lines(path, _VERSION):
        record = decode_line(line.strip())
        if record is not None and is_version(record):
            yield record


def version_line(path: str, version: int) -> Record | None:
    """The line of one version, None where there is none; the others are passed over undecoded."""
    for line in newest_lines(path, f'"version":{version}'.encode()):
        record = decode_line(line)
        if record is not None and is_version(record) and record["version"] == version:
            return record
    return None


def events(path: str) -> list[Record]:
    """The lines of kind `event`, oldest first."""
    return _events(_lines(path, b'"event"'))


def events_named(path: str, *names: str) -> list[Record]:
    """Those of these names."""
    found = _events(_lines(path, *(f'"{name}"'.encode() for name in names)))
    return [event for event in found if event["event"] in names]


def _events(lines: Iterable[bytes]) -> list[Record]:
    found = (decode_line(line) for line in lines)
    return [
        e for e in found if e is not None and e.get("kind") == "event" and isinstance(e.get("event"), str)
    ]


def holding(path: str, mark: bytes) -> list[Record]:
    """The lines that hold these bytes, oldest first."""
    found = (decode_line(line) for line in _lines(path, mark))
    return [record for record in found if record is not None]


def tells(path: str, mark: bytes) -> bool:
    """Whether these bytes, which hold no line end, stand anywhere in it."""
    before = b""
    for piece in _pieces(path):
        seen = before + piece
        if mark in seen:
            return True
        before = seen[1 - len(mark) :]
    return False


def newest_lines(path: str, mark: bytes = b"") -> Iterator[bytes]:
    """Its lines that hold the mark, from the end on; what stands before the last one that is taken is not read."""
    try:
        fd, info = open_regular(path)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        raise storage_error(error, path, "read") from error
    try:
        yield from _backwards(fd, info.st_size, mark)
    except OSError as error:
        raise storage_error(error, path, "read") from error
    finally:
        os.close(fd)


def _backwards(fd: int, size: int, mark: bytes) -> Iterator[bytes]:
    ends: list[bytes] = []
    """The pieces of a line whose beginning was not read yet, the last one first."""
    held = 0
    start = size
    while start > 0:
        stop, start = start, max(0, start - _PIECE)
        os.lseek(fd, start, os.SEEK_SET)
        piece = os.read(fd, stop - start)
        if len(piece) < stop - start:
            return  # it was cut meanwhile
        first, *rest = piece.split(b"\n", 1)
        if rest:
            whole, more, last = rest[0].rpartition(b"\n")
            yield from _with_mark(_joined([*ends, last], held + len(last)), mark)
            if more:
                yield from reversed(_with_mark(whole, mark))
            ends, held = [], 0
        held += len(first)
        ends = [*ends, first] if held <= LONGEST_LINE else []
    yield from _with_mark(_joined(ends, held), mark)


def _joined(ends: list[bytes], length: int) -> bytes:
    """A line of its pieces, the last one first; nothing of one that is none of ours."""
    return b"".join(reversed(ends)) if length <= LONGEST_LINE else b""


def _with_mark(whole: bytes, *marks: bytes) -> list[bytes]:
    """The lines of a piece that hold one of the marks; where none stands it is not even parted."""
    found = [mark for mark in marks if mark in whole]
    if not found:
        return []
    return [line for line in whole.split(b"\n") if any(mark in line for mark in found)]


def last_version(path: str) -> Record | None:
    """The newest line of kind `version`, at a cost that does not grow with the journal."""
    try:
        fd = os.open(
            path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | _BINARY
        )
    except OSError:
        return None
    try:
        size = os.fstat(fd).st_size
        start = max(0, size - _TAIL)
        os.lseek(fd, start, os.SEEK_SET)
        tail = os.read(fd, _TAIL)
    except OSError:
        return None
    finally:
        os.close(fd)
    for line in reversed(_with_mark(tail, _VERSION)):
        record = decode_line(line)
        if record is not None and is_version(record):
            return record
    if start == 0:
        return None
    return next(newest_versions(path), None)


def intended(path: str) -> Record | None:
    """The line of the version that was begun last, None where it is not known."""
    # It is written over in place: what stands behind its first line is left from a longer one.
    record = decode_line(_read(path).partition(b"\n")[0])
    return record if record is not None and is_version(record) else None


def is_version(record: Record) -> bool:
    """Whether the line describes a version, in fields of the right kinds."""
    number = record.get("version")
    return (
        record.get("kind") == "version"
        and type(number) is int
        and number in _NUMBERS
        and isinstance(record.get("sha256"), str)
        and all(isinstance(record.get(field), str | None) for field in _TEXTS)
        and all(_is_texts(record.get(field, [])) for field in ("sections", "alarms"))
        and all(isinstance(record.get(field), int | None) for field in ("added", "removed", "size"))
    )


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def encode_line(record: Record) -> bytes:
    """A record as its line."""
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"


def decode_line(line: bytes) -> Record | None:
    """What a line holds; None where it is torn or foreign."""
    if not line.startswith(b"{"):
        return None
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def _lines(path: str, *marks: bytes) -> Iterator[bytes]:
    """Its lines that hold one of the marks, from the first on, the unfinished last one included."""
    parts: list[bytes] = []
    held = 0
    for piece in _pieces(path):
        first, *rest = piece.split(b"\n", 1)
        held += len(first)
        parts = [*parts, first] if held <= LONGEST_LINE else []
        if rest:
            whole, _, last = rest[0].rpartition(b"\n")
            yield from _with_mark(b"".join(parts), *marks)
            yield from _with_mark(whole, *marks)
            parts, held = [last], len(last)
    yield from _with_mark(b"".join(parts), *marks)


def _pieces(path: str) -> Iterator[bytes]:
    try:
        fd, _ = open_regular(path)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        raise storage_error(error, path, "read") from error
    try:
        while piece := os.read(fd, _PIECE):
            yield piece
    except OSError as error:
        raise storage_error(error, path, "read") from error
    finally:
        os.close(fd)


def _read(path: str) -> bytes:
    try:
        return read_bytes(path)
    except (FileNotFoundError, NotADirectoryError):
        return b""
    except OSError as error:
        raise storage_error(error, path, "read") from error


def last_byte(fd: int, size: int) -> bytes:
    """The last byte of an open file of that size, which tells whether its last line is torn."""
    os.lseek(fd, size - 1, os.SEEK_SET)
    return os.read(fd, 1)
