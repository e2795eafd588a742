"""`record` and `tidy`: what they print, as text and as JSON, and how they end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cli.conftest import GOOD
from tests.core.audited.memories import PAD, set_clock

if TYPE_CHECKING:
    from tests.cli.conftest import Desk


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch)


def test_record_prints_its_diff(desk: Desk) -> None:
    desk.put(PAD)
    ended = desk.run("record", "Findings", "ci-no-redis", "CI has no redis", "--source", "job 4412")
    assert (ended.code, ended.err) == (0, "")
    assert "+- CI has no redis [src:job 4412 @ 2026-07-20] {#ci-no-redis}\n" in ended.out
    again = desk.run("record", "Findings", "ci-no-redis", "CI has no redis", "--source", "job 4412", "--json")
    assert (again.code, again.json()["changed"]) == (0, False)


def test_record_takes_every_option(desk: Desk) -> None:
    desk.put(PAD.replace("{#region}", "{#region}\n- which zone? {#zone}"))
    ended = desk.run(
        *("record", "Findings", "slow", "--source", "job 1", "--date", "2026-07-19", "--actor", "human"),
        *("--from-hypothesis", "cold-cache", "--contradicts", "build-time", "--contradicts", "db-port"),
        *("--closes", "region", "--closes", "zone", "--turn", "7", "--session", "s1", "--json"),
    )
    assert ended.code == 0
    told = ended.json()
    assert (told["changed"], told["sections"]) == (True, ["Hypotheses", "Decisions", "Findings", "Open"])
    text = desk.pad.read_text("utf-8")
    assert "- the cache may be cold [src:job 1 @ 2026-07-19] {#slow}" in text
    assert text.count("(closed)") == 2
    assert text.count("-changed-1}") == 2
    newest = desk.run("history", "--json").json()["versions"][-1]
    assert (newest["actor"], newest["turn"], newest["session"]) == ("human", "7", "s1")


def test_a_refusal_is_one_line_with_its_rule_as_the_code(desk: Desk) -> None:
    desk.put(PAD)
    ended = desk.run("record", "Findings", "a-key", "just so")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.count("\n") == 1
    assert "Hypotheses or Open" in ended.err
    told = desk.run("record", "Findings", "a-key", "just so", "--json").json()
    assert told["error"]["code"] == "no-evidence"
    assert desk.pad.read_text("utf-8") == PAD


def test_a_pad_without_keys_names_what_to_use(desk: Desk) -> None:
    desk.put(GOOD)
    for words in (("record", "Findings", "a", "b", "--source", "c"), ("tidy",)):
        ended = desk.run(*words)
        assert ended.code == 1
        assert "init --profile audited" in ended.err


def test_tidy_says_what_leaves_and_why(desk: Desk) -> None:
    desk.put(PAD)
    desk.run(
        "record",
        "Findings",
        "slow",
        "x",
        "--source",
        "s",
        "--contradicts",
        "build-time",
        "--closes",
        "region",
    )
    before = desk.pad.read_text("utf-8")
    lines = (
        "Open: which region? {#region} (closed)\n"
        "Findings: builds take 40 s {#build-time} (contradicted, see Decisions)\n"
    )
    dry = desk.run("tidy", "--dry-run")
    assert (dry.code, dry.out, dry.err) == (0, lines, "")
    assert desk.pad.read_text("utf-8") == before
    told = desk.run("tidy", "--json").json()
    assert (told["changed"], told["dry_run"]) == (True, False)
    assert told["closed"] == [{"section": "Open", "key": "region", "text": "which region?"}]
    assert [entry["key"] for entry in told["collapsed"]] == ["build-time"]
    ended = desk.run("tidy")
    assert (ended.code, ended.out) == (0, "")
    assert "nothing is closed or contradicted" in ended.err


def test_escapes_in_a_hand_written_entry_never_reach_the_terminal(desk: Desk) -> None:
    desk.put(PAD.replace("which region?", "which \x1b[31mregion? (closed)"))
    ended = desk.run("tidy", "--dry-run")
    assert "{#region}" in ended.out
    assert "\x1b" not in ended.out
