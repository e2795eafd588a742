"""Versions: how many are kept, which number comes next, and what a person's number means."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from scratchpad_tui.core.config import load
from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.history import read_history
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore

from .faults import BY_HAND, TEXT, assert_in_order, data_of, lines_of, put, save, versions_of


def turns(store: PadStore, *texts: str) -> None:
    """One version for each text, which stands under Next."""
    for text in texts:
        store.apply([Patch("Next", "replace", text)])


def next_of(data: bytes) -> str:
    """What stands under Next."""
    return data.decode().split("## Next\n")[1].strip()


def kept(store: PadStore) -> list[str]:
    """What stands under Next in each version, oldest first."""
    return [next_of(data) for _, data in sorted(versions_of(store).items())]


@pytest.fixture
def store(pad_path: Path) -> PadStore:
    """A pad that is not there yet, all of whose versions are kept."""
    return PadStore(pad_path, depth=0)


# Depth


def test_twenty_versions_are_kept_by_default_the_newest_ones(pad_path: Path) -> None:
    """The depth of the seed."""
    store = PadStore(pad_path)
    turns(store, *(f"turn {number}" for number in range(1, 26)))
    assert kept(store) == [f"turn {number}" for number in range(6, 26)]
    assert_in_order(store)


@pytest.mark.parametrize(("depth", "count"), [(1, 1), (3, 3), (12, 12), (0, 12)])
def test_the_depth_says_how_many_and_0_keeps_all(depth: int, count: int, pad_path: Path) -> None:
    """From the setting of the pad's own file."""
    pad_path.parent.mkdir()
    (pad_path.parent / "scratchpad.toml").write_text(f"[history]\ndepth = {depth}\n")
    store = PadStore(pad_path)
    turns(store, *(f"turn {number}" for number in range(1, 13)))
    assert kept(store) == [f"turn {number}" for number in range(13 - count, 13)]
    assert_in_order(store)


def test_a_smaller_depth_takes_effect_with_the_next_version(pad_path: Path) -> None:
    """And removes more than one version at once."""
    turns(PadStore(pad_path, depth=0), *(f"turn {number}" for number in range(1, 9)))
    turns(PadStore(pad_path, depth=3), "turn 9")
    assert kept(PadStore(pad_path)) == ["turn 7", "turn 8", "turn 9"]


def test_versions_are_pruned_by_number_not_by_name_or_time(pad_path: Path) -> None:
    """10 comes after 9, and a file's time means nothing."""
    store = PadStore(pad_path, depth=4)
    turns(store, *(f"turn {number}" for number in range(1, 10)))
    os.utime(store.history.path(9), (0, 0))
    turns(store, "turn 10", "turn 11")
    assert store.history.numbers() == [8, 9, 10, 11]


def test_numbers_go_on_above_eight_digits(store: PadStore) -> None:
    """A pad lives long."""
    put(store, TEXT)
    Path(store.paths.history).mkdir(parents=True)
    (Path(store.paths.history) / "99999999.md").write_text(TEXT)
    turns(store, "one", "two")
    assert store.history.numbers() == [99_999_999, 100_000_000, 100_000_001]
    assert next_of(store.history.read(100_000_001)) == "two"


def test_what_a_mark_or_a_pin_refers_to_is_not_pruned_and_is_let_go_with_it(pad_path: Path) -> None:
    """A draft, a running UI or an agent's last prompt still need that version to merge with."""
    store = PadStore(pad_path, depth=2)
    turns(store, "turn 1", "turn 2", "turn 3")
    store.pin("draft", 2)
    store.mark_seen("s-1", 3)
    turns(store, *(f"turn {number}" for number in range(4, 9)))
    assert store.history.numbers() == [2, 3, 7, 8]
    store.pin("draft", None)
    store.mark_seen("s-1", 8)
    turns(store, *(f"turn {number}" for number in range(9, 70)))
    assert store.history.numbers() == [8, 68, 69]


def test_foreign_files_beside_the_versions_are_not_counted_pruned_or_used(pad_path: Path) -> None:
    """Copies that a person or a synchroniser left."""
    store = PadStore(pad_path, depth=2)
    turns(store, "turn 1")
    foreign = [
        "9.md",
        "notes.md",
        "00000003 (copy).md",
        "00000003.md~",
        "00000013.md.tmp",
        "abc",
        "0000000a.md",
    ]
    for name in foreign:
        (Path(store.paths.history) / name).write_text("foreign")
    turns(store, *(f"turn {number}" for number in range(2, 8)))
    assert kept(store) == ["turn 6", "turn 7"]
    assert {(Path(store.paths.history) / name).read_text() for name in foreign} == {"foreign"}


@pytest.mark.parametrize("depth", [1, 3, 5])
def test_a_gap_in_the_numbers_does_not_cost_versions(depth: int, pad_path: Path) -> None:
    """Foreign things took the numbers 6 to 9: the newest are still as many as the depth says."""
    store = PadStore(pad_path, depth=5)
    turns(store, *(f"turn {number}" for number in range(1, 6)))
    for number in range(6, 10):
        os.mkdir(store.history.path(number))
    turns(store, "turn 10")
    store = PadStore(pad_path, depth=depth)
    turns(store, "turn 11")
    assert kept(store) == [f"turn {number}" for number in (2, 3, 4, 5, 10, 11)][-depth:]


def test_what_is_under_the_next_number_is_not_overwritten(store: PadStore) -> None:
    """A version file left by a crash of another program: the next free number is taken."""
    turns(store, "turn 1", "turn 2")
    planted = Path(store.history.path(3))
    planted.write_text(TEXT)
    turns(store, "later")
    assert planted.read_text() == TEXT
    assert next_of(store.history.read(store.history.newest())) == "later"
    assert store.history.newest() > 3


# What a number means


def test_a_number_below_zero_counts_back_from_the_current_version(store: PadStore) -> None:
    """-1 is the one before it."""
    turns(store, "one", "two", "three")
    assert store.history.resolve(-1) == 2
    assert store.history.resolve(-2) == 1
    assert next_of(read_history(store.paths.named, -1).encode()) == "two"


def test_an_edit_that_is_no_version_yet_is_the_current_one(store: PadStore) -> None:
    """Before it then is the newest version."""
    turns(store, "one", "two")
    assert store.history.resolve(-1, unrecorded=True) == 2
    assert store.history.resolve(-2, unrecorded=True) == 1


@pytest.mark.parametrize("number", [0, 4, 999, -3, -999])
def test_a_version_that_is_not_there_is_refused_with_those_that_are(number: int, store: PadStore) -> None:
    """The remedy tells what may be given."""
    turns(store, "one", "two", "three")
    with pytest.raises(InputError, match="1 to 3 are kept"):
        store.history.resolve(number)


def test_without_any_version_a_number_is_refused(store: PadStore) -> None:
    """Also -1, which would otherwise take the last of nothing."""
    for number in (1, -1):
        with pytest.raises(InputError, match="no version is kept yet"):
            store.history.resolve(number)


def test_a_pruned_version_is_told_as_not_kept(pad_path: Path) -> None:
    """Not as an error of the file system."""
    store = PadStore(pad_path, depth=1)
    turns(store, "one", "two")
    with pytest.raises(InputError, match="no version 1"):
        store.history.read(1)
    with pytest.raises(InputError):
        store.restore(1)


# Order and clock


def test_a_clock_that_goes_back_changes_times_and_no_order(
    store: PadStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The number is the order; the time is only shown."""
    for moment in ("2026-07-20T10:12:00Z", "2026-07-19T08:00:00Z", "2020-01-01T00:00:00Z"):
        monkeypatch.setenv("SCRATCHPAD_NOW", moment)
        turns(store, moment)
    assert kept(store) == ["2026-07-20T10:12:00Z", "2026-07-19T08:00:00Z", "2020-01-01T00:00:00Z"]
    assert [line["time"][:10] for line in lines_of(store)] == ["2026-07-20", "2026-07-19", "2020-01-01"]
    store.restore(-1)
    assert next_of(data_of(store) or b"") == "2026-07-19T08:00:00Z"


@pytest.mark.parametrize("moment", ["2026-07-20T10:12:00Z", "2026-07-20T23:59:59.999Z"])
def test_fifty_saves_in_one_moment_are_fifty_versions(
    moment: str, store: PadStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No name holds a time, so that none can collide."""
    monkeypatch.setenv("SCRATCHPAD_NOW", moment)
    turns(store, *(f"turn {number}" for number in range(50)))
    assert kept(store) == [f"turn {number}" for number in range(50)]
    assert_in_order(store)


# The newest version, told without a listing


def test_the_newest_version_is_known_to_a_reader_whatever_the_journal_says(store: PadStore) -> None:
    """A journal that is gone, torn or behind changes no number."""
    turns(store, "one", "two", "three")
    path = Path(store.paths.journal)
    whole = path.read_bytes()
    lines = whole.split(b"\n")
    for told in (b"", whole[:-20], b"\n".join(lines[:1]) + b"\n", b"rubbish", whole + b'{"kind": "version"'):
        path.write_bytes(told)
        assert store.read().version == 3
    path.unlink()
    assert store.read().version == 3


def test_a_reader_tells_the_version_of_the_bytes_it_got(
    store: PadStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a prompt that carried version 1 is recorded as having carried version 2."""
    turns(store, "one")
    other, newest = PadStore(store.paths.named, depth=0), store.history.newest

    def writes_meanwhile() -> int:
        if other.history.newest() == 1:
            turns(other, "two")
        return newest()

    monkeypatch.setattr(store.history, "newest", writes_meanwhile)
    reading = store.read()
    assert store.history.read(reading.version) == reading.data


# What is recorded


def test_each_change_is_one_version_with_one_line(store: PadStore) -> None:
    """Whole files, and beside each who, when and how much."""
    save(store, Patch("Findings", "append", "- two more", reason="seen in the log"))
    line = lines_of(store)[-1]
    assert (line["version"], line["actor"], line["by"]) == (3, "agent", "agent")
    assert (line["added"], line["removed"], line["sections"]) == (1, 0, ["Findings"])
    assert line["operations"][0]["reason"] == "seen in the log"
    assert line["size"] == len(data_of(store) or b"")
    assert_in_order(store)


def test_a_list_that_changes_nothing_makes_no_version_and_touches_no_file(store: PadStore) -> None:
    """Not even the time of the pad."""
    save(store)
    before = {path: path.stat().st_mtime_ns for path in Path(store.paths.folder).rglob("*") if path.is_file()}
    store.apply([])
    store.apply([Patch("Next", "replace", "write the adapter")])
    after = {path: path.stat().st_mtime_ns for path in Path(store.paths.folder).rglob("*") if path.is_file()}
    assert {path.name for path in after if after[path] != before.get(path)} <= {".scratchpad.md.lock"}


def test_a_file_written_again_with_the_same_bytes_makes_no_version(store: PadStore) -> None:
    """An editor that saves what it loaded."""
    save(store)
    put(store, data_of(store) or b"")
    assert store.record_external() is None
    turns(store, "go on")
    assert [line["actor"] for line in lines_of(store)] == ["external", "agent", "agent"]


def test_an_edit_of_the_same_size_in_the_same_instant_is_recorded(store: PadStore) -> None:
    """Size and time tell nothing: the bytes decide."""
    save(store)
    info = os.stat(store.paths.pad)
    edited = TEXT.replace("write the adapter\n", "write the adaptor\n")
    put(store, edited)
    os.utime(store.paths.pad, ns=(info.st_atime_ns, info.st_mtime_ns))
    turns(store, "go on")
    assert edited.encode() in versions_of(store).values()
    assert [line["actor"] for line in lines_of(store)][-2:] == ["external", "agent"]


def test_an_edit_by_hand_is_recorded_just_before_the_write_that_met_it(store: PadStore) -> None:
    """Its text is there even where our patch replaces it at once."""
    save(store)
    put(store, BY_HAND)
    turns(store, "by us")
    external, ours = lines_of(store)[-2:]
    assert (external["actor"], external["by"], external["turn"]) == ("external", "system", None)
    assert (external["added"], external["removed"], external["sections"]) == (1, 1, ["Next"])
    assert store.history.read(external["version"]) == BY_HAND.encode()
    assert ours["version"] == external["version"] + 1
    assert_in_order(store)


def test_the_pad_as_it_was_found_at_the_first_write_is_version_1(store: PadStore) -> None:
    """A person's text from before the product is kept like any edit."""
    put(store, TEXT)
    turns(store, "go on")
    assert versions_of(store)[1] == TEXT.encode()


def test_an_empty_pad_found_at_the_first_write_is_no_version(store: PadStore) -> None:
    """Version 0 is the empty pad and never a file."""
    store.create()
    turns(store, "one")
    assert store.history.numbers() == [1]
    assert lines_of(store)[0]["added"] == 1


def test_the_settings_depth_can_be_overridden_by_the_environment(pad_path: Path) -> None:
    """Stronger than the pad's own file."""
    pad_path.parent.mkdir()
    (pad_path.parent / "scratchpad.toml").write_text("[history]\ndepth = 9\n")
    settings = load(str(pad_path), env={**os.environ, "SCRATCHPAD_HISTORY_DEPTH": "2"})
    store = PadStore(pad_path, settings=settings)
    turns(store, "one", "two", "three")
    assert kept(store) == ["two", "three"]


def test_events_do_not_hide_the_newest_version(store: PadStore) -> None:
    """Hundreds of them may stand behind its line."""
    turns(store, "one")
    for number in range(200):
        journal.append(
            store.paths.journal,
            {"kind": "event", "event": "note", "message": "x" * 200, "n": number},
            mode=0o600,
        )
    assert store.read().version == 1
    turns(store, "two")
    assert_in_order(store)
