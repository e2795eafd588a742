"""The newest part of a pad's journal: what it says of versions and events, read from its end."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from scratchpad_tui.core.clock import parse_stamp
from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad.io import read_bytes
from scratchpad_tui.core.pad.journal import is_version
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
    has_recovery: bool
    """Whether the journal tells of a quarantine anywhere."""

    def of(self, version: int) -> VersionInfo:
        """What is known of a version, be it its number alone."""
        return self.versions.get(version) or VersionInfo(version)


def recent(path: str, floor: int, seen: int) -> Recent:
    """The journal's lines back to version `floor`, as far as `MOST_LINES` reach; `seen` parts the events."""
    try:
        data = read_bytes(path)
    except (OSError, StorageError):
        data = b""
    versions: dict[int, VersionInfo] = {}
    events: list[EventInfo] = []
    unseen = 0
    passed = False
    for record in _backwards(data):
        if is_version(record):
            number = record["version"]
            if number < floor:
                break
            passed = passed or number <= seen
            versions.setdefault(number, version_info(record))
        elif record.get("kind") == "event":
            events.append(event_info(record))
            unseen += not passed
    return Recent(versions, tuple(events), unseen, b'"quarantined"' in data)


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


def _backwards(data: bytes) -> Iterator[Record]:
    """The readable lines from the newest on; torn and foreign ones are passed over."""
    end = len(data)
    for _ in range(MOST_LINES):
        if end <= 0:
            return
        start = data.rfind(b"\n", 0, end) + 1
        line = data[start:end]
        end = start - 1
        try:
            record: Any = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(record, dict):
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
