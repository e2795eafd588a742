"""Three-way merge by lines: what both sides did in different places is kept, and a clash is told, never hidden."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scratchpad_tui.core.pad.merge import merge_lines

LINES = st.lists(st.sampled_from(["a", "b", "c", "", "- d", "- e"]), max_size=7)
"""Few different lines, so that the differences are ambiguous."""


@st.composite
def edited(draw: st.DrawFn, base: list[str], word: str) -> list[str]:
    """The base with some lines taken out, changed or put in; what is new carries a word of its own."""
    lines: list[str] = []
    for index, line in enumerate([*base, None]):
        lines += [f"{word}{index}{part}" for part in range(draw(st.sampled_from((0, 0, 0, 1, 2))))]
        if line is not None:
            lines += draw(st.sampled_from(([line], [line], [line], [], [f"{word}{index} {line}"])))
    return lines


@st.composite
def sides(draw: st.DrawFn) -> tuple[list[str], list[str], list[str]]:
    """A base and two edits of it."""
    base = draw(LINES)
    return base, draw(edited(base, "mine")), draw(edited(base, "theirs"))


SIDES = st.one_of(sides(), st.tuples(LINES, LINES, LINES))


@pytest.mark.parametrize(
    ("base", "mine", "theirs", "merged"),
    [
        ("a b c", "a b c", "a b c", "a b c"),
        ("a b c", "a M c", "a b c", "a M c"),
        ("a b c", "a b c", "a T c", "a T c"),
        ("a b c", "M b c", "a b T", "M b T"),
        ("a b c", "a b c M", "T a b c", "T a b c M"),
        ("a b c", "a c", "a b c T", "a c T"),
        ("a b c", "a M c", "a M c", "a M c"),
        ("a b c", "a c", "a c", "a c"),
        ("a b c", "a b M c", "a b M c", "a b M c"),
        ("a b", "a b M", "a b T", "a b T M"),
        ("", "M", "T", "T M"),
        ("a b", "M b", "a T", "M T"),
        ("a b c d", "a M b c d", "a b c T d", "a M b c T d"),
        ("a b c", "a M b c", "a T c", "a M T c"),
        ("a b", "M b", "a T b", "M T b"),
        ("a b", "a M b", "T b", "T M b"),
        ("a b", "a M b", "a T", "a M T"),
        ("a b c", "a b c", "", ""),
    ],
)
def test_changes_in_different_places_are_both_kept(base: str, mine: str, theirs: str, merged: str) -> None:
    """Where both put lines in at one place, theirs come first: they were there first."""
    found = merge_lines(base.split(), mine.split(), theirs.split())
    assert (found.lines, found.conflicts) == (merged.split(), ())


@pytest.mark.parametrize(
    ("base", "mine", "theirs", "hunks"),
    [
        ("a b c", "a M c", "a T c", [("b", "M", "T")]),
        ("a b c", "a M c", "a c", [("b", "M", "")]),
        ("a b c", "a c", "a T c", [("b", "", "T")]),
        ("a b c d", "a M d", "a b T d", [("b c", "M", "b T")]),
        ("a b c d e", "M b c d M", "T b c d T", [("a", "M", "T"), ("e", "M", "T")]),
        ("a b c", "M", "a T c", [("a b c", "M", "a T c")]),
        ("a b", "", "a T b", [("a b", "", "a T b")]),
        ("x y x", "y x", "x y", [("x y x", "y x", "x y")]),
    ],
)
def test_the_same_lines_changed_on_both_sides_are_a_conflict_with_both(
    base: str, mine: str, theirs: str, hunks: list[tuple[str, str, str]]
) -> None:
    """The person decides; neither side is dropped in silence."""
    found = merge_lines(base.split(), mine.split(), theirs.split())
    assert [(" ".join(h.base), " ".join(h.mine), " ".join(h.theirs)) for h in found.conflicts] == hunks


@settings(max_examples=300)
@given(SIDES)
def test_no_new_line_of_either_side_is_lost(made: tuple[list[str], list[str], list[str]]) -> None:
    """Nothing that somebody typed is ever gone: it is in the result or in a conflict."""
    base, mine, theirs = made
    merged = merge_lines(base, mine, theirs)
    shown = list(merged.lines)
    for hunk in merged.conflicts:
        shown += hunk.theirs
    for side in (mine, theirs):
        for line in side:
            if line not in base:
                assert shown.count(line) >= side.count(line)
    for line in shown:
        assert line in base or line in mine or line in theirs


@given(SIDES)
def test_a_line_that_both_sides_have_stays(made: tuple[list[str], list[str], list[str]]) -> None:
    """Also of equal lines as many as both have: each side may have taken out another one of them."""
    base, mine, theirs = made
    merged = merge_lines(base, mine, theirs)
    for line in set(mine):
        if line.strip() and not merged.conflicts:
            assert merged.lines.count(line) >= min(mine.count(line), theirs.count(line))


@given(SIDES)
def test_who_is_called_mine_decides_only_the_order(made: tuple[list[str], list[str], list[str]]) -> None:
    """The same two edits give the same lines, whichever is saved last."""
    base, mine, theirs = made
    one, other = merge_lines(base, mine, theirs), merge_lines(base, theirs, mine)
    assert len(one.conflicts) == len(other.conflicts)
    assert [(h.base, h.mine, h.theirs) for h in one.conflicts] == [
        (h.base, h.theirs, h.mine) for h in other.conflicts
    ]
    if not one.conflicts:
        assert sorted(one.lines) == sorted(other.lines)


@given(LINES, LINES)
def test_an_unchanged_side_gives_the_other(base: list[str], changed: list[str]) -> None:
    """An edit with nothing changed elsewhere is written as it was typed."""
    assert merge_lines(base, changed, base) == (changed, ())
    assert merge_lines(base, base, changed) == (changed, ())


@given(LINES, LINES)
def test_the_same_change_twice_is_that_change(base: list[str], changed: list[str]) -> None:
    """Two people fix the same typo."""
    assert merge_lines(base, changed, changed) == (changed, ())


@given(SIDES)
def test_merging_again_changes_nothing(made: tuple[list[str], list[str], list[str]]) -> None:
    """Once theirs is the base, or the result is on both sides, there is nothing left to do."""
    base, mine, theirs = made
    merged = merge_lines(base, mine, theirs).lines
    assert merge_lines(theirs, merged, theirs) == (merged, ())
    assert merge_lines(base, merged, merged) == (merged, ())


@given(SIDES)
def test_a_conflict_tells_where_my_lines_stand(made: tuple[list[str], list[str], list[str]]) -> None:
    """The screen that shows both sides finds the place in the result."""
    base, mine, theirs = made
    merged = merge_lines(base, mine, theirs)
    for hunk in merged.conflicts:
        assert tuple(merged.lines[hunk.at : hunk.at + len(hunk.mine)]) == hunk.mine
        assert hunk.mine != hunk.theirs
        assert hunk.base not in (hunk.mine, hunk.theirs)
