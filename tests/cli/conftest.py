"""A pad in a home of its own, and the command line run in this process or as a real one."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from scratchpad_tui.cli.main import main

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

    def __init__(self, home: Path, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self.home = home
        self.pad = home / "work" / ".agent" / "scratchpad.md"
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
        self, *words: object, env: dict[str, str] | None = None, stdin: bytes = b"", module: bool = True
    ) -> subprocess.CompletedProcess[bytes]:
        """Runs a command line as a process of its own."""
        command = [sys.executable, "-m", "scratchpad_tui"] if module else [sys.executable]
        return subprocess.run(
            [*command, *map(str, words)],
            input=stdin,
            capture_output=True,
            check=False,
            env={**self.env(), **(env or {})},
            cwd=self.home / "work",
            timeout=60,
        )

    def env(self) -> dict[str, str]:
        """The environment of a process."""
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "SCRATCHPAD_PAD": str(self.pad),
            "PYTHONPATH": str(Path(__file__).parents[2]),
        }

    def tree(self) -> list[str]:
        """Every path under the home."""
        return sorted(str(path.relative_to(self.home)) for path in self.home.rglob("*"))


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    """A desk whose environment is cut off from the developer's home and settings."""
    for name in list(os.environ):
        if name.startswith(("SCRATCHPAD_", "XDG_")) or name in ("NO_COLOR", "COLUMNS"):
            monkeypatch.delenv(name)
    home = tmp_path / "home"
    (home / "work").mkdir(parents=True)
    desk = Desk(home, capsys, monkeypatch)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("SCRATCHPAD_PAD", str(desk.pad))
    monkeypatch.chdir(home / "work")
    return desk
