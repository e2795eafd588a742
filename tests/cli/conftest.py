"""A pad in a home of its own, and the command line run in this process or as a real one."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from scratchpad_tui.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

GOOD = """## Task
Move the billing job

## Plan
1. [x] list the callers
2. [ ] write the adapter

## Findings
- retries are counted per worker

## Ruled out
_(empty)_

## Open questions
_(empty)_

## Next
write the adapter
"""
BROKEN = GOOD.replace("## Plan", "## Plam")
CONFLICT = GOOD.replace("- retries", "<<<<<<< HEAD\n- mine\n=======\n- theirs\n>>>>>>> other\n- retries")


COMMAND = [sys.executable, "-m", "scratchpad_tui"]


class Ended(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str

    def json(self) -> Any:  # noqa: ANN401 - a document of any shape
        """The one document on standard output."""
        return json.loads(self.out)


class Desk:
    """A home with a pad (not written yet), and ways to run commands on it."""

    def __init__(self, pad: Path, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self.pad = pad
        self.work = pad.parent.parent
        self.home = self.work.parent
        self._capsys = capsys
        self._patch = patch

    def put(self, text: str | bytes, path: Path | None = None) -> Path:
        """Writes a file as a person's editor would."""
        path = path or self.pad
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    def run(self, *words: object, stdin: str | bytes = "") -> Ended:
        """Runs a command line in this process."""
        data = stdin.encode() if isinstance(stdin, str) else stdin
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        self._capsys.readouterr()
        code = main([str(word) for word in words])
        captured = self._capsys.readouterr()
        return Ended(code, captured.out, captured.err)

    def apply(self, *patches: tuple[str, ...], options: tuple[object, ...] = ()) -> Ended:
        """Applies patches given as (section, op, content)."""
        keys = ("section", "op", "content")
        listed = [dict(zip(keys, patch, strict=False)) for patch in patches]
        return self.run("apply", "--json", *options, stdin=json.dumps(listed))

    def saved(self, text: str) -> None:
        """Makes a text the pad's newest version."""
        self.put(text)
        self.apply(("Open questions", "append", "zz mark"))
        ended = self.apply(("Open questions", "remove", "zz mark"))
        assert ended.code == 0, ended.err
        assert self.pad.read_text(encoding="utf-8") == text

    def process(
        self, *words: object, env: dict[str, str] | None = None, stdin: bytes = b""
    ) -> subprocess.CompletedProcess[bytes]:
        """Runs a command line as a process of its own."""
        return subprocess.run(
            [*COMMAND, *map(str, words)],
            input=stdin,
            capture_output=True,
            check=False,
            env={**os.environ, **(env or {})},
            timeout=60,
        )

    def started(self, *words: object, **options: Any) -> subprocess.Popen[bytes]:  # noqa: ANN401 - those of Popen
        """Starts a command line as a process of its own, its streams piped."""
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen([*COMMAND, *map(str, words)], **{**pipes, **options})

    def tree(self) -> list[str]:
        """Every path under the home."""
        return sorted(str(path.relative_to(self.home)) for path in self.home.rglob("*"))


@pytest.fixture
def desk(pad_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    """A desk of the test's own, its pad named by the environment."""
    monkeypatch.setenv("SCRATCHPAD_PAD", str(pad_path))
    return Desk(pad_path, capsys, monkeypatch)
