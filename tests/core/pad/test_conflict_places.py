"""What a person decides in a conflict: an entry by its key, and lines without one where both sides changed the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import MergeConflict
from scratchpad_tui.core.pad.conflict_places import places_of
from scratchpad_tui.core.pad.editing import SectionEdit, conflicts_of, edit_sections
from scratchpad_tui.core.pad.merge import merge_lines, resolved
from scratchpad_tui.core.pad.parse import render
from scratchpad_tui.core.pad.schema import AUDITED
from scratchpad_tui.core.pad.store import PadStore

if TYPE_CHECKING:
    from pathlib import Path

COLD = "- builds are slow [src:ci @ 2026-07-01] {#slow}"
BASE = ["to be read with care", COLD, "- it has two cores [src:ci @ 2026-07-01] {#cores}", "the end"]
MINE = [
    "to be read with much care",
    "- builds take 90 s [src:ci @ 2026-07-02] {#slow}",
    "- it has two cores [src:ci @ 2026-07-01] {#cores}",
    "the end",
]
THEIRS = [
    "to be read twice",
    "- it has four cores [src:ci @ 2026-07-03] {#cores}",
    "- builds take 40 s [src:job @ 2026-07-03] {#slow}",
    "the end",
]


def conflict(base: list[str], mine: list[str], theirs: list[str], *, by_key: bool = True) -> MergeConflict:
    return MergeConflict("Findings", base, mine, theirs, by_key=by_key)


def test_an_entry_is_one_place_wherever_it_stands_and_so_are_the_lines_without_a_key() -> None:
    """By lines alone the moved entry would stand in one place with another entry, and twice in the result."""
    found = places_of(conflict(BASE, MINE, THEIRS))
    assert [(place.mine, place.theirs) for place in found.conflicts] == [
        ((MINE[0],), (THEIRS[0],)),
        ((MINE[1],), (THEIRS[2],)),
    ]
    assert found.conflicts[1].base == (COLD,)
    assert len(merge_lines(BASE, MINE, THEIRS).conflicts) == 1


@pytest.mark.parametrize("side", ["mine", "theirs"])
def test_each_key_stands_once_whichever_side_is_kept(side: str) -> None:
    """What one side alone changed is as that side has it."""
    found = places_of(conflict(BASE, MINE, THEIRS))
    lines = resolved(found, [getattr(place, side) for place in found.conflicts])
    wanted = MINE if side == "mine" else THEIRS
    assert sorted(lines) == sorted(
        [wanted[0], next(line for line in wanted if "{#slow}" in line), THEIRS[1], "the end"]
    )


def test_an_entry_that_one_side_took_out_and_the_other_changed_is_to_be_decided() -> None:
    """Kept, it stands again; taken out, nothing of it stays."""
    theirs = [THEIRS[0], THEIRS[2], "the end"]
    found = places_of(conflict(BASE, [MINE[0], BASE[2], "the end"], theirs))
    gone = found.conflicts[-1]
    assert (gone.mine, gone.theirs) == ((), (THEIRS[2],))
    assert THEIRS[2] in resolved(found, [place.theirs for place in found.conflicts])
    assert not any("{#slow}" in line for line in resolved(found, [place.mine for place in found.conflicts]))


def test_entries_between_the_lines_of_a_place_stay_whole() -> None:
    """A place has lines without a key alone; entries that stand among them come behind."""
    base, key = ["a", COLD, "b"], COLD.replace("slow", "new")
    mine, theirs = ["a1", COLD, key, "b1"], ["a2", COLD, "b2"]
    found = places_of(conflict(base, mine, theirs))
    for side in ("mine", "theirs"):
        lines = resolved(found, [getattr(place, side) for place in found.conflicts])
        assert lines.count(COLD) == lines.count(key) == 1
    assert not any("{#" in line for place in found.conflicts for line in place.mine)


def test_without_keys_a_conflict_is_decided_by_lines() -> None:
    assert places_of(conflict(BASE, MINE, THEIRS, by_key=False)) == merge_lines(BASE, MINE, THEIRS)


def test_the_editor_counts_the_places_that_the_conflict_has(tmp_path: Path) -> None:
    """An audited pad on disk: the places of its conflict are told by key."""
    path = tmp_path / "pad.md"
    path.write_text(render({"Findings": THEIRS}, AUDITED), "utf-8")
    store = PadStore(str(path), profile="audited")
    with pytest.raises(MergeConflict) as caught:
        edit_sections(store, [SectionEdit("Findings", MINE, BASE)])
    assert len(places_of(caught.value).conflicts) == 2
    assert conflicts_of(store.read().document, "Findings", MINE, BASE) == 2
