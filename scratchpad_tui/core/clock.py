"""The product's clock, and times and ages as text."""

from __future__ import annotations

import os
from datetime import UTC, datetime

MINUTE, HOUR, DAY = 60, 3_600, 86_400
VARIABLE = "SCRATCHPAD_NOW"


def now() -> datetime:
    """The time in UTC; `SCRATCHPAD_NOW` (RFC 3339) stands in for the system's clock where it is set and readable."""
    return parse_stamp(os.environ.get(VARIABLE, "")) or datetime.now(UTC)


def is_readable() -> bool:
    """Whether `SCRATCHPAD_NOW` is not set, or names a moment; a command line that sets it wrongly is told."""
    set_to = os.environ.get(VARIABLE, "")
    return not set_to or parse_stamp(set_to) is not None


def stamp(moment: datetime) -> str:
    """The moment as RFC 3339 in UTC with milliseconds: `2026-07-20T10:12:00.000Z`."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def stamp_of(seconds: float | None) -> str | None:
    """Seconds since 1970 as `stamp` writes a moment; None where there is none, or no calendar has it."""
    try:
        return None if seconds is None else stamp(datetime.fromtimestamp(seconds, UTC))
    except (OverflowError, OSError, ValueError):
        return None


def parse_stamp(text: object) -> datetime | None:
    """The moment that an RFC 3339 text names, in UTC, or None where it names none; a text without an offset is UTC."""
    if not isinstance(text, str) or not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is UTC:
            return moment  # as all of ours are: a journal has many thousands
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def age_words(seconds: float) -> str:
    """An age as a short word: `now` under 10 seconds, then `30 s`, `4 min`, `3 h`, `2 d`."""
    if seconds < 10:
        return "now"
    if seconds < MINUTE:
        return f"{int(seconds) // 10 * 10} s"
    if seconds < HOUR:
        return f"{int(seconds // MINUTE)} min"
    if seconds < 2 * DAY:
        return f"{int(seconds // HOUR)} h"
    return f"{int(seconds // DAY)} d"
