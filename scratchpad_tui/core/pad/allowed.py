"""Findings that a person allowed in a pad: by rule and salted hash of the value, beside its versions."""

from __future__ import annotations

import json
import os
from hashlib import sha256

from scratchpad_tui.core.clock import now, stamp
from scratchpad_tui.core.errors import InputError, StorageError
from scratchpad_tui.core.pad.folder import make_history_folder
from scratchpad_tui.core.pad.io import read_bytes, replace_file
from scratchpad_tui.core.pad.verdict import ALLOWED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scratchpad_tui.core.pad.paths import PadPaths
    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.secrets.finding import Finding

_SALT_BYTES = 16
_MODE = 0o600


class Allowed:
    """What a person allowed in one pad. A file that cannot be read allows nothing."""

    def __init__(self, paths: PadPaths) -> None:
        self._path = os.path.join(paths.history, ALLOWED)
        data = self._load()
        self._salt = str(data.get("salt") or "")
        found = data.get("allowed")
        self._items: list[dict[str, Any]] = (
            [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []
        )
        self._known = {(item.get("rule"), item.get("hash")) for item in self._items}

    def holds(self, finding: Finding, text: str) -> bool:
        """Whether a person allowed this very value under this very rule."""
        if not self._known:
            return False
        return (finding.rule, self._hash(text[finding.start : finding.end])) in self._known

    def add(self, finding: Finding, text: str) -> None:
        """Allows the value that a finding of this text stands for; `save` keeps it."""
        if self.holds(finding, text):
            return
        self._salt = self._salt or os.urandom(_SALT_BYTES).hex()
        item = {
            "rule": finding.rule,
            "hash": self._hash(text[finding.start : finding.end]),
            "time": stamp(now()),
        }
        self._items.append(item)
        self._known.add((item["rule"], item["hash"]))

    def save(self, folder: str) -> None:
        """Writes the file, for its owner alone; only under the lock.

        Raises:
            OSError: it cannot be written.
        """
        text = json.dumps({"salt": self._salt, "allowed": self._items}, indent=1).encode() + b"\n"
        replace_file(self._path, text, None, folder=folder)

    def _hash(self, value: str) -> str:
        return sha256((self._salt + "\0" + value).encode("utf-8", "surrogatepass")).hexdigest()

    def _load(self) -> dict[str, Any]:
        try:
            data = json.loads(read_bytes(self._path))
        except (OSError, StorageError, ValueError, RecursionError):
            return {}
        return data if isinstance(data, dict) else {}


def allow(store: PadStore, text: str, finding: Finding, *, actor: str) -> None:
    """Lets one finding of this text pass in this pad from now on; a person's word alone counts.

    Raises:
        InputError: it is not a person who allows it (code `not-human`).
        StorageError: it could not be written.
    """
    if actor != "human":
        raise InputError(
            "only a person may allow a secret, after seeing its rule and its masked value",
            "leave the value out and say where it is kept",
            code="not-human",
        )
    from scratchpad_tui.core.pad.writing import writing

    store.resolve()
    with writing(store):
        make_history_folder(store.paths, _MODE)
        allowed = Allowed(store.paths)
        allowed.add(finding, text)
        allowed.save(store.paths.folder)
