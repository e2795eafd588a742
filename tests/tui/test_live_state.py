"""The state behind the Live screen, without a screen."""

from __future__ import annotations

from datetime import timedelta

import pytest

from scratchpad_tui.core.pad.view import EventInfo, Need, VersionInfo
from scratchpad_tui.tui.layout import Stop
from scratchpad_tui.tui.live_state import TINT_SECONDS, LiveState
from scratchpad_tui.tui.seen import changes
from tests.tui.fake import NOW, STORY, make_view

MORE = {**STORY, "Findings": (*STORY["Findings"], "- a third thing (x.py:1)")}
MORE_MARKS = {("Findings", "- a third thing (x.py:1)"): "+"}


def later() -> LiveState:
    """A state that has just taken a changed pad, at second 10."""
    state = LiveState(make_view())
    assert state.take(make_view(MORE, MORE_MARKS, version=44), 10.0)
    return state


def test_a_change_is_tinted_for_a_moment() -> None:
    """The eye finds it, then the mark alone stays."""
    state = later()
    (key,) = changes(state.view)
    assert state.is_tinted(key, 10.0)
    assert state.is_tinted(key, 10.0 + TINT_SECONDS - 0.01)
    assert not state.is_tinted(key, 10.0 + TINT_SECONDS)


def test_nothing_is_tinted_at_the_start_and_without_motion() -> None:
    """What was there before is no news; and motion can be switched off."""
    state = LiveState(make_view())
    assert not any(state.is_tinted(key, 0.0) for key in changes(state.view))
    still = LiveState(make_view(), motion=False)
    still.take(make_view(MORE, MORE_MARKS, version=44), 10.0)
    assert not any(still.is_tinted(key, 10.0) for key in changes(still.view))


def test_the_same_pad_again_changes_nothing() -> None:
    """Then there is nothing to draw."""
    assert not LiveState(make_view()).take(make_view(), 1.0)


def test_a_paused_screen_keeps_its_pad_and_counts_the_newer_ones() -> None:
    """F again shows the newest."""
    state = LiveState(make_view())
    assert state.pause(0.0)
    assert not state.take(make_view(MORE, MORE_MARKS, version=46), 1.0)
    assert state.newer == 3
    assert state.view == make_view()
    assert not state.pause(2.0)
    assert state.view.version is not None
    assert state.view.version.version == 46
    assert state.newer == 0


def test_a_redaction_comes_through_a_pause() -> None:
    """What stands on the screen may be what was taken out; the event is told behind the pad itself."""
    event = EventInfo("redacted", NOW, "human", "A text was taken out of 3 places in 2 files.")
    state = LiveState(make_view({"Next": ("- Zauberwort",)}))
    state.pause(0.0)
    left = make_view({"Next": ("- [redacted]",)})
    assert not state.take(left, 1.0)
    assert state.take(left._replace(events=(event,)), 2.0)
    assert state.paused
    assert "Zauberwort" not in str(state.view)
    later = make_view({"Next": ("- later",)}, version=44, events=(event,))
    assert not state.take(later, 3.0)
    assert state.newer == 1


def test_trouble_with_the_file_is_told_also_while_paused() -> None:
    """A broken file waits for no key."""
    state = LiveState(make_view())
    state.pause(0.0)
    state.take(make_view(state="BROKEN", sentence="line 3 is not a heading"), 1.0)
    assert state.head.state == "BROKEN"


def test_a_pad_without_versions_that_is_taken_away_keeps_its_text_on_the_screen() -> None:
    """What a person was reading does not vanish."""
    state = LiveState(make_view(version=None))
    state.take(make_view({}, version=None, state="no file"), 1.0)
    assert state.view.state == "no file"
    assert state.view.sections == make_view(version=None).sections


def test_the_cursor_goes_round_the_sections() -> None:
    """NEXT comes first, as on the screen."""
    state = LiveState(make_view())
    names = []
    for _ in range(7):
        state.move_pane(1)
        assert state.section is not None
        names.append(state.section.name)
    assert names == ["Next", "Task", "Plan", "Findings", "Ruled out", "Open questions", "Next"]
    state.move_pane(-1)
    assert state.section is not None
    assert state.section.name == "Open questions"


def test_back_from_the_first_section_is_the_last() -> None:
    """Shift and tab without a cursor begins at the end."""
    state = LiveState(make_view())
    state.move_pane(-1)
    assert state.section is not None
    assert state.section.name == "Open questions"


def test_the_cursor_stays_within_the_pad() -> None:
    """However far it is sent."""
    state = LiveState(make_view())
    state.move_line(1)
    assert state.line is not None
    assert state.line.text == STORY["Next"][0]
    state.move_line(-500)
    assert state.ui.cursor == Stop("Next", 0)
    state.move_line(500)
    assert state.ui.cursor == Stop("Open questions", -1)
    state.enter("Findings")
    state.move_within(500)
    assert state.ui.cursor == Stop("Findings", 15)
    state.move_edge(-1)
    assert state.ui.cursor == Stop("Next", 0)
    state.move_edge(1)
    assert state.ui.cursor == Stop("Open questions", -1)


def test_a_pad_without_sections_has_no_cursor() -> None:
    """Nothing to stand on, nothing to fail on."""
    state = LiveState(make_view()._replace(sections=()))
    state.move_line(1)
    state.move_pane(1)
    state.move_edge(1)
    state.move_within(1)
    state.enter("Plan")
    assert (state.ui.cursor, state.section) == (None, None)
    assert not state.zoom()
    assert state.find("x") == 0


def test_escape_goes_back_level_by_level() -> None:
    """What is marked in a zoom, zoom, cursor, ground."""
    state = LiveState(make_view())
    state.enter("Findings")
    assert state.zoom()
    state.find("finding")
    steps = []
    while state.back():
        steps.append((state.ui.find, state.ui.zoom, state.ui.cursor is not None))
    assert steps == [("", "Findings", True), ("", None, True), ("", None, False)]


def test_find_goes_round_its_places() -> None:
    """In the order of the screen, whatever the letter case."""
    state = LiveState(make_view())
    assert state.find("REDIS") == 8
    places = []
    for _ in range(9):
        places.append(state.ui.cursor)
        state.find_next(1)
    assert places[0] == places[8]
    assert len(set(places)) == 8
    state.find_next(-1)
    assert state.ui.cursor == places[8]
    assert state.find("not in it") == 0
    assert state.find_next(1) == 0


def test_the_next_moment_is_the_earliest_reason_to_draw() -> None:
    """At rest the screen sleeps."""
    state = later()
    assert state.next_moment(10.0, NOW) == 10.0 + TINT_SECONDS
    (key,) = changes(state.view)
    state.look({key}, 12.0, focused=True)
    assert state.next_moment(12.0, NOW) == 15.0


def test_ages_are_drawn_again_at_most_every_ten_seconds() -> None:
    """Thirty versions with ages of their own would keep the terminal busy."""
    state = LiveState(make_view())
    moment = state.next_moment(100.0, NOW + timedelta(seconds=59.5))
    assert moment == 110.0
    assert LiveState(make_view({}, version=None)).next_moment(0.0, NOW) is None


@pytest.mark.parametrize(("key", "kept"), [("v", "v"), ("9", ""), ("-", "-")])
def test_needs_name_only_keys_that_work(key: str, kept: str) -> None:
    """A hint for a key that does nothing is a dead end."""
    state = LiveState(make_view(needs=(Need("unread", 1, "words", key),)))
    assert state.shown.needs[0].key == kept


def test_everything_is_seen_when_each_change_is() -> None:
    """Then the version may be remembered."""
    state = later()
    assert not state.everything_seen()
    state.all_seen()
    assert state.everything_seen()
    assert changes(state.shown) == set()


def without_line(text: str) -> dict[str, tuple[str, ...]]:
    return {name: tuple(line for line in lines if line != text) for name, lines in STORY.items()}


def by_person(state: LiveState, content: dict[str, tuple[str, ...]], version: int, by: str = "human") -> None:
    view = make_view(content, {}, version=version)
    assert view.version is not None
    state.take(view._replace(version=view.version._replace(actor=by, by=by)), float(version))


def test_an_undo_puts_the_cursor_on_the_line_that_came_back() -> None:
    """A second d would take away another line otherwise."""
    gone = STORY["Findings"][3]
    state = LiveState(make_view(without_line(gone), {}, version=50))
    state.enter("Plan")
    state.await_turn()
    by_person(state, STORY, 51)
    assert state.ui.cursor == Stop("Findings", 3)
    by_person(state, without_line(gone), 52)
    assert state.ui.cursor == Stop("Findings", 3)
    state.enter("Plan")
    cursor = state.ui.cursor
    by_person(state, STORY, 53)
    assert state.ui.cursor == cursor, "an act that was no undo leaves the cursor where it is"


def test_an_agents_version_in_between_does_not_take_the_cursor() -> None:
    """Only the person's own version is the undo; what it changed is found all the same."""
    gone = STORY["Plan"][6]
    state = LiveState(make_view(without_line(gone), {}, version=50))
    state.put_cursor(Stop("Plan", 5))
    state.await_turn()
    by_person(state, {**without_line(gone), "Open questions": ("- why?",)}, 51, by="agent")
    assert state.ui.cursor == Stop("Plan", 5)
    by_person(state, {**STORY, "Open questions": ("- why?",)}, 52)
    assert state.ui.cursor == Stop("Plan", 6)


def test_a_redo_that_empties_a_section_leaves_the_cursor_there() -> None:
    """There is no line to stand on."""
    state = LiveState(make_view({**STORY, "Open questions": ("- why?",)}, {}, version=50))
    state.await_turn()
    by_person(state, STORY, 51)
    assert state.ui.cursor == Stop("Open questions", -1)


def test_escape_releases_the_pane_at_once_while_a_text_is_marked() -> None:
    """One key, and everything is shown as to somebody who only looks."""
    state = LiveState(make_view())
    state.find("finding")
    state.arranged(80, 21, NOW)
    before = state.ui
    assert before.frozen is not None
    assert state.back()
    after = state.ui
    assert (after.find, after.cursor, after.frozen) == ("", None, None)
    assert not state.back()


def test_places_of_a_text_are_counted_from_the_first() -> None:
    """`3/14`; none has the cursor when it is elsewhere."""
    state = LiveState(make_view())
    assert LiveState(make_view()).found is None
    state.find("REDIS")
    assert state.found == ("REDIS", 1, 8)
    state.find_next(-1)
    assert state.found == ("REDIS", 8, 8)
    state.enter("Open questions")
    assert state.found == ("REDIS", 0, 8)
    state.find("zebra")
    assert state.found == ("zebra", 0, 0)


def wide() -> LiveState:
    state = LiveState(make_view(needs=(Need("refused", 1, "a patch was refused: because"),)))
    state.arranged(120, 37, NOW)
    return state


def place(state: LiveState) -> tuple[object, ...] | str | None:
    """Where the cursor is: a place of the right column, or the name of a section."""
    return state.ui.beside or (state.section.name if state.section else None)


def test_tab_goes_to_the_right_column_where_there_is_one() -> None:
    """Needs, last turns, then round again; back with shift."""
    state = wide()
    places = []
    for step in (-1, -1, -1, 1, 1, 1):
        state.move_pane(step)
        places.append(place(state))
    needs, turns = ("needs", "refused 1", 0), ("turns", "v43", 0)
    assert places == [turns, needs, "Open questions", needs, turns, "Next"]


def test_without_a_right_column_tab_does_not_go_there() -> None:
    """Nobody sees it on a narrow screen; nor is it left standing when a screen becomes one."""
    state = wide()
    state.move_pane(-1)
    state.arranged(80, 21, NOW)
    assert (state.ui.beside, state.beside) == (None, None)
    state.move_pane(-1)
    assert state.section is not None
    assert state.section.name == "Open questions"


def test_arrows_go_through_the_right_column() -> None:
    """Of all that is there, from the first to the last."""
    state = wide()
    state.move_pane(-1)
    state.move_line(1)
    assert state.beside is not None
    assert state.beside.what == state.view.last_turns[1]
    state.move_edge(1)
    assert state.ui.beside == ("turns", "v36", 7)
    state.move_line(1)
    assert state.ui.beside == ("turns", "v36", 7)
    state.move_edge(-1)
    assert state.ui.beside == ("needs", "refused 1", 0)


def test_the_cursor_stays_on_its_turn_while_newer_ones_come() -> None:
    """What a person is about to open does not change under the key."""
    state = wide()
    state.move_pane(-1)
    state.take(make_view(version=45), 1.0)
    state.arranged(120, 37, NOW)
    assert state.beside is not None
    assert state.ui.beside == ("turns", "v43", 2)
    state.take(make_view(version=90), 2.0)
    assert state.beside.beside == ("turns", "v88", 2), "where it is gone, what stands in its place"


def test_a_need_that_tells_of_a_full_section_leads_into_it() -> None:
    """Its key makes the section under the cursor smaller."""
    full = tuple(f"- {'long ' * 40}{n}" for n in range(20))
    needs = (
        Need("unread", 1, "not read", "v"),
        *(Need("over-cap", 1, f"{n} is over") for n in ("one", "two")),
    )
    state = LiveState(
        make_view({**STORY, "Findings": full, "Open questions": full, "Ruled out": ()}, needs=needs)
    )
    state.arranged(120, 37, NOW)
    state.move_pane(-2)
    state.move_line(2)
    item = state.beside
    assert item is not None
    state.enter_over(item)
    assert (place(state), state.ui.beside) == ("Open questions", None)


def test_what_the_agent_has_not_read_is_told_among_the_needs_where_line_2_has_no_room_for_it() -> None:
    """On a narrow terminal it would stand nowhere else; beside what is wrong with the file neither."""
    turns = (VersionInfo(43, NOW, "human"), VersionInfo(42, NOW, "human"))
    need = Need("unread", 2, "the agent has not read v43", "v", "unread")
    view = make_view(last_turns=turns, needs=(need,))
    state = LiveState(view)

    def needs(cells: int) -> list[str]:
        rows = state.arranged(cells, 9, NOW).rows
        return [row.text.rstrip() for row in rows if row.kind == "needs"]

    assert needs(40) == [" ! unread: press v"]
    assert needs(80) == []
    state.take(view._replace(state="BROKEN", sentence="Line 3"), 1.0)
    assert needs(80) == [" ! unread: press v"]
