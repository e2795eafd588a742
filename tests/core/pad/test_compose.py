"""What an appended content becomes: how many entries, with which marker, which lines under them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.pad.compose import entry_lines, incoming, next_number, trimmed
from scratchpad_tui.core.pad.entries import find_entries
from scratchpad_tui.core.pad.schema import TASK
from tests.core.pad.pads import WORDY

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.schema import Section

FINDINGS, PLAN = (
    section for name in ("Findings", "Plan") for section in TASK.sections if section.name == name
)


def composed(content: str, section: Section, number: int = 4) -> list[str]:
    """The lines that a content makes."""
    lines: list[str] = []
    for at, entry in enumerate(incoming(content)):
        lines += entry_lines(entry, section, number + at)
    return lines


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        ("a", ["- a"]),
        ("  a  ", ["- a"]),
        ("\n\na\n\n", ["- a"]),
        ("- a", ["- a"]),
        ("* a", ["* a"]),
        ("+ a", ["+ a"]),
        ("-\ta", ["-\ta"]),
        ("-a", ["- -a"]),
        ("**a**", ["- **a**"]),
        ("[x] a", ["- [x] a"]),
        ("1. a", ["- 1. a"]),
        ("1) a", ["- 1) a"]),
        ("[ ]  a", ["- [ ]  a"]),
        ("a\nb\nc", ["- a", "  b", "  c"]),
        ("a\r\nb\rc", ["- a", "  b", "  c"]),
        ("a\u2028b", ["- a\u2028b"]),
        ("a\n\nb", ["- a", "", "  b"]),
        ("- a\n- b\n\n- c", ["- a", "- b", "- c"]),
        ("* a\n+ b", ["* a", "+ b"]),
        ("  - a\n  - b", ["- a", "- b"]),
        ("1. a\n2) b", ["- 1. a", "- 2) b"]),
        ("- a\n- b\nc", ["- a", "  - b", "  c"]),
        ("- a\n1. b", ["- a", "  1. b"]),
        ("- a\n  - b", ["- a", "  - b"]),
        ("- a\n    b\n   c", ["- a", "    b", "   c"]),
        ("- a\nb", ["- a", "  b"]),
        ("a\n  b", ["- a", "    b"]),
        ("  a\n    b\n  c", ["- a", "    b", "  c"]),
        ("run:\n```sh\nls\n```", ["- run:", "  ```sh", "  ls", "  ```"]),
        ("```\nls\n```", ["- ```", "  ls", "  ```"]),
    ],
)
def test_an_entry_of_an_unnumbered_section(content: str, lines: list[str]) -> None:
    """A bullet is not doubled, and what was sent stands there as it was sent, further lines under it."""
    assert composed(content, FINDINGS) == lines


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        ("a", ["4. [ ] a"]),
        ("7. a", ["4. [ ] a"]),
        ("7) a", ["4. [ ] a"]),
        ("[ ] a", ["4. [ ] a"]),
        ("[x] a", ["4. [x] a"]),
        ("7. [ ] a", ["4. [ ] a"]),
        ("- a", ["4. [ ] a"]),
        ("- [x] a", ["4. [x] a"]),
        ("- 7. [ ] a", ["4. [ ] a"]),
        ("a [ ] b", ["4. [ ] a [ ] b"]),
        ("1.5 s", ["4. [ ] 1.5 s"]),
        ("a\nb", ["4. [ ] a", "   b"]),
        ("7. a\n   - b", ["4. [ ] a", "   - b"]),
        ("- a\n- b", ["4. [ ] a", "5. [ ] b"]),
        ("1. [x] a\n2. b", ["4. [x] a", "5. [ ] b"]),
        ("9. a\n9. b\n\n9. c", ["4. [ ] a", "5. [ ] b", "6. [ ] c"]),
        ("[ ] a\n[ ] b", ["4. [ ] a", "   [ ] b"]),
        ("- a\n2. b", ["4. [ ] a", "   2. b"]),
    ],
)
def test_an_entry_of_a_numbered_section(content: str, lines: list[str]) -> None:
    """A number or box that the content brings itself is not doubled."""
    assert composed(content, PLAN) == lines


def test_further_lines_stand_under_the_text_of_a_wide_number() -> None:
    """They must stay a part of their entry, also behind item 99."""
    assert composed("a\nb", PLAN, 100) == ["100. [ ] a", "     b"]


@given(
    st.lists(st.one_of(WORDY, WORDY.map("  {}".format), WORDY.map("- {}".format), st.just(""))),
    st.sampled_from((PLAN, FINDINGS)),
)
def test_one_content_makes_entries_that_read_back_as_so_many(lines: list[str], section: Section) -> None:
    """What an agent sends as one entry must not fall into several, nor into none."""
    content = "\n".join(line for line in lines if not line.strip().startswith(("```", "~~~", "<!--", "##")))
    found = [entry for entry in incoming(content) if not entry.is_empty]
    made: list[str] = []
    for entry in found:
        made += entry_lines(entry, section, 1)
    assert len(find_entries(made)) == len(found)


@pytest.mark.parametrize(
    ("body", "number"),
    [
        ([], 1),
        (["_(empty)_"], 1),
        (["1. [ ] a", "2. [ ] b"], 3),
        (["0. a", "9. b", "5. c"], 10),
        (["1. a", "1. b"], 2),
        (["[ ] a", "- b"], 1),
        (["- a", "  7. nested"], 1),
        (["```", "7. in a fence", "```"], 1),
        (["007) a"], 8),
    ],
)
def test_the_next_number_is_one_above_the_highest_that_an_entry_shows(body: list[str], number: int) -> None:
    """Gaps and the person's own numbers stay; nothing nested or quoted counts."""
    assert next_number(find_entries(body)) == number


def test_trimming_takes_blank_lines_from_both_ends_alone() -> None:
    """Those between lines are a part of the text."""
    assert trimmed(["", " ", "a", "", "b", "\t"]) == ["a", "", "b"]
    assert trimmed(["", "  "]) == []
