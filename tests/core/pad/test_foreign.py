"""Other programs at work on the pad in processes of their own, with no idea of our lock: nothing of either is lost."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore

from .faults import (
    TEXT,
    assert_in_order,
    data_of,
    everything,
    lines_of,
    put,
    quarantine_of,
    save,
    versions_of,
)
from .processes import Told, forked, in_child, needs_fork

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = [needs_fork, pytest.mark.alone]
QUICK = 0.003
"""Seconds within which another program's write counts as not held up by the machine; the promise is 5 ms."""


@pytest.fixture(autouse=True)
def _unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without waiting for the disk a swap comes every few milliseconds: the harder case."""
    monkeypatch.setattr(os, "fsync", lambda fd: None)


@pytest.fixture
def store(pad_path: Path) -> Iterator[PadStore]:
    """A pad of which every version is kept."""
    store = PadStore(pad_path, depth=0)
    put(store, TEXT)
    yield store
    store.close()


def append_lines(path: str, times: int, pause: float, quick: Told, done: Told) -> None:
    """Another program: `echo >>` again and again; it tells which of its lines the machine did not hold up."""
    sure = []
    for number in range(times):
        fd = os.open(path, os.O_WRONLY | os.O_APPEND)
        start = time.monotonic()
        os.write(fd, f"- foreign {number:04d}.\n".encode())
        if time.monotonic() - start < QUICK:
            sure.append(number)
        os.close(fd)
        time.sleep(pause)
    slow = sorted(set(range(times)) - set(sure))
    quick.tell(" ".join(map(str, slow)) + ".")
    done.tell()


def wait_for_swaps(path: str, times: int) -> None:
    """Waits until the file was replaced so often: a second save of one's own over the first loses the first."""
    for _ in range(times):
        inode = os.stat(path).st_ino
        while os.stat(path).st_ino == inode:
            time.sleep(0.0005)


def check_foreign(store: PadStore, times: int, slow: str) -> None:
    """Each line came into the pad once, in one version, but for those that the machine itself held up."""
    came: list[str] = []
    before: set[str] = set()
    for _, data in sorted(versions_of(store).items()):
        now = re.findall(r"^- foreign (\d{4})\.$", data.decode(), re.MULTILINE)
        assert len(now) == len(set(now)), "no line stands twice"
        came += set(now) - before
        before = set(now)
    assert len(came) == len(set(came)), "no line comes back"
    held_up = {int(number) for number in slow.rstrip(".").split()}
    assert len(held_up) < times // 10
    assert [number for number in range(times) if f"{number:04d}" not in came and number not in held_up] == []


def test_lines_appended_in_place_during_hundreds_of_updates_of_a_lasting_process_are_all_kept(
    store: PadStore,
) -> None:
    """1,500 lines against 600 updates and more; a plain rename loses about 330 of them."""
    quick, done = Told(), Told()
    writer = forked(partial(append_lines, store.paths.pad, 1500, 0.001, quick, done))
    updates = 0
    while updates < 600 or not done.told:
        patches = [Patch("Findings", "replace", f"update {updates}.")]
        if updates % 20 == 0:
            patches.append(
                Patch("Next", "clear")
            )  # the lines are in a version by now, and the pad stays small
        store.apply(patches, timeout=60)
        updates += 1
    assert writer.wait() == 0
    store.close()
    store.apply([Patch("Findings", "replace", "the end")])
    check_foreign(store, 1500, quick.wait())
    assert "the end" in (data_of(store) or b"").decode()
    actors = [line["actor"] for line in lines_of(store)]
    assert actors.count("agent") == updates + 1
    assert actors.count("external") > 10
    assert quarantine_of(store) == []
    assert_in_order(store)


def test_lines_appended_in_place_while_short_processes_write_are_all_kept(store: PadStore) -> None:
    """Each hook waits for the late lines of its own swap before it ends."""

    def update(number: int) -> None:
        hook = PadStore(store.paths.named, depth=0, lasting=False)
        hook.apply([Patch("Findings", "replace", f"update {number}.")], timeout=60)
        hook.close()

    quick, done = Told(), Told()
    writer = forked(partial(append_lines, store.paths.pad, 200, 0.002, quick, done))
    updates = 0
    while updates < 40 or not done.told:
        assert in_child(partial(update, updates)) == 0
        updates += 1
    assert writer.wait() == 0
    check_foreign(store, 200, quick.wait())
    assert "external" in [line["actor"] for line in lines_of(store)]
    assert_in_order(store)


def test_an_editor_that_saves_the_whole_file_in_place_and_our_updates_keep_what_each_wrote(
    store: PadStore,
) -> None:
    """Its saves are in the pad, a version or quarantine; ours are in the journal, each once."""
    quick, done = Told(), Told()

    def save_by_hand() -> None:
        saved = []
        for number in range(40):
            text = Path(store.paths.pad).read_text(encoding="utf-8", errors="replace")
            if "## Next" in text:
                data = re.sub(r"## Next\n[^\n]*\n", f"## Next\nperson says {number:02d}.\n", text).encode()
                fd = os.open(store.paths.pad, os.O_RDWR)
                start = time.monotonic()
                os.pwrite(fd, data, 0)
                os.ftruncate(fd, len(data))
                if time.monotonic() - start < QUICK:
                    saved.append(number)
                os.close(fd)
            wait_for_swaps(store.paths.pad, 4)
        quick.tell(" ".join(map(str, saved)))
        done.tell()

    editor = forked(save_by_hand)
    updates = 0
    while updates < 100 or not done.told:
        store.apply([Patch("Findings", "append", f"- agent says {updates:04d}.")], timeout=60)
        if updates >= 5:
            store.apply([Patch("Findings", "remove", f"agent says {updates - 5:04d}.")], timeout=60)
        updates += 1
    assert editor.wait() == 0
    store.close()
    kept = everything(store)
    saved = quick.wait().split()
    assert len(saved) > 20
    assert [number for number in saved if f"person says {int(number):02d}." not in kept] == []
    assert [number for number in range(updates) if f"agent says {number:04d}." not in kept] == []
    assert store.read().state == "good"
    assert_in_order(store)


# Programs as people have them


def _run(*words: str) -> Callable[[str], None]:
    def run(path: str) -> None:
        if shutil.which(words[0]) is None:
            pytest.skip(f"{words[0]} is not installed")
        done = subprocess.run(
            [*words, path],
            check=False,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "TERM": "dumb"},
        )
        assert done.returncode == 0, done.stderr

    return run


def _vim(backup: str) -> Callable[[str], None]:
    keys = ["+set backupskip= backup backupcopy=" + backup, "+%s/per worker/per job/", "+wq"]
    return _run("vim", "-N", "-u", "NONE", "-i", "NONE", "-n", "-es", *keys)


def _echo(path: str) -> None:
    _run("sh", "-c", 'echo "by echo" >> "$0"')(path)


def _truncate_and_write(path: str) -> None:
    text = Path(path).read_text()
    Path(path).write_text(text.replace("per worker", "per job"))


PROGRAMS = {
    "sed -i": _run("sed", "-i", "s/per worker/per job/"),
    "vim, rename": _vim("no"),
    "vim, in place": _vim("yes"),
    "echo >>": _echo,
    "cut and written": _truncate_and_write,
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_save_of_another_program_is_recorded_as_its_own_version_and_kept_by_our_next_write(
    program: str, store: PadStore
) -> None:
    """Between two turns of an agent, and by a running watch before that."""
    save(store)
    for number in range(3):
        put(store, (data_of(store) or b"").replace(b"per job", b"per worker"))
        store.record_external()
        PROGRAMS[program](store.paths.pad)
        edited = data_of(store) or b""
        assert b"per job" in edited or b"by echo" in edited
        recorded = store.record_external()
        assert versions_of(store)[recorded or 0] == edited
        assert data_of(store) == edited
        store.apply([Patch("Task", "replace", f"turn {number}")])
        assert f"turn {number}".encode() in (data_of(store) or b"")
        assert b"per job" in (data_of(store) or b"") or b"by echo" in (data_of(store) or b"")
        assert [line["actor"] for line in lines_of(store)][-2:] == ["external", "agent"]
    assert quarantine_of(store) == []
    assert_in_order(store)


def test_recording_an_edit_touches_the_pad_in_no_way(store: PadStore) -> None:
    """The editor that wrote it would ask whether to load it again."""
    save(store)
    put(store, TEXT.replace("per worker", "per job"))
    before = os.stat(store.paths.pad)
    assert store.record_external() == 3
    after = os.stat(store.paths.pad)
    assert (after.st_ino, after.st_mtime_ns, after.st_ctime_ns) == (
        before.st_ino,
        before.st_mtime_ns,
        before.st_ctime_ns,
    )
    assert store.record_external() is None


SLOW = """
import os, sys, time
path, whole = sys.argv[1], sys.stdin.buffer.read()
fd = os.open(path, os.O_WRONLY | os.O_TRUNC)
for at in range(0, len(whole), 60):
    os.write(fd, whole[at : at + 60])
    if at == 0:
        print("begun", flush=True)
    time.sleep(0.04)
os.close(fd)
"""


def test_a_slow_save_in_the_middle_of_which_we_write_is_kept_whole(store: PadStore) -> None:
    """60 bytes every 40 ms: never quarantined, never taken for a deletion."""
    save(store)
    whole = TEXT.replace("## Next\nwrite the adapter", "## Next\nsaved slowly")
    words = [sys.executable, "-c", SLOW, store.paths.pad]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as slow:
        assert slow.stdin
        assert slow.stdout
        slow.stdin.write(whole.encode())
        slow.stdin.close()
        slow.stdout.readline()
        store.apply([Patch("Task", "replace", "Another task")], timeout=60)
    assert slow.returncode == 0
    store.apply([Patch("Ruled out", "append", "- sqlite")], timeout=60)
    text = (data_of(store) or b"").decode()
    assert "## Next\nsaved slowly\n" in text
    assert text.startswith("## Task\nAnother task\n")
    assert "- retries are counted per worker" in text
    assert quarantine_of(store) == []
    assert_in_order(store)
