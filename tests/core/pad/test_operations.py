"""The five operations: what each changes, what it leaves alone, and that no list can hurt the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scratchpad_tui.core.errors import PatchError
from scratchpad_tui.core.pad.entries import is_empty_mark
from scratchpad_tui.core.pad.lines import parted, texts
from scratchpad_tui.core.pad.operations import apply_patches
from scratchpad_tui.core.pad.parse import parse_text
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.scan import scan
from scratchpad_tui.core.pad.schema import EMPTY_MARK, SESSION, TASK, Profile, Section
from tests.core.pad.pads import (
    CONTENTS,
    SESSION_TEXTS,
    TASK_TEXTS,
    pad,
    patch_lists,
    patches,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.lines import Line

HANDMADE = pad(
    Plan="1. [x] read\n\t- [ ] nested\n\n2. [ ] write\n   with a second line\n7. [ ] wire\n",
    Findings="- rows\n| a | b |\n|---|---|\n<!-- agreed on Monday -->\n```text\n## Plan\n1. [ ] quoted\n```",
    Ruled_out="\n- sqlite:\ttoo slow  \n\n",
)


def after(text: str, *wanted: tuple[str, ...]) -> tuple[str, list[str]]:
    """The text after the patches, and the warnings."""
    applied = apply_patches(parse_text(text, TASK), [Patch(*patch) for patch in wanted])
    return applied.document.text(), applied.warnings


def body(text: str, section: str) -> list[str]:
    """The lines under a section's heading."""
    return parse_text(text, TASK).body(section)


def unchanged(text: str, *wanted: tuple[str, ...]) -> str:
    """The one warning of patches that change nothing."""
    document = parse_text(text, TASK)
    applied = apply_patches(document, [Patch(*patch) for patch in wanted])
    assert applied.document is document
    assert len(applied.warnings) == 1
    return applied.warnings[0]


def refusal(text: str, *wanted: tuple[str, ...]) -> PatchError:
    """Why the patches are refused."""
    with pytest.raises(PatchError) as caught:
        after(text, *wanted)
    return caught.value


class TestAppend:
    """New entries stand at the end of the section, and nothing else moves."""

    def test_it_stands_behind_the_last_line_that_holds_something(self) -> None:
        """The blank line before the next heading stays where it is."""
        text, warnings = after(HANDMADE, ("Findings", "append", "new"))
        assert text == HANDMADE.replace("quoted\n```\n", "quoted\n```\n- new\n")
        assert warnings == []

    @pytest.mark.parametrize(
        ("held", "left"),
        [
            (EMPTY_MARK, "- a"),
            (f"\n{EMPTY_MARK}\n", "\n- a\n"),
            (f"  {EMPTY_MARK}  ", "- a"),
            (f"{EMPTY_MARK}\n{EMPTY_MARK}", "- a"),
            ("", "- a\n"),
            ("\n\n", "- a\n\n\n"),
        ],
    )
    def test_the_first_entry_takes_the_marks_place(self, held: str, left: str) -> None:
        """Blank lines that a person left around it stay around it."""
        assert after(pad(Findings=held), ("Findings", "append", "a"))[0] == pad(Findings=left)

    def test_a_mark_beside_content_goes(self) -> None:
        """It says that the section is empty, which it is not."""
        found, _ = after(pad(Findings=f"- a\n{EMPTY_MARK}"), ("Findings", "append", "b"))
        assert body(found, "Findings") == ["- a", "- b", ""]

    def test_a_mark_in_a_fence_is_a_persons_text(self) -> None:
        """It is quoted there."""
        found, _ = after(pad(Findings=f"```\n{EMPTY_MARK}\n```"), ("Findings", "append", "b"))
        assert body(found, "Findings") == ["```", EMPTY_MARK, "```", "- b", ""]

    @pytest.mark.parametrize(
        ("plan", "line"),
        [
            ("", "1. [ ] a"),
            ("2. [ ] x\n9. [x] y\n5. z", "10. [ ] a"),
            ("1. x\n1. y", "2. [ ] a"),
            ("- [ ] x", "1. [ ] a"),
            ("99. x", "100. [ ] a"),
        ],
    )
    def test_a_numbered_section_numbers_it_above_the_highest(self, plan: str, line: str) -> None:
        """Numbers are names: none is given twice, and none is changed."""
        found, _ = after(pad(Plan=plan), ("Plan", "append", "a"))
        assert [text for text in body(found, "Plan") if text][-1] == line

    @pytest.mark.parametrize(
        ("held", "content"),
        [
            ("- a b", "a b"),
            ("- a b", "- a b"),
            ("* a b", "- a b"),
            ("a b", "a b"),
            ("- a\n  b", "a\nb"),
            ("- [x] a", "[x] a"),
            ("- 1. a", "1. a"),
            ("1. a", "- 1. a"),
            (f"{EMPTY_MARK}\n- a", "a"),
        ],
    )
    def test_an_entry_that_is_there_word_for_word_is_not_added_again(self, held: str, content: str) -> None:
        """An agent that forgot what it noted is told, and the section does not fill with echoes."""
        assert "already, word for word" in unchanged(pad(Findings=held), ("Findings", "append", content))

    @pytest.mark.parametrize(
        ("held", "content"),
        [
            ("- a b", "a  b"),
            ("- a b", "A b"),
            ("- a b", "a"),
            ("- a", "a\nb"),
            ("- [ ] a", "[x] a"),
            ("- a", "1. a"),
        ],
    )
    def test_other_words_are_another_entry(self, held: str, content: str) -> None:
        """Near is not the same."""
        found, warnings = after(pad(Findings=held), ("Findings", "append", content))
        assert warnings == []
        assert len(parse_text(found, TASK).entries("Findings")) == 2

    def test_the_plan_may_hold_a_step_twice(self) -> None:
        """`run the tests` is done again and again."""
        found, warnings = after(pad(Plan="1. [x] test"), ("Plan", "append", "test"))
        assert body(found, "Plan")[:2] == ["1. [x] test", "2. [ ] test"]
        assert warnings == []

    def test_of_several_entries_the_new_ones_are_added(self) -> None:
        """With a warning for the other."""
        found, warnings = after(pad(Findings="- a"), ("Findings", "append", "- a\n- b\n- b\n- "))
        assert body(found, "Findings") == ["- a", "- b", ""]
        assert len(warnings) == 1

    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
    @pytest.mark.parametrize("final", [True, False])
    def test_the_files_own_line_ends_are_kept(self, end: str, *, final: bool) -> None:
        """Also of a file without a final newline: the last line is not glued to the new one, and none is added."""
        found, _ = after(
            pad(end=end, final=final, bom=True), ("Next", "append", "a\nb"), ("Findings", "append", "c\r\nd")
        )
        want = pad(
            end=end,
            final=final,
            bom=True,
            Next="write the tokenizer\n- a\n  b",
            Findings="- rows are split on ; and not on ,\n- c\n  d",
        )
        assert found == want


class TestReplace:
    """The whole content of one section, and nothing around it."""

    def test_it_puts_the_content_in_the_place_of_the_old(self) -> None:
        """Lines are stored as sent; blank lines at their ends are not."""
        found, warnings = after(HANDMADE, ("Ruled out", "replace", "\n- a\n\n  b \n"))
        assert found == HANDMADE.replace("- sqlite:\ttoo slow  \n", "- a\n\n  b \n")
        assert warnings == []

    def test_the_same_content_changes_nothing(self) -> None:
        """Not a byte, also with other line ends: a turn without a change is no version."""
        document = parse_text(pad(end="\r\n", Findings="- a\n\n- b"), TASK)
        assert apply_patches(document, [Patch("Findings", "replace", "- a\n\n- b\n")]).document is document

    def test_lines_that_stood_there_keep_their_own_ends(self) -> None:
        """In a file of mixed ends only the new lines are new."""
        text = pad(Findings="- a\r\n- b\n- c\r")
        found, _ = after(text, ("Findings", "replace", "- a\n- b\n- d"))
        assert "## Findings\n- a\r\n- b\n- d\r\n" in found

    @pytest.mark.parametrize(("op", "content"), [("replace", "x"), ("clear", "")])
    def test_a_new_lines_end_does_not_join_with_the_blank_line_behind_it(self, op: str, content: str) -> None:
        """CR and LF of two lines would become the CRLF of one."""
        text = pad(Findings="- a\r- b\r\n")
        assert body(text, "Findings") == ["- a", "- b", "", ""]
        found, _ = after(text, ("Findings", op, content))
        assert body(found, "Findings") == [content or EMPTY_MARK, "", ""]

    def test_backslashes_and_signs_are_stored_as_they_are(self) -> None:
        """Content is no pattern and no template."""
        content = "C:\\Users\\new \\1 \\g<0> $HOME %s {0} \\u0041"
        assert body(after(pad(), ("Findings", "replace", content))[0], "Findings")[0] == content


class TestCheck:
    """One character changes, or none."""

    @pytest.mark.parametrize(
        ("plan", "number", "line"),
        [
            ("1. [ ] a\n2. [ ] b\n12. [ ] c", "2", 1),
            ("1. [ ] a\n2. [ ] b\n12. [ ] c", "12", 2),
            ("0. [ ] a\n5. [x] b", "0", 0),
            ("1) [ ] a", " 1 ", 0),
            ("007. [ ] a", "7", 0),
            ("1. [ ] a", "01", 0),
            ("[ ] a\n[ ] b", "2", 1),
            ("- [x] a\n- [ ] b", "2", 1),
            ("[ ] a\n  [ ] nested\n\n[ ] b", "2", 3),
            ("```\n[ ] x\n```\n[ ] a", "1", 3),
            ("<!-- x -->\n[ ] a", "1", 1),
            ("1. [ ] a\n   - [ ] nested\n2. [ ] b", "2", 2),
            ("1. [ ] [ ] a", "1", 0),
            ("- [ ] loose\n1. [ ] a", "1", 1),
        ],
    )
    def test_it_ticks_the_item_of_that_number(self, plan: str, number: str, line: int) -> None:
        """The number shown; where none is shown, the position. Quoted and nested boxes are not items."""
        found, warnings = after(pad(Plan=plan), ("Plan", "check", number))
        lines = plan.split("\n")
        lines[line] = lines[line].replace("[ ]", "[x]", 1)
        assert found == pad(Plan=lines)
        assert warnings == []

    @pytest.mark.parametrize(
        ("plan", "number", "said"),
        [
            ("1. [ ] a", "7", "no item 7"),
            ("", "1", "no item 1"),
            ("[ ] a", "0", "no item 0"),
            ("[ ] a", "2", "no item 2"),
            ("1. [ ] a\n- [ ] b", "2", "no item 2"),
            ("1. [ ] a", "9" * 50, "no item 9"),
            ("1. [ ] a\n1. [ ] b", "1", "2 times"),
            ("1. [x] a", "1", "ticked already"),
            ("1. [X] a", "1", "ticked already"),
            ("1. a", "1", "no box"),
            ("1. see [ ] later", "1", "no box"),
            ("1. a\n   [ ] under it", "1", "no box"),
        ],
    )
    def test_what_cannot_be_ticked_is_told_and_nothing_changes(
        self, plan: str, number: str, said: str
    ) -> None:
        """Ticking the wrong step is worse than ticking none."""
        assert said in unchanged(pad(Plan=plan), ("Plan", "check", number))


class TestRemove:
    """Whole entries whose text holds the content."""

    @pytest.mark.parametrize(
        ("held", "content", "left"),
        [
            ("- a one\n  more\n- b\n- a two", "a ", ["- b"]),
            ("- a\n  grammar note\n- b", "grammar", ["- b"]),
            ("- a\n\n  more\n\n- b", "more", ["", "- b"]),
            ("- a\n<!-- a kept -->\n- b", "a", ["<!-- a kept -->", "- b"]),
            ("- a\n  b\n- c", "a\nb", ["- c"]),
            ("- a\r\n- b", " a ", ["- b"]),
            ("```\ncode\n```\n- b", "code", ["- b"]),
            ("- a.b\n- axb", "a.b", ["- axb"]),
            ("- a", "a", [EMPTY_MARK]),
            ("\n- a\n", "a", ["", EMPTY_MARK, ""]),
            (f"- a\n{EMPTY_MARK}", "a", [EMPTY_MARK]),
        ],
    )
    def test_it_takes_the_entry_with_all_under_it(self, held: str, content: str, left: list[str]) -> None:
        """Text, not a pattern; comments and blank lines beside it stay."""
        found, _ = after(pad(Findings=held), ("Findings", "remove", content))
        assert body(found, "Findings") == [*left, ""]

    def test_it_says_how_many_when_more_than_one(self) -> None:
        """An agent that meant one sees that it took three."""
        text = pad(Findings="- a1\n- a2\n- b\n- a3")
        assert "3 entries" in after(text, ("Findings", "remove", "a"))[1][0]
        assert after(text, ("Findings", "remove", "a2"))[1] == []

    @pytest.mark.parametrize("content", ["2", "[x]", "- ", "A", "c", "a.*", "b\na"])
    def test_bullets_numbers_and_boxes_are_not_searched(self, content: str) -> None:
        """`2` is an item's number, not its text."""
        assert "nothing in Plan matched" in unchanged(
            pad(Plan="1. [ ] a\n2. [x] b"), ("Plan", "remove", content)
        )

    def test_the_numbers_of_other_items_stay(self) -> None:
        """They are how the agent names them."""
        found, _ = after(pad(), ("Plan", "remove", "write the tokenizer"))
        assert found == pad().replace("2. [ ] write the tokenizer\n", "")


class TestClear:
    """The section becomes empty."""

    @pytest.mark.parametrize("held", ["- a\n\n- b", "- a", f"- a\n{EMPTY_MARK}", "```\nx\n```", "<!-- x -->"])
    def test_it_leaves_the_empty_mark_once(self, held: str) -> None:
        """And the blank line before the next heading."""
        assert after(pad(Findings=held), ("Findings", "clear"))[0] == pad(Findings=[])

    @pytest.mark.parametrize("held", [EMPTY_MARK, f"\n{EMPTY_MARK}\n", "", "\n"])
    def test_an_empty_section_stays_as_it_is(self, held: str) -> None:
        """Clearing twice is no change."""
        text = pad(Findings="@").replace("@", held)
        document = parse_text(text, TASK)
        assert apply_patches(document, [Patch("Findings", "clear")]).document is document

    def test_content_that_came_with_it_is_told(self) -> None:
        """Somebody may have meant `replace`."""
        assert "was not used" in after(pad(), ("Findings", "clear", "x"))[1][0]


class TestAList:
    """Validated whole, applied whole, judged by its result."""

    def test_a_fault_in_the_last_leaves_the_first_undone(self) -> None:
        """A half-applied list is a state that nobody meant."""
        error = refusal(
            pad(), ("Plan", "check", "2"), ("Findings", "append", "x"), ("Findings", "remove", "")
        )
        assert (error.index, error.field) == (2, "content")

    def test_operations_that_cancel_out_give_the_given_document(self) -> None:
        """No version with an empty diff."""
        document = parse_text(pad(), TASK)
        there_and_back = [Patch("Findings", "append", "tmp"), Patch("Findings", "remove", "tmp")]
        assert apply_patches(document, there_and_back).document is document

    def test_an_empty_list_gives_the_given_document(self) -> None:
        """Also where sections are missing: a turn without a change adds none."""
        document = parse_text("## Task\nx\n", TASK)
        assert apply_patches(document, []).document is document

    def test_caps_are_judged_on_the_result_once_each(self) -> None:
        """Over it on the way is not over it."""
        long, short = ("Next", "replace", "n" * 260), ("Next", "replace", "short")
        assert after(pad(), long, short)[1] == []
        warnings = after(pad(), short, long, ("Next", "append", "more"))[1]
        assert len(warnings) == 1
        assert "Next is 268 chars, over its 200 cap by 68" in warnings[0]

    def test_a_warning_stands_once_however_often_it_is_earned(self) -> None:
        """Ten times the same sentence pushes out the others."""
        assert len(after(pad(), *[("Plan", "check", "9")] * 3)[1]) == 1

    def test_over_the_cap_names_the_entries_that_would_free_the_room(self) -> None:
        """Pruning is the agent's decision; it needs to know of what."""
        findings = [f"- fact {n} " + "x" * 90 for n in range(16)]
        (warning,) = after(pad(Findings=findings), ("Next", "clear"))[1]
        size = sum(len(line) + 1 for line in findings)
        assert f"Findings is {size} chars, over its 1500 cap by {size - 1500}" in warning
        assert "fact 0 " in warning
        assert "fact 1 " in warning
        assert "fact 2 " not in warning

    def test_in_a_plan_the_ticked_items_are_named_first(self) -> None:
        """What is done needs no room."""
        plan = ["1. [ ] open " + "x" * 700, "2. [x] done " + "x" * 300]
        (warning,) = after(pad(Plan=plan), ("Next", "clear"))[1]
        assert '"done ' in warning
        assert '"open ' not in warning

    def test_parts_whose_sum_would_open_a_fence_are_refused(self) -> None:
        """Each harmless, together a section cut open."""
        for opening in ("    ```", "    <!--"):
            error = refusal(
                pad(), ("Plan", "check", "2"), ("Findings", "append", opening), ("Findings", "clear")
            )
            assert (error.index, error.field) == (1, "content")
        parts = ("Findings", "replace", "<<<<<<< x"), ("Findings", "append", "=======")
        refusal(pad(), *parts)

    def test_markers_around_a_ruler_are_never_made_a_conflict(self) -> None:
        """A person's two lone markers, and an agent's line of equal signs between them."""
        text = pad(Task="<<<<<<< x", Next=">>>>>>> y")
        assert refusal(text, ("Findings", "replace", "=======")).code == "would-break"
        assert "- =======" in after(text, ("Findings", "append", "======="))[0]

    def test_missing_sections_are_added_by_a_list_that_changes_something(self) -> None:
        """In order, at the next write."""
        found, _ = after("## Next\nx\n", ("Task", "replace", "y"))
        assert parse_text(found, TASK).missing == ()
        assert found.startswith("## Task\ny\n\n## Plan\n")

    def test_a_numbered_section_of_any_name_can_be_checked(self) -> None:
        """Profiles are data."""
        profile = Profile("steps", (Section("Steps", 100, "What to do.", numbered=True),))
        document = parse_text("## Steps\n1. [ ] a\n", profile)
        found = apply_patches(
            document, [Patch("steps", "check", "1"), Patch("Steps", "append", "b")]
        ).document
        assert found.text() == "## Steps\n1. [x] a\n2. [ ] b\n"


def applied(text: str, profile: Profile, wanted: list[Patch]) -> tuple[Document, Document] | None:
    """The document before, with its missing sections where the list adds them, and after; None where it is refused."""
    document = parse_text(text, profile)
    try:
        now = apply_patches(document, wanted).document
    except PatchError:
        return None
    return (document if now is document else document.completed()), now


def is_within(few: Sequence[Line], many: Sequence[Line]) -> bool:
    """Whether the lines stand among the others, in order."""
    left = iter(many)
    return all(line in left for line in few)


PROFILED = st.one_of(
    st.tuples(st.just(TASK), TASK_TEXTS, patch_lists(TASK)),
    st.tuples(st.just(SESSION), SESSION_TEXTS, patch_lists(SESSION)),
)


@settings(max_examples=400)
@given(PROFILED)
def test_no_list_makes_a_pad_unparseable(made: tuple[Profile, str, list[Patch]]) -> None:
    """The promise of section 6: an agent's own patch never sends the file to quarantine."""
    profile, text, wanted = made
    found = applied(text, profile, wanted)
    if found:
        again = parse_text(found[1].text(), profile)
        assert again.text() == found[1].text()
        assert again.sections() == found[1].sections()


@given(TASK_TEXTS, st.lists(patch_lists(), max_size=4))
def test_list_after_list_the_pad_still_parses(text: str, turns: list[list[Patch]]) -> None:
    """What one turn leaves harmless must not be completed to harm by the next."""
    document = parse_text(text, TASK)
    for wanted in turns:
        try:
            document = apply_patches(document, wanted).document
        except PatchError:
            continue
        assert parse_text(document.text(), TASK).text() == document.text()


@settings(max_examples=400)
@given(PROFILED)
def test_no_byte_changes_outside_the_sections_that_the_list_names(
    made: tuple[Profile, str, list[Patch]],
) -> None:
    """Headings, blank lines, ends and all: a person's diff shows the agent's change and nothing else."""
    profile, text, wanted = made
    found = applied(text, profile, wanted)
    if not found:
        return
    before, now = found
    named = {section.name for patch in wanted if (section := profile.find(patch.section))}
    assert [(s.heading, s.name) for s in before.segments] == [(s.heading, s.name) for s in now.segments]
    assert (before.bom, before.newline, before.final_newline) == (now.bom, now.newline, now.final_newline)
    for old, new in zip(before.segments, now.segments, strict=True):
        if old.name not in named:
            assert old.body == new.body


@given(TASK_TEXTS, st.sampled_from(TASK.names), CONTENTS)
def test_an_append_keeps_every_line_in_its_order(text: str, name: str, content: str) -> None:
    """Only an empty mark may go."""
    found = applied(text, TASK, [Patch(name, "append", content)])
    if found:
        before, now = found
        rows = zip(before.raw(name), scan(before.body(name)).lines, strict=True)
        old = [line for line, seen in rows if seen.inside or not is_empty_mark(line.text)]
        assert is_within(old, now.raw(name))
        added = [line for line in texts(content) if line.strip()]
        assert len(now.content(name)) - len(before.content(name)) <= len(added)


@given(TASK_TEXTS, st.integers(0, 12).map(str))
def test_a_check_changes_one_character_or_none(text: str, number: str) -> None:
    """A blank becomes an x; sections that were missing aside."""
    found = applied(text, TASK, [Patch("Plan", "check", number)])
    assert found
    before, now = found[0].text(), found[1].text()
    assert len(before) == len(now)
    assert [(a, b) for a, b in zip(before, now, strict=True) if a != b] in ([], [(" ", "x")])
    assert (now == text) == (before == now)


@given(TASK_TEXTS, patches())
def test_a_removal_takes_whole_entries_and_nothing_else(text: str, patch: Patch) -> None:
    """No half entry stays, and no comment or blank line beside one goes."""
    wanted = patch._replace(op="remove")
    found = applied(text, TASK, [wanted])
    if not found or found[1].text() == text:
        return
    before, now = found
    section = TASK.find(patch.section)
    assert section
    name = section.name
    holding = "\n".join(line.strip() for line in texts(wanted.content.strip()))
    old, gone = before.raw(name), set()
    for entry in before.entries(name):
        if holding in entry.text:
            gone |= set(range(entry.start, entry.stop))
    left = [line for index, line in enumerate(old) if index not in gone]
    assert gone
    if any(not line.blank for line in left):
        heading = next(segment.heading for segment in now.segments if segment.name == name)
        assert heading
        assert now.raw(name) == parted(left, heading.end)
    else:
        assert [line for line in now.raw(name) if not line.blank] == [
            line for line in now.raw(name) if is_empty_mark(line.text)
        ]
        assert is_within(left, now.raw(name)) or "\r" in text
        assert len(now.raw(name)) == len(left) + 1


@given(TASK_TEXTS, st.sampled_from(TASK.names), CONTENTS)
def test_a_replacement_is_what_was_sent(text: str, name: str, content: str) -> None:
    """The lines are those of the content, the blank lines around them those that stood there."""
    found = applied(text, TASK, [Patch(name, "replace", content)])
    if not found:
        return
    before, now = found
    lines = texts(content)
    while not lines[0].strip():
        lines.pop(0)
    while not lines[-1].strip():
        lines.pop()
    held = [index for index, line in enumerate(before.raw(name)) if not line.blank]
    start, stop = (held[0], held[-1] + 1) if held else (0, 0)
    assert now.body(name) == [*before.body(name)[:start], *lines, *before.body(name)[stop:]]


@given(TASK_TEXTS, patch_lists())
def test_a_list_that_changes_nothing_gives_the_given_document(text: str, wanted: list[Patch]) -> None:
    """That is how a writer knows that there is no version to make, and not a byte to write."""
    document = parse_text(text, TASK)
    try:
        found = apply_patches(document, wanted)
    except PatchError:
        return
    assert (found.document is document) == (found.document.text() == text)
    assert document.text() == text


@given(TASK_TEXTS, patch_lists())
def test_a_section_over_its_cap_can_always_be_made_smaller(text: str, wanted: list[Patch]) -> None:
    """A cap warns and never locks the section: a removal of its own entries is accepted whatever the size."""
    document = parse_text(text, TASK)
    for name in TASK.names:
        for entry in document.entries(name):
            if entry.text.strip():
                smaller = apply_patches(document, [Patch(name, "remove", entry.text)]).document
                assert smaller.size(name) < document.size(name)
