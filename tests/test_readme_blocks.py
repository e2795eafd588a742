"""Every command block of the README runs as written, and prints what the README says."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from tests.readme import README, between
from tests.readme_blocks import FOLDER, Block, can_run, readme_blocks, run_block

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

BLOCKS = readme_blocks()
ENVIRONMENT = "makes an environment and needs the network; .ci/run does the same in one of its own"
ONCE = "makes an environment that is thrown away, and needs the network for that"
PEERS = "installs other programs from the network and measures for minutes; tests/bench/test_peers.py tests its parts"
ON_THE_PATH = (
    "installs for good, by a program that need not be here; also where it is, it fetches the build's own requirements "
    "into an environment of its own, and no test may need the network"
)
NOT_RUN = {
    "test -x .venv/bin/pip || python3 -m venv .venv && .venv/bin/pip install -q -c requirements.lock -e . && "
    ".venv/bin/scratchpad-tui demo": ENVIRONMENT,
    "test -x .venv/bin/pip || python3 -m venv .venv && .venv/bin/pip install -q -c requirements.lock -e '.[dev]' && "
    ".venv/bin/python -m pytest -q -n 4": ENVIRONMENT,
    "uvx --constraints requirements.lock --from . scratchpad-tui demo": ONCE,
    "uv tool install --constraints requirements.lock .": ON_THE_PATH,
    "pipx install .": ON_THE_PATH,
    ".venv/bin/python -m tests.bench.peers /tmp/scratchpad-peers": PEERS,
    ".venv/bin/python -m tests.bench --peers /tmp/scratchpad-peers --write": PEERS,
}
"""The blocks that no test runs, each with the reason."""
LOOPS = (between("loop openai"), between("loop anthropic"))
"""Run by test_readme_loops."""
VALUE = "gh" + "p_aB3dE5fG7hI9jK1lM2nO4pQ6rS8tU0vW1xY2"
"""Has the form of a token; written in two parts, so that this file holds none."""


def is_run(block: Block) -> bool:
    """Whether a test here runs the block."""
    if block.kind == "python":
        return not any(block.text in loop for loop in LOOPS)
    return block.kind == "sh" and block.text not in NOT_RUN


def a_pad_with_the_value(folder: Path) -> None:
    """As a person pasted it, and as a later patch took it into a version."""
    pad = folder / ".agent" / "scratchpad.md"
    pad.parent.mkdir()
    pad.write_text(f"## Task\nMend the job\n\n## Findings\n- the token is {VALUE}\n", "utf-8")
    patch = '[{"section": "Next", "op": "replace", "content": "Read the failing test"}]'
    assert run_block(Block("", "sh", f"echo '{patch}' | scratchpad-tui apply"), folder, "").code == 0


PREPARED: dict[str, Callable[[Path], None]] = {"Secrets": a_pad_with_the_value}
TYPED = {"Connect your agent": "y\n", "Secrets": f"{VALUE}\n"}
"""What a person types where a block of the chapter asks."""
RUN = [block for block in BLOCKS if is_run(block)]
CHAPTERS = list(dict.fromkeys(block.chapter for block in RUN))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The reader's folder: with the environment of the quick start, and nothing else."""
    made = tmp_path / "app"
    made.mkdir()
    (made / ".venv").symlink_to(sys.prefix)
    return made


@pytest.mark.skipif(not can_run(), reason="needs bash, a pseudo terminal, and the command beside this Python")
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_blocks_of_a_chapter_run_in_their_order(chapter: str, folder: Path) -> None:
    """A reader pastes them one after the other."""
    if chapter in PREPARED:
        PREPARED[chapter](folder)
    for number, block in enumerate(BLOCKS):
        if block.chapter != chapter or not is_run(block):
            continue
        ran = run_block(block, folder, TYPED.get(chapter, ""))
        if block.opens_a_screen:
            assert (ran.code, "terminal" in ran.told) == (2, True), block.text
        else:
            assert ran.code == 0, f"{block.text}\n{ran.told}"
        following = BLOCKS[number + 1] if number + 1 < len(BLOCKS) else None
        if following and following.kind == "text":
            assert ran.out.rstrip("\n") == following.text.rstrip("\n")


@pytest.mark.skipif(not can_run(), reason="needs bash, a pseudo terminal, and the command beside this Python")
def test_the_five_lines_leave_a_pad_with_the_patch_in_it(folder: Path) -> None:
    """The last one would open the screen on it."""
    lines = next(block for block in RUN if block.opens_a_screen)
    assert len(lines.text.split("\n")) == 5
    run_block(lines, folder, "")
    (pad,) = folder.glob("tmp.*/.agent/scratchpad.md")
    assert "## Next\nRead the failing test" in pad.read_text("utf-8")


def test_what_is_not_run_is_named_with_its_reason() -> None:
    """A name without its block is old, and what a block shows needs a block that is run before it."""
    assert set(NOT_RUN) <= {block.text for block in BLOCKS if block.kind == "sh"}
    for before, block in pairwise(BLOCKS):
        if block.kind == "text":
            assert is_run(before), block.text
    assert {block.kind for block in BLOCKS} == {"sh", "text", "json", "toml", "python", ""}
    assert not [block for block in BLOCKS if not block.kind and "scratchpad-tui init" in block.text]


def test_examples_of_json_and_of_settings_are_well_formed() -> None:
    """They are what a reader pastes."""
    for block in BLOCKS:
        if block.kind == "json":
            json.loads(block.text)
        if block.kind == "toml":
            assert tomllib.loads(block.text)


@pytest.mark.skipif(not can_run(), reason="needs bash, a pseudo terminal, and the command beside this Python")
def test_the_secret_is_in_no_file_after_the_recipe(folder: Path) -> None:
    """The value is nowhere below the folder, and the dry run printed none of it."""
    a_pad_with_the_value(folder)
    (recipe,) = (block for block in RUN if block.chapter == "Secrets")
    ran = run_block(recipe, folder, TYPED["Secrets"])
    assert VALUE not in ran.out + ran.told
    kept = [
        path for path in folder.rglob("*") if path.is_file() and not path.is_relative_to(folder / ".venv")
    ]
    assert len(kept) > 3
    assert [path for path in kept if VALUE.encode() in path.read_bytes()] == []
    assert "[redacted]" in (folder / ".agent" / "scratchpad.md").read_text("utf-8")


@pytest.mark.skipif(not can_run(), reason="needs bash, a pseudo terminal, and the command beside this Python")
def test_the_settings_of_the_agent_are_as_before_after_the_undo(folder: Path) -> None:
    """The two commands of the chapter, with settings that were there."""
    settings = folder / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_bytes(b'{"model":  "x"}\r\n')
    connect, undo = (block for block in RUN if block.text.startswith("scratchpad-tui init --for claude-code"))
    assert run_block(connect, folder, "y\n").code == 0
    assert b"hook session-start" in settings.read_bytes()
    assert run_block(undo, folder, "y\n").code == 0
    assert settings.read_bytes() == b'{"model":  "x"}\r\n'
    assert [path.name for path in settings.parent.iterdir()] == ["settings.json"]


@pytest.mark.skipif(not can_run(), reason="needs bash, a pseudo terminal, and the command beside this Python")
def test_the_hooks_answer_is_the_one_that_stands_there(folder: Path) -> None:
    """The session read version 1, a person wrote version 2."""
    asked, answered = (block.text for block in BLOCKS if block.chapter == "Hooks" and block.kind == "json")
    event = asked.replace(FOLDER, str(folder))
    first, then = (
        f"""echo '[{{"section": "Next", "op": "replace", "content": "{text}"}}]' | scratchpad-tui apply"""
        for text in ("Read the failing test", "Read the failing test first")
    )
    script = (
        f"{first} >/dev/null; scratchpad-tui prompt --session 0a1b2c3d >/dev/null; {then} --actor human >/dev/null; "
        f"echo '{event}' | scratchpad-tui hook user-prompt-submit"
    )
    ran = run_block(Block("Hooks", "sh", script), folder, "")
    assert ran.code == 0, ran.told
    assert json.loads(ran.out) == json.loads(answered)


def test_links_into_the_page_lead_to_a_heading() -> None:
    """As GitHub makes them: lower case, hyphens for spaces, nothing else."""
    text = README.read_text("utf-8")
    outside = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.+)$", outside, re.MULTILINE)
    anchors = [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]
    assert len(anchors) == len(set(anchors))
    links = set(re.findall(r"\]\(#([^)]+)\)", text))
    assert links
    assert links <= set(anchors)
