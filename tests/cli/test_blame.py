"""`blame`: its fields, its lines for a person, and what it says where there is little to say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cli.conftest import BROKEN, CONFLICT, GOOD

if TYPE_CHECKING:
    from tests.cli.conftest import Desk

FIELDS = {"section", "line", "text", "version", "time", "actor", "turn"}


@pytest.fixture
def turns(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """GOOD by hand, one turn of an agent, and an edit that no version has."""
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T10:12:00Z")
    desk.put(GOOD)
    desk.apply(("Findings", "append", "about zebras"), options=("--turn", "7", "--session", "s"))
    desk.put(desk.pad.read_text().replace("- about zebras", "- about zebras\n- by hand"))
    return desk


def test_json_has_the_fields_that_are_promised(turns: Desk) -> None:
    told = turns.run("blame", "--json")
    assert told.code == 0
    lines = told.json()["lines"]
    assert all(line.keys() >= FIELDS for line in lines)
    assert [line["section"] for line in lines] == ["Task", "Plan", "Plan", *["Findings"] * 3, "Next"]
    by_text = {line["text"]: line for line in lines}
    assert by_text["- about zebras"] == {
        "section": "Findings",
        "line": 10,
        "text": "- about zebras",
        "version": 2,
        "time": "2026-07-20T10:12:00.000Z",
        "actor": "agent",
        "turn": "7",
        "before": None,
    }
    by_hand = by_text["- by hand"]
    assert (by_hand["version"], by_hand["actor"], by_hand["time"]) == (None, "external", None)


def test_a_person_gets_a_line_a_line(turns: Desk) -> None:
    assert turns.run("blame", "--section", "FINDINGS").out == (
        "v     time                  author    line  text\n"
        "## Findings\n"
        "v1    2026-07-20 10:12:00Z  external     9  - retries are counted per worker\n"
        "v2    2026-07-20 10:12:00Z  agent t7    10  - about zebras\n"
        "external, not recorded yet              11  - by hand\n"
    )


def test_what_is_not_kept_is_said_as_before_a_version(desk: Desk) -> None:
    desk.put("[history]\ndepth = 2\n", desk.pad.parent / "scratchpad.toml")
    for number in range(5):
        desk.apply(("Findings", "append", f"f{number}"))
    out = desk.run("blame").out
    assert "before version 5" in out
    assert "  - f0\n" in out
    first = desk.run("blame", "--json").json()["lines"][0]
    assert (first["version"], first["time"], first["actor"], first["turn"]) == (None, None, None, None)
    assert first["before"] == 5


def test_nothing_yet_is_said_and_creates_nothing(desk: Desk) -> None:
    before = desk.tree()
    ended = desk.run("blame")
    assert (ended.code, ended.out) == (0, "")
    assert "no version yet" in ended.err
    assert desk.run("blame", "--json").json() == {"lines": []}
    assert desk.tree() == before


def test_an_empty_section_is_said(desk: Desk) -> None:
    desk.saved(GOOD)
    ended = desk.run("blame", "--section", "Ruled out")
    assert (ended.code, ended.out, ended.err) == (0, "", "scratchpad-tui: there is no line\n")


def test_an_unknown_section_is_refused(desk: Desk) -> None:
    desk.saved(GOOD)
    ended = desk.run("blame", "--section", "Vibes", "--json")
    assert ended.code == 1
    assert ended.json()["error"]["code"] == "unknown-section"


@pytest.mark.parametrize("text", [BROKEN, CONFLICT])
def test_a_pad_that_cannot_be_read_is_told_as_show_serves_it(desk: Desk, text: str) -> None:
    desk.saved(GOOD)
    desk.put(text)
    before = desk.tree()
    ended = desk.run("blame")
    assert ended.code == 1
    assert "last good one" in ended.err
    assert "- retries are counted per worker" in ended.out
    assert desk.tree() == before


def test_without_a_journal_the_author_is_unknown(desk: Desk) -> None:
    desk.saved(GOOD)
    (desk.pad.parent / ".history" / "scratchpad.md" / "journal.jsonl").unlink()
    assert "v1    at unknown time       unknown     2  Move the billing job\n" in desk.run("blame").out


def test_text_and_labels_are_shown_visibly(desk: Desk) -> None:
    """They come from a file and from an agent's hook."""
    desk.put(GOOD.replace("- retries", "- \x1b[2Jretries"))
    desk.apply(("Next", "replace", "x"), options=("--turn=a\u202eb",))
    out = desk.run("blame").out
    assert "␛[2Jretries" in out
    assert "agent a⇄b" in out
    assert "\x1b" not in desk.run("blame", "--json").out
