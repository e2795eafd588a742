"""Chat files of both vendors' shapes: messages, lists, conversations, trajectories, logs; usage or an estimate."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.transcripts.anthropic_messages import FORMAT as ANTHROPIC
from scratchpad_tui.core.transcripts.openai_chat import FORMAT as OPENAI
from tests.core.transcripts.feeding import fed, figures, head_of, lines_of

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.transcripts.reading import Format

CALL = {
    "id": "c1",
    "type": "function",
    "function": {"name": "run", "arguments": json.dumps({"cmd": "x" * 400})},
}
CHAT: list[dict[str, object]] = [
    {"role": "user", "content": "list the files"},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "c1", "content": "a b c"},
    {"role": "assistant", "content": [{"type": "text", "text": "done"}]},
]
USE = {"type": "tool_use", "id": "t1", "name": "ls", "input": {"path": "x" * 400}}
USAGE = {
    "input_tokens": 10,
    "cache_creation_input_tokens": 200,
    "cache_read_input_tokens": 700,
    "output_tokens": 30,
}
BLOCKS: list[dict[str, object]] = [
    {"role": "user", "content": [{"type": "text", "text": "list the files"}]},
    {"id": "m1", "type": "message", "role": "assistant", "model": "m-a", "content": [USE], "usage": USAGE},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "a b c"}]},
]


def kind_of(data: bytes) -> str:
    """The first of the two formats that takes the data, in the order of the registry."""
    head = head_of(data)
    return next((entry.name for entry in (ANTHROPIC, OPENAI) if entry.sniff(head)), "")


@pytest.mark.parametrize(
    "data", [lines_of(*CHAT), json.dumps(CHAT, indent=1).encode(), json.dumps(CHAT).encode()]
)
def test_messages_without_usage_are_estimated_one_point_a_call(data: bytes) -> None:
    told = fed(OPENAI, data)
    assert kind_of(data) == "openai-chat"
    assert told.roles == ["user", "assistant", "tool", "assistant"]
    assert [one.what for one in told.messages] == ["text", "call run", "result run", "text"]
    assert told.messages[1].tokens > 80
    sums = [one.tokens for one in told.messages]
    assert told.levels == [sum(sums[:2]), sum(sums)]
    assert told.record.no_usage
    assert told.record.level() == (sum(sums), "estimate")
    assert [one.calls for one in told.messages] == [0, 1, 1, 2]


def test_case_50_null_content_with_tool_calls(shared: Path) -> None:
    (case,) = (shared / "cases").glob("50-*")
    told = fed(OPENAI, (case / "messages.json").read_bytes())
    assert len(told.messages) == 4
    assert told.messages[1].tokens > 80
    assert {one.kind for one in told.messages} == {"estimate"}


def test_the_prompt_of_a_recorded_usage_holds_its_cached_part() -> None:
    usage = {"prompt_tokens": 910, "completion_tokens": 30, "prompt_tokens_details": {"cached_tokens": 800}}
    told = fed(
        OPENAI, lines_of(CHAT[0], {"role": "assistant", "content": "x", "usage": usage, "model": "gpt-4.1"})
    )
    assert told.record.level() == (910, "recorded")
    assert told.record.main[0].completion == 30
    assert told.record.main[0].model == "gpt-4.1"
    assert not told.record.no_usage
    responses = {"input_tokens": 910, "output_tokens": 30, "input_tokens_details": {"cached_tokens": 800}}
    assert fed(OPENAI, lines_of({"role": "assistant", "content": "x", "usage": responses})).levels == [910]


def test_lines_with_a_conversation_each_stand_for_themselves() -> None:
    """A set for training: the second line is another conversation, not a later state of the first."""
    other = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "yes"}]
    data = lines_of({"messages": CHAT}, {"messages": other})
    told = fed(OPENAI, data)
    assert kind_of(data) == "openai-chat"
    assert told.roles == ["user", "assistant"]
    assert len(told.levels) == 1
    assert told.levels[0] == sum(one.tokens for one in told.messages)
    assert told.record.prompts == 1


def test_lines_with_a_conversation_that_grows_are_one() -> None:
    told = fed(OPENAI, lines_of({"messages": CHAT[:2]}, {"messages": CHAT}))
    assert told.levels == fed(OPENAI, lines_of(*CHAT)).levels
    assert len(told.messages) == 4


def test_a_log_of_calls_counts_the_last_line_and_never_the_sum() -> None:
    def logged(sent: list[dict[str, object]], prompt: int) -> dict[str, object]:
        answer = {"choices": [{"message": {"role": "assistant", "content": "ok"}}]}
        return {
            "request": {"model": "m-1", "messages": sent},
            "response": {**answer, "usage": {"prompt_tokens": prompt}},
        }

    data = lines_of(logged(CHAT[:1], 100), logged(CHAT[:3], 300))
    told = fed(OPENAI, data)
    assert told.levels == [100, 300]
    assert told.roles == ["user", "assistant", "tool", "assistant"]
    assert "calls of a model" in (OPENAI.sniff(head_of(data)) or "")
    without = [
        {"messages": CHAT[:count], "timestamp": "2026-07-20T10:00:00Z", "response": {"id": "r"}}
        for count in (1, 3)
    ]
    told = fed(OPENAI, lines_of(*without))
    assert told.levels[1] == sum(one.tokens for one in told.messages)
    assert told.record.no_usage


def test_a_responses_log_is_read() -> None:
    row = {
        "request": {"body": {"model": "gpt-5", "input": [{"role": "user", "content": "hi"}]}},
        "response": {
            "model": "gpt-5",
            "output": [
                {"type": "reasoning", "summary": []},
                {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "yes"}]},
                {"type": "function_call", "call_id": "c", "name": "ls", "arguments": "{}"},
            ],
            "usage": {"input_tokens": 40, "output_tokens": 7},
        },
    }
    told = fed(OPENAI, lines_of(row))
    assert told.levels == [40]
    assert told.roles == ["user", "assistant", "assistant", "assistant"]
    assert told.messages[3].what == "call ls"


def test_exported_items_of_the_responses_api_are_messages() -> None:
    rows = [
        {"role": "user", "content": "hi"},
        {"type": "function_call", "call_id": "c", "name": "ls", "arguments": '{"path": "."}'},
        {"type": "function_call_output", "call_id": "c", "output": "a b"},
    ]
    told = fed(OPENAI, lines_of(*rows))
    assert told.roles == ["user", "assistant", "tool"]
    assert [one.what for one in told.messages] == ["text", "call ls", "result ls"]


def test_a_trajectory_is_one_conversation() -> None:
    usage = {"prompt_tokens": 500, "completion_tokens": 9}
    extra = {"response": {"model": "m-1", "usage": usage}}
    messages = [
        *CHAT[:1],
        {"role": "assistant", "content": "x", "extra": extra},
        {"role": "user", "content": "out"},
    ]
    data = json.dumps({"info": {"exit_status": "x"}, "messages": messages}, indent=2).encode()
    told = fed(OPENAI, data)
    assert kind_of(data) == "openai-chat"
    assert told.levels == [500]
    assert told.roles == ["user", "assistant", "user"]
    assert [one.offset for one in told.messages] == [0, 1, 2]
    assert told.record.main.models == ("m-1",)


def test_anthropic_usage_adds_its_three_parts() -> None:
    data = lines_of(*BLOCKS)
    told = fed(ANTHROPIC, data)
    assert kind_of(data) == "anthropic-messages"
    assert told.record.level() == (910, "recorded")
    assert told.roles == ["user", "assistant", "tool"]
    assert [one.what for one in told.messages] == ["text", "call ls", "result ls"]
    assert (told.record.prompts, told.record.last_prompt) == (1, "list the files")
    nested = {**USAGE, "cache_creation_input_tokens": 0, "cache_creation": {"ephemeral_5m_input_tokens": 200}}
    assert fed(ANTHROPIC, lines_of(BLOCKS[0], {**BLOCKS[1], "usage": nested})).levels == [910]


def test_anthropic_messages_without_usage_are_estimated() -> None:
    bare = [BLOCKS[0], {"role": "assistant", "content": [USE]}, BLOCKS[2]]
    for data in (lines_of(*bare), json.dumps(bare, indent=1).encode()):
        told = fed(ANTHROPIC, data)
        assert kind_of(data) == "anthropic-messages"
        assert told.record.no_usage
        assert told.messages[1].tokens > 80
        assert told.levels == [told.messages[0].tokens + told.messages[1].tokens]


def test_rows_of_one_id_are_one_answer() -> None:
    thinking = {
        **BLOCKS[1],
        "content": [{"type": "thinking", "thinking": "hm"}],
        "usage": {**USAGE, "output_tokens": 2},
    }
    told = fed(ANTHROPIC, lines_of(BLOCKS[0], thinking, BLOCKS[1], BLOCKS[2], {**BLOCKS[1], "id": "m2"}))
    assert told.levels == [910, 910]
    assert told.record.main[0].completion == 30
    assert told.roles == ["user", "assistant", "tool", "assistant"]
    assert told.messages[1].what == "thinking, call ls"


def test_a_system_prompt_beside_the_messages_is_one() -> None:
    told = fed(ANTHROPIC, lines_of({"system": "be brief", "messages": BLOCKS[:1], "response": BLOCKS[1]}))
    assert told.roles == ["system", "user", "assistant"]
    assert told.levels == [910]


def test_plain_texts_and_mixed_signs_are_chat_completions() -> None:
    assert (
        kind_of(lines_of({"role": "user", "content": "x"}, {"role": "assistant", "content": "y"}))
        == "openai-chat"
    )
    assert kind_of(lines_of(BLOCKS[0], *CHAT[1:3])) == "openai-chat"


def test_images_are_no_text() -> None:
    url = {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "QUJD" * 100_000}}
    told = fed(OPENAI, lines_of({"role": "user", "content": [url]}))
    assert told.messages[0].tokens < 2_000
    assert told.messages[0].what == "image"


@pytest.mark.parametrize("entry", [OPENAI, ANTHROPIC])
@pytest.mark.parametrize(
    "data", [b"", b"hello\n", b"[]", b"{}\n", b"[1,2]", b'{"messages": 3}\n', b'{"role": 1}\n']
)
def test_other_files_are_none_of_theirs(entry: Format, data: bytes) -> None:
    assert entry.sniff(head_of(data)) is None


def test_kimis_messages_without_its_counts_are_estimated_within_a_third(shared: Path) -> None:
    """The same file holds the provider's own count beside the messages."""
    data, series = figures(shared, "openai-chat/kimi-context-subagent-1.jsonl")
    told = fed(OPENAI, data)
    assert told.record.no_usage
    assert abs(told.levels[-1] - series[-1]) < series[-1] / 3
