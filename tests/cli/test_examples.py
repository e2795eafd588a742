"""The example in each command's help is run as it stands there, on a pad for which it makes sense."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.cli import commands
from tests.cli.conftest import GOOD
from tests.core.audited.reports import encoded, good_report
from tests.transcripts import answer, lines, prompt

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cli.conftest import Desk

NEED_MORE = {
    "watch": "needs a terminal",
    "demo": "needs a terminal",
    "compact": "asks a model",
    "mcp": "serves until its input ends; run by the tests of the server",
    "promote": "asks a person to type the id",
}
"""Examples that end otherwise here, each with the reason."""
CHANGE = ("Next", "replace", "write the adapter, then the test")
PATCHES = json.dumps([{"section": "Next", "op": "replace", "content": "read the log"}])


def four_versions(desk: Desk) -> None:
    """What `diff` and `restore` choose from; the third has the finding that `history` looks for."""
    desk.saved(GOOD)
    desk.apply(("Findings", "append", "CI has no redis"))
    desk.apply(CHANGE)


def lost_lines(desk: Desk) -> None:
    """A hand broke the pad, and the next patch went on from the version before."""
    desk.saved(GOOD)
    desk.put(
        GOOD.replace("## Plan", "## Plam").replace("- retries", "- a line that only stands here\n- retries")
    )
    assert desk.apply(CHANGE).code == 0


def a_session(desk: Desk) -> None:
    """Two notes and two proposals, of which none is a guess."""
    assert desk.run("init", "--profile", "session").code == 0
    for text, tag in (
        ("clock skew", "hypothesis"),
        ("one key prefix a test", "decided"),
        ("slow disk", "observed"),
    ):
        assert desk.run("note", text, "--tag", tag).code == 0


def a_queue(desk: Desk) -> None:
    """The same with proposals, so that there is a p2."""
    a_session(desk)
    assert desk.run("propose", "one key prefix a test", "slow disk").code == 0


def an_audited_pad(desk: Desk) -> None:
    """With one entry that has its evidence."""
    assert desk.run("init", "--profile", "audited").code == 0
    assert desk.run("record", "Decisions", "no-redis", "Tests use fakeredis", "--source", "PR 81").code == 0


def a_transcript(desk: Desk) -> None:
    """Where the agent of the example keeps it."""
    path = desk.home / ".claude" / "projects" / "-work-app" / "0a1b2c3d.jsonl"
    desk.put(lines(prompt("Make CI green"), answer(1, 900, "I look at it")), path)


def files(desk: Desk) -> None:
    """Those that examples name."""
    desk.put(GOOD)
    desk.put(PATCHES, desk.work / "patches.json")
    desk.put("nothing to hide\n", desk.work / "notes.md")
    desk.put(encoded(good_report()), desk.work / "report.json")


PREPARED: dict[str, Callable[[Desk], None]] = {
    **dict.fromkeys(("diff", "history", "restore"), four_versions),
    "recover": lost_lines,
    **dict.fromkeys(("note", "confirm", "recall", "propose", "promotions", "session", "archive"), a_session),
    **dict.fromkeys(("accept", "reject"), a_queue),
    **dict.fromkeys(("record", "tidy", "verify", "design-report"), an_audited_pad),
    "inspect": a_transcript,
}
TYPED = {"hook": "{}", "redact": "no such text"}
CHANGES_THE_PAD = {"apply", "restore", "recover", "note", "confirm", "accept", "session", "record"}
ASKS = {"init": ["--yes"]}
"""What stands for the answer of a person."""


@pytest.mark.parametrize("name", [name for name in commands.TABLE if name not in NEED_MORE])
def test_an_example_does_what_it_says(name: str, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader types it first of all."""
    monkeypatch.setenv("HOME", str(desk.home))
    monkeypatch.setenv("EDITOR", "true")
    monkeypatch.delenv("SCRATCHPAD_PAD")
    PREPARED.get(name, files)(desk)
    before = desk.pad.read_text("utf-8") if desk.pad.exists() else ""
    words = shlex.split(commands.find(name).example.replace("~", str(desk.home)))
    ended = desk.run(*words, *ASKS.get(name, []), stdin=TYPED.get(name, ""))
    assert ended.code == 0, ended.err
    if name in CHANGES_THE_PAD:
        assert desk.pad.read_text("utf-8") != before


def test_what_is_not_run_is_a_command() -> None:
    """A name that is old would leave its successor untried."""
    assert set(NEED_MORE) | set(PREPARED) | CHANGES_THE_PAD <= set(commands.TABLE)
