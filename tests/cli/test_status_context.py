"""`status`: how full the context of the agent's newest session here is."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.transcripts.places import claude_slug
from tests.transcripts import answer, boundary, lines, prompt, summary

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Desk


@pytest.fixture
def sessions(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which Claude Code keeps the sessions of the pad's directory."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(desk.home / "claude"))
    folder = desk.home / "claude" / "projects" / claude_slug(os.path.realpath(desk.pad.parent.parent))
    folder.mkdir(parents=True)
    desk.apply(("Next", "replace", "go on"))
    return folder


def test_the_newest_sessions_level_stands_in_the_line(desk: Desk, sessions: Path) -> None:
    desk.put(lines(prompt("go"), answer(1, 20_000)), sessions / "old.jsonl")
    newest = desk.put(lines(prompt("go"), answer(1, 116_000)), sessions / "new.jsonl")
    os.utime(sessions / "old.jsonl", (1, 1))
    assert "context 58%" in desk.run("status").out
    told = desk.run("status", "--json").json()["context"]
    assert told == {
        "path": str(newest),
        "tokens": 116_000,
        "kind": "recorded",
        "window": 200_000,
        "window_source": "assumed",
        "share": 0.58,
    }


def test_behind_a_compaction_the_level_is_not_known(desk: Desk, sessions: Path) -> None:
    desk.put(lines(prompt("go"), answer(1, 150_000), boundary(150_200), summary("s")), sessions / "a.jsonl")
    assert "context ?" in desk.run("status").out
    assert desk.run("status", "--json").json()["context"]["tokens"] is None


def test_the_setting_of_the_window_counts(
    desk: Desk, sessions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCRATCHPAD_CONTEXT_WINDOW", "1000000")
    desk.put(lines(prompt("go"), answer(1, 100_000)), sessions / "a.jsonl")
    assert "context 10%" in desk.run("status").out


@pytest.mark.parametrize("data", [b"", b"\0" * 900, b"{broken", b"\xff\xfe\n" * 9])
def test_a_session_that_says_nothing_is_left_out(desk: Desk, sessions: Path, data: bytes) -> None:
    desk.put(data, sessions / "a.jsonl")
    shown = desk.run("status")
    assert (shown.code, shown.err) == (0, "")
    assert "context" not in shown.out


def test_without_a_session_there_is_no_word_of_it(desk: Desk) -> None:
    desk.apply(("Next", "replace", "go on"))
    assert "context" not in desk.run("status").out
    assert desk.run("status", "--json").json()["context"] is None
