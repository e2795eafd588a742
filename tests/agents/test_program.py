"""The command as an agent finds it: by its name where every terminal does, else by this Python, in every text."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.agents.program import find_program, own_command
from scratchpad_tui.core.program import is_on_path
from tests.agents.hooks import SESSION, TEXT, Project
from tests.agents.stand_in import on_path

if TYPE_CHECKING:
    from pathlib import Path

posix = pytest.mark.skipif(sys.platform == "win32", reason="commands for a POSIX shell")
SYSTEM = os.pathsep.join(("/usr/bin", "/bin"))
PROFILES = {
    "task": TEXT,
    "session": "## Scratch\n\n## Episodic\n\n## Durable\n",
    "audited": "## Hypotheses\n\n## Decisions\n\n## Findings\n\n## Open\n",
}


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> None:
    """No terminal finds the command."""
    monkeypatch.setenv("PATH", SYSTEM)
    assert own_command().startswith(sys.executable)


@posix
def test_it_is_on_the_path_where_a_terminal_without_an_environment_finds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, other = on_path(tmp_path / "venv" / "bin"), tmp_path / "other"
    path = os.pathsep.join((str(other), str(there)))
    assert is_on_path({"PATH": path})
    assert is_on_path({"PATH": path, "VIRTUAL_ENV": str(other)})
    assert not is_on_path({"PATH": path, "VIRTUAL_ENV": f"{tmp_path / 'venv'}/"})
    assert not is_on_path({"PATH": str(other)})
    assert not is_on_path({"PATH": ""})
    monkeypatch.chdir(tmp_path)
    assert not is_on_path({"PATH": "venv/bin"})
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "venv"))
    assert not is_on_path({"PATH": path})
    other.mkdir()
    (other / "scratchpad-tui").symlink_to(there / "scratchpad-tui")
    assert is_on_path({"PATH": path})
    (there / "scratchpad-tui").chmod(0o644)
    assert not is_on_path({"PATH": path})


def commands(text: str) -> list[str]:
    """The commands in a text that an agent is given."""
    return [one for one in re.findall(r"`([^`]+)`|This adds a line: (.*)", text) for one in one if " " in one]


def told(project: Project) -> str:
    """All that hooks say to an agent, one after the other."""
    guarded = project.told("pre-tool-use", tool_name="Edit", tool_input={"file_path": str(project.pad)})
    kept = project.told(
        "pre-tool-use", tool_name="Edit", tool_input={"file_path": str(project.side / "promotions.jsonl")}
    )
    return "\n".join(
        [
            project.context("session-start"),
            str(guarded["permissionDecisionReason"]),
            str(kept["permissionDecisionReason"]),
            project.context("stop"),
        ]
    )


@posix
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.usefixtures("without")
def test_what_hooks_tell_can_be_called_where_the_command_is_not_on_the_path(
    pad_path: Path, monkeypatch: pytest.MonkeyPatch, profile: str
) -> None:
    monkeypatch.setenv("SCRATCHPAD_HOOKS_REMIND_AFTER", "1")
    project = Project(pad_path).begun(PROFILES[profile])
    text = told(project)
    assert not re.search(r"scratchpad-tui (?:apply|note|record|prompt|history|propose|recall|show)", text)
    called = [one for one in commands(text) if " -m scratchpad_tui " in one]
    assert len(called) >= 5
    for command in called:
        done = subprocess.run(
            ["sh", "-c", command], input="[]", capture_output=True, text=True, check=False, cwd=project.work
        )
        assert done.returncode in (0, 1), (command, done.stderr)
        assert "not found" not in done.stderr
    journal = (project.history / "journal.jsonl").read_text("utf-8")
    # What is cached of an audited pad's block is the same in every session, and names none.
    assert (f'"session":"{SESSION}"' in journal) == (profile != "audited")


@pytest.mark.usefixtures("without")
def test_a_contract_without_room_names_it_too(project_without_room: Project) -> None:
    assert f"`{own_command()} show` prints it" in project_without_room.context("session-start")


@pytest.fixture
def project_without_room(pad_path: Path) -> Project:
    """A pad whose contract alone is longer than a hook may say."""
    project = Project(pad_path)
    project.side.mkdir()
    sections = "".join(
        f'[[profiles.big.sections]]\nname = "Part {number}"\ncap = 100\npurpose = "{"p" * 400}"\n'
        for number in range(30)
    )
    (project.side / "scratchpad.toml").write_text(f'profile = "big"\n{sections}', "utf-8")
    return project.begun("".join(f"## Part {number}\n- x\n\n" for number in range(30)))


@posix
def test_by_its_name_where_it_is_on_the_path(pad_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCRATCHPAD_HOOKS_REMIND_AFTER", "1")
    assert find_program().words == ("scratchpad-tui",)
    text = told(Project(pad_path).begun())
    assert f"`scratchpad-tui apply --session {SESSION}`" in text
    assert "`scratchpad-tui history` shows" in text
    assert sys.executable not in text
