"""Linux's own file events: a wait costs nothing at rest, and the loss of a watch or of events is told."""

from __future__ import annotations

import ctypes
import errno
import math
import os
import select
import struct
import threading
import time

from scratchpad_tui.core.watch.source import HINT, LOST, QUIET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.watch.places import Places

_MODIFY, _CLOSE_WRITE, _MOVED_FROM, _MOVED_TO, _CREATE, _DELETE = 0x2, 0x8, 0x40, 0x80, 0x100, 0x200
_DELETE_SELF, _MOVE_SELF, _UNMOUNT, _OVERFLOW, _IGNORED = 0x400, 0x800, 0x2000, 0x4000, 0x8000
_ONLY_DIRECTORIES = 0x01000000
_WANTED = (
    _MODIFY
    | _CLOSE_WRITE
    | _MOVED_FROM
    | _MOVED_TO
    | _CREATE
    | _DELETE
    | _DELETE_SELF
    | _MOVE_SELF
    | _ONLY_DIRECTORIES
)
_GONE = _DELETE_SELF | _MOVE_SELF | _UNMOUNT | _IGNORED
_HEAD = struct.Struct("iIII")
_BUFFER = 1 << 16
"""In bytes: some thousand events at once."""


class Inotify:
    """A source of hints from inotify.

    watchfiles wakes about a hundred times a second to be as quick, and drops the kernel's word that events were
    lost; both are why this stands here.
    """

    def __init__(self) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        if not hasattr(self._libc, "inotify_init1"):
            raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
        self._events = self._checked(self._libc.inotify_init1(os.O_CLOEXEC | os.O_NONBLOCK))
        self._names: dict[int, set[bytes]] = {}
        try:
            self._awake = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        except OSError:
            os.close(self._events)
            raise
        self._open = True
        self._lock = threading.Lock()
        self._poll = select.poll()
        for descriptor in (self._events, self._awake):
            self._poll.register(descriptor, select.POLLIN)

    def arm(self, where: Places) -> None:
        """Watches these directories for these names and no others."""
        old, self._names = self._names, {}
        try:
            for directory, names in where.items():
                watch = self._checked(
                    self._libc.inotify_add_watch(
                        self._events, os.fsencode(directory), ctypes.c_uint32(_WANTED)
                    )
                )
                self._names.setdefault(watch, set()).update(map(os.fsencode, names))
        finally:
            for watch in old.keys() - self._names.keys():
                self._libc.inotify_rm_watch(self._events, watch)

    def wait(self, seconds: float) -> str:
        """Waits for a hint, at most that long; changes at other names do not end the wait."""
        end = time.monotonic() + seconds
        while True:
            left = max(0.0, end - time.monotonic())
            ready = {descriptor for descriptor, _ in self._poll.poll(math.ceil(left * 1000))}
            if self._awake in ready:
                os.eventfd_read(self._awake)
                return QUIET
            if not ready:
                return QUIET
            found = {self._meaning(*event) for event in self._read()}
            for meaning in (LOST, HINT):
                if meaning in found:
                    return meaning

    def wake(self) -> None:
        """Ends a wait at once."""
        with self._lock:
            if self._open:  # a closed descriptor's number may be another file's by now
                os.eventfd_write(self._awake, 1)

    def close(self) -> None:
        """Lets go of the watches."""
        with self._lock:
            self._open = False
            os.close(self._events)
            os.close(self._awake)

    def _read(self) -> Iterator[tuple[int, int, bytes]]:
        """Each waiting event: watch, kind and name."""
        try:
            data = os.read(self._events, _BUFFER)
        except BlockingIOError:
            return
        at = 0
        while at < len(data):
            watch, kind, _, length = _HEAD.unpack_from(data, at)
            at += _HEAD.size
            yield watch, kind, data[at : at + length].rstrip(b"\0")
            at += length

    def _meaning(self, watch: int, kind: int, name: bytes) -> str:
        if kind & _OVERFLOW:
            return HINT
        names = self._names.get(watch)
        if names is None:
            return QUIET
        if kind & _GONE:
            return LOST
        return HINT if name in names else QUIET

    @staticmethod
    def _checked(result: int) -> int:
        if result < 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))
        return result
