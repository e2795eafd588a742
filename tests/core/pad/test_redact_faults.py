"""A redaction that is killed, or whose calls fail, at any place: the pad and its versions agree, a second run ends it."""

from __future__ import annotations

import errno
import signal
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.redact import redact
from scratchpad_tui.core.pad.seen import SeenMarks, state_directory

from .faults import CALLS, Erring, Scenario, Trial, data_of, killing, left_over, versions_of, watched_calls
from .processes import in_child, is_free, needs_fork, quick_folder
from .redactions import SECRET, assert_agree, assert_gone, audit_lines, lay, lay_elsewhere, without

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from scratchpad_tui.core.pad.store import PadStore

pytestmark = [pytest.mark.usefixtures("at_once", "unsynced"), needs_fork, pytest.mark.alone]
NEXT = Patch("Open questions", "append", "- the next save")


@pytest.fixture
def trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Trial]:
    """A pad with the text everywhere, its tree and the user's state directory where they are quickly made."""
    with quick_folder(tmp_path) as folder:
        monkeypatch.setenv("XDG_STATE_HOME", str(folder / "work" / "state"))
        yield Trial.ready(Scenario("redaction", lay, _act), folder)


def _act(store: PadStore) -> object:
    return redact(store, SECRET)


def _again(trial: Trial) -> PadStore:
    store = trial.again()
    lay_elsewhere(store)
    return store


@pytest.mark.parametrize(
    ("torn", "writer"),
    [(False, False), (False, True), (True, True)],
    ids=["again", "another writer first", "in a write"],
)
def test_a_kill_at_any_call_loses_nothing_and_a_second_run_completes_it(
    trial: Trial, *, torn: bool, writer: bool
) -> None:
    store = _again(trial)
    versions = {number: without(data) for number, data in versions_of(store).items()}
    seen = SeenMarks(state_directory(), store.paths.named).version
    allowed = (data_of(store), without(data_of(store) or b""))
    for number in count(1):
        store = _again(trial)
        code = in_child(partial(_killed, store, number, torn=torn))
        assert code in (0, -signal.SIGKILL), f"the child failed at call {number}"
        where = f"killed at call {number}"
        assert data_of(store) in allowed, where
        assert is_free(store.paths.lock), where
        assert code or audit_lines(store), where
        if writer:
            store.apply([NEXT])
            assert store.history.read(store.history.newest()) == data_of(store), where
        redact(store, SECRET)
        store.close()
        assert_gone(store, where=where)
        assert_agree(store, where)
        assert left_over(store) == [], where
        assert versions.items() <= versions_of(store).items(), where
        assert audit_lines(store), where
        assert SeenMarks(state_directory(), store.paths.named).version == seen, where
        if code == 0:
            break
    assert number > (10 if torn else 75)


def _killed(store: PadStore, number: int, *, torn: bool) -> None:
    # A kill before a call that changes nothing leaves on disk what one before the next change leaves.
    with watched_calls(killing(number, torn=torn), ("write",) if torn else CALLS, changes=True):
        redact(store, SECRET)


def _told(store: PadStore) -> str:
    """What the error says, empty where there was none."""
    try:
        redact(store, SECRET)
    except StorageError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("code", "lasting"), [("EACCES", False), ("ENOSPC", True)], ids=["once", "from then on"]
)
def test_an_error_at_any_call_is_told_without_the_text_and_a_second_run_completes_it(
    trial: Trial, code: str, *, lasting: bool
) -> None:
    store = _again(trial)
    versions = {number: without(data) for number, data in versions_of(store).items()}
    allowed = (data_of(store), without(data_of(store) or b""))
    failed = 0
    for number in count(1):
        store = _again(trial)
        fault = Erring(getattr(errno, code), number, lasting=lasting)
        with watched_calls(fault):
            told = _told(store)
        failed += bool(told)
        assert SECRET[:8] not in told
        where = f"{code} at call {number} ({fault.fired})"
        store.close()
        assert data_of(store) in allowed, where
        assert is_free(store.paths.lock), where
        redact(store, SECRET)
        store.close()
        assert_gone(store, where=where)
        assert_agree(store, where)
        assert left_over(store) == [], where
        assert versions.items() <= versions_of(store).items(), where
        if not fault.reached:
            break
    assert failed > 30
