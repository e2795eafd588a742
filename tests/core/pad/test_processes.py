"""Many writers at once, in real processes and threads: no update is lost, no reader sees half a file."""

from __future__ import annotations

import os
import re
import threading
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.io import read_bytes, replace_file
from scratchpad_tui.core.pad.operations import apply_patches
from scratchpad_tui.core.pad.parse import parse_bytes
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.schema import TASK
from scratchpad_tui.core.pad.store import PadStore

from .faults import TEXT, assert_in_order, data_of, put, save, versions_of
from .processes import forked, in_child, needs_fork, quick_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = [needs_fork, pytest.mark.alone]


@pytest.fixture(autouse=True)
def _unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of updates; what reaches the disk at a power cut is not what is asked here."""
    monkeypatch.setattr(os, "fsync", lambda fd: None)


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """A pad of which every version is kept."""
    with quick_folder(tmp_path) as folder:
        (folder / ".agent").mkdir(mode=0o700)
        (folder / ".agent" / "scratchpad.toml").write_text("[history]\ndepth = 0\n")
        yield folder / ".agent" / "scratchpad.md"


def turn(name: str, number: int) -> list[Patch]:
    """An entry more and, so that the pad stays small, an older one of the same writer less."""
    patches = [Patch("Findings", "append", f"- {name} says {number:04d}.")]
    if number >= 4:
        patches.append(Patch("Findings", "remove", f"{name} says {number - 4:04d}."))
    return patches


def update(path: Path, name: str, times: int) -> None:
    """A long-lived process that updates the pad."""
    store = PadStore(path)
    for number in range(times):
        store.apply(turn(name, number), turn=f"{name}{number}", timeout=60)
    store.close()


def entries(data: bytes) -> list[str]:
    """What the writers left in a text."""
    return re.findall(r"^- (\w+ says \d+)\.$", data.decode(), re.MULTILINE)


def test_two_processes_with_a_thousand_updates_each_lose_none(path: Path) -> None:
    """Each version has all entries of the one before it, but for what its own writer took out."""
    put(PadStore(path), TEXT)
    writers = [forked(partial(update, path, name, 1000)) for name in ("ann", "bob")]
    assert [writer.wait() for writer in writers] == [0, 0]
    store = PadStore(path)
    versions = [data for _, data in sorted(versions_of(store).items())]
    assert len(versions) == 2001
    seen: set[str] = set()
    for before, after in pairwise(entries(data) for data in versions):
        new = [entry for entry in after if entry not in before]
        assert len(new) == 1, "one entry more in each version"
        seen.update(new)
        name, number = new[0].split(" says ")
        gone = f"{name} says {int(number) - 4:04d}"
        assert [entry for entry in before if entry not in after] == [gone] * (int(number) >= 4)
    assert len(seen) == 2000
    assert_in_order(store)


def test_without_the_lock_the_same_updates_are_lost(path: Path) -> None:
    """The control: were there no writers at the same time, the test above would prove nothing."""

    def update_unlocked(name: str) -> None:
        for number in range(250):
            data = read_bytes(str(path))
            done = apply_patches(
                parse_bytes(data, TASK), [Patch("Findings", "append", f"- {name} {number}.")]
            )
            replace_file(str(path), done.document.render(), None)

    put(PadStore(path), TEXT)
    writers = [forked(partial(update_unlocked, name)) for name in ("ann", "bob")]
    assert [writer.wait() for writer in writers] == [0, 0]
    assert len(re.findall(r"^- \w+ \d+\.$", path.read_text(), re.MULTILINE)) < 500


def test_many_short_processes_lose_no_entry(path: Path) -> None:
    """Hooks of two agents, each a process of its own."""

    def one_after_the_other(name: str) -> None:
        for number in range(25):
            assert in_child(partial(update_once, path, name, number)) == 0

    writers = [forked(partial(one_after_the_other, name)) for name in ("ann", "bob", "cyd")]
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    store = PadStore(path)
    assert len(set(entries(data_of(store) or b""))) == 75
    assert_in_order(store)


def update_once(path: Path, name: str, number: int) -> None:
    """One hook."""
    store = PadStore(path)
    store.apply([Patch("Findings", "append", f"- {name} says {number:04d}.")], timeout=60)
    store.close()


@pytest.mark.parametrize("shared", [True, False], ids=["one store", "a store each"])
def test_four_threads_of_one_process_lose_no_entry(shared: bool, path: Path) -> None:  # noqa: FBT001 - a parameter
    """A server with one store, and a UI beside it with its own."""
    common = PadStore(path)
    failed: list[BaseException] = []

    def work(name: str) -> None:
        store = common if shared else PadStore(path)
        try:
            for number in range(200):
                store.apply(turn(name, number), timeout=60)
        except BaseException as error:  # noqa: BLE001 - a thread's error must reach the test
            failed.append(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in ("ann", "bob", "cyd", "dan")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    common.close()
    assert failed == []
    assert common.history.newest() == 800
    left = [
        f"{name} says {number:04d}" for name in ("ann", "bob", "cyd", "dan") for number in range(196, 200)
    ]
    assert sorted(entries(data_of(common) or b"")) == left
    assert_in_order(common)


def test_a_reader_never_sees_part_of_a_file(path: Path) -> None:
    """Every read is one whole version, whatever the writer does meanwhile."""
    store = PadStore(path)
    save(
        store,
        Patch("Findings", "append", "\n".join(f"- finding {number} " + "x" * 60 for number in range(200))),
    )

    def write() -> None:
        writer = PadStore(path)
        for number in range(40):
            writer.apply(
                [Patch("Task", "replace", f"turn {number}"), Patch("Next", "replace", f"turn {number}")]
            )
        writer.close()

    writer = forked(write)
    reads = 0
    while True:
        ended, status = os.waitpid(writer.pid, os.WNOHANG)
        data = path.read_bytes()
        first, last = re.match(rb"## Task\n(.*)\n", data), re.search(rb"## Next\n(.*)\n\Z", data)
        assert first, data[:80]
        assert last, data[-80:]
        assert first[1] == last[1] or (first[1], last[1]) == (b"Move the billing job", b"write the adapter")
        reading = PadStore(path).read()
        assert reading.state == "good"
        assert reading.version in (0, *range(3, 44))
        reads += 1
        if ended:
            break
    assert status == 0
    assert reads > 10


def test_numbers_are_consecutive_over_processes_and_each_line_says_whose_it_was(path: Path) -> None:
    """A new process goes on where the last one stopped."""
    for number in range(12):
        assert in_child(partial(update_once, path, "ann", number)) == 0
    store = PadStore(path)
    assert store.history.numbers() == list(range(1, 13))
    assert_in_order(store)
