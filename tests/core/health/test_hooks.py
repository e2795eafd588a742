"""Signs in how an agent is connected: each appears with its trouble and goes with its mend."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from scratchpad_tui.cli.main import main
from scratchpad_tui.core.clock import stamp
from scratchpad_tui.core.health import signs
from scratchpad_tui.core.health.hook_settings import (
    EDIT_TOOLS,
    EVENTS,
    HookCall,
    can_run,
    hook_call,
    hook_settings,
    lets_through,
)
from scratchpad_tui.core.pad.hook_log import note_failure
from scratchpad_tui.core.pad.locking import remember
from scratchpad_tui.core.pad.paths import pad_paths
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.pad.window_file import Told, keep_window
from tests.core.health.conftest import NOON
from tests.core.health.marks import appears, goes

if TYPE_CHECKING:
    from pathlib import Path

    from tests.core.health.conftest import Patient


class Project:
    """A pad's project whose settings were written two hours before noon."""

    def __init__(self, patient: Patient, patch: pytest.MonkeyPatch) -> None:
        self.patient = patient
        self.work = patient.path.parent.parent
        self.settings = self.work / ".claude" / "settings.json"
        self.program = self.work.parent / "bin" / "scratchpad-tui"
        self.program.parent.mkdir()
        self.program.write_text("#!/bin/sh\n")
        self.program.chmod(0o755)
        patch.setenv("PATH", str(self.program.parent))

    def connected(self) -> dict[str, Any]:
        """Connects the agent as `init` does, and gives the settings."""
        assert main(["init", str(self.work), "--for", "claude-code", "--yes"]) == 0
        self.date()
        settings: dict[str, Any] = json.loads(self.settings.read_text())
        return settings

    def put(self, settings: object, path: Path | None = None) -> None:
        """Writes settings."""
        path = path or self.settings
        path.parent.mkdir(exist_ok=True)
        path.write_text(settings if isinstance(settings, str) else json.dumps(settings))
        self.date()

    def date(self) -> None:
        """Sets the time of the settings."""
        if self.settings.exists():
            moment = (NOON - timedelta(hours=2)).timestamp()
            os.utime(self.settings, (moment, moment))

    def codes(self) -> set[str]:
        """The signs about hooks."""
        return {code for code in self.patient.signs() if code.startswith(("hook", "status-line"))}

    def seen(self, minutes: float) -> None:
        """A session is given the pad so many minutes from noon."""
        self.patient.at(minutes)
        store = self.patient.store()
        remember(store, lambda state: state.mark_seen("s1", 1))
        store.close()

    def failed(self, minutes: float, reason: str, count: int = 1) -> None:
        """Hooks note this so often."""
        self.patient.at(minutes)
        for _ in range(count):
            note_failure(pad_paths(str(self.patient.path)), "session-start", reason)


@pytest.fixture
def project(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> Project:
    return Project(patient, monkeypatch)


def test_an_agent_that_is_not_connected_is_no_trouble(project: Project) -> None:
    """Nor is one that is, or one whose settings name somebody else."""
    project.patient.turn(("Next", "replace", "go"), count=5)
    assert project.codes() == set()
    project.put({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "date"}]}]}})
    assert project.codes() == set()
    project.put("{ nonsense")
    assert project.codes() == set()
    project.settings.unlink()
    project.connected()
    project.seen(-30)
    assert project.codes() == {"status-line-silent"}


@appears("hooks-missing")
@goes("hooks-missing")
def test_hooks_that_are_missing_are_named(project: Project) -> None:
    """Also one whose matcher keeps it from its work; the other file and the user's own count as well."""
    settings = project.connected()
    assert project.codes() == set()
    taken = settings["hooks"].pop("SessionStart")
    settings["hooks"]["PreToolUse"][0]["matcher"] = "Edit"
    project.put(settings)
    sign = project.patient.sign("hooks-missing")
    assert "SessionStart" in sign.message
    assert "PreToolUse (its matcher lets too little through)" in sign.message
    assert "Stop" not in sign.message
    assert "init --for claude-code" in sign.remedy
    other = {
        "hooks": {
            "SessionStart": taken,
            "PreToolUse": [{**settings["hooks"]["PreToolUse"][0], "matcher": "*"}],
        }
    }
    project.put(other, project.work / ".claude" / "settings.local.json")
    assert project.codes() == set()
    (project.work / ".claude" / "settings.local.json").unlink()
    project.put(other, project.work.parent / ".claude" / "settings.json")
    assert project.codes() == set()


def test_init_again_mends_what_is_missing(project: Project) -> None:
    settings = project.connected()
    del settings["hooks"]["Stop"]
    project.put(settings)
    assert project.codes() == {"hooks-missing"}
    project.connected()
    assert project.codes() == set()


@appears("hook-settings")
@goes("hook-settings")
def test_settings_that_the_agent_cannot_read_are_told(project: Project) -> None:
    project.connected()
    assert project.codes() == set()
    text = project.settings.read_text()
    project.put(text + "}")
    sign = project.patient.sign("hook-settings")
    assert str(project.settings) in sign.message
    project.put(text)
    assert project.codes() == set()


@appears("hooks-off")
@goes("hooks-off")
def test_switched_off_hooks_are_told(project: Project) -> None:
    """Wherever that stands; without hooks of ours it is nobody's business."""
    user = project.work.parent / ".claude" / "settings.json"
    project.put({"disableAllHooks": True}, user)
    assert project.codes() == set()
    project.connected()
    assert str(user) in project.patient.sign("hooks-off").message
    user.unlink()
    assert project.codes() == set()


def test_a_command_that_cannot_be_called_is_told(project: Project) -> None:
    """By name or by path; mended by installing it."""
    settings = project.connected()
    project.program.chmod(0o644)
    assert "scratchpad-tui, which is not on the PATH" in project.patient.sign("hook-command").message
    project.program.chmod(0o755)
    assert project.codes() == set()
    settings["statusLine"]["command"] = "/gone/bin/scratchpad-tui hook statusline"
    project.put(settings)
    assert "/gone/bin/scratchpad-tui, which is not there" in project.patient.sign("hook-command").message


@appears("hook-command")
@goes("hook-command")
def test_a_command_of_a_virtual_environment_is_not_found_by_the_agent(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The terminal of `health` has it switched on; the agent's has not. Connecting again names the Python."""
    project.connected()
    assert project.codes() == set()
    monkeypatch.setenv("VIRTUAL_ENV", str(project.program.parent.parent))
    assert "scratchpad-tui, which is not on the PATH" in project.patient.sign("hook-command").message
    project.connected()
    assert project.codes() == set()


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("--write", "AGENTS.md", "--yes"), "AGENTS.md"),
        (("--write", "CLAUDE.md", "--yes"), "CLAUDE.md"),
        (("--for", "mcp"), ".mcp.json"),
    ],
)
@appears("agent-command")
@goes("agent-command")
def test_a_file_that_names_the_command_needs_it_on_the_path(
    project: Project,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    name: str,
) -> None:
    """Written where it was found; written again where it is not, it names the Python."""

    def write() -> None:
        capsys.readouterr()
        assert main(["init", *words]) == 0
        if name == ".mcp.json":
            (project.work / name).write_text(capsys.readouterr().out, "utf-8")

    monkeypatch.chdir(project.work)
    write()
    assert "agent-command" not in project.patient.signs()
    project.program.unlink()
    assert str(project.work / name) in project.patient.sign("agent-command").message
    write()
    assert "agent-command" not in project.patient.signs()


def test_the_block_is_written_again_by_what_is_told_wherever_it_is_typed(
    project: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The command is not to be found by its name: its Python is; and no other pad is made by it."""
    monkeypatch.chdir(project.work)
    assert main(["init", "--write", "AGENTS.md", "--yes"]) == 0
    project.program.unlink()
    own, project_pad = project.patient.sign("agent-command"), str(project.patient.path)
    assert "--pad" not in own.command
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    sign = project.patient.sign("agent-command")
    assert sign.subject == str(project.work / "AGENTS.md")
    assert shlex.split(sign.command)[-2:] == ["--pad", project_pad]
    done = subprocess.run([*shlex.split(sign.command), "--yes"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "agent-command" not in project.patient.signs()
    assert list((tmp_path / "other").iterdir()) == []


def test_what_init_cannot_write_has_no_command_and_each_file_is_a_sign(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(project.work)
    for name in ("AGENTS.md", "CLAUDE.md"):
        assert main(["init", "--write", name, "--yes"]) == 0
    capsys.readouterr()
    assert main(["init", "--for", "mcp"]) == 0
    (project.work / ".mcp.json").write_text(capsys.readouterr().out, "utf-8")
    project.program.unlink()
    found = {
        os.path.basename(sign.message.partition(" has ")[0]): sign
        for sign in signs(project.patient.store(), NOON)
        if sign.code == "agent-command"
    }
    assert sorted(found) == [".mcp.json", "AGENTS.md", "CLAUDE.md"]
    assert (found[".mcp.json"].command, found[".mcp.json"].subject) == ("", "")
    assert "`init --for mcp`" in found[".mcp.json"].remedy


@pytest.mark.parametrize("standing", ["in the project", "elsewhere"])
@pytest.mark.parametrize("is_local", [False, True])
def test_the_hooks_are_set_up_again_by_what_is_told_wherever_it_is_typed(
    project: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, standing: str, *, is_local: bool
) -> None:
    """The remedy names the folder, and the settings that the hooks stand in; it makes nothing where one stands."""
    options = ["--local"] if is_local else []
    assert main(["init", str(project.work), "--for", "claude-code", "--yes", *options]) == 0
    path = project.settings.with_name("settings.local.json") if is_local else project.settings
    settings = json.loads(path.read_text())
    del settings["hooks"]["Stop"]
    project.put(settings, path)
    other = tmp_path / "other"
    other.mkdir()
    monkeypatch.chdir(project.work if standing == "in the project" else other)
    sign = project.patient.sign("hooks-missing")
    words = shlex.split(sign.remedy.split("`")[1])
    assert (str(project.work) in words) == (standing == "elsewhere")
    assert main([*words, "--yes"]) == 0
    assert project.codes() == set()
    assert list(other.iterdir()) == []
    assert shlex.split(sign.command)[1:] == words


def test_a_pad_of_another_name_is_named_by_every_remedy(
    project: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """`init` would make the usual one; it takes no folder beside a pad."""
    pad = project.work / "NOTES.md"
    monkeypatch.chdir(project.work)
    assert main(["init", "--pad", str(pad), "--for", "claude-code", "--write", "AGENTS.md", "--yes"]) == 0
    settings = json.loads(project.settings.read_text())
    del settings["hooks"]["Stop"]
    project.put(settings)
    project.program.unlink()
    for folder in (project.work, tmp_path):
        monkeypatch.chdir(folder)
        found = {one.code: one for one in signs(PadStore(str(pad)), NOON)}
        connect = found["hooks-missing"].remedy.split("`")[1]
        assert connect.endswith(f"init --for claude-code --pad {pad}")
        assert connect.startswith("cd ") == (folder == tmp_path)
        write = found["agent-command"].remedy.split("`")[1]
        assert write.endswith(f"AGENTS.md --pad {pad}")
        assert (str(project.work / "AGENTS.md") in write) == (folder == tmp_path)


@appears("hooks-failing")
@goes("hooks-failing")
def test_a_hook_that_failed_lately_is_told(project: Project) -> None:
    """The last one with its reason; a day later it is forgotten, and so it is when the log goes."""
    project.patient.turn(("Next", "replace", "go"))
    project.failed(-26 * 60, "old trouble")
    assert project.codes() == set()
    project.failed(-90, "first trouble")
    project.failed(-5, "last trouble")
    sign = project.patient.sign("hooks-failing")
    assert "2 hooks" in sign.message
    assert "5 min ago (session-start): last trouble" in sign.message
    assert "old trouble" not in sign.message
    log = project.patient.path.parent / ".history" / "scratchpad.md" / "hook.log"
    assert str(log) in sign.remedy
    log.unlink()
    assert project.codes() == set()


def test_a_hook_that_met_another_writer_is_no_trouble(project: Project) -> None:
    """It is what the short wait is for; many of them are."""
    project.patient.turn(("Next", "replace", "go"))
    project.failed(-5, "the pad is locked by another process", count=2)
    assert project.codes() == set()
    project.failed(-4, "the pad is locked by another process")
    assert "3 hooks" in project.patient.sign("hooks-failing").message


@appears("hooks-not-called")
@goes("hooks-not-called")
def test_hooks_that_are_never_called_are_told(project: Project) -> None:
    """The agent writes, and none gave it the pad since they were set up."""
    project.patient.at(-150)
    project.patient.turn(("Findings", "append", "fact #"), count=5)
    project.connected()
    assert project.codes() == set()
    project.patient.at(-60)
    project.patient.turn(("Findings", "append", "later #"), count=2)
    assert project.codes() == set()
    project.patient.turn(("Findings", "append", "last"))
    assert "3 versions since the hooks were set up" in project.patient.sign("hooks-not-called").message
    project.seen(-1)
    assert project.codes() == set()


@appears("status-line-silent")
@goes("status-line-silent")
def test_a_status_line_that_tells_nothing_is_told(project: Project) -> None:
    """Once a session has run for a while; what it told before it was set up does not count."""
    project.patient.turn(("Next", "replace", "go"))
    settings = project.connected()
    project.seen(-5)
    assert project.codes() == set()
    project.seen(-20)
    paths = pad_paths(str(project.patient.path))
    keep_window(paths, Told("s0", "", "m", 200_000, 5, None, stamp(NOON - timedelta(hours=3))))
    assert project.codes() == {"status-line-silent"}
    keep_window(paths, Told("s1", "", "m", 200_000, 5, None, stamp(NOON - timedelta(minutes=20))))
    assert project.codes() == set()
    os.unlink(os.path.join(paths.history, "window.json"))
    del settings["statusLine"]
    project.put(settings)
    assert project.codes() == set()


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "null",
        '{"hooks": 1}',
        '{"hooks": {"Stop": [1, {"hooks": 2}, {"hooks": [3, {"command": 4}]}]}}',
        "\ud800",
    ],
)
def test_settings_of_any_shape_are_looked_at(project: Project, text: str) -> None:
    project.settings.parent.mkdir()
    project.settings.write_bytes(text.encode("utf-8", "surrogatepass"))
    assert project.codes() == set()


def test_what_stands_in_the_way_of_reading_is_passed_over(project: Project) -> None:
    """A directory, a pipe, a file of megabytes: none of them is ours to complain of."""
    project.settings.mkdir(parents=True)
    assert hook_settings(str(project.settings)) is None
    assert project.codes() == set()
    project.settings.rmdir()
    project.settings.write_bytes(b'"scratchpad-tui"' * 100_000)
    assert hook_settings(str(project.settings)) is None
    project.settings.unlink()
    if hasattr(os, "mkfifo"):
        os.mkfifo(project.settings)
        assert project.codes() == set()


def test_a_pad_of_another_name_has_its_folder_for_a_project(project: Project) -> None:
    project.connected()
    project.program.unlink()
    other = type(project.patient)(project.work / "NOTES.md", project.patient._patch)
    assert "hook-command" in other.signs()


def test_nothing_is_written(project: Project) -> None:
    project.connected()
    before = sorted(project.work.rglob("*"))
    signs(project.patient.store(), NOON)
    assert sorted(project.work.rglob("*")) == before


@pytest.mark.parametrize(
    ("handler", "call"),
    [
        ("scratchpad-tui hook stop", ("scratchpad-tui", "stop", "plain")),
        ("'/a b/scratchpad-tui' hook Stop --pad x.md", ("/a b/scratchpad-tui", "Stop", "plain")),
        ("/p/python3 -P -m scratchpad_tui hook stop", ("/p/python3", "stop", "plain")),
        ("C:/p/scratchpad-tui.exe hook stop", ("C:/p/scratchpad-tui.exe", "stop", "plain")),
        ("scratchpad-tui hook stop || true", ("scratchpad-tui", "stop", "wrapped")),
        ("tee x | scratchpad-tui hook statusline", ("scratchpad-tui", "statusline", "wrapped")),
        ("A=1 scratchpad-tui hook stop", ("scratchpad-tui", "stop", "wrapped")),
        ("scratchpad-tui apply", None),
        ("scratchpad-tui hook", None),
        ("echo scratchpad_tui hook stop", None),
        ("my-scratchpad-tui hook stop", None),
        ("scratchpad-tui hook 'stop", None),
    ],
)
def test_our_calls_are_known_by_their_words(handler: str, call: tuple[str, str, str] | None) -> None:
    """What a person wrote around one makes it theirs."""
    found = hook_call({"type": "command", "command": handler})
    assert found == (None if call is None else HookCall(*call[:2], is_plain=call[2] == "plain"))


def test_other_kinds_of_handlers_are_not_ours() -> None:
    others: list[object] = [
        None,
        [],
        {"type": "http", "url": "scratchpad-tui hook stop"},
        {"type": "command"},
    ]
    assert [hook_call(handler) for handler in others] == [None] * 4
    args = {"type": "command", "command": "scratchpad-tui", "args": ["hook", "stop", 1]}
    assert hook_call(args) == HookCall("scratchpad-tui", "stop", is_plain=True)


@pytest.mark.parametrize(
    ("event", "matcher", "is_enough"),
    [
        ("PreToolUse", "|".join(EDIT_TOOLS), True),
        ("PreToolUse", "Write, Edit, NotebookEdit, MultiEdit, Bash", True),
        ("PreToolUse", "Edit|Write", False),
        ("PreToolUse", ".*Edit|Write", True),
        ("PreToolUse", "^Edit", False),
        ("PreToolUse", "(", False),
        ("PreToolUse", "*", True),
        ("SessionStart", "startup|resume", False),
        ("SessionStart", "", True),
        ("SessionStart", 7, False),
        ("Stop", "nothing has matchers there", True),
    ],
)
def test_a_matcher_counts_as_the_agent_reads_it(event: str, matcher: object, is_enough: bool) -> None:  # noqa: FBT001 - a column
    assert lets_through(event, {"matcher": matcher}) == is_enough
    assert all(lets_through(event, {}) for event in EVENTS)


def test_a_command_in_the_project_is_looked_for_there(project: Project) -> None:
    assert can_run("${CLAUDE_PROJECT_DIR}/bin/scratchpad-tui", str(project.work.parent))
    assert not can_run("$CLAUDE_PROJECT_DIR/bin/scratchpad-tui", str(project.work))
    assert can_run("$HOME/anything", str(project.work))
