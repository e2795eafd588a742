"""The Pressure screen's state: a cursor over calls and messages, following, zoom and what comes in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.transcripts.record import Compaction, Message
from scratchpad_tui.tui.layout.pressure import FILE, GRAPH, TABLE
from scratchpad_tui.tui.pressure_slots import Slots
from scratchpad_tui.tui.pressure_state import PressureState
from tests.tui.pressures import CLIMB, START, made_view

if TYPE_CHECKING:
    from scratchpad_tui.tui.pressure_view import PressureView


def state_of(view: PressureView | None = None) -> PressureState:
    """A state that was drawn once, at 80x24."""
    state = PressureState(view or made_view())
    state.arranged(80, 21)
    return state


def where(state: PressureState) -> tuple[bool, int | None]:
    """Whether it follows, and the call under the cursor."""
    return state.follows, state.call


def test_it_follows_until_the_person_moves_and_again_at_the_end() -> None:
    state = state_of()
    assert where(state) == (True, 14)
    assert state.row == 30
    state.scrub(-1)
    assert where(state) == (False, 13)
    state.take(made_view((*CLIMB, 38_000, 47_000, 61_000, 79_500, 98_000, 116_000, 130_000)))
    assert where(state) == (False, 13)
    state.edge(1)
    assert where(state) == (True, 15)


def test_what_comes_in_is_followed() -> None:
    state = state_of(made_view(CLIMB, compacted=()))
    state.take(made_view((*CLIMB, 160_000), compacted=()))
    assert state.call == 9
    assert state.row == len(state.table) - 1


def test_f_stays_and_follows_again() -> None:
    state = state_of()
    assert not state.follow()
    state.take(made_view((*CLIMB, 1, 2, 3, 4, 5, 6, 7)))
    assert where(state) == (False, 14)
    assert state.follow()
    assert where(state) == (True, 15)


def test_another_file_is_followed_from_its_end() -> None:
    """What was zoomed and where the cursor stood belongs to the old one."""
    state = state_of()
    state.move_call(-5)
    state.zoomed = 1
    state.take(made_view((1, 2, 3), compacted=(), serial=2))
    assert where(state) == (True, 2)
    assert state.zoomed == 0


def test_a_shorter_reading_keeps_the_cursor_inside() -> None:
    """A branch that was left is cut off."""
    state = state_of()
    state.move_call(-1)
    state.take(made_view((1, 2, 3), compacted=()))
    assert where(state) == (False, 2)
    state.take(made_view((), compacted=()))
    assert where(state)[1] is None
    state.scrub(1)
    state.move_row(1)
    assert state.here is None


def test_the_table_goes_along_with_the_graph() -> None:
    state = state_of()
    state.move_call(-10)
    here = state.here
    assert not isinstance(here, Compaction)
    assert here is not None
    assert here.calls == state.call + 1 if state.call is not None else False


def test_the_graph_goes_along_with_the_table() -> None:
    state = state_of()
    state.move_row(-4)
    here = state.here
    assert here is not None
    assert state.call == here.calls - 1
    assert state.focus == TABLE


def test_scrubbing_goes_over_a_cell_and_single_calls_are_reached() -> None:
    """With more calls than cells an arrow moves by what one cell shows."""
    levels = [1_000 + at for at in range(7_200)]
    state = state_of(made_view(levels, compacted=(), messages=0))
    state.scrub(-1)
    assert state.call == 7_199 - 100
    state.move_call(-1)
    assert state.call == 7_199 - 101


def test_a_click_goes_to_the_call_of_the_cell() -> None:
    state = state_of(made_view(range(72), compacted=(), messages=0))
    state.go_to_cell(10)
    assert state.call == 10
    state.go_to_cell(500)
    assert state.call == 71


def test_zoom_goes_closer_around_the_cursor_and_back() -> None:
    state = state_of(made_view(range(256), compacted=(), messages=0))
    state.move_call(-100)
    assert state.zoom()
    axis = state.axis(60)
    assert axis.stop - axis.first == 64
    assert axis.first <= 155 < axis.stop
    assert state.span_words(axis) == "calls 124-187 of 256"
    assert state.zoom()
    assert state.axis(60).stop - state.axis(60).first == 16
    assert not state.zoom()
    assert state.axis(60).stop == 256


def test_back_goes_level_by_level() -> None:
    state = state_of(made_view(range(256), compacted=()))
    state.zoom()
    state.move_row(-3)
    seen = []
    for _ in range(4):
        went = state.back()
        seen.append((went, state.zoomed, state.focus, state.follows))
    assert seen == [
        (True, 0, TABLE, False),
        (True, 0, GRAPH, False),
        (True, 0, GRAPH, True),
        (False, 0, GRAPH, True),
    ]


def test_tab_goes_round() -> None:
    state = state_of()
    seen = []
    for _ in range(3):
        state.pane(1)
        seen.append(state.focus)
    assert seen == [TABLE, FILE, GRAPH]
    bare = state_of(made_view(messages=0, compacted=()))
    bare.pane(1)
    assert bare.focus == FILE


def test_a_compaction_is_reached_in_the_graph_and_in_the_table() -> None:
    state = state_of()
    state.move_call(-6)  # the last call before it
    found = [state.compaction]
    state.move_call(1)  # the first one behind it
    found.append(state.compaction)
    state.move_call(1)
    found.append(state.compaction)
    state.put_row(18)
    found.append(state.compaction)
    state.put_row(17)
    found.append(state.compaction)
    mark = state.view.compactions[0]
    assert found == [mark, mark, None, mark, None]


def test_where_the_graphs_cursor_is_at_a_compaction_the_tables_is_too() -> None:
    """What enter opens is what the pointer stands at."""
    state = state_of()
    for step in (-6, 1):
        state.move_call(step)
        assert state.here == state.compaction == state.view.compactions[0]
    state.move_call(1)
    assert isinstance(state.here, Message)


def test_the_version_at_a_call_is_the_one_written_before_the_next() -> None:
    state = state_of()
    state.take_versions([(START + 10, 1), (START + 70, 2), (START + 10_000, 3)])
    assert [state.version_at(call) for call in (0, 1, 2, 14)] == [1, 2, 2, 3]
    assert state_of().version_at(0) == 0


def test_a_pad_that_began_long_behind_the_last_call_has_no_version_there() -> None:
    """The transcript of January says nothing of a pad of November; what the last call itself begins is of its time."""
    state = state_of()
    last = state.view.series.times[state.view.calls - 1]
    state.take_versions([(last + 20_000_000, 1), (last + 20_000_100, 13)])
    assert [state.version_at(call) for call in (0, 14)] == [0, 0]
    assert state.ticks(Slots.of(state.view)) == ()
    state.take_versions([(last + 5, 1)])
    assert state.version_at(14) == 1
    assert [number for _slot, number in state.ticks(Slots.of(state.view))] == [1]


def test_a_version_of_the_next_calls_moment_is_not_this_ones() -> None:
    """Its tick stands under the next call as well."""
    state = state_of()
    state.take_versions([(START + 60, 7)])
    assert [state.version_at(call) for call in (0, 1)] == [0, 7]


def test_times_that_run_backward_keep_their_order() -> None:
    """File order is the truth; rows are written late, and copies are stamped anew."""
    view = made_view((1, 2, 3), compacted=(), messages=0)
    view.series._times[1] = START - 500
    state = state_of(view)
    state.take_versions([(START + 1, 1)])
    assert state.ticks(state.axis(40).slots) == ((1, 1),)


def test_calls_without_times_have_no_ticks() -> None:
    view = made_view((1, 2), compacted=(), messages=0)
    view.series._times[:] = type(view.series._times)("d", [-1.0, -1.0])
    state = state_of(view)
    state.take_versions([(START, 1)])
    assert state.ticks(state.axis(40).slots) == ()
    assert state.version_at(1) == 0
