"""Which lines are the same ones: in order, equal, and as many as can be had without looking at every pair."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.pad import align, diff
from scratchpad_tui.core.pad.align import pairs

FEW = st.lists(st.sampled_from(["", "a", "b", "c"]), max_size=40)
MANY = st.lists(st.integers(0, 60).map(str), max_size=60)
LISTS = st.tuples(st.one_of(FEW, MANY), st.one_of(FEW, MANY))
"""Lines that repeat, and lines of which most stand once."""


def assert_aligned(old: list[str], new: list[str]) -> int:
    """The pairs are equal lines and rise on both sides; how many there are."""
    found = pairs(old, new)
    assert all(old[at] == new[new_at] for at, new_at in found)
    for (at, new_at), (next_at, next_new) in itertools.pairwise(found):
        assert at < next_at
        assert new_at < next_new
    return len(found)


def longest(old: list[str], new: list[str]) -> int:
    """The most lines that can be paired, by the textbook's table."""
    row = [0] * (len(new) + 1)
    for text in old:
        above = row[:]
        for at, other in enumerate(new):
            row[at + 1] = above[at] + 1 if text == other else max(row[at], above[at + 1])
    return row[-1]


@given(LISTS)
def test_pairs_are_equal_lines_in_order(lists: tuple[list[str], list[str]]) -> None:
    """Whatever stands there."""
    assert_aligned(*lists)


@given(LISTS)
def test_without_lines_that_stand_once_no_way_is_shorter(lists: tuple[list[str], list[str]]) -> None:
    """The search for the way is exact as far as a window reaches."""
    old, new = (sorted([*lines, *lines]) for lines in lists)
    assert assert_aligned(old, new) == longest(old, new)


@given(LISTS)
def test_small_windows_are_coarse_and_right(lists: tuple[list[str], list[str]]) -> None:
    """So large texts are compared; what lies apart counts as replaced."""
    steps, smallest = align._STEPS, align._SMALLEST_WINDOW
    align._STEPS, align._SMALLEST_WINDOW = 0, 2
    try:
        assert_aligned(*lists)
    finally:
        align._STEPS, align._SMALLEST_WINDOW = steps, smallest


@given(LISTS)
def test_changes_of_large_texts_give_the_new_one(lists: tuple[list[str], list[str]]) -> None:
    """As those of small ones do, in order and apart from each other."""
    old, new = lists
    quick, diff._QUICK = diff._QUICK, 0
    try:
        found = diff.changes(old, new)
    finally:
        diff._QUICK = quick
    made = list(old)
    for change in reversed(found):
        made[change.start : change.stop] = new[change.new_start : change.new_stop]
    assert made == new
    for one, other in itertools.pairwise(found):
        assert one.stop < other.start or one.new_stop < other.new_start


@pytest.mark.parametrize("distinct", [2, 10, 5_000])
def test_few_edits_of_a_long_section_are_told_one_by_one(distinct: int) -> None:
    """Also where it repeats a handful of lines: a merge keeps both sides only where they do not meet."""
    old = [f"- line {number % distinct}" for number in range(5_000)]
    new = [*old[:1_000], "- one", *old[1_000:3_000], "- two", *old[3_001:4_000], *old[4_001:]]
    assert sum(change.stop - change.start for change in diff.changes(old, new)) == 2
    assert sum(change.new_stop - change.new_start for change in diff.changes(old, new)) == 2


def test_lines_that_stand_once_hold_the_rest_in_place() -> None:
    """A long insertion between two edits does not count as a rewrite of everything."""
    old = [f"- {number}" if number % 3 else "" for number in range(3_000)]
    added = [f"- new {number}" if number % 3 else "" for number in range(3_000)]
    new = ["- first", *old[1:1_000], *added, *old[1_000:2_999], "- last"]
    assert sum(change.stop - change.start for change in diff.changes(old, new)) <= 4
