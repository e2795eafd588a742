"""Entries: which lines belong together, and what is bullet, number, box and text."""

from __future__ import annotations

import pytest
from hypothesis import given

from scratchpad_tui.core.pad.entries import Marker, find_entries, is_empty_mark, read_marker
from scratchpad_tui.core.pad.schema import EMPTY_MARK
from tests.core.pad import oracle
from tests.core.pad.pads import BODIES


@pytest.mark.parametrize(
    ("line", "bullet", "number", "box", "text"),
    [
        ("- a", "-", None, None, "a"),
        ("* a", "*", None, None, "a"),
        ("+\ta", "+", None, None, "a"),
        ("1. a", None, "1", None, "a"),
        ("12) a", None, "12", None, "a"),
        ("007. [x] a", None, "007", "x", "a"),
        ("1. [ ] a", None, "1", " ", "a"),
        ("- [X] a", "-", None, "X", "a"),
        ("[ ] a", None, None, " ", "a"),
        ("[x]", None, None, "x", ""),
        ("-", "-", None, None, ""),
        ("3.", None, "3", None, ""),
        ("-a", None, None, None, "-a"),
        ("**a**", None, None, None, "**a**"),
        ("1.5 s", None, None, None, "1.5 s"),
        ("[y] a", None, None, None, "[y] a"),
        ("[x]a", None, None, None, "[x]a"),
        ("[] a", None, None, None, "[] a"),
        ("٣. a", None, None, None, "٣. a"),
        ("- 1. a", "-", None, None, "1. a"),
        ("see [ ] later", None, None, None, "see [ ] later"),
        ("", None, None, None, ""),
    ],
)
def test_a_marker_is_bullet_or_number_and_then_a_box(
    line: str, bullet: str | None, number: str | None, box: str | None, text: str
) -> None:
    """People write lists in many ways; what only looks like a marker is text."""
    for indent in ("", "  ", "\t"):
        found = read_marker(indent + line + "  ")
        assert (found.bullet, found.number, found.box, found.text) == (bullet, number, box, text)
        if box is not None:
            assert (indent + line)[found.box_at] == box


@pytest.mark.parametrize(("line", "columns"), [("a", 0), ("  a", 2), ("\ta", 4), ("  \ta", 4), ("\t  a", 6)])
def test_an_indent_is_counted_in_columns(line: str, columns: int) -> None:
    """A tab and the blanks that look like it mean the same depth."""
    assert read_marker(line).indent == columns


def test_the_empty_mark_is_known_with_blanks_around_it() -> None:
    """CRLF files and editors leave some."""
    assert is_empty_mark(f"  {EMPTY_MARK} \t")
    assert not is_empty_mark(f"- {EMPTY_MARK}")


@pytest.mark.parametrize(
    ("body", "spans"),
    [
        (["- a", "- b"], [(0, 1), (1, 2)]),
        (["a", "b"], [(0, 1), (1, 2)]),
        (["- a", "  more", "- b"], [(0, 2), (2, 3)]),
        (["- a", "", "  more", "", "- b"], [(0, 3), (4, 5)]),
        (["", "- a", "", ""], [(1, 2)]),
        (["1. a", "   - b", "     - c", "2. d"], [(0, 3), (3, 4)]),
        (["  - a", "  - b", "- c"], [(0, 1), (1, 2), (2, 3)]),
        (["\ta", "    b", "     c"], [(0, 1), (1, 3)]),
        (["- a", "```", "## Plan", "```", "- b"], [(0, 1), (1, 4), (4, 5)]),
        (["- a", "  ```", "low", "  ```", "- b"], [(0, 4), (4, 5)]),
        (["```", "x", "", "y", "```"], [(0, 5)]),
        (["- a", "<!-- c -->", "- b"], [(0, 1), (2, 3)]),
        (["- a", "  <!-- c -->", "- b"], [(0, 2), (2, 3)]),
        (["<!--", "- not one", "-->", "- b"], [(3, 4)]),
        (["- <!-- c", "x -->", "- b"], [(0, 2), (2, 3)]),
        ([EMPTY_MARK], []),
        ([EMPTY_MARK, "- a"], [(1, 2)]),
        (["- a", f"  {EMPTY_MARK}"], [(0, 2)]),
        ([], []),
    ],
    ids=repr,
)
def test_an_entry_is_a_line_with_all_that_belongs_under_it(
    body: list[str], spans: list[tuple[int, int]]
) -> None:
    """`remove` takes whole entries: neither half of one nor a comment that a person wrote beside them."""
    assert [(entry.start, entry.stop) for entry in find_entries(body)] == spans


@given(BODIES)
def test_entries_stand_in_order_and_share_no_line(body: list[str]) -> None:
    """Removing one must not touch another, and every line that holds something has its place."""
    at = 0
    outside: list[str] = []
    for entry in find_entries(body):
        assert at <= entry.start < entry.stop <= len(body)
        assert body[entry.start].strip()
        assert body[entry.stop - 1].strip()
        outside += body[at : entry.start]
        at = entry.stop
    rows, _ = oracle.read([(line, "\n") for line in body])
    comments = [row.text for row in rows if row.comment]
    assert all(not line.strip() or is_empty_mark(line) or line in comments for line in outside + body[at:])


@given(BODIES)
def test_entries_are_those_of_the_slow_pad(body: list[str]) -> None:
    """Two writings of what an entry is."""
    wanted = oracle.entries([oracle.Row(line, "\n") for line in body])
    found = find_entries(body)
    assert [(e.start, e.stop, e.text, e.is_block) for e in found] == [
        (w.start, w.stop, w.text, w.is_block) for w in wanted
    ]
    assert [
        (e.marker.number or "", f"[{e.marker.box}]" if e.marker.box else "", e.marker.box_at) for e in found
    ] == [(w.number, w.box, w.box_at) for w in wanted]


@given(BODIES)
def test_an_entrys_text_holds_no_bullet_number_box_or_indent(body: list[str]) -> None:
    """It is what `remove` searches and what is compared word for word."""
    for entry in find_entries(body):
        lines = [line.strip() for line in body[entry.start : entry.stop] if line.strip()]
        first, *rest = entry.text.split("\n")
        assert lines[0].endswith(first)
        assert rest == lines[1:]
        assert isinstance(entry.marker, Marker)
        assert first == entry.marker.text.strip()
