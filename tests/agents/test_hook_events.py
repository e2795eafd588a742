"""Hooks around a compaction, at the end of a turn and at the end of a session."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.agents.hooks import OTHER, SESSION, TEXT, Project

if TYPE_CHECKING:
    from pathlib import Path

BEFORE, AFTER, STOP, END = "pre-compact", "post-compact", "stop", "session-end"


@pytest.fixture
def project(pad_path: Path) -> Project:
    return Project(pad_path).begun()


def at(monkeypatch: pytest.MonkeyPatch, minute: int) -> None:
    monkeypatch.setenv("SCRATCHPAD_NOW", f"2026-07-20T{10 + minute // 60}:{minute % 60:02d}:00Z")


def compactions(project: Project) -> list[dict[str, Any]]:
    lines = (project.history / "journal.jsonl").read_text("utf-8").split("\n")
    return [json.loads(line) for line in lines if '"event":"compaction"' in line]


# Compactions


def test_a_compaction_is_one_event_whatever_hooks_are_set(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(monkeypatch, 0)
    assert project.call(BEFORE, trigger="auto") == ""
    at(monkeypatch, 2)
    assert project.call(AFTER, trigger="auto", compact_summary="words of the talk") == ""
    project.call("session-start", source="compact")
    (event,) = compactions(project)
    assert (event["trigger"], event["session"], event["time"]) == (
        "auto",
        SESSION,
        "2026-07-20T10:00:00.000Z",
    )
    assert "words of the talk" not in (project.history / "journal.jsonl").read_text("utf-8")


def test_the_two_hooks_behind_a_compaction_come_in_either_order(project: Project) -> None:
    """The first hook may have failed, and an agent may begin its new context before it says that it is done."""
    for _ in range(2):
        project.call("session-start", source="compact")
        project.call(AFTER, trigger="auto")
    assert len(compactions(project)) == 2


@pytest.mark.parametrize("hook", [BEFORE, AFTER])
def test_one_hook_alone_tells_of_each_compaction(
    project: Project, hook: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same moment come again is another compaction, however soon."""
    for minute in (0, 3):
        at(monkeypatch, minute)
        project.call(hook, trigger="manual")
    assert len(compactions(project)) == 2


def test_a_later_compaction_is_not_taken_for_the_end_of_an_old_one(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(monkeypatch, 0)
    project.call(BEFORE, trigger="auto")
    at(monkeypatch, 40)
    project.call(AFTER, trigger="auto")
    assert len(compactions(project)) == 2


def test_two_agents_compact_each_for_itself(project: Project) -> None:
    project.call(BEFORE)
    project.call(AFTER, session_id=OTHER)
    assert [event["session"] for event in compactions(project)] == [SESSION, OTHER]


def test_a_trigger_is_one_of_two_words(project: Project) -> None:
    project.call(BEFORE, trigger="x" * 10_000)
    assert compactions(project)[0]["trigger"] == "unknown"


# The end of a turn


def test_nobody_is_reminded_unasked(project: Project) -> None:
    before = project.tree()
    assert [project.call(STOP) for _ in range(50)] == [""] * 50
    assert project.tree() == before


def test_after_so_many_turns_without_a_change_the_agent_is_reminded_once(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCRATCHPAD_HOOKS_REMIND_AFTER", "3")
    assert [bool(project.call(STOP)) for _ in range(7)] == [False, False, True, False, False, True, False]


def test_the_reminder_is_soft(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCRATCHPAD_HOOKS_REMIND_AFTER", "1")
    told = project.told(STOP)
    assert told["hookEventName"] == "Stop"
    assert "1 turn has ended since this agent last changed the scratchpad" in told["additionalContext"]
    assert "decision" not in told


def test_a_change_by_the_agent_begins_the_count_anew(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own, under its label or under none; another agent's or a person's is none."""
    monkeypatch.setenv("SCRATCHPAD_HOOKS_REMIND_AFTER", "2")
    told = []
    for author in (None, SESSION, "-", "person", OTHER):
        told.append(bool(project.call(STOP)))
        if author == "person":
            project.patched("Next", "replace", "by a person", actor="human")
        elif author != "-":
            project.patched("Next", "replace", f"by {author}", session=author)
    assert told == [False, False, False, False, True]


def test_a_turn_that_a_hook_made_longer_does_not_count(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCRATCHPAD_HOOKS_REMIND_AFTER", "2")
    assert project.call(STOP) == ""
    assert [project.call(STOP, stop_hook_active=True) for _ in range(5)] == [""] * 5
    assert project.call(STOP)


def test_each_session_counts_for_itself(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCRATCHPAD_HOOKS_REMIND_AFTER", "2")
    assert project.call(STOP) == ""
    assert project.call(STOP, session_id=OTHER) == ""
    assert project.call(STOP)


# The end of a session


def proposed(project: Project) -> list[dict[str, Any]]:
    path = project.side / "promotions.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").strip().split("\n")] if path.exists() else []


def test_the_end_proposes_what_the_rule_offers(project: Project) -> None:
    assert project.call(END, reason="other") == ""
    (item,) = proposed(project)
    assert item["text"] == "retries are counted per worker (worker.py:12)"
    assert (item["by"], item["section"], item["label"]) == ("rule", "Findings", SESSION)


def test_the_pads_session_goes_on(project: Project) -> None:
    project.call(END)
    assert [item["event"] for item in proposed(project)] == ["proposed"]
    assert project.pad.read_text("utf-8") == TEXT


def test_at_most_three_are_proposed_however_often_sessions_end(project: Project) -> None:
    for number in range(5):
        project.patched("Findings", "append", f"finding {number} (job {number})", session=SESSION)
        project.patched("Ruled out", "append", f"dead end {number} (job {number})", session=SESSION)
    for name in (SESSION, SESSION, OTHER):
        project.call(END, session_id=name)
    assert len(proposed(project)) == 3


def test_what_the_agent_proposed_itself_comes_first(project: Project) -> None:
    from scratchpad_tui.core.session.proposing import propose

    project.patched("Findings", "append", "CI has no redis (job 4412)", session=SESSION)
    propose(project.store, ["one thing", "another thing"], label=SESSION)
    project.call(END)
    assert [item["by"] for item in proposed(project)] == ["agent", "agent", "rule"]


def test_nothing_to_propose_writes_nothing(pad_path: Path) -> None:
    project = Project(pad_path).begun(TEXT.replace(" (worker.py:12)", ""))
    before = project.tree()
    project.call(END)
    assert project.tree() == before


def test_a_line_with_a_secret_is_not_proposed(project: Project) -> None:
    secret = "ghp_" + "Zq8WmX3vRt7LpK2nYc5BdH9sJf4GuEa1oT6i"
    project.pad.write_text(TEXT.replace("worker.py:12", f"token {secret}"), "utf-8")
    project.store.record_external()
    project.call(END)
    assert proposed(project) == []


def test_a_session_whose_day_is_over_is_left_to_its_end(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What would be proposed in it would be closed with it; the next session offers the same lines."""
    monkeypatch.setenv("SCRATCHPAD_SESSION_END", "daily")
    monkeypatch.setenv("SCRATCHPAD_NOW", "2199-07-21T09:00:00Z")
    project.call(END)
    assert proposed(project) == []


def test_the_end_passes_over_what_a_long_journal_tells_besides(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its lines were decoded one by one, again and again: a journal of 60 MB took many seconds."""
    from scratchpad_tui.core.pad import journal

    line = b'{"kind":"event","event":"refused","time":"2026-07-20T09:00:00.000Z","message":"no"}\n'
    path = project.history / "journal.jsonl"
    path.write_bytes(line * 500 + path.read_bytes() + line * 500)
    decode = journal.decode_line
    decoded: list[bytes] = []

    def counted(one: bytes) -> journal.Record | None:
        decoded.append(one)
        return decode(one)

    monkeypatch.setattr(journal, "decode_line", counted)
    project.call(END)
    assert [item["event"] for item in proposed(project)] == ["proposed"]
    assert decoded
    assert line.strip() not in decoded


def test_where_three_are_proposed_no_history_is_read(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a line comes from costs a look at each version, which the end of a session has no time for twice."""
    for number in range(3):
        project.patched("Findings", "append", f"finding {number} (job {number})", session=SESSION)
    project.call(END)
    assert len(proposed(project)) == 3

    def refuse(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("scratchpad_tui.core.session.origin.blamed", refuse)
    project.call(END)
    assert project.reasons() == []
