"""What is remembered beside the versions: what agents have seen, open warnings, recoveries not looked at. A cache."""

from __future__ import annotations

import json
import os

from scratchpad_tui.core.clock import now, stamp
from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.io import read_bytes, replace_file
from scratchpad_tui.core.pad.verdict import decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scratchpad_tui.core.pad.paths import PadPaths
    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.pad.verdict import Verdict

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
        """By actor: the warnings about operations of its last accepted list, each with how many in a row brought it."""
        self.pins: dict[str, int] = {k: v for k, v in _table(data, "pins").items() if isinstance(v, int)}
        """Versions that somebody still refers to, by who."""
        self.runs: dict[str, dict[str, Any]] = {
            k: item for k, item in _table(data, "runs").items() if _is_run(item)
        }
        """By process: the `versions` that it refers to as long as it runs."""
        self.turns: dict[str, dict[str, Any]] = {
            k: item for k, item in _table(data, "turns").items() if _is_turns(item)
        }
        """By session: how many `turns` ended since its agent made a `version`, where they are counted."""
        self.verdict: Verdict | None = decoded(data.get("verdict"))
        """What the secrets scan said last of the pad's text."""
        gap = data.get("gap")
        self.gap: int = gap if isinstance(gap, int) else 0
        """The newest version that stands behind a gap in the numbers, 0 where there is none."""

    @property
    def newest_seen(self) -> int | None:
        """The newest version that an agent's prompt carried."""
        return max((int(item["version"]) for item in self.seen.values()), default=None)

    def pinned(self) -> set[int]:
        """The versions that pruning leaves alone."""
        found = {int(item["version"]) for item in self.seen.values()} | set(self.pins.values())
        for item in self._alive().values():
            found.update(item["versions"])
        return found

    def pin_run(self, versions: set[int]) -> None:
        """Puts the versions that this process refers to in the place of the former; what dead ones left goes."""
        from scratchpad_tui.core.pad.owner import this_process

        own = this_process()
        self.runs = self._alive()
        self.runs.pop(f"{own.pid} {own.started}", None)
        if versions:
            item = {"pid": own.pid, "started": own.started, "versions": sorted(versions)}
            self.runs[f"{own.pid} {own.started}"] = item

    def _alive(self) -> dict[str, dict[str, Any]]:
        if not self.runs:
            return {}
        from scratchpad_tui.core.pad.owner import Owner, is_alive

        return {k: item for k, item in self.runs.items() if is_alive(Owner(item["pid"], item["started"]))}

    def mark_seen(self, session: str, version: int, ahead: str = "") -> None:
        """Records that a session's prompt carried a version, or with `ahead`, its hash, a text that is none yet."""
        self.seen.pop(session, None)
        self.seen[session] = {"version": version, "time": stamp(now()), **({"ahead": ahead} if ahead else {})}
        for old in list(self.seen)[:-_KEPT_SESSIONS]:
            del self.seen[old]

    def count_turn(self, session: str, version: int) -> int:
        """Counts a turn of a session whose agent made this version last; how many there were since then."""
        before = self.turns.pop(session, {"version": version, "turns": 0})
        turns = before["turns"] + 1 if before["version"] == version else 0
        self.turns[session] = {"version": version, "turns": turns}
        for old in list(self.turns)[:-_KEPT_SESSIONS]:
            del self.turns[old]
        return turns

    def set_warnings(self, actor: str, warnings: list[str]) -> bool:
        """Puts the warnings of an actor's newest list in the place of the old ones; whether anything changed."""
        before = self.warnings.pop(actor, None)
        if warnings:
            time = stamp(now())
            lists = {item["message"]: item.get("lists") for item in before or ()}
            self.warnings[actor] = [
                {"message": warning, "time": time, "lists": _one_more(lists.get(warning, 0))}
                for warning in warnings
            ]
        return bool(before or warnings)

    def take_verdict(self, store: PadStore) -> bool:
        """Takes over what the store's scan said and no state has yet; whether there was anything."""
        verdict, store.untold = store.untold, None
        if verdict is None or verdict == self.verdict:
            return False
        self.verdict = verdict
        return True

    def unlooked(self) -> list[dict[str, Any]]:
        """The recoveries that nobody has looked at yet, oldest first."""
        found: dict[str, dict[str, Any]] = {}
        try:
            events = journal.events_named(self.paths.journal, "quarantined", "looked")
        except StorageError:
            # The prompt goes on without them; what wants the journal itself tells of the fault.
            return []
        for event in events:
            if event["event"] == "quarantined":
                found[str(event.get("name"))] = event
            else:
                found.pop(str(event.get("name")), None)
        return list(found.values())

    def save(self) -> None:
        """Writes the file; only under the lock.

        Raises:
            OSError: it cannot be written.
        """
        data: dict[str, Any] = {
            "seen": self.seen,
            "warnings": self.warnings,
            "pins": self.pins,
            "gap": self.gap,
        }
        if self.runs:
            data["runs"] = self.runs
        if self.turns:
            data["turns"] = self.turns
        if self.verdict is not None:
            data["verdict"] = self.verdict.encoded()
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


def _one_more(lists: object) -> int:
    return lists + 1 if isinstance(lists, int) else 2


def _is_seen(item: object) -> bool:
    return isinstance(item, dict) and isinstance(item.get("version"), int)


def _is_turns(item: object) -> bool:
    return isinstance(item, dict) and all(isinstance(item.get(name), int) for name in ("version", "turns"))


def _is_run(item: object) -> bool:
    if not isinstance(item, dict) or not isinstance(item.get("pid"), int):
        return False
    versions = item.get("versions")
    return (
        isinstance(item.get("started"), str)
        and isinstance(versions, list)
        and all(isinstance(version, int) for version in versions)
    )


def _are_warnings(items: object) -> bool:
    return isinstance(items, list) and all(
        isinstance(item, dict) and isinstance(item.get("message"), str) for item in items
    )
