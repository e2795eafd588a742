"""Two agents that record into one audited pad at the same time."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.audited.record import record
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.evidence import audited_entries
from scratchpad_tui.core.pad.store import PadStore
from tests.core.audited.memories import PAD
from tests.core.pad.processes import forked, needs_fork, quick_folder

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [needs_fork, pytest.mark.alone]
TIMES = 60


def write(path: Path, name: str, key: str) -> None:
    """Records so often, each time under the key with its number, or under the same key."""
    store = PadStore(path, profile="audited", depth=0)
    for number in range(TIMES):
        text = f"{name} saw {number}"
        record(store, "Findings", key.format(number), text, source=name, session=name, date="2026-07-20")
    store.close()


def both(folder: Path, *keys: str) -> PadStore:
    path = folder / "memory.md"
    path.write_text(PAD, "utf-8")
    writers = [
        forked(partial(write, path, name, key)) for name, key in zip(("ann", "bob"), keys, strict=True)
    ]
    assert [writer.wait() for writer in writers] == [0, 0]
    return PadStore(path, profile="audited", depth=0)


def test_different_keys_all_stay(tmp_path: Path) -> None:
    with quick_folder(tmp_path) as folder:
        store = both(folder, "ann-{}", "bob-{}")
        found = {entry.key: entry.text for entry in audited_entries(store.read().document, "Findings")}
        assert len(found) == 2 + 2 * TIMES
        for name in ("ann", "bob"):
            for number in range(TIMES):
                assert found[f"{name}-{number}"] == f"{name} saw {number}"


def test_of_one_key_the_last_writer_wins_and_the_journal_has_both(tmp_path: Path) -> None:
    with quick_folder(tmp_path) as folder:
        store = both(folder, "shared", "shared")
        document = store.read().document
        (shared,) = [entry for entry in audited_entries(document, "Findings") if entry.key == "shared"]
        versions = journal.versions(store.paths.journal)
        recorded = [
            one for one in versions.values() if one["operations"] and one["operations"][0]["op"] == "record"
        ]
        assert len(recorded) == 2 * TIMES
        assert {one["session"] for one in recorded} == {"ann", "bob"}
        last = recorded[-1]["session"]
        assert shared.text == f"{last} saw {TIMES - 1}"
        logged = [
            entry
            for entry in audited_entries(document, "Decisions")
            if entry.key.startswith("shared-changed-")
        ]
        assert len({entry.key for entry in logged}) == 2 * TIMES - 1
