"""Which process something belongs to, and whether it still runs: its number alone may be another one's by now."""

from __future__ import annotations

import os
import sys

from scratchpad_tui.core.named_tuple import NamedTuple


class Owner(NamedTuple):
    """A process."""

    pid: int
    started: str
    """Its start in the words of the system, with what tells one run of the system from another; empty if unknown."""


_own: list[Owner] = []


def this_process() -> Owner:
    """The process that asks; a forked one is another."""
    if not _own or _own[0].pid != os.getpid():
        _own[:] = [Owner(os.getpid(), started(os.getpid()))]
    return _own[0]


def is_alive(owner: Owner) -> bool:
    """Whether the process still runs; in doubt it does."""
    if not 0 < owner.pid < 1 << 31:
        return False
    if owner.pid == os.getpid():
        return owner.started in ("", this_process().started)
    if not (_runs_on_windows(owner.pid) if sys.platform == "win32" else _runs(owner.pid)):
        return False
    now = started(owner.pid)
    return not owner.started or not now or owner.started == now


def started(pid: int) -> str:
    """When a process began; empty where it is gone or the system does not tell."""
    return _started_by_ps(pid) if sys.platform == "darwin" else _started_by_proc(pid)


def _started_by_proc(pid: int) -> str:
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            ticks = file.read().rpartition(b")")[2].split()[19].decode()
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            return f"{file.read().strip()}:{ticks}"
    except (OSError, IndexError, UnicodeDecodeError):
        return ""


def _started_by_ps(pid: int) -> str:
    import subprocess

    # The words must not hang on the language and the time zone of whoever asks.
    env = {**os.environ, "LC_ALL": "C", "TZ": "UTC"}
    try:
        asked = subprocess.run(
            ["/bin/ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, check=False, env=env
        )
    except OSError:
        return ""
    return asked.stdout.decode("ascii", "replace").strip()


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True  # another user's process is one
    except OSError:
        return False
    return True


def _runs_on_windows(pid: int) -> bool:
    """Asks for a handle: the signal 0 that other systems know would end the process here."""
    runs = True
    if sys.platform == "win32":
        import ctypes

        query, denied, running = 0x1000, 5, 259
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        handle = kernel.OpenProcess(query, False, pid)  # noqa: FBT003 - the system's own order of arguments
        if not handle:
            return bool(ctypes.get_last_error() == denied)
        code = ctypes.c_ulong()
        known = kernel.GetExitCodeProcess(handle, ctypes.byref(code))
        kernel.CloseHandle(handle)
        runs = not known or code.value == running
    return runs
