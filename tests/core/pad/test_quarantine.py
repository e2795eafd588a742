"""Broken pads: their bytes are kept, the last good text comes back, and everybody is told until a person has looked."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import ParseError, StorageError
from scratchpad_tui.core.pad import journal, quarantine
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.prompt import prompt_text
from scratchpad_tui.core.pad.store import PadStore

from .faults import (
    BROKEN,
    TEXT,
    assert_in_order,
    data_of,
    everything,
    lines_of,
    put,
    quarantine_of,
    save,
    versions_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.usefixtures("at_once")

ENTRY = Patch("Next", "replace", "go on")
CONFLICT = TEXT.replace("- retries", "<<<<<<< mine\n- a\n=======\n- b\n>>>>>>> theirs\n- retries")


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T10:00:12Z")


@pytest.fixture
def store(pad_path: Path) -> PadStore:
    """A pad with versions."""
    store = PadStore(pad_path)
    save(store)
    return store


# What a writer does


@pytest.mark.parametrize(
    "broken",
    [
        BROKEN.encode(),
        TEXT.encode().replace(b"retries", b"re\xff\xfetries"),
        TEXT.encode().replace(b"retries", b"re\x00tries"),
        TEXT.replace("- retries", "```\n- retries").encode(),
        TEXT.replace("## Next", "## Findings").encode(),
        ("text above\n" + TEXT).encode(),
        b"",
        b"\n \n",
    ],
    ids=["heading", "not UTF-8", "NUL", "open fence", "twice", "above", "emptied", "blanked"],
)
def test_broken_bytes_are_kept_unchanged_and_the_last_good_version_gets_the_patch(
    broken: bytes, store: PadStore
) -> None:
    """The work goes on, and nothing that was typed is gone."""
    put(store, broken)
    outcome = store.apply([ENTRY])
    assert [path.read_bytes() for path in quarantine_of(store)] == [broken]
    assert data_of(store) == TEXT.replace("## Next\nwrite the adapter", "## Next\ngo on").encode()
    assert quarantine_of(store)[0].name in outcome.warnings[0]
    assert [line["actor"] for line in lines_of(store)][-2:] == ["recover", "agent"]
    assert_in_order(store)


def test_without_history_what_parses_in_known_sections_is_salvaged(pad_path: Path) -> None:
    """A first pad that a person wrote with one wrong heading."""
    store = PadStore(pad_path)
    put(store, BROKEN)
    outcome = store.apply([ENTRY])
    text = (data_of(store) or b"").decode()
    assert [path.read_text() for path in quarantine_of(store)] == [BROKEN]
    assert "- typed by a person" in text
    assert "1. [x] list the callers" in text
    assert "salvaged" in outcome.warnings[0]
    assert_in_order(store)


def test_a_broken_newest_version_is_passed_over_for_an_older_good_one(store: PadStore) -> None:
    """A version that was edited by hand is no better than the pad."""
    Path(store.history.path(2)).write_text(BROKEN)
    put(store, BROKEN)
    store.apply([ENTRY])
    assert "## Next\ngo on" in (data_of(store) or b"").decode()
    assert "2. [ ] write the adapter" in (data_of(store) or b"").decode()
    assert store.history.newest() > 2


def test_a_lost_heading_is_put_back_into_the_same_text(store: PadStore) -> None:
    """An older version would cost the newest lines."""
    put(store, TEXT.replace("_(empty)_\n\n## Open", "- sqlite: too slow\n- a second cache\n\n## Open"))
    store.record_external()
    by_hand = (
        (data_of(store) or b"")
        .decode()
        .replace("## Ruled out\n", "")
        .replace("- retries", "- newest\n- retries")
    )
    put(store, by_hand)
    store.apply([ENTRY])
    text = (data_of(store) or b"").decode()
    assert "## Ruled out\n- sqlite: too slow\n- a second cache\n" in text
    assert "- newest\n- retries" in text
    assert by_hand in everything(store)


def test_recover_does_what_a_writer_does_and_writes_nothing_else(store: PadStore) -> None:
    """A person who wants the good text back without a patch."""
    put(store, BROKEN)
    outcome = store.recover()
    assert data_of(store) == TEXT.encode()
    assert [path.read_text() for path in quarantine_of(store)] == [BROKEN]
    assert outcome.warnings
    assert_in_order(store)
    assert store.recover().warnings == []


# What others do


def test_readers_move_nothing_and_serve_the_last_good_version(store: PadStore) -> None:
    """Only a writer decides that bytes stay broken."""
    put(store, BROKEN)
    reading = store.read()
    assert (reading.state, reading.version) == ("broken", 2)
    assert reading.document.render() == TEXT.encode()
    assert "version 2" in reading.notice
    assert "- typed by a person" not in prompt_text(store, session="s-1")
    assert store.record_external() is None
    assert store.apply([]).changed is False
    assert store.apply([ENTRY], dry_run=True).changed
    assert data_of(store) == BROKEN.encode()
    assert quarantine_of(store) == []


def test_a_pad_in_conflict_is_neither_moved_nor_written(store: PadStore) -> None:
    """Which side is right only a person knows."""
    put(store, CONFLICT)
    acts: list[Callable[[], object]] = [lambda: store.apply([ENTRY]), store.recover, lambda: store.restore(1)]
    for act in acts:
        with pytest.raises(ParseError) as caught:
            act()
        assert caught.value.code == "conflict"
    assert store.read().state == "conflict"
    assert store.read().document.render() == TEXT.encode()
    assert (data_of(store), quarantine_of(store)) == (CONFLICT.encode(), [])
    assert list(versions_of(store)) == [1, 2]


def test_a_broken_audited_pad_stops_with_an_error_and_is_never_moved(tmp_path: Path) -> None:
    """What is shown as evidence is not exchanged for an older text behind anybody's back."""
    store = PadStore(tmp_path / "memory.md", profile="audited")
    store.create()
    broken = b"## Decisions\n- one\n\n## Decisions\n- two\n"
    put(store, broken)
    with pytest.raises(ParseError) as caught:
        store.apply([Patch("Open", "append", "- a question {#a-question}")])
    assert caught.value.code == "broken"
    assert (data_of(store), quarantine_of(store)) == (broken, [])


# Two equal reads


def test_a_file_that_is_whole_a_moment_later_is_not_quarantined(
    store: PadStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow writer in the middle of its save: broken only when two reads 100 ms apart are the same."""
    whole = TEXT.replace("## Next\nwrite the adapter", "## Next\nsaved slowly")
    pieces = [whole[:90], whole[:140], whole]

    def write_on() -> None:
        put(store, pieces.pop(0)) if pieces else None

    write_on()
    monkeypatch.setattr(quarantine, "wait_a_moment", write_on)
    store.apply([Patch("Findings", "append", "- by us")])
    assert quarantine_of(store) == []
    assert "## Next\nsaved slowly" in (data_of(store) or b"").decode()
    assert whole.encode() in versions_of(store).values()


def test_the_two_reads_are_a_tenth_of_a_second_apart(
    store: PadStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The wait itself, which the other tests leave out."""
    monkeypatch.undo()
    waited: list[float] = []
    monkeypatch.setattr("time.sleep", waited.append)
    put(store, BROKEN)
    store.apply([ENTRY])
    assert 0.1 in waited


def test_a_pad_that_never_stands_still_ends_the_write_with_a_plain_error(
    store: PadStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not judged, not moved, and the lock is not held for ever."""
    count = iter(range(10_000))
    put(store, BROKEN)
    monkeypatch.setattr(quarantine, "wait_a_moment", lambda: put(store, BROKEN + f"{next(count)}\n"))
    with pytest.raises(StorageError, match="still writing"):
        store.apply([ENTRY])
    assert quarantine_of(store) == []


def test_a_pad_that_is_gone_only_for_a_moment_is_not_restored_over(
    store: PadStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An editor that removes the old file before it writes the new one."""
    edited = TEXT.replace("## Next\nwrite the adapter", "## Next\nby the editor")
    os.unlink(store.paths.pad)
    monkeypatch.setattr(quarantine, "wait_a_moment", lambda: put(store, edited))
    store.apply([Patch("Findings", "append", "- by us")])
    assert "## Next\nby the editor" in (data_of(store) or b"").decode()
    assert [line["actor"] for line in lines_of(store)][-2:] == ["external", "agent"]


# Names


def test_two_quarantines_in_one_second_have_names_of_their_own(store: PadStore) -> None:
    """Nothing overwrites what was kept before."""
    texts = [BROKEN.replace("## Next", f"## Next{number}") for number in range(3)]
    for text in texts:
        put(store, text)
        store.apply([ENTRY])
    names = [path.name for path in quarantine_of(store)]
    assert names == [f"scratchpad.broken-{1784541612 + number}.md" for number in range(3)]
    assert [path.read_text() for path in quarantine_of(store)] == texts


def test_the_same_bytes_are_kept_once(store: PadStore) -> None:
    """An agent that breaks the file in the same way each turn fills no disk."""
    for number in range(3):
        put(store, BROKEN)
        store.apply([Patch("Next", "replace", f"turn {number}")])
    assert [path.read_text() for path in quarantine_of(store)] == [BROKEN]
    assert "turn 2" in (data_of(store) or b"").decode()


def test_a_foreign_file_under_the_next_name_is_passed_over(store: PadStore) -> None:
    """Also where it is a folder."""
    folder = Path(store.paths.folder)
    (folder / "scratchpad.broken-1784541612.md").write_text("not ours")
    (folder / "scratchpad.broken-1784541613.md").mkdir()
    put(store, BROKEN)
    store.apply([ENTRY])
    assert (folder / "scratchpad.broken-1784541612.md").read_text() == "not ours"
    assert (folder / "scratchpad.broken-1784541614.md").read_text() == BROKEN


# Gone


def test_a_pad_that_is_gone_is_served_from_history_and_restored_by_the_next_write(store: PadStore) -> None:
    """Deleted by a script that cleans up: the text comes back first, then the patch is applied."""
    os.unlink(store.paths.pad)
    reading = store.read()
    assert (reading.state, reading.version) == ("gone", 2)
    assert "gone" in reading.notice
    assert "restored" in store.apply([Patch("Findings", "append", "- back")]).warnings[0]
    assert data_of(store) == TEXT.replace("worker\n", "worker\n- back\n").encode()
    assert [line["actor"] for line in lines_of(store)][-2:] == ["recover", "agent"]
    assert versions_of(store)[3] == TEXT.encode()
    assert_in_order(store)


def test_an_empty_list_leaves_a_pad_that_is_gone_as_it_is(store: PadStore) -> None:
    """It is a turn in which nothing changed."""
    os.unlink(store.paths.pad)
    store.apply([])
    assert data_of(store) is None


def test_two_threads_that_meet_a_broken_pad_quarantine_it_once(store: PadStore) -> None:
    """The lock comes before the judgement."""
    put(store, BROKEN)
    threads = [
        threading.Thread(target=lambda n=number: store.apply([Patch("Findings", "append", f"- {n}")]))
        for number in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(quarantine_of(store)) == 1
    assert [event["event"] for event in journal.events(store.paths.journal)] == ["quarantined"]
    assert_in_order(store)
