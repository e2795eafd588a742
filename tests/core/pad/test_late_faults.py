"""Late lines in hard times: a failing disk, a held lock, a process that goes on for days."""

from __future__ import annotations

import errno
import os
from itertools import count
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad import late
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore

from .faults import Erring, assert_in_order, data_of, everything, put, save, watched_calls
from .processes import needs_linux, open_descriptors

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(os.name != "posix", reason="no open file can be replaced here")
OURS = Patch("Findings", "append", "- by us")


@pytest.fixture
def store(pad_path: Path) -> Iterator[PadStore]:
    """A pad whose version 2 is `TEXT`; without a timer, so that each test decides when late lines are looked for."""
    store = PadStore(pad_path, lasting=False)
    save(store)
    yield store
    store.close()


def append(fd: int, text: str) -> None:
    """Writes at the end, as `echo >>` does."""
    os.lseek(fd, 0, os.SEEK_END)
    os.write(fd, text.encode())


def late_line(store: PadStore) -> None:
    """A line that another program writes into a file that we have just replaced."""
    fd = os.open(store.paths.pad, os.O_RDWR)
    store.apply([OURS])
    append(fd, "late line\n")
    os.close(fd)


def text_of(store: PadStore) -> str:
    """The pad's text."""
    return (data_of(store) or b"").decode()


def test_an_error_while_late_lines_are_taken_over_loses_none(store: PadStore) -> None:
    """The file stays open, and the next write looks again."""
    for number in count(1):
        fd = os.open(store.paths.pad, os.O_RDWR)
        store.apply([Patch("Task", "replace", f"turn {number}")])
        append(fd, f"late line {number:03d}.\n")
        os.close(fd)
        fault = Erring(errno.ENOSPC, number)
        with watched_calls(fault):
            late._of(store.paths.pad)[-1].settle()
        store.apply([Patch("Task", "replace", f"then {number}")])
        assert text_of(store).count(f"late line {number:03d}.") == 1, f"after {fault.fired} {number}"
        assert_in_order(store)
        if not fault.reached:
            break
    assert number > 30


def test_a_held_lock_delays_taking_over_and_loses_nothing(store: PadStore) -> None:
    """Another process writes for long: the next write of this one looks again."""
    import fcntl

    late_line(store)
    with open(store.paths.lock, "rb") as sidecar, pytest.MonkeyPatch.context() as patch:
        patch.setenv("SCRATCHPAD_LOCK_TIMEOUT", "0.01")
        store.settings = PadStore(store.paths.named).settings
        fcntl.flock(sidecar, fcntl.LOCK_EX)
        late._of(store.paths.pad)[0].settle()
        assert "late line" not in text_of(store)
    store.apply([Patch("Task", "replace", "Another task")])
    assert text_of(store).endswith("late line\n")


@needs_linux
def test_descriptors_are_bounded_and_given_back_at_the_close(pad_path: Path) -> None:
    """A process that updates for days keeps the last few files only."""
    store = PadStore(pad_path)
    save(store)
    before = open_descriptors()
    most = 0
    for number in range(100):
        store.apply([Patch("Next", "replace", f"turn {number}")])
        most = max(most, open_descriptors())
    store.close()
    assert most - before < 12
    assert open_descriptors() == before


def test_a_closed_store_can_be_used_again(store: PadStore) -> None:
    """Close is a moment, not an end."""
    store.apply([OURS])
    store.close()
    store.close()
    store.apply([Patch("Next", "replace", "go on")])
    assert "go on" in text_of(store)


def test_lines_for_a_pad_that_was_broken_meanwhile_are_kept_beside_it(store: PadStore) -> None:
    """They cannot be merged into what does not parse."""
    late_line(store)
    broken = text_of(store).replace("## Ruled out", "## Rulde out")
    put(store, broken)
    store.close()
    assert text_of(store) == broken
    assert "late line" in everything(store)


def test_lines_for_a_pad_that_is_gone_are_kept(store: PadStore) -> None:
    """Deleted between our swap and the second look."""
    late_line(store)
    os.unlink(store.paths.pad)
    store.close()
    assert "late line" in everything(store)
    store.apply([Patch("Next", "replace", "go on")])
    assert "- by us" in text_of(store)
