"""`tool-schema` and `completions`: made from the same data that the commands are made of."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from scratchpad_tui.cli import commands
from scratchpad_tui.core.pad.patch import FIELDS, OPERATIONS
from tests.cli.conftest import GOOD

if TYPE_CHECKING:
    from tests.cli.conftest import Desk

INSTALLED = (Path(sys.prefix) / "bin" / "scratchpad-tui").exists()


def schema(desk: Desk, style: str, *options: str) -> Any:  # noqa: ANN401 - a document
    """The schema of the parameters."""
    told = desk.run("tool-schema", "--style", style, *options).json()
    return told["input_schema"] if style == "anthropic" else told["function"]["parameters"]


def test_openai_and_anthropic_get_their_forms(desk: Desk) -> None:
    """Each as its interface takes it; the parameters are the same."""
    openai = desk.run("tool-schema", "--style", "openai").json()
    assert openai.keys() == {"type", "function"}
    assert openai["type"] == "function"
    assert openai["function"].keys() == {"name", "description", "parameters"}
    anthropic = desk.run("tool-schema", "--style", "anthropic").json()
    assert anthropic.keys() == {"name", "description", "input_schema"}
    assert schema(desk, "openai") == schema(desk, "anthropic")


def test_the_schema_is_that_of_a_patch_list(desk: Desk) -> None:
    """Fields and operations as the core has them, sections as the pad has them."""
    patch = schema(desk, "openai")["properties"]["patches"]["items"]
    assert set(patch["properties"]) == set(FIELDS)
    assert patch["properties"]["op"]["enum"] == list(OPERATIONS)
    assert "Ruled out" in patch["properties"]["section"]["enum"]
    assert patch["required"] == ["section", "op"]
    session = schema(desk, "openai", "--profile", "session")["properties"]["patches"]["items"]
    assert session["properties"]["section"]["enum"] == ["Scratch"]


def test_what_a_model_sends_by_the_schema_is_accepted(desk: Desk) -> None:
    """The list comes in an object, since tools take one."""
    desk.put(GOOD)
    sent = {"patches": [{"section": "Findings", "op": "clear", "reason": "old"}]}
    assert desk.run("apply", stdin=json.dumps(sent)).code == 0


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completions_know_every_command_and_option(desk: Desk, shell: str) -> None:
    """They come from the table and the parsers, so that none is forgotten."""
    script = desk.run("completions", shell).out
    for name, (_, line) in commands.TABLE.items():
        assert name in script
        assert shell == "bash" or line.replace("'", "'\\''") in script
    for option in ("transcript", "max-chars", "dry-run", "grep", "json", "profile"):
        assert option in script


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not there")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("sh", ["show"]),
        ("apply --a", ["--actor"]),
        ("apply --actor h", ["human"]),
        ("completions z", ["zsh"]),
        ("validate not", ["notes.md"]),
        ("init fol", ["folder"]),
        ("init --profile au", ["audited"]),
        ("note --tag h", ["hypothesis"]),
        ("inspect my", ["my notes.json"]),
        ("check-design one.json my", ["my notes.json"]),
        ("export --out my", ["my notes.json"]),
        ("show --section x", []),
        ("show x", []),
    ],
)
def test_the_bash_script_completes(desk: Desk, line: str, expected: list[str]) -> None:
    """Run by the shell itself; a file's name may have blanks."""
    (desk.work / "notes.md").touch()
    (desk.work / "my notes.json").touch()
    (desk.work / "folder").mkdir()
    assert completed(desk, "bash", line) == expected


HEADINGS = "".join(
    f"## {heading}\n{text}\n\n"
    for heading, text in (
        ("Scratch", "_(empty)_"),
        ("Episodic", "_(empty)_"),
        ("Durable", "_(empty)_"),
        ("Also $(touch ran)", "- x"),
        ("And `touch ran`; touch ran", "- x"),
    )
)
"""Of a pad of sessions, which may have headings of its own."""
SHELLS = [
    pytest.param(shell, marks=pytest.mark.skipif(shutil.which(shell) is None, reason=f"{shell} is not there"))
    for shell in ("bash", "fish")
]


def completed(desk: Desk, shell: str, line: str) -> list[str]:
    """What the shell itself would offer behind that line."""
    script = desk.run("completions", shell).out
    words = ["scratchpad-tui", *line.split(" ")]
    listed = " ".join(f"'{word}'" for word in words)
    ask = {
        "bash": f"COMP_WORDS=({listed}); COMP_CWORD={len(words) - 1}; _scratchpad_tui;"
        " printf '%s\n' \"${COMPREPLY[@]}\"",
        "fish": f"complete -C 'scratchpad-tui {line}'",
    }[shell]
    call = {"bash": ["bash", "-euc"], "fish": ["fish", "--no-config", "-c"]}[shell]
    path = f"{Path(sys.prefix) / 'bin'}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [*call, f"{script}\n{ask}"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PATH": path},
    )
    assert done.stderr == ""
    return sorted(offered.partition("\t")[0] for offered in done.stdout.split("\n") if offered)


@pytest.mark.skipif(not INSTALLED, reason="the command is not beside this Python: no shell can ask it")
@pytest.mark.parametrize("shell", SHELLS)
def test_shells_complete_the_sections_of_the_pad(desk: Desk, shell: str) -> None:
    """They come from the pad, so that profiles of one's own count."""
    desk.put(GOOD)
    assert completed(desk, shell, "show --section R") == ["Ruled out"]
    assert completed(desk, shell, "history --section ")[0] == "Findings"


@pytest.mark.skipif(not INSTALLED, reason="the command is not beside this Python: no shell can ask it")
@pytest.mark.parametrize("shell", SHELLS)
def test_a_heading_that_a_shell_could_run_is_not_offered(desk: Desk, shell: str) -> None:
    """A pad's text is data: whoever wrote it must not write a command line."""
    desk.put('profile = "session"\n', desk.pad.parent / "scratchpad.toml")
    desk.put(HEADINGS)
    assert "## And `touch ran`; touch ran" in desk.run("show").out
    assert completed(desk, shell, "show --section ") == ["Durable", "Episodic", "Scratch"]
    assert not (desk.work / "ran").exists()


@pytest.mark.skipif(not INSTALLED or shutil.which("zsh") is None, reason="zsh or the command is not there")
def test_zsh_completes_at_its_prompt(desk: Desk) -> None:
    """Also where nothing has switched its completions on."""
    from tests.tui.terminal import Terminal  # not there on Windows

    desk.put(GOOD)
    start = ["-c", "import os; os.execvp('zsh', ['zsh', '-f'])"]
    path = f"{Path(sys.prefix) / 'bin'}{os.pathsep}{os.environ['PATH']}"
    with Terminal(start, desk.work, PATH=path, PS1="> ") as terminal:
        terminal.wait_for(b"> ")
        terminal.send('eval "$(scratchpad-tui completions zsh)"; echo load""ed\n')
        terminal.wait_for(b"loaded")
        terminal.send("scratchpad-tui val\t")
        terminal.wait_for(b"validate")
        terminal.send("\x15scratchpad-tui show --section Ru\t")
        terminal.wait_for(b"Ruled\\ out")
