"""What Windows is without: no `fcntl`, no replacing of open files, text mode unless told otherwise. Simulated on Linux."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scratchpad_tui.core.pad.store import PadStore

from .faults import BROKEN, TEXT, assert_in_order, data_of, left_over, put, quarantine_of, versions_of
from .processes import needs_linux

pytestmark = needs_linux

WINDOWS = r"""
import errno, fcntl as _fcntl, importlib.abc, os, sys, types

import asyncio, collections.abc, contextlib, ctypes, datetime, hashlib, json, re, select, selectors, socket, stat
import subprocess, threading, tomllib, typing, unicodedata, watchfiles  # what others bring, as it is here


class _Blocked(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name in ("fcntl", "pwd", "grp", "resource", "termios"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


for name in ("fcntl", "pwd", "grp", "resource", "termios"):
    sys.modules.pop(name, None)
sys.meta_path.insert(0, _Blocked())
sys.platform, os.name = "win32", "nt"
for name in ("O_NOFOLLOW", "O_CLOEXEC", "O_NONBLOCK", "fchmod", "fchown", "chown", "fork", "geteuid", "getuid",
             "listxattr", "getxattr", "setxattr", "mkfifo", "O_DIRECTORY", "register_at_fork", "pread", "pwrite"):
    if hasattr(os, name):
        delattr(os, name)

_open, _write, _read, _close, _replace, _rename, _unlink = (
    os.open, os.write, os.read, os.close, os.replace, os.rename, os.unlink)
os.O_BINARY = 1 << 30
_text, _opened = set(), set()


def _open_here(path, flags, mode=0o777):
    if os.path.isdir(path):
        raise PermissionError(errno.EACCES, "Permission denied", path)
    fd = _open(path, flags & ~os.O_BINARY, mode)
    _opened.add(fd)
    _text.discard(fd)
    if not flags & os.O_BINARY:
        _text.add(fd)
    return fd


def _close_here(fd):
    _opened.discard(fd)
    _close(fd)


def _write_here(fd, data):
    if fd in _text:
        _write(fd, bytes(data).replace(b"\n", b"\r\n"))
        return len(data)
    return _write(fd, data)


def _read_here(fd, size):
    data = _read(fd, size)
    return data.replace(b"\r\n", b"\n") if fd in _text else data


def _refuse_open(path):
    if os.path.exists(path):
        info = os.stat(path)
        for fd in _opened:
            there = os.fstat(fd)
            if (there.st_dev, there.st_ino) == (info.st_dev, info.st_ino):
                raise PermissionError(errno.EACCES, "The process cannot access the file because it is being used", path)


def _replace_here(source, target):
    _refuse_open(source)
    _refuse_open(target)
    _replace(source, target)


def _rename_here(source, target):
    if os.path.lexists(target):
        raise FileExistsError(errno.EEXIST, "Cannot create a file when that file already exists", target)
    _refuse_open(source)
    _rename(source, target)


def _unlink_here(path):
    _refuse_open(path)
    _unlink(path)


os.open, os.close, os.write, os.read = _open_here, _close_here, _write_here, _read_here
os.replace, os.rename, os.unlink, os.remove = _replace_here, _rename_here, _unlink_here, _unlink_here

msvcrt = types.ModuleType("msvcrt")
msvcrt.LK_UNLCK, msvcrt.LK_LOCK, msvcrt.LK_NBLCK = 0, 1, 2


def _locking(fd, mode, size):
    try:
        _fcntl.flock(fd, _fcntl.LOCK_UN if mode == 0 else _fcntl.LOCK_EX | _fcntl.LOCK_NB)
    except OSError:
        raise PermissionError(errno.EACCES, "Permission denied") from None


msvcrt.locking = _locking
sys.modules["msvcrt"] = msvcrt
"""

USE = """
from scratchpad_tui.core.pad import quarantine
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.prompt import prompt_text
from scratchpad_tui.core.pad.store import PadStore

quarantine.STEADY_SECONDS = 0.0
path, texts = sys.argv[1], json.loads(sys.argv[2])
store = PadStore(path)


def by_hand(text):
    with open(path, "wb") as file:
        file.write(text.encode())


store.apply([Patch("Findings", "append", "- first"), Patch("Plan", "check", "7")])
by_hand(texts["good"])
store.apply([Patch("Next", "replace", "go on")], session="s-1")
by_hand(texts["broken"])
store.apply([Patch("Next", "replace", "after the break")])
store.take("all")
store.restore(-1)
store.edit("Task", ["Another task"], store.history.newest())
store.mark_seen("s-1", 2)
store.record_event("compaction", "nothing")
store.looked()
prompt_text(store, session="s-2")
store.close()
print(store.read().state)
"""


def windows(code: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs code as if on Windows."""
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    return subprocess.run(
        [sys.executable, "-c", WINDOWS + code, *words], capture_output=True, text=True, check=False, env=env
    )


def lock_holder(code: str, *words: str) -> subprocess.Popen[Any]:
    """The same, left running with pipes."""
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    return subprocess.Popen(
        [sys.executable, "-c", WINDOWS + code, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env
    )


CORE = sorted(
    ".".join(path.relative_to(Path(__file__).parents[3]).with_suffix("").parts).removesuffix(".__init__")
    for path in (Path(__file__).parents[3] / "scratchpad_tui" / "core").rglob("*.py")
)


def test_no_module_of_the_core_needs_what_windows_is_without_to_be_imported() -> None:
    """An unguarded `import fcntl` ends every command at once."""
    code = "import importlib\nfor name in sys.argv[1:]:\n    importlib.import_module(name)\n"
    done = windows(code, *CORE)
    assert (done.returncode, done.stderr) == (0, "")


def test_all_that_a_pad_can_do_works(pad_path: Path) -> None:
    """Files are closed before they are replaced, and written in binary mode."""
    pad_path.parent.mkdir(mode=0o700)
    done = windows(USE, str(pad_path), json.dumps({"good": TEXT, "broken": BROKEN}))
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "good\n")
    store = PadStore(pad_path)
    files = [path for path in pad_path.parent.rglob("*") if path.is_file()]
    assert [path.name for path in files if b"\r" in path.read_bytes()] == []
    assert [path.read_text() for path in quarantine_of(store)] == [BROKEN]
    assert b"## Task\nAnother task\n" in (data_of(store) or b"")
    assert TEXT.encode() in versions_of(store).values()
    assert_in_order(store)


def test_line_ends_of_windows_are_kept(pad_path: Path) -> None:
    """The usual file there."""
    store = PadStore(pad_path)
    put(store, TEXT.replace("\n", "\r\n"))
    code = USE.split("store.apply", maxsplit=1)[0] + 'store.apply([Patch("Next", "replace", "go on")])\n'
    done = windows(code, str(pad_path), "{}")
    assert (done.returncode, done.stderr) == (0, "")
    assert (
        data_of(store)
        == TEXT.replace("## Next\nwrite the adapter", "## Next\ngo on").replace("\n", "\r\n").encode()
    )


def test_a_held_lock_is_waited_for_and_told(pad_path: Path) -> None:
    """By a lock of bytes, which is asked for again and again."""
    store = PadStore(pad_path)
    put(store, TEXT)
    hold = "from scratchpad_tui.core.pad.lock import locked\nwith locked(sys.argv[1], timeout=5):\n    print('held', flush=True)\n    sys.stdin.readline()\n"
    ask = """
from scratchpad_tui.core.errors import LockError
from scratchpad_tui.core.pad.lock import locked
try:
    with locked(sys.argv[1], timeout=float(sys.argv[2])):
        print("taken")
except LockError as error:
    print(error)
"""
    with lock_holder(hold, store.paths.lock) as holder:
        assert holder.stdout
        assert holder.stdin
        holder.stdout.readline()
        refused = windows(ask, store.paths.lock, "0.05")
        holder.stdin.write(b"\n")
        holder.stdin.flush()
        taken = windows(ask, store.paths.lock, "30")
    assert "the pad is locked by" in refused.stdout, refused.stderr
    assert taken.stdout == "taken\n", taken.stderr


@pytest.mark.parametrize("call", ["os.fsync", "os.replace"])
def test_a_failing_disk_is_told_as_anywhere(call: str, pad_path: Path) -> None:
    """One sentence, the old pad, nothing left over."""
    store = PadStore(pad_path)
    put(store, TEXT)
    code = f"""
{USE.split("store.apply", maxsplit=1)[0]}
from scratchpad_tui.core.errors import StorageError
def fail(*args):
    raise OSError(errno.ENOSPC, "No space left on device")
{call} = fail
try:
    store.apply([Patch("Next", "replace", "go on")])
except StorageError as error:
    print(error)
"""
    done = windows(code, str(pad_path), "{}")
    assert "No space left on device" in done.stdout, done.stderr
    assert data_of(store) == TEXT.encode()
    assert left_over(store) == []
