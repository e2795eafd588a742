"""A person's edits: acts on single lines, and a section's new text merged with what an agent wrote meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import InputError, MergeConflict
from scratchpad_tui.core.pad.edits import ticked, with_entry, without_entry
from scratchpad_tui.core.pad.entries import find_entries
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.schema import TASK
from scratchpad_tui.core.pad.store import PadStore

from .faults import TEXT, assert_in_order, data_of, lines_of, put, save, versions_of

if TYPE_CHECKING:
    from pathlib import Path

PLAN, FINDINGS = TASK.find("Plan"), TASK.find("Findings")
assert PLAN
assert FINDINGS
STEPS = ["1. [x] list", "   the callers", "2. [ ] write", "", "3. [X] ship", "- no box"]


@pytest.fixture
def store(pad_path: Path) -> PadStore:
    """A pad whose version 2 is `TEXT`."""
    store = PadStore(pad_path)
    save(store)
    return store


def text_of(store: PadStore) -> str:
    """The pad's text."""
    return (data_of(store) or b"").decode()


# Single lines


@pytest.mark.parametrize(
    ("index", "line"), [(0, "1. [ ] list"), (2, "2. [x] write"), (4, "3. [ ] ship")], ids=["x", "open", "X"]
)
def test_a_tick_changes_one_box_and_no_other_byte(index: int, line: str) -> None:
    """Space ticks, and unticks what was ticked."""
    assert ticked(STEPS, index) == [*STEPS[:index], line, *STEPS[index + 1 :]]


def test_a_line_without_a_box_cannot_be_ticked() -> None:
    """Told, not guessed."""
    for index in (1, 3, 5):
        with pytest.raises(InputError) as caught:
            ticked(STEPS, index)
        assert caught.value.code == "no-box"


def test_ticking_twice_gives_the_same_text_again() -> None:
    """But for the spelling of a capital X."""
    assert ticked(ticked(STEPS, 0), 0) == STEPS


def test_a_new_entry_stands_behind_the_whole_entry_it_was_added_after() -> None:
    """An entry is its continuation lines too."""
    assert FINDINGS
    body = ["- one", "  more of one", "- two"]
    assert with_entry(body, FINDINGS, "new", after=0) == [*body[:2], "- new", "- two"]


def test_a_new_numbered_entry_stands_at_the_end_wherever_the_cursor_is() -> None:
    """Its number is one above the highest: in the middle it would be out of order."""
    assert PLAN
    added = with_entry(STEPS, PLAN, "new step", after=0)
    assert [line for line in added if line not in STEPS] == ["4. [ ] new step"]
    assert find_entries(added)[-1].text == "new step"


def test_a_new_entry_without_a_place_stands_at_the_end_above_trailing_blanks() -> None:
    """Where an append would put it."""
    assert FINDINGS
    assert with_entry(["- one", "", ""], FINDINGS, "two") == ["- one", "- two", "", ""]
    assert with_entry(["_(empty)_", ""], FINDINGS, "first") == ["- first", ""]


@pytest.mark.parametrize(
    "text", ["", "  \n", "## Next", "a\n## Next", "```\nopen", "nul\0", "esc\x1b[1m", "_(empty)_"]
)
def test_a_text_that_would_hurt_the_file_is_no_entry(text: str) -> None:
    """A person's line is held to what an agent's is."""
    assert FINDINGS
    with pytest.raises(InputError):
        with_entry(["- one"], FINDINGS, text)


def test_deleting_takes_the_whole_entry_from_any_of_its_lines() -> None:
    """Half an entry is none."""
    assert without_entry(STEPS, 1) == STEPS[2:]
    assert without_entry(STEPS, 2) == [*STEPS[:2], *STEPS[3:]]


def test_where_no_entry_stands_nothing_is_deleted() -> None:
    """A blank line is not an entry."""
    with pytest.raises(InputError) as caught:
        without_entry(["- one", "", "- two"], 1)
    assert caught.value.code == "no-entry"


# A section's new text


def test_an_edit_is_one_version_of_a_person_and_changes_only_its_section(store: PadStore) -> None:
    """One line in the journal, with its note as the reason."""
    store.edit("Findings", ["- retries are counted per job", ""], 2, note="measured")
    assert text_of(store) == TEXT.replace("per worker", "per job")
    line = lines_of(store)[-1]
    assert (line["actor"], line["by"], line["sections"]) == ("human", "human", ["Findings"])
    assert line["operations"] == [{"op": "edit", "section": "Findings", "reason": "measured"}]
    assert_in_order(store)


def test_an_edit_that_changes_nothing_makes_no_version(store: PadStore) -> None:
    """Opened, looked at, closed."""
    assert store.edit("Findings", store.document_of(2).body("Findings"), 2).changed is False
    assert list(versions_of(store)) == [1, 2]


@pytest.mark.parametrize("base", [2, ["- retries are counted per worker", ""]], ids=["version", "lines"])
def test_what_changed_elsewhere_in_the_section_is_kept_beside_the_edit(
    base: int | list[str], store: PadStore
) -> None:
    """The agent appended while the person typed."""
    store.apply([Patch("Findings", "append", "- by the agent"), Patch("Next", "replace", "go on")])
    store.edit("Findings", ["- retries are counted per job", ""], base)
    assert "## Findings\n- retries are counted per job\n- by the agent\n\n" in text_of(store)
    assert "## Next\ngo on" in text_of(store)


def test_lines_added_at_one_place_by_both_are_both_kept(store: PadStore) -> None:
    """No line was changed twice."""
    store.apply([Patch("Findings", "append", "- by the agent")])
    store.edit("Findings", ["- retries are counted per worker", "- by the person", ""], 2)
    assert "- by the agent" in text_of(store)
    assert "- by the person" in text_of(store)


def test_the_same_lines_changed_on_both_sides_are_a_conflict_that_writes_nothing(store: PadStore) -> None:
    """Both texts and what they came from are in the error, so that nothing typed is lost."""
    store.apply([Patch("Findings", "replace", "- by the agent")])
    before = data_of(store)
    with pytest.raises(MergeConflict) as caught:
        store.edit("Findings", ["- by the person", ""], 2)
    assert caught.value.section == "Findings"
    assert caught.value.base == ["- retries are counted per worker"]
    assert caught.value.mine == ["- by the person"]
    assert caught.value.theirs == ["- by the agent"]
    assert data_of(store) == before
    assert list(versions_of(store)) == [1, 2, 3]
    assert_in_order(store)


def test_an_edit_from_outside_is_merged_as_well_and_recorded_first(store: PadStore) -> None:
    """A third hand: the person's other editor."""
    put(store, TEXT.replace("- retries", "- from vim\n- retries"))
    store.edit("Findings", ["- retries are counted per job", ""], 2)
    assert "- from vim\n- retries are counted per job\n" in text_of(store)
    assert [line["actor"] for line in lines_of(store)][-2:] == ["external", "human"]


@pytest.mark.parametrize("lines", [["## Next"], ["```"], ["<!--"], ["text", "## Findings"]])
def test_an_edit_that_would_break_the_file_is_refused(lines: list[str], store: PadStore) -> None:
    """The text stays in the editor; the pad stays whole."""
    with pytest.raises(InputError) as caught:
        store.edit("Findings", lines, 2)
    assert caught.value.code == "would-break"
    assert text_of(store) == TEXT


def test_an_edit_of_a_section_or_a_version_that_is_not_there_is_refused(store: PadStore) -> None:
    """With the names that are."""
    with pytest.raises(InputError, match="Findings"):
        store.edit("Nowhere", ["x"], 2)
    with pytest.raises(InputError, match="no version 99"):
        store.edit("Findings", ["x"], 99)
    assert text_of(store) == TEXT


def test_an_edit_on_a_fresh_path_makes_the_pad(pad_path: Path) -> None:
    """A person writes the first line."""
    store = PadStore(pad_path)
    store.edit("Task", ["Move the billing job"], 0)
    assert "## Task\nMove the billing job\n" in text_of(store)
    assert_in_order(store)


def test_an_edit_keeps_the_files_line_ends(pad_path: Path) -> None:
    """A file from Windows stays one."""
    store = PadStore(pad_path)
    put(store, TEXT.replace("\n", "\r\n"))
    store.record_external()
    store.edit("Findings", ["- one", "- two", ""], 1)
    assert (
        data_of(store)
        == TEXT.replace("- retries are counted per worker", "- one\n- two").replace("\n", "\r\n").encode()
    )
