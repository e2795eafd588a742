"""What a person has seen, for each user and pad, and what the UI remembers: small files in the user's state directory."""

from __future__ import annotations

import json
import os
from typing import Any

from scratchpad_tui.core.clock import parse_stamp, stamp
from scratchpad_tui.core.config.places import user_directory
from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad.io import make_folder, read_bytes, replace_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

_FORMAT = 1
_LARGEST = 1 << 20
"""Bytes above which a file is none of ours."""

Value = str | int | float | bool | None


def state_directory(env: Mapping[str, str] | None = None) -> str:
    """The user's directory for such files; it need not exist."""
    return user_directory("state", os.environ if env is None else env)


class SeenMarks:
    """The version of one pad that the user saw last; a file that cannot be read counts as none."""

    def __init__(self, state_dir: str, pad_path: str) -> None:
        from hashlib import sha256  # costs a millisecond that no hook needs to pay

        self.pad = os.path.realpath(pad_path)
        name = sha256(os.fsencode(self.pad)).hexdigest()[:32]
        self.path = os.path.join(state_dir, "seen", f"{name}.json")
        self.version: int | None = None
        """None where the user never looked at this pad."""
        self.at: datetime | None = None
        """When."""
        self._load()

    def _load(self) -> None:
        data = _read(self.path)
        version = data.get("version")
        if data.get("pad") == self.pad and isinstance(version, int) and version >= 0:
            self.version = int(version)
            self.at = parse_stamp(data.get("time"))

    def mark(self, version: int, at: datetime) -> bool:
        """Remembers that the user has seen the pad up to this version; whether it could be written."""
        self.version, self.at = version, at
        return _write(self.path, {"pad": self.pad, "version": version, "time": stamp(at)})


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
