"""What a hook loads: an agent waits for it at every turn."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.agents.hooks import SESSION, Project
from tests.test_structure import NEVER_LOADED

if TYPE_CHECKING:
    from pathlib import Path

RUN = """
import json, sys
from scratchpad_tui.cli.main import main
code = main(["hook", sys.argv[1]])
print("\\n" + json.dumps([code, sorted(sys.modules)]))
"""
EVENTS = ["session-start", "user-prompt-submit", "pre-tool-use", "stop", "statusline"]
ON_DEMAND = (
    "scratchpad_tui.core.secrets.scanner",
    "scratchpad_tui.core.session.queue",
    "scratchpad_tui.core.transcripts",
    "scratchpad_tui.core.pad.blame",
    "scratchpad_tui.agents.mcp_server",
    "msgspec",
    "tomllib",
    "difflib",
    "argparse",
    "hashlib",
    "scratchpad_tui.core.pad.notes",
)
"""What none of them needs where nothing has changed."""


@pytest.mark.parametrize("event", EVENTS)
def test_a_hook_loads_what_it_needs_and_no_more(pad_path: Path, event: str) -> None:
    """No UI library, nothing slow; the rules for secrets only where something new is to be written."""
    project = Project(pad_path).begun()
    project.call("session-start")
    sent = project.sent(
        source="startup",
        tool_name="Edit",
        tool_input={"file_path": str(project.work / "main.py")},
        context_window={"context_window_size": 200_000},
    )
    done = subprocess.run(
        [sys.executable, "-c", RUN, event],
        input=json.dumps(sent),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    code, loaded = json.loads(done.stdout.rstrip("\n").rpartition("\n")[2])
    assert code == 0
    assert sorted({name.partition(".")[0] for name in loaded} & set(NEVER_LOADED)) == []
    assert sorted(set(loaded) & set(ON_DEMAND)) == []
    assert project.seen(SESSION) == 1
