"""`redact`: counts by file on standard output, and the text nowhere."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from .conftest import CONFLICT, GOOD

if TYPE_CHECKING:
    from .conftest import Desk

SECRET = "Zauberwort-9731"  # noqa: S105 - a made-up one


@pytest.fixture
def held(desk: Desk) -> Desk:
    """A pad, two versions and a journal that hold the text."""
    desk.put(GOOD)
    desk.run(
        "apply",
        stdin=json.dumps([{"section": "Findings", "op": "append", "content": SECRET, "reason": SECRET}]),
    )
    return desk


def left(desk: Desk) -> list[str]:
    """The files that hold the text."""
    return [
        str(path) for path in desk.home.rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes()
    ]


def test_counts_by_file_are_the_result_and_the_text_is_never_printed(held: Desk) -> None:
    planned = held.run("redact", SECRET, "--dry-run")
    assert left(held)
    done = held.run("redact", SECRET)
    assert (planned.code, done.code) == (0, 0)
    assert done.out == planned.out
    assert done.out.split("\n")[0] == "1  .agent/scratchpad.md"
    assert "journal.jsonl" in done.out
    assert "would take it out of 4 places in 4 files" in planned.err
    assert "taken out of 4 places in 4 files" in done.err
    assert left(held) == []
    assert SECRET not in f"{planned}{done}"


def test_standard_input_gives_the_text_without_its_last_line_end(held: Desk) -> None:
    for data in (f"{SECRET}\n", f"{SECRET}\r\n"):
        assert held.run("redact", "-", "--dry-run", stdin=data).out
    assert held.run("redact", "-", stdin=SECRET).code == 0
    assert left(held) == []


def test_json_has_places_files_and_notes(held: Desk) -> None:
    found = held.run("redact", SECRET, "--json").json()
    assert (found["dry_run"], found["places"], len(found["files"])) == (False, 4, 4)
    assert set(found["files"][0]) == {"path", "places"}


def test_a_text_that_is_nowhere_is_no_error(held: Desk) -> None:
    before = held.tree()
    ended = held.run("redact", "Rumpelstilzchen")
    assert (ended.code, ended.out) == (0, "")
    assert "stands nowhere" in ended.err
    assert held.tree() == before


@pytest.mark.parametrize("between", ["\n\n## Ruled out\n- rest: ", "\n  "])
def test_a_text_that_stands_in_parts_is_told_so_that_each_is_given_by_itself(
    held: Desk, between: str
) -> None:
    head, rest = "Rumpel-stilz-", "chen-und-mehr"
    held.pad.write_text(f"## Findings\n- name {head}{between}{rest}\n", encoding="utf-8")
    ended = held.run("redact", head + rest)
    assert (ended.code, ended.out) == (0, "")
    assert "stands nowhere as one" in ended.err
    assert "in parts, in lines 2 to " in ended.err
    assert head not in ended.err
    for part in (head, rest):
        held.run("redact", part)
    assert all(part not in held.pad.read_text(encoding="utf-8") for part in (head, rest))


def test_on_a_fresh_path_nothing_is_made(desk: Desk) -> None:
    before = desk.tree()
    assert desk.run("redact", SECRET).code == 0
    assert desk.tree() == before


@pytest.mark.parametrize(
    ("words", "code"), [([""], 1), (["[redacted]"], 1), (["Plan"], 1), ([], 2), (["-"], 1)]
)
def test_what_cannot_be_taken_out_is_refused(held: Desk, words: list[str], code: int) -> None:
    assert held.run("redact", *words).code == code


def test_words_that_may_be_the_text_are_not_told_by_wrong_usage(held: Desk) -> None:
    for words in ([SECRET, "and", "more"], [f"-{SECRET}"], ["x", f"--{SECRET}=1"]):
        ended = held.run("redact", *words)
        assert ended.code == 2
        assert SECRET not in ended.err


def test_bytes_that_are_no_text_are_refused(held: Desk) -> None:
    ended = held.run("redact", "-", stdin=b"\xff\xfe")
    assert ended.code == 1
    assert "not UTF-8" in ended.err


def test_a_pad_in_conflict_is_refused_without_the_text(desk: Desk) -> None:
    desk.saved(GOOD)
    desk.put(CONFLICT.replace("- mine", f"- {SECRET}"))
    ended = desk.run("redact", SECRET)
    assert ended.code == 1
    assert SECRET not in ended.err


def test_a_path_that_holds_the_text_is_told_without_it(desk: Desk) -> None:
    pad = desk.put(GOOD.replace("retries", SECRET), desk.work / SECRET / "pad.md")
    ended = desk.run("redact", SECRET, "--pad", pad)
    assert ended.code == 0
    assert SECRET not in f"{ended.out}{ended.err}"
    assert SECRET not in pad.read_text("utf-8")


def test_commits_of_a_repository_are_told_with_the_command(held: Desk) -> None:
    (held.work / ".git").mkdir()
    told = held.run("redact", SECRET).err
    assert "git filter-repo --replace-text FILE" in told


def test_history_tells_of_it(held: Desk) -> None:
    held.run("redact", SECRET)
    assert (
        "redacted: A text was taken out of 4 places in 4 files. (you)" in held.run("history", "--events").out
    )
