"""The state behind the Promotions screen: where the cursor is, and what is under way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.redact_told import taken_out
from scratchpad_tui.core.pad.view import LineView
from scratchpad_tui.core.session import items as states
from scratchpad_tui.core.session.items import Twin
from scratchpad_tui.tui.promoting import Reviewed
from scratchpad_tui.tui.promotions_state import PromotionsState
from scratchpad_tui.tui.screens.live_acts import entry_of
from tests.tui.fake import make_view
from tests.tui.promotions import OFFERED, QUEUE, TAGS, made_item, made_look

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.session.items import Item


def read(items: Sequence[Item] = QUEUE) -> Reviewed:
    """A reading of these items."""
    return Reviewed(made_look(items), TAGS)


def test_the_cursor_begins_on_the_first_item_to_decide() -> None:
    assert PromotionsState(read()).here == "p2"
    assert PromotionsState(read(QUEUE[:1])).here == "p1"
    assert PromotionsState(read(())).item is None
    assert PromotionsState().item is None


def test_after_a_decision_it_goes_to_the_next_undecided_and_round_to_those_before() -> None:
    state = PromotionsState(read())
    state.put(4)
    assert state.item is not None
    state.begin(state.item, "accepting")
    assert state.here == "p2"
    state.begin(QUEUE[1], "rejecting")
    assert state.here == "p3"


def test_what_is_being_changed_stays_under_the_cursor() -> None:
    state = PromotionsState(read())
    state.begin(QUEUE[1], "changing")
    assert state.here == "p2"
    assert state.is_open(QUEUE[1])


def test_with_nothing_left_to_decide_it_stays() -> None:
    state = PromotionsState(read(QUEUE[:2]))
    state.begin(QUEUE[1], "accepting")
    assert state.here == "p2"


def test_it_stays_on_its_item_while_others_come_and_go() -> None:
    state = PromotionsState(read())
    state.move(1)
    state.take(read((made_item(40, "new"), *QUEUE[2:])))
    assert state.here == "p3"
    state.take(read(QUEUE[:2]))
    assert state.here == "p2"
    state.take(read(()))
    assert state.item is None
    state.take(read())
    assert state.item is not None


def test_before_a_person_moved_it_it_follows_what_is_to_be_decided() -> None:
    """The queue may come in while the screen stands open already."""
    state = PromotionsState(read(()))
    state.take(read())
    assert state.here == "p2"


def test_paused_it_shows_a_redaction_all_the_same() -> None:
    state = PromotionsState(read([made_item(1, "the key is Zauberwort")]))
    state.pause()
    state.take(read([made_item(1, "the key is [redacted]")]))
    assert state.paused
    assert [item.text for item in state.items] == ["the key is [redacted]"]


def test_it_does_so_where_as_many_marks_stand_as_before() -> None:
    """An item with a mark leaves while another is redacted; what a rule offers has another id then."""
    held = "the key is Zauberwort"
    for before, now in (("p2", "p2"), ("+2", "+3")):
        state = PromotionsState(
            read([made_item(1, "an old [redacted] note"), made_item(2, held)._replace(id=before)])
        )
        state.pause()
        state.take(read([made_item(2, "the key is [redacted]")._replace(id=now)]))
        assert [item.text for item in state.items] == ["the key is [redacted]"]


def test_it_does_so_where_what_stands_beside_an_item_was_redacted() -> None:
    twin = Twin(3, "the key is Zauberwort", 0.9)
    state = PromotionsState(read([made_item(1, "the key is there")._replace(twins=(twin,))]))
    state.pause()
    state.take(
        read(
            [made_item(1, "the key is there")._replace(twins=(twin._replace(text="the key is [redacted]"),))]
        )
    )
    assert "Zauberwort" not in str(state.items)


def test_paused_it_holds_a_new_item_that_has_a_mark() -> None:
    state = PromotionsState(read([made_item(1, "one")]))
    state.pause()
    state.take(read([made_item(1, "one"), made_item(2, "an old [redacted] note")]))
    assert [item.text for item in state.items] == ["one"]


def test_a_redaction_that_the_queue_does_not_tell_comes_through_a_pause_too() -> None:
    """A line that no rule offers any more leaves no mark in it."""
    state = PromotionsState(read([made_item(1, "the key is Zauberwort")]))
    state.pause()
    state.typed["why p1"] = "it is Zauberwort"
    state.follow_redaction(taken_out("Zauberwort", "[redacted]"))
    assert state.typed["why p1"] == "it is [redacted]"
    state.take(read(()))
    assert state.items == ()
    state.take(read())
    assert state.items == ()


def test_an_act_that_failed_leaves_the_item_open() -> None:
    state = PromotionsState(read())
    state.begin(QUEUE[1], "accepting")
    assert not state.is_open(QUEUE[1])
    state.end("p2")
    assert state.is_open(QUEUE[1])


def test_what_an_item_became_stands_before_the_next_reading() -> None:
    """Or a quick second key would meet it undecided."""
    state = PromotionsState(read((*QUEUE, *OFFERED)))
    state.put(5)
    proposed = OFFERED[0]._replace(id="p9", is_candidate=False, state=states.ACCEPTED)
    state.became(OFFERED[0].id, proposed)
    assert state.here == "p9"
    assert state.items[5] == proposed


def test_a_reading_with_a_fault_keeps_the_items() -> None:
    state = PromotionsState(read())
    state.take(Reviewed(None, fault="it cannot be read"))
    assert state.items == QUEUE
    assert state.given is not None
    assert state.given.fault == "it cannot be read"


def test_paused_a_reading_waits_unless_it_tells_an_own_act() -> None:
    state = PromotionsState(read())
    assert state.pause()
    state.take(read(()))
    assert list(state.items) == list(QUEUE)
    state.take(read(QUEUE[:3]), own=True)
    assert len(state.items) == 3
    state.take(read(()))
    assert not state.pause()
    assert len(state.items) == 0


def test_the_twin_is_hidden_where_the_cursor_goes_on() -> None:
    state = PromotionsState(read())
    state.edge(1)
    assert state.compare()
    state.move(-1)
    assert not state.compares
    assert not state.back()


def test_a_line_that_goes_on_is_proposed_with_its_whole_entry() -> None:
    """Without bullet and box, on one line, as the core tells entries apart."""
    section = (
        make_view()
        .sections[2]
        ._replace(
            lines=(
                LineView("- one", index=0),
                LineView("- [ ] two goes", index=1),
                LineView("  was removed", "-", index=-1),
                LineView("  on and on", index=2, continued=True),
                LineView("- three", index=3),
            )
        )
    )
    for index in (1, 2):
        line = next(line for line in section.lines if line.index == index)
        assert entry_of(section, line) == "two goes on and on"
    assert entry_of(section, section.lines[0]) == "one"
