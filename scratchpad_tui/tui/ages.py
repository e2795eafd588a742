"""Ages as the screen says them, and when the word will be another one."""

from __future__ import annotations

from datetime import UTC, date
from typing import TYPE_CHECKING

from scratchpad_tui.core.clock import DAY, HOUR, MINUTE, age_words

if TYPE_CHECKING:
    from datetime import datetime

HALF_MINUTE = 30


def age_word(seconds: float) -> str:
    """`now` under half a minute, `30 s` under a minute, then minutes, hours and days."""
    if seconds < HALF_MINUTE:
        return "now"
    if seconds < MINUTE:
        return f"{HALF_MINUTE} s"
    return age_words(seconds)


def until_next(seconds: float) -> float:
    """How many seconds an age keeps its word."""
    if seconds < HALF_MINUTE:
        return HALF_MINUTE - seconds
    for unit, end in ((HALF_MINUTE, MINUTE), (MINUTE, HOUR), (HOUR, 2 * DAY)):
        if seconds < end:
            return unit - seconds % unit
    return DAY - seconds % DAY


def day_word(day: str, now: datetime | None) -> str:
    """How old a day is, written YYYY-MM-DD: `today`, `3 d`, `in 2 d`; the day itself where no time is known."""
    if now is None:
        return day
    days = (now.astimezone(UTC).date() - date.fromisoformat(day)).days
    if days < 0:
        return f"in {-days} d"
    return f"{days} d" if days else "today"


def until_midnight(now: datetime) -> float:
    """How many seconds a day keeps its word."""
    now = now.astimezone(UTC)
    return DAY - (now.hour * HOUR + now.minute * MINUTE + now.second + now.microsecond / 1e6)
