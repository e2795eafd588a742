"""Codex's rollouts: the last usage is the level; repeats, estimates and a parent's history are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.core.transcripts.written import counted, enveloped, event, levels, lines, opened

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.transcripts.transcript import Transcript

OLD = "019c0000-0000-7000-8000-000000000001"
PARENT = "019c1111-0000-7000-8000-000000000001"
THREAD = "019c2222-0000-7000-8000-000000000001"
NEW = "019c3333-0000-7000-8000-000000000001"
META = enveloped("session_meta", id=THREAD, cwd="/work", cli_version="0.104.0")


def said(role: str, text: str) -> dict[str, object]:
    kind = "output_text" if role == "assistant" else "input_text"
    return enveloped("response_item", type="message", role=role, content=[{"type": kind, "text": text}])


def triggers(transcript: Transcript) -> list[tuple[str, int]]:
    return [(mark.trigger, mark.calls) for mark in transcript.record.compactions]


def test_the_level_is_the_last_usage_and_repeats_and_estimates_are_no_points(tmp_path: Path) -> None:
    none = event("token_count", info=None)
    rows = [META, none, counted(1_000, 1_000), counted(1_000, 1_000), none, counted(2_620, 1_620, 1_500)]
    zero = counted(0, 0, 0, window=0)
    transcript = opened(
        tmp_path, lines(*rows, rows[-1], counted(940_000, 940_000, 0), zero, counted(5_100, 5_100))
    )
    assert levels(transcript) == [1_000, 1_620, 5_100]
    assert [call.window for call in transcript.record.main] == [200_000] * 3
    record = transcript.record
    assert (record.session, record.cwd, record.version) == (THREAD, "/work", "0.104.0")
    assert transcript.quick().tokens == 5_100


def test_the_model_comes_from_the_context_and_the_window_from_each_record(tmp_path: Path) -> None:
    context = enveloped("turn_context", model="gpt-a", cwd="/other")
    second = enveloped("turn_context", model="gpt-b")
    task = event("task_started", turn_id=NEW, model_context_window=258_400)
    rows = [META, task, context, counted(900, 900, window=None), second, counted(950, 950, window=353_400)]
    main = opened(tmp_path, lines(*rows)).record.main
    assert [(call.model, call.window) for call in main] == [("gpt-a", 258_400), ("gpt-b", 353_400)]


@pytest.mark.parametrize("swapped", [False, True])
def test_one_compaction_is_told_by_a_row_and_an_event_and_counted_once(tmp_path: Path, swapped: bool) -> None:  # noqa: FBT001
    history = [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "old"}]}]
    both = [enveloped("compacted", message="short", replacement_history=history), event("context_compacted")]
    rows = [META, counted(900, 900), *(both[::-1] if swapped else both)]
    transcript = opened(tmp_path, lines(*rows))
    assert triggers(transcript) == [("unknown", 1)]
    assert transcript.record.level().kind == "unknown"
    assert [message.role for message in transcript.messages] == ["summary"]
    transcript = opened(tmp_path, lines(*rows, counted(500, 500), *both, counted(300, 300)))
    assert triggers(transcript) == [("unknown", 1), ("unknown", 2)]


def test_turns_that_are_rolled_back_are_a_fall_and_their_messages_are_gone(tmp_path: Path) -> None:
    first = [
        said("user", "one"),
        event("user_message", message="one"),
        said("assistant", "1"),
        counted(900, 900),
    ]
    second = [
        said("user", "two"),
        event("user_message", message="two"),
        said("assistant", "2"),
        counted(990, 990),
    ]
    back = event("thread_rolled_back", num_turns=1)
    transcript = opened(tmp_path, lines(META, *first, *second, back, counted(700, 700)))
    assert triggers(transcript) == [("rollback", 2)]
    assert [drop.compaction and drop.compaction.trigger for drop in transcript.record.drops()] == ["rollback"]
    assert [message["content"] for message in transcript.conversation()] == ["one", "1"]
    assert (transcript.record.prompts, transcript.record.last_prompt) == (2, "two")


@pytest.mark.parametrize(
    "sign",
    [
        {"forked_from_id": PARENT},
        {"parent_thread_id": PARENT},
        {"source": {"subagent": {"thread_spawn": {"parent_thread_id": PARENT}}}},
    ],
)
def test_what_was_copied_from_a_parent_is_a_series_of_its_own(
    tmp_path: Path, sign: dict[str, object]
) -> None:
    meta = enveloped("session_meta", id=THREAD, cwd="/work", **sign)
    copied = [
        enveloped("session_meta", id=PARENT, cwd="/elsewhere"),
        event("task_started", turn_id=OLD),
        event("user_message", message="the parent's"),
        counted(800, 800),
        enveloped("compacted", message=""),
        counted(850, 850),
    ]
    own = [event("task_started", turn_id=NEW), event("user_message", message="mine"), counted(850, 850)]
    transcript = opened(tmp_path, lines(meta, *copied, *own, counted(900, 900)))
    assert levels(transcript) == [850, 900]
    assert list(transcript.record.others["forked_from"].levels) == [800, 850]
    assert (transcript.record.compactions, transcript.record.prompts) == ([], 1)
    assert (transcript.record.session, transcript.record.cwd) == (THREAD, "/work")


def test_a_child_without_a_copy_has_nothing_of_its_parents(tmp_path: Path) -> None:
    meta = enveloped("session_meta", id="x", forked_from_id="y")
    transcript = opened(tmp_path, lines(meta, event("task_started", turn_id="z"), counted(900, 900)))
    assert levels(transcript) == [900]


def test_a_child_that_names_the_row_where_it_starts(tmp_path: Path) -> None:
    meta = enveloped("session_meta", id="x", parent_thread_id="y", subagent_history_start_ordinal=3)
    rows = [
        {"ordinal": at, **one}
        for at, one in enumerate([meta, event("task_started", turn_id="t"), counted(8, 8), counted(900, 900)])
    ]
    transcript = opened(tmp_path, lines(*rows))
    assert levels(transcript) == [900]


def test_rows_whose_fields_stand_in_another_order_are_read(tmp_path: Path) -> None:
    rows = [{key: one[key] for key in ("payload", "type", "timestamp")} for one in (META, counted(900, 900))]
    assert levels(opened(tmp_path, lines(*rows))) == [900]


def test_a_report_glued_to_a_row_that_is_passed_over_is_read(tmp_path: Path) -> None:
    data = lines(META) + lines(said("user", "x"), end="") + lines(counted(900, 900))
    assert levels(opened(tmp_path, data)) == [900]


def test_a_report_that_is_quoted_is_none(tmp_path: Path) -> None:
    quoted = lines(counted(900_000, 900_000)).decode()
    output = enveloped("response_item", type="function_call_output", call_id="c", output=quoted)
    assert levels(opened(tmp_path, lines(META, output, said("user", quoted), counted(900, 900)))) == [900]


def test_calls_of_tools_have_their_names_and_results(tmp_path: Path) -> None:
    call = enveloped(
        "response_item", type="function_call", name="shell", arguments='{"c":"ls"}', call_id="c1"
    )
    result = enveloped("response_item", type="function_call_output", call_id="c1", output="a b c")
    think = enveloped(
        "response_item",
        type="reasoning",
        summary=[{"type": "summary_text", "text": "hm"}],
        encrypted_content="Q" * 9_000,
    )
    transcript = opened(tmp_path, lines(META, said("user", "list"), think, call, result, counted(900, 900)))
    assert [(one.role, one.what) for one in transcript.messages] == [
        ("user", "text"),
        ("assistant", "thinking"),
        ("assistant", "call shell"),
        ("tool", "result shell"),
    ]
    assert transcript.messages[1].tokens < 10
    spoken = list(transcript.conversation())
    assert [one["role"] for one in spoken] == ["user", "assistant", "tool"]
    assert spoken[2] == {"role": "tool", "tool_call_id": "c1", "content": "a b c"}
    assert transcript.body(2) == 'shell {"c":"ls"}'


def test_the_first_files_have_bare_rows_and_get_estimates(tmp_path: Path) -> None:
    rows = [
        {"id": "s-9", "timestamp": "2025-05-01T10:00:00Z", "instructions": "be brief"},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "x" * 400}]},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "y" * 400}]},
        {"type": "function_call", "name": "shell", "arguments": "{}", "call_id": "c"},
        {"type": "function_call_output", "call_id": "c", "output": "z" * 4_000},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "done"}]},
    ]
    transcript = opened(tmp_path, lines(*rows))
    assert transcript.format.name == "codex"
    assert transcript.record.no_usage
    assert transcript.record.session == "s-9"
    assert [call.kind for call in transcript.record.main] == ["estimate", "estimate"]
    first, second = levels(transcript)
    assert 200 < first < 240
    assert 1_200 < second < 1_300
    assert len(transcript.messages) == 5


def test_odd_payloads_do_not_end_the_reading(tmp_path: Path) -> None:
    odd = [
        {"timestamp": 7, "type": "event_msg", "payload": "text"},
        enveloped("event_msg", type=["token_count"]),
        event("token_count", info="?"),
        event("token_count", info={"last_token_usage": [1]}),
        event("token_count", info={"last_token_usage": {"input_tokens": "x", "output_tokens": None}}),
        enveloped("turn_context", model=5, cwd=None),
        event("thread_rolled_back", num_turns="all"),
        {"type": 5, "payload": {}},
    ]
    transcript = opened(tmp_path, lines(META, counted(800, 800), *odd, counted(900, 900)))
    assert levels(transcript) == [800, 900]
    assert transcript.record.skipped == 0
