"""Sessions of any size in Claude Code's format: the mix of rows of real ones, with some lines of up to 2 MB."""

from __future__ import annotations

import json
import random
from datetime import timedelta
from typing import TYPE_CHECKING

from scratchpad_tui.core.clock import now

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BLOCK_TURNS = 900
"""A block of so many turns, some 20 MB, is written over and over, each time with ids of its own."""
LONGEST = 2 << 20
_MARK = b"@@@@@@@@"
_HOUR = "@@@@-@@-@@T@@"
_TEXT = (
    "the of to file line test return value error import class def self path index result state module string "
    'number list for in if not None True "quoted" (call) {braces} \\d+ /usr/lib foo_bar x=1 # note -- commit'
)
_WORDS = tuple(_TEXT.split())
_WIDE = ("→", "✓", "│", "é", "“so”", "日本", "…", "├──")


def write_session(path: Path, size: int) -> None:
    """Writes a session of so many bytes and the rest of a row: the same ones each time, but for the hour.

    It is the last one: peers leave out what is older than some days.
    """
    hour = (now() - timedelta(hours=1)).strftime("%Y-%m-%dT%H")
    rows = _chained(_block(random.Random(7)))
    block = b"".join(map(_line, rows)).replace(_HOUR.encode(), hour.encode())
    with path.open("wb") as file:
        count = 0
        while (left := size - file.tell()) > 0:
            count += 1
            end = block.find(b"\n", left) + 1 if left < len(block) else len(block)
            file.write(block[:end].replace(_MARK, b"%08x" % count))


def appended_row(number: int) -> bytes:
    """One more answer."""
    row = _answer(number, 0, 40_000 + number, {"type": "text", "text": "done"})
    return _line({**row, "timestamp": "2026-02-06T08:00:00.000Z"})


def _chained(rows: Iterator[dict[str, object]]) -> Iterator[dict[str, object]]:
    """The rows with ids of their own, each one's parent the row before it in the main thread."""
    parent = "@@@@@@@@-0000-4000-8000-000000000000"
    for number, row in enumerate(rows, 1):
        row["uuid"] = f"@@@@@@@@-1111-4000-8000-{number:012d}"
        if row["parentUuid"]:
            row["parentUuid"] = parent
        yield row
        if not row["isSidechain"]:
            parent = str(row["uuid"])


def _block(chance: random.Random) -> Iterator[dict[str, object]]:
    level = 20_000
    for turn in range(BLOCK_TURNS):
        level += chance.randrange(900)
        if level > 155_000:
            yield _boundary(turn, level)
            level = 32_000
        if turn % 9 == 0:
            content = _text(chance, chance.randrange(40, 2_000))
            yield _row(turn, "user", {"role": "user", "content": content})
        for part in range(chance.choice((1, 2, 2, 3))):
            yield _answer(turn, part, level, _part(chance, turn, part))
            if chance.random() < 0.35:
                yield _progress(turn, part)
        yield _result(chance, turn)
        if chance.random() < 0.04:
            side = _answer(turn, 7, 9_000, {"type": "text", "text": _text(chance, 400)})
            yield {**side, "isSidechain": True}


def _text(chance: random.Random, size: int) -> str:
    """Words, line breaks and quotes as in code; in two texts of five some characters beyond ASCII."""
    words, length = [], 0
    wide = chance.random() < 0.4
    paragraph: list[str] = []
    while length < min(size, 6_000):
        word = chance.choice(_WIDE) if wide and chance.random() < 0.03 else chance.choice(_WORDS)
        paragraph.append(word)
        length += len(word) + 1
        if chance.random() < 0.12:
            words.append(" ".join(paragraph))
            paragraph = []
    words.append(" ".join(paragraph))
    text = "\n    ".join(words)
    return (text * (size // len(text) + 1))[:size]


def _size(chance: random.Random) -> int:
    """Of a tool's result, in characters: mostly small, one of 150 up to half of the longest line."""
    if chance.random() < 1 / 150:
        return chance.choice((250_000, 500_000, LONGEST // 2 - 4_000))
    return chance.choice((120, 400, 900, 1_500, 2_500, 6_000, 14_000))


def _row(turn: int, kind: str, message: object, part: int = 9) -> dict[str, object]:
    return {
        "parentUuid": f"@@@@@@@@-0000-4000-8000-{turn:06d}{part:06d}",
        "isSidechain": False,
        "userType": "external",
        "cwd": "/home/someone/src/project",
        "sessionId": "9b76dc0f-dc1b-4822-ac56-53cfa3fbc032",
        "version": "2.1.71",
        "gitBranch": "main",
        "type": kind,
        "message": message,
        "uuid": f"@@@@@@@@-1111-4000-8000-{turn:06d}{part:06d}",
        "timestamp": f"{_HOUR}:{turn // 60 % 60:02d}:{turn % 60:02d}.541Z",
    }


def _answer(turn: int, part: int, level: int, block: object) -> dict[str, object]:
    usage = {
        "input_tokens": 3,
        "cache_creation_input_tokens": 212,
        "cache_read_input_tokens": level,
        "cache_creation": {"ephemeral_5m_input_tokens": 212, "ephemeral_1h_input_tokens": 0},
        "output_tokens": 9,
        "service_tier": "standard",
        "inference_geo": "not_available",
    }
    message = {
        "model": "claude-opus-4-6",
        "id": f"msg_@@@@@@@@{turn:016d}",
        "type": "message",
        "role": "assistant",
        "content": [block],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": usage,
    }
    return {**_row(turn, "assistant", message, part), "requestId": f"req_@@@@@@@@{turn:016d}"}


def _part(chance: random.Random, turn: int, part: int) -> dict[str, object]:
    if part == 0:
        return {"type": "text", "text": _text(chance, chance.randrange(60, 900))}
    given = {
        "file_path": "/home/someone/src/project/a.py",
        "new_string": _text(chance, chance.randrange(200, 4_000)),
    }
    return {"type": "tool_use", "id": f"toolu_@@@@@@@@{turn:010d}", "name": "Edit", "input": given}


def _result(chance: random.Random, turn: int) -> dict[str, object]:
    text = _text(chance, _size(chance))
    block = {"tool_use_id": f"toolu_@@@@@@@@{turn:010d}", "type": "tool_result", "content": text}
    row = _row(turn, "user", {"role": "user", "content": [block]})
    lines = [f"{mark}{words}" for mark, words in zip(" +-" * 40, text.split("\n"), strict=False)]
    patch = [{"oldStart": 3, "oldLines": 7, "newStart": 3, "newLines": 9, "lines": lines}]
    row["toolUseResult"] = {
        "filePath": "/home/someone/src/project/a.py",
        "content": text,
        "structuredPatch": patch,
    }
    return row


def _progress(turn: int, part: int) -> dict[str, object]:
    row = _row(turn, "progress", None, part)
    del row["message"]
    row["data"] = {
        "type": "hook_progress",
        "hookEvent": "PostToolUse",
        "hookName": "PostToolUse:Edit",
        "command": "callback",
    }
    return row


def _boundary(turn: int, level: int) -> dict[str, object]:
    row = _row(turn, "system", None)
    row |= {"parentUuid": None, "subtype": "compact_boundary", "content": "Conversation compacted"}
    return {**row, "compactMetadata": {"trigger": "auto", "preTokens": level}}


def _line(row: dict[str, object]) -> bytes:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
