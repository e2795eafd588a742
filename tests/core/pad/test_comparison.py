"""Two texts row by row: the rows give back both, words are marked inside changed lines, and cost has a bound."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.pad import comparison
from scratchpad_tui.core.pad.comparison import changed_words, compare
from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.pad.schema import TASK
from tests.core.pad.histories import NAMES, pad_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.comparison import Paired

LINES = st.lists(
    st.sampled_from(
        ["- a", "- a b", "- b", "- the long line of it", "- the long line", "", "  more", "1. [ ] x"]
    ),
    max_size=8,
)
PADS = st.dictionaries(st.sampled_from(NAMES), LINES, max_size=4).map(pad_text)


def applied(old: Sequence[str], rows: Sequence[Paired]) -> list[str]:
    """The old lines with what the changed rows say."""
    gone = {row.old for row in rows if row.is_changed and row.old}
    came = {row.new: row.after for row in rows if row.is_changed and row.new}
    rest = [text for number, text in enumerate(old, 1) if number not in gone]
    built: list[str] = []
    while rest or len(built) + 1 in came:
        text = came.get(len(built) + 1)
        built.append(text if text is not None else rest.pop(0))
    return built


@given(st.lists(PADS, min_size=1, max_size=5))
def test_the_differences_applied_one_after_the_other_give_the_last_text(pads: list[str]) -> None:
    """What is folded is unchanged, and nothing is left out."""
    now = texts(pads[0])
    for old, new in itertools.pairwise(pads):
        found = compare(old.encode(), new.encode(), TASK)
        now = applied(now, found.rows)
    assert now == texts(pads[-1])


@given(PADS, PADS)
def test_without_folding_both_sides_are_the_whole_texts(old: str, new: str) -> None:
    rows = compare(old.encode(), new.encode(), TASK, context=None).rows
    assert [row.before for row in rows if row.before is not None] == texts(old)
    assert [row.after for row in rows if row.after is not None] == texts(new)


@given(PADS, PADS)
def test_folding_hides_unchanged_lines_alone(old: str, new: str) -> None:
    """Those that are folded are counted, section by section."""
    folded = compare(old.encode(), new.encode(), TASK)
    whole = compare(old.encode(), new.encode(), TASK, context=None)
    assert [row for row in folded.rows if row.is_changed] == [row for row in whole.rows if row.is_changed]
    for name in {row.section for row in folded.rows}:
        loud = [row for row in whole.rows if row.section == name and not row.is_changed and _is_loud(row)]
        shown = [row for row in folded.rows if row.section == name and not row.is_changed]
        assert sum(row.hidden or 1 for row in shown) == len(loud)


def _is_loud(row: Paired) -> bool:
    return bool(row.before and row.before.strip()) and not (row.before or "").startswith("## ")


WORDS = st.text(st.sampled_from("ab _.-\u0301漢"), max_size=30)


@given(WORDS, WORDS)
def test_what_is_not_marked_is_the_same_on_both_sides(before: str, after: str) -> None:
    gone, came = changed_words(before, after)
    assert _without(before, gone) == _without(after, came)
    for places, text in ((gone, before), (came, after)):
        ends = [end for place in places for end in place]
        assert ends == sorted(ends)
        assert all(0 <= start < stop <= len(text) for start, stop in places)


def _without(text: str, places: Sequence[tuple[int, int]]) -> str:
    for start, stop in reversed(places):
        text = text[:start] + text[stop:]
    return text


@pytest.mark.parametrize(
    ("before", "after", "gone", "came"),
    [
        ("4. [ ] Find it", "4. [x] Find it", [" "], ["x"]),
        ("the pool holds 10 of them", "the pool holds 30 of them", ["10"], ["30"]),
        ("redis", "redisx", ["redis"], ["redisx"]),
        ("a b c", "a c", ["b "], []),
        ("same", "same", [], []),
    ],
)
def test_whole_words_are_marked(before: str, after: str, gone: list[str], came: list[str]) -> None:
    places = changed_words(before, after)
    assert [before[start:stop] for start, stop in places[0]] == gone
    assert [after[start:stop] for start, stop in places[1]] == came


def test_a_changed_line_is_one_row() -> None:
    old = pad_text({"Findings": ["- a", "- the pool holds 10 connections", "- z"]})
    new = pad_text({"Findings": ["- a", "- brand new", "- the pool holds 30 connections", "- z"]})
    rows = [row for row in compare(old.encode(), new.encode(), TASK).rows if row.is_changed]
    assert [(row.section, row.before, row.after) for row in rows] == [
        ("Findings", None, "- brand new"),
        ("Findings", "- the pool holds 10 connections", "- the pool holds 30 connections"),
    ]


def test_context_is_three_lines_of_the_section() -> None:
    """Other sections, headings and blank lines are no context."""
    old = pad_text({"Task": ["- t"], "Findings": [f"- {n}" for n in range(12)], "Next": ["- n"]})
    rows = compare(old.encode(), old.replace("- 6\n", "- six\n").encode(), TASK).rows
    shown = [row.hidden or row.before or row.after for row in rows]
    assert shown == [3, "- 3", "- 4", "- 5", "- 6", "- six", "- 7", "- 8", "- 9", 2]
    assert {row.section for row in rows} == {"Findings"}


def test_a_fold_of_one_line_shows_it() -> None:
    old = pad_text({"Findings": [f"- {n}" for n in range(5)]})
    rows = compare(old.encode(), old.replace("- 4\n", "- four\n").encode(), TASK).rows
    assert [row.before for row in rows if row.before] == ["- 0", "- 1", "- 2", "- 3", "- 4"]


def test_counts_leave_out_the_mark_of_an_empty_section() -> None:
    old, new = pad_text({}), pad_text({"Next": ["- go"]})
    found = compare(old.encode(), new.encode(), TASK)
    assert (found.added, found.removed, found.sections) == (1, 0, ("Next",))


def test_line_ends_alone_are_told() -> None:
    text = pad_text({"Next": ["- go"]})
    assert compare(text.encode(), text.replace("\n", "\r\n").encode(), TASK).only_bytes
    assert not compare(text.encode(), text.encode(), TASK).only_bytes


def test_a_text_that_does_not_parse_is_compared_all_the_same() -> None:
    found = compare(b"\xff\xfe no pad\n", b"## Task\n## Task\n- x\n", TASK)
    assert {row.section for row in found.rows} == {""}
    assert found.added == 3


def test_a_very_large_difference_is_cut_and_the_rest_counted() -> None:
    """A hand that pastes megabytes freezes nothing."""
    old = pad_text({"Findings": [f"- old {n}" for n in range(5_000)]})
    new = pad_text({"Findings": [f"- new {n}" for n in range(40_000)]})
    found = compare(old.encode(), new.encode(), TASK)
    shown = sum((row.before is not None) + (row.after is not None) for row in found.rows if row.is_changed)
    assert shown == comparison.MOST_ROWS
    assert found.left_out == 45_000 - shown
    assert (found.added, found.removed) == (40_000, 5_000)


def test_of_long_lines_the_words_are_not_compared_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands between their equal ends is marked whole."""
    monkeypatch.setattr(comparison, "_WORD", None)
    before, after = "same " + "x y " * 20_000 + " end", "same " + "y x " * 20_000 + " end"
    gone, came = changed_words(before, after)
    assert len(gone) == len(came) == 1
    assert _without(before, gone) == _without(after, came)


def test_words_of_all_lines_together_have_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def counted(before: str, after: str) -> tuple[tuple[()], tuple[()]]:
        asked.append(before)
        return (), ()

    monkeypatch.setattr(comparison, "changed_words", counted)
    lines = [f"- {n} " + "word " * 80 for n in range(900)]
    old = pad_text({"Findings": [text for line in lines for text in (line, f"- between {line[:9]}")]})
    new = pad_text({"Findings": [text for line in lines for text in (f"{line}x", f"- between {line[:9]}")]})
    compare(old.encode(), new.encode(), TASK)
    assert 50 < len(asked) < 200
