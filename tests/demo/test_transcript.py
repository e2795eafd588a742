"""The demo's transcript: rows as Claude Code writes them, and figures by its formula."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import TYPE_CHECKING, Any

from scratchpad_tui.core import PadStore, clock
from scratchpad_tui.core.pad.journal import versions
from scratchpad_tui.core.transcripts.transcript import open_transcript
from scratchpad_tui.core.working.held import CORRECTION, PLAN, TASK, held_at
from scratchpad_tui.demo.stage import play, story_clock
from scratchpad_tui.demo.story import Story
from scratchpad_tui.demo.transcript import FOLLOWED_FROM, MODEL, PATCH_TOOL

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

Row = dict[str, Any]


def rows_of(workplace: Path, turns: int, seed: int = 7) -> list[Row]:
    """The rows of a story's transcript."""
    path = workplace / f"{seed}.jsonl"
    play(str(workplace / "scratchpad.md"), seed=seed, turns=turns, clock=story_clock(), transcript=str(path))
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]


def answers(rows: list[Row]) -> list[Row]:
    """The messages of the model's answers, one an id, in order."""
    return list({row["message"]["id"]: row["message"] for row in rows if row["type"] == "assistant"}.values())


def context(message: Row) -> int:
    """What a call's prompt held, in tokens: the three parts that are disjoint."""
    usage = message["usage"]
    return sum(
        usage[name] for name in ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
    )


def test_each_turn_is_one_call_at_the_context_of_the_story(workplace: Path) -> None:
    """The Pressure screen reads the level from the last main answer, by message id."""
    messages = answers(rows_of(workplace, 40))
    story = Story(7)
    assert [context(message) for message in messages] == [story.tokens(turn) for turn in range(1, 41)]
    assert {message["model"] for message in messages} == {MODEL}
    assert all(message["usage"]["output_tokens"] > 10 for message in messages)
    assert all(value >= 0 for message in messages for value in message["usage"].values())


def test_rows_of_one_answer_repeat_its_id_and_usage(workplace: Path) -> None:
    """One row a content block, as the real files have it: a reader that adds rows up would be found out."""
    rows = [row for row in rows_of(workplace, 3) if row["type"] == "assistant"]
    by_id: dict[str, list[Row]] = {}
    for row in rows:
        by_id.setdefault(row["message"]["id"], []).append(row)
    assert [len(group) for group in by_id.values()] == [3, 3, 3]
    for group in by_id.values():
        assert len({json.dumps(row["message"]["usage"]) for row in group}) == 1
        assert [row["message"]["content"][0]["type"] for row in group] == ["text", "tool_use", "tool_use"]


def test_every_row_follows_the_one_before(workplace: Path) -> None:
    """The chain of parents is unbroken but for the compaction, which begins a new one."""
    rows = rows_of(workplace, 40)
    breaks = [index for index, row in enumerate(rows[1:], 1) if row["parentUuid"] != rows[index - 1]["uuid"]]
    assert [rows[index].get("subtype") for index in breaks] == ["compact_boundary"]
    assert len({row["uuid"] for row in rows}) == len(rows)
    assert len({row["sessionId"] for row in rows}) == 1
    assert not any(row["isSidechain"] for row in rows)


def test_the_compaction_is_marked_and_the_pad_comes_back_in(workplace: Path) -> None:
    """A boundary with its size, the summary, then the pad as a hook gives it; the next call is smaller."""
    rows = rows_of(workplace, 29)
    at = next(index for index, row in enumerate(rows) if row.get("subtype") == "compact_boundary")
    assert rows[at]["compactMetadata"] == {"trigger": "auto", "preTokens": Story(7).tokens(28)}
    assert rows[at]["logicalParentUuid"] == rows[at - 1]["uuid"]
    assert rows[at + 1]["isCompactSummary"]
    assert rows[at + 1]["message"]["content"].startswith(FOLLOWED_FROM)
    assert "## Ruled out" in rows[at + 2]["message"]["content"]
    assert context(answers(rows)[-1]) < 50_000


def test_patches_and_refusals_stand_in_the_transcript(workplace: Path) -> None:
    """Somebody who asks why the agent did that finds what it sent and what it was told."""
    rows = rows_of(workplace, 14)
    uses = [
        block
        for row in rows
        if row["type"] == "assistant"
        for block in row["message"]["content"]
        if block["type"] == "tool_use" and block["name"] == PATCH_TOOL
    ]
    results = {
        block["tool_use_id"]: block
        for row in rows
        if "toolUseResult" in row
        for block in row["message"]["content"]
    }
    assert "1. [ ]" in results[uses[0]["id"]]["content"]
    refused = [use for use in uses if results[use["id"]].get("is_error")]
    assert [use["input"]["patches"][0]["section"] for use in refused] == ["Learnings"]
    assert "unknown section" in results[refused[0]["id"]]["content"]


def test_an_answer_is_older_than_what_its_patch_did(workplace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The model speaks, then the tool works: a version is never made before the call that made it."""
    moments = (datetime(2026, 7, 20, 9, 12, tzinfo=UTC) + timedelta(seconds=at) for at in count())
    monkeypatch.setattr(clock, "now", lambda: next(moments))
    play(str(workplace / "scratchpad.md"), turns=1, transcript=str(workplace / "t.jsonl"))
    rows = [json.loads(line) for line in (workplace / "t.jsonl").read_text("utf-8").splitlines()]
    answered = [row["timestamp"] for row in rows if row["type"] == "assistant"]
    newest = versions(PadStore(str(workplace / "scratchpad.md")).paths.journal)
    made = [str(line["time"]) for line in newest.values()]
    assert answered
    assert made
    assert max(answered) < min(made)


def test_a_person_corrects_the_agent_twice(workplace: Path) -> None:
    """One correction is on the pad when the context is compacted, the other one is not: the demo shows both."""
    pad, transcript = workplace / "scratchpad.md", workplace / "t.jsonl"
    play(str(pad), turns=28, clock=story_clock(), transcript=str(transcript))
    read = open_transcript(str(transcript))
    read.read_all()
    held = held_at(read, read.record.compactions[0], PadStore(str(pad)))
    assert [(piece.kind, piece.held) for piece in held.pieces] == [
        (TASK, True),
        (PLAN, True),
        (CORRECTION, True),
        (CORRECTION, False),
    ]


def test_the_same_seed_writes_the_same_transcript(workplace: Path, tmp_path: Path) -> None:
    """But for the folder it stands in."""
    other = tmp_path / "other"
    other.mkdir()
    first, second = rows_of(workplace, 45), rows_of(other, 45)
    for row in (*first, *second):
        assert row.pop("cwd") in {str(workplace), str(other)}
    assert first == second


def test_lines_end_at_line_feeds_and_are_appended(workplace: Path) -> None:
    """A follower reads by byte offset: what stands there is never written anew."""
    path = workplace / "7.jsonl"
    path.write_text('{"type":"summary"}\n', "utf-8")
    rows = rows_of(workplace, 2)
    assert rows[0] == {"type": "summary"}
    data = path.read_bytes()
    assert data.endswith(b"}\n")
    assert b"\r" not in data
