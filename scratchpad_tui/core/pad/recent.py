"""The newest part of a pad's journal: what it says of versions and events, read from its end."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice

from scratchpad_tui.core.clock import parse_stamp
from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.journal import decode_line, is_version, newest_lines
from scratchpad_tui.core.pad.view import EventInfo, VersionInfo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.pad.journal import Record

MOST_LINES = 500
"""Lines of the journal that are read at most."""


class Recent(NamedTuple):
    """The newest versions and events, newest first."""

    versions: dict[int, VersionInfo]
    events: tuple[EventInfo, ...]
    unseen_events: int
    """How many of the events stand after the line of the version that was asked for."""

    def of(self, version: int) -> VersionInfo:
        """What is known of a version, be it its number alone."""
        return self.versions.get(version) or VersionInfo(version)


def recent(path: str, floor: int, seen: int) -> Recent:
    """The journal's lines back to version `floor`, as far as `MOST_LINES` reach; `seen` parts the events."""
    versions: dict[int, VersionInfo] = {}
    events: list[EventInfo] = []
    unseen = 0
    passed = False
    for record in _backwards(path):
        if is_version(record):
            number = record["version"]
            if number < floor:
                break
            passed = passed or number <= seen
            versions.setdefault(number, version_info(record))
        elif record.get("kind") == "event":
            events.append(event_info(record))
            unseen += not passed
    return Recent(versions, tuple(events), unseen)


def version_info(record: Record) -> VersionInfo:
    """A journal line of kind `version` as the screens take it; fields of a wrong type are left out."""
    return VersionInfo(
        version=record["version"],
        time=parse_stamp(record.get("time")),
        actor=_text(record.get("actor")),
        by=_text(record.get("by")),
        turn=_label(record.get("turn")),
        session=_label(record.get("session")),
        added=_number(record.get("added")),
        removed=_number(record.get("removed")),
        sections=_texts(record.get("sections")),
        alarms=_texts(record.get("alarms")),
    )


def event_info(record: Record) -> EventInfo:
    """A journal line of kind `event` as the screens take it."""
    return EventInfo(
        _text(record.get("event")),
        parse_stamp(record.get("time")),
        _text(record.get("actor")),
        _text(record.get("message")),
    )


def _backwards(path: str) -> Iterator[Record]:
    """The readable lines from the newest on; torn and foreign ones are passed over."""
    with suppress(StorageError):
        for line in islice(newest_lines(path), MOST_LINES):
            record = decode_line(line)
            if record is not None:
                yield record


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _texts(value: object) -> tuple[str, ...]:
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def _label(value: object) -> str | None:
    if isinstance(value, bool) or not isinstance(value, str | int):
        return None
    return str(value) or None


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
