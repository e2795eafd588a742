"""Broken bytes kept: copied to a name of their own before anything takes their place."""

from __future__ import annotations

import os
import re
import time

from scratchpad_tui.core.clock import now
from scratchpad_tui.core.errors import InputError, StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad import journal, taken
from scratchpad_tui.core.pad.io import read_bytes, storage_error, sync_folder, write_new
from scratchpad_tui.core.pad.salvage import missing_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.paths import PadPaths
    from scratchpad_tui.core.pad.salvage import MissingLine
    from scratchpad_tui.core.pad.store import PadStore

STEADY_SECONDS = 0.1
"""How far apart two equal reads are before broken bytes are judged."""


class Quarantined(NamedTuple):
    """One quarantined file."""

    name: str
    time: str | None
    """When it was moved there, RFC 3339; from its name where the journal does not say."""
    reason: str
    missing_lines: tuple[MissingLine, ...]
    """Its lines that the pad lacks and never had; one that was taken over and edited then is none."""


def keep_bytes(paths: PadPaths, data: bytes, mode: int) -> str:
    """Writes the bytes to a quarantine file that overwrites nothing; the same bytes are kept once.

    Returns:
        The file's name.
    """
    for name in names(paths):
        if _holds(os.path.join(paths.folder, name), data):
            return name
    second = int(now().timestamp())
    while True:
        name = f"{_stem(paths)}.broken-{second}{_ending(paths)}"
        try:
            write_new(os.path.join(paths.folder, name), data, mode=mode)
        except FileExistsError:
            second += 1
            continue
        sync_folder(paths.folder)
        return name


def quarantined(store: PadStore, document: Document) -> list[Quarantined]:
    """Every quarantined file of this pad, oldest first, with the lines that only it has.

    Raises:
        StorageError: one of them cannot be read.
    """
    paths = store.paths
    kept = names(paths)
    told, takes = (_told(paths), taken.takes(paths)) if kept else ({}, [])
    found = []
    for name in kept:
        path = os.path.join(paths.folder, name)
        try:
            data = read_bytes(path)
        except (FileNotFoundError, StorageError):
            # It went away meanwhile, or something that is no file of ours has such a name.
            continue
        except OSError as error:
            raise storage_error(error, path, "read") from error
        event = told.get(name, {})
        reason = str(event.get("reason") or "the journal does not say why")
        moment = str(event["time"]) if "time" in event else _time_in(name)
        lines = missing_lines(data, document, _instead(store, event.get("version")))
        has = taken.taken(takes, name, data, event.get("version"))
        found.append(Quarantined(name, moment, reason, tuple(line for line in lines if line.line not in has)))
    return found


def _told(paths: PadPaths) -> dict[str, journal.Record]:
    """What the journal says of each file; its other lines, which are many, are passed over undecoded."""
    try:
        events = journal.events_named(paths.journal, "quarantined")
    except StorageError:
        return {}
    return {str(event.get("name")): event for event in events}


def _instead(store: PadStore, version: object) -> Document | None:
    """The version that took the broken file's place, where it is known and kept."""
    if not isinstance(version, int) or version < 1:
        return None
    try:
        return store.document_of(version)
    except InputError:
        return None


def wait_a_moment() -> None:
    """Lets a slow writer go on before its bytes are judged."""
    time.sleep(STEADY_SECONDS)


def names(paths: PadPaths) -> list[str]:
    """The quarantined files of this pad, oldest first."""
    pattern = re.compile(re.escape(_stem(paths)) + r"\.broken-([0-9]{1,18})" + re.escape(_ending(paths)))
    try:
        beside = os.listdir(paths.folder)
    except OSError:
        return []
    found = [(int(match[1]), name) for name in beside if (match := pattern.fullmatch(name))]
    return [name for _, name in sorted(found)]


def _holds(path: str, data: bytes) -> bool:
    try:
        return os.path.getsize(path) == len(data) and read_bytes(path) == data
    except (OSError, StorageError):
        return False


def _stem(paths: PadPaths) -> str:
    return os.path.splitext(paths.name)[0]


def _ending(paths: PadPaths) -> str:
    return os.path.splitext(paths.name)[1]


def _time_in(name: str) -> str | None:
    from datetime import UTC, datetime

    from scratchpad_tui.core.clock import stamp

    found = re.search(r"\.broken-([0-9]{1,11})\b", name)
    return stamp(datetime.fromtimestamp(int(found[1]), UTC)) if found else None
