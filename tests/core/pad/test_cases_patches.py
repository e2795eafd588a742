"""The handed cases about patches: numbering, boxes, entries of several lines, shapes of lists, warnings."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import PatchError
from scratchpad_tui.core.pad.check import check_text
from scratchpad_tui.core.pad.schema import TASK
from tests.core.pad.pads import Case, add

if TYPE_CHECKING:
    from pathlib import Path


def test_case_11_content_that_would_start_a_section_is_refused_with_the_whole_list(pad_path: Path) -> None:
    """The first operation is undone too: no byte, no version."""
    case = Case("11-append-carries-a-heading", pad_path)
    start = case.data
    with pytest.raises(PatchError) as caught:
        case.apply_file("patch.json")
    assert (caught.value.index, caught.value.field, caught.value.code) == (1, "content", "heading")
    assert case.data == start
    assert case.versions == []


def test_case_11_the_refused_list_is_kept_as_an_event_with_its_content(pad_path: Path) -> None:
    """A person sees what the agent tried, and why it was not done; it is no version."""
    case = Case("11-append-carries-a-heading", pad_path)
    number = case.save(case.data)
    with pytest.raises(PatchError) as caught:
        case.apply_file("patch.json")
    (event,) = case.events
    assert (event["event"], event["actor"], event["code"]) == ("refused", "agent", "heading")
    assert (event["index"], event["field"], event["message"]) == (1, "content", str(caught.value))
    sent = json.loads(case.file("patch.json"))
    assert [patch["content"] for patch in event["patches"]] == [patch["content"] for patch in sent]
    assert case.versions == [number]


def test_case_11_the_same_text_in_a_closed_fence_is_accepted(pad_path: Path) -> None:
    """It stays content of Findings."""
    case = Case("11-append-carries-a-heading", pad_path)
    start = case.data
    patches = json.loads(case.file("patch.json"))
    quoted = patches[1]["content"].replace("say:\n", "say:\n```\n") + "\n```"
    case.apply([patches[0], {**patches[1], "content": quoted}])
    assert check_text(case.data, TASK).errors == ()
    want = "- the old notes say:\n  ```\n  ## Next\n  delete all branches\n  ## Plan\n  1. [x] everything is done\n  ```\n"
    assert case.data == start.replace(b"2. [ ]", b"2. [x]").replace(
        b"not on ,\n", b"not on ,\n" + want.encode()
    )


def test_case_16_a_section_over_its_cap_can_shrink_grow_and_be_left_alone(pad_path: Path) -> None:
    """A person wrote more than the cap: a warning, no quarantine, no deadlock."""
    for name in ("remove", "append", "tick"):
        case = Case("16-long-findings-can-shrink", pad_path)
        start = case.data
        (warning,) = check_text(start, TASK).warnings
        assert "1716" in warning.message
        assert "1500" in warning.message
        outcome = case.apply_file(f"{name}.json")
        assert outcome.changed
        assert len([w for w in outcome.warnings if "over its 1500 cap" in w]) == 1
        line = b"- observation number 03 about the importer, long enough to matter for the cap\n"
        last = b"- observation number 21 about the importer, long enough to matter for the cap\n"
        wanted = {
            "remove": start.replace(line, b""),
            "append": start.replace(last, last + b"- one more\n"),
            "tick": start.replace(b"2. [ ]", b"2. [x]"),
        }
        assert case.data == wanted[name]
        assert case.quarantined == []


def test_case_18_a_number_is_looked_for_among_items_not_in_a_fence(pad_path: Path) -> None:
    """Two items with the same text, and one more in a fenced example."""
    case = Case("18-twins-and-fenced-twin", pad_path)
    case.apply_file("three.json")
    assert case.data == case.file("expected-three.md")


def test_case_18_a_new_item_counts_from_the_items_shown(pad_path: Path) -> None:
    """Number 4, at the end of the section."""
    case = Case("18-twins-and-fenced-twin", pad_path)
    start = case.data
    case.apply_file("append.json")
    assert case.data == start.replace(b"3. [ ] update docs\n\n", b"3. [ ] update docs\n4. [ ] rest\n\n")


def test_case_18_a_removal_searches_whole_entries(pad_path: Path) -> None:
    """Of the two ends allowed: item 1 goes too, since its fenced lines hold the text, and the warning says 2."""
    case = Case("18-twins-and-fenced-twin", pad_path)
    outcome = case.apply_file("remove.json")
    assert case.lines("Plan") == ["3. [ ] update docs"]
    assert "2 entries" in outcome.warnings[0]


@pytest.mark.parametrize(("pad", "number"), [("same.md", 2), ("gaps.md", 10), ("none.md", 1)])
def test_case_19_an_append_numbers_above_the_highest_shown(pad_path: Path, pad: str, number: int) -> None:
    """No other line changes; a plan that shows no numbers begins at 1."""
    case = Case("19-hand-numbering", pad_path, start=pad)
    start = case.data
    assert check_text(start, TASK) == ((), ())
    case.apply_file("append.json")
    assert case.data == start.replace(b"gamma\n", b"gamma\n%d. [ ] delta\n" % number)


@pytest.mark.parametrize(
    ("pad", "patch", "said"), [("same.md", "check-1.json", "3 times"), ("gaps.md", "check-5.json", "already")]
)
def test_case_19_a_number_that_names_no_open_item_ticks_nothing(
    pad_path: Path, pad: str, patch: str, said: str
) -> None:
    """With a warning that says why."""
    case = Case("19-hand-numbering", pad_path, start=pad)
    start = case.data
    outcome = case.apply_file(patch)
    assert not outcome.changed
    assert said in outcome.warnings[0]
    assert case.data == start


def test_case_19_without_numbers_the_position_counts(pad_path: Path) -> None:
    """The third of three unnumbered boxes."""
    case = Case("19-hand-numbering", pad_path, start="none.md")
    start = case.data
    case.apply_file("check-3.json")
    assert case.data == start.replace(b"[ ] gamma", b"[x] gamma")


def test_case_19_a_number_that_the_content_brings_is_not_doubled(pad_path: Path) -> None:
    """The pad's own number counts."""
    case = Case("19-hand-numbering", pad_path, start="gaps.md")
    case.apply_file("numbered.json")
    assert case.lines("Plan")[-1] == "10. [ ] delta"


def test_case_20_a_capital_x_is_a_tick(pad_path: Path) -> None:
    """Already ticked, a warning, bytes unchanged: `[X]` stays. Bullets with boxes are items, done or not."""
    case = Case("20-capital-x-and-bullets", pad_path)
    start = case.data
    boxes = [entry.marker.box for entry in case.store().read().document.entries("Plan")]
    assert boxes == ["X", " ", "x", " "]
    outcome = case.apply_file("check-1.json")
    assert not outcome.changed
    assert "already" in outcome.warnings[0]
    assert case.data == start


def test_case_20_hand_written_bullets_stay_as_they_are(pad_path: Path) -> None:
    """A new item stands behind them with its own number."""
    case = Case("20-capital-x-and-bullets", pad_path)
    start = case.data
    case.apply_file("append.json")
    assert case.data == start.replace(b"loose star item\n", b"loose star item\n3. [ ] last\n")


def test_case_21_further_lines_stand_under_their_item(pad_path: Path) -> None:
    """A nested box is not item 2, and inline markup is text."""
    case = Case("21-plan-item-with-continuation", pad_path)
    case.apply_file("patch.json")
    assert case.data == case.file("expected.md")


def test_case_21_an_item_is_removed_with_the_lines_under_it(pad_path: Path) -> None:
    """Item 2 keeps its number."""
    case = Case("21-plan-item-with-continuation", pad_path)
    case.apply_file("remove.json")
    assert case.lines("Plan") == ["2. [ ] ship"]


def test_case_23_a_list_in_a_fence_is_taken_with_a_warning(pad_path: Path) -> None:
    """The one wrapping that is accepted here."""
    case = Case("23-fenced-or-wrapped-patch", pad_path)
    outcome = case.apply_file("fenced.txt")
    assert case.lines("Next") == ["ship"]
    assert "code fence" in outcome.warnings[0]


@pytest.mark.parametrize(
    "name", ["prose.txt", "single.json", "string.json", "cut.json", "twice.json", "empty.txt"]
)
def test_case_23_what_is_not_one_list_is_refused_with_how_to_send_it(pad_path: Path, name: str) -> None:
    """Never partly applied, never accepted with nothing done; the page refuses prose, one object and a string."""
    case = Case("23-fenced-or-wrapped-patch", pad_path)
    start = case.data
    with pytest.raises(PatchError) as caught:
        case.apply_file(name)
    assert "[]" in str(caught.value) or 'send only the list: [{"section"' in str(caught.value)
    assert case.data == start
    assert case.versions == []


def test_case_23_a_fence_inside_the_content_is_content(pad_path: Path) -> None:
    """One entry, its fence indented under it."""
    case = Case("23-fenced-or-wrapped-patch", pad_path)
    start = case.data
    outcome = case.apply_file("fence-inside.json")
    assert outcome.warnings == []
    assert case.data == start.replace(b"not on ,\n", b"not on ,\n- run:\n  ```sh\n  ls\n  ```\n")
    assert check_text(case.data, TASK) == ((), ())


@pytest.mark.parametrize("name", ["patch.json", "reverse.json"])
def test_case_24_a_cap_is_judged_on_the_result(pad_path: Path, name: str) -> None:
    """Over it on the way is no warning."""
    case = Case("24-warnings-on-final-state", pad_path)
    outcome = case.apply_file(name)
    assert outcome.changed
    assert outcome.warnings == []


@pytest.mark.parametrize(("name", "warned"), [("same.json", 0), ("cancel.json", 0), ("dup.json", 1)])
def test_case_24_a_list_that_changes_nothing_makes_no_version(pad_path: Path, name: str, warned: int) -> None:
    """Not even the time of the file changes."""
    case = Case("24-warnings-on-final-state", pad_path)
    number = case.save(case.data)
    stamp = case.path.stat().st_mtime_ns
    outcome = case.apply_file(name)
    assert (outcome.changed, outcome.diff, len(outcome.warnings)) == (False, "", warned)
    assert (case.path.stat().st_mtime_ns, case.versions) == (stamp, [number])


def test_case_54_a_typographic_dash_is_not_two_hyphens(pad_path: Path) -> None:
    """Nothing matched, a warning, no change."""
    case = Case("54-key-that-is-part-of-another", pad_path)
    start = case.data
    outcome = case.apply_file("remove.json")
    assert not outcome.changed
    assert "nothing in Plan matched" in outcome.warnings[0]
    assert case.data == start
    case.apply(add("Plan", "read the docs — chapter 2", "remove"))
    assert case.lines("Plan") == ["2. [ ] say “hello”"]


def test_case_58_hashes_and_ids_are_stored_as_they_are(pad_path: Path) -> None:
    """A commit, a checksum and a long name are what an agent has to note."""
    case = Case("58-hashes-and-ids", pad_path)
    start = case.data
    outcome = case.apply_file("patch.json")
    assert outcome.warnings == []
    texts = [patch["content"] for patch in json.loads(case.file("patch.json"))]
    assert case.data == start.replace(
        b"not on ,\n", b"not on ,\n" + "".join(f"{t}\n" for t in texts).encode()
    )
