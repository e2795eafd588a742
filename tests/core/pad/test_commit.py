"""The table of states that a killed step can leave, each built by hand, and what the next holder of the lock does."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.commit import settle
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.paths import pad_paths
from scratchpad_tui.core.pad.records import digest
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.pad.writing import writing

from .faults import BY_HAND, TEXT, assert_in_order, data_of, left_over, lines_of, put, versions_of

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.commit import Newest

OLD = TEXT.replace("## Next\nwrite the adapter", "## Next\nbegin")
EARLIER = TEXT.replace("## Next\nwrite the adapter", "## Next\nthink")
INTENDED = os.path.basename(pad_paths("any.md").intended)
NEXT = Patch("Open questions", "append", "- the next save")


def line(number: int, text: str, **fields: object) -> dict[str, Any]:
    """The journal's line of a version."""
    data = text.encode()
    told = {"kind": "version", "version": number, "actor": "agent", "turn": f"t{number}", "operations": []}
    return {**told, "size": len(data), "sha256": digest(data), **fields}


class Disk:
    """A pad's files laid out by hand."""

    def __init__(self, path: Path) -> None:
        self.store = PadStore(path)
        self.history = Path(self.store.paths.history)
        self.history.mkdir(parents=True)

    def pad(self, text: str) -> Disk:
        """The pad's text."""
        put(self.store, text)
        return self

    def versions(self, *texts: str, told: int | None = None) -> Disk:
        """Versions from 1 on, the first `told` of them (all by default) in the journal."""
        for number, text in enumerate(texts, 1):
            self.file(f"{number:08d}.md", text)
        count = len(texts) if told is None else told
        self.lines(*(line(number, text) for number, text in enumerate(texts[:count], 1)))
        return self

    def lines(self, *records: dict[str, Any]) -> Disk:
        """Lines added to the journal."""
        for record in records:
            journal.append(self.store.paths.journal, record, mode=0o600)
        return self

    def file(self, name: str, text: str) -> Disk:
        """Any file in the folder of the versions."""
        (self.history / name).write_text(text, newline="")
        return self

    def pending(self, number: int, text: str) -> Disk:
        """A version that waits for its name."""
        return self.file(f"{number:08d}.md.pending", text)

    def intended(self, record: dict[str, Any]) -> Disk:
        """The line that the killed step meant to write."""
        return self.file(INTENDED, json.dumps(record))

    def settled(self) -> Newest:
        """What the next holder of the lock finds when it has put all in order."""
        with writing(self.store), self.store.open_pad() as held:
            return settle(self.store.paths, held)

    def names(self) -> list[str]:
        """The names in the folder of the versions; the intended line may stay until the next step."""
        return sorted(set(os.listdir(self.history)) - {INTENDED})

    def told(self) -> list[tuple[int, str, str | None]]:
        """Number, actor and turn of the journal's versions."""
        return [(item["version"], item["actor"], item.get("turn")) for item in lines_of(self.store)]


@pytest.fixture
def disk(pad_path: Path) -> Disk:
    """An empty layout."""
    return Disk(pad_path)


TWO = ["00000001.md", "00000002.md", "journal.jsonl"]
THREE = ["00000001.md", "00000002.md", "00000003.md", "journal.jsonl"]
BOTH_TOLD = [(1, "agent", "t1"), (2, "agent", "t2")]


# No pending version


def test_what_is_in_order_is_left_as_it_is(disk: Disk) -> None:
    """The usual case must cost nothing and touch nothing."""
    disk.versions(OLD, TEXT).pad(TEXT)
    before = {path: path.stat().st_mtime_ns for path in disk.history.iterdir()}
    newest = disk.settled()
    assert (newest.number, newest.free) == (2, 3)
    assert {path: path.stat().st_mtime_ns for path in disk.history.iterdir()} == before


def test_a_version_without_a_journal_line_gets_the_line_that_its_step_intended(disk: Disk) -> None:
    """Killed between naming the version and the journal: whose change it was is still known."""
    disk.versions(OLD, TEXT, told=1).pad(TEXT).intended(line(2, TEXT))
    assert disk.settled().number == 2
    assert disk.told() == BOTH_TOLD
    assert disk.names() == TWO


def test_a_line_that_is_in_the_journal_is_not_written_again_from_the_intended_one(disk: Disk) -> None:
    """The intended line stays behind after every step."""
    disk.versions(OLD, TEXT).pad(TEXT).intended(line(2, TEXT))
    disk.settled()
    assert disk.told() == BOTH_TOLD
    assert disk.names() == TWO


@pytest.mark.parametrize(
    "intended",
    [
        "",
        '{"kind": "version", "sha',
        "[]",
        json.dumps(line(2, OLD)),
        json.dumps({"sha256": "", "kind": "event"}),
    ],
    ids=["empty", "torn", "no object", "of another version", "of an event"],
)
def test_an_intended_line_that_does_not_fit_is_not_told(disk: Disk, intended: str) -> None:
    """A wrong author is worse than none: the version stands without annotation."""
    disk.versions(OLD, TEXT, told=1).pad(TEXT).file(INTENDED, intended)
    disk.settled()
    assert disk.told() == [(1, "agent", "t1")]
    assert disk.names() == TWO


def test_a_version_whose_line_is_lost_stays_a_version(disk: Disk) -> None:
    """The line can be lost with a power cut; the file is the truth and the numbers go on."""
    disk.versions(OLD, TEXT, told=1).pad(TEXT)
    assert disk.settled() == (2, 3)
    assert disk.told() == [(1, "agent", "t1")]
    disk.store.apply([NEXT], turn="t3")
    assert disk.told() == [(1, "agent", "t1"), (3, "agent", "t3")]
    assert disk.store.history.numbers() == [1, 2, 3]


def test_a_journal_that_is_gone_begins_again_with_the_next_version(disk: Disk) -> None:
    """The journal only annotates: without it no version is lost and numbers go on."""
    disk.versions(EARLIER, OLD, TEXT).pad(TEXT)
    os.unlink(disk.store.paths.journal)
    assert disk.settled() == (3, 4)
    assert disk.told() == []
    disk.store.apply([NEXT], turn="t4")
    assert disk.told() == [(4, "agent", "t4")]
    assert disk.store.history.numbers() == [1, 2, 3, 4]


@pytest.mark.parametrize("tail", [b'{"kind": "version", "versi', b"\x00\x00\x00", b"rubbish\n[1]\nnull\n"])
def test_a_torn_or_foreign_end_of_the_journal_costs_no_line_of_ours(disk: Disk, tail: bytes) -> None:
    """Our next line begins on a line of its own, so that it can be read."""
    disk.versions(OLD, TEXT).pad(TEXT)
    with open(disk.store.paths.journal, "ab") as file:
        file.write(tail)
    disk.store.apply([NEXT], turn="t3")
    assert disk.told() == [*BOTH_TOLD, (3, "agent", "t3")]
    assert_in_order(disk.store)


def test_an_edit_from_outside_is_no_leftover_and_becomes_a_version_of_its_own(disk: Disk) -> None:
    """Other bytes in the pad, nothing pending: a person was here."""
    disk.versions(OLD, TEXT).pad(BY_HAND)
    assert disk.settled().number == 2
    assert disk.names() == TWO
    assert disk.store.record_external() == 3
    assert disk.told() == [*BOTH_TOLD, (3, "external", None)]
    assert versions_of(disk.store)[3] == BY_HAND.encode()


def test_an_edit_from_outside_does_not_cost_the_killed_step_before_it_its_line(disk: Disk) -> None:
    """Named, killed, edited by a person: the intended line is still that of the newest version's bytes."""
    disk.versions(OLD, TEXT, told=1).pad(BY_HAND).intended(line(2, TEXT))
    disk.store.apply([NEXT], turn="t4")
    assert disk.told() == [*BOTH_TOLD, (3, "external", None), (4, "agent", "t4")]
    assert_in_order(disk.store)


# A pending version with the pad's bytes


def test_a_pending_version_with_the_pads_bytes_gets_its_name_and_its_line(disk: Disk) -> None:
    """Killed between the swap and the name: the step is carried to its end."""
    disk.versions(EARLIER, OLD).pad(TEXT).pending(3, TEXT).intended(line(3, TEXT))
    newest = disk.settled()
    assert (newest.number, newest.free) == (3, 4)
    assert disk.names() == THREE
    assert disk.told()[-1] == (3, "agent", "t3")
    assert_in_order(disk.store)


def test_a_first_version_is_finished_as_well(disk: Disk) -> None:
    """There is no older version to hold it against."""
    disk.pad(TEXT).pending(1, TEXT).intended(line(1, TEXT))
    assert disk.settled().number == 1
    assert disk.told() == [(1, "agent", "t1")]


@pytest.mark.parametrize("tail", [b"", b'{"kind": "version", "versi'], ids=["gone", "torn"])
def test_a_pending_version_is_finished_beside_a_lost_journal(disk: Disk, tail: bytes) -> None:
    """Two losses at once are two losses: neither hides the other."""
    disk.versions(EARLIER, OLD).pad(TEXT).pending(3, TEXT).intended(line(3, TEXT))
    Path(disk.store.paths.journal).write_bytes(tail)
    disk.settled()
    assert disk.names() == THREE
    assert disk.told() == [(3, "agent", "t3")]


def test_a_pending_version_beside_the_intended_line_of_another_is_named_without_a_line(disk: Disk) -> None:
    """The line belongs to its bytes, not to whatever is found beside it."""
    disk.versions(EARLIER, OLD).pad(TEXT).pending(3, TEXT).intended(line(3, OLD))
    assert disk.settled().number == 3
    assert disk.names() == THREE
    assert disk.told() == BOTH_TOLD


@pytest.mark.parametrize("kind", ["file", "folder", "link"])
def test_a_foreign_thing_under_the_name_is_left_alone_and_the_next_free_name_is_taken(
    disk: Disk, kind: str, tmp_path: Path
) -> None:
    """A version never overwrites anything."""
    disk.versions(EARLIER, OLD).pad(TEXT).pending(3, TEXT).intended(line(3, TEXT))
    there, victim = disk.history / "00000003.md", tmp_path / "victim"
    victim.write_text("victim")
    if kind == "file":
        there.write_text(BY_HAND)
    elif kind == "folder":
        there.mkdir()
    else:
        there.symlink_to(victim)
    assert disk.settled().number == 4
    assert (disk.history / "00000004.md").read_text() == TEXT
    assert disk.told()[-1] == (4, "agent", "t3")
    assert victim.read_text() == "victim"
    assert there.read_text() == BY_HAND if kind == "file" else os.path.lexists(there)
    disk.store.apply([NEXT], turn="t5")
    assert disk.told()[-1] == (5, "agent", "t5")
    assert versions_of(disk.store)[5] == data_of(disk.store)


# A pending version with other bytes


@pytest.mark.parametrize("pending", [OLD, "", TEXT[:40]], ids=["others", "empty", "half written"])
def test_a_pending_version_that_never_was_the_pad_is_removed_and_its_line_is_not_told(
    disk: Disk, pending: str
) -> None:
    """Killed before the swap: nobody was told that it was saved, and history shows only what was the pad."""
    disk.versions(EARLIER, TEXT).pad(TEXT).pending(3, pending).intended(line(3, OLD))
    assert disk.settled().number == 2
    assert disk.names() == TWO
    assert disk.told() == BOTH_TOLD
    disk.store.apply([NEXT])
    assert_in_order(disk.store)


def test_a_pending_version_beside_an_edit_from_outside_is_removed(disk: Disk) -> None:
    """The person's text is what counts, and it is recorded."""
    disk.versions(EARLIER, OLD).pad(BY_HAND).pending(3, TEXT).intended(line(3, TEXT))
    disk.settled()
    assert disk.names() == TWO
    assert disk.store.record_external() == 3
    assert_in_order(disk.store)


def test_a_pending_version_of_a_pad_that_is_gone_is_removed(disk: Disk) -> None:
    """It was never the pad: the last version that was comes back."""
    disk.versions(OLD, TEXT).pending(3, BY_HAND).intended(line(3, BY_HAND))
    disk.store.recover()
    assert data_of(disk.store) == TEXT.encode()
    assert_in_order(disk.store)


def test_a_pending_name_that_is_a_link_is_removed_and_not_followed(disk: Disk, tmp_path: Path) -> None:
    """Even where the link leads to a file with the pad's very bytes."""
    disk.versions(OLD, TEXT).pad(TEXT)
    victim = tmp_path / "victim.md"
    victim.write_text(TEXT)
    (disk.history / "00000003.md.pending").symlink_to(victim)
    disk.store.apply([NEXT])
    assert victim.read_text() == TEXT
    assert_in_order(disk.store)


# Two pending versions


@pytest.mark.parametrize(
    ("first", "second"), [(TEXT, BY_HAND), (BY_HAND, TEXT), (BY_HAND, OLD)], ids=["first", "second", "none"]
)
def test_of_two_pending_versions_only_the_one_that_is_the_pad_gets_a_name(
    disk: Disk, first: str, second: str
) -> None:
    """Two kills in a row leave two; at most one of them was the pad."""
    disk.versions(EARLIER, OLD).pad(TEXT).pending(3, first).pending(4, second).intended(line(3, TEXT))
    newest = disk.settled().number
    named = [name for name in disk.names() if name not in TWO]
    if TEXT in (first, second):
        assert versions_of(disk.store)[newest] == TEXT.encode()
        assert len(named) == 1
    else:
        assert (newest, named) == (2, [])
    assert left_over(disk.store) == []
    disk.store.apply([NEXT], turn="after")
    assert versions_of(disk.store)[disk.store.history.newest()] == data_of(disk.store)
    assert disk.told()[-1][2] == "after"


# A journal that lies


def test_a_journal_that_ends_at_an_older_version_does_not_turn_the_numbers_back(disk: Disk) -> None:
    """The files are the truth, also behind a gap: a new version is above every name that is taken."""
    disk.versions(EARLIER, OLD).pad(TEXT)
    disk.file("00000007.md", TEXT)
    disk.store.apply([NEXT], turn="t8")
    assert disk.store.history.numbers() == [1, 2, 7, 8]
    assert disk.told()[-1] == (8, "agent", "t8")
    assert disk.store.read().version == 8


def test_a_journal_that_names_a_version_that_is_not_there_does_not_move_the_numbers(disk: Disk) -> None:
    """A line alone makes no version."""
    disk.versions(OLD, TEXT).pad(TEXT).lines(line(500, TEXT))
    disk.store.apply([NEXT])
    assert disk.store.history.numbers() == [1, 2, 3]


def test_a_journal_with_a_wrong_hash_hides_no_edit_from_outside(disk: Disk) -> None:
    """A torn or foreign line loses annotation, never a version."""
    disk.versions(OLD, TEXT, told=1).lines(line(2, BY_HAND)).pad(BY_HAND)
    disk.store.apply([Patch("Next", "replace", "by us")])
    assert BY_HAND.encode() in versions_of(disk.store).values()


@pytest.mark.parametrize("number", [True, "3", 2.0, -1, 10**30, None])
def test_a_journal_line_with_an_odd_number_is_passed_over(disk: Disk, number: object) -> None:
    """Whatever stands in a foreign line, it ends no write."""
    disk.versions(OLD, TEXT).pad(TEXT).lines({**line(2, TEXT), "version": number})
    disk.store.apply([NEXT])
    assert disk.store.history.numbers() == [1, 2, 3]


# Temporary files


def test_temporary_files_of_killed_writers_are_swept_and_nothing_else(disk: Disk) -> None:
    """Only names of our own pattern are ours to remove."""
    disk.versions(OLD, TEXT).pad(TEXT)
    folder = Path(disk.store.paths.folder)
    ours = folder / f".scratch-{'0a' * 8}.tmp"
    foreign = [
        folder / name
        for name in (".scratch-mine.tmp", ".scratch-0a.tmp", f".scratch-{'0A' * 8}.tmp", "a.tmp")
    ]
    for path in (ours, *foreign):
        path.write_text("x")
    disk.store.apply([NEXT])
    assert not ours.exists()
    assert [path for path in foreign if not path.exists()] == []
