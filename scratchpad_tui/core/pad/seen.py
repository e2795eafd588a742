"""What a person has seen, for each user and pad, and what the UI remembers: small files in the user's state directory."""

from __future__ import annotations

import json
import os

from scratchpad_tui.core.clock import parse_stamp, stamp
from scratchpad_tui.core.config.places import user_directory
from scratchpad_tui.core.errors import InputError, StorageError
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.history import History
from scratchpad_tui.core.pad.io import make_folder, read_bytes, replace_file
from scratchpad_tui.core.pad.paths import pad_paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from typing import Any

_FORMAT = 1
_LARGEST = 1 << 20
"""Bytes above which a file is none of ours."""

Value = str | int | float | bool | None


def state_directory(env: Mapping[str, str] | None = None) -> str:
    """The user's directory for such files; it need not exist."""
    return user_directory("state", os.environ if env is None else env)


class SeenMarks:
    """The version of one pad that the user saw last; a file that cannot be read counts as none.

    A number says nothing without the history that it counts in: the mark also holds time and bytes of its version. In
    another history at the same place nothing has been seen, which is version 0.
    """

    def __init__(self, state_dir: str, pad_path: str) -> None:
        from hashlib import sha256  # costs a millisecond that no hook needs to pay

        self.pad = os.path.realpath(pad_path)
        name = sha256(os.fsencode(self.pad)).hexdigest()[:32]
        self.path = os.path.join(state_dir, "seen", f"{name}.json")
        self.version: int | None = None
        """0 where the user looked at another history of this pad; None where they never looked."""
        self.at: datetime | None = None
        """When."""
        self._load()

    def _load(self) -> None:
        data = _read(self.path)
        version = data.get("version")
        if data.get("pad") == self.pad and isinstance(version, int) and version >= 0:
            self.at = parse_stamp(data.get("time"))
            self.version = version if self._is_ours(version, data) else 0

    def mark(self, version: int, at: datetime) -> bool:
        """Remembers that the user has seen the pad up to this version; whether it could be written."""
        self.version, self.at = version, at
        known = self._known_of(version)
        return _write(self.path, {"pad": self.pad, "version": version, "time": stamp(at), **known})

    def _is_ours(self, version: int, mark: Mapping[str, Any]) -> bool:
        """Whether the history that stands here now is the one of the mark."""
        try:
            newest = History(pad_paths(self.pad)).newest()
        except StorageError:
            return True  # in doubt nothing is told as new
        if version > newest:
            return False
        known = self._known_of(version)
        if any(mark.get(field) not in (None, value) for field, value in known.items()):
            return False
        made = parse_stamp(known.get("version_time"))
        # Marks were once kept without time and bytes of their version: it cannot be younger than they are.
        return "version_time" in mark or made is None or self.at is None or made <= self.at

    def _known_of(self, version: int) -> dict[str, str]:
        """What tells this version from one of the same number in another history, as far as it is known."""
        from scratchpad_tui.core.pad.records import digest

        paths = pad_paths(self.pad)
        known: dict[str, str] = {}
        try:
            record = journal.version_line(paths.journal, version) if version else None
            if record is not None and isinstance(record.get("time"), str):
                known["version_time"] = record["time"]
            if record is not None:
                known["version_sha256"] = record["sha256"]
            elif version:
                known["version_sha256"] = digest(History(paths).read(version))
        except (InputError, StorageError):
            # It was pruned, or the journal cannot be read: what is left has to do.
            return known
        return known


class Remembered:
    """Choices of the user that outlive the UI (theme, layout, screen), as one JSON file.

    A file that cannot be read counts as empty, and one that cannot be written is left as it is: the choice then
    holds until the end of the program.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._values = _values(path)

    def get(self, key: str, default: Value = None) -> Value:
        """The remembered value, or the default where there is none, or one of another type than the default."""
        value = self._values.get(key, default)
        if default is not None and type(value) is not type(default):
            return default
        return value

    def set(self, key: str, value: Value) -> bool:
        """Remembers a value, beside what another program wrote in the meantime; whether it could be written."""
        kept = _values(self.path)
        self._values = {**self._values, **kept, key: value}
        if key in kept and kept[key] == value:
            return True
        return _write(self.path, {"values": self._values})


def remembered(state_dir: str) -> Remembered:
    """What the UI remembers for this user."""
    return Remembered(os.path.join(state_dir, "ui.json"))


def _values(path: str) -> dict[str, Value]:
    values = _read(path).get("values")
    if not isinstance(values, dict):
        return {}
    return {key: value for key, value in values.items() if isinstance(value, str | int | float | bool | None)}


def _read(path: str) -> dict[str, Any]:
    """The file's content; empty where it is not there, unreadable, too large or of another format."""
    try:
        if os.path.getsize(path) > _LARGEST:
            return {}
        data = json.loads(read_bytes(path))
    except (OSError, StorageError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) and data.get("format") == _FORMAT else {}


def _write(path: str, content: Mapping[str, object]) -> bool:
    data = json.dumps({"format": _FORMAT, **content}, indent=1).encode() + b"\n"
    try:
        make_folder(os.path.dirname(path))
        replace_file(path, data, None, lambda: None)
    except (OSError, StorageError):
        return False
    return True
