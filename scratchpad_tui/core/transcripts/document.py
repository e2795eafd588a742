"""A transcript that is one JSON value, written anew with every change."""

from __future__ import annotations

import os

from scratchpad_tui.core.transcripts.objects import document_of
from scratchpad_tui.core.transcripts.tail import read_range

LARGEST = 256 << 20
"""Bytes; a larger document is not read: it has to stand in the memory whole."""


def items_of(value: object) -> list[object]:
    """What a document's places count: the entries of its list, or of the conversation that it is, or itself."""
    if isinstance(value, list):
        return value
    if not isinstance(value, dict):
        return []
    held = None if "response" in value or "choices" in value else value.get("messages", value.get("history"))
    return held if isinstance(held, list) else [value]


class Document:
    """The file's states: each is read once, and a half-written one is passed over."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.size = 0
        self.pending = 0
        """The bytes of a state that cannot be read, most likely because it is still being written."""
        self.gone = False
        self._state: tuple[int, int, int] | None = None
        self._read: tuple[int, int, int] | None = None
        self.look()

    @property
    def has_more(self) -> bool:
        """Whether the file changed since it was read."""
        return self._state != self._read

    def look(self) -> bool:
        """Looks at the file again; whether it changed since it was read."""
        try:
            state = os.stat(self.path)
        except OSError:
            self.gone = True
            return False
        self.gone = False
        self.size = state.st_size
        self._state = (state.st_ino, state.st_size, state.st_mtime_ns)
        return self.has_more

    def load(self) -> object | None:
        """The value as it stands; None where it cannot be read: then the last one goes on.

        Raises:
            StorageError: the file went away, or may not be read.
        """
        self._read = self._state
        value = document_of(read_range(self.path, 0, self.size)) if self.size <= LARGEST else None
        self.pending = 0 if value is not None else self.size
        return value
