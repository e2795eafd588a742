"""What leaves an audited pad by itself: closed questions, contradicted findings, and nothing else."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.audited.record import record
from scratchpad_tui.core.audited.tidy import tidy
from scratchpad_tui.core.errors import InputError, ParseError
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.store import PadStore
from tests.core.audited.memories import BROKEN, PAD, put, set_clock, tree

if TYPE_CHECKING:
    from pathlib import Path

FINDING = "- builds take 40 s [src:ci job 7 @ 2026-07-01] {#build-time}\n"


@pytest.fixture
def store(pad_path: Path, monkeypatch: pytest.MonkeyPatch) -> PadStore:
    set_clock(monkeypatch)
    return put(pad_path, PAD + "- which zone? {#zone}\n", "audited")


def text_of(store: PadStore) -> str:
    with open(store.paths.pad, encoding="utf-8") as file:
        return file.read()


def test_closed_entries_leave_open_and_nothing_else_changes(store: PadStore) -> None:
    record(store, "Decisions", "use-eu", "region is eu-west", source="talk", closes=["region"])
    before = text_of(store)
    done = tidy(store)
    assert [entry.key for entry in done.closed] == ["region"]
    assert done.collapsed == []
    assert text_of(store) == before.replace("- which region? (closed) {#region}\n", "")


def test_the_last_entry_leaves_the_mark_of_an_empty_section(store: PadStore) -> None:
    record(store, "Decisions", "use-eu", "eu-west", source="talk", closes=["region", "zone"])
    tidy(store)
    assert text_of(store).endswith("## Open\n_(empty)_\n")


def test_a_contradicted_finding_leaves_and_its_log_stays(store: PadStore) -> None:
    record(store, "Findings", "slow", "builds take 90 s", source="job 9", contradicts=["build-time"])
    before = text_of(store)
    done = tidy(store)
    assert [entry.key for entry in done.collapsed] == ["build-time"]
    assert text_of(store) == before.replace(FINDING, "")
    assert 'was "builds take 40 s"' in text_of(store)


def test_a_finding_that_says_something_else_by_now_stays(store: PadStore) -> None:
    record(store, "Findings", "slow", "builds take 90 s", source="job 9", contradicts=["build-time"])
    record(store, "Findings", "build-time", "builds take 41 s", source="job 10")
    assert not tidy(store).outcome.changed


def test_a_finding_that_was_shown_anew_stays(store: PadStore) -> None:
    record(store, "Findings", "slow", "builds take 90 s", source="job 9", contradicts=["build-time"])
    record(store, "Findings", "build-time", "builds take 40 s", source="job 10", date="2026-07-21")
    assert not tidy(store).outcome.changed


def test_only_the_newest_line_about_a_finding_counts(store: PadStore) -> None:
    """It was 40, 20 and is 40 again: the line that tells of 40 is older than the one that tells of 20."""
    for seconds in (20, 40):
        record(store, "Findings", "build-time", f"builds take {seconds} s", source=f"job {seconds}")
    assert not tidy(store).outcome.changed


def test_nothing_to_do_touches_nothing(store: PadStore) -> None:
    os.utime(store.paths.pad, ns=(1, 1))
    done = tidy(store)
    assert (done.outcome.changed, done.closed, done.collapsed) == (False, [], [])
    assert os.stat(store.paths.pad).st_mtime_ns == 1


def test_a_dry_run_says_the_same_and_writes_nothing(store: PadStore) -> None:
    record(store, "Findings", "slow", "x", source="job 9", contradicts=["build-time"], closes=["region"])
    folder = store.paths.folder
    before = (text_of(store), sorted(os.listdir(folder)))
    dry = tidy(store, dry_run=True)
    assert (text_of(store), sorted(os.listdir(folder))) == before
    done = tidy(store)
    assert dry.outcome.diff == done.outcome.diff
    assert (dry.closed, dry.collapsed) == (done.closed, done.collapsed)


def test_it_is_one_version_without_an_alarm(store: PadStore) -> None:
    record(
        store, "Findings", "slow", "x", source="job 9", contradicts=["build-time"], closes=["region", "zone"]
    )
    before = store.history.newest()
    tidy(store, actor="human")
    versions = journal.versions(store.paths.journal)
    assert max(versions) == before + 1
    found = versions[before + 1]
    assert found["operations"] == [{"op": "tidy", "closed": ["region", "zone"], "collapsed": ["build-time"]}]
    assert (found["alarms"], found["actor"]) == ([], "human")


def test_a_broken_pad_is_left_alone(pad_path: Path) -> None:
    store = put(pad_path, BROKEN, "audited")
    before = tree(pad_path.parent)
    for dry_run in (True, False):
        with pytest.raises(ParseError):
            tidy(store, dry_run=dry_run)
    assert {name: data for name, data in tree(pad_path.parent).items() if name in before} == before


def test_other_profiles_have_nothing_to_tidy(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        tidy(PadStore(tmp_path / "scratchpad.md"))
    assert caught.value.code == "no-keyed-sections"
