"""`hook`: what is listened to, and for how long, where the agent keeps its end of the pipe open."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from threading import Timer
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.agents import hook_input
from tests.agents.hooks import Project
from tests.cli.conftest import COMMAND

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def project(pad_path: Path) -> Project:
    return Project(pad_path)


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe cannot be waited for there")
@pytest.mark.parametrize("end", ["", "\n"])
def test_an_agent_that_does_not_close_its_end_is_answered(project: Project, end: str) -> None:
    """It may wait for the hook to end before it closes anything: both would wait for ever."""
    project.begun()
    hook = subprocess.Popen(
        [*COMMAND, "hook", "session-start"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with hook:
        assert hook.stdin is not None
        assert hook.stdout is not None
        hook.stdin.write((json.dumps(project.sent()) + end).encode())
        hook.stdin.flush()
        assert b"retries are counted" in hook.stdout.read()
        assert hook.wait(60) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe cannot be waited for there")
@pytest.mark.parametrize("sent", [b"", b'{"half', b'{"a": {}'], ids=["nothing", "half", "half an object"])
def test_an_agent_that_sends_no_more_is_not_waited_for(sent: bytes) -> None:
    ours, theirs = os.pipe()
    os.write(theirs, sent)
    with open(ours, "rb") as stream:
        assert hook_input.read(stream, idle=0.01) == sent
    os.close(theirs)


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe cannot be waited for there")
def test_a_pause_inside_of_an_object_is_none_behind_it() -> None:
    """The first half ends as an object does."""
    ours, theirs = os.pipe()
    os.write(theirs, b'{"a": {}')

    def finish() -> None:
        os.write(theirs, b"}")
        os.close(theirs)

    late = Timer(0.3, finish)
    late.start()
    with open(ours, "rb") as stream:
        assert hook_input.read(stream, idle=60, most=60) == b'{"a": {}}'
    late.join()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such device")
def test_an_input_without_end_ends() -> None:
    with open("/dev/zero", "rb") as stream:
        assert len(hook_input.read(stream, most=0.2)) <= hook_input.LARGEST + (1 << 20)


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe cannot be waited for there")
@pytest.mark.parametrize("piece", [1, 2, 5, 1 << 20])
def test_of_what_is_too_long_the_long_texts_are_left_empty(
    monkeypatch: pytest.MonkeyPatch, piece: int
) -> None:
    """Wherever a piece of it ends, and whatever stands in them."""
    monkeypatch.setattr(hook_input, "LARGEST", 150)
    monkeypatch.setattr(hook_input, "_LONGEST_TEXT", 12)
    monkeypatch.setattr(hook_input, "_PIECE", piece)
    fields = {"path": 'a"\\\n', "content": 'é"\\' * 90, "to": {"b": ["", 'x\\"y', "z" * 13]}, "n": 1.5}
    ours, theirs = os.pipe()
    os.write(theirs, json.dumps(fields).encode())
    os.close(theirs)
    with open(ours, "rb") as stream:
        left = json.loads(hook_input.read(stream))
    assert left == {**fields, "content": "", "to": {"b": ["", 'x\\"y', ""]}}
