"""Rows of a Claude Code session as the tests need them: our own, in the shape of the real ones."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

Row = dict[str, object]


def lines(*rows: object) -> str:
    """The rows as a file's text."""
    return "".join(json.dumps(row) + "\n" for row in rows)


def prompt(text: str, number: int = 0) -> Row:
    """A person's message."""
    return _row("user", f"q{number}-{len(text)}", message={"role": "user", "content": text})


def answer(
    number: int, level: int, text: str = "", *, tool: str = "", arguments: Mapping[str, object] | None = None
) -> Row:
    """An answer whose call had so many tokens on the prompt's side; it may call a tool."""
    content: list[Row] = [{"type": "text", "text": text or f"answer {number}"}]
    if tool:
        content.append({"type": "tool_use", "id": f"t{number}", "name": tool, "input": arguments or {}})
    usage = {
        "input_tokens": 10,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": level - 10,
        "output_tokens": 5,
    }
    message = {
        "id": f"m{number}",
        "role": "assistant",
        "model": "model-a",
        "content": content,
        "usage": usage,
    }
    return _row("assistant", f"a{number}", message=message)


def result(number: int, text: str) -> Row:
    """What a tool gave back to the call of that answer."""
    content = [{"type": "tool_result", "tool_use_id": f"t{number}", "content": text}]
    return _row("user", f"r{number}", message={"role": "user", "content": content})


def boundary(before: int, trigger: str = "auto") -> Row:
    """The mark of a compaction."""
    return {
        **_row("system", f"b{before}"),
        "subtype": "compact_boundary",
        "timestamp": "2026-07-20T11:00:00Z",
        "compactMetadata": {"trigger": trigger, "preTokens": before},
    }


def summary(text: str) -> Row:
    """What stands in the place of the messages that were compacted."""
    return {**prompt(text, 9), "isCompactSummary": True}


def _row(kind: str, uuid: str, **more: object) -> Row:
    return {
        "type": kind,
        "uuid": uuid,
        "parentUuid": None,
        "sessionId": "s-1",
        "isSidechain": False,
        "timestamp": "2026-07-20T10:00:00Z",
        **more,
    }
