"""How bytes reach the disk: whole, in a safe order, and never by way of a file whose sync failed."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad import io
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore

from .faults import BROKEN, Call, assert_in_order, data_of, left_over, put, save, versions_of, watched_calls
from .processes import in_child, needs_fork, needs_linux, needs_root

if TYPE_CHECKING:
    from collections.abc import Callable

    from .faults import Call

ENTRY = Patch("Findings", "append", "- one more")


@pytest.fixture
def store(pad_path: Path) -> PadStore:
    """A pad with two versions."""
    store = PadStore(pad_path)
    save(store)
    return store


# Whole


def test_short_writes_are_completed(store: PadStore) -> None:
    """The system may take one byte of many and call it a success."""

    def one_byte(call: Call) -> object:
        fd, data = call.args
        return os_write(fd, bytes(data)[:1])

    os_write = os.write
    with watched_calls(one_byte, ("write",)):
        store.apply([ENTRY])
    assert_in_order(store)
    assert b"- one more\n" in (data_of(store) or b"")


def test_real_interruptions_change_nothing(pad_path: Path) -> None:
    """A thousand signals a second during saves: each save is whole."""

    def saves() -> None:
        signal.signal(signal.SIGALRM, lambda number, frame: None)
        signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
        store = PadStore(pad_path)
        for number in range(30):
            store.apply([Patch("Next", "replace", f"turn {number}")])
        store.close()

    if not hasattr(os, "fork"):
        pytest.skip("this system does not fork")
    assert in_child(saves) == 0
    store = PadStore(pad_path)
    assert store.history.numbers()[-1] == 30
    assert_in_order(store)


def test_a_file_is_read_from_its_start_to_its_end_in_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A read may give less than was asked for as well."""
    path = tmp_path / "file"
    path.write_bytes(bytes(range(256)))
    read = os.read
    monkeypatch.setattr(os, "read", lambda fd, size: read(fd, min(size, 7)))
    assert io.read_bytes(str(path)) == bytes(range(256))


@pytest.mark.parametrize(("size", "room"), [(0, 4096), (256, 4096), (10_000, 10_001), (3 << 20, 1 << 20)])
def test_room_is_made_for_as_much_as_the_file_holds(tmp_path: Path, size: int, room: int) -> None:
    """Fifty versions are read for one look at a pad."""
    path = tmp_path / "file"
    path.write_bytes(b"x" * size)
    asked: set[int] = set()

    def note(call: Call) -> object:
        asked.add(call.args[1])
        return call.run()

    with watched_calls(note, ("read",)):
        assert io.read_bytes(str(path)) == b"x" * size
    assert asked == {room}


# In order


def test_every_file_is_synced_before_its_name_counts_and_every_name_before_the_save_is_told(
    store: PadStore,
) -> None:
    """After a power cut the old or the new pad is there, with its version: sync the file, rename, sync the folder."""
    steps = _steps(lambda: store.apply([ENTRY]))
    steps = steps[: steps.index("rename version") + 1]  # what is written behind it is a cache
    order = ["sync version", "sync temporary", "replace temporary", "sync pad's folder", "rename version"]
    assert [step for step in steps if step in order] == order, steps
    assert "sync versions' folder" in steps, steps


@pytest.mark.usefixtures("at_once")
def test_broken_bytes_are_durable_under_their_name_before_the_pad_is_replaced(
    store: PadStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut must not take them from both places."""
    put(store, BROKEN)
    steps = _steps(lambda: store.apply([ENTRY]))
    before_the_swap = steps[: steps.index("replace temporary")]
    order = ["sync quarantine", "sync pad's folder"]
    assert [step for step in before_the_swap if step in order] == order, steps


def _steps(act: Callable[[], object]) -> list[str]:
    """What was synced and renamed, in order."""
    names: dict[int, str] = {}
    steps: list[str] = []

    def note(call: Call) -> object:
        result = call.run()
        if call.name == "open":
            names[int(str(result))] = _kind(str(call.args[0]))
        elif call.name == "fsync":
            steps.append(f"sync {names[call.args[0]]}")
        else:
            steps.append(f"{call.name} {_kind(str(call.args[0]))}")
        return result

    with watched_calls(note, ("open", "fsync", "replace", "rename")):
        act()
    return steps


def _kind(path: str) -> str:
    name = os.path.basename(path)
    endings = {".pending": "version", ".tmp": "temporary"}
    if ".broken-" in name:
        return "quarantine"
    if name == "scratchpad.md":
        return "versions' folder" if ".history" in path else "pad"
    return "pad's folder" if name == ".agent" else endings.get(os.path.splitext(name)[1], name)


def test_a_failed_sync_is_never_tried_again_on_the_same_file(store: PadStore) -> None:
    """The kernel may have dropped the pages: a second success proves nothing, a new file does."""
    failed: list[int] = []
    synced: list[int] = []

    def fail_once(call: Call) -> object:
        inode = os.fstat(call.args[0]).st_ino
        synced.append(inode)
        if not failed:
            failed.append(inode)
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return call.run()

    before = data_of(store)
    keep = os.open(store.paths.folder, os.O_RDONLY)
    with watched_calls(fail_once, ("fsync",)), pytest.raises(StorageError, match=os.strerror(errno.EIO)):
        store.apply([ENTRY])
    assert synced == failed
    assert data_of(store) == before
    os.close(keep)
    assert store.apply([ENTRY]).changed
    assert_in_order(store)


@pytest.mark.parametrize("code", [errno.EINVAL, errno.ENOTSUP])
def test_a_file_system_that_syncs_no_folders_is_written_all_the_same(code: int, store: PadStore) -> None:
    """Some network file systems refuse it; there is nothing more to do on them."""

    def refuse_folders(call: Call) -> object:
        if stat.S_ISDIR(os.fstat(call.args[0]).st_mode):
            raise OSError(code, os.strerror(code))
        return call.run()

    with watched_calls(refuse_folders, ("fsync",)):
        assert store.apply([ENTRY]).warnings == []
    assert_in_order(store)


@pytest.mark.parametrize("code", [errno.EBUSY, errno.EXDEV])
def test_a_pad_that_is_a_mount_of_its_own_is_told_with_its_remedy(code: int, store: PadStore) -> None:
    """A container that mounts the single file: the name cannot be given to another."""

    def refuse(call: Call) -> object:
        raise OSError(code, os.strerror(code))

    before, versions = data_of(store), versions_of(store)
    with watched_calls(refuse, ("replace",)), pytest.raises(StorageError, match="mount its folder"):
        store.apply([ENTRY])
    assert (data_of(store), versions_of(store)) == (before, versions)
    assert left_over(store) == []


# What is no file


def _folder(path: Path) -> None:
    path.mkdir()


def _socket(path: Path) -> None:
    import socket

    folder = os.open(path.parent, os.O_RDONLY)
    try:  # an address may have a hundred characters only
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(f"/proc/self/fd/{folder}/{path.name}")
    finally:
        os.close(folder)


def _device(path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root makes devices")
    os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 3))


@needs_linux
@pytest.mark.parametrize(
    "make", [_folder, os.mkfifo, _socket, _device], ids=["folder", "FIFO", "socket", "device"]
)
def test_what_is_no_regular_file_is_refused_at_once_and_left_alone(
    make: Callable[[Path], None], pad_path: Path
) -> None:
    """A FIFO would be waited for until the end of days, a device drunk dry."""
    pad_path.parent.mkdir()
    make(pad_path)
    kind = stat.S_IFMT(os.lstat(pad_path).st_mode)
    with pytest.raises(StorageError, match=str(pad_path)):
        PadStore(pad_path).read()
    with pytest.raises(StorageError, match=str(pad_path)):
        PadStore(pad_path).apply([ENTRY])
    assert stat.S_IFMT(os.lstat(pad_path).st_mode) == kind
    assert [name for name in os.listdir(pad_path.parent) if "broken" in name] == []


# No room


@needs_fork
@pytest.mark.parametrize("limit", [0, 64, 400])
def test_a_limit_of_the_size_of_files_leaves_the_old_pad(limit: int, store: PadStore) -> None:
    """`ulimit -f`, or a quota of one file: the error says so."""
    before, versions = data_of(store), versions_of(store)
    entry = Patch("Findings", "append", "- " + "x" * 400)

    def write() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        with pytest.raises(StorageError, match=r"File too large.*the size of files is limited here"):
            store.apply([entry])

    assert in_child(write) == 0
    assert (data_of(store), versions_of(store)) == (before, versions)
    assert left_over(store) == []
    store.apply([entry])
    assert_in_order(store)


FULL_DISK = """
import os, sys
from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore

what, store = sys.argv[2], PadStore(sys.argv[1] + "/.agent/scratchpad.md")
store.apply([Patch("Findings", "append", "- " + "old " * 500)])
store.close()
before = open(store.paths.pad, "rb").read()
filler = sys.argv[1] + "/filler"
os.mkdir(filler)
try:
    if what == "bytes":
        with open(filler + "/0", "wb", buffering=0) as file:
            while True:
                file.write(bytes(512))
    for number in range(10_000):
        open(f"{filler}/{number}", "wb").close()
except OSError:
    pass
for patch in (Patch("Findings", "append", "- " + "new " * 2000), Patch("Findings", "replace", "- smaller")):
    try:
        store.apply([patch])
        sys.exit("a save on a full disk is told as a success")
    except StorageError as error:
        assert "No space left on device; free some space" in str(error), error
    assert open(store.paths.pad, "rb").read() == before
    assert not [name for name in os.listdir(store.paths.folder) if name.endswith(".tmp")]
for name in os.listdir(filler):
    os.unlink(f"{filler}/{name}")
store.apply([Patch("Findings", "replace", "- smaller")])
store.close()
assert store.history.numbers() == [1, 2], store.history.numbers()
assert open(store.paths.pad, "rb").read() == store.history.read(2)
"""


READ_ONLY = """
import sys
from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.prompt import prompt_text
from scratchpad_tui.core.pad.store import PadStore

store = PadStore(sys.argv[1] + "/.agent/scratchpad.md")
assert store.read().state == "good"
assert "the text" in prompt_text(store, session="s-1")
for act in (lambda: store.apply([Patch("Findings", "append", "- more")]), lambda: store.restore(1)):
    try:
        act()
        sys.exit("a save on a read-only disk is told as a success")
    except StorageError as error:
        assert str(error).endswith("Read-only file system; the file system is read-only"), error
assert "- more" not in open(store.paths.pad).read()
"""


@needs_linux
@needs_root
@pytest.mark.parametrize("what", ["bytes", "inodes"])
def test_a_full_disk_leaves_the_old_pad_even_where_the_new_one_is_smaller(what: str, tmp_path: Path) -> None:
    """Both need room for a moment; when there is room again the next save works."""
    _run_mounted(FULL_DISK, 'mount -t tmpfs -o size=128k,nr_inodes=40 tmpfs "$1"', tmp_path, what)


@needs_linux
@needs_root
def test_a_read_only_disk_is_read_and_a_save_says_why_it_failed(tmp_path: Path) -> None:
    """A disk that was mounted again after an error, or a container's."""
    store = PadStore(tmp_path / "disk" / ".agent" / "scratchpad.md")
    store.apply([Patch("Findings", "append", "- the text"), Patch("Next", "replace", "go on")])
    store.restore(1)
    store.close()
    mount = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1"'
    _run_mounted(READ_ONLY, mount, tmp_path)


def _run_mounted(code: str, mount: str, folder: Path, *words: str) -> None:
    """Runs code with a disk that only its own process sees."""
    disk, program = folder / "disk", folder / "program.py"
    disk.mkdir(exist_ok=True)
    program.write_text(code)
    shell = f'{mount} || exit 77; exec "$2" "$3" "$1" "$4"'
    done = subprocess.run(
        [
            "unshare",
            "-m",
            "--propagation",
            "private",
            "sh",
            "-c",
            shell,
            "sh",
            str(disk),
            sys.executable,
            str(program),
            *words,
        ],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(io.__file__).parents[3])},
    )
    if done.returncode == 77 or "unshare" in done.stderr:
        pytest.skip(f"no disk can be mounted here: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr


def test_an_error_names_the_file_that_was_to_be_written_and_not_our_temporary_one() -> None:
    """Nobody can look for a name that was made up a moment ago."""
    temporary = PermissionError(errno.EACCES, "Permission denied", "/pads/.scratch-16ea16ea16ea16ea.tmp")
    assert "could not write /pads/scratchpad.md: " in str(
        io.storage_error(temporary, "/pads/scratchpad.md", "write")
    )
    other = PermissionError(errno.EACCES, "Permission denied", "/pads/.history")
    assert "could not write /pads/.history: " in str(io.storage_error(other, "/pads/scratchpad.md", "write"))
