"""The lock: one writer at a time, a dead holder never blocks, a stopped one is named and never robbed."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import signal
import stat
import subprocess
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import LockError, StorageError
from scratchpad_tui.core.pad import lock
from scratchpad_tui.core.pad.lock import locked
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore

from .faults import TEXT, assert_in_order, data_of, put
from .processes import (
    PATIENCE,
    Told,
    forked,
    holding,
    in_child,
    is_free,
    needs_fork,
    needs_linux,
    open_descriptors,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = needs_fork
ENTRY = Patch("Findings", "append", "- one more")


@pytest.fixture
def path(tmp_path: Path) -> str:
    """Where a lock stands."""
    return str(tmp_path / ".pad.md.lock")


# Who gets in


def test_a_second_writer_is_kept_out_until_the_first_has_ended(path: str) -> None:
    """The lock's one job."""
    with locked(path, timeout=0):
        assert not is_free(path)
    assert is_free(path)


def test_the_same_thread_may_take_the_lock_again(path: str) -> None:
    """A change that calls another must not wait for itself, and the inner end does not let others in."""
    with locked(path, timeout=0):
        with locked(path, timeout=0):
            pass
        assert not is_free(path)
    assert is_free(path)


def test_an_error_under_the_lock_frees_it(path: str) -> None:
    """Whatever happens inside, the next writer gets in."""
    with pytest.raises(ValueError, match="inside"), locked(path, timeout=0):
        raise ValueError("inside")
    assert is_free(path)


def test_another_thread_of_this_process_is_kept_out_and_told(path: str) -> None:
    """The kernel's lock belongs to the file, so that threads need one of their own."""
    found: list[BaseException] = []

    def second() -> None:
        try:
            with locked(path, timeout=0.01):
                pass
        except LockError as error:
            found.append(error)

    with locked(path, timeout=0):
        thread = threading.Thread(target=second)
        thread.start()
        thread.join()
    assert "another thread" in str(found[0])


def test_a_waiting_writer_gets_in_when_the_holder_is_killed(path: str) -> None:
    """A dead holder never blocks: the kernel frees what it held."""
    waiting, got = Told(), Told()

    def wait() -> None:
        waiting.tell()
        with locked(path, timeout=PATIENCE):
            got.tell()

    with holding(path) as holder:
        waiter = forked(wait)
        waiting.wait()
        assert not got.told
        holder.kill()
        got.wait()
    assert waiter.wait() == 0


def test_a_killed_holder_leaves_the_lock_free_at_once(path: str) -> None:
    """Its record stays in the file and means nothing."""
    with holding(path) as holder:
        holder.kill()
        with locked(path, timeout=0):
            pass


def test_a_stopped_holder_is_named_and_never_robbed(path: str) -> None:
    """It may go on at any moment: only a person can decide to end it."""
    with holding(path) as holder:
        holder.stop()
        for _ in range(3):
            with pytest.raises(LockError) as caught, locked(path, timeout=0.01):
                pytest.fail("the lock was stolen")
            assert f"process {holder.pid} (" in str(caught.value)
            assert " since " in str(caught.value)
            assert "waited 0.01 s" in str(caught.value)
        assert not is_free(path)


@needs_linux
def test_waiting_in_vain_leaves_no_descriptor_behind(path: str) -> None:
    """A screen that tries again every second beside a stopped holder must not run out of descriptors."""
    with holding(path) as holder:
        holder.stop()
        before = open_descriptors()
        for _ in range(20):
            with pytest.raises(LockError), locked(path, timeout=0.001):
                pass
        assert open_descriptors() - before < 5


def test_who_does_not_wait_leaves_nobody_waiting(path: str) -> None:
    """A thread that came too late would have the lock for an instant, just when somebody else asks for it."""
    with holding(path):
        before = threading.active_count()
        with pytest.raises(LockError), locked(path, timeout=0):
            pass
        assert threading.active_count() == before


def test_a_write_beside_a_held_lock_changes_nothing_and_tells_the_holders_command(pad_path: Path) -> None:
    """Exit code 3 of a hook that came at the wrong moment."""
    store = PadStore(pad_path)
    put(store, TEXT)
    with holding(store.paths.lock) as holder, pytest.raises(LockError) as caught:
        store.apply([ENTRY], timeout=0.01)
    assert str(holder.pid) in caught.value.message
    assert caught.value.remedy
    assert caught.value.exit_code == 3
    assert data_of(store) == TEXT.encode()
    assert store.history.numbers() == []


def test_reading_does_not_wait_for_a_held_lock(pad_path: Path) -> None:
    """A person and a prompt see the pad as it is at any time."""
    store = PadStore(pad_path)
    put(store, TEXT)
    with holding(store.paths.lock):
        assert store.read().data == TEXT.encode()


def test_no_thread_is_needed_to_wait_at_the_end_of_a_process(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From Python 3.12 on no thread can be started at exit, where the last late lines are taken over."""

    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't create new thread at interpreter shutdown")

    with holding(path) as holder:
        holder.stop()
        monkeypatch.setattr(threading.Thread, "start", refuse)
        with pytest.raises(LockError), locked(path, timeout=0.01):
            pass


# The sidecar


def test_the_sidecar_outlives_every_save(pad_path: Path) -> None:
    """It is never unlinked: whoever waits for it waits for the right file."""
    store = PadStore(pad_path)
    store.apply([ENTRY])
    inode = os.stat(store.paths.lock).st_ino
    store.apply([Patch("Next", "replace", "again")])
    assert os.stat(store.paths.lock).st_ino == inode


def test_the_record_names_pid_command_and_time(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is for the message only."""
    monkeypatch.setattr("sys.argv", ["/usr/local/bin/scratchpad-tui", "apply", "--file", "secret.json"])
    with locked(path, timeout=0):
        record = json.loads(Path(path).read_bytes())
    assert record["pid"] == os.getpid()
    assert record["command"] == "scratchpad-tui apply"
    assert record["since"].endswith("Z")


@pytest.mark.parametrize(
    "left",
    [
        b"",
        b"4711",
        b"\x00\xff\xfe rubbish {",
        b"9" * 3_000_000,
        b"[" * 100_000,
        b'{"pid": 1}',
        b'{"pid": null, "since": 3}',
    ],
    ids=["empty", "a number", "rubbish", "huge", "deep", "half", "odd"],
)
def test_a_left_over_sidecar_means_nothing_and_is_no_trouble_to_read(path: str, left: bytes) -> None:
    """Existence is no lock; a holder whose record cannot be read is named in general."""
    Path(path).write_bytes(left)
    with locked(path, timeout=0):
        pass
    with holding(path):
        Path(path).write_bytes(left)
        with pytest.raises(LockError, match="process"), locked(path, timeout=0.01):
            pass


@contextmanager
def _held_without_a_name(path: str) -> Iterator[None]:
    """The lock held as flock(1) holds it, which leaves no record."""
    fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX)
        yield
    finally:
        os.close(fd)


def test_a_released_lock_names_nobody(path: str) -> None:
    """Who held it last is not who holds it now."""
    with locked(path, timeout=0):
        assert os.path.getsize(path) > 0
    assert os.path.getsize(path) == 0
    with (
        _held_without_a_name(path),
        pytest.raises(LockError, match="locked by an unknown process"),
        locked(path, timeout=0.01),
    ):
        pass


def test_the_record_of_a_dead_holder_names_nobody(path: str) -> None:
    """A kill leaves it behind; its number may be another process's by now."""
    with holding(path) as holder:
        holder.kill()
    left = json.loads(Path(path).read_bytes())
    assert left["pid"] == holder.pid
    reused = {**left, "pid": os.getppid(), "started": "another run:1"}
    for record in (left, reused):
        Path(path).write_text(json.dumps(record))
        with (
            _held_without_a_name(path),
            pytest.raises(LockError, match="locked by an unknown process"),
            locked(path, timeout=0.01),
        ):
            pass


def test_nobody_is_told_to_wait_for_themselves(path: str) -> None:
    """The record of this process is from an earlier write: it does not wait for its own lock."""
    with locked(path, timeout=0):
        mine = Path(path).read_bytes()
    with _held_without_a_name(path):
        Path(path).write_bytes(mine)
        with pytest.raises(LockError) as caught, locked(path, timeout=0.01):
            pass
    assert "locked by an unknown process" in caught.value.message


def test_control_characters_in_a_holders_command_reach_no_terminal(path: str) -> None:
    """The record is text from a file: anybody may have written it."""
    with holding(path) as holder:
        record = {
            "pid": holder.pid,
            "command": "evil \x1b]52;c;AAAA\x07\u202e" + "x" * 500,
            "since": "2026-07-20T10:12:00Z",
        }
        Path(path).write_text(json.dumps(record), encoding="utf-8")
        with pytest.raises(LockError) as caught, locked(path, timeout=0.01):
            pass
    assert str(caught.value).isprintable()
    assert f"process {holder.pid} (evil ?]52" in str(caught.value)
    assert "10:12:00" in str(caught.value)
    assert len(str(caught.value)) < 300


@needs_linux
def test_a_writer_that_waited_for_a_deleted_sidecar_does_not_enter_beside_the_holder_of_the_new_one(
    path: str,
) -> None:
    """A lock on a file that has lost its name is worth nothing: the waiter asks again for the one that has it."""
    waiting, entered = Told(), Told()

    def wait() -> None:
        waiting.tell()
        with locked(path, timeout=PATIENCE):
            entered.tell()

    with holding(path) as first:
        waiter = forked(wait)
        waiting.wait()
        _wait_until_blocked(waiter.pid)
        os.unlink(path)
        with holding(path):
            first.kill()
            _wait_until_blocked(waiter.pid, on=path)
            assert not entered.told
    entered.wait()
    assert waiter.wait() == 0


def _wait_until_blocked(pid: int, on: str = "") -> None:
    """Waits until the process stands in the kernel's queue for a lock, of this file where one is named."""
    inode = f":{os.stat(on).st_ino} " if on else " "
    pause = threading.Event()
    for _ in range(int(PATIENCE * 1000)):
        rows = Path("/proc/locks").read_text(encoding="ascii").split("\n")
        if any("->" in row and f" {pid} " in row and inode in row for row in rows):
            return
        pause.wait(0.001)
    pytest.fail("the other process does not wait for the lock")


def test_a_link_at_the_locks_name_is_not_followed(pad_path: Path, tmp_path: Path) -> None:
    """The record would be written over its target."""
    store = PadStore(pad_path)
    put(store, TEXT)
    victim = tmp_path / "victim"
    victim.write_text("victim")
    os.symlink(victim, store.paths.lock)
    with pytest.raises(StorageError) as caught:
        store.apply([ENTRY])
    assert store.paths.lock in str(caught.value)
    assert victim.read_text() == "victim"
    assert data_of(store) == TEXT.encode()


def test_a_child_started_under_the_lock_does_not_keep_it(path: str) -> None:
    """An editor or git started by us may live on for hours."""
    with locked(path, timeout=0):
        child = subprocess.Popen(["sleep", "60"], close_fds=False)
    try:
        assert is_free(path)
    finally:
        child.kill()
        child.wait()


def test_a_new_sidecar_is_as_private_as_the_pad(pad_path: Path) -> None:
    """It names commands of its user."""
    store = PadStore(pad_path)
    put(store, TEXT)
    os.chmod(pad_path, 0o600)
    store.apply([ENTRY])
    assert stat.S_IMODE(os.stat(store.paths.lock).st_mode) == 0o600


# File systems without locks


def _flock_says(code: int) -> Callable[[int, int], None]:
    def refuse(fd: int, operation: int) -> None:
        raise OSError(code, os.strerror(code))

    return refuse


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP])
def test_a_file_system_without_locks_ends_the_write_and_names_the_setting(
    code: int, pad_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Writing without a lock is a person's decision, and the error says how to take it."""
    store = PadStore(pad_path)
    put(store, TEXT)
    monkeypatch.setattr("fcntl.flock", _flock_says(code))
    with pytest.raises(StorageError) as caught:
        store.apply([ENTRY])
    assert '[lock] mode = "off"' in str(caught.value)
    assert caught.value.exit_code == 3
    assert data_of(store) == TEXT.encode()


def test_with_locks_off_such_a_file_system_works(pad_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The remedy of the error is one."""
    pad_path.parent.mkdir(parents=True)
    (pad_path.parent / "scratchpad.toml").write_text('[lock]\nmode = "off"\n')
    monkeypatch.setattr("fcntl.flock", _flock_says(errno.ENOLCK))
    store = PadStore(pad_path)
    assert store.apply([ENTRY]).changed
    monkeypatch.undo()
    assert_in_order(store)


def test_an_error_of_the_lock_that_is_no_lack_of_locks_is_told_as_it_is(
    pad_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A broken disk is not mended by a setting."""
    store = PadStore(pad_path)
    put(store, TEXT)
    monkeypatch.setattr("fcntl.flock", _flock_says(errno.EIO))
    with pytest.raises(StorageError, match=os.strerror(errno.EIO)) as caught:
        store.apply([ENTRY])
    assert "mode" not in caught.value.remedy


@needs_linux
def test_signals_that_interrupt_the_wait_do_not_end_it(path: str) -> None:
    """A window that changes its size sends one in the middle of a save."""
    got = Told()

    def wait() -> None:
        signal.signal(signal.SIGALRM, lambda number, frame: None)
        signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
        with locked(path, timeout=PATIENCE):
            got.tell()

    with holding(path) as holder:
        waiter = forked(wait)
        _wait_until_blocked(waiter.pid)
        holder.kill()
    assert waiter.wait() == 0
    assert got.told


def test_the_lock_is_free_after_a_child_that_was_killed_in_the_middle_of_a_write(pad_path: Path) -> None:
    """Killed between the pending version and the swap."""
    store = PadStore(pad_path)
    put(store, TEXT)

    def die() -> None:
        os.replace = lambda *names: os.kill(os.getpid(), signal.SIGKILL)
        store.apply([ENTRY])

    assert in_child(die) == -signal.SIGKILL
    assert is_free(store.paths.lock)
    store.apply([ENTRY])
    assert_in_order(store)


def test_locks_of_different_pads_do_not_wait_for_each_other(tmp_path: Path) -> None:
    """Two pads beside each other are two files."""
    with holding(tmp_path / ".a.md.lock"), locked(str(tmp_path / ".b.md.lock"), timeout=0):
        assert lock._depth
