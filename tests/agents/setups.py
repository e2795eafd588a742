"""A project whose agent is connected and disconnected by the command line, and settings as people have them."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from scratchpad_tui.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

EMPTY = b"{}"
BIG = json.dumps(
    {
        "model": "opus",
        "permissions": {
            "allow": [f"Bash(npm run task-{number}:*)" for number in range(120)],
            "deny": ["Read(./.env)"],
            "defaultMode": "acceptEdits",
        },
        "hooks": {
            "PreToolUse": [
                {"matcher": "Bash", "hooks": [{"type": "command", "command": "./check.sh", "timeout": 5}]},
                {"matcher": "Edit|Write", "hooks": [{"type": "http", "url": "http://localhost:1/x"}]},
            ],
            "Stop": [{"hooks": [{"type": "command", "command": "say done"}]}],
            "Notification": [{"matcher": "", "hooks": [{"type": "command", "command": "notify-send hi"}]}],
        },
        "autoMemoryEnabled": True,
        "env": {"A": "1"},
    },
    indent=2,
).encode()
TABS = (
    b'{\r\n\t"hooks": {\r\n\t\t"SessionStart": [\r\n\t\t\t{ "matcher": "startup", "hooks": '
    b'[ { "type": "command", "command": "date" } ] }\r\n\t\t],\r\n\t\t"SessionEnd": []\r\n\t},\r\n\t"model":"x"\r\n}\r\n'
)
UNICODE = (
    b"\xef\xbb\xbf"
    + '{\n    "note": "Grüße \\u00e9 🚀 / 日本語",\n    "enabledMcpjsonServers": ["a", "b"],\n    "mcpServers": {\n'
    '        "db": {"command": "npx", "args": ["-y", "@x/db"], "env": {"URL": "postgres:\\/\\/h"}}\n    },\n\n'
    '    "nested": [[], [{}], [[1, 2.50, -0e0]]]\n}\n\n'.encode()
)
ONE_LINE = b'{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"mine"}]}]},"statusLine":null}'
OLD = json.dumps(
    {
        "hooks": {
            "SessionStart": [
                {
                    "matcher": "startup|resume|clear",
                    "hooks": [
                        {"type": "command", "command": "/gone/python -m scratchpad_tui hook SessionStart"}
                    ],
                },
                {"hooks": [{"type": "command", "command": "date"}]},
            ],
            "PreToolUse": [
                {
                    "matcher": "Write|Edit",
                    "hooks": [
                        {"type": "command", "command": "./check.sh"},
                        {"type": "command", "command": "scratchpad-tui hook PreToolUse"},
                    ],
                }
            ],
        },
        "statusLine": {"type": "command", "command": "/gone/scratchpad-tui hook statusline"},
    },
    indent=4,
).encode()
"""What an older version, or a hand, put there."""
PEOPLE = {"empty": EMPTY, "big": BIG, "tabs": TABS, "unicode": UNICODE, "one-line": ONE_LINE}


class Ended(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


class Setup:
    """A project folder that the test stands in, with the command on its PATH."""

    def __init__(self, work: Path, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self.work = work
        self.patch = patch
        self.settings = work / ".claude" / "settings.json"
        self.local = work / ".claude" / "settings.local.json"
        self._capsys = capsys
        self.programs = work.parent / "bin"
        self.programs.mkdir()
        self.install(self.programs / "scratchpad-tui")
        patch.setenv("PATH", str(self.programs))

    @staticmethod
    def install(program: Path) -> Path:
        """Makes something that can be run there."""
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
        return program

    def put(self, data: bytes, path: Path | None = None) -> Path:
        """Writes a file as a person has it, by default the project's settings."""
        path = path or self.settings
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    def run(self, *words: object, stdin: str = "") -> Ended:
        """Runs `init` with these words."""
        self.patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        self._capsys.readouterr()
        code = main(["init", *map(str, words)])
        captured = self._capsys.readouterr()
        return Ended(code, captured.out, captured.err)

    def connect(self, *words: object) -> Ended:
        """Connects Claude Code without being asked, which must work."""
        ended = self.run("--for", "claude-code", "--yes", *words)
        assert ended.code == 0, ended.err
        return ended

    def disconnect(self, *words: object) -> Ended:
        """Takes it back, which must work."""
        ended = self.run("--for", "claude-code", "--remove", "--yes", *words)
        assert ended.code == 0, ended.err
        return ended

    def data(self, path: Path | None = None) -> Any:  # noqa: ANN401 - settings of any shape
        """The settings as the agent reads them."""
        return json.loads((path or self.settings).read_text("utf-8-sig"))

    def tree(self) -> dict[str, bytes | None]:
        """Everything in the project but the pad, files with their bytes."""
        return {
            str(path.relative_to(self.work)): path.read_bytes() if path.is_file() else None
            for path in sorted(self.work.rglob("*"))
            if ".agent" not in path.parts
        }


@pytest.fixture
def setup(pad_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Setup:
    """A project with nothing in it."""
    return Setup(pad_path.parent.parent, capsys, monkeypatch)
