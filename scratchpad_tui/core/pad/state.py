"""What is remembered beside the versions: what agents have seen, open warnings, recoveries not looked at. A cache."""

from __future__ import annotations

import json
import os
from typing import Any

from scratchpad_tui.core.clock import now, stamp
from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.io import read_bytes, replace_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.paths import PadPaths

_KEPT_SESSIONS = 20


class State:
    """The contents of `state.json`; where it is gone, recoveries come back from the journal and the rest is forgotten."""

    def __init__(self, paths: PadPaths) -> None:
        self.paths = paths
        data, self.found = _load(paths)
        self.seen: dict[str, dict[str, Any]] = {
            session: item for session, item in _table(data, "seen").items() if _is_seen(item)
        }
        """By session: `version` and `time` of the last prompt that carried the pad."""
        self.warnings: dict[str, list[dict[str, Any]]] = {
            actor: list(items) for actor, items in _table(data, "warnings").items() if _are_warnings(items)
        }
        """By actor: the warnings about operations of its last accepted list."""
        self.pins: dict[str, int] = {k: v for k, v in _table(data, "pins").items() if isinstance(v, int)}
        """Versions that somebody still refers to, by who."""
        gap = data.get("gap")
        self.gap: int = gap if isinstance(gap, int) else 0
        """The newest version that stands behind a gap in the numbers, 0 where there is none."""

    @property
    def newest_seen(self) -> int | None:
        """The newest version that an agent's prompt carried."""
        return max((int(item["version"]) for item in self.seen.values()), default=None)

    def pinned(self) -> set[int]:
        """The versions that pruning leaves alone."""
        return {int(item["version"]) for item in self.seen.values()} | set(self.pins.values())

    def mark_seen(self, session: str, version: int) -> None:
        """Records that a session's prompt carried a version."""
        self.seen.pop(session, None)
        self.seen[session] = {"version": version, "time": stamp(now())}
        for old in list(self.seen)[:-_KEPT_SESSIONS]:
            del self.seen[old]

    def set_warnings(self, actor: str, warnings: list[str]) -> bool:
        """Puts the warnings of an actor's newest list in the place of the old ones; whether anything changed."""
        before = self.warnings.pop(actor, None)
        if warnings:
            time = stamp(now())
            self.warnings[actor] = [{"message": warning, "time": time} for warning in warnings]
        return bool(before or warnings)

    def unlooked(self) -> list[dict[str, Any]]:
        """The recoveries that nobody has looked at yet, oldest first."""
        found: dict[str, dict[str, Any]] = {}
        try:
            events = journal.events(self.paths.journal)
        except StorageError:
            # The prompt goes on without them; what wants the journal itself tells of the fault.
            return []
        for event in events:
            if event["event"] == "quarantined":
                found[str(event.get("name"))] = event
            elif event["event"] == "looked":
                found.pop(str(event.get("name")), None)
        return list(found.values())

    def save(self) -> None:
        """Writes the file; only under the lock.

        Raises:
            OSError: it cannot be written.
        """
        data = {"seen": self.seen, "warnings": self.warnings, "pins": self.pins, "gap": self.gap}
        if not self.paths.has_history:
            return
        like = None
        if os.path.exists(self.paths.pad):
            like = os.stat(self.paths.pad)
        text = json.dumps(data, indent=1).encode() + b"\n"
        # The temporary file stands where the next writer sweeps.
        replace_file(self.paths.state, text, like, folder=self.paths.folder, sync=False)


def _load(paths: PadPaths) -> tuple[dict[str, Any], bool]:
    try:
        data = json.loads(read_bytes(paths.state))
    except (OSError, StorageError, ValueError, RecursionError):
        return {}, False
    return (data, True) if isinstance(data, dict) else ({}, False)


def _table(data: dict[str, Any], key: str) -> dict[str, Any]:
    value = data.get(key)
    return dict(value) if isinstance(value, dict) else {}


def _is_seen(item: object) -> bool:
    return isinstance(item, dict) and isinstance(item.get("version"), int)


def _are_warnings(items: object) -> bool:
    return isinstance(items, list) and all(
        isinstance(item, dict) and isinstance(item.get("message"), str) for item in items
    )
