"""`diff` and `history`: which turn changed what, and by whom."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.text import width
from tests.cli.conftest import BROKEN, GOOD

if TYPE_CHECKING:
    from tests.cli.conftest import Desk


@pytest.fixture
def turns(desk: Desk) -> Desk:
    """A pad with five versions: GOOD by hand, three turns, a refused list, one edit by a person."""
    desk.put(GOOD)
    desk.apply(("Next", "replace", "v1"), options=("--turn", "1", "--session", "s"))
    desk.apply(("Next", "replace", "v2"), ("Findings", "append", "about zebras"), options=("--turn", "2"))
    desk.apply(("Vibes", "append", "refused zebras"))
    desk.apply(("Next", "replace", "v3"), options=("--actor", "human"))
    return desk


def test_diff_shows_the_last_turn(turns: Desk) -> None:
    """And no other."""
    out = turns.run("diff").out
    assert "-v2\n+v3\n" in out
    assert "v1" not in out
    told = turns.run("diff", "--json").json()
    assert (told["from"], told["to"], told["added"], told["removed"], told["sections"]) == (
        3,
        4,
        1,
        1,
        ["Next"],
    )


def test_diff_shows_the_kth_last_turn(turns: Desk) -> None:
    """The first of all is against the empty pad."""
    assert "+v2\n" in turns.run("diff", "-n", "2").out
    first = turns.run("diff", "-n", "4", "--json").json()
    assert (first["from"], first["to"]) == (0, 1)
    assert turns.run("diff", "-n", "5").code == 1


def test_diff_between_two_versions(turns: Desk) -> None:
    """Below zero counts back from the current one; one end alone is enough."""
    assert "-v1\n" in turns.run("diff", "--from", "2", "--to", "4").out
    assert turns.run("diff", "--from", "-2", "--to", "-1", "--json").json()["from"] == 2
    assert turns.run("diff", "--from", "2", "--json").json()["to"] == 4
    assert turns.run("diff", "--to", "3", "--json").json()["from"] == 2
    assert turns.run("diff", "--from", "0", "--json").json()["from"] == 0
    same = turns.run("diff", "--from", "2", "--to", "2")
    assert (same.code, same.out) == (0, "")
    assert turns.run("diff", "--from", "77", "--json").json()["error"]["code"] == "no-version"


def test_diff_of_a_turn_whose_version_before_is_pruned_says_so(desk: Desk) -> None:
    """It would look as if that turn had written everything."""
    desk.put("[history]\ndepth = 1\n", desk.pad.parent / "scratchpad.toml")
    desk.put(GOOD)
    desk.apply(("Next", "replace", "v1"))
    ended = desk.run("diff")
    assert ended.code == 1
    assert "not kept" in ended.err


def test_a_diff_names_its_versions_and_the_newer_ones_author(turns: Desk) -> None:
    """Whoever reads it in a pipe or a report knows what it is of; the same head stands in the JSON."""

    def head(*options: str) -> list[str]:
        lines = turns.run("diff", *options).out.split("\n")[:2]
        assert turns.run("diff", "--json", *options).json()["diff"].split("\n")[:2] == lines
        return lines

    assert head() == ["--- v3", "+++ v4 · you"]
    assert head("-n", "2") == ["--- v2", "+++ v3 · agent t2"]
    assert head("-n", "4") == ["--- v0 · the empty pad", "+++ v1 · external"]
    assert head("--from", "4", "--to", "2") == ["--- v4", "+++ v2 · agent t1"]


def test_a_foreign_label_stays_in_the_head_of_a_diff(turns: Desk) -> None:
    """A line end in it would begin a hunk of its own."""
    journal = turns.pad.parent / ".history" / "scratchpad.md" / "journal.jsonl"
    record = {
        "kind": "version",
        "version": 4,
        "sha256": "",
        "actor": "agent",
        "turn": "9\n@@ -1 +1 @@\n+evil",
    }
    with journal.open("a", encoding="utf-8") as file:
        file.write(json.dumps(record) + "\n")
    out = turns.run("diff").out
    assert out.startswith("--- v3\n+++ v4 · agent 9 @@ -1 +1 @@ +evil\n@@ ")


@pytest.mark.parametrize("command", ["diff", "history"])
def test_nothing_yet_is_said_and_creates_nothing(desk: Desk, command: str) -> None:
    """Exit 0: there was nothing to do."""
    before = desk.tree()
    ended = desk.run(command)
    assert (ended.code, ended.out) == (0, "")
    assert "no version yet" in ended.err
    assert desk.run(command, "--json").code == 0
    assert desk.tree() == before


def test_history_has_the_fields_that_are_promised(turns: Desk) -> None:
    """Newest last."""
    told = turns.run("history", "--json").json()
    assert told["path"] == str(turns.pad)
    assert [version["version"] for version in told["versions"]] == [1, 2, 3, 4]
    version = told["versions"][2]
    promised = "version time actor by turn session added removed sections size sha256 alarms"
    assert version.keys() >= set(promised.split())
    assert (version["actor"], version["turn"], version["session"]) == ("agent", "2", None)
    assert version["sections"] == ["Findings", "Next"]
    assert "events" not in told


def test_history_is_a_line_a_version(turns: Desk) -> None:
    """Number, time, who, how much, where."""
    lines = turns.run("history").out.split("\n")
    assert [line.split()[0] for line in lines if line] == ["v1", "v2", "v3", "v4"]
    assert lines[1].endswith("  agent t1  +1 -1  Next  in s")
    assert lines[2].endswith("  agent t2  +2 -1  Findings, Next")
    assert lines[3].endswith("  you       +1 -1  Next")


def test_the_columns_of_history_stand_under_each_other(desk: Desk) -> None:
    """Whatever a session is called, wide characters too; a number of five digits needs its room."""
    desk.put(GOOD)
    desk.apply(("Next", "replace", "a"), options=("--session", "4ff5bc3e-1d5b-4b0e-9d83-0f4b1c2d3e4f"))
    desk.apply(("Next", "replace", "b"), options=("--turn", "直す", "--session", "s"))
    desk.apply(("Next", "replace", "c"), options=("--turn", "100"))
    folder = desk.pad.parent / ".history" / "scratchpad.md"
    (folder / "00000004.md").rename(folder / "00012345.md")
    lines = desk.run("history").out.rstrip("\n").split("\n")
    assert len({width(line[: line.index("+")]) for line in lines[:3]}) == 1
    assert len({line.index(" 20") for line in lines[:3]}) == 1
    assert {line.index("-") for line in lines[:3]} == {lines[0].index("-")}


def test_history_is_one_line_a_version_whatever_a_label_holds(turns: Desk) -> None:
    """Another program may have written line ends into the journal."""
    journal = turns.pad.parent / ".history" / "scratchpad.md" / "journal.jsonl"
    odd = {"kind": "version", "version": 4, "sha256": "", "actor": "agent", "session": "a\nv9 forged"}
    event = {"kind": "event", "event": "refused", "message": "b\nv8 forged", "actor": "human"}
    with journal.open("a", encoding="utf-8") as file:
        file.write(json.dumps(odd) + "\n" + json.dumps(event) + "\n")
    lines = turns.run("history", "--events").out.rstrip("\n").split("\n")
    assert [line.split()[0] for line in lines] == ["v1", "v2", "v3", "-", "v4", "-"]
    assert lines[-1].endswith("refused: b␊v8 forged (you)")


def test_history_filters(turns: Desk) -> None:
    """By section in any letter case, by actor, by a text that came or went."""

    def found(*options: str) -> list[int]:
        return [version["version"] for version in turns.run("history", "--json", *options).json()["versions"]]

    assert found("--section", "findings") == [1, 3]
    assert found("--actor", "human") == [4]
    assert found("--actor", "you") == [4]
    assert found("--actor", "agent") == [2, 3]
    assert found("--grep", "zebras") == [3]
    assert found("--grep", "zebras", "--actor", "human") == []
    assert turns.run("history", "--section", "Vibes").code == 1
    assert turns.run("history", "--grep", "nowhere").err == "scratchpad-tui: no version is like that\n"


def test_what_a_person_restored_is_theirs(turns: Desk) -> None:
    """It has an actor of its own, and the list says so; a person is behind it all the same."""
    turns.run("restore", "2")
    listed = {
        word: turns.run("history", "--actor", word).out for word in ("you", "human", "restored", "restore")
    }
    assert [line.split()[0] for line in listed["you"].splitlines()] == ["v4", "v5"]
    assert "restored" in listed["you"]
    assert listed["human"] == listed["you"]
    assert [line.split()[0] for line in listed["restored"].splitlines()] == ["v5"]
    assert listed["restore"] == listed["restored"]


def test_history_shows_events_where_they_happened(turns: Desk) -> None:
    """A refused list stands behind the version that it met."""
    told = turns.run("history", "--events", "--json").json()["events"]
    assert told[-1].keys() == {"time", "event", "actor", "message"}
    assert told[-1]["event"] == "refused"
    lines = turns.run("history", "--events").out.split("\n")
    assert [line.split()[0] for line in lines if line] == ["v1", "v2", "v3", "-", "v4"]
    assert "refused" in lines[3]
    assert turns.run("history", "--events", "--actor", "human", "--json").json()["events"] == []


def test_history_shows_labels_visibly(desk: Desk) -> None:
    """They come from an agent's hook."""
    desk.put(GOOD)
    desk.apply(("Next", "replace", "x"), options=("--session=a\u202eb",))
    assert "a⇄b" in desk.run("history").out
    assert desk.run("history", "--json").json()["versions"][-1]["session"] == "a\u202eb"


def test_a_version_without_a_journal_line_is_listed(turns: Desk) -> None:
    """The files are the truth; the journal annotates."""
    (turns.pad.parent / ".history" / "scratchpad.md" / "journal.jsonl").write_text(
        '{"kind": "event"}\nrubbish\n'
    )
    told = turns.run("history", "--events", "--json").json()
    assert [version["version"] for version in told["versions"]] == [1, 2, 3, 4]
    assert told["versions"][3]["actor"] is None
    assert told["events"] == []
    assert turns.run("history").out.startswith("v1")


@pytest.mark.parametrize("kind", ["directory", "pipe"])
@pytest.mark.parametrize(
    "command", [["history"], ["history", "--events", "--json"], ["diff"], ["blame"], ["export"], ["recover"]]
)
def test_a_journal_that_cannot_be_read_costs_annotation_and_is_told(
    turns: Desk, command: list[str], kind: str
) -> None:
    """What only reads serves the versions all the same; what writes does not go on beside it."""
    journal = turns.pad.parent / ".history" / "scratchpad.md" / "journal.jsonl"
    with_it = turns.run(*command)
    journal.unlink()
    if kind == "directory":
        journal.mkdir()
    else:
        os.mkfifo(journal)
    told = turns.run(*command)
    assert told.code == 0
    assert "unknown" in told.out or "null" in told.out or command[0] in ("diff", "recover")
    if command[0] != "recover":
        assert told.out.strip()
        assert told.err.count("journal.jsonl is") == 1
    assert with_it.code == 0
    assert turns.run("restore", "1").code == 3


def test_health_tells_of_a_journal_that_cannot_be_read(turns: Desk) -> None:
    journal = turns.pad.parent / ".history" / "scratchpad.md" / "journal.jsonl"
    journal.unlink()
    journal.mkdir()
    done = turns.run("health", "--json")
    told = done.json()
    assert done.code == 1
    assert [sign["severity"] for sign in told["signs"] if sign["code"] == "journal"] == ["error"]


def test_a_journal_of_odd_values_breaks_nothing(turns: Desk) -> None:
    """Another program may have written into it."""
    journal = turns.pad.parent / ".history" / "scratchpad.md" / "journal.jsonl"
    odd = '{"kind":"version","version":4,"sha256":7,"time":[1],"added":"x","sections":3,"alarms":{"a":1},"turn":{}}\n'
    journal.write_text(odd + '{"kind":"event","event":"x","time":7,"message":["m"],"actor":null}\n')
    for words in (["history"], ["history", "--events"], ["history", "--section", "Next"], ["status"]):
        assert turns.run(*words).code == 0, words
        assert turns.run(*words, "--json").json()


def test_alarms_stand_in_the_list(desk: Desk) -> None:
    """A person sees at once which turn took much away."""
    desk.put(GOOD)
    desk.apply(("Findings", "clear"))
    assert "! Findings lost all of its entries" in desk.run("history").out


def test_status_is_one_line(turns: Desk) -> None:
    """For tmux: version, who, when, plan."""
    ended = turns.run("status")
    assert ended.out == "v4 · you · now · plan 1/2 · next: v3\n"
    told = turns.run("status", "--json").json()
    assert (told["version"], told["actor"], told["plan"]) == (4, "human", {"done": 1, "total": 2})
    assert told["next"] == "v3"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("n" * 60, "n" * 60),
        ("n" * 61, "n" * 59 + "…"),
        ("直" * 31, "直" * 29 + "…"),
        ("- read it\n  then mend it", "read it then mend it"),
        ("a \x1b[2J b", "a ␛[2J b"),
    ],
)
def test_status_ends_with_the_next_action_cut_to_a_width(desk: Desk, text: str, shown: str) -> None:
    """One line in cells; the whole of it stands in the JSON."""
    desk.saved(GOOD.replace("\nwrite the adapter\n", f"\n{text}\n"))
    ended = desk.run("status")
    assert ended.out.endswith(f" · next: {shown}\n")
    assert ended.out.count("\n") == 1
    assert desk.run("status", "--json").json()["next"] == " ".join(text.removeprefix("- ").split())


def test_status_without_a_next_action_has_no_word_of_it(desk: Desk) -> None:
    """An empty section, and a profile without one."""
    desk.saved(GOOD.replace("\nwrite the adapter\n", "\n_(empty)_\n"))
    assert "next" not in desk.run("status").out
    assert desk.run("status", "--json").json()["next"] is None
    other = desk.put("## Hypotheses\n- x\n\n## Decisions\n\n## Findings\n\n## Open\n", desk.work / "a.md")
    assert desk.run("status", "--pad", other, "--json").json()["next"] is None


def test_status_says_what_is_wrong_first(desk: Desk) -> None:
    """In a narrow status bar the end is cut."""
    assert desk.run("status").out == "no pad yet\n"
    desk.saved(GOOD.replace("\nwrite the adapter\n", "\n" + "n" * 260 + "\n"))
    assert " · over cap: Next · next: nnn" in desk.run("status").out
    desk.put(BROKEN)
    ended = desk.run("status")
    assert (ended.code, ended.out.split(" · ")[:2]) == (0, ["BROKEN", "v3"])
    desk.pad.unlink()
    assert desk.run("status").out.startswith("GONE · v3 · ")


def test_status_of_a_version_from_a_clock_ahead(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two machines never agree on the time."""
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T10:12:00Z")
    desk.put(GOOD)
    desk.apply(("Next", "replace", "x"), options=("--turn", "7"))
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T10:10:00Z")
    assert desk.run("status").out.startswith("v2 · agent t7 · now")
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T13:12:00Z")
    assert desk.run("status").out.startswith("v2 · agent t7 · 3 h")
