"""`compact`: one real compaction against a server on loopback, and what it says where it cannot be."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.core.working.endpoint import Server, answer, fault

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.cli.conftest import Desk

KEY = "sk-secret-0123456789"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with Server() as running:
        monkeypatch.setenv("SCRATCHPAD_LLM_BASE_URL", running.base_url)
        monkeypatch.setenv("SCRATCHPAD_LLM_MODEL", "small-model")
        monkeypatch.setenv("SCRATCHPAD_LLM_API_KEY", KEY)
        yield running


def transcript(desk: Desk, answers: int) -> Path:
    """A chat with a task and so many answers of some 50 tokens."""
    rows: list[dict[str, object]] = [{"role": "user", "content": "TASK: x"}]
    rows += [{"role": "assistant", "content": f"step {n} " + "word " * 40} for n in range(answers)]
    return desk.put("".join(json.dumps(row) + "\n" for row in rows), desk.home / "chat.jsonl")


def test_without_a_client_it_says_what_to_set(desk: Desk) -> None:
    path = transcript(desk, 12)
    ended = desk.run("compact", path)
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.count("\n") == 1
    for name in ("SCRATCHPAD_LLM_BASE_URL", "SCRATCHPAD_LLM_MODEL", "SCRATCHPAD_LLM_API_KEY"):
        assert name in ended.err
    assert desk.run("compact", path, "--json").json()["error"]["code"] == "no-client"


def test_the_oldest_span_goes_to_the_model_and_the_summary_is_printed(desk: Desk, server: Server) -> None:
    path = transcript(desk, 12)
    before = path.read_bytes()
    server.body = answer("- decided: a\x1b[2J")
    ended = desk.run("compact", path)
    assert (ended.code, ended.err) == (0, "")
    assert "[8 earlier turns compacted.]\nSummary of what happened:\n- decided: a␛[2J" in ended.out
    assert "8 turns (8 messages): ~" in ended.out
    assert "% less" in ended.out
    assert f"asked small-model at {server.base_url}; the transcript is as it was" in ended.out
    (asked,) = server.asked
    question = asked.body["messages"][0]["content"]
    assert "step 0 " in question
    assert "step 7 " in question
    assert "step 8 " not in question
    assert "TASK" not in question
    assert path.read_bytes() == before


def test_the_document_has_the_figures(desk: Desk, server: Server) -> None:
    told = desk.run("compact", transcript(desk, 12), "--json").json()
    assert (told["units"], told["messages"], told["all_messages"], told["model"]) == (8, 8, 13, "small-model")
    assert told["before"] > told["after"] > 0
    assert "- fact: kept" in told["summary"]
    assert KEY not in str(told)


def test_nothing_worth_keeping_is_said(desk: Desk, server: Server) -> None:
    server.body = answer("Nothing.")
    ended = desk.run("compact", transcript(desk, 12))
    assert ended.code == 0
    assert "the model found nothing worth keeping in 8 turns (8 messages, ~" in ended.out


def test_a_summary_never_saves_all(desk: Desk, server: Server) -> None:
    server.body = answer("ok")
    rows = [{"role": "user", "content": "TASK: x"}]
    rows += [{"role": "assistant", "content": f"step {n} " + "word " * 2_000} for n in range(12)]
    path = desk.put("".join(json.dumps(row) + "\n" for row in rows), desk.home / "long.jsonl")
    assert ", over 99 % less\n" in desk.run("compact", path).out


def test_a_summary_that_is_not_smaller_is_called_that(desk: Desk, server: Server) -> None:
    server.body = answer("word " * 2_000)
    assert "not smaller: a window would throw it away" in desk.run("compact", transcript(desk, 12)).out


def test_where_no_span_is_free_no_model_is_asked(desk: Desk, server: Server) -> None:
    ended = desk.run("compact", transcript(desk, 4))
    assert ended.code == 0
    assert ended.out.startswith("nothing to compact: of 5 messages ")
    assert server.asked == []


def test_an_endpoint_that_fails_is_one_line_and_exit_3(desk: Desk, server: Server) -> None:
    server.status, server.body = 401, fault(f"bad key {KEY}")
    ended = desk.run("compact", transcript(desk, 12))
    assert (ended.code, ended.out) == (3, "")
    assert ended.err.count("\n") == 1
    assert "set SCRATCHPAD_LLM_API_KEY" in ended.err
    assert KEY not in ended.err


def test_a_transcript_that_is_not_there_is_exit_3(desk: Desk, server: Server) -> None:
    ended = desk.run("compact", desk.home / "nowhere.jsonl")
    assert (ended.code, ended.out) == (3, "")
    assert "nowhere.jsonl" in ended.err


def test_config_shows_the_endpoint_and_never_the_key(desk: Desk, server: Server) -> None:
    for words in ([], ["--json"]):
        ended = desk.run("config", *words)
        assert ended.code == 0
        assert server.base_url in ended.out
        assert KEY not in ended.out + ended.err
        assert "API_KEY" not in ended.err
