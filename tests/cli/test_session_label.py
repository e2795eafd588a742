"""Whose session a command writes for where no label is given: that of the agent in whose shell it runs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.agents.hook import answer
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.store import PadStore

if TYPE_CHECKING:
    from tests.cli.conftest import Desk

SESSION = "0b8c4f9e-3d61-4f0a-9b5e-6a1f2c3d4e5f"
PATCH = '[{"section": "Next", "op": "replace", "content": "go on"}]'
AUDITED = (
    "## Hypotheses\n_(empty)_\n\n## Decisions\n_(empty)_\n\n## Findings\n_(empty)_\n\n## Open\n_(empty)_\n"
)
NOTES = "## Scratch\n_(empty)_\n\n## Episodic\n_(empty)_\n\n## Durable\n_(empty)_\n"
RECORD = ("record", "Open", "cache", "which cache is used")


def call(desk: Desk, event: str) -> str:
    sent = {"session_id": SESSION, "cwd": str(desk.work), "source": "startup", "prompt": "go on"}
    return answer(event, json.dumps(sent).encode(), env={})


def sessions(desk: Desk) -> list[str | None]:
    found = journal.versions(PadStore(str(desk.pad)).paths.journal).values()
    return [line["session"] for line in found if line["actor"] != "external"]


@pytest.mark.parametrize(
    ("text", "words", "stdin"),
    [
        ("", ("apply",), PATCH),
        (NOTES, ("note", "CI has no redis", "--tag", "observed"), ""),
        (AUDITED, RECORD, ""),
    ],
    ids=["apply", "note", "record"],
)
def test_an_agents_own_write_is_no_news_without_a_label(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, text: str, words: tuple[str, ...], stdin: str
) -> None:
    """The agent's shell knows the id that its hooks get."""
    desk.put(text or "## Task\nx\n")
    call(desk, "session-start")
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", SESSION)
    assert desk.run(*words, stdin=stdin).code == 0
    assert sessions(desk) == [SESSION]
    assert call(desk, "user-prompt-submit") == ""


def test_a_session_that_was_never_given_the_pad_is_no_label(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.put("## Task\nx\n")
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", SESSION)
    assert desk.run("apply", stdin=PATCH).code == 0
    assert sessions(desk) == [None]


@pytest.mark.parametrize(
    ("options", "label"),
    [(("--session", "mine"), "mine"), (("--actor", "human"), None)],
    ids=["named", "person"],
)
def test_what_is_said_counts(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], label: str | None
) -> None:
    desk.put("## Task\nx\n")
    call(desk, "session-start")
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", SESSION)
    assert desk.run("apply", *options, stdin=PATCH).code == 0
    assert sessions(desk) == [label]
