"""When repaints and readings may come: at most four in a second, and nothing held up by what told nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.tui.pace import A_SECOND, GATHER_SECONDS, Readings, Repaints

EVENTS = st.lists(st.tuples(st.floats(0, 2), st.booleans()), max_size=60)
"""After how long something is to be drawn, and whether for a change."""


@given(EVENTS)
def test_any_second_has_at_most_four_repaints(events: list[tuple[float, bool]]) -> None:
    """Whatever comes, for a change or by time, and each drawn as early as it may be."""
    repaints, drawn, at = Repaints(), [float("-inf")], 0.0
    for wait, changed in events:
        at = max(at + wait, repaints.next_change if changed else repaints.next_moment)
        repaints.note(at, changed=changed)
        drawn.append(at)
    for first, fifth in zip(drawn[:-A_SECOND], drawn[A_SECOND:], strict=True):
        assert fifth - first > 1 - 1e-6


def test_a_change_waits_for_the_change_before_it() -> None:
    """A burst is one repaint in a quarter of a second."""
    repaints = Repaints()
    repaints.note(10, changed=True)
    assert repaints.next_change == 10 + GATHER_SECONDS


def test_a_change_does_not_wait_for_the_end_of_a_tint() -> None:
    """A line that a person waits for is not held up by one that only loses its tint."""
    repaints = Repaints()
    repaints.note(10, changed=True)
    repaints.note(11.5, changed=False)
    assert repaints.next_change < 11.5


def test_what_only_time_brings_waits_for_any_repaint_and_leaves_room_for_a_change() -> None:
    """Three in a second: the fourth is kept for what changes."""
    repaints = Repaints()
    repaints.note(10, changed=True)
    assert repaints.next_moment == 10 + GATHER_SECONDS
    repaints.note(10.25, changed=True)
    repaints.note(10.5, changed=True)
    assert repaints.next_moment == 11
    assert repaints.next_change == 10.75


def test_a_reading_that_told_nothing_holds_up_no_change_of_the_pad() -> None:
    """The journal's line of a version that is on the screen is read a moment before the next edit comes."""
    readings = Readings()
    readings.note(10, news=True)
    readings.note(10.5, news=False)
    assert readings.next(pad=True) < 10.5
    assert readings.next(pad=False) == 10.5 + GATHER_SECONDS


def test_readings_of_a_pad_that_tell_nothing_are_gathered_too() -> None:
    """A program that writes blanks without end does not keep the processor busy."""
    readings = Readings()
    readings.note(10, news=False)
    readings.note(10.01, news=False)
    assert readings.next(pad=True) == 10 + GATHER_SECONDS


def test_what_was_told_holds_up_the_next() -> None:
    """Changes are told four times a second."""
    readings = Readings()
    readings.note(10, news=True)
    assert readings.next(pad=True) == readings.next(pad=False) == 10 + GATHER_SECONDS
