"""What a person is needed for: where the promotions that wait stand among the rest."""

from __future__ import annotations

import pytest

from scratchpad_tui.core.pad.needs import with_promotions
from scratchpad_tui.core.pad.view import Need


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
