"""Ages as the screen says them, and when the word will be another one."""

from __future__ import annotations

from scratchpad_tui.core.clock import DAY, HOUR, MINUTE, age_words

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
