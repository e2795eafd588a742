"""`simulate`: its JSON, its curve, what it refuses, and that it leaves nothing behind."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.working.synthetic import synthetic_turns
from tests.transcripts import answer, lines, prompt

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Desk


def transcript(desk: Desk, turns: int) -> Path:
    """A transcript of chat messages, one a line."""
    rows = [json.dumps(message) for turn in synthetic_turns(turns) for message in turn]
    return desk.put("".join(f"{row}\n" for row in rows), desk.home / "chat.jsonl")


def test_the_document_has_its_fields_and_nothing_is_written(desk: Desk) -> None:
    before = desk.tree()
    told = desk.run("simulate", "--turns", "120", "--json").json()
    assert desk.tree() == before
    assert (told["turns"], len(told["pressure"])) == (120, 120)
    assert told["task_pinned"] is True
    assert told["peak_pressure"] == max(told["pressure"]) <= 0.9
    assert {event["kind"] for event in told["events"]} == {"compacted"}
    for event in told["events"]:
        assert event.keys() >= {"turn", "kind", "before", "after", "text"}
        assert event["before"] > event["after"]
        assert "compacted" in event["text"]


def test_the_text_has_figures_the_curve_and_the_events(desk: Desk) -> None:
    ended = desk.run("simulate")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("200 turns, a budget of ~85,600 tokens in a window of 128,000: ")
    assert "the task is pinned and in the last call" in ended.out
    assert "0.90 evicts" in ended.out
    assert "0.70 compacts" in ended.out
    assert "turn    66  compacted 30 turns (~" in ended.out


def test_a_short_one_says_that_compaction_would_only_lose_detail(desk: Desk) -> None:
    out = desk.run("simulate", "--turns", "10").out
    assert "nothing had to leave" in out
    assert out.rstrip().endswith("under 30 % of the window was used: compaction would only lose detail")


def test_many_events_are_shortened_and_counted(desk: Desk) -> None:
    ended = desk.run("simulate", "--turns", "400", "--window", "30000")
    assert ended.code == 0
    told = desk.run("simulate", "--turns", "400", "--window", "30000", "--json").json()
    assert len(told["events"]) > 40
    assert f"… {len(told['events']) - 40:,} earlier events (--json has all)" in ended.out
    assert max(told["pressure"]) <= 0.9


@pytest.mark.parametrize(
    "words", [["--turns", "0"], ["--turns=-3"], ["--turns", "x"], ["--turns", "100001"], ["--window", "0"]]
)
def test_what_is_no_count_is_wrong_usage(desk: Desk, words: list[str]) -> None:
    ended = desk.run("simulate", *words)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.count("\n") == 1


def test_a_transcript_goes_through_the_window(desk: Desk) -> None:
    path = transcript(desk, 60)
    told = desk.run("simulate", "--transcript", path, "--window", "16000", "--json").json()
    assert told["turns"] == 60
    assert told["task_pinned"] is True
    assert max(told["pressure"]) <= 0.9
    assert any(event["kind"] == "compacted" for event in told["events"])
    assert desk.run("simulate", "--transcript", path, "--turns", "7", "--json").json()["turns"] == 7


def test_a_transcript_that_is_not_there_is_exit_3(desk: Desk) -> None:
    ended = desk.run("simulate", "--transcript", desk.home / "nowhere.jsonl")
    assert (ended.code, ended.out) == (3, "")
    assert "nowhere.jsonl" in ended.err


@pytest.mark.parametrize(("level", "roomy"), [(90_000, False), (9_000, True)])
def test_what_the_agent_itself_had_is_told_beside_the_texts_of_the_file(
    desk: Desk,
    level: int,
    roomy: bool,  # noqa: FBT001 - a table of cases
) -> None:
    """A file holds no system prompt and may begin late: a low peak of its texts is no advice against compacting."""
    path = desk.put(lines(prompt("go"), answer(1, level)), desk.home / "t.jsonl")
    out = desk.run("simulate", "--transcript", path).out
    assert f"the agent's own context was up to {level:,} tokens" in out
    assert ("compaction would only lose detail" in out) is roomy
