"""A section made smaller by hand: its entries with age and author, and those that leave as one version."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.pruning import prune_entries, prune_list
from scratchpad_tui.core.pad.store import PadStore
from tests.core.pad.pads import Desk, pad

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.pruning import PrunedEntry, PruneList


@pytest.fixture
def desk(pad_path: Path) -> Desk:
    desk = Desk(pad_path, depth=0)
    desk.save(pad(Findings=["- old", "  and more of it", "- newer"]))
    return desk


def entry(found: PruneList, text: str) -> PrunedEntry:
    return next(one for one in found.entries if text in one.lines[0])


def test_entries_have_size_time_and_author(desk: Desk) -> None:
    store = desk.store()
    store.apply([Patch("Findings", "append", "newest")], turn="7")
    found = prune_list(store, "findings")
    assert (found.section, found.cap) == ("Findings", 1500)
    assert [one.lines for one in found.entries] == [
        ("- old", "  and more of it"),
        ("- newer",),
        ("- newest",),
    ]
    assert found.size == sum(one.size for one in found.entries)
    assert found.entries[-1].author == "agent t7"
    assert found.entries[0].author == "external"
    assert found.entries[-1].time is not None


def test_an_entry_has_the_author_of_its_newest_line(desk: Desk) -> None:
    store = desk.store()
    store.edit("Findings", ["- old", "  and better", "- newer"], ["- old", "  and more of it", "- newer"])
    assert entry(prune_list(store, "Findings"), "old").author == "you"


def test_a_line_that_is_no_version_yet_is_one_from_outside(desk: Desk) -> None:
    desk.put(desk.data.replace(b"- newer", b"- by hand"))
    assert entry(prune_list(desk.store(), "Findings"), "by hand").author == "external"
    assert entry(prune_list(desk.store(), "Findings"), "by hand").time is None


@pytest.mark.parametrize("state", ["no pad", "a section is missing", "empty section", "broken"])
def test_every_pad_has_a_list(pad_path: Path, state: str) -> None:
    desk = Desk(pad_path, depth=0)
    if state == "broken":
        desk.save(pad(Findings=["- a", "- b"]))
        desk.put(pad(Findings=["```", "- a"]))
    elif state == "a section is missing":
        desk.put("## Task\nx\n")
    elif state == "empty section":
        desk.put(pad())
    section = "Findings" if state != "empty section" else "Ruled out"
    found = prune_list(desk.store(), section)
    assert len(found.entries) == (2 if state == "broken" else 0)


def test_an_unknown_section_is_a_sentence(desk: Desk) -> None:
    with pytest.raises(InputError, match="Vibes"):
        prune_list(desk.store(), "Vibes")


def test_what_leaves_is_one_version_with_one_operation(desk: Desk) -> None:
    store = desk.store()
    before = desk.versions
    found = prune_list(store, "Findings")
    outcome = prune_entries(store, "Findings", found.entries)
    assert desk.versions == [*before, outcome.version]
    assert desk.lines("Findings") == []
    line = desk.version_lines()[-1]
    assert line["actor"] == "human"
    assert line["operations"] == [{"op": "prune", "section": "Findings", "entries": 2}]
    store.revert(outcome.version)
    assert desk.lines("Findings") == ["- old", "  and more of it", "- newer"]


def test_what_the_agent_wrote_meanwhile_stays(desk: Desk) -> None:
    found = prune_list(desk.store(), "Findings")
    desk.apply([{"section": "Findings", "op": "append", "content": "from the agent"}])
    desk.apply([{"section": "Task", "op": "replace", "content": "another task"}])
    prune_entries(desk.store(), "Findings", [entry(found, "old")])
    assert desk.lines("Findings") == ["- newer", "- from the agent"]
    assert desk.lines("Task") == ["another task"]


def test_an_entry_that_was_changed_meanwhile_is_refused_and_nothing_leaves(desk: Desk) -> None:
    found = prune_list(desk.store(), "Findings")
    desk.save(pad(Findings=["- old, but better", "- newer"]))
    before = desk.data
    with pytest.raises(InputError, match="changed meanwhile"):
        prune_entries(desk.store(), "Findings", found.entries)
    assert desk.data == before


def test_of_entries_with_the_same_words_as_many_leave_as_were_ticked(desk: Desk) -> None:
    """Also where the section has shifted, so that each is nearest to the place of another."""
    desk.save(pad(Findings=["- same", "- same", "- same"]))
    found = prune_list(desk.store(), "Findings")
    desk.save(pad(Findings=["- first", "- same", "- same", "- same"]))
    prune_entries(desk.store(), "Findings", found.entries[:2])
    assert desk.lines("Findings") == ["- first", "- same"]


def test_the_same_words_in_a_code_block_are_another_entry(desk: Desk) -> None:
    desk.save(pad(Findings=["- x", "- y"]))
    found = prune_list(desk.store(), "Findings")
    desk.save(pad(Findings=["- y", "```", "- x", "```"]))
    with pytest.raises(InputError, match="changed meanwhile"):
        prune_entries(desk.store(), "Findings", [found.entries[0]])
    assert "- x" in desk.lines("Findings")


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    words=st.lists(st.sampled_from(["a", "b", "c"]), min_size=1, max_size=6),
    chosen=st.sets(st.integers(0, 5)),
    before=st.integers(0, 2),
)
def test_exactly_what_is_ticked_leaves(
    pad_path: Path, words: list[str], chosen: set[int], before: int
) -> None:
    """Whatever comes above it meanwhile."""
    desk = Desk(pad_path, depth=0)
    desk.put(pad(Findings=[f"- {word}" for word in words]))
    found = prune_list(desk.store(), "Findings")
    ticked = [found.entries[number] for number in sorted(chosen) if number < len(words)]
    new = [f"- new {number}" for number in range(before)]
    desk.put(pad(Findings=[*new, *(f"- {word}" for word in words)]))
    prune_entries(PadStore(pad_path), "Findings", ticked)
    left = desk.lines("Findings")
    assert left[: len(new)] == new
    gone = [one.lines[0] for one in ticked]
    assert sorted([*left[len(new) :], *gone]) == sorted(f"- {word}" for word in words)
