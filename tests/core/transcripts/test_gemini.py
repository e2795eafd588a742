"""Gemini CLI: upserts, patches, rewinds, compressions, and the older document."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.transcripts.gemini import FORMAT, LEGACY
from tests.core.transcripts.feeding import fed, figures, head_of, lines_of

if TYPE_CHECKING:
    from pathlib import Path

HEADER = {"sessionId": "s-1", "projectHash": "a" * 64, "kind": "main"}


def user(key: str, words: str = "go on") -> dict[str, object]:
    return {"id": key, "type": "user", "timestamp": "2026-07-20T10:00:00Z", "content": [{"text": words}]}


def answer(key: str, prompt: int, output: int = 10, **more: object) -> dict[str, object]:
    tokens = {
        "input": prompt,
        "output": output,
        "cached": prompt // 2,
        "total": prompt + output if prompt else 0,
    }
    return {"id": key, "type": "gemini", "content": "ok", "tokens": tokens, "model": "gemini-3-pro", **more}


@pytest.mark.parametrize(
    "name", ["jsonl-v040.jsonl", "legacy-small.json", "legacy-growing/1.json", "legacy-growing/2.json"]
)
def test_samples_give_their_figures(shared: Path, name: str) -> None:
    data, series = figures(shared, f"gemini-cli/{name}")
    entry, other = (FORMAT, LEGACY) if name.endswith("l") else (LEGACY, FORMAT)
    told = fed(entry, data)
    assert told.levels == series
    assert told.record.level() == (series[-1], "recorded")
    assert told.record.compactions == []
    assert entry.sniff(head_of(data))
    assert other.sniff(head_of(data)) is None


def test_a_record_that_comes_again_amends_its_call_and_its_message() -> None:
    """The CLI writes an answer when it begins and again with its usage and the results of its calls."""
    call = {"id": "c1", "name": "ls", "args": {"path": "."}}
    done = {**call, "result": [{"functionResponse": {"response": {"output": "a b"}}}]}
    told = fed(
        FORMAT,
        lines_of(
            HEADER,
            user("u1"),
            {"id": "g1", "type": "gemini", "content": ""},
            answer("g1", 900, 5, toolCalls=[call]),
            answer("g1", 910, 9, toolCalls=[done]),
            answer("g2", 962),
        ),
    )
    assert told.levels == [910, 962]
    assert told.record.main[0].completion == 9
    assert told.roles == ["user", "assistant", "assistant"]
    assert told.messages[1].what == "text, call ls, result ls"
    assert [message.calls for message in told.messages] == [0, 1, 2]


def test_answers_without_tokens_are_no_calls() -> None:
    told = fed(FORMAT, lines_of(HEADER, user("u1"), answer("g1", 910), answer("g2", 0, 0)))
    assert told.levels == [910]
    assert [message.calls for message in told.messages] == [0, 1, 1]
    assert told.record.level() == (910, "recorded")


def test_a_total_without_a_prompt_is_no_call() -> None:
    """A context is never empty: the level would seem to fall to nothing."""
    lost = {"id": "g2", "type": "gemini", "content": "x", "tokens": {"input": None, "total": 960}}
    told = fed(FORMAT, lines_of(HEADER, user("u1"), answer("g1", 910), lost))
    assert told.levels == [910]
    assert [message.calls for message in told.messages] == [0, 1, 1]


def test_a_total_below_the_prompt_makes_no_negative_answer() -> None:
    odd = {"id": "g1", "type": "gemini", "content": "x", "tokens": {"input": 910, "total": 900}}
    told = fed(FORMAT, lines_of(HEADER, user("u1"), odd))
    assert told.record.main[0].completion == 0


def test_a_patch_with_a_snapshot_is_a_compaction_and_the_level_is_unknown_until_the_next_call() -> None:
    rows = [HEADER, user("u1"), answer("g1", 500_000)]
    summary = user("u9", "<state_snapshot>goals</state_snapshot>")
    told = fed(FORMAT, lines_of(*rows, {"$set": {"messages": [summary, answer("g1", 500_000)]}}))
    assert told.record.level() == (None, "unknown")
    assert [(mark.calls, mark.trigger) for mark in told.record.compactions] == [(1, "unknown")]
    assert told.roles == ["summary", "assistant"]
    assert told.record.prompts == 1
    told = fed(FORMAT, lines_of(*rows, {"$set": {"messages": [summary]}}, answer("g2", 20_000)))
    assert told.levels == [500_000, 20_000]
    assert told.record.level() == (20_000, "recorded")
    assert told.record.drops()[0].compaction is told.record.compactions[0]


def test_a_patch_that_only_masks_results_is_no_compaction() -> None:
    """The same history is written again, also behind a compression: one snapshot is one compaction."""
    summary = user("u9", "<state_snapshot>goals</state_snapshot>")
    once = {"$set": {"messages": [summary]}}
    masked = {"$set": {"messages": [summary, answer("g2", 20_000)]}}
    told = fed(FORMAT, lines_of(HEADER, user("u1"), answer("g1", 900), once, answer("g2", 20_000), masked))
    assert len(told.record.compactions) == 1
    assert told.levels == [900, 20_000]
    plain = {"$set": {"messages": [user("u1"), answer("g1", 900)]}}
    told = fed(FORMAT, lines_of(HEADER, user("u1"), answer("g1", 900), plain))
    assert (told.record.compactions, told.levels) == ([], [900])


def test_a_rewind_takes_back_the_message_and_all_behind_it() -> None:
    rows = [HEADER, user("u1"), answer("g1", 900), user("u2"), answer("g2", 1_200), {"$rewindTo": "u2"}]
    told = fed(FORMAT, lines_of(*rows))
    assert (told.levels, told.record.level()) == ([900], (900, "recorded"))
    assert told.roles == ["user", "assistant"]
    told = fed(FORMAT, lines_of(*rows, user("u3"), answer("g3", 1_000)))
    assert told.levels == [900, 1_000]
    assert told.roles == ["user", "assistant", "user", "assistant"]


def test_a_rewind_behind_a_call_that_was_told_late() -> None:
    """The first answer gets its tokens after the second; both calls are cut, and the first one comes again."""
    rows = [HEADER, user("u1"), {"id": "g1", "type": "gemini", "content": "x"}, answer("g2", 960)]
    told = fed(FORMAT, lines_of(*rows, answer("g1", 910), {"$rewindTo": "g2"}, answer("g1", 920)))
    assert told.levels == [920]


def test_a_rewind_to_a_note_keeps_the_messages_before_it() -> None:
    note = {"id": "i1", "type": "info", "content": "a new version is there"}
    rows = [HEADER, user("u1"), answer("g1", 910), note, user("u2"), answer("g2", 960), {"$rewindTo": "i1"}]
    told = fed(FORMAT, lines_of(*rows))
    assert told.levels == [910]
    assert told.roles == ["user", "assistant"]


def test_a_patch_of_the_header_changes_no_message() -> None:
    told = fed(FORMAT, lines_of(HEADER, user("u1"), answer("g1", 900), {"$set": {"lastUpdated": "x"}}))
    assert (told.levels, len(told.messages), told.record.session) == ([900], 2, "s-1")


def test_the_document_tells_the_messages_place_in_its_list() -> None:
    document = {**HEADER, "messages": [user("u1"), {"type": "info", "id": "i"}, answer("g1", 900)]}
    told = fed(LEGACY, json.dumps(document, indent=1).encode())
    assert [message.offset for message in told.messages] == [0, 2]
    assert (told.record.prompts, told.record.last_prompt) == (1, "go on")


def test_the_chat_of_an_answer_is_the_answer_and_the_results_of_its_calls() -> None:
    call = {"id": "c1", "name": "ls", "args": {"path": "."}}
    done = {**call, "result": [{"functionResponse": {"response": {"output": "a b"}}}]}
    assert FORMAT.chat is not None
    chat = FORMAT.chat(answer("g1", 900, toolCalls=[done]))
    assert [message["role"] for message in chat] == ["assistant", "tool"]
    assert chat[1]["content"] == "a b"
    assert chat[1]["tool_call_id"] == "c1"


def test_other_files_are_none_of_its() -> None:
    for data in (
        b"hello\n",
        b"[]",
        b"{}\n",
        lines_of({"role": "user", "content": "x"}),
        lines_of({"sessionId": "s"}),
    ):
        assert FORMAT.sniff(head_of(data)) is None
        assert LEGACY.sniff(head_of(data)) is None
