"""Calls of the operating system that fail: a plain error, the old pad, nothing left over, and the next write works."""

from __future__ import annotations

import errno
import os
from itertools import count
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad.patch import Patch

from .faults import (
    SCENARIOS,
    Erring,
    Trial,
    assert_in_order,
    data_of,
    everything,
    left_over,
    versions_of,
    watched_calls,
)
from .processes import is_free, quick_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from scratchpad_tui.core.pad.store import PadStore

    from .faults import Scenario

pytestmark = [pytest.mark.usefixtures("at_once", "unsynced"), pytest.mark.alone]
NEXT = Patch("Open questions", "append", "- the next save")
SAVE = next(scenario for scenario in SCENARIOS if scenario.name == "save")
CODES = ("EIO", "ENOSPC", "EDQUOT", "EROFS", "EACCES", "EMFILE", "EINTR")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Where the trees are made."""
    with quick_folder(tmp_path) as quick:
        yield quick


@pytest.mark.parametrize("lasting", [False, True], ids=["once", "from then on"])
@pytest.mark.parametrize("code", CODES)
def test_any_error_at_any_call_of_a_save_leaves_the_old_pad_or_a_whole_save(
    code: str, folder: Path, *, lasting: bool
) -> None:
    """A full disk, a quota, a read-only mount, a lack of descriptors: each in each place."""
    _sweep(SAVE, getattr(errno, code), folder, lasting=lasting)


@pytest.mark.parametrize("lasting", [False, True], ids=["once", "from then on"])
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_an_error_at_any_call_of_any_write_loses_nothing(
    scenario: Scenario, folder: Path, *, lasting: bool
) -> None:
    """Quarantine, recovery, taking lines, restoring: what was saved or typed is there afterwards."""
    _sweep(scenario, errno.ENOSPC, folder, lasting=lasting)


def _sweep(scenario: Scenario, code: int, folder: Path, *, lasting: bool) -> None:
    trial = Trial.ready(scenario, folder)
    allowed = trial.allowed()
    acknowledged = {} if "pruning" in scenario.name else versions_of(trial.again())
    for number in count(1):
        store = trial.again()
        fault = Erring(code, number, lasting=lasting)
        error = _act(trial, store, fault)
        where = f"{scenario.name}: {errno.errorcode[code]} at call {number} ({fault.fired})"
        if error is None:
            assert data_of(store) == allowed[-1], where
        else:
            assert data_of(store) in allowed[:-1], f"an error means that nothing is saved, {where}: {error}"
            assert os.strerror(code) in str(error), where
            assert str(folder) in str(error), where
        if os.path.isdir(store.paths.folder):
            assert [name for name in left_over(store) if name.endswith(".tmp")] == [], where
            assert is_free(store.paths.lock), where
            _assert_kept(store, scenario, acknowledged, where)
        store.apply([NEXT])
        assert_in_order(store, where)
        _assert_kept(store, scenario, acknowledged, where)
        store.close()
        if not fault.reached:
            break


def _act(trial: Trial, store: PadStore, fault: Erring) -> StorageError | None:
    with watched_calls(fault):
        try:
            trial.scenario.act(store)
        except StorageError as error:
            return error
    return None


def _assert_kept(store: PadStore, scenario: Scenario, acknowledged: dict[int, bytes], where: str) -> None:
    kept = everything(store)
    assert [text for text in scenario.kept if text not in kept] == [], where
    assert acknowledged.items() <= versions_of(store).items(), where
