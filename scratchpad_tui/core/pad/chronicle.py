"""All that happened to a pad in one list: versions and the journal's events, each change read from the files once.

The list is in the order of the journal, whatever the clock said: versions by their numbers, each event behind the
version that it followed. What a row holds is kept in columns, so that a hundred thousand of them are some megabytes.
"""

from __future__ import annotations

import os
import threading

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad.io import storage_error
from scratchpad_tui.core.pad.journal import decode_line, is_version
from scratchpad_tui.core.pad.moments import Columns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.history import History
    from scratchpad_tui.core.pad.journal import Record
    from scratchpad_tui.core.pad.moments import Moment, Moments

_UNSHOWN = ("looked",)
"""Events that only remember something for the program itself."""
_PIECE = 1 << 17
"""Bytes of the journal that are read at once."""
_GUARD = 64
"""Bytes before the place that was read up to: they tell whether the file is still the same."""
_FRONT = 16
"""Versions at the old end that are looked for at each reading: those leave first."""
_READ = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


class Chronicle:
    """Reads what happened to one pad; a second reading costs what is new. Several threads may ask for it."""

    def __init__(self) -> None:
        self._one = threading.Lock()
        self._journal = ""
        self._forget()

    def _forget(self) -> None:
        self._columns = Columns()
        self._file = (0, 0)
        self._offset = 0
        self._guard = b""
        self._anchor = 0
        """The version whose line was read last: the events behind it followed it."""
        self._listed = 0
        """How many versions there were when the folder was listed last; 0: not yet."""
        self._fresh: list[int] = []
        """Versions that came in since the last look at the folder."""

    def read(self, history: History) -> Moments:
        """All that happened so far.

        Raises:
            StorageError: the folder of the versions cannot be read.
        """
        with self._one:
            if history.paths.journal != self._journal:
                self._journal = history.paths.journal
                self._forget()
            trouble = ""
            try:
                self._read_on()
            except StorageError as error:
                trouble = str(error)
            self._find_kept(history)
            return self._columns.snapshot(trouble)

    # The journal

    def _read_on(self) -> None:
        """Takes the lines that were added; where another file stands there now, all of it."""
        try:
            fd = os.open(self._journal, _READ)
        except (FileNotFoundError, NotADirectoryError):
            if self._offset:
                self._forget()
            return
        except OSError as error:
            raise storage_error(error, self._journal, "read") from error
        try:
            self._read_file(fd)
        except OSError as error:
            raise storage_error(error, self._journal, "read") from error
        finally:
            os.close(fd)

    def _read_file(self, fd: int) -> None:
        info = os.fstat(fd)
        # One that came to be may begin with a redaction: the versions have other bytes under the same numbers.
        came = self._listed and not self._offset and info.st_size
        if came or (self._offset and not self._is_the_same(fd, info)):
            self._forget()
        self._file = (info.st_dev, info.st_ino)
        os.lseek(fd, self._offset, os.SEEK_SET)
        rest = b""
        while piece := os.read(fd, _PIECE):
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                self._take(line, ended=True)
        if rest and decode_line(rest) is not None:
            self._take(rest, ended=False)  # whole, but for its end; a torn one is looked at again next time

    def _is_the_same(self, fd: int, info: os.stat_result) -> bool:
        if (info.st_dev, info.st_ino) != self._file or info.st_size < self._offset:
            return False
        os.lseek(fd, self._offset - len(self._guard), os.SEEK_SET)
        return os.read(fd, len(self._guard)) == self._guard

    def _take(self, line: bytes, *, ended: bool) -> None:
        record = decode_line(line)
        if record is not None:
            self._add(record)
        self._offset += len(line) + ended
        self._guard = (self._guard + line + b"\n" * ended)[-_GUARD:]

    def _add(self, record: Record) -> None:
        if is_version(record):
            self._anchor = record["version"]
            self._fresh.append(self._anchor)
            self._columns.add_version(record, self._offset)
        elif _is_shown(record):
            self._columns.add_event(record, self._anchor, self._offset)

    # The folder

    def _find_kept(self, history: History) -> None:
        """Which versions are files still, and which of those have no line."""
        columns = self._columns
        if not self._listed or len(columns.kept) > self._listed + self._listed // 8 + _FRONT:
            columns.set_kept(history.numbers())
            self._listed = max(1, len(columns.kept))
            columns.add_unannotated(columns.kept)
        else:
            columns.keep([number for number in self._fresh if history.has(number)])
            self._find_unannotated(history)
            for _ in range(_FRONT):
                oldest = columns.oldest_kept
                if not oldest or history.has(oldest):
                    break
                columns.drop_oldest()
        self._fresh = []

    def _find_unannotated(self, history: History) -> None:
        """Takes versions whose lines could not be written, as far as their numbers go on."""
        number = self._columns.newest + 1
        while history.has(number):
            self._columns.keep([number])
            self._columns.add_bare(number)
            number += 1


def _is_shown(record: Record) -> bool:
    event = record.get("event")
    return record.get("kind") == "event" and isinstance(event, str) and event not in _UNSHOWN


def record_of(history: History, moment: Moment) -> Record | None:
    """The journal's whole line of what happened, at a cost that does not grow; None where it is not there any more."""
    if moment.offset < 0:
        return None
    try:
        fd = os.open(history.paths.journal, _READ)
    except OSError:
        return None
    try:
        os.lseek(fd, moment.offset, os.SEEK_SET)
        line = b""
        while piece := os.read(fd, 1 << 14):
            line += piece
            if b"\n" in piece:
                break
    except OSError:
        return None
    finally:
        os.close(fd)
    record = decode_line(line.partition(b"\n")[0])
    if record is None or (record.get("event") if moment.is_event else record.get("version")) != (
        moment.kind if moment.is_event else moment.version
    ):
        return None
    return record
