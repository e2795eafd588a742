"""The journal: one line each, readable whatever stands between, written once and never in part."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore

from .faults import lines_of, watched_calls

if TYPE_CHECKING:
    from .faults import Call


@pytest.fixture
def path(tmp_path: Path) -> str:
    """Where a journal stands."""
    return str(tmp_path / "journal.jsonl")


def version(number: int) -> journal.Record:
    """A line of a version."""
    return {"kind": "version", "version": number, "sha256": f"{number:064x}"}


def event(name: str) -> journal.Record:
    """A line of an event."""
    return {"kind": "event", "event": name, "message": name}


def test_lines_come_back_in_order_and_by_kind(path: str) -> None:
    """Versions by number, events in the order they were told."""
    for record in (version(1), event("refused"), version(2), event("looked")):
        journal.append(path, record, mode=0o600)
    assert list(journal.versions(path)) == [1, 2]
    assert [record["event"] for record in journal.events(path)] == ["refused", "looked"]
    last = journal.last_version(path)
    assert last is not None
    assert last["version"] == 2


def test_of_two_lines_of_one_version_the_last_counts(path: str) -> None:
    """A line that was mended stands behind the one it mends."""
    journal.append(path, {**version(1), "actor": "external"}, mode=0o600)
    journal.append(path, {**version(1), "actor": "agent"}, mode=0o600)
    assert journal.versions(path)[1]["actor"] == "agent"


@pytest.mark.parametrize(
    "foreign",
    [
        b"rubbish\n",
        b'{"kind": "version", "version": 9, "sha\n',
        b"\x00" * 4096 + b"\n",
        b"\xff\xfe{}\n",
        b"[1, 2]\nnull\n3\n",
        b"{" * 5000 + b"\n",
        b'{"kind": "version"}\n{"kind": "event", "event": 3}\n',
        b'{"kind": "version", "version": "7", "sha256": ""}\n',
    ],
    ids=["text", "torn", "NUL", "bytes", "values", "deep", "half", "text for a number"],
)
def test_foreign_and_torn_lines_are_passed_over(foreign: bytes, path: str) -> None:
    """They cost nothing but themselves."""
    journal.append(path, version(1), mode=0o600)
    with open(path, "ab") as file:
        file.write(foreign)
    journal.append(path, version(2), mode=0o600)
    assert list(journal.versions(path)) == [1, 2]
    last = journal.last_version(path)
    assert last is not None
    assert last["version"] == 2


def test_a_torn_line_is_ended_before_the_next(path: str) -> None:
    """Otherwise both would be lost."""
    Path(path).write_bytes(b'{"kind": "version", "vers')
    journal.append(path, version(2), mode=0o600)
    assert Path(path).read_bytes().startswith(b'{"kind": "version", "vers\n{')


def test_a_text_with_line_ends_of_any_kind_stays_on_one_line(path: str) -> None:
    """Reasons and messages come from agents."""
    message = "one\ntwo\r\u2028three\u0085four\x0b"
    journal.append(path, {**event("refused"), "message": message}, mode=0o600)
    assert Path(path).read_bytes().count(b"\n") == 1
    assert len(Path(path).read_text(encoding="utf-8").splitlines()) == 1
    assert journal.events(path)[0]["message"] == message


def test_a_line_is_whole_where_the_system_takes_it_in_pieces(path: str) -> None:
    """One call may write less than it was given."""
    write = os.write

    def seven(call: Call) -> object:
        fd, data = call.args
        return write(fd, bytes(data)[:7])

    with watched_calls(seven, ("write",)):
        journal.append(path, version(1), mode=0o600)
    assert list(journal.versions(path)) == [1]


def test_a_journal_that_is_not_there_is_empty(path: str) -> None:
    """A fresh pad has none."""
    assert list(journal.records(path)) == []
    assert journal.last_version(path) is None


def test_the_last_version_is_found_behind_more_events_than_are_read_at_once(path: str) -> None:
    """The end is read first; where it holds none, all of it is."""
    journal.append(path, version(1), mode=0o600)
    for number in range(300):
        journal.append(path, {**event("note"), "message": f"{number} " + "x" * 300}, mode=0o600)
    last = journal.last_version(path)
    assert last is not None
    assert last["version"] == 1


def test_a_line_longer_than_what_is_read_at_once_is_found(path: str) -> None:
    """A version of many operations."""
    journal.append(path, version(1), mode=0o600)
    journal.append(path, {**version(2), "operations": ["x" * 50] * 1000}, mode=0o600)
    last = journal.last_version(path)
    assert last is not None
    assert last["version"] == 2


@pytest.mark.parametrize("piece", [1, 7, 64, 1 << 16])
def test_lines_are_whole_wherever_what_is_read_at_once_ends(
    path: str, monkeypatch: pytest.MonkeyPatch, piece: int
) -> None:
    """Blank, torn, foreign and very long ones too, from either end."""
    monkeypatch.setattr(journal, "_PIECE", piece)
    records = [version(1), event("refused"), {**version(2), "operations": ["x"] * 90}, event("looked")]
    lines = [json.dumps(record, separators=(",", ":")).encode() for record in records]
    raw = b"\n".join([*lines[:2], b"", b'{"torn', *lines[2:], b"\xff", b""])
    Path(path).write_bytes(raw)
    assert list(journal.newest_lines(path)) == raw.split(b"\n")[::-1]
    assert list(journal.records(path)) == records
    assert [record["event"] for record in journal.events(path)] == ["refused", "looked"]
    assert journal.holding(path, b'"operations"') == [records[2]]
    assert [record["event"] for record in journal.events_named(path, "looked", "quarantined")] == ["looked"]
    assert list(journal.version_records(path)) == [records[0], records[2]]
    assert list(journal.newest_versions(path)) == [records[2], records[0]]
    for mark in (b"1", b'"', b"torn", b"\xff"):
        assert list(journal.newest_lines(path, mark)) == [
            line for line in raw.split(b"\n")[::-1] if mark in line
        ]
    assert journal.newer_versions(path, 1) == [records[2]]
    assert (journal.version_line(path, 1), journal.version_line(path, 3)) == (records[0], None)
    assert journal.tells(path, b'"refused"')
    assert not journal.tells(path, b'"quarantined"')


def test_a_journal_that_is_cut_while_it_is_read_ends_there(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was read of it stands."""
    monkeypatch.setattr(journal, "_PIECE", 20)
    Path(path).write_bytes(b"".join(b"line %03d\n" % number for number in range(100)))
    lines = journal.newest_lines(path)
    assert [next(lines), next(lines)] == [b"", b"line 099"]
    Path(path).write_bytes(b"line 000\n")
    assert list(lines) == [b"line 098"]  # was read with the one behind it


def test_the_versions_above_a_number_come_in_order_and_once(path: str) -> None:
    """Events, torn and foreign lines between them are passed over; the last line of a number counts."""
    assert journal.newer_versions(path, 0) == []
    for number in range(1, 6):
        journal.append(path, version(number), mode=0o600)
        journal.append(path, event("note"), mode=0o600)
    journal.append(path, {**version(4), "turn": "again"}, mode=0o600)
    with open(path, "ab") as file:
        file.write(b'{"kind": "version", "ver\n\n[1]\n' + b"\xff")
    found = journal.newer_versions(path, 2)
    assert [(record["version"], record.get("turn")) for record in found] == [
        (number, "again" if number == 4 else version(number).get("turn")) for number in (3, 4, 5)
    ]
    assert journal.newer_versions(path, 5) == []
    assert [record["version"] for record in journal.newer_versions(path, 0)] == [1, 2, 3, 4, 5]


def test_the_journals_line_of_a_version_has_every_field_that_is_promised(pad_path: Path) -> None:
    """Other programs read it."""
    store = PadStore(pad_path)
    store.apply([Patch("Plan", "append", "a step", reason="to begin")], turn="t1", session="s-1")
    line = lines_of(store)[0]
    wanted = {"kind", "version", "time", "actor", "by", "turn", "session", "operations", "sections", "added"}
    assert wanted | {"removed", "size", "sha256"} <= set(line)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"])
    assert (line["turn"], line["session"]) == ("t1", "s-1")
    assert line["operations"] == [{"op": "append", "section": "Plan", "reason": "to begin"}]
    raw = Path(store.paths.journal).read_bytes()
    assert raw.endswith(b"\n")
    assert [json.loads(row)["version"] for row in raw.splitlines()] == [1]


@pytest.mark.parametrize("has_end", [True, False])
def test_a_line_that_is_too_long_is_never_held(tmp_path: Path, has_end: bool) -> None:  # noqa: FBT001 - a column
    """It is none of ours, and a hook that decoded it at every look would keep its agent waiting."""
    path = tmp_path / "journal.jsonl"
    first, last = (b'{"kind":"event","event":"warning","message":"%d"}' % number for number in (1, 2))
    long = b'{"kind":"event","event":"warning","message":"%s"}' % (b"x" * journal.LONGEST_LINE)
    path.write_bytes(b"\n".join([first, long, last, long]) + b"\n" * has_end)
    assert [event["message"] for event in journal.events(str(path))] == ["1", "2"]
    lines = [line for line in journal.newest_lines(str(path)) if line]
    assert lines == [last, first]
    assert [one["message"] for one in journal.records(str(path))] == ["1", "2"]


def test_a_line_of_many_pieces_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    lines = [
        b'{"message":"%s"}' % (b"%d" % number * size) for number, size in enumerate((200_000, 65_536, 9))
    ]
    path.write_bytes(b"\n".join(lines) + b"\n")
    assert [line for line in journal.newest_lines(str(path)) if line] == lines[::-1]
    assert len(list(journal.records(str(path)))) == 3
