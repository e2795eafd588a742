"""`watch` and `demo`: what they need, and what they hand to the UI or to the player."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from scratchpad_tui.cli import output
from tests.cli.conftest import GOOD

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cli.conftest import Desk


class Played:
    """Stands in for a report."""

    def text(self) -> str:
        """Nothing that a test looks at."""
        return "report"


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
    assert calls[0][2] == {
        "rule": "named on the command line",
        "read_only": True,
        "transcript": str(transcript),
    }
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


def test_on_a_terminal_the_progress_is_one_line(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Written anew after each turn, and gone before the report."""

    def play_once(_place: object, *, told: Callable[[str], None], **_given: object) -> Played:
        for turn in range(1, 4):
            told(f"turn {turn}: Next \x1b[2J")
        return Played()

    monkeypatch.setattr("scratchpad_tui.demo.player.play_once", play_once)
    monkeypatch.setattr("scratchpad_tui.demo.workspace.create_workspace", lambda: None)
    monkeypatch.setattr(output, "is_terminal", lambda _stream: True)
    err = desk.run("demo", "--once", "--turns", "3").err
    head, _, rest = err.partition("\n")
    assert head == "scratchpad-tui: 3 turns, 1 a second; the report follows"
    lines = rest.split("\r\x1b[K")
    assert lines == [
        "",
        "1 of 3 · turn 1: Next ␛[2J",
        "2 of 3 · turn 2: Next ␛[2J",
        "3 of 3 · turn 3: Next ␛[2J",
        "",
    ]


@pytest.mark.alone
def test_demo_once_plays_and_reports(desk: Desk) -> None:
    """A short story in a real workspace: progress on standard error, the report on standard output."""
    ended = desk.process("demo", "--once", "--speed", "1000", "--turns", "12", env={"TMPDIR": str(desk.home)})
    assert ended.returncode == 0, ended.stderr
    told = ended.stderr.decode().split("\n")
    assert told[0] == "scratchpad-tui: 12 turns, 1000 a second; the report follows"
    assert [line.partition(":")[0] for line in told[1:]] == ["10 of 12 · turn 10", "12 of 12 · turn 12", ""]
    (workspace,) = desk.home.glob("scratchpad-demo-*")
    assert ended.stdout.decode().split("\n")[0].split() == ["Workspace", str(workspace)]
    assert (workspace / ".agent" / "scratchpad.md").exists()
    for word in (b"tokens", b"cap", b"Ruled out", b"scratchpad-demo-"):
        assert word in ended.stdout
