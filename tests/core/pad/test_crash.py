"""A process that is killed with SIGKILL at any call of the operating system: the pad is whole and nothing is lost."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.patch import Patch

from .faults import (
    SCENARIOS,
    TEXT,
    Scenario,
    Trial,
    assert_in_order,
    data_of,
    everything,
    killed_at_every_call,
    lines_of,
    save,
    versions_of,
)
from .processes import is_free, needs_fork, quick_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from scratchpad_tui.core.pad.store import PadStore

pytestmark = [pytest.mark.usefixtures("at_once", "unsynced"), needs_fork, pytest.mark.alone]
NEXT = Patch("Open questions", "append", "- the next save")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Where the trees are made."""
    with quick_folder(tmp_path) as quick:
        yield quick


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_a_kill_at_any_call_leaves_the_old_or_the_new_pad_and_the_next_save_puts_all_in_order(
    scenario: Scenario, folder: Path
) -> None:
    """Agents are killed all the time; what was saved or written by hand must be there, what was not leaves nothing."""
    trial = Trial.ready(scenario, folder)
    allowed = trial.allowed()
    acknowledged = {} if "pruning" in scenario.name else versions_of(trial.again())
    points = 0
    for where, store in killed_at_every_call(trial):
        points += 1
        assert data_of(store) in allowed, where
        if os.path.isdir(store.paths.folder):
            assert is_free(store.paths.lock), where
            _assert_kept(store, scenario, acknowledged, where)
        saved = b"- saved" in (data_of(store) or b"")
        store.apply([NEXT])
        assert_in_order(store, where)
        assert "- the next save" in everything(store), where
        _assert_kept(store, scenario, acknowledged, where)
        turns = [line["turn"] for line in lines_of(store)]
        assert not saved or turns.count("9") == 1, f"the journal knows whose save it was, {where}"
        store.close()
    assert points > 20


def _assert_kept(store: PadStore, scenario: Scenario, acknowledged: dict[int, bytes], where: str) -> None:
    kept = everything(store)
    assert [text for text in scenario.kept if text not in kept] == [], where
    assert acknowledged.items() <= versions_of(store).items(), where


def _save_in_place(store: PadStore) -> None:
    os.link(store.paths.pad, f"{store.paths.pad}.second-name")
    store.apply([Patch("Findings", "append", "- " + "saved " * 30)], turn="9")


def test_a_kill_while_a_pad_of_two_names_is_written_in_place_loses_no_text(folder: Path) -> None:
    """Such a pad can be torn: the next writer finds the old text in its history, and keeps the torn one."""
    trial = Trial.ready(Scenario("in place", save, _save_in_place, (TEXT,)), folder)
    acknowledged = versions_of(trial.again())
    torn = 0
    for where, store in killed_at_every_call(trial):
        found = data_of(store) or b""
        torn += found not in (TEXT.encode(), *versions_of(store).values())
        _assert_kept(store, trial.scenario, acknowledged, where)
        store.apply([NEXT])
        assert "- the next save" in (data_of(store) or b"").decode(), where
        assert found.decode() in everything(store), where
        _assert_kept(store, trial.scenario, acknowledged, where)
        assert_in_order(store, where)
        store.close()
    assert torn
