"""What `codex exec --json` prints: recognised, estimated, never measured by its lifetime sums."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.core.transcripts.written import levels, lines, opened

if TYPE_CHECKING:
    from pathlib import Path

USAGE = {"input_tokens": 940_000, "cached_input_tokens": 900_000, "output_tokens": 500}
ROWS = [
    {"type": "thread.started", "thread_id": "t-1"},
    {"type": "turn.started"},
    {"type": "item.started", "item": {"id": "i0", "type": "command_execution", "command": "ls"}},
    {
        "type": "item.completed",
        "item": {"id": "i0", "type": "command_execution", "command": "ls", "aggregated_output": "x" * 4_000},
    },
    {"type": "item.completed", "item": {"id": "i1", "type": "agent_message", "text": "done"}},
    {"type": "turn.completed", "usage": USAGE},
]


def test_the_level_is_an_estimate_of_what_was_printed(tmp_path: Path) -> None:
    transcript = opened(tmp_path, lines(*ROWS), "out.txt")
    assert transcript.format.name == "codex-exec"
    assert transcript.record.no_usage
    assert transcript.record.session == "t-1"
    (level,) = levels(transcript)
    assert 1_000 < level < 1_020
    assert transcript.record.level().kind == "estimate"
    assert transcript.quick().tokens == level


def test_items_are_messages_and_a_command_is_a_call_with_its_result(tmp_path: Path) -> None:
    transcript = opened(tmp_path, lines(*ROWS))
    assert [(one.what, one.calls) for one in transcript.messages] == [
        ("call command_execution", 0),
        ("text", 1),
    ]
    assert [one["role"] for one in transcript.conversation()] == ["assistant", "tool", "assistant"]
    assert transcript.body(1) == "done"
