"""An edit of sections: what it begins with, what is said of it on the way, and its one version at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.errors import InputError, MergeConflict
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.editing import (
    SectionEdit,
    as_edited,
    check_section,
    edit_sections,
    section_text,
    with_body,
    writers_since,
)
from scratchpad_tui.core.pad.edits import moved, without_entries
from scratchpad_tui.core.pad.entries import find_entries
from scratchpad_tui.core.pad.merge import merge_lines, resolved
from scratchpad_tui.core.pad.parse import parse_bytes
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.schema import TASK
from scratchpad_tui.core.pad.store import PadStore

from .faults import TEXT, data_of, put, save

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.schema import Section

PLAN, FINDINGS = TASK.find("Plan"), TASK.find("Findings")
assert PLAN
assert FINDINGS


@pytest.fixture
def store(pad_path: Path) -> PadStore:
    """A pad whose version 2 is `TEXT`."""
    store = PadStore(pad_path)
    save(store)
    return store


def test_an_editor_gets_no_empty_mark_and_no_blank_lines_at_the_end(store: PadStore) -> None:
    """They are the file's own: nobody wrote them."""
    assert as_edited(["_(empty)_", ""]) == []
    assert as_edited(["- one", "", "- two", "", ""]) == ["- one", "", "- two"]
    opened = section_text(store, "ruled OUT")
    assert (opened.section, opened.version, opened.cap) == ("Ruled out", 2, 600)
    with pytest.raises(InputError, match="unknown section"):
        section_text(store, "Nowhere")


def test_saving_what_was_opened_changes_no_byte(store: PadStore) -> None:
    """In every section, whatever stands at its end."""
    before = data_of(store)
    for section in TASK.names:
        opened = section_text(store, section)
        done = edit_sections(store, [SectionEdit(section, opened.lines, opened.lines)])
        assert done.changed is False
    assert data_of(store) == before


def test_a_new_last_line_stands_above_the_blank_one_that_parts_the_sections(store: PadStore) -> None:
    """The blank line under a section is kept, once."""
    opened = section_text(store, "Findings")
    edit_sections(store, [SectionEdit("Findings", [*opened.lines, "- mine"], opened.lines)])
    body = store.read().document.body("Findings")
    assert body == [*opened.lines, "- mine", ""]


def test_both_append_and_both_are_kept(store: PadStore) -> None:
    """An agent's line and a person's at the same place are no conflict."""
    opened = section_text(store, "Findings")
    store.apply([Patch("Findings", "append", "by the agent")])
    edit_sections(store, [SectionEdit("Findings", [*opened.lines, "- by hand"], opened.lines)])
    assert store.read().document.body("Findings") == [*opened.lines, "- by the agent", "- by hand", ""]


def test_several_sections_are_one_version(store: PadStore) -> None:
    """A move is one step in the history, so that one undo takes it back."""
    plan, findings = section_text(store, "Plan"), section_text(store, "Findings")
    edits = [
        SectionEdit("Plan", [], plan.lines),
        SectionEdit("Findings", [*findings.lines, "- was planned"], findings.lines),
    ]
    done = edit_sections(store, edits, operation={"op": "move", "section": "Plan", "to": "Findings"})
    record = journal.versions(store.paths.journal)[3]
    assert done.version == 3
    assert record["operations"] == [{"op": "move", "section": "Plan", "to": "Findings"}]
    assert record["sections"] == ["Plan", "Findings"]


def test_a_conflict_in_one_section_writes_neither(store: PadStore) -> None:
    """All or nothing, as with an agent's list."""
    opened = section_text(store, "Findings")
    store.apply([Patch("Findings", "replace", "- by the agent")])
    before = data_of(store)
    edits = [SectionEdit("Next", ["Go home"], 2), SectionEdit("Findings", ["- by hand"], opened.lines)]
    with pytest.raises(MergeConflict):
        edit_sections(store, edits)
    assert data_of(store) == before


@pytest.mark.parametrize(
    ("lines", "line", "code"),
    [
        (["- one", "## Next"], 2, "duplicate-section"),
        (["- one", "## Nowhere"], 2, "unknown-section"),
        (["- one", "", "```", "text"], 3, "unclosed-fence"),
        (["<!-- a", "- b"], 1, "unclosed-comment"),
    ],
)
def test_a_fault_names_the_line_of_the_section(
    store: PadStore, lines: list[str], line: int, code: str
) -> None:
    """As the editor counts them, from 1."""
    checked = check_section(store.read().document, "Findings", lines)
    assert [(fault.line, fault.code) for fault in checked.faults] == [(line, code)]
    with pytest.raises(InputError):
        edit_sections(store, [SectionEdit("Findings", lines, 2)])


def test_what_stops_nothing_is_a_warning_with_its_line(store: PadStore) -> None:
    """Over the cap, and what cannot be seen."""
    checked = check_section(store.read().document, "Next", ["x" * 250, "a\u200bb"])
    assert checked.faults == ()
    assert (checked.size, checked.cap) == (255, 200)
    assert {(found.line, found.code) for found in checked.warnings} == {
        (1, "over-cap"),
        (2, "hidden-character"),
    }


def test_a_heading_in_an_open_ended_profile_is_no_way_out_of_the_section(tmp_path: Path) -> None:
    """There a heading of any name parses; the lines under it would leave the section without a word."""
    path = tmp_path / "MEMORY-STATE.md"
    path.write_text("## Scratch\n- a\n\n## Episodic\n- b\n\n## Durable\n- c\n")
    store = PadStore(path)
    lines = ["- c", "## Appendix", "- d"]
    checked = check_section(store.read().document, "Durable", lines)
    assert [(fault.line, fault.code) for fault in checked.faults] == [(2, "would-break")]
    with pytest.raises(InputError, match="another section"):
        edit_sections(store, [SectionEdit("Durable", lines, ["- c"])])


LINE = st.sampled_from(
    ["- a", "- b", "1. [ ] c", "", "  more", "```", "<!-- x -->", "## Next", "_(empty)_", "<<<<<<< a", "="]
)


@given(lines=st.lists(LINE, max_size=8), section=st.sampled_from(TASK.names))
def test_what_the_check_lets_pass_can_be_saved_and_nothing_else_can(lines: list[str], section: str) -> None:
    """One judgement: the mark in the editor and the refusal at the end are the same."""
    document = parse_bytes(TEXT.encode(), TASK)
    checked = check_section(document, section, lines)
    assert all(1 <= fault.line <= max(1, len(lines)) for fault in (*checked.faults, *checked.warnings))
    body = {section: [*lines, ""]}
    if checked.faults:
        with pytest.raises(InputError):
            with_body(document, document, body)
    else:
        after = with_body(document, document, body)
        others = [name for name in TASK.names if name != section]
        assert [after.body(name) for name in others] == [document.body(name) for name in others]


# Conflicts decided


@given(
    base=st.lists(st.sampled_from("abcd"), max_size=6),
    mine=st.lists(st.sampled_from("abxy"), max_size=6),
    theirs=st.lists(st.sampled_from("abpq"), max_size=6),
)
def test_deciding_each_conflict_for_one_side_loses_no_line_of_it(
    base: list[str], mine: list[str], theirs: list[str]
) -> None:
    """My side everywhere is the merge as it stands; both sides everywhere hold all that was new on either."""
    merged = merge_lines(base, mine, theirs)
    assert resolved(merged, [hunk.mine for hunk in merged.conflicts]) == merged.lines
    both = resolved(merged, [(*hunk.theirs, *hunk.mine) for hunk in merged.conflicts])
    assert set("xypq") & {*mine, *theirs} <= set(both)


# Entries moved and pruned


def test_several_entries_leave_at_once() -> None:
    """With their continuation lines; what stands between them stays."""
    body = ["- one", "  more", "- two", "", "- three", ""]
    assert without_entries(body, [1, 4]) == ["- two", "", ""]
    with pytest.raises(InputError):
        without_entries(body, [0, 3])


@pytest.mark.parametrize(
    ("entry", "section", "arrives"),
    [
        (["- a finding (x.py:1)", "  with more"], PLAN, ["4. [ ] a finding (x.py:1)", "   with more"]),
        (["2. [x] a step", "   with more"], FINDINGS, ["- a step", "  with more"]),
        (["* starred"], FINDINGS, ["- starred"]),
        (["- [x] ticked"], PLAN, ["4. [x] ticked"]),
        (["plain words"], FINDINGS, ["- plain words"]),
        (["```", "code", "```"], FINDINGS, ["```", "code", "```"]),
    ],
)
def test_a_moved_entry_takes_the_style_of_its_new_section(
    entry: list[str], section: Section, arrives: list[str]
) -> None:
    """Its words and lines are the same, its mark is the section's."""
    here = ["- stays", *entry, ""]
    there = ["3. [ ] last step", ""] if section is PLAN else ["- last", ""]
    left, came = moved(here, 1, there, section)
    assert left == ["- stays", ""]
    assert came == [there[0], *arrives, ""]
    assert find_entries(came)[-1].text.split() == find_entries(entry)[0].text.split()


def test_an_entry_moved_into_an_empty_section_takes_the_place_of_the_mark() -> None:
    """The mark says that nothing stands there."""
    assert FINDINGS
    assert moved(["- a"], 0, ["_(empty)_", ""], FINDINGS)[1] == ["- a", ""]


# Who wrote meanwhile


def test_the_writers_since_an_edit_began_are_told_and_who_brought_which_line(store: PadStore) -> None:
    """Another writer elsewhere in the section is not the one who changed these lines."""
    store.apply([Patch("Findings", "append", "by the agent")], turn="7")
    store.edit("Findings", [*store.read().document.body("Findings")[:-1], "- by hand"], 3)
    put(store, (data_of(store) or b"").replace(b"- by hand", b"- by hand\n- from vim"))
    writers = writers_since(store, "Findings", 2)
    assert writers.all == ("agent t7", "you", "external")
    assert writers.of(["- by the agent"]) == "agent t7"
    assert writers.of(["- from vim"]) == "external"
    assert writers.of(["- by the agent", "- by hand"]) == "agent t7 and you"
    assert writers.of([]) == "agent t7, you and external"
    assert writers_since(store, "Next", 2).of([]) == "another writer"
