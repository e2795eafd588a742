"""Claude Code's sessions: what is a call of the main thread, what is a compaction, what is neither."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.core.transcripts.written import (
    answer,
    boundary,
    changed,
    levels,
    lines,
    opened,
    prompt,
    row,
    usage,
)

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.transcripts.transcript import Transcript

Table = dict[str, object]


def marks(transcript: Transcript) -> list[tuple[str, int]]:
    """Trigger and place of each compaction."""
    return [(mark.trigger, mark.calls) for mark in transcript.record.compactions]


def with_usage(key: int, **more: object) -> Table:
    """An answer whose usage is changed."""
    return changed(answer(key, 1_000), usage={**usage(1_000), **more})


def test_rows_of_one_message_are_one_call_and_the_last_wins(tmp_path: Path) -> None:
    transcript = opened(
        tmp_path,
        lines(
            answer(1, 900, 3), answer(2, 950, 40), answer(1, 900, 3, "again"), answer(1, 901, 159, "final")
        ),
    )
    main = transcript.record.main
    assert levels(transcript) == [901, 950]
    assert [main[0].completion, main[1].completion] == [159, 40]
    assert transcript.record.level().tokens == 950
    assert (main[0].model, main[0].time, main[0].offset) == ("model-a", 1784541600.0, 0)


def test_a_row_without_an_id_stands_for_itself(tmp_path: Path) -> None:
    rows = [changed(answer(number, 900 + number), id=None) for number in range(2)]
    assert levels(opened(tmp_path, lines(*rows, rows[1]))) == [900, 901]


def test_sidechains_are_series_of_their_own_before_ids_are_compared(tmp_path: Path) -> None:
    """A side question replays the ids of the main thread."""
    side = answer(1, 2_500, 7, isSidechain=True)
    agent = answer(3, 3_000, isSidechain=True, agentId="abc")
    transcript = opened(tmp_path, lines(answer(1, 900), side, agent, {**agent}, answer(2, 950)))
    assert levels(transcript) == [900, 950]
    assert {name: list(series.levels) for name, series in transcript.record.others.items()} == {
        "sidechain": [2_500],
        "abc": [3_000],
    }
    assert len(transcript.messages) == 2


def test_the_file_of_a_subagent_has_its_own_thread_as_the_main_one(tmp_path: Path) -> None:
    rows = [prompt(1), answer(1, 900), answer(2, 500)]
    agents = ("abc", "abc", "def")
    rows = [{**row, "isSidechain": True, "agentId": agent} for row, agent in zip(rows, agents, strict=True)]
    transcript = opened(tmp_path, lines(*rows))
    assert levels(transcript) == [900]
    assert list(transcript.record.others) == ["def"]
    assert transcript.record.prompts == 1
    assert [message["role"] for message in transcript.conversation()] == ["user", "assistant"]


def test_usage_inside_progress_is_a_subagents(tmp_path: Path) -> None:
    inner = {"type": "assistant", "message": answer(7, 4_000)["message"]}
    data = {"type": "agent_progress", "agentId": "abc", "message": inner}
    transcript = opened(
        tmp_path, lines(answer(1, 900), row("progress", "p1", data=data), row("progress", "p2", data=data))
    )
    assert levels(transcript) == [900]
    assert list(transcript.record.others["abc"].levels) == [4_000]


def test_rows_that_no_model_wrote_are_no_calls(tmp_path: Path) -> None:
    fake = changed(answer(8, 50), model="<synthetic>")
    error = answer(9, 700, isApiErrorMessage=True)
    transcript = opened(tmp_path, lines(answer(1, 900), fake, error))
    assert levels(transcript) == [900]
    assert len(transcript.messages) == 1


@pytest.mark.parametrize(
    ("changed", "level"),
    [
        ({"cache_creation_input_tokens": 0, "cache_creation": {"a": 30, "b": 4}}, 10 + 34 + 950),
        ({"cache_creation_input_tokens": 40, "cache_creation": {"a": 30, "b": 10}}, 1_000),
        ({"cache_creation_input_tokens": None, "cache_creation": None}, 960),
        (
            {
                "iterations": [
                    {"type": "compaction", "input_tokens": 9},
                    {"type": "message", "input_tokens": 300},
                ]
            },
            300,
        ),
        ({"iterations": []}, 1_000),
        ({"iterations": None}, 1_000),
        ({"input_tokens": "many"}, 990),
        ({"input_tokens": -5}, 990),
        ({"input_tokens": 1e300}, 990),
        ({"input_tokens": 10**30}, 990),
        ({"cache_read_input_tokens": 950.0}, 1_000),
    ],
)
def test_the_prompt_by_its_parts(tmp_path: Path, changed: Table, level: int) -> None:
    assert levels(opened(tmp_path, lines(prompt(0), with_usage(1, **changed)))) == [level]


def test_a_compaction_is_told_once_with_its_figures_and_leaves_the_level_unknown(tmp_path: Path) -> None:
    summary = prompt(2, "This session is being continued from a previous conversation", isCompactSummary=True)
    rows = [prompt(0), answer(1, 180_000), boundary(), summary, boundary()]
    transcript = opened(tmp_path, lines(*rows))
    (mark,) = transcript.record.compactions
    assert (mark.trigger, mark.calls, mark.before, mark.after) == ("manual", 1, 180_400, 21_300)
    assert transcript.record.level().kind == "unknown"
    assert transcript.quick().kind == "unknown"
    assert transcript.record.prompts == 1
    assert [message.role for message in transcript.messages] == ["user", "assistant", "summary"]
    transcript = opened(tmp_path, lines(*rows, answer(3, 24_950)))
    assert transcript.record.level().tokens == 24_950
    assert [(drop.number, drop.compaction) for drop in transcript.record.drops()] == [(1, mark)]


def test_a_printed_boundary_is_one_too(tmp_path: Path) -> None:
    data = {"trigger": "auto", "pre_tokens": 155_000}
    mark = {"type": "system", "subtype": "compact_boundary", "session_id": "s", "compact_metadata": data}
    (found,) = opened(tmp_path, lines(answer(1, 150_000), mark)).record.compactions
    assert (found.trigger, found.before, found.after) == ("auto", 155_000, None)


def test_a_boundary_that_is_quoted_is_none(tmp_path: Path) -> None:
    quoted = json.dumps(boundary())
    result = [{"type": "tool_result", "tool_use_id": "t", "content": quoted}]
    transcript = opened(tmp_path, lines(answer(1, 900), prompt(2, result), prompt(3, quoted)))
    assert transcript.record.compactions == []


def test_clearing_of_tool_results_leaves_the_level_known(tmp_path: Path) -> None:
    data = {"trigger": "auto", "preTokens": 60_888}
    micro = row("system", "m", subtype="microcompact_boundary", microcompactMetadata=data)
    transcript = opened(tmp_path, lines(answer(1, 153_093), micro))
    assert marks(transcript) == [("micro", 1)]
    assert transcript.record.level().tokens == 153_093


@pytest.mark.parametrize("flag", [{}, {"isCompactSummary": True}])
def test_old_files_tell_of_a_compaction_by_its_summary_alone(tmp_path: Path, flag: Table) -> None:
    text = "This session is being continued from a previous conversation that ran out of context."
    transcript = opened(tmp_path, lines(prompt(0), answer(1, 150_000), prompt(2, text, **flag)))
    assert marks(transcript) == [("unknown", 1)]
    assert transcript.record.level().kind == "unknown"
    assert transcript.record.prompts == 1


@pytest.mark.parametrize(("after", "expected"), [(40_000, [("unknown", 1)]), (150_500, [])])
def test_a_summary_row_explains_a_fall_and_means_nothing_without(
    tmp_path: Path, after: int, expected: list[object]
) -> None:
    title = {"type": "summary", "summary": "A title", "leafUuid": "x"}
    transcript = opened(tmp_path, lines(title, prompt(0), answer(1, 150_000), title, answer(2, after)))
    assert marks(transcript) == expected


@pytest.mark.parametrize(("after", "expected"), [(40_000, [("clear", 1)]), (60_100, [])])
def test_a_new_root_explains_a_fall_and_means_nothing_without(
    tmp_path: Path, after: int, expected: list[object]
) -> None:
    root = row("progress", "r", parentUuid=None, data={"type": "hook_progress"})
    transcript = opened(tmp_path, lines(prompt(0), answer(1, 60_000), root, prompt(2), answer(2, after)))
    assert marks(transcript) == expected


def test_a_plan_that_was_accepted_clears_the_context_at_once(tmp_path: Path) -> None:
    plan = prompt(2, "Implement the following plan:\n1. x", parentUuid=None)
    transcript = opened(tmp_path, lines(prompt(0), answer(1, 60_000), plan))
    assert marks(transcript) == [("clear", 1)]
    assert transcript.record.level().kind == "unknown"


def test_rows_without_any_chain_are_no_roots(tmp_path: Path) -> None:
    rows = [answer(number, level, parentUuid=None) for number, level in enumerate((900, 500))]
    assert marks(opened(tmp_path, lines(*rows))) == []


def test_rows_that_a_resumed_session_repeats_add_nothing(tmp_path: Path) -> None:
    old = [prompt(0), answer(1, 900), answer(2, 950)]
    transcript = opened(tmp_path, lines(*old, old[2], old[0], answer(3, 1_000)))
    assert levels(transcript) == [900, 950, 1_000]
    assert transcript.record.prompts == 1
    assert len(transcript.messages) == 4
    assert len(list(transcript.conversation())) == 4


def test_a_printed_session_tells_its_window_and_its_sums_are_no_level(tmp_path: Path) -> None:
    first = {
        "type": "system",
        "subtype": "init",
        "session_id": "s",
        "cwd": "/w",
        "claude_code_version": "2.1.9",
    }
    made = {"type": "assistant", "session_id": "s", "message": answer(1, 900)["message"]}
    side = {**made, "parent_tool_use_id": "toolu_1", "message": answer(5, 300)["message"]}
    end = {
        "type": "result",
        "session_id": "s",
        "usage": usage(900_000),
        "modelUsage": {"model-a": {"inputTokens": 900_000, "contextWindow": 1_000_000}},
    }
    transcript = opened(tmp_path, lines(first, made, side, end))
    assert levels(transcript) == [900]
    assert transcript.record.main[0].window == 1_000_000
    assert list(transcript.record.others) == ["toolu_1"]
    record = transcript.record
    assert (record.session, record.cwd, record.version) == ("s", "/w", "2.1.9")


def test_prompts_are_what_a_person_wrote(tmp_path: Path) -> None:
    result = [{"type": "tool_result", "tool_use_id": "t", "content": "x"}]
    transcript = opened(
        tmp_path,
        lines(
            prompt(0, "first"),
            prompt(1, result),
            prompt(2, "caveat", isMeta=True),
            prompt(
                3, [{"type": "image", "source": {"data": "QUJD"}}, {"type": "text", "text": "sec\u2028ond"}]
            ),
            prompt(4, "<command-name>/exit</command-name>"),
            answer(1, 900),
        ),
    )
    assert (transcript.record.prompts, transcript.record.last_prompt) == (3, "sec\u2028ond")


@pytest.mark.parametrize("size", [10, 5_000, 2_000_000])
def test_results_of_tools_of_any_size_tell_nothing_and_hide_nothing(tmp_path: Path, size: int) -> None:
    content = [{"tool_use_id": "t", "type": "tool_result", "content": "x" * size}]
    result = prompt(1, content, toolUseResult={"usage": usage(77), "type": "assistant"})
    transcript = opened(tmp_path, lines(prompt(0), answer(1, 900), result, answer(2, 950)))
    assert levels(transcript) == [900, 950]
    assert transcript.record.lines == 4
    assert transcript.messages[2].role == "tool"


def test_an_answer_that_holds_such_a_row_is_still_an_answer(tmp_path: Path) -> None:
    """Its own fields are looked at, not what stands inside them."""
    inner = prompt(1, [{"tool_use_id": "t", "type": "tool_result", "content": "x" * 5_000}])
    part = {"type": "tool_use", "id": "t", "name": "put", "input": inner}
    made = changed(answer(1, 900), content=[part])
    made = {"message": made.pop("message"), **made}
    assert levels(opened(tmp_path, lines(prompt(0), made))) == [900]


def test_odd_fields_do_not_end_the_reading(tmp_path: Path) -> None:
    odd: list[Table] = [
        {"type": ["assistant"], "uuid": 7},
        row("assistant", "x", message="text"),
        row("assistant", "y", message={"usage": [1]}),
        row("user", "z", message=None),
        row("system", "w", subtype="compact_boundary", compactMetadata="?"),
        row("progress", "v", data=7),
        row("result", "q", modelUsage=[1]),
        {"type": None},
    ]
    transcript = opened(tmp_path, lines(prompt(0), answer(1, 900), *odd, answer(2, 950)))
    assert levels(transcript) == [900, 950]
    assert transcript.record.skipped == 0


def test_messages_have_roles_kinds_and_the_tools_they_call(tmp_path: Path) -> None:
    part = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"c": "x" * 400}}
    call = changed(answer(1, 900), content=[part])
    result = prompt(2, [{"type": "tool_result", "tool_use_id": "t1", "content": "y" * 800}])
    transcript = opened(
        tmp_path, lines(prompt(0), answer(1, 900, text="first"), call, result, answer(2, 950))
    )
    found = [(message.role, message.what, message.calls) for message in transcript.messages]
    assert found == [
        ("user", "text", 0),
        ("assistant", "text, call Bash", 1),
        ("tool", "result Bash", 1),
        ("assistant", "text", 2),
    ]
    assert transcript.messages[1].tokens > 100
    assert 200 <= transcript.messages[2].tokens < 250
    said = list(transcript.conversation())
    assert [message["role"] for message in said] == ["user", "assistant", "tool", "assistant"]
    assert said[1]["content"] == "first"
    assert said[1]["tool_calls"][0]["function"]["name"] == "Bash"  # type: ignore[index]
    assert said[2] == {"role": "tool", "tool_call_id": "t1", "content": "y" * 800}
    assert "first" in transcript.body(1)
    assert "Bash" in transcript.body(1)


def test_an_image_is_an_estimate_and_its_bytes_are_no_text(tmp_path: Path) -> None:
    image = {
        "type": "image",
        "source": {"type": "base64", "media_type": "image/png", "data": "QUJD" * 100_000},
    }
    transcript = opened(tmp_path, lines(prompt(0, [image]), answer(1, 900)))
    assert transcript.messages[0].tokens == 1_204
    assert "QUJD" not in transcript.body(0)
    assert "QUJD" not in str(list(transcript.conversation()))


def test_a_block_of_lines_tells_what_its_lines_tell(tmp_path: Path) -> None:
    """Results of tools are passed over in the block; small, large and odd rows around them are not."""
    from scratchpad_tui.core.transcripts.claude_calls import ClaudeCalls

    def result(size: int, **more: object) -> Table:
        content = [{"tool_use_id": "t", "type": "tool_result", "content": "}{" * size}]
        return prompt(size, content, **more)

    rows = [prompt(0), answer(1, 900, text="x" * 3_000), answer(1, 900, text="y" * 3_000), result(3_000)]
    rows += [answer(2, 950, 7), result(10), answer(2, 950, 9, "z" * 3_000), result(9_000, isSidechain=True)]
    data = lines(*rows) + b"{broken\n\n" + lines(result(4_000), end="") + lines(answer(3, 990)) + b"null"
    one, many = ClaudeCalls(), ClaudeCalls()
    one.take_block(7, data, 0, len(data))
    offset = 7
    for line in data.split(b"\n"):
        many.take(offset, line)
        offset += len(line) + 1
    assert list(one.record.main) == list(many.record.main)
    assert list(one.record.main.levels) == [900, 950, 990]
    assert one.record.main[1].completion == 9
    for record in (one.record, many.record):
        assert (record.lines, record.skipped, record.prompts) == (11, 2, 1)


def test_a_further_row_of_an_answer_with_other_figures_counts(tmp_path: Path) -> None:
    """Rows of one answer are known by their id and the usage at their end; what is glued to one is seen."""
    big = "x" * 3_000
    first, second = answer(1, 900, 3, big), answer(1, 900, 159, big)
    data = (
        lines(prompt(0), first, {**first, "uuid": "other"}, second) + lines(first, end="") + lines(boundary())
    )
    transcript = opened(tmp_path, data)
    assert [(call.level, call.completion) for call in transcript.record.main] == [(900, 3)]
    assert len(transcript.record.compactions) == 1
    transcript = opened(tmp_path, lines(prompt(0), first, {**first, "uuid": "other"}, second))
    assert [(call.level, call.completion) for call in transcript.record.main] == [(900, 159)]
