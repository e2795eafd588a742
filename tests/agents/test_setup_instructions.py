"""The block in an instruction file: right for the pad, between markers, once, and gone without a trace."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.agents.instructions import BEGIN, END, instructions, with_block, without_block
from scratchpad_tui.agents.instructions import FILES as READS
from scratchpad_tui.cli.connect import AGENTS, CLAUDE_CODE, MCP
from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad.schema import AUDITED, SESSION, TASK
from tests.agents.setups import setup

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.schema import Profile
    from tests.agents.setups import Setup

__all__ = ["setup"]
FILES = {
    "no newline": b"# Agents",
    "newline": b"# Agents\n",
    "blank line": b"# Agents\n\n",
    "crlf": "\ufeff# Agents\r\n\r\n- Grüße\r\n".encode(),
    "cr": b"# Agents\r- one\r",
    "mixed": b"one\r\ntwo\nthree\r",
    "empty": b"",
    "only a mark": b"\xef\xbb\xbf",
    "a marker's words": f"see `{BEGIN}`\n".encode(),
}


@pytest.mark.parametrize("name", FILES)
def test_what_is_put_in_comes_out_again(setup: Setup, name: str) -> None:
    """Every byte; a second run has nothing to do."""
    path = setup.put(FILES[name], setup.work / "AGENTS.md")
    assert setup.run("--write", "AGENTS.md", "--yes").code == 0
    written = path.read_bytes()
    assert FILES[name] in written
    assert written.count(BEGIN.encode() + (b"\r\n" if name == "crlf" else b"")) >= 1
    again = setup.run("--write", "AGENTS.md")
    assert (again.code, path.read_bytes()) == (0, written)
    assert "nothing to do" in again.out
    assert setup.run("--write", "AGENTS.md", "--remove", "--yes").code == 0
    assert setup.tree() == {"AGENTS.md": FILES[name]}
    assert "nothing to do" in setup.run("--write", "AGENTS.md", "--remove").out


@given(
    st.lists(st.sampled_from([b"a", b" ", b"\n", b"\r", b"\r\n", b"\xef\xbb\xbf", "é".encode()])).map(
        b"".join
    )
)
def test_any_text_comes_back(data: bytes) -> None:
    put = with_block(data, "one\n\ntwo", "x.md")
    assert put.startswith(data)
    assert with_block(put, "one\n\ntwo", "x.md") == put
    assert without_block(put, "x.md") == data
    assert without_block(with_block(put, "else", "x.md"), "x.md") == data


def test_each_agent_that_reads_instructions_is_offered_and_no_other() -> None:
    """The command names its agents before it loads what is said to them."""
    assert set(AGENTS) - {CLAUDE_CODE, MCP} == set(READS)


def test_a_file_that_was_not_there_goes_again(setup: Setup) -> None:
    """With the folders that were made for it."""
    setup.run("--write", ".github/copilot-instructions.md", "--yes")
    assert (setup.work / ".github" / "copilot-instructions.md").is_file()
    setup.run("--write", ".github/copilot-instructions.md", "--yes", "--remove")
    assert setup.tree() == {}


def test_a_file_that_was_not_there_and_has_more_by_now_stays(setup: Setup) -> None:
    setup.run("--write", "AGENTS.md", "--yes")
    path = setup.work / "AGENTS.md"
    path.write_bytes(b"# Mine\n\n" + path.read_bytes() + b"\nmore\n")
    setup.run("--write", "AGENTS.md", "--yes", "--remove")
    assert path.read_bytes() == b"# Mine\n\nmore\n"


def test_the_block_is_brought_up_to_date_in_its_place(setup: Setup) -> None:
    """What stands around it stays, byte for byte, and what is shown is the difference."""
    old = f"# Agents\r\n  {BEGIN}\r\nold words\r\n{END}\r\n\r\n## Mine\r\n".encode()
    path = setup.put(old, setup.work / "AGENTS.md")
    ended = setup.run("--write", "AGENTS.md", "--yes")
    assert "-old words" in ended.out
    data = path.read_bytes()
    assert data.startswith(b"# Agents\r\n  " + BEGIN.encode() + b"\r\n## Scratchpad\r\n")
    assert data.endswith(END.encode() + b"\r\n\r\n## Mine\r\n")
    assert b"old words" not in data


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (f"{BEGIN}\n", "line 1"),
        (f"a\n{END}\n", "line 2"),
        (f"{END}\n{BEGIN}\n", "line 1, 2"),
        (f"{BEGIN}\n{BEGIN}\n{END}\n", "line 1, 2, 3"),
        (f"{BEGIN}\n{END}\n{BEGIN}\n{END}\n", "line 1, 2, 3, 4"),
    ],
)
def test_markers_that_are_not_one_pair_are_refused(setup: Setup, text: str, lines: str) -> None:
    """It cannot be known what is ours; exit code 1, nothing written, no pad made."""
    setup.put(text.encode(), setup.work / "AGENTS.md")
    for words in ([], ["--remove"]):
        ended = setup.run("--write", "AGENTS.md", "--yes", *words)
        assert ended.code == 1
        assert f"in {lines};" in ended.err
    assert (setup.tree(), (setup.work / ".agent").exists()) == ({"AGENTS.md": text.encode()}, False)


@pytest.mark.parametrize("data", [b"\xff\xfeA\0", b"a\0b", b"\xff"])
def test_what_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(InputError, match="paste the block"):
        with_block(data, "one", "x.md")


@pytest.mark.skipif(sys.platform == "win32", reason="links of POSIX")
def test_a_link_to_another_instruction_file_stays_one(setup: Setup) -> None:
    """CLAUDE.md is often a link to AGENTS.md."""
    setup.put(b"# Agents\n", setup.work / "AGENTS.md")
    (setup.work / "CLAUDE.md").symlink_to("AGENTS.md")
    setup.run("--write", "CLAUDE.md", "--yes")
    assert (setup.work / "CLAUDE.md").is_symlink()
    assert BEGIN.encode() in (setup.work / "AGENTS.md").read_bytes()
    setup.run("--write", "CLAUDE.md", "--yes", "--remove")
    assert (setup.work / "AGENTS.md").read_bytes() == b"# Agents\n"


def test_nobody_to_ask_writes_nothing(setup: Setup) -> None:
    assert setup.run("--write", "AGENTS.md").code == 2
    assert setup.tree() == {}


@pytest.mark.parametrize("agent", ["codex", "gemini", "cursor", "agents-md"])
def test_the_block_alone_is_the_result_for_other_agents(setup: Setup, agent: str) -> None:
    """So that it can be sent into a file; what was made is told beside it."""
    ended = setup.run("--for", agent)
    assert ended.code == 0
    assert ended.out.startswith("## Scratchpad\n")
    assert "made .agent/scratchpad.md" in ended.err
    assert ("GEMINI.md" if agent == "gemini" else "AGENTS.md") in ended.err
    assert setup.run("--for", agent, "--dry-run").out == ended.out


def test_a_dry_run_of_printing_makes_nothing(setup: Setup) -> None:
    assert setup.run("--for", "codex", "--dry-run").out.startswith("## Scratchpad\n")
    assert not (setup.work / ".agent").exists()


def test_the_entry_for_mcp_clients(setup: Setup) -> None:
    """As `.mcp.json` has it; a pad that is not found there is named."""
    assert json.loads(setup.run("--for", "mcp").out) == {
        "mcpServers": {"scratchpad": {"command": "scratchpad-tui", "args": ["mcp"]}}
    }
    named = json.loads(setup.run("--for", "mcp", "--pad", setup.work / "N.md").out)
    assert named["mcpServers"]["scratchpad"]["args"] == ["mcp", "--pad", str(setup.work / "N.md")]


def commands(text: str) -> list[str]:
    """The commands that a block names."""
    return [one for one in re.findall(r"`([^`]+)`", text) if "scratchpad-tui " in one]


@pytest.mark.parametrize("profile", [TASK, SESSION, AUDITED], ids=lambda profile: profile.name)
def test_every_command_of_the_block_works(pad_path: Path, profile: Profile) -> None:
    """An agent takes them as they stand: one reads, one writes, one proposes."""
    found = commands(instructions(profile, ".agent/scratchpad.md"))
    assert len(found) == 3
    base = [sys.executable, "-m", "scratchpad_tui"]
    work = pad_path.parent.parent
    subprocess.run([*base, "init", "--profile", profile.name], check=True, capture_output=True, cwd=work)
    for command in found:
        line = command.replace("scratchpad-tui", shlex.join(base))
        line = line.replace(
            "TEXT", "CI has no redis [src:job 4412]" if profile is AUDITED else "CI has no redis"
        )
        done = subprocess.run(["sh", "-c", line], check=False, capture_output=True, text=True)
        assert done.returncode == 0, (command, done.stderr)


def test_a_pad_elsewhere_is_named_in_every_command(setup: Setup, tmp_path: Path) -> None:
    out = setup.run("--for", "codex", "--pad", tmp_path / "my notes.md").out
    assert all("--pad" in command and str(tmp_path / "my notes.md") in command for command in commands(out))
    near = setup.run("--for", "codex", "--pad", "NOTES.md").out
    assert all(command.endswith("--pad NOTES.md") for command in commands(near))
