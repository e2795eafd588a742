"""`verify`: which checks it makes of which pad, what it prints, and how it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.records import digest
from tests.cli.conftest import GOOD
from tests.core.audited.memories import BROKEN, PAD, set_clock

if TYPE_CHECKING:
    from tests.cli.conftest import Desk


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch)


def test_a_state_that_survives_is_told_with_its_size_and_hash(desk: Desk) -> None:
    desk.put(PAD)
    ended = desk.run("verify", "--survives-compact")
    sha256 = digest(PAD.encode())
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == f"{desk.pad}: state survives: 5 entries, sha256 {sha256}\n"
    told = desk.run("verify", "--survives-compact", "--json").json()
    assert told == {
        "path": str(desk.pad),
        "ok": True,
        "errors": [],
        "entries": 5,
        "sha256": sha256,
        "version": None,
    }


def test_a_task_pad_survives_too_and_its_version_is_told(desk: Desk) -> None:
    desk.saved(GOOD)
    ended = desk.run("verify", "--survives-compact")
    assert ended.code == 0
    assert ended.out.endswith(", version 3\n")
    assert desk.run("verify").code == 0


@pytest.mark.parametrize("words", [["verify"], ["verify", "--survives-compact"]], ids=" ".join)
def test_a_broken_audited_pad_is_exit_1_with_its_lines(desk: Desk, words: list[str]) -> None:
    desk.put(BROKEN)
    ended = desk.run(*words, "--profile", "audited")
    assert ended.code == 1
    assert ended.out.startswith(f'{desk.pad}:11: unknown section "Opne"')
    assert ended.out.endswith("[unknown-section]\n")
    told = desk.run(*words, "--profile", "audited", "--json").json()
    assert [(one["line"], one["code"]) for one in told["errors"]] == [(11, "unknown-section")]
    assert desk.pad.read_text("utf-8") == BROKEN


def test_there_is_nothing_yet(desk: Desk) -> None:
    ended = desk.run("verify", "--survives-compact", "--profile", "audited")
    assert (ended.code, ended.out) == (0, f"{desk.pad}: nothing there yet\n")
    assert not desk.pad.parent.exists()


def test_an_audited_pad_is_ok_where_each_entry_says_where_it_comes_from(desk: Desk) -> None:
    desk.put(PAD)
    ended = desk.run("verify")
    assert (ended.code, ended.out) == (0, f"{desk.pad}: ok\n")


FAULTY = {
    "- builds take 40 s {#build-time}": "no-evidence",
    "- builds take 40 s [src:ci job 7 @ 2026-07-01]": "no-key",
    "- builds take 40 s [src:ci job 7 @ 2026-07-01] {#Build}": "bad-key",
    "- builds take 40 s [src:ci job 7 @ 2026-02-30] {#build-time}": "bad-date",
    "- builds take 40 s [src:ci job 7 @ 2027-02-01] {#build-time}": "future-date",
}


@pytest.mark.parametrize(("line", "code"), FAULTY.items(), ids=FAULTY.values())
def test_what_validate_warns_of_is_a_fault_here(desk: Desk, line: str, code: str) -> None:
    desk.put(PAD.replace("- builds take 40 s [src:ci job 7 @ 2026-07-01] {#build-time}", line))
    ended = desk.run("verify")
    assert ended.code == 1
    lines = ended.out.rstrip("\n").split("\n")
    assert all(told.startswith(f"{desk.pad}:8: ") for told in lines)
    assert f"[{code}]" in ended.out
    assert desk.run("verify", "--json").json()["ok"] is False


def test_a_secret_is_a_fault_and_its_value_is_not_told(desk: Desk) -> None:
    value = "ghp_" + "x9Kq2LmZp0RtYw8VbN" + "4cHd7SfJ1gAeTu3iOo"
    desk.put(PAD.replace("port is 5433", f"the token is {value}"))
    ended = desk.run("verify")
    assert ended.code == 1
    assert "[secret]" in ended.out
    assert value not in ended.out + ended.err


def test_a_cap_and_a_hidden_character_are_no_faults(desk: Desk) -> None:
    """They say nothing against what the entries tell; `validate` warns of them."""
    long = "- x\u200b " + "word " * 700 + "[src:a @ 2026-07-01] {#long}\n"
    desk.put(PAD.replace("- port is 5433", f"{long}- port is 5433"))
    assert desk.run("verify").code == 0
    assert {one["code"] for one in desk.run("validate", "--json").json()["warnings"]} >= {"over-cap"}
