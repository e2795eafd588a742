"""Line ends of all kinds in one file: what is taken out or put in never makes one end of two."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scratchpad_tui.core.errors import PatchError
from scratchpad_tui.core.pad.bodies import as_lines
from scratchpad_tui.core.pad.operations import apply_patches
from scratchpad_tui.core.pad.parse import parse_text
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.schema import EMPTY_MARK, TASK

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.document import Document

SECTIONS = ("Plan", "Next")
"""Few, so that every kind of seam is met."""
_END = st.sampled_from(["\r", "\n", "\r", "\n", "\r\n"])
_LINE = st.tuples(
    st.sampled_from(["", "- one", "", "- one", "- two", "  more", "1. [ ] step", EMPTY_MARK]), _END
)


@st.composite
def mixed(draw: st.DrawFn) -> str:
    """A pad whose lines end as they like."""
    parts = []
    for name in TASK.names:
        size = 6 if name in SECTIONS else 0
        lines = [(f"## {name}", draw(_END)), *draw(st.lists(_LINE, max_size=size))]
        parts += [text + end for text, end in lines]
    return "".join(parts)


def again(document: Document) -> Document:
    """The document as the next reader of its bytes finds it."""
    return parse_text(document.text(), TASK)


@settings(max_examples=400)
@given(mixed(), st.sampled_from(SECTIONS), st.sampled_from(["one", "one", "two", "more", "step"]))
def test_a_removal_joins_no_lines(text: str, name: str, content: str) -> None:
    """A blank line that a person left is theirs."""
    before = parse_text(text, TASK)
    gone = {
        index
        for entry in before.entries(name)
        if content in entry.text
        for index in range(entry.start, entry.stop)
    }
    after = apply_patches(before, [Patch(name, "remove", content)]).document
    left = [line for index, line in enumerate(before.body(name)) if index not in gone]
    kept = after.body(name)
    if gone and not any(left):
        kept.remove(EMPTY_MARK)
    assert kept == left


@given(
    mixed(),
    st.lists(
        st.builds(
            Patch,
            st.sampled_from(SECTIONS),
            st.sampled_from(["append", "replace", "clear", "remove", "check"]),
            st.sampled_from(["one", "- two\n- three", "a\n\nb", "1", "x"]),
        ),
        max_size=3,
    ),
)
def test_no_list_joins_lines(text: str, patches: list[Patch]) -> None:
    """The sections that no patch names keep theirs, byte for byte."""
    before = parse_text(text, TASK)
    try:
        after = apply_patches(before, patches).document
    except PatchError:
        return
    named = {patch.section for patch in patches}
    assert all(after.raw(name) == before.raw(name) for name in TASK.names if name not in named)


@given(mixed(), st.sampled_from(SECTIONS), st.lists(st.sampled_from(["", "", "- one", "- two"]), max_size=6))
def test_lines_of_a_person_stay_apart(text: str, name: str, lines: list[str]) -> None:
    """An edit, a recovery and an undo put whole sections."""
    before = parse_text(text, TASK)
    made = as_lines(before, name, lines)
    after = before.with_bodies({name: made})
    assert again(after).body(name) == [line.text for line in made]


@pytest.mark.parametrize("heading", ["\r", "\n"])
def test_a_blank_line_behind_a_removed_entry_stays(heading: str) -> None:
    """Only its own end grows, so that no other line changes."""
    text = f"## Task\n{EMPTY_MARK}\n## Findings{heading}- gone\n\n- kept\r- gone too\n\n"
    after = apply_patches(parse_text(text, TASK), [Patch("Findings", "remove", "gone")]).document
    blank = "\r\n" if heading == "\r" else "\n"
    assert f"## Findings{heading}{blank}- kept\r\r\n" in after.text()
