"""What a value of a transcript is taken for: a count, a text, a table, a time; anything odd is taken for nothing."""

from __future__ import annotations

_SECONDS_END = 100_000_000_000
"""A number of seconds stays below this until the year 5138; a larger one counts thousandths."""

_STAMP = len("2026-02-06T08:56:15.541Z")


def whole(value: object) -> int:
    """A count; 0 for anything that is none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0
    return int(value) if 0 < value < 1e15 else 0


def text(value: object) -> str:
    """A text; empty for anything else."""
    return value if isinstance(value, str) else ""


def table(value: object) -> dict[str, object]:
    """An object; empty for anything else."""
    return value if isinstance(value, dict) else {}


def rows(value: object) -> list[dict[str, object]]:
    """The objects of a list; none for anything else."""
    return [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []


def as_json(value: object) -> str:
    """The value as JSON; empty for one that is nested more deeply than it can be written, though it could be read."""
    import json

    try:
        return json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return ""


def moment(value: object) -> float | None:
    """Seconds since 1970, from an ISO time or a number of seconds or thousandths."""
    if isinstance(value, str) and value:
        from datetime import UTC, datetime

        try:
            time = datetime.fromisoformat(value)
            return (time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp()
        except (ValueError, OverflowError):
            return None
    number = whole(value)
    if not number:
        return None
    assert isinstance(value, int | float)
    return value / 1000 if number >= _SECONDS_END else float(value)


class Moments:
    """`moment` for rows in their order: within one minute most of the work was done by the row before."""

    def __init__(self) -> None:
        self._minute = ""
        self._start = 0.0

    def moment(self, value: object) -> float | None:
        """Seconds since 1970."""
        if not isinstance(value, str) or len(value) != _STAMP or value[-1] != "Z":
            return moment(value)
        minute = value[:16]
        if minute != self._minute:
            start = moment(f"{minute}:00Z")
            if start is None:
                return moment(value)
            self._minute, self._start = minute, start
        seconds = value[17:-1]
        if not seconds.replace(".", "", 1).isdecimal():
            return moment(value)
        return self._start + float(seconds)
