"""A project with a pad, and the hooks of an agent called on it in this process or as real ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from scratchpad_tui.agents.hook import answer
from scratchpad_tui.core.pad.hook_log import failures
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore

if TYPE_CHECKING:
    from pathlib import Path

SESSION = "0b8c4f9e-3d61-4f0a-9b5e-6a1f2c3d4e5f"
OTHER = "another-agent"
TEXT = """## Task
Move the billing job

## Plan
1. [x] list the callers
2. [ ] write the adapter

## Findings
- retries are counted per worker (worker.py:12)

## Ruled out
_(empty)_

## Open questions
_(empty)_

## Next
write the adapter
"""
BROKEN = TEXT.replace("## Plan", "## Plam")
CONFLICT = TEXT.replace("- retries", "<<<<<<< HEAD\n- mine\n=======\n- theirs\n>>>>>>> other\n- retries")


class Project:
    """A folder with a pad (not written yet) and an agent that works in it."""

    def __init__(self, pad: Path) -> None:
        self.pad = pad
        self.work = pad.parent.parent
        self.side = pad.parent
        self.history = pad.parent / ".history" / pad.name

    @property
    def store(self) -> PadStore:
        """A store of the pad as it stands now."""
        return PadStore(str(self.pad), lasting=False)

    def begun(self, text: str = TEXT) -> Project:
        """Makes the text version 1."""
        self.pad.parent.mkdir(exist_ok=True)
        self.pad.write_text(text, "utf-8")
        self.store.record_external()
        return self

    def patched(
        self, section: str, op: str, content: str, session: str | None = None, actor: str = "agent"
    ) -> int:
        """Applies one patch and gives the version."""
        return self.store.apply([Patch(section, op, content)], session=session, actor=actor).version

    def sent(self, **fields: object) -> dict[str, object]:
        """What the agent sends with every hook, and more."""
        known = {
            "session_id": SESSION,
            "transcript_path": str(self.work / f"{SESSION}.jsonl"),
            "cwd": str(self.work),
        }
        return {**known, **fields}

    def call(self, event: str, /, **fields: object) -> str:
        """What the hook prints."""
        return answer(event, json.dumps(self.sent(**fields)).encode(), env={})

    def told(self, event: str, /, **fields: object) -> dict[str, Any]:
        """The hook's answer to the agent, decoded."""
        document = json.loads(self.call(event, **fields))
        assert list(document) == ["hookSpecificOutput"]
        inner: dict[str, Any] = document["hookSpecificOutput"]
        return inner

    def context(self, event: str, /, **fields: object) -> str:
        """The text that the hook puts into the agent's context."""
        return str(self.told(event, **fields)["additionalContext"])

    def reasons(self) -> list[str]:
        """What `hook.log` says, each line as `EVENT: REASON`."""
        return [f"{one.event}: {one.reason}" for one in failures(self.store.paths)]

    def seen(self, session: str = SESSION) -> int | None:
        """The version that the session saw last."""
        item = self.store.state().seen.get(session)
        return None if item is None else int(item["version"])

    def process(
        self, *words: str, sent: bytes, env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        """Calls the hook as an agent does."""
        return subprocess.run(
            [sys.executable, "-m", "scratchpad_tui", "hook", *words],
            input=sent,
            capture_output=True,
            check=False,
            timeout=60,
            cwd="/",
            env={**os.environ, **(env or {})},
        )

    def tree(self) -> dict[str, bytes]:
        """Every file under the project with its bytes."""
        return {
            str(path.relative_to(self.work)): path.read_bytes()
            for path in self.work.rglob("*")
            if path.is_file()
        }
