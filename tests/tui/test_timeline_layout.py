"""The Timeline's rows: both texts come back from a diff side by side, every row fits, columns give way by width."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.pad.chronicle import Chronicle
from scratchpad_tui.core.pad.comparison import MOST_ROWS, Comparison, Paired, compare
from scratchpad_tui.core.pad.history import History
from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.pad.schema import TASK
from scratchpad_tui.core.text import width
from scratchpad_tui.tui.layout.sidediff import GAP, halves, side_rows
from scratchpad_tui.tui.layout.timeline import _chips, amount_spans, bar, list_rows, parts
from scratchpad_tui.tui.layout.worddiff import CAME, broken, unified_rows
from scratchpad_tui.tui.timeline_state import TimelineState
from tests.core.pad.histories import NAMES, Past, pad_text
from tests.tui.fake import NOW
from tests.tui.hostile import CORPUS, FORBIDDEN
from tests.tui.tracing import told_story

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from scratchpad_tui.tui.layout.worddiff import Spans

LINES = st.lists(st.sampled_from(["- a", "- a b c", "- b", "- a b d", "  more 漢字", "1. [ ] x"]), max_size=7)
PADS = st.dictionaries(st.sampled_from(NAMES), LINES, max_size=4).map(pad_text)


def rows_of(rows: Sequence[Spans]) -> list[str]:
    return ["".join(span.text for span in row) for row in rows]


@given(PADS, PADS)
def test_side_by_side_gives_back_both_texts(old: str, new: str) -> None:
    """Without folding, the left side is the old text and the right side the new one."""
    cells = 100
    found = compare(old.encode(), new.encode(), TASK, context=None)
    left, right = [], []
    left_cells, _ = halves(cells)
    for row in rows_of(side_rows(found, cells)):
        if row.startswith("─"):
            continue
        # In cells and not in characters: a wide one takes two.
        one = next(row[:at] for at in range(len(row) + 1) if width(row[:at]) == left_cells)
        other = row[len(one) + len(GAP) :]
        assert row[len(one) :].startswith(GAP)
        left.append(one)
        right.append(other)
    blank = {row.before is None for row in found.rows}
    assert blank <= {True, False}
    assert _texts(left, [row.before for row in found.rows]) == texts(old)
    assert _texts(right, [row.after for row in found.rows]) == texts(new)


def _texts(side: Sequence[str], lines: Sequence[str | None]) -> list[str]:
    """The texts of one side, the rows left out that stand for no line of it."""
    assert len(side) == len(lines)
    for shown, line in zip(side, lines, strict=True):
        assert shown.strip() == "" if line is None else shown[3:].rstrip() == line.rstrip()
    return [line for line in lines if line is not None]


@given(st.text(max_size=60), st.integers(1, 40), st.integers(1, 5))
def test_a_broken_line_fits_and_loses_no_word(text: str, cells: int, limit: int) -> None:
    half = len(text) // 2
    rows = broken(text, ((0, half),) if half else (), CAME, cells, limit)
    assert 0 < len(rows) <= limit
    for row in rows:
        assert not FORBIDDEN.search("".join(span.text for span in row))


@pytest.mark.parametrize("cells", [20, 39, 58, 85, 140])
@pytest.mark.parametrize("layout", [unified_rows, side_rows])
def test_every_row_fills_its_cells(layout: type, cells: int) -> None:
    """Whatever the lines hold."""
    rows = tuple(
        Paired("Findings", at + 1, at + 1, f"- {text}", f"- x{text}", ((2, 4),), ((2, 9),))
        for at, text in enumerate(CORPUS)
    )
    for row in layout(Comparison(rows, 1, 1), cells):
        shown = "".join(span.text for span in row)
        assert width(shown) == cells
        assert not FORBIDDEN.search(shown)


def test_changed_words_are_marked_by_more_than_colour() -> None:
    old = pad_text({"Findings": ["- the pool holds 10 connections"]})
    found = compare(old.encode(), old.replace("10", "30").encode(), TASK)
    marks = [
        (span.style, span.text) for row in unified_rows(found, 80) for span in row if "word" in span.style
    ]
    assert marks == [("word.remove", "10"), ("word.add", "30")]


def test_a_mark_never_parts_what_looks_like_one_character() -> None:
    text = "- e\u0301 👩\u200d👩\u200d👧 x"
    for start in range(len(text)):
        pieces = broken(text, ((start, start + 1),), CAME, 80, 1)[0]
        assert "".join(span.text for span in pieces) == text
        assert all(not span.text.startswith(("\u0301", "\u200d")) for span in pieces)


def test_what_is_left_out_is_told() -> None:
    rows = rows_of(unified_rows(Comparison((), 5, 5, left_out=MOST_ROWS), 60))
    assert "2,000 more changed lines" in rows[-1]
    assert "No line differs" in rows_of(unified_rows(Comparison(), 60))[0]
    assert "Only line ends" in rows_of(unified_rows(Comparison(only_bytes=True), 60))[0]


@pytest.mark.parametrize("cells", range(12, 160, 7))
def test_rows_of_the_list_fit_at_every_width(tmp_path: Path, cells: int) -> None:
    source = told_story(tmp_path)
    state = TimelineState(source.moments())
    for at in range(len(state)):
        state.at = at
        shown = list_rows(state, cells, 8, NOW)
        state.top = shown.top
        assert all(width("".join(span.text for span in row.spans)) == cells for row in shown.rows)
        assert at in [row.at for row in shown.rows]
        assert len(shown.rows) == 8


def test_hidden_entries_are_counted_at_both_ends(tmp_path: Path) -> None:
    past = Past(tmp_path)
    for number in range(30):
        past.version(pad_text({"Next": [f"- {number}"]}))
    state = TimelineState(Chronicle().read(History(past.paths)))
    state.at = 15
    rows = rows_of([row.spans for row in list_rows(state, 60, 8, NOW).rows])
    assert rows[0].split()[-1] == "older"
    assert rows[-1].split()[-1] == "newer"


@pytest.mark.parametrize(
    ("added", "removed", "shown"),
    [
        (0, 0, ""),
        (1, 0, "+"),
        (0, 1, "-"),
        (1, 1, "+-"),
        (30, 1, "++++-"),
        (0, 500, "------"),
        (9_999, 0, "++++++"),
    ],
)
def test_the_bar_says_how_large_a_change_is(added: int, removed: int, shown: str) -> None:
    spans = bar(added, removed)
    assert "".join(span.text for span in spans).rstrip() == shown
    assert sum(len(span.text) for span in spans) == 6


@pytest.mark.parametrize(
    ("sections", "room", "words"),
    [
        (("Plan", "Findings"), 20, "[Plan] [Findings]"),
        (("Plan", "Findings", "Next"), 20, "Plan Find Next"),
        (("Findings",), 10, "Findings"),
        (("Plan",), 10, "Plan"),
        (("Open questions",), 10, "Open"),
        (("Plan", "Findings"), 10, "Plan Find"),
        (("Plan", "Findings", "Next"), 10, "Plan +2"),
        # A number alone would be read as lines that were added.
        (("Findings", "Next"), 5, "Find…"),
        (("Findings", "Next"), 1, ""),
    ],
)
def test_a_narrow_column_of_sections_has_no_brackets(
    sections: tuple[str, ...], room: int, words: str
) -> None:
    """Some names in brackets and some cut would look like two kinds of things."""
    assert _chips(sections, room) == words


def test_what_is_nothing_has_no_colour() -> None:
    """A red `-0` would call the eye to nothing."""
    assert [span.style for span in amount_spans("+1", "-0", 1, 0)] == ["diff.add", "dim"]
    assert [span.style for span in amount_spans("+0", "-2", 0, 2)] == ["dim", "diff.remove"]


def test_the_diff_stands_where_there_is_room() -> None:
    assert parts(40, 9, side_by_side=False).diff_cells == 0
    assert parts(80, 21, side_by_side=False) == (80, 9, 80, False)
    for cells in (100, 120, 200):
        for side in (False, True):
            shared = parts(cells, 37, side_by_side=side)
            assert shared.beside
            assert shared.list_cells + 1 + shared.diff_cells == cells
