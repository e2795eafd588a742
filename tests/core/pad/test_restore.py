"""Going back: a version or one of its sections as a new version, and undo and redo as merges."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from scratchpad_tui.core.errors import InputError, MergeConflict
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore

from .faults import (
    BROKEN,
    BY_HAND,
    TEXT,
    assert_in_order,
    data_of,
    everything,
    lines_of,
    put,
    save,
    versions_of,
)

pytestmark = pytest.mark.usefixtures("at_once")


@pytest.fixture
def store(pad_path: Path) -> PadStore:
    """A pad whose version 2 is `TEXT`."""
    store = PadStore(pad_path)
    save(store)
    return store


def text_of(store: PadStore) -> str:
    """The pad's text."""
    return (data_of(store) or b"").decode()


def find(text: str) -> Patch:
    """A finding more."""
    return Patch("Findings", "append", f"- {text}")


# Restore


def test_a_version_comes_back_with_exactly_its_bytes_as_a_new_version(store: PadStore) -> None:
    """Nothing is taken back from history: it only grows."""
    store.apply([find("a"), Patch("Next", "replace", "x")])
    outcome = store.restore(2)
    assert outcome.changed
    assert outcome.version == 4
    assert text_of(store) == TEXT
    line = lines_of(store)[-1]
    assert (line["actor"], line["by"], line["operations"]) == (
        "restore",
        "human",
        [{"op": "restore", "version": 2}],
    )
    assert_in_order(store)


def test_odd_bytes_of_a_version_come_back_unchanged(pad_path: Path) -> None:
    """Mark, line ends, a missing section, no final line end."""
    store = PadStore(pad_path)
    odd = b"\xef\xbb\xbf## Task\r\none\r\n\r\n## Next\r\ntwo"
    put(store, odd)
    store.record_external()
    store.apply([find("a")])
    store.restore(1)
    assert data_of(store) == odd
    assert_in_order(store)


def test_minus_one_toggles_between_two_states(store: PadStore) -> None:
    """Restored twice, one is where one began."""
    store.apply([find("a")])
    before = text_of(store)
    store.restore(-1)
    assert text_of(store) == TEXT
    store.restore(-1)
    assert text_of(store) == before


def test_the_version_that_the_pad_holds_already_makes_no_new_one(store: PadStore) -> None:
    """Nothing would change."""
    assert store.restore(2).changed is False
    assert list(versions_of(store)) == [1, 2]


def test_an_edit_that_no_version_had_is_recorded_before_it_is_replaced(store: PadStore) -> None:
    """-1 then is the newest version, and the person's text is one step away."""
    put(store, BY_HAND)
    store.restore(-1)
    assert text_of(store) == TEXT
    assert versions_of(store)[3] == BY_HAND.encode()
    store.restore(-1)
    assert text_of(store) == BY_HAND


def test_one_section_comes_back_and_every_other_byte_stays(store: PadStore) -> None:
    """What was good since then is kept."""
    store.apply([Patch("Findings", "replace", "- rewritten"), Patch("Next", "replace", "go on")])
    store.restore(2, "findings")
    assert text_of(store) == TEXT.replace("## Next\nwrite the adapter", "## Next\ngo on")
    assert lines_of(store)[-1]["operations"] == [{"op": "restore", "version": 2, "section": "Findings"}]


def test_a_section_of_a_version_that_lacks_it_is_restored_as_empty(pad_path: Path) -> None:
    """Missing and empty are the same to a reader."""
    store = PadStore(pad_path)
    put(store, "## Task\none\n")
    store.record_external()
    store.apply([find("a")])
    store.restore(1, "Findings")
    assert "## Findings\n_(empty)_\n" in text_of(store)
    assert store.read().state == "good"


def test_a_version_or_section_that_is_not_there_changes_nothing(store: PadStore) -> None:
    """The remedy names what is."""
    for number in (99, -99, 0):
        with pytest.raises(InputError):
            store.restore(number)
    with pytest.raises(InputError, match="Findings"):
        store.restore(1, "Nowhere")
    assert text_of(store) == TEXT
    assert list(versions_of(store)) == [1, 2]


def test_a_version_that_does_not_parse_is_not_restored(store: PadStore) -> None:
    """Edited by hand in the history: it would only be quarantined again."""
    Path(store.history.path(1)).write_text(BROKEN)
    with pytest.raises(InputError, match="version 1 does not parse"):
        store.restore(1)
    assert text_of(store) == TEXT


@pytest.mark.parametrize("state", ["broken", "gone"])
def test_a_restore_on_a_pad_that_is_not_good_recovers_first_and_counts_from_there(
    state: str, store: PadStore
) -> None:
    """-1 is the version before the last good one, as the person sees it."""
    if state == "broken":
        put(store, BROKEN)
    else:
        os.unlink(store.paths.pad)
    store.restore(-1)
    assert data_of(store) == versions_of(store)[1]
    assert [line["actor"] for line in lines_of(store)][-2:] == ["recover", "restore"]
    assert state == "gone" or BROKEN in everything(store)
    assert_in_order(store)


# Undo


def test_undo_takes_back_one_version_and_keeps_what_came_after(store: PadStore) -> None:
    """A merge, never an overwrite."""
    store.apply([find("wrong")])
    store.apply([Patch("Next", "replace", "go on")])
    store.revert(3)
    assert text_of(store) == TEXT.replace("## Next\nwrite the adapter", "## Next\ngo on")
    line = lines_of(store)[-1]
    assert (line["actor"], line["operations"]) == ("human", [{"op": "undo", "version": 3}])
    assert_in_order(store)


def test_redo_is_the_undo_of_an_undo(store: PadStore) -> None:
    """With the version that the undo made."""
    store.apply([find("right after all")])
    before = text_of(store)
    undone = store.revert(3)
    assert text_of(store) == TEXT
    store.revert(undone.version)
    assert text_of(store) == before


def test_undo_keeps_lines_that_an_agent_added_beside_the_undone_ones(store: PadStore) -> None:
    """The agent wrote on while the person thought."""
    store.apply([Patch("Plan", "check", "2")], actor="human")
    store.apply([Patch("Plan", "append", "ship it"), find("new")])
    store.revert(3)
    text = text_of(store)
    assert "2. [ ] write the adapter\n3. [ ] ship it" in text
    assert "- new" in text


def test_undo_of_a_line_that_was_changed_since_is_a_conflict_and_writes_nothing(store: PadStore) -> None:
    """Which one counts is a person's decision; all three texts are in the error."""
    store.apply([Patch("Next", "replace", "one")])
    store.apply([Patch("Next", "replace", "two")])
    with pytest.raises(MergeConflict) as caught:
        store.revert(3)
    assert (caught.value.base[0], caught.value.mine[0], caught.value.theirs[0]) == (
        "one",
        "write the adapter",
        "two",
    )
    assert "## Next\ntwo" in text_of(store)
    assert list(versions_of(store)) == [1, 2, 3, 4]


def test_undo_of_the_first_version_goes_back_to_the_empty_pad(pad_path: Path) -> None:
    """Version 0 is never a file and still is what stood before."""
    store = PadStore(pad_path)
    store.apply([find("only")])
    store.revert(1)
    assert not store.read().document.has_text
    assert_in_order(store)


def test_undo_of_a_version_whose_forerunner_was_pruned_is_refused(pad_path: Path) -> None:
    """What it changed is not known any more."""
    store = PadStore(pad_path, depth=1)
    store.apply([find("a")])
    store.apply([find("b")])
    with pytest.raises(InputError, match="before 2 is not kept"):
        store.revert(2)


def test_undo_of_a_version_that_is_not_there_is_refused(store: PadStore) -> None:
    """Never a traceback, never a change."""
    for number in (99, -1):
        with pytest.raises(InputError):
            store.revert(number)
    assert store.revert(0).changed is False
    assert text_of(store) == TEXT
