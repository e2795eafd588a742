"""`inspect`: its JSON, its table, standard input, what it refuses, and that nothing of a file reaches a terminal raw."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.transcripts import answer, boundary, lines, prompt, result, summary

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Desk


def put(desk: Desk, *rows: object) -> Path:
    """A transcript of such rows."""
    return desk.put(lines(*rows), desk.home / "t.jsonl")


def inspected(desk: Desk, *words: object) -> dict[str, Any]:
    """What `inspect --json` prints."""
    fields: dict[str, Any] = desk.run("inspect", *words, "--json").json()
    return fields


def test_a_call_is_measured_and_a_message_estimated(desk: Desk) -> None:
    path = put(
        desk, prompt("TASK: build it"), answer(1, 20_910), answer(2, 20_962, tool="Bash"), result(2, "ok")
    )
    told = inspected(desk, path)
    assert told["format"] == "claude-code"
    assert [(turn["tokens"], turn["measured"]) for turn in told["turns"]] == [(20_910, True), (20_962, True)]
    assert (told["peak_tokens"], told["final_tokens"], told["skipped_lines"]) == (20_962, 20_962, 0)
    assert [message["role"] for message in told["messages"]] == ["user", "assistant", "assistant", "tool"]
    sums = [message["cumulative"] for message in told["messages"]]
    assert sums == sorted(sums)
    assert sums[-1] == sum(message["tokens"] for message in told["messages"])


def test_a_sum_begins_anew_behind_a_compaction_and_nothing_before_it_is_protected(desk: Desk) -> None:
    path = put(
        desk,
        prompt("TASK " * 400),
        answer(1, 150_000),
        boundary(150_300),
        summary("what was done"),
        answer(2, 40_000),
    )
    told = inspected(desk, path)
    assert told["compactions"] == [
        {"index": 1, "time": "2026-07-20T11:00:00.000Z", "trigger": "auto", "before": 150_300, "after": None}
    ]
    assert [message["role"] for message in told["messages"]] == ["user", "assistant", "summary", "assistant"]
    assert told["messages"][2]["cumulative"] == told["messages"][2]["tokens"]
    assert [message["pinned"] for message in told["messages"]] == [False, False, False, True]
    assert told["compacts_at"] == 150_000


def test_a_level_is_null_until_the_call_behind_a_compaction(desk: Desk) -> None:
    told = inspected(desk, put(desk, prompt("go"), answer(1, 180_000), boundary(180_400), summary("s")))
    assert told["final_tokens"] is None
    assert told["peak_tokens"] == 180_000
    shown = desk.run("inspect", desk.home / "t.jsonl").out
    assert "compacted, waiting for the next call" in shown
    assert " · a managed window's limit " in shown
    assert "\nthis agent compacts at 180,000 tokens, where it compacted last time in this file\n" in shown


def test_the_windows_source_and_the_share_are_told(desk: Desk) -> None:
    path = put(desk, prompt("go"), answer(1, 100_000))
    told = inspected(desk, path, "--window", "1000000")
    assert (told["window"], told["window_source"], told["limit"]) == (1_000_000, "setting", 696_000)
    assert told["turns"][0]["window_share"] == 0.1
    assert told["turns"][0]["pressure"] == round(100_000 / 696_000, 4)
    assert "compaction would only lose detail" in told["advice"]


def test_the_setting_counts_and_the_option_goes_before_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCRATCHPAD_CONTEXT_WINDOW", "500000")
    path = put(desk, prompt("go"), answer(1, 100_000))
    assert inspected(desk, path)["window"] == 500_000
    assert inspected(desk, path, "--window", "400000")["window"] == 400_000


def test_standard_input_is_read_like_a_file(desk: Desk) -> None:
    text = lines(prompt("go"), answer(1, 910))
    told = desk.run("inspect", "-", "--json", stdin=text).json()
    assert (told["path"], told["final_tokens"]) == ("-", 910)
    assert [message["pinned"] for message in told["messages"]] == [True, True]


def test_what_is_wrong_with_standard_input_names_no_file(desk: Desk) -> None:
    shown = desk.run("inspect", "-", stdin="hello\n")
    assert shown.code == 1
    assert "standard input is no transcript of a known agent" in shown.err


def test_messages_that_name_calls_which_were_cut_off_are_shown(desk: Desk) -> None:
    """A list that replaces the history, and a cut to a message that is in none: the calls are gone, the counts stay."""
    told = {"type": "gemini", "content": "x", "tokens": {"input": 900, "total": 904}}
    first, second = {**told, "id": "m1"}, {**told, "id": "m2"}
    rows = [
        {"sessionId": "s", "projectHash": "h"},
        {"$set": {"messages": [first]}},
        {**told, "id": "m3"},
        {"$set": {"messages": [second, first]}},
        {"$rewindTo": "m9"},
        {"id": "m4", "type": "user", "content": "x"},
    ]
    shown = desk.run("inspect", put(desk, *rows))
    assert shown.code == 0
    assert shown.err == ""


def test_the_table_names_calls_pins_and_unreadable_lines(desk: Desk) -> None:
    path = desk.put(lines(prompt("go"), answer(1, 90_910)) + "{broken\n", desk.home / "t.jsonl")
    shown = desk.run("inspect", path)
    assert shown.code == 0
    assert "call 1: context 90,910, 45% of the window" in shown.out
    assert "1 line could not be read" in shown.out
    assert [line.split()[1] for line in shown.out.splitlines() if " pin " in line and "role" not in line] == [
        "user",
        "assistant",
    ]


def test_a_plan_that_was_accepted_is_a_reset_and_no_compaction(desk: Desk) -> None:
    fresh = {**prompt("Implement the following plan: x"), "uuid": "root-2", "planContent": "x"}
    told = inspected(desk, put(desk, prompt("go"), answer(1, 60_000), fresh, answer(2, 40_000)))
    assert told["compactions"] == []
    assert [drop["before"] for drop in told["drops"]] == [60_000]


def test_nothing_of_a_file_reaches_the_terminal_raw(desk: Desk) -> None:
    hostile = "m\x1b[2J\x9b31m\x07 \u202ex[/red]"
    path = put(
        desk, prompt(hostile), {**answer(1, 405, tool=hostile), "version": hostile}, result(1, hostile)
    )
    shown = desk.run("inspect", path)
    assert shown.code == 0
    assert not set("\x1b\x07\x9b\u202e") & set(shown.out)
    assert "[/red]" in shown.out


@pytest.mark.parametrize(
    "data", [b"", b"\n\n", b"hello\nworld\n", b"\0" * 5_000, b"{}\n", b"[]", b'{"name": 1}\n']
)
def test_what_is_no_transcript_is_said_in_a_sentence(desk: Desk, data: bytes) -> None:
    shown = desk.run("inspect", desk.put(data, desk.home / "t.jsonl"))
    assert shown.code == 1
    assert len(shown.err.strip().splitlines()) == 1
    assert "is no transcript of a known agent" in shown.err


@pytest.mark.parametrize("word", ["0", "-5", "x", ""])
def test_a_window_that_is_none_is_wrong_usage(desk: Desk, word: str) -> None:
    shown = desk.run("inspect", "t.jsonl", f"--window={word}")
    assert shown.code == 2
    assert "--window" in shown.err


def test_a_missing_file_and_a_directory_are_not_read(desk: Desk) -> None:
    for path in (desk.home / "none.jsonl", desk.home):
        shown = desk.run("inspect", path)
        assert shown.code == 3
        assert len(shown.err.strip().splitlines()) == 1


def test_a_format_that_is_not_read_yet_is_named(desk: Desk) -> None:
    row = {
        "type": "session.start",
        "data": {"copilotVersion": "1"},
        "id": "1",
        "timestamp": "x",
        "parentId": None,
    }
    shown = desk.run("inspect", desk.put(json.dumps(row) + "\n", desk.home / "events.jsonl"))
    assert shown.code == 1
    assert "Copilot" in shown.err


def test_the_table_says_what_its_columns_are(desk: Desk) -> None:
    head, _, _ = desk.run("inspect", put(desk, prompt("go"), answer(1, 90_910))).out.partition("     #")
    for words in (
        "limit: what a managed window",
        "pressure: a share of it",
        "pin: ",
        "sum: the texts of this file",
    ):
        assert words in head


def test_an_unknown_trigger_is_left_out_of_the_words(desk: Desk) -> None:
    path = put(desk, prompt("go"), answer(1, 150_000), boundary(150_300, "unknown"), summary("s"))
    assert "-- compaction, 150,300 tokens before" in desk.run("inspect", path).out
    assert inspected(desk, path)["compactions"][0]["trigger"] == "unknown"
