"""pi: lists and trees, failed answers, compactions, and what OpenClaw makes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.transcripts.pi import FORMAT
from tests.core.transcripts.feeding import fed, figures, head_of, lines_of

if TYPE_CHECKING:
    from pathlib import Path

HEADER = {"type": "session", "version": 3, "id": "s-1", "timestamp": "2026-07-20T10:00:00Z", "cwd": "/work"}


def row(key: str | None, parent: str | None, message: dict[str, object]) -> dict[str, object]:
    tied = {} if key is None else {"id": key, "parentId": parent}
    return {"type": "message", **tied, "timestamp": "2026-07-20T10:00:00Z", "message": message}


def user(key: str | None = None, parent: str | None = None, words: str = "go on") -> dict[str, object]:
    return row(key, parent, {"role": "user", "content": [{"type": "text", "text": words}]})


def answer(
    key: str | None = None, parent: str | None = None, total: int = 0, stop: str = "stop", **usage: int
) -> dict[str, object]:
    content = [
        {"type": "text", "text": "ok"},
        {"type": "toolCall", "id": "t1", "name": "bash", "arguments": {}},
    ]
    use = usage or {"input": total, "totalTokens": total}
    message: dict[str, object] = {
        "role": "assistant",
        "content": content,
        "model": "m-1",
        "usage": use,
        "stopReason": stop,
    }
    return row(key, parent, message)


@pytest.mark.parametrize("name", ["large-prefix", "compaction-excerpt", "v3-small", "v3-real-one-turn"])
def test_samples_give_their_figures(shared: Path, name: str) -> None:
    data, series = figures(shared, f"pi/{name}.jsonl")
    told = fed(FORMAT, data)
    assert told.levels == series
    assert told.record.level() == (series[-1], "recorded")
    assert len(told.record.compactions) == {"compaction-excerpt": 1, "v3-small": 2}.get(name, 0)
    assert FORMAT.sniff(head_of(data))


def test_a_growing_file_gives_prefixes_of_the_series(shared: Path) -> None:
    data, series = figures(shared, "pi/compaction-excerpt.jsonl")
    lines = data.splitlines(keepends=True)
    for count in range(1, len(lines), 7):
        levels = fed(FORMAT, b"".join(lines[:count])).levels
        assert levels == series[: len(levels)]


def test_failed_answers_are_no_calls() -> None:
    told = fed(
        FORMAT,
        lines_of(
            HEADER, user(), answer(total=900), answer(total=0, stop="aborted"), answer(total=7, stop="error")
        ),
    )
    assert told.levels == [900]


def test_without_a_total_the_parts_are_added() -> None:
    told = fed(
        FORMAT, lines_of(HEADER, answer(input=10, output=5, cacheRead=800, cacheWrite=100, totalTokens=0))
    )
    assert told.levels == [915]


def test_after_a_compaction_the_level_is_unknown_until_the_next_answer() -> None:
    rows = [HEADER, user("a", None), answer("b", "a", 180_000)]
    mark = {
        "type": "compaction",
        "id": "c",
        "parentId": "b",
        "firstKeptEntryId": "b",
        "tokensBefore": 180_100,
    }
    told = fed(FORMAT, lines_of(*rows, mark))
    assert told.record.level() == (None, "unknown")
    assert told.record.compactions[0].before == 180_100
    told = fed(FORMAT, lines_of(*rows, mark, answer("d", "c", 24_000)))
    assert told.record.level() == (24_000, "recorded")
    assert told.record.drops()[0].compaction is not None


def test_a_compaction_that_keeps_every_message_leaves_the_level() -> None:
    mark = {"type": "compaction", "id": "c", "parentId": "b", "firstKeptEntryId": "m", "tokensBefore": 19}
    rows = [
        HEADER,
        {"type": "model_change", "id": "m", "parentId": None, "modelId": "m-1"},
        user("a", "m"),
        answer("b", "a", 19),
        mark,
    ]
    told = fed(FORMAT, lines_of(*rows))
    assert told.record.level() == (19, "recorded")
    assert [one.trigger for one in told.record.compactions] == ["kept"]


TREE = [
    HEADER,
    user("u1", None, "first"),
    answer("a1", "u1", 1_000),
    user("u2", "a1", "left"),
    answer("a2", "u2", 9_000),
    {"type": "compaction", "id": "c", "parentId": "a2", "firstKeptEntryId": "a2", "tokensBefore": 9_000},
    user("u3", "a1", "taken"),
    answer("a3", "u3", 1_500),
]


def test_only_the_branch_of_the_last_entry_counts() -> None:
    told = fed(FORMAT, lines_of(*TREE))
    assert told.levels == [1_000, 1_500]
    assert told.record.compactions == []
    assert told.roles == ["user", "assistant", "user", "assistant"]
    assert [message.calls for message in told.messages] == [0, 1, 1, 2]
    offsets = [message.offset for message in told.messages]
    assert lines_of(*TREE)[offsets[2] :].startswith(lines_of(TREE[6]))


def test_going_back_to_a_branch_that_was_left_brings_its_calls_back() -> None:
    told = fed(FORMAT, lines_of(*TREE, user("u4", "c"), answer("a4", "u4", 3_000)))
    assert told.levels == [1_000, 9_000, 3_000]
    assert [mark.calls for mark in told.record.compactions] == [2]
    assert told.roles == ["user", "assistant", "user", "assistant", "summary", "user", "assistant"]
    told = fed(FORMAT, lines_of(*TREE, user("u4", "c"), user("u5", "a3"), answer("a5", "u5", 2_000)))
    assert told.levels == [1_000, 1_500, 2_000]


def test_a_second_root_leaves_all_before_it() -> None:
    told = fed(FORMAT, lines_of(*TREE, user("r", None, "anew"), answer("b1", "r", 700)))
    assert told.levels == [700]
    assert told.roles == ["user", "assistant"]


def test_a_parent_that_is_not_there_is_the_entry_before(shared: Path) -> None:
    """OpenClaw hangs results on the ids of calls; its own entries are passed over and nothing is measured."""
    data = (shared / "samples/transcripts/other/openclaw-session.jsonl").read_bytes()
    told = fed(FORMAT, data)
    assert "OpenClaw" in (FORMAT.sniff(head_of(data)) or "")
    assert told.roles == ["user", "user", "assistant", "tool", "assistant", "assistant", "tool"]
    assert told.record.no_usage
    assert {call.kind for call in told.record.main} == {"estimate"}


def test_answers_without_usage_are_estimated_from_the_last_that_was_recorded() -> None:
    told = fed(
        FORMAT,
        lines_of(HEADER, user(words="x" * 400), answer(total=900), user(words="y" * 400), answer(input=0)),
    )
    assert [call.kind for call in told.record.main] == ["recorded", "estimate"]
    assert 1_000 < told.levels[1] < 1_050
    assert not told.record.no_usage


def test_facts_of_the_session() -> None:
    told = fed(FORMAT, lines_of(HEADER, user(words="the last"), answer(total=9, output=4)))
    record = told.record
    assert (record.session, record.cwd, record.prompts, record.last_prompt) == ("s-1", "/work", 1, "the last")
    assert record.main[0].model == "m-1"
    assert [message.what for message in told.messages] == ["text", "text, call bash"]


def test_the_chat_of_an_answer_names_its_calls() -> None:
    assert FORMAT.chat is not None
    (message,) = FORMAT.chat(answer(total=5))
    assert message["content"] == [{"type": "text", "text": "ok"}]
    assert message["tool_calls"] == [
        {"id": "t1", "type": "function", "function": {"name": "bash", "arguments": "{}"}}
    ]
    result = row(None, None, {"role": "toolResult", "toolCallId": "t1", "content": "done"})
    assert FORMAT.chat(result) == [{"role": "tool", "tool_call_id": "t1", "content": "done"}]


def test_other_files_are_none_of_its() -> None:
    for data in (
        b"x\n",
        b"{}\n",
        lines_of({"type": "session_start", "id": "d"}),
        lines_of({"type": "session"}),
    ):
        assert FORMAT.sniff(head_of(data)) is None
