"""`watch` and `demo`: what they need, and what they hand to the UI or to the player."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from scratchpad_tui.cli import output
from tests.cli.conftest import GOOD

if TYPE_CHECKING:
    from tests.cli.conftest import Desk

Calls = list[tuple[str, Any, dict[str, Any]]]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """A terminal, and what the UI is called with."""
    found: Calls = []
    stand_in = ModuleType("scratchpad_tui.tui.launch")

    def watch(store: object, **given: object) -> int:
        found.append(("watch", store, given))
        return 0

    def demo(**given: object) -> int:
        found.append(("demo", None, given))
        return 0

    vars(stand_in).update(watch=watch, demo=demo)
    monkeypatch.setitem(sys.modules, "scratchpad_tui.tui.launch", stand_in)
    monkeypatch.setattr(output, "is_terminal", lambda _stream: True)
    return found


@pytest.mark.parametrize(
    ("words", "instead"),
    [
        ([], "scratchpad-tui show"),
        (["watch"], "scratchpad-tui show"),
        (["demo"], "scratchpad-tui demo --once"),
    ],
)
def test_without_a_terminal_the_text_command_is_named(desk: Desk, words: list[str], instead: str) -> None:
    """Exit 2, one line, nothing drawn into a pipe."""
    ended = desk.run(*words)
    assert (ended.code, ended.out) == (2, "")
    assert instead in ended.err
    assert ended.err.count("\n") == 1


def test_the_program_alone_watches_the_pad_that_is_found(desk: Desk, calls: Calls) -> None:
    """With the rule that found it, which the UI shows."""
    assert desk.run().code == 0
    ((name, store, given),) = calls
    assert (name, store.paths.named) == ("watch", str(desk.pad))
    assert given == {"rule": "named by SCRATCHPAD_PAD", "read_only": False, "transcript": None}


def test_watch_takes_a_pad_or_a_folder(desk: Desk, calls: Calls) -> None:
    """A folder is looked through as discovery does, whatever the environment names."""
    other = desk.put(GOOD, desk.work / "b" / "scratchpad.md")
    transcript = desk.put("", desk.work / "t.jsonl")
    desk.run("watch", other, "--read-only", "--transcript", transcript)
    desk.run("watch", desk.work / "b")
    desk.run("watch", "--pad", other)
    assert [store.paths.named for _, store, _ in calls] == [str(other)] * 3
    assert calls[0][2] == {"rule": "named by --pad", "read_only": True, "transcript": str(transcript)}
    assert calls[1][2]["rule"] == "scratchpad.md, in this directory"


def test_watch_refuses_two_names_and_a_missing_transcript(desk: Desk, calls: Calls) -> None:
    """Before the screen is taken."""
    assert desk.run("watch", "a.md", "--pad", "b.md").code == 2
    assert desk.run("watch", "--transcript", "no.jsonl").code == 3
    assert calls == []


def test_demo_hands_on_what_was_given(desk: Desk, calls: Calls) -> None:
    """And leaves the rest to the demo's own defaults."""
    desk.run("demo")
    desk.run("demo", "--seed", "3", "--speed", "2.5", "--turns", "9")
    assert [given for _, _, given in calls] == [{"speed": 1.0}, {"speed": 2.5, "seed": 3, "turns": 9}]


@pytest.mark.alone
def test_demo_once_plays_and_reports(desk: Desk) -> None:
    """A short story in a real workspace: progress on standard error, the report on standard output."""
    ended = desk.process("demo", "--once", "--speed", "1000", "--turns", "3", env={"TMPDIR": str(desk.home)})
    assert ended.returncode == 0, ended.stderr
    assert ended.stderr.count(b"turn ") == 3
    for word in (b"tokens", b"cap", b"Ruled out", b"scratchpad-demo-"):
        assert word in ended.stdout
