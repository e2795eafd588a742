"""The source of hints: what it says of the system's events, and what is left of it when it is closed."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
from types import SimpleNamespace
from typing import TYPE_CHECKING, NoReturn

import pytest

from scratchpad_tui.core.watch import notify
from scratchpad_tui.core.watch.notify import Notify
from scratchpad_tui.core.watch.source import HINT, LOST, QUIET, reason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

LONGEST = 20
"""Seconds until a test gives up; no test waits that long unless it fails."""
A_WHILE = 0.1
"""In seconds: long enough for an event that does come."""


@pytest.fixture
def source() -> Iterator[Notify]:
    one = Notify()
    yield one
    one.close()


def refusing(error: Exception) -> Callable[..., NoReturn]:
    """A stand-in for watchfiles that fails when it starts."""

    def watch(*paths: str, **settings: object) -> NoReturn:
        raise error

    return watch


def test_only_the_watched_names_are_hints(source: Notify, tmp_path: Path) -> None:
    source.arm({str(tmp_path): {"pad.md"}})
    (tmp_path / "other.md").touch()
    assert source.wait(A_WHILE) == QUIET
    (tmp_path / "pad.md").touch()
    assert source.wait(LONGEST) == HINT


def test_files_below_are_no_hints(source: Notify, tmp_path: Path) -> None:
    """A watch on everything below costs a system watch for each directory of a project."""
    (tmp_path / "below").mkdir()
    source.arm({str(tmp_path): {"pad.md"}})
    (tmp_path / "below" / "pad.md").touch()
    assert source.wait(A_WHILE) == QUIET


def test_what_happens_right_after_arming_is_heard(source: Notify, tmp_path: Path) -> None:
    """The look that follows would else be the last for a second and a half."""
    pad = tmp_path / "pad.md"
    for _ in range(20):
        source.arm({str(tmp_path): {"pad.md"}})
        pad.write_text("x")
        assert source.wait(LONGEST) == HINT


@pytest.mark.parametrize("removed", [True, False], ids=["removed", "moved"])
def test_a_directory_that_goes_is_a_loss(source: Notify, tmp_path: Path, removed: bool) -> None:  # noqa: FBT001
    """Its watch is silent for ever, or follows it to where it has gone."""
    folder = tmp_path / "a"
    folder.mkdir()
    source.arm({str(folder): {"pad.md"}})
    if removed:
        folder.rmdir()
    else:
        folder.rename(tmp_path / "b")
    assert source.wait(LONGEST) == LOST


def test_setting_it_anew_forgets_the_old_directories(source: Notify, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    two.mkdir()
    source.arm({str(one): {"pad.md"}})
    source.arm({str(two): {"pad.md"}})
    (one / "pad.md").touch()
    assert source.wait(A_WHILE) == QUIET
    (two / "pad.md").touch()
    assert source.wait(LONGEST) == HINT


def test_a_missing_directory_is_an_error_and_waiting_goes_on(source: Notify, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        source.arm({str(tmp_path / "none"): {"pad.md"}})
    source.wait(0)
    assert source.wait(0) == QUIET


def test_a_directory_whose_name_is_no_text_is_an_error(source: Notify, tmp_path: Path) -> None:
    """The library takes only text; the pad is polled then."""
    folder = os.path.join(os.fsencode(tmp_path), b"\xff")
    os.mkdir(folder)
    with pytest.raises(OSError, match="UTF-8"):
        source.arm({os.fsdecode(folder): {"pad.md"}})


@pytest.mark.parametrize(
    ("error", "number"),
    [
        (OSError('OS file watch limit reached. about ["/a"] (Error { kind: MaxFilesWatch })'), errno.ENOSPC),
        (RuntimeError("Error creating watcher: Too many open files (os error 24)"), errno.EMFILE),
        (RuntimeError("Error creating watcher: No space left on device (os error 28)"), errno.ENOSPC),
        (PermissionError('Permission denied (os error 13) about ["/a"]'), errno.EACCES),
        (FileNotFoundError('No such file or directory (os error 2) about ["/a"]'), errno.ENOENT),
        (RuntimeError("something else"), errno.EIO),
    ],
)
def test_a_refusal_has_the_systems_number(
    source: Notify, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, number: int
) -> None:
    """The library tells it in words alone, and the reason that a person reads is chosen by it."""
    monkeypatch.setattr(notify, "watch", refusing(error))
    with pytest.raises(OSError, match=r".") as told:
        source.arm({str(tmp_path): {"pad.md"}})
    assert told.value.errno == number
    assert not {"space", "disk", "device"} & set(reason(told.value).split())


def test_a_failure_later_is_a_loss(source: Notify, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The watcher sets the watch anew then, and polls if that is refused."""
    fail = threading.Event()

    def watch(*paths: str, stop_event: threading.Event, **settings: object) -> NoReturn:
        stop_event.is_set()
        fail.wait(LONGEST)
        raise RuntimeError("gone")

    monkeypatch.setattr(notify, "watch", watch)
    source.arm({str(tmp_path): {"pad.md"}})
    assert source.wait(0) == QUIET
    fail.set()
    assert source.wait(LONGEST) == LOST


def test_waking_ends_a_wait(source: Notify, tmp_path: Path) -> None:
    source.wake()
    assert source.wait(LONGEST) == QUIET
    source.arm({str(tmp_path): {"pad.md"}})
    source.wake()
    assert source.wait(LONGEST) == QUIET


def test_it_looks_the_less_often_the_longer_nothing_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look wakes a thread: a screen that rests for hours costs next to nothing, one at work shows at once."""
    at, slept = [50.0], list[float]()
    monkeypatch.setattr(notify, "time", SimpleNamespace(monotonic=lambda: at[0], sleep=slept.append))
    ear = notify._Ear({}, threading.Event())
    ear._heard = at[0]
    for later in (0.0, 2.9, 3.1, 14.9, 15.1, 3_600.0):
        at[0] = 50.0 + later
        ear.is_set()
        ear.is_set()
    busy, soon, rest = slept[0], slept[2], slept[4]
    assert slept == [busy, busy, soon, soon, rest, rest]
    assert busy < soon < rest


def test_closing_ends_its_thread(source: Notify, tmp_path: Path) -> None:
    threads = threading.active_count()
    for _ in range(3):
        source.arm({str(tmp_path): {"pad.md"}})
        assert threading.active_count() == threads + 1
    source.close()
    assert threading.active_count() == threads


def test_an_open_watch_does_not_abort_the_process_at_its_end(tmp_path: Path) -> None:
    """A daemon thread that the interpreter's end meets inside Rust would."""
    code = (
        "import sys\nfrom scratchpad_tui.core.watch import notify\n"
        "notify.Notify().arm({sys.argv[1]: {'pad.md'}})"
    )
    run = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, check=False)
    assert (run.returncode, run.stderr) == (0, b"")
