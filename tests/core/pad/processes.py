"""Real processes for tests: forked children, what they tell their parent, and who holds a lock."""

from __future__ import annotations

import os
import select
import signal
import sys
import traceback
import warnings
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad import late, lock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE = 60.0
"""Seconds after which a test gives up on another process."""

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")


class Told:
    """A word from one process to another."""

    def __init__(self) -> None:
        self._reading, self._writing = os.pipe()

    def tell(self, word: str = "now") -> None:
        """Says it; at most a few hundred characters."""
        os.write(self._writing, word.encode())

    def wait(self) -> str:
        """Waits for the word."""
        ready, _, _ = select.select([self._reading], [], [], PATIENCE)
        assert ready, "the other process says nothing"
        return os.read(self._reading, 65_536).decode()

    @property
    def told(self) -> bool:
        """Whether a word is waiting."""
        return bool(select.select([self._reading], [], [], 0)[0])

    def close(self) -> None:
        """Closes both ends in this process."""
        os.close(self._reading)
        os.close(self._writing)


class Child:
    """A forked process."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.ended = False

    def wait(self) -> int:
        """Its exit code when it has ended; the signal's number below zero where one ended it."""
        _, status = os.waitpid(self.pid, 0)
        self.ended = True
        return os.waitstatus_to_exitcode(status)

    def kill(self) -> None:
        """Kills it with SIGKILL and waits until it is gone."""
        if not self.ended:
            os.kill(self.pid, signal.SIGKILL)
            self.wait()

    def stop(self) -> None:
        """Stops it with SIGSTOP and waits until it stands still."""
        os.kill(self.pid, signal.SIGSTOP)
        os.waitpid(self.pid, os.WUNTRACED)


def forked(act: Callable[[], object]) -> Child:
    """Runs `act` in a child of this process; it ends with 0, or with 1 and a traceback where `act` raised."""
    late.finish()
    # The child has this thread alone: locks that another thread holds at the fork would stay held for ever.
    with late._guard, lock._threads_guard, warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid:
        return Child(pid)
    code = 1
    try:
        act()
        late.finish()
        code = 0
    except BaseException:  # noqa: BLE001 - a child of a test must never go on as a second test run
        traceback.print_exc(file=sys.__stderr__)
    finally:
        os._exit(code)


def in_child(act: Callable[[], object]) -> int:
    """Runs `act` in a child to its end and gives its exit code."""
    return forked(act).wait()


@contextmanager
def holding(path: Path | str) -> Iterator[Child]:
    """Another process that holds the lock at `path` for the block, and does nothing else."""
    told = Told()

    def hold() -> None:
        with lock.locked(str(path), timeout=PATIENCE):
            told.tell()
            signal.pause()

    child = forked(hold)
    try:
        told.wait()
        yield child
    finally:
        child.kill()
        told.close()


@contextmanager
def quick_folder(otherwise: Path) -> Iterator[Path]:
    """A folder in memory where the system has such a place: for tests that make hundreds of trees and sync none."""
    memory = "/dev/shm"  # noqa: S108 - the folder gets a name of its own
    if not os.access(memory, os.W_OK):
        yield otherwise
        return
    with TemporaryDirectory(dir=memory) as folder:
        yield Path(folder)


def is_free(path: Path | str) -> bool:
    """Whether nobody holds the lock at `path`; a lock belongs to an open file, so that this process counts too."""
    import fcntl

    fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(fd)
    return True


def open_descriptors() -> int:
    """How many files this process has open."""
    return len(os.listdir("/dev/fd" if sys.platform == "darwin" else "/proc/self/fd"))


def as_ordinary_user() -> None:
    """For a forked child of a test run as root: permissions count again, as for the owner of the files."""
    if os.geteuid() != 0:
        return
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(0x2008_0522, 0)  # _LINUX_CAPABILITY_VERSION_3, this process
    nothing = (ctypes.c_uint32 * 6)()
    if libc.capset(header, nothing) != 0:
        raise OSError(ctypes.get_errno(), "capset")


needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="uses a facility of Linux")
needs_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away and mounts"
)
