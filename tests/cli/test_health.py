"""`health` and `doctor`: the signs as text and as JSON, and the exit code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cli.conftest import BROKEN, GOOD

if TYPE_CHECKING:
    from tests.cli.conftest import Desk


def test_all_is_well(desk: Desk) -> None:
    desk.saved(GOOD)
    ended = desk.run("health")
    assert (ended.code, ended.out, ended.err) == (0, "no sign of trouble\n", "")
    assert desk.run("health", "--json").json() == {"ok": True, "signs": [], "notes": []}


def test_a_fresh_path_is_well_and_stays_fresh(desk: Desk) -> None:
    before = desk.tree()
    assert desk.run("health").code == 0
    assert desk.tree() == before


@pytest.mark.parametrize("command", ["health", "doctor"])
def test_a_sign_has_its_remedy_and_exit_code_1(desk: Desk, command: str) -> None:
    desk.saved(GOOD)
    desk.put(BROKEN)
    before = desk.tree()
    ended = desk.run(command)
    assert ended.code == 1
    first, second = ended.out.split("\n")[:2]
    assert first.startswith("error: the pad does not parse: line 4: ")
    assert first.endswith(" [broken]")
    assert second.startswith("  mend line 4 ")
    told = desk.run(command, "--json")
    assert (told.code, told.json()["ok"]) == (1, False)
    (sign,) = told.json()["signs"]
    assert list(sign) == ["code", "severity", "message", "remedy", "subject", "command", "line"]
    assert sign["command"] == "scratchpad-tui edit"
    assert (sign["code"], sign["line"]) == ("broken", 4)
    assert desk.tree() == before


def test_a_fault_in_the_settings_is_told_once(desk: Desk) -> None:
    """As a sign, and not as a warning beside it."""
    desk.put("[history]\ndeepth = 9\n", desk.pad.parent / "scratchpad.toml")
    desk.saved(GOOD)
    ended = desk.run("health")
    assert (ended.code, ended.err) == (1, "")
    assert ended.out.count("deepth") == 1


def test_mere_information_counts_as_a_sign(desk: Desk) -> None:
    """What is listed is trouble to come, so that a script that looks at the exit code alone misses none of it."""
    desk.saved(GOOD)
    desk.put("[history]\ndepth = 5\n", desk.pad.parent / "scratchpad.toml")
    ended = desk.run("health", "--json")
    assert [sign["severity"] for sign in ended.json()["signs"]] == ["info"]
    assert (ended.code, ended.json()["ok"]) == (1, False)


def test_what_is_only_worth_knowing_is_no_sign(desk: Desk) -> None:
    """A pad of a linked worktree's own is told on standard error, as by every command, and all is well."""
    desk.saved(GOOD)
    (desk.pad.parent.parent / ".git").write_text("gitdir: /elsewhere/.git/worktrees/one\n", "utf-8")
    ended = desk.run("health")
    assert (ended.code, ended.out) == (0, "no sign of trouble\n")
    assert ended.err.startswith("scratchpad-tui: warning: ") or "is a linked git worktree" in ended.err
    (note,) = desk.run("health", "--json").json()["notes"]
    assert "this pad is its own" in note


def test_text_from_the_pad_is_shown_visibly(desk: Desk) -> None:
    desk.saved(GOOD)
    desk.put(GOOD.replace("## Plan", "## Pl\x1b[2Jan"))
    assert "\x1b" not in desk.run("health").out
    assert "\x1b" not in desk.run("health", "--json").out
