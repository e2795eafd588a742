"""The watcher on real directories: whatever an editor, an agent or a system does, the change is told."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.watch import Watcher, watcher
from scratchpad_tui.core.watch.source import NoHints, open_source, reason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from scratchpad_tui.core.watch import Notice
    from scratchpad_tui.core.watch.places import Places
    from scratchpad_tui.core.watch.source import Source

LONGEST = 20
"""Seconds until a test gives up; no test waits that long unless it fails."""


class Deaf(NoHints):
    """A source that loses every event, as a full queue does."""


class Watched:
    """A pad in a folder, a watcher on it, and what it has told."""

    def __init__(self, folder: Path, opener: Callable[[], Source] = open_source, mode: str = "auto") -> None:
        self.folder = folder / ".agent"
        self.pad = self.folder / "scratchpad.md"
        self.journal = self.folder / ".history" / "scratchpad.md" / "journal.jsonl"
        self.notices: list[Notice] = []
        self.failures: list[Exception] = []
        self._news = threading.Condition()
        self.watcher = Watcher(
            str(self.pad),
            self._told,
            failed=self._failed,
            history=str(self.journal),
            mode=mode,
            opener=opener,
        )

    def begin(self, text: str | None = "start") -> None:
        """Starts to watch, and waits until the first state is told."""
        if text is not None:
            self.folder.mkdir(exist_ok=True)
            self.pad.write_text(text)
        self.watcher.start()
        self.wait_for(lambda notice: notice.kind == "pad" and notice.stable)
        self.notices.clear()

    def _told(self, notice: Notice) -> None:
        with self._news:
            self.notices.append(notice)
            self._news.notify_all()

    def _failed(self, error: Exception) -> None:
        with self._news:
            self.failures.append(error)
            self._news.notify_all()

    def wait_for(self, wanted: Callable[[Notice], bool]) -> None:
        """Waits until such a notice has been told."""
        with self._news:
            assert self._news.wait_for(lambda: any(map(wanted, self.notices)), LONGEST), self.notices

    def sees(self, text: str) -> None:
        """Waits until the pad was told to hold that text."""
        self.wait_for(lambda notice: notice.sha256 == hashlib.sha256(text.encode()).hexdigest())

    def replace(self, text: str) -> None:
        """An atomic save, as ours."""
        new = self.folder / ".scratch-1.tmp"
        new.write_text(text)
        new.replace(self.pad)

    @property
    def changes(self) -> list[str | None]:
        """The states that were told as new."""
        return [notice.sha256 for notice in self.notices if notice.kind == "pad" and not notice.stable]


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[Callable[..., Watched]]:
    made: list[Watched] = []

    def make(opener: Callable[[], Source] = open_source, mode: str = "auto") -> Watched:
        made.append(Watched(tmp_path, opener, mode))
        return made[-1]

    yield make
    for watched in made:
        watched.watcher.stop()
        assert not watched.watcher.alive


@pytest.fixture
def watched(watch: Callable[..., Watched]) -> Watched:
    """A watcher on the system's events, not yet begun."""
    return watch()


def test_a_hundred_atomic_saves_are_all_told(watched: Watched) -> None:
    """A watch on the file itself is deaf after the first."""
    watched.begin()
    for number in range(100):
        watched.replace(f"save {number}")
        watched.sees(f"save {number}")
    assert watched.watcher.mode == "events"


@pytest.mark.alone
def test_of_ten_thousand_saves_in_a_row_the_last_is_told(watched: Watched) -> None:
    """Nobody can look at each of them; whoever stands at the screen afterwards must see the last."""
    watched.begin()
    for number in range(10_000):
        watched.replace(f"save {number}")
    watched.sees("save 9999")
    watched.replace("one more")
    watched.sees("one more")
    assert watched.watcher.mode == "events"


def test_saves_of_every_kind_of_editor_are_told(watched: Watched) -> None:
    """Vim's probe, backup and new file, sed's rename, a shell's truncation, an agent's append."""
    watched.begin()
    for number in range(3):
        probe, backup = watched.folder / "4913", watched.folder / "scratchpad.md~"
        probe.touch()
        probe.unlink()
        watched.pad.rename(backup)
        watched.pad.write_text(f"vim {number}")
        backup.unlink()
        watched.sees(f"vim {number}")
    new = watched.folder / "sedXyz"
    new.write_text("sed")
    new.rename(watched.pad)
    watched.sees("sed")
    watched.pad.write_text("shell")
    watched.sees("shell")
    with watched.pad.open("a") as file:
        file.write(" and more")
    watched.sees("shell and more")
    assert watched.failures == []


def test_a_directory_removed_and_made_anew_is_watched_again(watched: Watched) -> None:
    """Its old watch is silent for ever."""
    watched.begin()
    for number in range(3):
        shutil.rmtree(watched.folder)
        watched.folder.mkdir()
        watched.pad.write_text(f"anew {number}")
        watched.sees(f"anew {number}")
        watched.replace(f"again {number}")
        watched.sees(f"again {number}")


def test_a_directory_moved_away_and_back_is_watched_again(watched: Watched) -> None:
    watched.begin()
    away = watched.folder.with_name("away")
    watched.folder.rename(away)
    watched.wait_for(lambda notice: notice.kind == "pad" and not notice.there)
    away.rename(watched.folder)
    watched.sees("start")
    watched.replace("after")
    watched.sees("after")


def test_a_pad_whose_directory_is_not_there_yet_is_awaited(watched: Watched) -> None:
    """The start screen waits for an agent's first write."""
    watched.begin(None)
    watched.folder.mkdir()
    watched.replace("first")
    watched.sees("first")


def test_a_linked_pad_is_watched_where_it_really_stands(watched: Watched, tmp_path: Path) -> None:
    """Both its target and the link itself can be replaced."""
    real, other = tmp_path / "real", tmp_path / "other"
    real.mkdir()
    other.mkdir()
    (real / "pad.md").write_text("start")
    (other / "pad.md").write_text("other")
    watched.folder.mkdir()
    watched.pad.symlink_to(real / "pad.md")
    watched.begin(None)
    (real / "new").write_text("target replaced")
    (real / "new").replace(real / "pad.md")
    watched.sees("target replaced")
    link = watched.folder / "link"
    link.symlink_to(other / "pad.md")
    link.replace(watched.pad)
    watched.sees("other")
    (other / "pad.md").write_text("other changed")
    watched.sees("other changed")


def test_side_files_cause_no_reload(watched: Watched) -> None:
    """Lock, temporary, history, quarantine, swap and backup files, a dangling link, a foreign note."""
    watched.begin()
    history = watched.folder / ".history"
    history.mkdir()
    for name in (
        ".scratchpad.md.swp",
        "scratchpad.md~",
        "4913",
        "#scratchpad.md#",
        ".scratchpad.md.lock",
        ".scratch-7.tmp",
        "scratchpad.md.tmp",
        "scratchpad.broken-1784541612.md",
        "notes.md",
        ".history/x",
    ):
        (watched.folder / name).write_text("x")
        (watched.folder / name).write_text("y")
    (watched.folder / ".#scratchpad.md").symlink_to("nowhere")
    watched.pad.write_text("start")
    watched.replace("start")
    watched.replace("real change")
    watched.sees("real change")
    assert watched.changes == [hashlib.sha256(b"real change").hexdigest()]
    assert watched.failures == []


def test_a_neighbour_whose_name_is_no_text_does_not_end_the_events(watched: Watched) -> None:
    """The library gives up at the first event of a file whose name is not UTF-8."""
    watched.begin()
    for number in range(3):
        with open(os.path.join(os.fsencode(watched.folder), b"\xff.md"), "ab") as file:
            file.write(b"x")
        watched.replace(f"save {number}")
        watched.sees(f"save {number}")
    assert watched.watcher.mode == "events"
    assert watched.failures == []


def test_versions_by_another_process_are_told(watched: Watched) -> None:
    watched.begin()
    watched.journal.parent.mkdir(parents=True)
    watched.journal.write_text("{}\n")
    watched.wait_for(lambda notice: notice.kind == "history")
    watched.notices.clear()
    with watched.journal.open("a") as file:
        file.write("{}\n")
    watched.wait_for(lambda notice: notice.kind == "history")


def test_a_file_followed_later_is_told(watched: Watched, tmp_path: Path) -> None:
    """A transcript is found after the pad is on the screen."""
    watched.begin()
    transcript = tmp_path / "elsewhere" / "session.jsonl"
    watched.watcher.follow(str(transcript))
    transcript.parent.mkdir()
    transcript.write_text("{}\n")
    watched.wait_for(lambda notice: notice.kind == "file" and notice.path == str(transcript))


def test_lost_events_are_made_up_for_by_the_slow_look(
    watch: Callable[..., Watched], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel drops events when its queue is full, and the library does not pass that on."""
    monkeypatch.setattr(watcher, "REST", 0.05)
    watched = watch(Deaf)
    watched.begin()
    for text in ("one", "two", "six"):
        watched.pad.write_text(text)
        os.utime(watched.pad, (1_800_000_000, 1_800_000_000))
        watched.sees(text)
    assert watched.watcher.mode == "events"


def test_a_look_can_be_asked_for(watch: Callable[..., Watched], monkeypatch: pytest.MonkeyPatch) -> None:
    """`ctrl+r` does not wait for the next slow look."""
    monkeypatch.setattr(watcher, "REST", 3600.0)
    watched = watch(Deaf)
    watched.pad.parent.mkdir()
    watched.pad.write_text("start")
    watched.begin()
    watched.watcher._observer.due += 3600
    watched.pad.write_text("two")
    watched.watcher.look()
    watched.sees("two")


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EMFILE, errno.ENOSYS, errno.EACCES])
@pytest.mark.parametrize("when", ["open", "arm"])
def test_without_events_the_pad_is_polled_and_the_reason_told(
    watch: Callable[..., Watched], number: int, when: str
) -> None:
    """The system's words for too many watches are "no space left on device"."""

    class Refusing(NoHints):
        def arm(self, where: Places) -> None:
            raise OSError(number, os.strerror(number))

    def refuse() -> Source:
        if when == "arm":
            return Refusing()
        raise OSError(number, os.strerror(number))

    watched = watch(refuse)
    watched.begin()
    assert watched.watcher.mode == "polling"
    assert watched.watcher.reason
    assert "space" not in watched.watcher.reason
    assert "disk" not in watched.watcher.reason
    watched.replace("edited")
    watched.sees("edited")
    assert watched.failures == []


def test_the_change_of_mode_is_told(watch: Callable[..., Watched]) -> None:
    """The screen's word of state goes from `live` to `polling` by it."""

    def refuse() -> Source:
        raise OSError(errno.EMFILE, "Too many open files")

    watched = watch(refuse)
    watched.watcher.start()
    watched.wait_for(lambda notice: notice.kind == "mode")


def test_after_a_time_without_the_right_to_read_events_are_heard_again(watch: Callable[..., Watched]) -> None:
    """A folder of mode 000 for some seconds: `polling` is told, and `live` again when it is well."""
    closed = threading.Event()
    closed.set()

    class Guarded(NoHints):
        def arm(self, where: Places) -> None:
            if closed.is_set():
                raise OSError(errno.EACCES, os.strerror(errno.EACCES))

    watched = watch(Guarded)
    watched.begin()
    assert watched.watcher.mode == "polling"
    closed.clear()
    watched.wait_for(lambda notice: notice.kind == "mode")
    assert (watched.watcher.mode, watched.watcher.reason) == ("events", "")
    assert len([notice for notice in watched.notices if notice.kind == "mode"]) == 1


def test_polling_can_be_asked_for(watch: Callable[..., Watched]) -> None:
    def never() -> Source:
        raise AssertionError("no source is opened")

    watched = watch(never, mode="poll")
    watched.begin()
    assert (watched.watcher.mode, watched.watcher.reason) == ("polling", "asked for by watch.mode")
    watched.replace("edited")
    watched.sees("edited")


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "too many files are being watched"),
        (errno.EMFILE, "too many files are being watched"),
        (errno.ENOSYS, "this system gives no file events"),
        (errno.EACCES, "file events are not to be had: Permission denied"),
    ],
)
def test_the_reason_is_a_sentence(number: int, words: str) -> None:
    assert reason(OSError(number, os.strerror(number))).startswith(words)


POLLED = """
import hashlib, os, pathlib, sys, threading
from scratchpad_tui.core.watch import Watcher
pad = pathlib.Path(sys.argv[1])
pad.write_text("start")
seen = threading.Event()
wanted = hashlib.sha256(b"edited").hexdigest()
settled = threading.Event()
def told(notice):
    if notice.stable: settled.set()
    if notice.sha256 == wanted: seen.set()
watcher = Watcher(str(pad), told, failed=print)
watcher.start()
settled.wait(20)
pad.write_text("edited")
print(seen.wait(20), watcher.mode, watcher.reason)
watcher.stop()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="inotify and its limits are Linux's")
@pytest.mark.parametrize("limit", ["max_inotify_instances", "max_inotify_watches"])
def test_with_the_systems_limits_at_nothing_the_pad_is_polled(tmp_path: Path, limit: str) -> None:
    """The real refusal, in a user namespace of its own."""
    set_limit = f"echo 0 > /proc/sys/user/{limit}"
    if subprocess.run(["unshare", "-Ur", "sh", "-c", set_limit], capture_output=True, check=False).returncode:
        pytest.skip("this machine allows no user namespace")
    command = f'{set_limit}; exec "$0" -c "$1" "$2"'
    run = subprocess.run(
        ["unshare", "-Ur", "sh", "-c", command, sys.executable, POLLED, str(tmp_path / "pad.md")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.startswith("True polling too many files are being watched on this machine")


def test_stopping_leaves_no_thread_and_no_descriptor(tmp_path: Path) -> None:
    """A pad is opened and left many times in a day."""
    threads, descriptors = threading.active_count(), os.listdir("/dev/fd")
    for number in range(8):
        watched = Watched(tmp_path)
        watched.begin(f"start {number}")
        watched.watcher.stop()
        watched.watcher.stop()
        watched.watcher.look()
    assert threading.active_count() == threads
    # The library closes its last descriptors in a thread of its own, a moment later.
    until = time.monotonic() + LONGEST
    while len(os.listdir("/dev/fd")) > len(descriptors) and time.monotonic() < until:
        threading.Event().wait(0.01)
    assert len(os.listdir("/dev/fd")) <= len(descriptors)


def test_stopping_before_the_first_look_ends_it_too(tmp_path: Path) -> None:
    for _ in range(20):
        watched = Watched(tmp_path)
        watched.watcher.start()
        watched.watcher.stop()
        assert not watched.watcher.alive
    Watched(tmp_path).watcher.stop()


def test_a_listener_may_stop_the_watcher(tmp_path: Path) -> None:
    """The screen that hears of the end of its pad lets go of it."""
    done = threading.Event()

    def told(_: Notice) -> None:
        one.stop()
        done.set()

    one = Watcher(str(tmp_path / "pad.md"), told, failed=lambda error: None)
    one.start()
    assert done.wait(LONGEST)


def test_a_listener_that_fails_is_reported_and_watching_goes_on(watch: Callable[..., Watched]) -> None:
    """A watcher that died in silence would leave an old pad on the screen."""
    watched = watch()
    watched.begin()
    good = watched.watcher._told

    def failing(notice: Notice) -> None:
        watched.watcher._told = good
        raise ValueError("from the listener")

    watched.watcher._told = failing
    watched.replace("first")
    watched.replace("second")
    watched.sees("second")
    assert [str(error) for error in watched.failures] == ["from the listener"]
