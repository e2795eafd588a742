"""Rows as Claude Code and Codex write them, and files of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from scratchpad_tui.core.transcripts.transcript import open_transcript

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.transcripts.transcript import Transcript

Table = dict[str, object]


def usage(level: int, output: int = 5) -> Table:
    """Of a call with this prompt."""
    return {
        "input_tokens": 10,
        "cache_creation_input_tokens": 40,
        "cache_read_input_tokens": level - 50,
        "output_tokens": output,
    }


def answer(key: int, level: int, output: int = 5, text: str = "ok", **more: object) -> Table:
    """A row of Claude Code's answer number `key`."""
    message = {
        "id": f"m{key}",
        "role": "assistant",
        "model": "model-a",
        "content": [{"type": "text", "text": text}],
        "usage": usage(level, output),
    }
    return row("assistant", f"a{key}-{output}-{text}", message=message, **more)


def changed(made: Table, **more: object) -> Table:
    """The row with other fields of its message."""
    message = made["message"]
    assert isinstance(message, dict)
    return {**made, "message": {**message, **more}}


def prompt(key: int, content: object = "go on", **more: object) -> Table:
    """A user row of Claude Code."""
    return row("user", f"u{key}", message={"role": "user", "content": content}, **more)


def row(kind: str, uuid: str, **more: object) -> Table:
    """A row of Claude Code."""
    return {
        "parentUuid": "p",
        "isSidechain": False,
        "type": kind,
        "uuid": uuid,
        "sessionId": "s-1",
        "version": "2.1.71",
        "cwd": "/work",
        "timestamp": "2026-07-20T10:00:00Z",
        **more,
    }


def boundary(before: int = 180_400, trigger: str = "manual", uuid: str = "b", **more: object) -> Table:
    """Claude Code's mark of a compaction."""
    data = {"trigger": trigger, "preTokens": before, "postTokens": 21_300}
    return row("system", uuid, subtype="compact_boundary", parentUuid=None, compactMetadata=data, **more)


def event(kind: str, **payload: object) -> Table:
    """An event of Codex."""
    return enveloped("event_msg", type=kind, **payload)


def enveloped(kind: str, **payload: object) -> Table:
    """A row of Codex."""
    return {"timestamp": "2026-07-20T10:00:00Z", "type": kind, "payload": payload}


def counted(total: int, last: int, read: int = 800, window: int | None = 200_000) -> Table:
    """Codex's report of tokens."""
    use = {"input_tokens": read, "cached_input_tokens": 0, "output_tokens": last - read if read else 0}
    info: Table = {
        "total_token_usage": {**use, "total_tokens": total},
        "last_token_usage": {**use, "total_tokens": last},
    }
    if window is not None:
        info["model_context_window"] = window
    return event("token_count", info=info)


def lines(*rows: object, end: str = "\n") -> bytes:
    """The rows as they stand in a file."""
    return "".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")) + end for one in rows).encode()


def opened(folder: Path, data: bytes, name: str = "t.jsonl") -> Transcript:
    """The transcript of a file with these bytes, read whole."""
    path = folder / name
    path.write_bytes(data)
    transcript = open_transcript(str(path))
    transcript.read_all()
    transcript.read_all_messages()
    return transcript


def levels(transcript: Transcript) -> list[int]:
    """The main series."""
    return list(transcript.record.main.levels)
