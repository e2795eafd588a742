"""`tool-schema` and `completions`: made from the same data that the commands are made of."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from scratchpad_tui.cli import commands
from scratchpad_tui.core.pad.patch import FIELDS, OPERATIONS
from tests.cli.conftest import GOOD

if TYPE_CHECKING:
    from tests.cli.conftest import Desk


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
        ("show --section x", []),
        ("show x", []),
    ],
)
def test_the_bash_script_completes(desk: Desk, line: str, expected: list[str]) -> None:
    """Run by the shell itself."""
    (desk.work / "notes.md").touch()
    (desk.work / "folder").mkdir()
    words = ["scratchpad-tui", *line.split(" ")]
    script = desk.run("completions", "bash").out
    script += f'COMP_WORDS=({" ".join(words)}); COMP_CWORD={len(words) - 1}; _scratchpad_tui; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-euc", script], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.split() == expected
