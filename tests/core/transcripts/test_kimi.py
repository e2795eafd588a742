"""Kimi CLI's context and Kimi Code's wire log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.transcripts.kimi import CONTEXT, WIRE
from scratchpad_tui.core.transcripts.windows import window_of
from tests.core.transcripts.feeding import fed, figures, head_of, lines_of

if TYPE_CHECKING:
    from pathlib import Path


def step(prompt: int, output: int = 10, key: str = "s1") -> dict[str, object]:
    usage = {"inputOther": 10, "inputCacheRead": prompt - 10, "inputCacheCreation": 0, "output": output}
    event = {"type": "step.end", "uuid": key, "usage": usage}
    return {"type": "context.append_loop_event", "event": event, "time": 1_785_613_801_102}


def request(limit: int, model: str = "kimi-k9", kind: str = "loop") -> dict[str, object]:
    return {"type": "llm.request", "kind": kind, "model": model, "maxTokens": limit}


PROMPT = {"type": "turn.prompt", "input": [{"type": "text", "text": "hi"}], "origin": {"kind": "user"}}


@pytest.mark.parametrize("name", ["main", "subagent-1", "subagent-2"])
def test_every_count_of_a_context_is_a_point(shared: Path, name: str) -> None:
    data, series = figures(shared, f"openai-chat/kimi-context-{name}.jsonl")
    told = fed(CONTEXT, data)
    assert told.levels == series
    assert told.record.level() == (series[-1], "recorded")
    assert (told.record.prompts, told.record.compactions) == (1, [])
    assert {message.role for message in told.messages} == {"user", "assistant", "tool"}
    assert CONTEXT.sniff(head_of(data))


def test_a_growing_context_gives_prefixes_of_the_series(shared: Path) -> None:
    data, series = figures(shared, "openai-chat/kimi-context-main.jsonl")
    lines = data.splitlines(keepends=True)
    for count in range(0, len(lines), 11):
        levels = fed(CONTEXT, b"".join(lines[:count])).levels
        assert levels == series[: len(levels)]


def test_rows_of_a_context_without_a_role_of_a_chat_are_no_messages() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "Read", "arguments": "{}"}}
    told = fed(
        CONTEXT,
        lines_of(
            {"role": "_system_prompt", "content": "be brief"},
            {"role": "_checkpoint", "id": 0},
            {"role": "user", "content": "x"},
            {"role": "_usage", "token_count": 40},
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "c1", "content": "done"},
            {"role": "_new_thing", "content": "x"},
        ),
    )
    assert told.roles == ["system", "user", "assistant", "tool"]
    assert [message.what for message in told.messages] == ["text", "text", "call Read", "result Read"]
    assert [message.calls for message in told.messages] == [0, 0, 1, 1]
    assert CONTEXT.chat is not None
    assert CONTEXT.chat({"role": "_usage", "token_count": 4}) == []
    assert CONTEXT.chat({"role": "_system_prompt", "content": "s"}) == [{"role": "system", "content": "s"}]


def test_the_wire_log_gives_its_figures(shared: Path) -> None:
    data, series = figures(shared, "kimi-wire/assistant-tools.jsonl")
    told = fed(WIRE, data)
    assert told.levels == series
    assert told.record.level() == (41_095, "recorded")
    assert told.record.main[-1].completion == 304
    assert told.record.prompts == 8
    assert {call.window for call in told.record.main} == {262_144}
    assert told.record.main.models == ("kimi-k2.7-code",)
    assert window_of(told.record, WIRE.name) == (262_144, "recorded")
    assert WIRE.sniff(head_of(data))


def test_the_window_is_what_a_request_may_still_take_and_what_the_call_before_it_took() -> None:
    told = fed(WIRE, lines_of(PROMPT, request(100_000), step(20_000, 500), request(79_500), step(30_000)))
    assert [call.window for call in told.record.main] == [100_000, 100_000]
    told = fed(WIRE, lines_of(request(9_000, kind="compaction"), step(20_000)))
    assert told.record.main[0].window is None
    told = fed(WIRE, lines_of(request(100_000), step(20_000), request(40_010, "other"), step(20_010)))
    assert [(call.model, call.window) for call in told.record.main] == [
        ("kimi-k9", 100_000),
        ("other", 60_020),
    ]


def test_a_compaction_is_marked_where_the_next_call_shows_it() -> None:
    begin = {"type": "full_compaction.begin", "source": "auto"}
    mark = {"type": "context.apply_compaction", "summary": "s", "tokensBefore": 15_912, "tokensAfter": 654}
    rows = [PROMPT, request(100_000), step(90_000), begin, request(9, kind="compaction"), mark]
    told = fed(WIRE, lines_of(*rows, request(95_000), step(25_000)))
    (found,) = told.record.compactions
    assert (found.calls, found.trigger, found.before, found.after) == (1, "auto", 15_912, 654)
    assert told.record.drops()[0].compaction == found
    assert told.record.main[1].window == 100_000
    assert told.roles == ["summary"]


def test_an_answer_of_the_wire_log_is_one_message_and_its_results_are_others() -> None:
    def event(kind: str, **more: object) -> dict[str, object]:
        return {"type": "context.append_loop_event", "event": {"type": kind, **more}}

    message = {"role": "user", "content": [{"type": "text", "text": "hi"}]}
    rows: list[dict[str, object]] = [
        {"type": "context.append_message", "message": message},
        event("content.part", stepUuid="s1", part={"type": "think", "think": "hm"}),
        event("content.part", stepUuid="s1", part={"type": "text", "text": "I look"}),
        event("tool.call", stepUuid="s1", toolCallId="c1", name="Bash", args={"command": "x" * 400}),
        event("tool.result", toolCallId="c1", result={"output": "a\nb"}),
        step(900, key="s1"),
        event("content.part", stepUuid="s2", part={"type": "text", "text": "done"}),
    ]
    told = fed(WIRE, lines_of(*rows))
    assert told.roles == ["user", "assistant", "tool", "assistant"]
    assert [one.what for one in told.messages] == ["text", "thinking, text, call Bash", "result Bash", "text"]
    assert told.messages[1].tokens > 100
    assert told.messages[1].calls == 1
    assert WIRE.chat is not None
    assert [one["role"] for row in rows for one in WIRE.chat(row)] == [
        "user",
        "assistant",
        "assistant",
        "assistant",
        "tool",
        "assistant",
    ]


def test_a_log_that_has_just_begun_is_known() -> None:
    begun = {"type": "metadata", "protocol_version": "1.4", "created_at": 1_785_612_803_281}
    assert WIRE.sniff(head_of(lines_of(begun)))
    assert WIRE.sniff(head_of(lines_of(begun, {"type": "config.update", "time": 1})))
    assert WIRE.sniff(head_of(lines_of({"type": "metadata", "protocol_version": "1.1"}))) is None


def test_other_files_are_none_of_its() -> None:
    for data in (b"x\n", b"{}\n", lines_of({"role": "user", "content": "x"}), lines_of({"type": "user"})):
        assert CONTEXT.sniff(head_of(data)) is None
        assert WIRE.sniff(head_of(data)) is None
