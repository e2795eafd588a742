"""The Timeline's rows: both texts come back from a diff side by side, every row fits, columns give way by width."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.pad.chronicle import Chronicle
from scratchpad_tui.core.pad.comparison import MOST_ROWS, Comparison, Paired, compare
from scratchpad_tui.core.pad.history import History
from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.pad.schema import EMPTY_MARK, TASK
from scratchpad_tui.core.text import width
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.layout.diff_title import diff_title
from scratchpad_tui.tui.layout.sidediff import GAP, halves, heads_row, side_rows
from scratchpad_tui.tui.layout.timeline import _chips, amount_spans, bar, list_rows, parts
from scratchpad_tui.tui.layout.worddiff import CAME, broken, has_change, nearer, unified_rows
from scratchpad_tui.tui.timeline_state import TimelineState
from tests.core.pad.histories import NAMES, Past, pad_text
from tests.tui.fake import NOW
from tests.tui.hostile import CORPUS, FORBIDDEN
from tests.tui.tracing import told_story

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from scratchpad_tui.tui.layout.model import Spans

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
        if row.startswith(("─", "   Only the mark")):
            continue
        # In cells and not in characters: a wide one takes two.
        one = next(row[:at] for at in range(len(row) + 1) if width(row[:at]) == left_cells)
        other = row[len(one) + len(GAP) :]
        assert row[len(one) :].startswith(GAP)
        left.append(one)
        right.append(other)
    # The mark of an empty section that came or went is no line.
    sides = [
        tuple(None if one == EMPTY_MARK and row.is_changed else one for one in (row.before, row.after))
        for row in found.rows
    ]
    shown = [side for side in sides if side != (None, None)]
    for at, (side, text) in enumerate(((left, old), (right, new))):
        assert _bare(_texts(side, [pair[at] for pair in shown])) == _bare(texts(text))


def _bare(lines: Sequence[str]) -> list[str]:
    """The lines without the marks of empty sections."""
    return [line for line in lines if line != EMPTY_MARK]


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
        (("Plan", "Findings"), 20, "Plan, Findings"),
        (("Plan", "Findings", "Next"), 20, "Plan, Findings, Next"),
        (("Plan", "Findings", "Next"), 19, "Plan, Findings +1"),
        (("Findings",), 10, "Findings"),
        (("Plan",), 10, "Plan"),
        (("Open questions",), 10, "Open ques…"),
        (("Plan", "Findings"), 10, "Plan +1"),
        (("Plan", "Findings", "Next"), 10, "Plan +2"),
        # A number alone would be read as lines that were added.
        (("Findings", "Next"), 5, "Find…"),
        (("Findings", "Next"), 1, ""),
    ],
)
def test_sections_have_one_form_whatever_the_room(sections: tuple[str, ...], room: int, words: str) -> None:
    """Whole names, and how many more: some in brackets and some cut short would look like two kinds of things."""
    assert _chips(sections, room) == words


def test_what_is_nothing_has_no_colour() -> None:
    """A red `-0` would call the eye to nothing."""
    assert [span.style for span in amount_spans("+1", "-0", 1, 0)] == ["diff.add", "dim"]
    assert [span.style for span in amount_spans("+0", "-2", 0, 2)] == ["dim", "diff.remove"]


def test_the_mark_of_an_empty_section_is_no_line_of_a_diff() -> None:
    """It is not counted: a red line beside `-0` would be read as a loss."""
    old, new = pad_text({"Open questions": []}), pad_text({"Open questions": ["- Is it enough?"]})
    for one, other, shown in ((old, new, " + - Is it enough?"), (new, old, " - - Is it enough?")):
        rows = [
            row.rstrip() for row in rows_of(unified_rows(compare(one.encode(), other.encode(), TASK), 60))
        ]
        assert rows[1:] == [shown]
    marked = Comparison((Paired("Next", 1, 0, EMPTY_MARK),))
    assert rows_of(unified_rows(marked, 60))[0].strip() == "Only the mark of an empty section differs."


def test_the_sides_are_named() -> None:
    row = "".join(span.text for span in heads_row("v3", "v4", 81))
    assert [part.strip() for part in row.split("│")] == ["v3", "v4"]
    assert width(row) == 81


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        (120, "agent t5    Ruled out went from 10 entries to 2"),
        (56, "! v5  Ruled out went from 10 entries to 2"),
        (40, "! v5  Ruled out 10 to 2         +0 -8"),
        (36, "! v5  Ruled out 10 to 2     +0 -8"),
    ],
)
def test_an_alarm_is_whole_before_who_and_when(tmp_path: Path, cells: int, words: str) -> None:
    """They stand in its title; what was lost is what a person looks for."""
    state = TimelineState(told_story(tmp_path).moments())
    rows = rows_of([row.spans for row in list_rows(state, cells, 20, NOW).rows])
    assert any(words in row for row in rows), rows


def test_no_row_of_the_list_and_no_title_is_cut_within_a_figure(tmp_path: Path) -> None:
    """Half of one is another one; who it was stands in the title too."""
    state = TimelineState(told_story(tmp_path).moments())
    for cells in range(28, 60):
        for row in rows_of([row.spans for row in list_rows(state, cells, 20, NOW).rows]):
            assert set(re.findall(r"(\w*\d\w*)…", row)) <= {"0", "10", "116k", "t4", "t5"}, row
    rows = rows_of([row.spans for row in list_rows(state, 40, 20, NOW).rows])
    assert any("compaction: 116k to 31k" in row for row in rows)
    for cells in range(4, 60):
        title = rows_of([tuple(diff_title(state, NOW, cells))])[0]
        assert title.startswith("v9")
        assert title in "".join(span.text for span in diff_title(state, NOW))
    state.compare()
    assert rows_of([tuple(diff_title(state, NOW, 20))]) == [f"v9 · {keys.said('{version.compare} ends')}"]


def test_a_version_without_its_text_is_not_taken_for_one_of_a_section(tmp_path: Path) -> None:
    state = TimelineState(told_story(tmp_path).moments())
    for cells, words in ((80, "text not kept"), (40, " not kept ")):
        rows = rows_of([row.spans for row in list_rows(state, cells, 20, NOW).rows])
        assert words in next(row for row in rows if " v2 " in row)


def test_beside_a_wide_diff_the_list_has_every_column(tmp_path: Path) -> None:
    state = TimelineState(told_story(tmp_path).moments())
    cells = parts(120, 37, side_by_side=False).list_cells
    row = next(
        row for row in rows_of([one.spans for one in list_rows(state, cells, 20, NOW).rows]) if " v9 " in row
    )
    assert [word in row for word in ("11 min", "you", "Open questions", "+1 -0  +")] == [True] * 4, row


def test_the_diff_stands_where_there_is_room() -> None:
    assert parts(40, 9, side_by_side=False).diff_cells == 0
    assert parts(80, 21, side_by_side=False) == (80, 9, 80, False, True)
    for cells in (100, 120, 200):
        for side in (False, True):
            shared = parts(cells, 37, side_by_side=side)
            assert shared.beside
            assert shared.list_cells + 1 + shared.diff_cells == cells


def test_a_tall_narrow_screen_has_the_diff_below_the_list() -> None:
    """Only a low one has the list alone."""
    for cells in (40, 49):
        assert parts(cells, 9, side_by_side=False).diff_cells == 0
        assert parts(cells, 16, side_by_side=False).diff_cells == 0
        assert parts(cells, 17, side_by_side=False).diff_cells == cells


@given(st.integers(17, 60), st.integers(1, 90), st.one_of(st.none(), st.integers(0, 200)))
def test_rows_go_where_there_is_something_to_fill_them(rows: int, entries: int, need: int | None) -> None:
    shared = parts(80, rows, side_by_side=False, entries=entries, need=need)
    usual = parts(80, rows, side_by_side=False)
    assert 1 <= shared.list_rows <= entries
    # The diff loses nothing of its share that it can fill.
    if shared.list_rows > usual.list_rows:
        assert need is not None
        assert rows - shared.list_rows - 1 >= need


def test_neither_list_nor_diff_hides_rows_while_the_other_has_empty_ones() -> None:
    assert parts(80, 21, side_by_side=False, entries=1, need=124).list_rows == 1
    assert parts(80, 21, side_by_side=False, entries=48, need=124).list_rows == 9
    assert parts(80, 21, side_by_side=False, entries=48, need=4).list_rows == 14
    # A little longer or shorter is no other share.
    assert len({parts(80, 37, side_by_side=False, entries=48, need=need) for need in (7, 8, 9)}) == 1


def test_a_low_diff_has_one_unchanged_line_beside_a_changed_one() -> None:
    lines = [f"- line {number}" for number in range(12)]
    old = pad_text({"Findings": lines, "Next": ["- a"]})
    new = old.replace("- line 6", "- line six").replace("- a\n", "- b\n")
    found = compare(old.encode(), new.encode(), TASK)
    shown = [row.strip() for row in rows_of(unified_rows(nearer(found), 40)) if not row.startswith("─")]
    assert shown == [
        "… 5 unchanged",
        "- line 5",
        "- - line 6",
        "+ - line six",
        "- line 7",
        "… 4 unchanged",
        "- - a",
        "+ - b",
    ]
    assert nearer(nearer(found)) == nearer(found)


def test_one_unchanged_line_is_not_folded_for_it_would_win_no_row() -> None:
    lines = [f"- line {number}" for number in range(3)]
    old = pad_text({"Findings": lines})
    found = compare(old.encode(), old.replace("- line 2", "- line two").encode(), TASK)
    assert nearer(found) == found


def test_the_first_change_is_told_from_what_did_not_change() -> None:
    old = pad_text({"Findings": ["- a", "- b"]})
    rows = unified_rows(compare(old.encode(), old.replace("- b", "- c").encode(), TASK), 40)
    assert [has_change(row) for row in rows] == [False, False, True, True]
