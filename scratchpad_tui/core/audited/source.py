"""The file that an entry names as its source, where it is one of the work folder: found, bounded and read as text."""

from __future__ import annotations

import os
import re
import stat

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.pad.paths import PadPaths

LARGEST = 1 << 20
"""Bytes of a file that are shown."""
_LONGEST = 1_024
"""Characters of a source above which it names no file."""
_PLACE = re.compile(
    r"(?P<path>.*?[^:,\s])(?::{1,2}|,?[ ]{1,3}line[ ]{1,3}|,?[ ]{1,3}l\.?[ ]{0,3}|#L)"
    r"(?P<line>[0-9]{1,7})(?:(?::|-L?)[0-9]{1,7})?:?",
    re.IGNORECASE,
)
"""A file with a line: `limiter.py:88`, `limiter.py:88:12`, `limiter.py:88-92`, `limiter.py#L88`, `limiter.py line 88`."""
_TEST = re.compile(r"(?P<path>[^:]+)::.+")
"""A test by its name, as `tests/test_limiter.py::test_keys`."""
_AROUND = "`'\"<>(),;"
_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
_FOLDER = getattr(os, "O_DIRECTORY", 0)
# A FIFO put in a file's place would hang the open for ever.
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_BY_STEPS = bool(_NOFOLLOW and _FOLDER) and os.open in os.supports_dir_fd


class SourceFile(NamedTuple):
    """A file that an entry names as its source."""

    path: str
    """As named, without the line."""
    line: int
    """The line that is meant, counted from 1; 0 where none is named."""
    text: str
    """What stands in it, as it is: whoever shows it makes it visible first."""
    is_cut: bool
    """Whether it is longer than what is read of it."""


def work_folder(paths: PadPaths) -> str:
    """The folder that the sources of a pad's entries are relative to."""
    folder = os.path.dirname(paths.named)
    return os.path.dirname(folder) if os.path.basename(folder) == ".agent" else folder


def source_file(source: str, root: str) -> SourceFile | None:
    """The file of the folder `root` that a source names; None where it names none.

    No path leads out of the folder: absolute ones, `..`, and links that end elsewhere name no file here.

    Raises:
        StorageError: the file is there and cannot be read.
    """
    found = _found(source, root)
    if found is None:
        return None
    path, line, fd = found
    try:
        return _source_file(path, line, _head(fd))
    except OSError as error:
        raise StorageError(f"{path} cannot be read ({error.strerror})", "look at the disk") from error
    finally:
        os.close(fd)


def is_source_file(source: str, root: str) -> bool:
    """Whether a source names a file of the folder `root`; one that may not be read is one too."""
    try:
        found = _found(source, root)
    except StorageError:
        return True
    if found is not None:
        os.close(found[2])
    return found is not None


def _found(source: str, root: str) -> tuple[str, int, int] | None:
    """The path and the line that a source names, and the file opened for reading."""
    try:
        top = os.path.realpath(root)
        for path, line in _named(source):
            fd = _opened_inside(top, path) if _is_plain(path) else None
            if fd is not None:
                return path, line, fd
    except ValueError:  # no name of a file: on some systems a character, or two drives
        return None
    return None


def _named(source: str) -> Iterator[tuple[str, int]]:
    """What a source may name, with the line: as it stands, with a line behind it, then the same of its first word."""
    source = source.strip()
    if len(source) > _LONGEST:
        return
    first = source.partition(" ")[0].strip(_AROUND)
    # "job 4412" means no file that is called job.
    texts = (source, source.strip(_AROUND), first if re.search(r"[./]", first) else "")
    for text in dict.fromkeys(texts):
        yield text, 0
        with_line = _PLACE.fullmatch(text)
        if with_line:
            yield with_line["path"], int(with_line["line"])
        test = _TEST.fullmatch(text)
        if test:
            yield test["path"], 0


def _is_plain(path: str) -> bool:
    """Whether it is a relative path without a step upward, under the rules of every system."""
    parts = re.split(r"[/\\]", path)
    if not path or not path.isprintable() or path[0] in "/\\~" or ".." in parts:
        return False
    # A drive, or a stream beside a file's text.
    return ":" not in path or os.name == "posix"


def _opened_inside(top: str, path: str) -> int | None:
    """A regular file below the folder `top`, opened; None where there is none."""
    real = os.path.realpath(os.path.join(top, path))
    if os.path.commonpath([top, real]) != top or real == top:
        return None
    try:
        fd = _opened(top, os.path.relpath(real, top).split(os.sep))
    except OSError as error:
        if not os.path.isfile(real):
            return None
        raise StorageError(f"{path} cannot be read ({error.strerror})", "look at its permissions") from error
    if stat.S_ISREG(os.fstat(fd).st_mode):
        return fd
    os.close(fd)
    return None


def _opened(top: str, parts: list[str]) -> int:
    """The file opened; step by step where the system can, so that no folder becomes a link between look and open."""
    if not _BY_STEPS:
        return os.open(os.path.join(top, *parts), _READ)
    folder = os.open(top, os.O_RDONLY | _FOLDER)
    try:
        for part in parts[:-1]:
            inner = os.open(part, os.O_RDONLY | _FOLDER | _NOFOLLOW, dir_fd=folder)
            os.close(folder)
            folder = inner
        return os.open(parts[-1], _READ | _NOFOLLOW, dir_fd=folder)
    finally:
        os.close(folder)


def _head(fd: int) -> bytes:
    parts, left = [], LARGEST + 1
    while left and (piece := os.read(fd, left)):
        parts.append(piece)
        left -= len(piece)
    return b"".join(parts)


def _source_file(path: str, line: int, data: bytes) -> SourceFile:
    is_cut = len(data) > LARGEST
    if is_cut:
        # The last line is a piece, and perhaps of a character.
        data = data[:LARGEST]
        data = data[: data.rfind(b"\n") + 1] or data
    return SourceFile(path, line, data.decode("utf-8", "replace").removeprefix("\ufeff"), is_cut)
