"""One growing file followed by byte offset: complete lines, once each, whatever is done to the file."""

from __future__ import annotations

import errno
import os
import stat

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.transcripts.objects import BLANK, BOM, size_of_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

CHUNK = 1 << 20
"""Bytes read at a time: what is done to them in one step never keeps other threads waiting long."""
LONGEST_LINE = 256 << 20
"""A longer line is passed over: no record of an agent is, and its bytes would fill the memory."""
_NO_OBJECT = b"?"
"""Given out in such a line's place, so that it is counted as one that could not be read."""
_SAMPLE = 64
_OFTEN = 64 << 10
"""An unfinished line up to this size is tried at every look; a larger one only when it has doubled or stands still."""
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


class Tail:
    """What was read of one file, and what may be read on. Nothing is read twice but after a replacement.

    Raises:
        StorageError: at the start, when the file is missing, is no regular file, or must not be read.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.size = 0
        """Of the file at the last look."""
        self.gone = False
        """Whether the path named no file at the last look; what was read stays."""
        self.bytes_read = 0
        """In all, over every replacement."""
        self._identity = (0, 0)
        self._changed = 0
        self._at = 0
        self._start = 0
        self._parts: list[bytes] = []
        """The unfinished line in the pieces that it came in, joined once when it ends."""
        self._kept = 0
        self._tried = 0
        """The bytes of the unfinished line when it was last looked at for whole objects."""
        self._too_long = False
        self._stands = False
        self._first = b""
        self._last = b""
        descriptor = _open(path)
        try:
            self._see(os.fstat(descriptor))
        finally:
            os.close(descriptor)

    @property
    def offset(self) -> int:
        """The byte behind the last line that was given out, where the unfinished one begins."""
        return self._start

    @property
    def pending(self) -> int:
        """How many bytes of an unfinished line are kept."""
        return self._kept

    @property
    def has_more(self) -> bool:
        """Whether the file held more at the last look than was read, or an unfinished line may be whole after all."""
        return self._at < self.size or self._may_offer()

    def look(self) -> bool:
        """Looks at the file again; True where it was replaced, shrunk or written anew: then all begins at zero."""
        try:
            descriptor = _open(self.path)
        except StorageError:
            self.gone = True
            return False
        try:
            state = os.fstat(descriptor)
            self.gone = False
            if not self._is_continued(descriptor, state):
                self._forget()
                self._see(state)
                return True
            self._stands = state.st_size == self.size
            self._see(state)
            return False
        finally:
            os.close(descriptor)

    def read(self, limit: int | None = None) -> Iterator[tuple[int, bytes]]:
        """The complete lines of the next `limit` bytes, each with its place; as of `blocks`."""
        for base, data, first, last in self.blocks(limit):
            find, returns = data.find, b"\r" in data
            at = first
            while at < last:
                stop = find(b"\n", at, last)
                if stop < 0:
                    stop = last
                line = data[at:stop]
                yield base + at, (line.removesuffix(b"\r") if returns else line)
                at = stop + 1

    def blocks(self, limit: int | None = None) -> Iterator[tuple[int, bytes, int, int]]:
        """The complete lines of the next `limit` bytes as they were read; an unfinished one is kept.

        Each block is the place of its bytes, the bytes, and between which two of them the lines stand; the last line
        feed may be missing. What stands behind the file's last line feed is given out too where it is one or more
        whole objects. To be taken to its end: lines of a reading that is broken off are lost.
        """
        end = self.size if limit is None else min(self.size, self._at + max(1, limit))
        descriptor = self._opened() if self._at < end else -1
        try:
            while chunk := self._chunk(descriptor, end):
                base = self._at - len(chunk)
                first = len(BOM) if not base and chunk.startswith(BOM) else 0
                stop = chunk.find(b"\n", first)
                if stop >= 0 and self._kept:
                    place, line = self._start, self._joined(chunk[:stop])
                    first = stop + 1
                    yield place, line, 0, len(line)
                last = chunk.rfind(b"\n", first) + 1 or first
                if last > first:
                    yield base, chunk, first, last
                self._keep(base + last, chunk[last:])
        finally:
            if descriptor >= 0:
                os.close(descriptor)
        if self._at >= self.size and self._may_offer():
            yield from self._offer()

    def _opened(self) -> int:
        """The file, where it is still the one of the last look; -1 where it is not."""
        try:
            descriptor = _open(self.path)
        except StorageError:
            self.gone = True
        else:
            if _identity(os.fstat(descriptor)) == self._identity:
                return descriptor
            os.close(descriptor)
        self.size = self._at  # nothing more until the next look, which will find the replacement
        return -1

    def _chunk(self, descriptor: int, end: int) -> bytes:
        """The next bytes; none at the end, or where the file shrank."""
        count = min(CHUNK, end - self._at) if descriptor >= 0 else 0
        if count <= 0:
            return b""
        chunk = _piece(self.path, descriptor, count, self._at)
        if not chunk:
            self.size = self._at  # the next look will find that it shrank
        self._sample(chunk)
        self._at += len(chunk)
        self.bytes_read += len(chunk)
        return chunk

    def _joined(self, last: bytes) -> bytes:
        whole = b"".join((*self._parts, last)).removesuffix(b"\r")
        line = _NO_OBJECT if self._too_long else whole
        self._parts, self._kept, self._tried, self._too_long = [], 0, 0, False
        return line.removeprefix(BOM)  # it may have come in pieces

    def _keep(self, start: int, rest: bytes) -> None:
        """Keeps what follows the last line feed; blanks and NULs with nothing before them are done with."""
        if not self._kept:
            self._start = start
            if not rest.strip(BLANK):
                self._start += len(rest)
                return
        if self._kept + len(rest) > LONGEST_LINE:
            self._parts, self._too_long = [], True
        self._kept += len(rest)
        if not self._too_long:
            self._parts.append(rest)

    def _may_offer(self) -> bool:
        if not self._kept or self._too_long or self._tried == self._kept:
            return False
        return self._kept <= _OFTEN or self._stands or self._kept >= 2 * self._tried

    def _offer(self) -> Iterator[tuple[int, bytes, int, int]]:
        """The whole objects behind the last line feed; what follows them is kept on."""
        self._tried = self._kept
        if not self._parts[-1].rstrip(BLANK).endswith(b"}"):
            return
        data = b"".join(self._parts)
        self._parts = [data]
        mark = len(BOM) if data.startswith(BOM) else 0
        end = size_of_whole(data[mark:]) + mark
        if end == mark:
            return
        start, rest = self._start, data[end:]
        self._parts, self._kept, self._tried = [], 0, 0
        self._keep(start + end, rest)
        yield start, data, mark, end

    def _sample(self, chunk: bytes) -> None:
        """Keeps the first bytes of the file and the last that were read, by which a rewriting is found out."""
        if len(self._first) < _SAMPLE:
            self._first += chunk[: _SAMPLE - len(self._first)]
        self._last = chunk[-_SAMPLE:] if len(chunk) >= _SAMPLE else (self._last + chunk)[-_SAMPLE:]

    def _is_continued(self, descriptor: int, state: os.stat_result) -> bool:
        if _identity(state) != self._identity or state.st_size < self._at:
            return False
        if state.st_mtime_ns == self._changed and state.st_size == self.size:
            return True
        head = _piece(self.path, descriptor, len(self._first), 0)
        last = _piece(self.path, descriptor, len(self._last), self._at - len(self._last))
        return (head, last) == (self._first, self._last)

    def _see(self, state: os.stat_result) -> None:
        self._identity = _identity(state)
        self.size = state.st_size
        self._changed = state.st_mtime_ns

    def _forget(self) -> None:
        self._at = self._start = self._kept = self._tried = 0
        self._first = self._last = b""
        self._parts = []
        self._too_long = self._stands = False


def read_range(path: str, start: int, count: int) -> bytes:
    """Up to `count` bytes of the file from this offset on.

    Raises:
        StorageError: as of `Tail`.
    """
    descriptor = _open(path)
    pieces = []
    try:
        while count > 0 and (piece := _piece(path, descriptor, min(CHUNK, count), start)):
            pieces.append(piece)
            start += len(piece)
            count -= len(piece)
    finally:
        os.close(descriptor)
    return b"".join(pieces)


def _piece(path: str, descriptor: int, count: int, start: int) -> bytes:
    try:
        os.lseek(descriptor, start, os.SEEK_SET)
        return os.read(descriptor, count)
    except OSError as error:
        raise StorageError(
            f"{path} cannot be read at byte {start}: {error.strerror}", "see what its disk says"
        ) from error


def _identity(state: os.stat_result) -> tuple[int, int]:
    return state.st_dev, state.st_ino


def _open(path: str) -> int:
    try:
        descriptor = os.open(path, _FLAGS)  # a FIFO would hang without O_NONBLOCK
    except IsADirectoryError as error:
        raise _no_file(path, "is a directory") from error
    except FileNotFoundError as error:
        raise StorageError(f"there is no file {path}", "name a transcript that exists") from error
    except PermissionError as error:
        raise StorageError(f"{path} may not be read", "ask its owner for the permission") from error
    except OSError as error:
        if error.errno in (errno.ENXIO, errno.ENODEV):
            raise _no_file(path, "is no regular file") from error
        raise StorageError(f"{path} cannot be read: {error.strerror}", "try again") from error
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        raise _no_file(path, "is a directory" if stat.S_ISDIR(mode) else "is no regular file")
    return descriptor


def _no_file(path: str, what: str) -> StorageError:
    return StorageError(f"{path} {what}", "name a transcript's file")
