"""The transcript that the stand-in for Claude Code writes: rows in the shape of its real files, one append each."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

VERSION = "2.1.274"
MODEL = "claude-sonnet-4-5-20250929"
Row = dict[str, Any]


class SessionFile:
    """One session's file; it comes into being with its first row."""

    def __init__(self, path: Path, session: str, cwd: Path) -> None:
        self.path = path
        self._common = {
            "isSidechain": False,
            "userType": "external",
            "cwd": str(cwd),
            "sessionId": session,
            "version": VERSION,
            "gitBranch": "main",
        }
        self._last: str | None = None
        self._rows = 0
        self._answers = 0

    def snapshot(self) -> None:
        """What stands first in most files, and is no message."""
        self._write(
            {"type": "file-history-snapshot", "messageId": "s-0", "snapshot": {}, "isSnapshotUpdate": False}
        )

    def prompt(self, text: str) -> None:
        """A person's message."""
        self._add("user", message={"role": "user", "content": text})

    def answer(self, level: int, blocks: Sequence[Row]) -> None:
        """An answer of the model: a row for each of its blocks, all with one id and with the usage of its one call."""
        self._answers += 1
        for number, block in enumerate(blocks):
            self._add(
                "assistant",
                requestId=f"req_{self._answers:04d}",
                message={
                    "id": f"msg_{self._answers:04d}",
                    "type": "message",
                    "role": "assistant",
                    "model": MODEL,
                    "content": [block],
                    "stop_reason": None,
                    "usage": {**usage(level), "output_tokens": 1 + number},
                },
            )

    def result(self, tool_use_id: str, text: str) -> None:
        """What a tool gave back."""
        content = [{"type": "tool_result", "tool_use_id": tool_use_id, "content": text}]
        self._add("user", message={"role": "user", "content": content}, toolUseResult={"stdout": text})

    def compacted(self, trigger: str, before: int, summary: str) -> None:
        """The mark of a compaction, then the summary that stands in the messages' place."""
        logical, self._last = self._last, None
        self._add(
            "system",
            subtype="compact_boundary",
            content="Conversation compacted",
            isMeta=False,
            level="info",
            logicalParentUuid=logical,
            compactMetadata={"trigger": trigger, "preTokens": before},
        )
        message = {"role": "user", "content": summary}
        self._add("user", message=message, isCompactSummary=True, isVisibleInTranscriptOnly=True)

    def _add(self, kind: str, **more: object) -> None:
        self._rows += 1
        uuid = f"00000000-0000-4000-8000-{self._rows:012d}"
        time = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        self._write(
            {"parentUuid": self._last, **self._common, "type": kind, **more, "uuid": uuid, "timestamp": time}
        )
        self._last = uuid

    def _write(self, row: Row) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")


def usage(level: int) -> dict[str, int]:
    """The prompt's side of a call at that level, most of it from the cache."""
    fresh = min(1_200, level - 10)
    return {
        "input_tokens": 10,
        "cache_creation_input_tokens": fresh,
        "cache_read_input_tokens": level - 10 - fresh,
    }
