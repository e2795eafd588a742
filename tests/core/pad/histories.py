"""Histories written by hand: version files and journal lines as a test wants them, faults included."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.paths import pad_paths

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

NAMES = ("Task", "Plan", "Findings", "Ruled out", "Open questions", "Next")


def pad_text(content: Mapping[str, Sequence[str]]) -> str:
    """A pad of the task profile with these lines in its sections."""
    return "\n".join(f"## {name}\n" + "\n".join(content.get(name) or ("_(empty)_",)) + "\n" for name in NAMES)


class Past:
    """A pad with a history that grows as a test says."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / ".agent" / "scratchpad.md"
        self.paths = pad_paths(str(self.path))
        self.folder = Path(self.paths.history)
        self.folder.mkdir(parents=True)
        self.number = 0

    def file(self, number: int, text: str) -> None:
        """Writes a version's file, and the pad."""
        (self.folder / f"{number:08d}.md").write_text(text, encoding="utf-8", newline="")
        self.path.write_text(text, encoding="utf-8", newline="")

    def line(self, record: Mapping[str, object] | bytes) -> None:
        """Adds a line to the journal, or bytes as they are."""
        data = record if isinstance(record, bytes) else json.dumps(record).encode() + b"\n"
        with Path(self.paths.journal).open("ab") as journal:
            journal.write(data)

    def only_line(self, data: bytes) -> None:
        """Puts these bytes in the journal's place."""
        Path(self.paths.journal).write_bytes(data)

    def drop(self, number: int) -> None:
        """Deletes a version's file."""
        (self.folder / f"{number:08d}.md").unlink()

    def version(self, text: str, **fields: object) -> int:
        """Makes the next version, with its line."""
        self.number += 1
        self.file(self.number, text)
        self.line(version_line(self.number, text, **fields))
        return self.number

    def event(self, event: str, message: str = "", **fields: object) -> None:
        """Adds an event's line."""
        self.line(event_line(event, message, **fields))


def version_line(number: int, text: str = "", **fields: object) -> dict[str, object]:
    """The journal's line of a version."""
    return {
        "kind": "version",
        "version": number,
        "time": f"2026-07-20T10:{number // 60 % 60:02d}:{number % 60:02d}.000Z",
        "actor": "agent",
        "by": "agent",
        "turn": str(number),
        "session": "s-1",
        "operations": [],
        "sections": ["Findings"],
        "added": 1,
        "removed": 0,
        "size": len(text),
        "sha256": sha256(text.encode()).hexdigest(),
        "alarms": [],
        **fields,
    }


def event_line(event: str, message: str = "", **fields: object) -> dict[str, object]:
    """The journal's line of an event."""
    return {
        "kind": "event",
        "event": event,
        "time": "2026-07-20T10:00:00.000Z",
        "actor": "agent",
        "message": message,
        **fields,
    }
