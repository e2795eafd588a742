"""Where the words of a window go before they leave it: one JSONL file a span."""

from __future__ import annotations

import json
import os
from hashlib import sha256

from scratchpad_tui.core.errors import StorageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.working.content import Message

_PRIVATE = 0o600
_PRIVATE_FOLDER = 0o700


class JsonlArchive:
    """Writes spans into a folder, each into a file of its own that is named by its content; called with messages.

    The same span is kept once, so that an attempt that is made again leaves no second file.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def __call__(self, messages: Sequence[Message]) -> str:
        """Writes the messages, one on a line, and gives the file's path; it is on disk then.

        Raises:
            StorageError: it could not be written.
        """
        lines = [json.dumps(message, ensure_ascii=False, default=str) for message in messages]
        data = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass")
        path = os.path.join(self.folder, f"span-{sha256(data).hexdigest()[:16]}.jsonl")
        try:
            os.makedirs(self.folder, _PRIVATE_FOLDER, exist_ok=True)
            _write(path, data)
        except OSError as error:
            raise StorageError(
                f"could not archive to {path}: {error.strerror or error}",
                "make room or name another folder; what was to leave the window stays in it",
            ) from error
        return path


def _write(path: str, data: bytes) -> None:
    try:
        with open(path, "rb") as file:
            if file.read() == data:
                return
        os.unlink(path)  # a write that was killed left a part of it
    except FileNotFoundError:
        pass
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
    with os.fdopen(os.open(path, flags, _PRIVATE), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
