"""`hook pre-tool-use`: an edit tool on the pad is answered with the command that does it right."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.agents import hook_input
from tests.agents.hooks import SESSION, Project

if TYPE_CHECKING:
    from pathlib import Path

EVENT = "pre-tool-use"


@pytest.fixture
def project(pad_path: Path) -> Project:
    return Project(pad_path).begun()


def called(project: Project, path: object, tool: str = "Write", field: str = "file_path") -> str:
    return project.call(EVENT, tool_name=tool, tool_input={field: str(path), "content": "x"})


def is_denied(printed: str) -> bool:
    return '"permissionDecision": "deny"' in printed


@pytest.mark.parametrize(
    ("tool", "field"),
    [
        ("Write", "file_path"),
        ("Edit", "file_path"),
        ("MultiEdit", "file_path"),
        ("NotebookEdit", "notebook_path"),
        ("mcp__files__write_file", "path"),
        ("", "path"),
    ],
)
def test_a_tool_that_writes_the_pad_is_denied(project: Project, tool: str, field: str) -> None:
    assert is_denied(called(project, project.pad, tool, field))


LONG = {
    "a file": "x" * (17 << 20),
    "many edits": [{"old_string": "b" * 2_000, "new_string": "c\n" * 1_000}] * 5_000,
    "many short ones": ["d" * 200] * 90_000,
}


@pytest.mark.parametrize("long", LONG)
@pytest.mark.parametrize(
    ("sent", "denied"),
    [
        ({"file_path": "PAD"}, True),
        ({"file_path": "PAD.other"}, False),
        ({"uri": "file://PAD?" + "a" * 70_000}, True),
        ({"uri": "file://PAD#" + "a" * 70_000}, True),
        ({"path": "PAD/" + "a" * 70_000}, False),
        ({"a" * 70_000: {"file_path": "PAD"}, "b" * 70_000: {"file_path": "/x"}}, True),
        ({"b" * 70_000: {"file_path": "/x"}, "a" * 70_000: {"file_path": "PAD"}}, True),
    ],
)
def test_a_long_input_is_judged_as_a_short_one(
    project: Project, tmp_path: Path, sent: dict[str, object], long: str, *, denied: bool
) -> None:
    """Whatever fills it; the path stands behind that."""
    sent = json.loads(json.dumps(sent).replace("PAD", str(project.pad)))
    for content in ("x", LONG[long]):
        data = json.dumps({"content": content, **sent}).encode()
        (tmp_path / "sent").write_bytes(data)
        with open(tmp_path / "sent", "rb") as stream:
            given = json.loads(hook_input.read(stream, most=60))
        assert is_denied(project.call(EVENT, tool_name="Write", tool_input=given)) is denied


@pytest.mark.parametrize(
    "field",
    [
        "filePath",
        "FilePath",
        "target_file",
        "TargetFile",
        "notebookPath",
        "absolute_path",
        "relativeWorkspacePath",
        "file",
        "filename",
        "fileName",
        "target",
        "uri",
        "documentUri",
        "dest",
        "old_path",
        "new_path",
        "paths",
        "to",
        "output",
        "newName",
        "location",
    ],
)
def test_every_name_for_a_path_is_looked_at(project: Project, field: str) -> None:
    assert is_denied(called(project, project.pad, "write_file", field))


@pytest.mark.parametrize(
    "sent",
    [
        {"edits": [{"old_string": "a"}, {"filePath": ".agent/scratchpad.md"}]},
        {"files": ["a.py", ".agent/promotions.jsonl"]},
        {"files": {".agent/scratchpad.md": "x"}},
        {"request": {"location": {"path": ".agent/scratchpad.md"}}},
    ],
)
def test_a_path_deeper_in_the_input_is_looked_at(project: Project, sent: object) -> None:
    assert is_denied(project.call(EVENT, tool_name="mcp__files__edit", tool_input=sent))


@pytest.mark.parametrize(
    "field", ["content", "old_string", "new_string", "new_source", "description", "pattern"]
)
def test_the_path_of_a_pad_in_a_text_is_only_a_word(project: Project, field: str) -> None:
    sent = {"file_path": "README.md", field: ".agent/scratchpad.md"}
    assert project.call(EVENT, tool_name="Write", tool_input=sent) == ""


@pytest.mark.parametrize("start", ["file://", "file:", "FILE://", "file://localhost"])
def test_a_url_of_a_file_is_its_path(project: Project, start: str) -> None:
    assert is_denied(called(project, f"{start}{project.pad}"))
    written = str(project.pad).replace("scratchpad", "scratch%70ad")
    assert is_denied(called(project, f"{start}{written}#L3", field="uri"))
    assert called(project, f"{start}{project.work}/README.md") == ""


@pytest.mark.skipif(not os.path.exists("/proc/self/cwd"), reason="there is no /proc")
@pytest.mark.parametrize("process", ["self", "thread-self", "1", "self/task/1"])
def test_the_working_folder_of_a_process_is_that_of_the_agent(
    project: Project, process: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hook may run elsewhere: its own `/proc/self/cwd` is another folder."""
    monkeypatch.chdir("/")
    assert is_denied(called(project, f"/proc/{process}/cwd/.agent/scratchpad.md"))
    assert is_denied(called(project, f"/proc/../proc//{process}/cwd/.agent/promotions.jsonl"))
    assert called(project, f"/proc/{process}/cwd/README.md") == ""
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(project.work))
    sent = {"file_path": f"/proc/{process}/cwd/.agent/scratchpad.md"}
    inner = project.work / "inner"
    inner.mkdir()
    assert is_denied(project.call(EVENT, cwd=str(inner), tool_name="Write", tool_input=sent))


@pytest.mark.parametrize("tool", ["Read", "Grep", "Glob", "LS", "NotebookRead", "mcp__files__read_text_file"])
def test_a_tool_that_only_looks_is_let_through(project: Project, tool: str) -> None:
    assert called(project, project.pad, tool, "path") == ""


def test_every_name_of_the_pad_is_the_pad(project: Project) -> None:
    """By another way, by links of both kinds."""
    (project.work / "linked.md").symlink_to(project.pad)
    (project.work / "elsewhere").symlink_to(project.side, target_is_directory=True)
    os.link(project.pad, project.work / "hard.md")
    names: list[object] = [
        ".agent/scratchpad.md",
        project.side / ".." / ".agent" / "scratchpad.md",
        project.work / "linked.md",
        project.work / "elsewhere" / "scratchpad.md",
        project.work / "hard.md",
    ]
    assert [name for name in names if not is_denied(called(project, name))] == []


@pytest.mark.parametrize(
    ("tool", "sent"),
    [
        ("mcp__files__move_file", {"source": "a.py", "destination": ".agent/scratchpad.md"}),
        ("mcp__files__move_file", {"source": ".agent/scratchpad.md", "destination": "b.md"}),
        ("mcp__files__write", {"file_path": "a.py", "path": ".agent/scratchpad.md"}),
        ("mcp__files__find_and_replace", {"path": ".agent/scratchpad.md"}),
        ("search_replace", {"file_path": ".agent/scratchpad.md"}),
        ("mcp__files__move_file", {"source": ".agent/.history", "destination": "old"}),
    ],
)
def test_no_other_words_of_a_tool_get_past_it(project: Project, tool: str, sent: object) -> None:
    assert is_denied(project.call(EVENT, tool_name=tool, tool_input=sent))


@pytest.mark.parametrize(
    ("tool", "sent"),
    [
        ("mcp__files__delete_directory", {"path": "{folder}"}),
        ("mcp__files__delete_directory", {"path": "{above}"}),
        ("remove_folders", {"paths": ["/elsewhere/other", "{folder}/"]}),
        ("delete_tree", {"targetDirectory": "{folder}"}),
        ("mcp__files__move_file", {"source": "{folder}", "destination": "/elsewhere/it"}),
    ],
)
def test_a_folder_is_not_taken_away_with_the_pad_in_it(
    project: Project, tool: str, sent: dict[str, object]
) -> None:
    words = {"{folder}": str(project.pad.parent), "{above}": str(project.pad.parent.parent)}
    filled = json.loads(re.sub(r"\{\w+\}", lambda found: words[found.group()], json.dumps(sent)))
    printed = project.call(EVENT, tool_name=tool, tool_input=filled)
    assert is_denied(printed)
    assert "with all its versions" in printed


@pytest.mark.parametrize(
    ("tool", "sent"),
    [
        ("mcp__files__move_file", {"source": "/elsewhere/a.txt", "destination": "{folder}"}),
        ("mcp__files__delete_directory", {"path": "{beside}"}),
        ("mcp__files__create_directory", {"path": "{folder}"}),
        ("mcp__files__delete_file", {"path": "{above}/main.py"}),
    ],
)
def test_what_leaves_the_pad_where_it_is_may_be_done(
    project: Project, tool: str, sent: dict[str, object]
) -> None:
    beside = project.pad.parent.parent / "build"
    beside.mkdir()
    words = {"folder": project.pad.parent.parent, "above": project.pad.parent.parent, "beside": beside}
    filled = json.loads(re.sub(r"\{(\w+)\}", lambda found: str(words[found[1]]), json.dumps(sent)))
    assert project.call(EVENT, tool_name=tool, tool_input=filled) == ""


def test_a_copy_of_the_pad_takes_nothing_from_it(project: Project) -> None:
    sent = {"source": str(project.pad), "destination": "copy.md"}
    assert project.call(EVENT, tool_name="mcp__files__copy_file", tool_input=sent) == ""


def test_the_pad_of_another_folder_is_a_pad_too(project: Project) -> None:
    """The agent works where a pad of its own is; the command names the one that it was about to write."""
    inner = Project(project.work / "inner" / ".agent" / "scratchpad.md")
    inner.pad.parent.mkdir(parents=True)
    inner.begun()
    for here, there in ((project, inner), (inner, project)):
        told = here.told(EVENT, tool_name="Write", tool_input={"file_path": str(there.pad)})
        assert f"scratchpad-tui apply --pad {there.pad} " in told["permissionDecisionReason"]


def test_a_pad_that_is_too_large_for_a_hook_is_denied_all_the_same(project: Project) -> None:
    project.pad.write_text("- x\n" * 100_000, "utf-8")
    printed = called(project, project.pad)
    assert is_denied(printed)
    assert "too much for a hook to read" in printed


def test_the_home_may_be_written_short(project: Project) -> None:
    inside = project.pad.relative_to(os.path.expanduser("~"))
    assert is_denied(called(project, f"~/{inside}"))


def test_what_only_the_core_writes_is_denied(project: Project) -> None:
    names = [
        ".history/scratchpad.md/00000001.md",
        ".history/scratchpad.md/journal.jsonl",
        ".history/new.md",
        ".scratchpad.md.lock",
        "promotions.jsonl",
        "episodic.md",
        "archive/2026-07.md",
        "scratchpad.broken-1784541612.md",
    ]
    printed = {name: called(project, project.side / name) for name in names}
    assert [name for name, text in printed.items() if not is_denied(text)] == []
    assert "is written by scratchpad-tui alone" in printed["promotions.jsonl"]


@pytest.mark.parametrize(
    "path",
    [
        "README.md",
        ".agent/scratchpad.toml",
        ".agent/scratchpad.broken-idea.md",
        ".agent/notes.md",
        "archive/x.md",
        "scratchpad.md",
        ".agent",
    ],
)
def test_every_other_file_is_none_of_its_business(project: Project, path: str) -> None:
    assert called(project, project.work / path) == ""


def test_a_call_without_a_file_is_let_through(project: Project) -> None:
    assert project.call(EVENT, tool_name="Bash", tool_input={"command": f"echo x > {project.pad}"}) == ""
    assert project.call(EVENT, tool_name="Write", tool_input=None) == ""
    assert project.reasons() == []


def test_the_setting_warns_or_is_silent(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCRATCHPAD_HOOKS_GUARD", "warn")
    told = project.told(EVENT, tool_name="Write", tool_input={"file_path": str(project.pad)})
    assert "permissionDecision" not in told
    assert "scratchpad-tui apply" in told["additionalContext"]
    monkeypatch.setenv("SCRATCHPAD_HOOKS_GUARD", "off")
    assert called(project, project.pad) == ""


@pytest.mark.skipif(sys.platform == "win32", reason="the command is written for a POSIX shell")
def test_the_command_of_the_reason_does_it(project: Project) -> None:
    """As it stands, pasted into a shell, under the agent's own session."""
    told = project.told(EVENT, tool_name="Edit", tool_input={"file_path": str(project.pad)})
    found = re.search(r"This adds a line: (.*)", told["permissionDecisionReason"])
    assert found
    line = found[1].replace("scratchpad-tui ", f"{sys.executable} -m scratchpad_tui ")
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, cwd=project.work, check=False)
    assert done.returncode == 0, done.stderr
    assert "- CI has no redis service (job 4412)" in project.pad.read_text("utf-8")
    assert f'"session":"{SESSION}"' in (project.history / "journal.jsonl").read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "command"),
    [
        (
            "## Scratch\n\n## Episodic\n\n## Durable\n",
            "scratchpad-tui note 'CI has no redis service' --tag observed",
        ),
        (
            "## Hypotheses\n\n## Decisions\n\n## Findings\n\n## Open\n",
            "scratchpad-tui record Findings ci-no-redis",
        ),
    ],
)
def test_other_profiles_have_commands_of_their_own(pad_path: Path, text: str, command: str) -> None:
    project = Project(pad_path).begun(text)
    told = project.told(EVENT, tool_name="Edit", tool_input={"file_path": str(project.pad)})
    assert command in told["permissionDecisionReason"]
