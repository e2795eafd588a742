"""The journal: one JSON line for each version and event. It annotates; the version files are the truth.

What reads it raises StorageError where it is there and cannot be read.
"""

from __future__ import annotations

import json
import os
from typing import Any

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad.io import read_bytes, storage_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Record = dict[str, Any]

_BINARY = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_TEXTS = ("time", "actor", "by", "turn", "session")
_TAIL = 16_384
"""Bytes read to find the newest line; a longer one is found by reading all."""
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
        torn = size > 0 and _last_byte(fd, size) != b"\n"
        line = json.dumps(record, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"
        view = memoryview(b"\n" + line if torn else line)
        while view:
            view = view[os.write(fd, view) :]
    finally:
        os.close(fd)


def records(path: str) -> Iterator[Record]:
    """Every readable line, oldest first; torn and foreign lines are passed over."""
    yield from _decoded(_read(path))


def versions(path: str) -> dict[int, Record]:
    """The lines of kind `version` by their number; the last one of a number counts."""
    return by_number(records(path))


def by_number(found: Iterable[Record]) -> dict[int, Record]:
    """The lines of kind `version` among these, by their number; the last one of a number counts."""
    return {record["version"]: record for record in found if is_version(record)}


def readable(path: str) -> list[Record]:
    """As `records`; none where the journal cannot be read: what only reads serves the versions without it."""
    try:
        return list(records(path))
    except StorageError:
        return []


def trouble(path: str) -> str:
    """Why `readable` gives nothing, with what helps; empty where the journal can be read, or there is none."""
    try:
        _read(path)
    except StorageError as error:
        return (
            f"{error.message}: nothing is told of versions but their texts; move it away, or let it be read"
        )
    return ""


def newer_versions(path: str, version: int) -> list[Record]:
    """The lines of the versions above that number, oldest first; the lines of older ones are not decoded."""
    data = _read(path)
    found: dict[int, Record] = {}
    end = len(data)
    while end > 0:
        start = data.rfind(b"\n", 0, end - 1) + 1
        record = decode_line(data[start:end].strip())
        end = start
        if record is None or not is_version(record):
            continue
        if record["version"] <= version:
            break
        found.setdefault(record["version"], record)
    return [found[number] for number in sorted(found)]


def version_line(path: str, version: int) -> Record | None:
    """The line of one version, None where there is none; the others are passed over undecoded."""
    data = _read(path)
    number = f'"version":{version}'.encode()
    end = len(data)
    while (found := data.rfind(number, 0, end)) >= 0:
        start = data.rfind(b"\n", 0, found) + 1
        record = decode_line(data[start:].partition(b"\n")[0])
        if record is not None and is_version(record) and record["version"] == version:
            return record
        end = start
    return None


def events(path: str) -> list[Record]:
    """The lines of kind `event`, oldest first."""
    # Most lines are versions: they are passed over undecoded.
    found = (decode_line(line) for line in _read(path).split(b"\n") if b'"event"' in line)
    return [
        e for e in found if e is not None and e.get("kind") == "event" and isinstance(e.get("event"), str)
    ]


def holding(path: str, mark: bytes) -> list[Record]:
    """The lines that hold these bytes, oldest first; the others are passed over undecoded."""
    found = (decode_line(line) for line in _read(path).split(b"\n") if mark in line)
    return [record for record in found if record is not None]


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
    for line in reversed(tail.split(b"\n")):
        record = decode_line(line)
        if record is not None and is_version(record):
            return record
    if start == 0:
        return None
    return next((record for record in reversed(list(records(path))) if is_version(record)), None)


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


def _decoded(data: bytes) -> Iterator[Record]:
    for line in data.split(b"\n"):
        record = decode_line(line)
        if record is not None:
            yield record


def decode_line(line: bytes) -> Record | None:
    """What a line holds; None where it is torn or foreign."""
    if not line.startswith(b"{"):
        return None
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def _read(path: str) -> bytes:
    try:
        return read_bytes(path)
    except (FileNotFoundError, NotADirectoryError):
        return b""
    except OSError as error:
        raise storage_error(error, path, "read") from error


def _last_byte(fd: int, size: int) -> bytes:
    os.lseek(fd, size - 1, os.SEEK_SET)
    return os.read(fd, 1)
