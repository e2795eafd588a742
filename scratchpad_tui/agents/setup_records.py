"""What a set-up wrote and what stood there before, kept in the user's state directory so that it can be given back.

A file that is lost costs nothing but the exact way back: what is ours is then taken out of the text.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.io import make_folder, read_bytes, replace_file
from scratchpad_tui.core.pad.seen import state_directory

_FORMAT = 1
_LARGEST = 65_536


class Record(NamedTuple):
    """One file that was changed."""

    written: str
    """The hash of what was written last."""
    before: str
    """The hash of what stood there first; empty where that is not known any more."""
    backup: str
    """The file that holds what stood there; empty where there was nothing."""
    folders: tuple[str, ...]
    """Made for it, outermost first."""
    existed: bool
    """Whether there was a file at all."""


def digest(data: bytes) -> str:
    """The hash of a file's bytes."""
    from hashlib import sha256

    return sha256(data).hexdigest()


def load(path: str) -> Record | None:
    """What is known of the file at that path; None where nothing is."""
    try:
        place = _place(path)
        if os.path.getsize(place) > _LARGEST:
            return None
        data = json.loads(read_bytes(place))
    except (OSError, StorageError, ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or data.get("format") != _FORMAT or data.get("path") != path:
        return None
    texts = [data.get(name) for name in ("written", "before", "backup")]
    folders = data.get("folders")
    if not all(isinstance(text, str) for text in texts) or not isinstance(data.get("existed"), bool):
        return None
    if not isinstance(folders, list) or not all(isinstance(folder, str) for folder in folders):
        return None
    return Record(data["written"], data["before"], data["backup"], tuple(folders), data["existed"])


def keep(path: str, record: Record) -> None:
    """Remembers a file; where that cannot be written it is not remembered."""
    data = json.dumps({"format": _FORMAT, "path": path, **record._asdict()}, indent=1).encode() + b"\n"
    with suppress(OSError, StorageError):
        make_folder(os.path.dirname(_place(path)))
        replace_file(_place(path), data, None)


def forget(path: str) -> None:
    """Takes what is known of a file away."""
    with suppress(OSError):
        os.unlink(_place(path))


def _place(path: str) -> str:
    return os.path.join(state_directory(), "setup", f"{digest(os.fsencode(path))[:32]}.json")
