"""`apply`, `restore` and `recover --take`: what they print, and what they leave on disk."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.cli import output
from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad.store import PadStore
from tests.cli.conftest import BROKEN, CONFLICT, GOOD

if TYPE_CHECKING:
    from tests.cli.conftest import Desk

SHIP = '[{"section": "Next", "op": "replace", "content": "ship"}]'


def test_apply_prints_the_diff_and_tells_warnings_apart(desk: Desk) -> None:
    """The result on standard output, words for people on standard error."""
    desk.put(GOOD)
    ended = desk.run("apply", stdin=SHIP[:-1] + ', {"section": "Plan", "op": "check", "content": "9"}]')
    assert ended.code == 0
    assert "-write the adapter\n+ship\n" in ended.out
    assert ended.err.startswith("warning: ")
    assert "9" in ended.err


def test_apply_takes_the_list_from_a_file_or_standard_input(desk: Desk) -> None:
    """Both give the same answer."""
    desk.put(GOOD)
    one = desk.run("apply", "--json", "--dry-run", stdin=SHIP).json()
    two = desk.run("apply", "--json", "--dry-run", "--file", desk.put(SHIP, desk.work / "p.json")).json()
    assert one == two
    assert one.keys() >= {"changed", "version", "diff", "warnings"}


def test_apply_of_a_missing_file_is_exit_3_with_its_name(desk: Desk) -> None:
    """One line on standard error, nothing on standard output."""
    ended = desk.run("apply", "--json", "--file", desk.work / "no.json")
    assert (ended.code, ended.out) == (3, "")
    assert "no.json" in ended.err
    assert ended.err.count("\n") == 1


def test_apply_without_standard_input_is_refused(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A daemon may start it without any."""
    from scratchpad_tui.cli.main import main

    desk.put(GOOD)
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["apply"]) == 1


def test_standard_input_that_cannot_be_read_is_exit_3(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a directory is put in its place."""
    from scratchpad_tui.cli.main import main

    class Unreadable(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            raise IsADirectoryError(21, "Is a directory")

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Unreadable()))
    assert main(["apply"]) == 3


REFUSED = [
    ('[{"section": "Vibes", "op": "append", "content": "x"}]', "unknown-section", 0, "section"),
    ('[{"section": "Next", "op": "apend", "content": "x"}]', "unknown-op", 0, "op"),
    ("nonsense", "not-json", None, None),
    ("", "empty-input", None, None),
]


@pytest.mark.parametrize(("text", "code", "index", "field"), REFUSED)
def test_a_refusal_is_a_document_for_the_model_and_a_line_for_people(
    desk: Desk, text: str, code: str, index: int | None, field: str | None
) -> None:
    """The model learns index, field and what is accepted; the same text will be refused again."""
    desk.saved(GOOD)
    ended = desk.run("apply", "--json", stdin=text)
    assert ended.code == 1
    told = ended.json()
    assert told["changed"] is False
    error = told["error"]
    assert (error["code"], error["index"], error["field"], error["retryable"]) == (code, index, field, False)
    assert ended.err == f"scratchpad-tui: {error['message']}\n"
    plain = desk.run("apply", stdin=text)
    assert (plain.code, plain.out, plain.err) == (1, "", ended.err)
    assert desk.pad.read_text() == GOOD


def test_a_refusal_lists_what_is_accepted(desk: Desk) -> None:
    """A list that a program can choose from."""
    error = desk.apply(("Vibes", "append", "x")).json()["error"]
    assert error["accepted"] == ["Task", "Plan", "Findings", "Ruled out", "Open questions", "Next"]


def test_a_conflict_is_refused_with_its_lines(desk: Desk) -> None:
    """Nothing is moved or changed until a person has chosen."""
    desk.saved(GOOD)
    desk.put(CONFLICT)
    ended = desk.apply(("Next", "replace", "ship"))
    assert ended.code == 1
    assert ended.json()["error"]["code"] == "conflict"
    assert ended.json()["error"]["problems"][0]["line"] == 9
    assert desk.pad.read_text() == CONFLICT


def test_labels_and_actor_are_read_back(desk: Desk) -> None:
    """As given; an empty label is none."""
    desk.put(GOOD)
    desk.apply(("Next", "replace", "a"), options=("--session=-rf", "--turn=../../x", "--actor", "human"))
    desk.apply(("Next", "replace", "b"), options=("--session=", "--turn="))
    one, two = desk.run("history", "--json").json()["versions"][-2:]
    assert (one["session"], one["turn"], one["actor"], one["by"]) == ("-rf", "../../x", "human", "human")
    assert (two["session"], two["turn"], two["actor"]) == (None, None, "agent")


@pytest.mark.parametrize("option", ["--session", "--turn"])
@pytest.mark.parametrize("label", ["x" * 129, 'a\n{"kind": "version"}', "\x1b[31m", "a\x7f"])
def test_bad_labels_are_refused(desk: Desk, option: str, label: str) -> None:
    """No forged line in the journal, no escape in a list of versions."""
    desk.saved(GOOD)
    ended = desk.apply(("Next", "replace", "x"), options=(f"{option}={label}",))
    assert ended.code == 1
    assert ended.json()["error"]["code"] == "bad-label"
    assert desk.pad.read_text() == GOOD


def test_an_empty_list_creates_nothing(desk: Desk) -> None:
    """Most turns change nothing, also the first."""
    before = desk.tree()
    ended = desk.run("apply", "--json", stdin="[]")
    assert (ended.code, ended.json()["changed"]) == (0, False)
    assert desk.tree() == before


def test_a_dry_run_writes_nothing(desk: Desk) -> None:
    """Not even an event about a refusal."""
    desk.saved(GOOD)
    before = {path: (desk.home / path).stat().st_mtime_ns for path in desk.tree()}
    assert "+ship" in desk.run("apply", "--dry-run", stdin=SHIP).out
    assert desk.run("apply", "--dry-run", stdin=SHIP.replace("Next", "Vibes")).code == 1
    assert {path: (desk.home / path).stat().st_mtime_ns for path in desk.tree()} == before


def test_a_recovery_is_in_the_warnings(desk: Desk) -> None:
    """The command does its work and says what it met."""
    desk.saved(GOOD)
    desk.put(BROKEN)
    ended = desk.apply(("Next", "replace", "ship"))
    assert ended.code == 0
    assert "scratchpad.broken-" in ended.json()["warnings"][0]
    assert "scratchpad.broken-" in ended.err


def test_restore_takes_negative_numbers(desk: Desk) -> None:
    """-1 is a version and not an option."""
    desk.put(GOOD)
    for text in ("one", "two", "three"):
        desk.apply(("Next", "replace", text))
    ended = desk.run("restore", "-1")
    assert ended.code == 0
    assert "-three\n+two\n" in ended.out
    assert desk.pad.read_text().endswith("## Next\ntwo\n")
    assert desk.run("restore", "-999").code == 1
    assert desk.run("restore", "0").code == 1


def test_restore_of_a_section_leaves_the_rest(desk: Desk) -> None:
    """By its name; an unknown one is refused."""
    desk.put(GOOD)
    desk.apply(("Next", "replace", "one"), ("Findings", "append", "kept"))
    desk.apply(("Next", "replace", "two"), ("Findings", "append", "also kept"))
    ended = desk.run("restore", "-1", "--section", "next", "--json")
    assert ended.code == 0
    assert ended.json()["sections"] == ["Next"]
    assert "- also kept" in desk.pad.read_text()
    assert desk.run("restore", "-1", "--section", "Vibes").code == 1


def test_restore_of_the_text_that_stands_there_says_so(desk: Desk) -> None:
    """Nothing to do is done."""
    desk.saved(GOOD)
    newest = desk.run("history", "--json").json()["versions"][-1]["version"]
    ended = desk.run("restore", newest)
    assert (ended.code, ended.out) == (0, "")
    assert "nothing to restore" in ended.err


def broken_and_recovered(desk: Desk) -> int:
    """A quarantined file with a line that the pad lacks; the number of that line."""
    broken = BROKEN.replace("- retries", "- typed by a person\n- retries").replace(
        "## Next\nwrite the adapter", "## Next\nalso lost"
    )
    desk.saved(GOOD)
    desk.put(broken)
    desk.apply(("Plan", "check", "2"))
    return broken.split("\n").index("- typed by a person") + 1


def test_recover_lists_names_reasons_and_lines(desk: Desk) -> None:
    """In text and as JSON; `--list` is what happens anyway."""
    number = broken_and_recovered(desk)
    (item,) = desk.run("recover", "--json").json()["quarantined"]
    assert item.keys() >= {"name", "time", "reason", "missing_lines"}
    assert {"line": number, "section": "Findings", "text": "- typed by a person"} in item["missing_lines"]
    ended = desk.run("recover", "--list")
    assert ended.code == 0
    assert item["name"] in ended.out
    assert "unknown section" in ended.out
    assert f"{number}  Findings: - typed by a person\n" in ended.out
    assert "--take" in ended.err


def test_recover_takes_lines_back_once(desk: Desk) -> None:
    """By number, then all of the rest; a line that is not offered is refused."""
    number = broken_and_recovered(desk)
    ended = desk.run("recover", "--take", number)
    assert ended.code == 0
    assert "+- typed by a person" in ended.out
    assert "also lost" not in desk.pad.read_text()
    told = desk.run("recover", "--take", "all", "--json").json()
    assert told["changed"] is True
    assert desk.pad.read_text().count("- typed by a person") == 1
    assert "also lost" in desk.pad.read_text()
    assert desk.run("recover", "--take", "999").code == 1


def test_recover_in_a_pipe_does_not_count_as_looked_at(desk: Desk) -> None:
    """An agent that lists must not silence the notice that is meant for a person."""
    broken_and_recovered(desk)
    desk.run("recover")
    assert "scratchpad.broken-" in desk.run("prompt").out


def test_recover_in_a_terminal_counts_as_looked_at(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the notice leaves the prompt."""
    broken_and_recovered(desk)
    monkeypatch.setattr(output, "is_terminal", lambda _stream: True)
    monkeypatch.setenv("NO_COLOR", "1")
    ended = desk.run("recover")
    assert "looked at: neither the agent's prompt nor the screen names it from now on" in ended.err
    assert "scratchpad.broken-" not in desk.run("prompt").out
    assert "looked at" not in desk.run("recover").err


def test_taking_all_lines_is_the_end_of_it(desk: Desk) -> None:
    """It counts as looked at, and the list says that the file is of no more use."""
    broken_and_recovered(desk)
    assert "looked at" in desk.run("recover", "--take", "all").err
    assert "scratchpad.broken-" not in desk.run("prompt").out
    assert "the pad lacks none of its lines: the file may be deleted" in desk.run("recover").out


def test_a_quarantined_file_that_was_deleted_can_be_looked_at_too(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else its notice would stand for ever."""
    broken_and_recovered(desk)
    for file in desk.pad.parent.glob("scratchpad.broken-*"):
        file.unlink()
    monkeypatch.setattr(output, "is_terminal", lambda _stream: True)
    assert "looked at" in desk.run("recover").err
    assert "scratchpad.broken-" not in desk.run("prompt").out


def test_the_list_is_printed_where_looking_cannot_be_noted(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reading command does not fail for what it would remember."""
    broken_and_recovered(desk)

    def fails(_store: PadStore) -> None:
        raise StorageError("the folder is read-only", "make it writable")

    monkeypatch.setattr(PadStore, "looked", fails)
    monkeypatch.setattr(output, "is_terminal", lambda _stream: True)
    monkeypatch.setenv("NO_COLOR", "1")
    ended = desk.run("recover")
    assert (ended.code, "typed by a person" in ended.out) == (0, True)
    assert "could not be noted as looked at: the folder is read-only; make it writable" in ended.err


def test_recover_with_nothing_in_quarantine(desk: Desk) -> None:
    """Done, also when there was nothing to do."""
    ended = desk.run("recover")
    assert (ended.code, ended.out) == (0, "")
    assert desk.run("recover", "--json").json() == {"quarantined": []}
    assert desk.run("recover", "--take", "all").code == 1


def test_recover_tells_of_a_pad_that_is_broken_and_not_moved_yet(desk: Desk) -> None:
    """Reading moves nothing: the next write does, and until then nothing is in quarantine."""
    desk.saved(GOOD)
    desk.put(BROKEN)
    ended = desk.run("recover")
    assert (ended.code, ended.out) == (0, "")
    assert "unknown section" in ended.err
    helps = "nothing is in quarantine: `scratchpad-tui edit` opens the pad as it stands; or the next write sets it aside"
    assert f"{helps} and puts version 3 in its place, and `recover` then lists its lines" in ended.err
    assert "the next write sets it aside" in desk.run("recover", "--take", "all").err
    desk.apply(("Next", "replace", "on it goes"))
    assert "Plam" in desk.run("recover").out
    assert "the next write" not in desk.run("recover").err
    desk.put(BROKEN.replace("retries", "other"))
    ended = desk.run("recover")
    assert "Plam" in ended.out
    assert "the pad itself is not in quarantine: `scratchpad-tui edit` opens" in ended.err


@pytest.mark.parametrize(("text", "profile"), [(CONFLICT, "task"), ("## Bogus\n", "audited")])
def test_recover_promises_no_quarantine_for_a_pad_that_no_write_moves(
    desk: Desk, text: str, profile: str
) -> None:
    """Two sides of a merge, and a memory that others rely on: a person mends them."""
    desk.put(text)
    ended = desk.run("recover", "--profile", profile)
    assert ended.err.endswith("`scratchpad-tui edit` opens the pad as it stands; no write moves it\n")


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("3", [3]), ("3,7-9", [3, 7, 8, 9]), (" 3 , 4", [3, 4]), ("5-4", []), ("all", "all")],
)
def test_line_numbers_are_lists_and_ranges(text: str, numbers: object) -> None:
    """As printers write them."""
    from scratchpad_tui.cli.recover import line_numbers

    assert line_numbers(text) == numbers


def test_the_list_may_be_large(desk: Desk) -> None:
    """Nothing in the command line's way is slow or recursive."""
    desk.put(GOOD)
    patches = [{"section": "Findings", "op": "append", "content": f"entry {i}"} for i in range(300)]
    assert desk.run("apply", "--json", stdin=json.dumps(patches)).json()["added"] == 300
