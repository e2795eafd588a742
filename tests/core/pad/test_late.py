"""What another program writes into a file that we just replaced is taken over, once, and recorded as external."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad import late
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.prompt import prompt_text
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
from .processes import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = [
    pytest.mark.usefixtures("at_once"),
    pytest.mark.skipif(os.name != "posix", reason="no open file can be replaced here"),
]
OURS = Patch("Findings", "append", "- by us")
GO_ON = Patch("Next", "replace", "go on")


@pytest.fixture
def store(pad_path: Path) -> Iterator[PadStore]:
    """A pad whose version 2 is `TEXT`; without a timer, so that each test decides when late lines are looked for."""
    store = PadStore(pad_path, lasting=False)
    save(store)
    yield store
    store.close()


@pytest.fixture
def fd(store: PadStore) -> Iterator[int]:
    """The pad as another program opened it before our next swap."""
    fd = os.open(store.paths.pad, os.O_RDWR)
    yield fd
    os.close(fd)


def append(fd: int, text: str) -> None:
    """Writes at the end, as `echo >>` does."""
    os.lseek(fd, 0, os.SEEK_END)
    os.write(fd, text.encode())


def rewrite(fd: int, text: str | bytes) -> None:
    """Writes the whole file in place and cuts it to its length, as many editors do."""
    data = text.encode() if isinstance(text, str) else text
    os.pwrite(fd, data, 0)
    os.ftruncate(fd, len(data))


def text_of(store: PadStore) -> str:
    """The pad's text."""
    return (data_of(store) or b"").decode()


# Taken over


def test_a_line_appended_after_the_swap_is_in_the_pad_after_the_next_write(store: PadStore, fd: int) -> None:
    """The other program had opened the file that we replaced."""
    store.apply([OURS])
    append(fd, "late line\n")
    store.apply([Patch("Task", "replace", "Another task")])
    assert text_of(store).endswith("## Next\nwrite the adapter\nlate line\n")
    assert "- by us" in text_of(store)
    assert [line["actor"] for line in lines_of(store)][-2:] == ["external", "agent"]
    assert lines_of(store)[-2]["added"] == 1
    assert_in_order(store)


def test_a_line_appended_after_the_swap_is_in_the_pad_after_the_close(store: PadStore, fd: int) -> None:
    """A one-shot command waits for it."""
    store.apply([OURS])
    append(fd, "late line\n")
    store.close()
    assert "late line\n" in text_of(store)
    assert "- by us" in text_of(store)
    assert_in_order(store)


def test_a_lasting_process_takes_it_over_by_itself(pad_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within a moment, without another write: a person looks at the screen."""
    monkeypatch.setattr(late, "GRACE_SECONDS", 0.2)  # a loaded machine takes 5 ms from any thread
    store = PadStore(pad_path)
    save(store)
    fd = os.open(pad_path, os.O_RDWR)
    store.apply([OURS])
    append(fd, "late line\n")
    os.close(fd)
    _wait_until(lambda: "late line" in text_of(store))
    assert text_of(store).endswith("late line\n")
    store.close()
    assert text_of(store).count("late line") == 1
    assert_in_order(store)


AT_EXIT = """
import os, sys
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore

store = PadStore(sys.argv[1], lasting=sys.argv[2] == "lasting")
fd = os.open(sys.argv[1], os.O_RDWR | os.O_APPEND)
store.apply([Patch("Findings", "append", "- by us")])
os.write(fd, b"late line\\n")
"""


@pytest.mark.parametrize("kind", ["one-shot", "lasting"])
def test_a_process_that_just_ends_takes_it_over_at_its_exit(kind: str, store: PadStore) -> None:
    """Nobody has to call close."""
    words = [sys.executable, "-c", AT_EXIT, store.paths.pad, kind]
    env = {**os.environ, "PYTHONPATH": str(Path(late.__file__).parents[3])}
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=env)
    assert (done.returncode, done.stderr) == (0, "")
    assert text_of(store).endswith("late line\n")
    assert_in_order(store)


def test_lines_in_each_of_several_replaced_files_are_all_taken_over_once(
    store: PadStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three programs, each with the file of another moment."""
    monkeypatch.setattr(late, "GRACE_SECONDS", 0.2)
    opened = []
    for number in range(3):
        opened.append(os.open(store.paths.pad, os.O_RDWR))
        store.apply([Patch("Findings", "append", f"- by us {number}")])
    for number, fd in enumerate(opened):
        append(fd, f"late line {number}\n")
    store.close()
    text = text_of(store)
    assert [text.count(f"late line {number}") for number in range(3)] == [1, 1, 1]
    assert [text.count(f"- by us {number}") for number in range(3)] == [1, 1, 1]
    assert_in_order(store)
    for fd in opened:
        os.close(fd)


def test_two_lines_that_come_one_after_the_other_are_each_taken_over_once(store: PadStore, fd: int) -> None:
    """What was taken over already is the base of what comes next."""
    store.apply([OURS])
    append(fd, "first\n")
    store.apply([Patch("Task", "replace", "one")])
    second = os.open(store.paths.pad, os.O_RDWR)
    store.apply([Patch("Task", "replace", "two")])
    append(second, "second\n")
    os.close(second)
    store.close()
    assert (text_of(store).count("first\n"), text_of(store).count("second\n")) == (1, 1)
    assert_in_order(store)


def test_lines_written_while_late_lines_are_merged_are_taken_over_too(
    store: PadStore, fd: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The merge replaces the file once more, and another program may have that one open."""
    store.apply([OURS])
    append(fd, "late line 0\n")
    replace = os.replace
    numbers = count(1)

    def late_again(source: str, target: str) -> None:
        there = os.open(target, os.O_RDWR)
        replace(source, target)
        number = next(numbers)
        if target == store.paths.pad and number <= 3:
            append(there, f"late line {number}\n")
        os.close(there)

    monkeypatch.setattr(os, "replace", late_again)
    store.close()
    assert [text_of(store).count(f"late line {number}\n") for number in range(4)] == [1, 1, 1, 1]
    assert_in_order(store)


def test_a_line_written_between_our_read_and_the_swap_is_kept(
    store: PadStore, fd: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The widest window: the whole time that a save takes."""
    fsync = os.fsync
    written: list[int] = []

    def append_meanwhile(synced: int) -> None:
        fsync(synced)
        if not written:
            written.append(synced)
            append(fd, "in between\n")

    monkeypatch.setattr(os, "fsync", append_meanwhile)
    store.apply([OURS])
    store.close()
    assert text_of(store).endswith("in between\n")
    assert "- by us" in text_of(store)
    assert_in_order(store)


def test_a_file_renamed_over_the_pad_before_the_swap_is_what_we_start_from(
    store: PadStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`sed -i` between our read and our swap: the change is made again on the new file."""
    fsync, edited = os.fsync, TEXT.replace("per worker", "per job")
    renamed: list[int] = []

    def rename_meanwhile(synced: int) -> None:
        fsync(synced)
        if not renamed:
            renamed.append(synced)
            other = f"{store.paths.pad}.new"
            with open(other, "w") as file:
                file.write(edited)
            os.rename(other, store.paths.pad)

    monkeypatch.setattr(os, "fsync", rename_meanwhile)
    store.apply([OURS])
    assert text_of(store) == edited.replace("per job\n", "per job\n- by us\n")
    assert versions_of(store)[3] == edited.encode()
    assert_in_order(store)


# A whole file written in place


def test_an_editor_that_writes_the_whole_file_in_place_is_merged(store: PadStore, fd: int) -> None:
    """Its change of one section, ours of another."""
    store.apply([OURS])
    rewrite(fd, TEXT.replace("Move the billing job", "Move all jobs"))
    store.close()
    assert text_of(store) == TEXT.replace("billing job", "all jobs").replace("the all", "all").replace(
        "per worker\n", "per worker\n- by us\n"
    )
    assert lines_of(store)[-1]["actor"] == "external"
    assert_in_order(store)


def test_the_same_bytes_written_again_are_nothing_new(store: PadStore, fd: int) -> None:
    """A save without a change makes no version."""
    store.apply([OURS])
    rewrite(fd, TEXT)
    store.close()
    assert [line["actor"] for line in lines_of(store)] == ["external", "agent", "agent"]
    assert quarantine_of(store) == []


def test_a_line_that_both_changed_stays_ours_and_theirs_is_kept_and_told(store: PadStore, fd: int) -> None:
    """Nothing is chosen silently, and nothing is lost."""
    store.apply([GO_ON])
    theirs = TEXT.replace("## Next\nwrite the adapter", "## Next\nby the editor").replace("billing", "other")
    rewrite(fd, theirs)
    store.close()
    assert "## Next\ngo on\n" in text_of(store)
    assert "Move the other job" in text_of(store)
    assert [path.read_text() for path in quarantine_of(store)] == [theirs]
    assert quarantine_of(store)[0].name in prompt_text(PadStore(store.paths.named), preview=True)
    (item,) = store.quarantined()
    assert "by the editor" in [line.text for line in item.missing_lines]
    assert_in_order(store)


@pytest.mark.parametrize(
    "half",
    [
        TEXT[: TEXT.index("## Open")],
        TEXT[: TEXT.index("## Open") + 6],
        TEXT.encode()[:60] + b"\xc3",
        TEXT[:3],
    ],
    ids=["whole sections", "in a heading", "in a character", "almost nothing"],
)
def test_half_a_file_is_never_taken_for_a_deletion(
    half: str | bytes, store: PadStore, fd: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow writer cut the file, has written its beginning, and never writes the rest."""
    monkeypatch.setattr(late, "PATIENCE_SECONDS", 0.05)
    store.apply([OURS])
    rewrite(fd, half)
    store.apply([GO_ON])
    store.close()
    assert text_of(store) == TEXT.replace("per worker\n", "per worker\n- by us\n").replace(
        "## Next\nwrite the adapter", "## Next\ngo on"
    )
    assert half in everything(store) if isinstance(half, str) else quarantine_of(store)


def test_an_emptied_file_is_no_edit_at_all(store: PadStore, fd: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The moment between the cut and the first byte; there is nothing to keep."""
    monkeypatch.setattr(late, "PATIENCE_SECONDS", 0.05)
    store.apply([OURS])
    os.ftruncate(fd, 0)
    store.close()
    assert "- by us" in text_of(store)
    assert quarantine_of(store) == []


def test_the_second_half_of_a_slow_save_is_merged_when_it_has_come(store: PadStore, fd: int) -> None:
    """Looked at too early, the file stays open for the next look."""
    whole = TEXT.replace("## Next\nwrite the adapter", "## Next\nsaved slowly")
    store.apply([OURS])
    rewrite(fd, whole[:120])
    store.apply([Patch("Task", "replace", "meanwhile")])
    append(fd, whole[120:])
    store.apply([Patch("Ruled out", "append", "- sqlite")])
    store.close()
    assert "## Next\nsaved slowly\n" in everything(store)
    assert "- by us" in text_of(store)
    assert_in_order(store)


@pytest.mark.parametrize("begun", [0, 120], ids=["emptied", "half written"])
def test_a_slow_save_is_waited_for_at_the_close(
    begun: int, store: PadStore, fd: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A one-shot command that would end between the first half and the second."""
    whole = TEXT.replace("## Next\nwrite the adapter", "## Next\nsaved slowly")
    store.apply([OURS])
    rewrite(fd, whole[:begun])
    sleep, naps = time.sleep, count(1)

    def write_on(seconds: float) -> None:
        sleep(seconds)
        if next(naps) == 4:
            append(fd, whole[begun:])

    monkeypatch.setattr(time, "sleep", write_on)
    store.close()
    assert "## Next\nsaved slowly\n" in text_of(store)
    assert "- by us" in text_of(store)
    assert quarantine_of(store) == []
    assert_in_order(store)


def test_a_lasting_process_waits_for_a_slow_save_by_itself(
    pad_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second half comes while nobody writes through us."""
    monkeypatch.setattr(late, "GRACE_SECONDS", 0.2)  # as above
    monkeypatch.setattr(late, "PATIENCE_SECONDS", 20.0)
    whole = TEXT.replace("## Next\nwrite the adapter", "## Next\nsaved slowly")
    store = PadStore(pad_path)
    save(store)
    fd = os.open(pad_path, os.O_RDWR)
    store.apply([OURS])
    rewrite(fd, whole[:120])
    _wait_until(lambda: bool(late._of(store.paths.pad)[0].half))
    append(fd, whole[120:])
    os.close(fd)
    _wait_until(lambda: "saved slowly" in text_of(store))
    store.close()
    assert quarantine_of(store) == []
    assert_in_order(store)


def _wait_until(holds: Callable[[], bool]) -> None:
    pause = threading.Event()
    for _ in range(int(PATIENCE * 100)):
        if holds():
            return
        pause.wait(0.01)
    pytest.fail("it never came")


def test_a_file_with_line_ends_of_windows_is_merged_as_it_is(pad_path: Path) -> None:
    """No line is taken for changed because of its end."""
    store = PadStore(pad_path, lasting=False)
    put(store, TEXT.replace("\n", "\r\n"))
    store.apply([OURS])
    fd = os.open(pad_path, os.O_RDWR)
    store.apply([GO_ON])
    append(fd, "late line\r\n")
    os.close(fd)
    store.close()
    assert (data_of(store) or b"").endswith(b"go on\r\nlate line\r\n")
    assert quarantine_of(store) == []
