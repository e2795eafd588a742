"""What a person is needed for: where the promotions that wait stand among the rest."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.needs import with_promotions
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.pad.view import Need, build_view

if TYPE_CHECKING:
    from pathlib import Path

NOW = datetime(2026, 7, 20, 10, 12, tzinfo=UTC)


def need(code: str) -> Need:
    """A need of that kind."""
    return Need(code, 1, code)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((), ("promotions",)),
        (("alarm", "refused"), ("alarm", "refused", "promotions")),
        (("alarm", "over-cap", "unread"), ("alarm", "promotions", "over-cap", "unread")),
        (("stale",), ("promotions", "stale")),
    ],
)
def test_promotions_press_less_than_trouble_and_more_than_size(
    before: tuple[str, ...], after: tuple[str, ...]
) -> None:
    assert tuple(one.code for one in with_promotions([need(code) for code in before], 2)) == after


@pytest.mark.parametrize(
    ("waiting", "words", "brief"),
    [(1, "a promotion waits", "1 promotion"), (3, "3 promotions wait", "3 promotions")],
)
def test_they_are_counted_and_lead_to_their_screen(waiting: int, words: str, brief: str) -> None:
    (found,) = with_promotions((), waiting)
    assert (found.words, found.brief, found.count, found.key) == (words, brief, waiting, "3")


def test_a_persons_own_restore_asks_nothing_of_that_person(pad_path: Path) -> None:
    """It is flagged where versions are shown; an agent's write that takes as much away is an alarm."""
    store = PadStore(pad_path)
    store.apply([Patch("Findings", "append", "one")])
    store.apply([Patch("Findings", "append", f"and {number}") for number in range(8)])
    store.restore(1)
    view = build_view(store, 2, now=NOW)
    assert view.version is not None
    assert view.version.alarms
    assert "alarm" not in [need.code for need in view.needs]
    store.restore(2)
    store.apply([Patch("Findings", "clear")])
    assert "alarm" in [need.code for need in build_view(store, 4, now=NOW).needs]
