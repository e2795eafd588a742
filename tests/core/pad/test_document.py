"""The document: what counts as content, how big it is, what is missing and where that is added."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.errors import PatchError
from scratchpad_tui.core.pad.document import Document
from scratchpad_tui.core.pad.lines import Line, split_lines
from scratchpad_tui.core.pad.operations import apply_patches
from scratchpad_tui.core.pad.parse import parse_text
from scratchpad_tui.core.pad.schema import EMPTY_MARK, PROFILES, SESSION, TASK
from tests.core.pad import oracle
from tests.core.pad.pads import SESSION_TEXTS, TASK_TEXTS, pad, patch_lists

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.patch import Patch
    from scratchpad_tui.core.pad.schema import Profile


def is_within(few: list[Line], many: list[Line]) -> bool:
    """Whether the lines stand among the others, in order."""
    left = iter(many)
    return all(line in left for line in few)


@pytest.mark.parametrize(
    ("body", "size"),
    [
        ("", 0),
        (EMPTY_MARK, 0),
        (f"\n  {EMPTY_MARK}  \n", 0),
        ("a", 2),
        ("ab\n\n  \ncd", 6),
        ("測" * 299, 300),
        ("\U0001f642" * 299, 300),
        ("e\u0301", 3),
        ("\U0001f469\u200d\U0001f467", 4),
        ("a\u2028b", 4),
        (f"a\n{EMPTY_MARK}", 2),
        ("- a\n  b", 8),
        ("\ta", 3),
    ],
    ids=repr,
)
def test_size_is_the_sum_of_length_and_one_over_lines_that_hold_something(body: str, size: int) -> None:
    """In code points: not bytes, not UTF-16 units, not cells; the empty mark is never content."""
    assert parse_text(pad(Task=body), TASK).size("Task") == size


@given(TASK_TEXTS)
def test_size_is_that_of_the_content_shown(text: str) -> None:
    """Gauge, warning and `show` speak of the same number."""
    document = parse_text(text, TASK)
    for name, lines in oracle.sections(text, TASK).items():
        assert document.content(name) == lines
        assert document.size(name) == sum(len(line) + 1 for line in lines)
    assert document.has_text == any(document.sections().values())


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_do_not_count(end: str) -> None:
    """The same text has the same size in every editor."""
    assert parse_text(pad(end=end, Task="ab\ncd"), TASK).size("Task") == 6


@pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda profile: profile.name)
def test_the_empty_pad_has_every_section_in_order_with_the_empty_mark(profile: Profile) -> None:
    """It is version 0, and what a fresh path shows."""
    document = Document.empty(profile)
    assert document.text() == "\n".join(f"## {name}\n{EMPTY_MARK}\n" for name in profile.names)
    assert not document.missing
    assert not document.has_text


@given(st.one_of(TASK_TEXTS.map(lambda t: (TASK, t)), SESSION_TEXTS.map(lambda t: (SESSION, t))))
def test_completing_adds_each_missing_section_once_and_keeps_every_line(
    given_text: tuple[Profile, str],
) -> None:
    """A deleted heading comes back empty; nothing that a person wrote moves or goes."""
    profile, text = given_text
    before = parse_text(text, profile)
    after = parse_text(before.completed().text(), profile)
    assert not after.missing
    for name in profile.names:
        assert after.content(name) == before.content(name)
        assert is_within(before.raw(name), after.raw(name))
    if not before.missing:
        assert before.completed() is before
    old, new = (split_lines(t.removeprefix("\ufeff")) for t in (text, after.text()))
    assert is_within(old[:-1], new)
    assert after.final_newline == before.final_newline
    for name in before.missing:
        assert after.body(name)[0] == EMPTY_MARK


@pytest.mark.parametrize(
    ("drop", "neighbours"),
    [
        ("Task", ("## Task", "## Plan")),
        ("Plan", ("## Task", "## Plan", "## Findings")),
        ("Ruled out", ("## Findings", "## Ruled out", "## Open questions")),
        ("Next", ("## Open questions", "## Next")),
    ],
)
def test_a_missing_section_comes_back_in_its_place(drop: str, neighbours: tuple[str, ...]) -> None:
    """The order of sections never changes while a pad lives."""
    whole = pad()
    start = whole.index(f"## {drop}\n")
    stop = whole.find("\n## ", start) + 1 or len(whole)
    document = parse_text(whole[:start] + whole[stop:], TASK)
    assert document.missing == (drop,)
    headings = [line for line in document.completed().text().split("\n") if line.startswith("## ")]
    assert headings == [f"## {name}" for name in TASK.names]
    at = headings.index(neighbours[0])
    assert tuple(headings[at : at + len(neighbours)]) == neighbours


def test_a_section_added_behind_text_stands_behind_a_blank_line() -> None:
    """The file stays readable, also where the section above ends in text."""
    document = parse_text("## Task\nx\n## Next\ny", TASK)
    text = document.completed().text()
    assert "x\n\n## Plan\n_(empty)_\n\n## Findings\n" in text
    assert text.endswith("## Next\ny")


def test_sections_in_another_order_stay_in_that_order() -> None:
    """A person may have moved one; the file is not sorted behind their back."""
    text = pad().replace("## Next\nwrite the tokenizer\n", "")
    text = "## Next\nwrite the tokenizer\n\n" + text
    assert parse_text(text, TASK).completed().text() == text


def test_a_heading_line_is_found_by_its_number() -> None:
    """Warnings about a section point at its heading; those about a missing one at the end of the file."""
    document = parse_text("\n## Task\nx\n\n## Next\ny\n", TASK)
    assert document.heading_line("Task") == 2
    assert document.heading_line("Next") == 5
    assert document.heading_line("Plan") == 6
    assert parse_text("", TASK).heading_line("Task") == 1


def test_lists_given_away_are_copies() -> None:
    """A document is a value: what a caller does to a list must not change it."""
    document = parse_text(pad(), TASK)
    document.raw("Plan").clear()
    document.body("Plan").clear()
    document.sections()["Plan"].clear()
    assert document.text() == pad()


def test_other_bodies_make_another_document() -> None:
    """Only the named sections differ; the given document stays as it was."""
    document = parse_text(pad(bom=True, end="\r\n", final=False), TASK)
    other = document.with_bodies({"Next": [Line("go", "\r\n")]})
    assert other.text() == document.text().replace("write the tokenizer", "go").replace(
        "2. [ ] go", "2. [ ] write the tokenizer"
    )
    assert document.text() == pad(bom=True, end="\r\n", final=False)


@given(TASK_TEXTS, TASK_TEXTS)
def test_what_is_learnt_from_another_document_is_what_the_text_says(before: str, after: str) -> None:
    """A section whose lines are the same takes over what was asked of it; any other is looked at itself."""
    known, document, alone = (parse_text(text, TASK) for text in (before, after, after))
    for name in TASK.names:
        known.content(name), known.entries(name)
    document.learn_from(known)
    for name in TASK.names:
        assert document.content(name) == alone.content(name)
        assert document.entries(name) == alone.entries(name)


@given(patch_lists())
def test_a_change_leaves_the_document_that_its_text_would_give(patches: list[Patch]) -> None:
    """A store takes the text that it wrote for parsed; nothing may be known of it that the text does not say."""
    start = parse_text(pad(), TASK)
    start.sections(), [start.entries(name) for name in TASK.names]
    try:
        after = apply_patches(start, patches).document
    except PatchError:
        return
    alone = parse_text(after.text(), TASK)
    assert after.is_parsed
    assert after.segments == alone.segments
    assert after.sections() == alone.sections()
    assert [after.entries(name) for name in TASK.names] == [alone.entries(name) for name in TASK.names]
