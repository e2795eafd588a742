"""The advisory lock of a pad: a kernel lock on a sidecar that is never unlinked."""

from __future__ import annotations

import errno
import json
import os
import sys
import time
from _thread import RLock, allocate_lock
from contextlib import contextmanager, suppress

from scratchpad_tui.core.clock import now, parse_stamp, stamp
from scratchpad_tui.core.errors import LockError, StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.owner import Owner, is_alive, this_process

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_FLAGS = os.O_RDWR | os.O_CREAT
_FLAGS |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_UNSUPPORTED = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP)
_RECORD_LIMIT = 4_096
_UNKNOWN = "an unknown process"
_PAUSE_SECONDS = 0.005
_LOOK_SECONDS = 0.25
"""How often a waiter looks whether waiting is over."""

# The kernel's lock tells processes apart, not threads: within one process the pad's own lock comes first.
_threads: dict[str, RLock] = {}
_threads_guard = allocate_lock()
_depth: dict[str, int] = {}


class Patience:
    """Whether this process waits for locks; one that is asked to end waits for none."""

    is_over = False


@contextmanager
def locked(path: str, *, timeout: float, mode: int = 0o600, enabled: bool = True) -> Iterator[None]:
    """Holds the lock at `path` for the block; the same thread may hold it more than once.

    `timeout` is in seconds. Not `enabled` (the setting `lock.mode = "off"`) holds only the threads of this process.

    Raises:
        LockError: another process or thread held it all the time; the message names the holder.
        StorageError: the file system knows no locks.
    """
    with _threads_guard:
        own = _threads.setdefault(path, RLock())
    if not own.acquire(timeout=timeout):
        raise LockError(f"another thread of this process is writing ({path})", "try again")
    try:
        if _depth.get(path, 0) or not enabled:
            yield
            return
        fd = _acquire(path, timeout, mode)
        _depth[path] = 1
        try:
            yield
        finally:
            _depth[path] = 0
            _unsign(fd)
            # The lock is gone with the descriptor, whatever its closing says.
            with suppress(OSError):
                os.close(fd)
    finally:
        own.release()


def are_supported(path: str) -> bool:
    """Whether the file system of a file knows locks; it is asked for a shared one, which nobody waits for."""
    if sys.platform == "win32":
        return True
    try:
        fd = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return True  # what cannot be read is told elsewhere
    try:
        if sys.platform != "win32":
            fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in _UNSUPPORTED
    finally:
        os.close(fd)
    return True


def _acquire(path: str, timeout: float, mode: int) -> int:
    deadline = time.monotonic() + timeout
    while True:
        fd = _open(path, mode)
        try:
            _wait(fd, path, deadline, timeout)
            # Someone may have deleted the sidecar and others lock a new one: then this lock is worth nothing.
            if _same_file(fd, path):
                _sign(fd)
                return fd
        except BaseException:
            os.close(fd)
            raise
        os.close(fd)


def _open(path: str, mode: int) -> int:
    """Opens the sidecar, with the pad's mode where it is new: whoever may write the pad may lock it."""
    with suppress(FileNotFoundError):
        return os.open(path, _FLAGS & ~os.O_CREAT)
    mode |= 0o600
    try:
        fd = os.open(path, _FLAGS | os.O_EXCL, mode)
    except FileExistsError:
        return os.open(path, _FLAGS, mode)
    if hasattr(os, "fchmod"):
        os.fchmod(fd, mode)  # the process's mask took from it
    return fd


def _wait(fd: int, path: str, deadline: float, timeout: float) -> None:
    try:
        if _try(fd):
            return
        if not _block(fd, deadline):
            raise LockError(
                f"the pad is locked by {_holder(path)}; "
                + ("this program is asked to end" if Patience.is_over else f"waited {timeout:g} s"),
                "try again when it has ended",
            )
    except OSError as error:
        if error.errno in _UNSUPPORTED:
            raise StorageError(
                f"this file system does not support locks ({os.strerror(error.errno)})",
                'set [lock] mode = "off" in scratchpad.toml if only one program writes here',
            ) from error
        raise


def _try(fd: int) -> bool:
    try:
        if sys.platform == "win32":
            os.lseek(fd, 0, os.SEEK_SET)
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK):
            return False
        raise
    return True


def _block(fd: int, deadline: float) -> bool:
    """Waits in the kernel's queue, which is fairer and quicker than asking again and again."""
    if time.monotonic() >= deadline:
        # A thread that waits for nobody would have the lock for an instant when it comes, in the way of the next.
        return False
    waiter = None if sys.platform == "win32" or _Waiter.given_up else _Waiter(fd)
    if waiter is None or not waiter.start():
        return _ask_again(fd, deadline)
    while not waiter.done.wait(min(_LOOK_SECONDS, max(0.0, deadline - time.monotonic()))):
        if Patience.is_over or time.monotonic() >= deadline:
            break
    taken = waiter.stop_waiting()
    if waiter.error is not None:
        raise waiter.error
    return taken


def _ask_again(fd: int, deadline: float) -> bool:
    while time.monotonic() < deadline and not Patience.is_over:
        if _try(fd):
            return True
        time.sleep(_PAUSE_SECONDS)
    return False


class _Waiter:
    """Asks for a lock in a thread of its own, and lets go of it when it comes too late."""

    given_up = 0
    """How many still wait for a holder that never let go; then no more threads are spent on waiting."""

    def __init__(self, fd: int) -> None:
        import threading

        self.fd = os.dup(fd)
        self.done = threading.Event()
        self.error: OSError | None = None
        self._guard = allocate_lock()
        self._late = False
        self._taken = False

    def start(self) -> bool:
        """Whether a thread was to be had; there is none at the end of a process."""
        import threading

        try:
            threading.Thread(target=self._run, daemon=True).start()
        except RuntimeError:
            os.close(self.fd)
            return False
        return True

    def stop_waiting(self) -> bool:
        """Whether the lock was taken; if not, it will be let go when it comes."""
        with self._guard:
            self._late = not self._taken and self.error is None
            _Waiter.given_up += self._late
            return self._taken

    def _run(self) -> None:
        try:
            if sys.platform != "win32":
                fcntl.flock(self.fd, fcntl.LOCK_EX)
        except OSError as error:
            self.error = error
        with self._guard:
            self._taken = self.error is None
            _Waiter.given_up -= self._late
            if self._late and self._taken and sys.platform != "win32":
                fcntl.flock(self.fd, fcntl.LOCK_UN)
            os.close(self.fd)
        self.done.set()


def _same_file(fd: int, path: str) -> bool:
    try:
        there = os.stat(path, follow_symlinks=False)
    except FileNotFoundError:
        return False
    mine = os.fstat(fd)
    return (there.st_dev, there.st_ino) == (mine.st_dev, mine.st_ino)


def _sign(fd: int) -> None:
    """Leaves who holds the lock, for the message of those who wait; it decides nothing."""
    command = " ".join(
        os.path.basename(word) if index == 0 else word for index, word in enumerate(sys.argv[:2])
    )
    record = {
        "pid": os.getpid(),
        # Elsewhere another program must be asked for it, which no write has the time for.
        "started": this_process().started if sys.platform == "linux" else "",
        "command": command[:200] or "python",
        "since": stamp(now()),
    }
    try:
        os.lseek(fd, 0, os.SEEK_SET)
        os.write(fd, json.dumps(record).encode() + b"\n")
        os.ftruncate(fd, os.lseek(fd, 0, os.SEEK_CUR))
    except OSError:
        # A full disk must not keep anybody from a write that frees room.
        return


def _unsign(fd: int) -> None:
    """Takes the record away while the lock is still held: whoever comes next may be one that leaves none."""
    with suppress(OSError):
        os.ftruncate(fd, 0)


class Holder(NamedTuple):
    """Who holds a lock."""

    pid: int
    """0 where nobody knows."""
    since: datetime | None
    words: str
    """Process, command and time, as a sentence has them."""


def holder(path: str) -> Holder | None:
    """Who holds the lock at this moment; None where nobody does. Nothing is waited for, made or written."""
    if _depth.get(path, 0):
        return Holder(os.getpid(), None, "this program")
    try:
        fd = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return None
    try:
        if sys.platform != "win32":
            # A shared one, let go of at once: a writer that comes in between waits for it as for any other.
            fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
            return None
    except OSError as error:
        if error.errno in _UNSUPPORTED:
            return None
    finally:
        os.close(fd)
    found = _recorded(path)
    return found if found.pid or sys.platform != "win32" else None


def _holder(path: str) -> str:
    """Who holds the lock, in words."""
    return _recorded(path).words


def _recorded(path: str) -> Holder:
    """Who holds the lock by the record in the lock file; tolerant of anything that may stand there.

    A record that a killed process left, or one of our own, is not the holder's.
    """
    nobody = Holder(0, None, _UNKNOWN)
    try:
        with open(path, "rb") as file:
            record = json.loads(file.read(_RECORD_LIMIT))
        owner = Owner(int(record["pid"]), str(record.get("started") or ""))
        command, since = str(record["command"]), parse_stamp(record["since"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return nobody
    # On Windows nobody can read the record of a file that is locked; what is read there needs no second look.
    if owner.pid == os.getpid() or (sys.platform != "win32" and not is_alive(owner)):
        return nobody
    shown = "".join(character if character.isprintable() else "?" for character in command)[:60]
    words = f"process {owner.pid} ({shown})" + (f" since {since:%H:%M:%S} UTC" if since else "")
    return Holder(owner.pid, since, words)
