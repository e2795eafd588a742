"""A restore is shown before it is done, and does what was shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.restoring import restoring
from scratchpad_tui.core.pad.store import PadStore

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def store(tmp_path: Path) -> PadStore:
    """Three versions: a finding, a step, and another finding."""
    store = PadStore(tmp_path / ".agent" / "scratchpad.md")
    store.apply([Patch("Findings", "append", "one")])
    store.apply([Patch("Plan", "append", "step")])
    store.apply([Patch("Findings", "append", "two")])
    return store


def changed(store: PadStore, version: int, section: str | None = None) -> list[tuple[str | None, str | None]]:
    rows = restoring(store, version, section).comparison.rows
    return [(row.before, row.after) for row in rows if row.is_changed]


@pytest.mark.parametrize("section", [None, "findings", "Plan"])
def test_what_is_shown_is_what_is_done(store: PadStore, section: str | None) -> None:
    shown = restoring(store, 1, section)
    outcome = store.restore(1, section)
    assert (outcome.added, outcome.removed) == (shown.comparison.added, shown.comparison.removed)
    assert outcome.sections == shown.comparison.sections


def test_the_sections_that_differ_are_offered(store: PadStore) -> None:
    assert restoring(store, 1).sections == ("Plan", "Findings")
    assert restoring(store, 2).sections == ("Findings",)
    assert restoring(store, 3).sections == ()
    assert changed(store, 2) == [("- two", None)]
    assert changed(store, 1, "Findings") == [("- two", None)]


def test_nothing_is_written(store: PadStore) -> None:
    restoring(store, 1)
    assert store.history.newest() == 3


def test_a_version_that_is_not_kept_is_told(store: PadStore) -> None:
    with pytest.raises(InputError, match="there is no version 9"):
        restoring(store, 9)
