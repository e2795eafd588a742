"""What stands in the agents' own files may be anything: the search for transcripts goes on and goes nowhere else."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.transcripts import places
from scratchpad_tui.core.transcripts.discover import subagents_of, transcripts_for
from scratchpad_tui.core.working.deadline import within
from tests.core.transcripts.feeding import lines_of

if TYPE_CHECKING:
    from pathlib import Path

ROW = {"type": "user", "uuid": "u", "sessionId": "s", "message": {"role": "user", "content": "mend it"}}


def put(path: Path, *rows: object) -> Path:
    """A file of such rows."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lines_of(*rows))
    return path


def found(home: Path, cwd: Path) -> list[str]:
    """The paths of the transcripts that are found."""
    return [entry.path for entry in transcripts_for(str(cwd), environ={"HOME": str(home)})]


@pytest.mark.parametrize("name", ["[", "a\0b", "a\ud83db"])
def test_a_list_of_projects_may_hold_anything(tmp_path: Path, name: str) -> None:
    slug = places.claude_slug(str(tmp_path))
    mine = put(tmp_path / ".claude" / "projects" / slug / "s.jsonl", {**ROW, "cwd": str(tmp_path)})
    (tmp_path / ".gemini").mkdir()
    told = json.dumps({"projects": {str(tmp_path): name}}) if name != "[" else name * 100_000
    (tmp_path / ".gemini" / "projects.json").write_text(told, "utf-8")
    assert found(tmp_path, tmp_path) == [str(mine)]


def test_a_list_of_projects_that_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / ".gemini").mkdir()
    os.mkfifo(tmp_path / ".gemini" / "projects.json")
    assert within(20, lambda: found(tmp_path, tmp_path)) == []


@pytest.mark.parametrize("session", ["..", ".", "../../elsewhere", "/", "a\0b", "chats/"])
def test_a_sessions_id_leads_to_no_other_folder(tmp_path: Path, session: str) -> None:
    for folder in ("elsewhere", "k", "k/chats/chats"):
        put(tmp_path / folder / "part.jsonl", ROW)
    path = put(tmp_path / "k" / "chats" / "session-x.jsonl", {"sessionId": session, "projectHash": "h"})
    assert subagents_of(str(path)) == []
