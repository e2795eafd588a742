"""The Timeline's state: the cursor keeps its entry, whatever comes in, is filtered or is read anew."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.chronicle import Chronicle
from scratchpad_tui.core.pad.history import History
from scratchpad_tui.core.pad.wanted import Wanted
from scratchpad_tui.tui.footer import Found, Now, footer_line
from scratchpad_tui.tui.idle import on_timeline, timeline_words
from scratchpad_tui.tui.layout.scroll import sight
from scratchpad_tui.tui.timeline_state import Pair, TimelineState
from tests.core.pad.histories import Past, pad_text, version_line

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.moments import Moments


class Desk:
    """A past, and the state over it."""

    def __init__(self, folder: Path) -> None:
        self.past = Past(folder)
        self._chronicle = Chronicle()
        for number in range(6):
            self.past.version(pad_text({"Next": [f"- {number}"]}))
            if number == 2:
                self.past.event("refused", "no")
        self.state = TimelineState(self.read())

    def read(self) -> Moments:
        """The list now."""
        return self._chronicle.read(History(self.past.paths))

    def pair(self) -> Pair | None:
        """What is compared."""
        return self.state.pair

    @property
    def here(self) -> str:
        """What is under the cursor."""
        moment = self.state.here
        assert moment is not None
        return moment.kind if moment.is_event else f"v{moment.version}"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_it_follows_only_at_its_end(desk: Desk) -> None:
    state = desk.state
    assert (desk.here, state.follows) == ("v6", True)
    state.move(-2)
    assert (desk.here, state.follows) == ("v4", False)
    desk.past.version(pad_text({}))
    assert state.take(desk.read())
    assert (desk.here, state.newer) == ("v4", 1)
    state.edge(1)
    assert (desk.here, state.follows, state.newer) == ("v7", True, 0)


def test_the_cursor_keeps_its_entry_where_the_journal_is_read_anew(desk: Desk) -> None:
    state = desk.state
    state.go_to_last("refused")
    assert desk.here == "refused"
    lines = [version_line(number) for number in range(1, 7)]
    desk.past.only_line(b"")
    for line in lines:
        desk.past.line(line)
    assert not state.take(desk.read())
    assert desk.here == "v3"  # the refusal is told no more: the version that it followed


def test_the_cursor_keeps_its_entry_under_a_filter_and_after_it(desk: Desk) -> None:
    state = desk.state
    state.go_to_version(3)
    state.set_filter("x", Wanted("x"))
    assert len(state) == 0
    assert state.here is None
    state.let_through(array("L", [0, 2, 5]))
    assert len(state) == 3
    assert desk.here == "v3"  # it stays where it was, or goes to the next that is let through
    state.go_to_version(3)
    assert desk.here == "v3"
    state.go_to_version(4)
    assert desk.here == "v3"
    state.set_filter("", None)
    assert desk.here == "v3"


def test_it_opens_with_what_came_after_in_sight(desk: Desk) -> None:
    """From a compaction one looks for what was written before it and for what followed."""
    for number in range(30):
        desk.past.version(pad_text({"Next": [f"- more {number}"]}))
    state = TimelineState(desk.read())
    state.open_at(9, "")
    seen = sight(state.top, state.at, state.at, len(state), 9)
    assert seen.top < state.at < seen.stop - 3


def test_steps_go_over_what_is_no_version(desk: Desk) -> None:
    state = desk.state
    state.go_to_version(4)
    assert state.step(-1)
    assert desk.here == "v3"
    assert state.step(1)
    assert desk.here == "v4"
    state.edge(-1)
    assert not state.step(-1)


def test_the_pair_is_in_the_order_of_the_numbers(desk: Desk) -> None:
    state = desk.state
    assert desk.pair() == Pair(5, 6)
    state.compare()
    state.go_to_version(2)
    assert desk.pair() == Pair(2, 6)
    state.go_to_last("refused")
    assert desk.pair() == Pair(3, 6)
    state.compare()
    assert desk.pair() is None
    state.edge(-1)
    assert desk.pair() == Pair(0, 1)


def test_a_version_is_not_compared_with_itself(desk: Desk) -> None:
    """Until the cursor goes to another one, the marked version shows what it changed."""
    state = desk.state
    state.compare()
    assert (desk.pair(), state.compares) == (Pair(5, 6), False)
    state.go_to_version(2)
    assert state.compares


def test_a_pair_with_a_version_that_is_gone_is_none(desk: Desk) -> None:
    desk.past.drop(3)
    desk.state = state = TimelineState(Chronicle().read(History(desk.past.paths)))
    state.go_to_version(4)
    assert desk.pair() is None
    state.compare()
    state.edge(1)
    assert desk.pair() == Pair(4, 6)
    state.go_to_version(3)
    assert desk.pair() is None


def test_find_goes_round_and_only_to_what_is_shown(desk: Desk) -> None:
    state = desk.state
    state.find, state.found = "x", array("L", [0, 2, 5])
    assert state.find_next(1)
    assert (desk.here, state.found_at) == ("v1", 1)
    state.find_next(-1)
    assert (desk.here, state.found_at) == ("v5", 3)
    state.set_filter("y", Wanted("y"))
    state.let_through(array("L", [1, 2, 3]))
    state.find_next(1)
    assert (desk.here, state.found_at) == ("v3", 2)
    state.find_next(1)
    assert desk.here == "v3"
    state.found = ()
    assert not state.find_next(1)


def test_escape_takes_back_one_thing_at_a_time(desk: Desk) -> None:
    state = desk.state
    state.set_filter("y", Wanted("y"))
    state.let_through(array("L", [1]))
    state.compare()
    state.pane = "diff"
    state.find = "x"
    seen = []
    while state.back():
        seen.append((state.find, state.pane, state.mark, state.wanted is None))
    assert seen == [
        ("", "diff", 2, False),
        ("", "list", 2, False),
        ("", "list", None, False),
        ("", "list", None, True),
    ]


def _footer(state: TimelineState, cells: int) -> str:
    found = Found(state.find, 1, 2) if state.find else None
    words, first = timeline_words(state)
    idle = on_timeline(state, read_only=False, shows_diff=False)
    row = footer_line("timeline", cells, Now(found, idle=idle, words=words, first=first))
    return "".join(span.text for span in row)


def test_its_footer_names_how_to_end_what_is_done_to_the_list_on_the_narrowest_screen(desk: Desk) -> None:
    """What the person began last is the first that the key ends."""
    state = desk.state
    state.set_filter("text", Wanted("text"))
    assert "f filter" in _footer(state, 40)
    state.let_through(array("L", [0, 1]))
    state.compare()
    assert "c end compare" in _footer(state, 40)
    state.find = "redis"
    assert "esc end" in _footer(state, 40)


def test_its_footer_has_what_the_timeline_is_for_at_60_columns(desk: Desk) -> None:
    """A restore above all, also in a pause, whose end is named too; at an alarm it comes first."""
    row = _footer(desk.state, 60)
    wanted = ("r restore", "c compare", "f filter")
    assert [word for word in wanted if word in row] == list(wanted)
    idle = on_timeline(desk.state, read_only=False, shows_diff=True)
    paused = footer_line("timeline", 60, Now(idle=idle, words={"view.follow": "follow"}))
    assert "F follow  r restore  c compare" in "".join(span.text for span in paused)
    assert "b blame" in _footer(desk.state, 80)
    desk.past.version(pad_text({}), alarms=["Next lost all"])
    desk.state.take(desk.read())
    assert "r restore" in _footer(desk.state, 40)
