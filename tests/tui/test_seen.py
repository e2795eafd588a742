"""What counts as seen: shown for three seconds while the terminal had the focus."""

from __future__ import annotations

from scratchpad_tui.core.pad.view import LineView
from scratchpad_tui.tui.seen import SECONDS, ChangeKey, SeenWatch, changes, without
from tests.tui.fake import make_view

ONE, TWO = ChangeKey("Plan", "a", "+", 3), ChangeKey("Plan", "b", "~", 4)


def test_a_change_shown_long_enough_is_seen() -> None:
    """Three seconds are enough to have read a line."""
    watch = SeenWatch()
    assert not watch.look({ONE}, 10.0, focused=True)
    assert watch.next_moment() == 10.0 + SECONDS
    assert not watch.look({ONE}, 12.9, focused=True)
    assert watch.look({ONE}, 13.0, focused=True)
    assert watch.seen == {ONE}
    assert watch.next_moment() is None


def test_time_without_the_focus_does_not_count() -> None:
    """The morning shows what the night did."""
    watch = SeenWatch()
    watch.look({ONE}, 10.0, focused=True)
    watch.look({ONE}, 12.0, focused=False)
    assert not watch.look({ONE}, 100.0, focused=True)
    assert watch.look({ONE}, 103.0, focused=True)


def test_a_change_that_was_hidden_begins_anew() -> None:
    """What scrolled by was not read."""
    watch = SeenWatch()
    watch.look({ONE, TWO}, 10.0, focused=True)
    watch.look({TWO}, 12.0, focused=True)
    watch.look({ONE, TWO}, 12.5, focused=True)
    assert watch.look({ONE, TWO}, 13.0, focused=True)
    assert watch.seen == {TWO}


def test_all_is_seen_at_once_on_request() -> None:
    """The key for it needs no waiting."""
    watch = SeenWatch()
    watch.all_seen({ONE, TWO})
    assert watch.settle({ONE, TWO})
    assert not watch.settle({ONE, TWO, ChangeKey("Task", "c", "+", 5)})


def test_what_left_the_pad_is_forgotten() -> None:
    """The memory of a long day does not grow."""
    watch = SeenWatch()
    watch.all_seen({ONE, TWO})
    watch.settle({TWO})
    assert watch.seen == {TWO}
    assert not SeenWatch().settle(set())


def test_seen_marks_leave_the_view() -> None:
    """A changed line stays, a removed one goes."""
    view = make_view()
    plan = view.sections[1]
    gone = LineView("9. [ ] dropped", "-", "agent t57", 43, "57")
    view = view._replace(
        sections=(view.sections[0], plan._replace(lines=(*plan.lines, gone)), *view.sections[2:])
    )
    assert len(changes(view)) == 3
    after = without(view, changes(view))
    assert changes(after) == set()
    assert [line.text for line in after.sections[1].lines] == [line.text for line in plan.lines]
    assert after.sections[2].fresh == 0
    assert without(view, set()) is view
