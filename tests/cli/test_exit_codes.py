"""The exit code of every command on a pad in every state, with and without `--json`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cli.conftest import BROKEN, CONFLICT, GOOD

if TYPE_CHECKING:
    from tests.cli.conftest import Desk

STATES = ("good", "broken", "conflict", "gone", "fresh", "directory")
CODES = {
    "show": (0, 1, 1, 0, 0, 3),
    "validate": (0, 1, 1, 0, 0, 3),
    "status": (0, 0, 0, 0, 0, 3),
    "prompt": (0, 0, 0, 0, 0, 3),
    "diff": (0, 0, 0, 0, 0, 3),
    "history": (0, 0, 0, 0, 0, 0),
    "recover": (0, 0, 0, 0, 0, 3),
    "config": (0, 0, 0, 0, 0, 0),
    "apply": (0, 0, 1, 0, 0, 3),
    "apply --dry-run": (0, 0, 1, 0, 0, 3),
    "restore -1": (0, 0, 1, 0, 1, 3),
    "restore 77": (1, 1, 1, 1, 1, 3),
    "recover --take all": (1, 1, 1, 1, 1, 3),
}
TABLE = [
    (command, state, code)
    for command, codes in CODES.items()
    for state, code in zip(STATES, codes, strict=True)
]
SHIP = '[{"section": "Next", "op": "replace", "content": "ship"}]'


def put_in_state(desk: Desk, state: str) -> None:
    """Makes the pad good, broken, in conflict, gone, never there, or a directory."""
    if state == "directory":
        desk.pad.mkdir(parents=True)
    if state in ("fresh", "directory"):
        return
    desk.saved(GOOD)
    if state == "gone":
        desk.pad.unlink()
    else:
        desk.put({"good": GOOD, "broken": BROKEN, "conflict": CONFLICT}[state])


@pytest.mark.parametrize("options", [[], ["--json"]], ids=["text", "json"])
@pytest.mark.parametrize(("command", "state", "code"), TABLE)
def test_exit_codes(desk: Desk, command: str, state: str, code: int, options: list[str]) -> None:
    """0 done, 1 judged and refused, 3 could not be read; JSON is one document, or nothing with 3."""
    if command == "prompt" and options:
        options = ["--preview"]
    put_in_state(desk, state)
    ended = desk.run(*command.split(), *options, stdin=SHIP)
    assert ended.code == code, ended.err
    if options == ["--json"]:
        assert bool(ended.out) is (code != 3)
        if ended.out:
            ended.json()
    if code == 3:
        assert ended.out == ""
        assert ended.err.count("\n") == 1


HOSTILE = "- ok \x1b]52;c;ZWNobyBoaQ==\x07 \x1b[2J \x1b]0;owned\x07 \x9b31m \x08 \u202eabc\u202c [@click=app.quit]x[/]"


@pytest.mark.parametrize("options", [[], ["--json"]], ids=["text", "json"])
@pytest.mark.parametrize(
    "command", ["show", "validate", "diff", "history", "status", "recover", "restore -1"]
)
def test_hostile_text_is_never_sent_raw(desk: Desk, command: str, options: list[str]) -> None:
    """Neither to a terminal nor into a pipe, from whichever command prints the pad's text."""
    desk.put(GOOD.replace("- retries", f"{HOSTILE}\n- retries"))
    desk.apply(("Plan", "check", "2"))
    desk.put(BROKEN.replace("- retries", f"{HOSTILE} too\n- retries").replace("## Plam", "## Plam\x1b[31m"))
    desk.apply(("Next", "replace", "ship"))
    ended = desk.run(*command.split(), *options)
    assert not any(char in ended.out + ended.err for char in "\x1b\x07\x08\x9b\u202e")
