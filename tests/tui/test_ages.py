"""Ages on the screen: few words, each repainted once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from scratchpad_tui.tui.ages import age_word, day_word, until_midnight, until_next


@pytest.mark.parametrize(
    ("seconds", "word"),
    [
        (0, "now"),
        (29.9, "now"),
        (30, "30 s"),
        (59, "30 s"),
        (60, "1 min"),
        (3599, "59 min"),
        (3600, "1 h"),
        (200_000, "2 d"),
    ],
)
def test_ages_have_few_words(seconds: float, word: str) -> None:
    """A clock that ticks in the corner of the eye is not calm."""
    assert age_word(seconds) == word


@pytest.mark.parametrize(
    "seconds", [0, 12.5, 29.99, 30, 45, 60, 61, 3599, 3600, 5000, 172_799, 172_800, 1_000_000]
)
def test_an_age_keeps_its_word_until_the_next_moment(seconds: float) -> None:
    """The screen sleeps exactly so long."""
    wait = until_next(seconds)
    assert wait > 0
    assert age_word(seconds + wait * 0.999) == age_word(seconds)
    assert age_word(seconds + wait) != age_word(seconds)


@pytest.mark.parametrize(
    ("day", "word"),
    [("2026-07-20", "today"), ("2026-07-19", "1 d"), ("2026-07-21", "in 1 d"), ("2024-07-20", "730 d")],
)
def test_a_day_is_so_many_days_old(day: str, word: str) -> None:
    """Days are those of UTC, as the product's clock has them."""
    assert day_word(day, datetime(2026, 7, 20, 23, 59, tzinfo=UTC)) == word
    assert day_word(day, datetime(2026, 7, 21, 1, 0, tzinfo=timezone(timedelta(hours=2)))) == word
    assert day_word(day, None) == day


def test_a_day_keeps_its_word_until_midnight() -> None:
    assert until_midnight(datetime(2026, 7, 20, 23, 59, 30, tzinfo=UTC)) == 30
    assert until_midnight(datetime(2026, 7, 20, tzinfo=UTC)) == 86_400
