"""An edit from outside gets into the history however long that could not be; and acts that wait for the lock."""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import LockError, StorageError
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.tui import recording
from scratchpad_tui.tui.live_source import LiveSource
from scratchpad_tui.tui.recording import Recording
from tests.tui.test_live_source import Told, line

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATIENCE = 20.0

posix = pytest.mark.skipif(os.name != "posix", reason="locks as POSIX has them")


@contextmanager
def locked_by_another(store: PadStore) -> Iterator[None]:
    """A lock that is no one's of this process, as far as it can tell."""
    import fcntl

    fd = os.open(store.paths.lock, os.O_RDWR | os.O_CREAT)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX)
        yield
    finally:
        os.close(fd)


@pytest.fixture
def store(pad_path: Path) -> PadStore:
    store = PadStore(pad_path, depth=0)
    store.apply([Patch("Plan", "append", text) for text in ("one", "two")], turn="1")
    return store


@pytest.fixture
def source(store: PadStore, monkeypatch: pytest.MonkeyPatch) -> Iterator[LiveSource]:
    monkeypatch.setattr(recording, "PAUSE", 0.05)
    source = LiveSource(PadStore(store.paths.named, depth=0))
    source.read()
    yield source
    source.close()


@posix
def test_an_edit_that_came_while_the_lock_was_held_is_recorded_after_it(
    store: PadStore, source: LiveSource, pad_path: Path
) -> None:
    """Nothing else happens to the pad; told once, and the next state is another version."""
    told = Told(source)
    with locked_by_another(store):
        pad_path.write_text(pad_path.read_text().replace("one", "one by hand"))
        told.wait(text="one by hand")
        with told.news:
            assert told.news.wait_for(lambda: told.errors, timeout=PATIENCE)
        assert store.history.newest() == 1
    told.wait(text="one by hand", actor="external")
    assert store.history.newest() == 2
    assert len(told.errors) == 1


def test_a_fault_that_lasts_is_tried_again_until_it_is_over_and_told_once() -> None:
    """A full disk that has room again."""
    full = threading.Event()
    full.set()
    tried, done, told = threading.Semaphore(0), threading.Event(), list[Exception]()

    def record(_sha256: str) -> None:
        tried.release()
        if full.is_set():
            raise StorageError("no space left")
        done.set()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recording, "PAUSE", 0.01)
        work = Recording(record, told.append)
        work.found("a")
        for _ in range(4):
            assert tried.acquire(timeout=PATIENCE)
        full.clear()
        assert done.wait(PATIENCE)
        work.stop()
    assert [str(error) for error in told] == ["no space left"]


def test_what_is_being_written_is_not_recorded() -> None:
    """The next look that finds it at rest tells."""
    recorded: list[str] = []

    def record(sha256: str) -> None:
        recorded.append(sha256)
        if len(recorded) == 1:
            raise LockError("held")

    work = Recording(record, lambda _error: None)
    work.found("a")
    work.found(None)
    other = threading.Event()
    work.also(other.set)
    assert other.wait(PATIENCE)
    work.stop()
    assert recorded == ["a"]


def test_only_bytes_that_stood_still_are_recorded(
    store: PadStore, source: LiveSource, pad_path: Path
) -> None:
    """The pad may have gone on since; then its next look is waited for."""
    pad_path.write_text(pad_path.read_text().replace("one", "half a wo"))
    source._record("0" * 64)
    assert store.history.newest() == 1


@posix
def test_an_act_tells_at_once_that_it_waits_and_goes_on_as_soon_as_it_can(
    store: PadStore, source: LiveSource
) -> None:
    """The pad is read meanwhile."""
    found = line(source, "Plan", "one")
    waits, acts = threading.Event(), list[str]()
    words: list[str] = []

    def told(why: str) -> None:
        words.append(why)
        waits.set()

    source.on_wait(told)
    worker = threading.Thread(target=lambda: acts.append(source.delete("Plan", found).words))
    with locked_by_another(store):
        worker.start()
        assert waits.wait(PATIENCE)
        assert source.read().state == "live"
        assert acts == []
    worker.join(PATIENCE)
    assert acts == ["Deleted a line of Plan"]
    assert words[0].startswith("the pad is locked by ")


@posix
@pytest.mark.parametrize("gives_up", [True, False])
def test_an_act_that_cannot_get_the_lock_changes_nothing(
    store: PadStore,
    source: LiveSource,
    gives_up: bool,  # noqa: FBT001 - cases
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A person gave up, or the time is over: the error says how long it was."""
    found = line(source, "Plan", "one")
    if gives_up:
        source.on_wait(lambda _why: source.give_up())
    else:
        monkeypatch.setenv("SCRATCHPAD_LOCK_TIMEOUT", "0.3")
        source._store = PadStore(store.paths.named)
    with locked_by_another(store), pytest.raises(LockError) as raised:
        source.delete("Plan", found)
    assert (raised.value.code == "given-up") == gives_up
    assert ("waited 0.3 s" in str(raised.value)) != gives_up
    assert store.history.newest() == 1
    assert source.delete("Plan", found).version == 2
