"""The axis of the graph: calls and gaps in slots, and columns over any number of them."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.tui.pressure_slots import GAP, Slots, bounds, column_of, columns
from tests.tui.pressures import made_view

if TYPE_CHECKING:
    from collections.abc import Sequence


def slots(levels: Sequence[int], compacted: Sequence[int] = ()) -> Slots:
    """The slots of a file with these levels."""
    return Slots.of(made_view(levels, compacted=compacted, messages=0))


def test_a_gap_has_a_slot_between_its_calls() -> None:
    """After a compaction the level is unknown, not the one before or the next one."""
    made = slots((10, 20, 5, 7), (2,))
    assert len(made) == 5
    assert [made.slot(call) for call in range(4)] == [0, 1, 3, 4]
    assert made.gaps == (2,)
    assert [made.call(slot) for slot in range(5)] == [0, 1, 2, 2, 3]
    assert list(columns(made, 0, 5, 5)) == [10, 20, GAP, 5, 7]


def test_a_compaction_at_the_end_leaves_the_end_unknown() -> None:
    """An old level shown there would be a lie."""
    assert list(columns(slots((10, 20), (2,)), 0, 3, 3)) == [10, 20, GAP]


def test_markers_that_follow_each_other_make_one_gap() -> None:
    """Two compactions without a call between them are one time without a level."""
    assert len(slots((10, 20), (1, 1))) == 3


def test_a_column_shows_the_highest_of_its_calls() -> None:
    """A peak between two columns must not be lost."""
    assert list(columns(slots((1, 9, 2, 3)), 0, 4, 2)) == [9, 3]


def test_gaps_in_every_column_do_not_hide_the_levels() -> None:
    """A long session has a compaction in each column: the marks tell of them, and the graph shows the levels."""
    many = slots(range(1, 1_001), tuple(range(10, 1_000, 10)))
    assert GAP not in columns(many, 0, len(many), 40)
    few = slots(range(1, 1_001), (500,))
    assert list(columns(few, 0, len(few), 40)).count(GAP) == 1


def test_few_calls_are_drawn_wide() -> None:
    """Each call has the same width."""
    assert list(columns(slots((4, 8)), 0, 2, 6)) == [4, 4, 4, 8, 8, 8]


@given(
    st.lists(st.integers(0, 1000), min_size=1, max_size=60),
    st.lists(st.integers(0, 60), max_size=5),
    st.integers(1, 80),
)
def test_every_level_is_that_of_a_call_in_sight(levels: list[int], marks: list[int], count: int) -> None:
    """Nothing is made up, the highest one is there unless a gap stands in its column, and slots lead back to calls."""
    made = slots(levels, [mark for mark in marks if mark <= len(levels)])
    shown = columns(made, 0, len(made), count)
    assert len(shown) == count
    assert set(shown) <= {*levels, GAP}
    if not made.gaps:
        assert max(shown) == max(levels)
    for call in range(len(levels)):
        slot = made.slot(call)
        assert made.call(slot) == call
        assert slot not in made.gaps
        first, stop = bounds(0, len(made), count, column_of(0, len(made), count, slot))
        assert first <= slot < stop


def test_a_million_calls_make_few_columns() -> None:
    """The width of the screen decides how many, not the file."""
    made = Slots(array("q", range(1_000_000)), 1_000_000, ())
    assert list(columns(made, 0, 1_000_000, 4)) == [249_999, 499_999, 749_999, 999_999]
