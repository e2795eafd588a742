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
@pytest.mark.parametrize("ascii_only", [True, False])
def test_of_what_is_too_long_the_heads_of_long_texts_are_left(
    monkeypatch: pytest.MonkeyPatch, piece: int, *, ascii_only: bool
) -> None:
    """Wherever a piece of it ends, and whatever stands in them: no half of a character is left."""
    monkeypatch.setattr(hook_input, "LARGEST", 190)
    monkeypatch.setattr(hook_input, "_HEADS", (12,))
    monkeypatch.setattr(hook_input, "_PIECE", piece)
    texts = {"content": 'é"\\' * 90, "more": "漢" * 30, "last": "\\\\\n" * 9}
    fields = {"path": 'a"\\\n', **texts, "to": {"b": ["", 'x\\"y', "z" * 13]}, "z" * 20: 1, "y" * 20: 1.5}
    ours, theirs = os.pipe()
    os.write(theirs, json.dumps(fields, ensure_ascii=ascii_only).encode())
    os.close(theirs)
    with open(ours, "rb") as stream:
        left = json.loads(hook_input.read(stream))
    for name, text in texts.items():
        head = left.pop(name)
        assert text.startswith(head)
        assert 1 <= len(head) <= 12
    assert left == {"path": 'a"\\\n', "to": {"b": ["", 'x\\"y', "z" * 12]}, "z" * 12: 1, "y" * 12: 1.5}


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe cannot be waited for there")
def test_what_is_too_long_with_the_heads_too_has_shorter_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many texts, none of them long; a text that comes later is cut to the same."""
    monkeypatch.setattr(hook_input, "LARGEST", 400)
    monkeypatch.setattr(hook_input, "_HEADS", (40, 20, 8))
    monkeypatch.setattr(hook_input, "_PIECE", 64)
    ours, theirs = os.pipe()
    os.write(theirs, json.dumps(["a/path", *(["b" * 30] * 30), "/another"]).encode())
    os.close(theirs)
    with open(ours, "rb") as stream:
        assert json.loads(hook_input.read(stream)) == ["a/path", *(["b" * 8] * 30), "/another"]


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe cannot be waited for there")
def test_nothing_is_shortened_once_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """An agent waits: whatever was sent, the clock is looked at after each piece of it."""
    ticks = iter(range(1_000))
    monkeypatch.setattr(hook_input, "monotonic", lambda: next(ticks))
    monkeypatch.setattr(hook_input, "LARGEST", 1_000)
    monkeypatch.setattr(hook_input, "_HEADS", (2,))
    taken: list[int] = []

    class Counted(hook_input._Shortened):
        def take(self, piece: bytes) -> bytes:
            taken.append(len(piece))
            return super().take(piece)

    monkeypatch.setattr(hook_input, "_Shortened", Counted)
    ours, theirs = os.pipe()
    os.write(theirs, b'["", ' * 300)
    os.close(theirs)
    with open(ours, "rb") as stream:
        real = os.read
        monkeypatch.setattr(os, "read", lambda fd, size: _in_small(monkeypatch, real(fd, size)))
        assert len(hook_input.read(stream, idle=1, most=6)) < 1_500
    assert 0 < sum(taken) < 1_500


def _in_small(monkeypatch: pytest.MonkeyPatch, data: bytes) -> bytes:
    """What was read, and from then on small pieces."""
    monkeypatch.setattr(hook_input, "_PIECE", 100)
    return data
