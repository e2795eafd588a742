"""A whole session of an agent with hooks: every hook a process of its own, called and understood as documented."""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING, Any

import pytest

from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.hook_log import failures
from scratchpad_tui.core.pad.window_file import told_windows
from scratchpad_tui.core.session import queue
from scratchpad_tui.core.transcripts.status_line import StatusLine
from scratchpad_tui.core.transcripts.transcript import open_transcript
from scratchpad_tui.core.transcripts.windows import Windows
from tests.agents.stand_in import Finished, Run, StandIn, _heard, connected, matches, on_path
from tests.agents.stand_in_session import (
    BOTH,
    COMPACTED,
    EDITOR,
    EDITS_PAD,
    LATE,
    OTHERS,
    PERSON,
    REFUSED,
    SESSION,
    TURNS,
    WRITES_QUEUE,
    Session,
    _level,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.agents.stand_in import Heard

TOLD = {PERSON, BOTH, OTHERS, EDITOR, LATE}
"""The turns in which there is something to tell."""


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """The session, played to its end."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith(("SCRATCHPAD_", "XDG_", "CLAUDE_")):
                patch.delenv(name)
        patch.setenv("HOME", str(home))
        patch.setenv("PATH", f"{on_path(home / 'bin')}{os.pathsep}{os.environ.get('PATH', '')}")
        patch.setenv("TZ", "UTC")
        project = connected(home)
        played = Session(project, StandIn(project, SESSION))
        assert [*played.play()] == [*range(TURNS + 2)]
        yield played


def events(session: Session, kind: str) -> list[dict[str, Any]]:
    """The journal's events of that kind."""
    return [event for event in journal.events(session.store.paths.journal) if event["event"] == kind]


# What the agent was given


def test_the_session_begins_with_contract_and_pad(session: Session) -> None:
    """Also on a pad that nothing has been written to yet."""
    assert f"The scratchpad file {session.pad} (not changed yet)" in session.started
    assert f"`scratchpad-tui apply --session {SESSION}` on standard input" in session.started
    assert session.started.endswith("## Next\n_(empty)_\n")
    assert session.agent.watched == {str(session.pad)}
    assert session.agent.spilled == []


def test_a_prompt_tells_what_others_changed_and_nothing_else(session: Session) -> None:
    """Neither the agent's own writes nor anything twice."""
    assert {turn for turn, moment in session.moments.items() if moment.told} == TOLD
    assert all("\n" not in moment.told for moment in session.moments.values())


@pytest.mark.parametrize(
    ("turn", "by", "says"),
    [
        (PERSON, "by a person", f"Next: as a person wrote before turn {PERSON}"),
        (
            BOTH,
            "by a person and by another agent",
            f"Ruled out: - Mocking, says another before turn {BOTH}; Next: as a person wrote before turn {BOTH}",
        ),
        (
            OTHERS,
            "by another agent",
            f"Ruled out: - Mocking, says another before turn {BOTH} | - Mocking, says another before turn {OTHERS}",
        ),
        (EDITOR, "outside of patches", "Open questions: - from an editor"),
        (LATE, "by a person", f"Next: as a person wrote before turn {LATE}"),
    ],
)
def test_what_is_told_names_who_and_the_new_text(session: Session, turn: int, by: str, says: str) -> None:
    moment = session.moments[turn]
    assert moment.told == (
        f"The scratchpad {session.pad} was changed {by} since this session read it "
        f"(v{moment.seen_before} -> v{moment.seen_after}). It now says: {says}"
    )


def test_every_prompt_leaves_the_newest_version_as_seen(session: Session) -> None:
    assert {turn for turn, moment in session.moments.items() if moment.seen_after != moment.newest} == set()
    assert [session.moments[turn].seen_before for turn in (1, 2, PERSON)] == [0, 0, 4]


def test_a_compaction_gives_the_pad_again_as_it_stands_then(session: Session) -> None:
    assert f"(version {session.versions_at_compaction})" in session.again
    for line in ("- Step 18 calls the limiter (limiter.py:18)", f"as a person wrote before turn {BOTH}"):
        assert line in session.again
    assert f"Step {COMPACTED} calls" not in session.again


# Its own tools


def test_an_edit_of_the_pad_is_refused_and_the_command_in_the_reason_works(session: Session) -> None:
    tool = session.tools[EDITS_PAD]
    assert not tool.allowed
    assert "an edit tool would write over what a person or another agent changed" in tool.answer
    assert "+- CI has no redis service (job 4412)" in session.applied[1].answer
    assert "List the callers" in session.pad.read_text("utf-8")


def test_a_file_that_the_core_writes_is_refused(session: Session) -> None:
    tool = session.tools[WRITES_QUEUE]
    assert not tool.allowed
    assert "is written by scratchpad-tui alone" in tool.answer


def test_every_list_was_applied_under_the_sessions_name(session: Session) -> None:
    assert all(tool.allowed and "+++ after" in tool.answer for tool in session.applied)
    text = session.pad.read_text("utf-8")
    assert [f"(limiter.py:{turn})" in text for turn in range(4, TURNS + 1, 2)] == [True] * 14
    versions = journal.versions(session.store.paths.journal).values()
    by_agent = [line for line in versions if line["session"] == SESSION]
    assert len(by_agent) == len(session.applied)
    assert {line["actor"] for line in by_agent} == {"agent"}


def test_a_refused_list_is_an_event_and_says_what_is_wrong(session: Session) -> None:
    assert 'unknown section "Notes"; use one of: Task' in session.tools[REFUSED].answer
    (event,) = events(session, "refused")
    assert (event["session"], event["code"]) == (SESSION, "unknown-section")


# What is left


def test_one_compaction_is_one_event(session: Session) -> None:
    """Three hooks are called for it."""
    called = [run.event for run in session.agent.runs if "ompact" in json.dumps(run.sent)]
    assert [name for name in called if name != "statusLine"][:3] == [
        "PreCompact",
        "SessionStart",
        "PostCompact",
    ]
    (event,) = events(session, "compaction")
    assert (event["session"], event["trigger"]) == (SESSION, "auto")


def test_the_end_proposes_at_most_three_and_ends_no_session(session: Session) -> None:
    items = queue.look(session.store).items
    assert [item.text for item in items] == [
        f"Step {turn} calls the limiter (limiter.py:{turn})" for turn in (30, 28, 26)
    ]
    assert {(item.proposer, item.state) for item in items} == {("rule", "ready")}


def test_no_hook_stood_in_the_agents_way(session: Session) -> None:
    runs = session.agent.runs
    assert {run.event for run in runs} == {
        "SessionStart",
        "UserPromptSubmit",
        "PreToolUse",
        "PreCompact",
        "PostCompact",
        "Stop",
        "SessionEnd",
        "statusLine",
    }
    assert [run for run in runs if run.finished.code or run.finished.err] == []
    assert failures(session.store.paths) == []


def test_hooks_say_nothing_where_there_is_nothing_to_say(session: Session) -> None:
    """Silence costs the context nothing, and whoever debugs hooks sees only what matters."""
    spoken = [run for run in session.agent.runs if run.finished.out and run.event != "statusLine"]
    told = [run.event for run in spoken]
    assert told.count("SessionStart") == 2
    assert told.count("UserPromptSubmit") == len(TOLD)
    assert told.count("PreToolUse") == 2
    assert len(told) == 2 + len(TOLD) + 2


# The window


def test_the_status_line_shows_the_measured_share(session: Session) -> None:
    """Unknown before the first call and right behind the compaction."""
    lines = session.agent.lines
    shares = [found[1] for line in lines if (found := re.search(r"context (\?|\d+%)", line))]
    assert len(shares) == len(lines)
    assert shares[0] == "?"
    assert shares.count("?") == 2
    before, after = shares[shares.index("?", 1) - 1], shares[shares.index("?", 1) + 1]
    assert (before, after) == ("74%", "21%")
    assert all("\n" not in line for line in lines)


def test_the_transcript_is_read_with_the_window_that_the_agent_told(session: Session) -> None:
    paths = session.store.paths
    told = told_windows(paths)[0]
    assert (told.session, told.window, told.used) == (SESSION, 200_000, _level(TURNS) + 500)
    transcript = open_transcript(str(session.agent.transcript.path))
    transcript.read_all()
    record = transcript.record
    assert transcript.format.name == "claude-code"
    assert record.skipped == 0
    assert record.level().tokens == _level(TURNS) + 500
    (compaction,) = record.compactions
    assert (compaction.trigger, compaction.before) == ("auto", _level(COMPACTED - 1) + 500)
    assert record.main.levels[compaction.calls] == _level(COMPACTED)
    line = StatusLine(paths, str(session.agent.transcript.path))
    window = Windows(record, "claude-code", told=line.told(SESSION)).at(record.main[-1])
    assert (window.tokens, window.source) == (200_000, "recorded")


# The stand-in's own rules


@pytest.mark.parametrize(
    ("matcher", "value", "called"),
    [
        ("", "Bash", True),
        ("*", "Bash", True),
        ("Edit|Write", "Write", True),
        ("Edit|Write", "MultiEdit", False),
        ("Edit.*", "MultiEdit", True),
        ("mcp__files__.*", "mcp__files__write", True),
        ("startup, resume", "resume", True),
    ],
)
def test_a_matcher_is_names_or_an_expression(matcher: str, value: str, called: bool) -> None:  # noqa: FBT001
    assert matches(matcher, value) is called


def heard(event: str, out: str, code: int = 0) -> Heard:
    return _heard(event, [Run(event, "x", {}, Finished(code, out, "no"))], [])


def test_a_text_is_context_where_a_session_or_a_turn_begins_alone() -> None:
    assert heard("UserPromptSubmit", "a text\n").text == "a text\n"
    assert heard("Stop", "a text\n").text == ""
    assert heard("SessionStart", "a text", 1).text == ""
    assert heard("PreToolUse", "", 2).decision == "deny"


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ("Stop", {"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": "x"}}),
        ("PreCompact", {"hookSpecificOutput": {"hookEventName": "PreCompact", "additionalContext": "x"}}),
        ("SessionStart", {"additionalContext": "x"}),
    ],
)
def test_an_answer_that_the_agent_would_not_take_is_a_fault(event: str, said: dict[str, object]) -> None:
    with pytest.raises(AssertionError):
        heard(event, json.dumps(said))
