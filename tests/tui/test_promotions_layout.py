"""The Promotions screen as rows: whole at every size, each part in its place."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scratchpad_tui.core.session.items import LastEnd
from scratchpad_tui.core.text import width
from scratchpad_tui.tui.footer import Now, footer_line
from scratchpad_tui.tui.idle import on_promotions
from scratchpad_tui.tui.layout.promotions_item import (
    clock_word,
    item_rows,
    sheet_rows,
    state_words,
    twin_rows,
)
from scratchpad_tui.tui.promoting import Reviewed
from scratchpad_tui.tui.promotions_state import PromotionsState
from tests.tui.hostile import CORPUS
from tests.tui.promotions import NOW, OFFERED, QUEUE, SINCE, TAGS, TROUBLES, made_item, made_look

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.session.items import Item

EVERY = (*QUEUE, *TROUBLES, *OFFERED)


def state_of(items: Sequence[Item], notice: str = "", **changes: object) -> PromotionsState:
    """The state with these items."""
    return PromotionsState(Reviewed(made_look(items, notice, **changes), TAGS))


def rows_of(state: PromotionsState, cells: int, height: int) -> list[str]:
    """The rows as text."""
    return ["".join(span.text for span in row.spans) for row in state.arranged(cells, height, NOW).rows]


@settings(deadline=None)
@given(
    cells=st.integers(1, 210),
    height=st.integers(1, 62),
    count=st.integers(0, len(EVERY) + len(CORPUS)),
    at=st.integers(0, len(EVERY) + len(CORPUS)),
    notice=st.sampled_from(["", "the pad does not parse", *CORPUS[:3]]),
    compares=st.booleans(),
)
def test_every_size_is_filled_exactly(
    cells: int, height: int, count: int, at: int, notice: str, *, compares: bool
) -> None:
    """A row too many would push the footer away, a cell too many wrap the line."""
    items = [*EVERY, *(made_item(50 + n, text, tag=text, reason=text) for n, text in enumerate(CORPUS))]
    state = state_of(items[:count], notice)
    state.put(at)
    state.compares = compares
    rows = rows_of(state, cells, height)
    assert len(rows) == height
    assert {width(row) for row in rows} == {cells}


@pytest.mark.parametrize("height", range(10, 40))
def test_the_item_under_the_cursor_is_in_sight(height: int) -> None:
    """Wherever it is, and what would be written with it."""
    state = state_of(EVERY)
    for at, item in enumerate(EVERY):
        state.put(at)
        for cells in (40, 80, 120):
            shown = state.arranged(cells, height, NOW)
            assert at in [row.at for row in shown.rows]
            text = "\n".join("".join(span.text for span in row.spans) for row in shown.rows)
            assert item.line[:18] in text


def test_a_long_queue_counts_what_is_hidden() -> None:
    state = state_of([made_item(number, f"item {number}") for number in range(30)])
    state.put(15)
    rows = rows_of(state, 80, 21)
    above = next(row for row in rows if "above" in row)
    below = next(row for row in rows if "more" in row)
    shown = [row for row in rows if row[1:3] == "○ "]
    assert int(above.split()[1]) + int(below.split()[1]) + len(shown) == 30


def test_every_state_has_a_glyph_and_a_word_of_its_own() -> None:
    """Colour alone tells nothing."""
    told = [state_words(item, "")[:2] for item in (*QUEUE, *TROUBLES)]
    by_state = {item.state: words for item, words in zip((*QUEUE, *TROUBLES), told, strict=True)}
    assert len({glyph for glyph, _ in by_state.values()}) == len(by_state)
    assert len({word for _, word in by_state.values()}) == len(by_state)
    assert state_words(QUEUE[0], "accepting")[1] == "accepting"
    assert state_words(TROUBLES[-1], "")[1] == "accepted by policy"


@pytest.mark.parametrize(
    ("item", "title"),
    [
        (QUEUE[1], "Will be written"),
        (QUEUE[4], "Will be written"),
        (QUEUE[2], "Would be written"),
        (QUEUE[0], "Was written"),
        (TROUBLES[5], "Not written"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.state,
)
def test_the_line_is_shown_for_what_it_is(item: Item, title: str) -> None:
    """Exactly the core's line, to the last character."""
    rows = rows_of(state_of([item]), 80, 21)
    at = next(number for number, row in enumerate(rows) if f"─ {title} ─" in row)
    said = " ".join(" ".join(rows[at + 1 : at + 4]).split()).removeprefix("+ ")
    assert said.startswith(item.line)


def test_what_is_not_ready_says_why_and_what_is_ready_does_not() -> None:
    assert any("It is a hypothesis" in row for row in rows_of(state_of([QUEUE[2]]), 80, 21))
    rows = rows_of(state_of([QUEUE[1]]), 80, 21)
    assert any("no secret · no twin" in row for row in rows)
    assert any("before [observed] 12 limiter tests" in row and "v37" in row for row in rows)
    assert any("after  [observed] flush" in row and "v40" in row for row in rows)


def test_the_first_row_tells_the_session() -> None:
    words = " Session since 09:12Z · 1 of 3 accepted · 4 wait · 11 entries go to the archive"
    assert rows_of(state_of(QUEUE), 80, 21)[0].rstrip() == words
    assert rows_of(state_of(QUEUE), 40, 9)[0].rstrip() == " 1 of 3 accepted · 4 wait"
    rows = rows_of(state_of(QUEUE, since=None, to_archive=1, tokens_over=True, tokens_today=31_000), 120, 37)
    assert rows[0].startswith(" No session yet")
    assert "1 entry goes to the archive · 31,000 tokens of memory today" in rows[0]


ENDED = LastEnd(NOW - timedelta(minutes=30), 2, 11, 1)


@pytest.mark.parametrize(
    ("size", "row"),
    [
        ((120, 37), " Session ended 09:42Z · 2 accepted · 11 archived · 1 closed undecided"),
        ((60, 27), " Session ended 09:42Z · 2 accepted · 11 archived"),
        ((40, 9), " Session ended 09:42Z · 2 accepted"),
    ],
)
def test_after_a_session_its_end_is_told_and_what_comes_next(size: tuple[int, int], row: str) -> None:
    """It said that there was no session yet."""
    rows = rows_of(state_of((), since=None, accepted=0, waiting=0, to_archive=0, last_end=ENDED), *size)
    assert rows[0].rstrip() == row
    text = " ".join(" ".join(rows).split())
    assert (
        "The session ended at 09:42Z: 2 lines were accepted, 11 entries went to the archive, 1 proposal"
        in text
    )
    assert "The next session begins by itself with the next write to the pad." in text
    assert "No session yet" not in text
    assert ("A promotion is a line" in text) == (size[1] > 9)


def test_what_waits_without_a_session_is_told_before_what_the_last_one_left() -> None:
    rows = rows_of(state_of((), since=None, waiting=1, last_end=ENDED), 60, 27)
    assert rows[0].startswith(" Session ended 09:42Z · 1 waits · ")
    begun = rows_of(state_of((), last_end=ENDED), 80, 21)
    assert begun[0].startswith(" Session since 09:12Z")
    assert not any("The session ended" in row for row in begun)


def test_an_end_of_one_line_and_one_entry_is_told_in_the_singular() -> None:
    rows = rows_of(state_of((), since=None, waiting=0, last_end=LastEnd(None, 1, 1, 0)), 80, 21)
    assert "The session ended: 1 line was accepted, 1 entry went to the archive. The next" in " ".join(
        " ".join(rows).split()
    )


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, " Durable: unchanged since 09:12Z (sha 4f1c)"),
        ({"durable_changed": True}, " Durable: CHANGED since 09:12Z (sha 4f1c)"),
        ({"since": None}, " Durable: unchanged (sha 4f1c)"),
    ],
)
def test_the_last_row_tells_what_became_of_durable(changes: dict[str, Any], words: str) -> None:
    for items in (QUEUE, ()):
        assert rows_of(state_of(items, **changes), 80, 21)[-1].rstrip() == words


def test_a_pad_without_durable_has_no_such_row() -> None:
    assert not any("Durable" in row for row in rows_of(state_of(QUEUE, durable=""), 80, 21))


def test_what_a_rule_offers_stands_under_a_rule_of_its_own() -> None:
    rows = rows_of(state_of(EVERY), 120, 37)
    rule = next(number for number, row in enumerate(rows) if "Offered by rule" in row)
    assert OFFERED[0].text[:20] in rows[rule + 1]
    assert sum("Offered by rule" in row for row in rows_of(state_of(OFFERED), 80, 21)) == 1
    assert not any("─ Queue" in row for row in rows_of(state_of(OFFERED), 80, 21))


def test_a_moment_of_another_day_has_its_date() -> None:
    assert clock_word(SINCE, NOW) == "09:12Z"
    assert clock_word(SINCE.replace(day=19), NOW) == "07-19 09:12Z"
    assert clock_word(None, NOW) == ""


def test_an_entry_from_the_future_is_told_as_one() -> None:
    item = made_item(1, "later", moment=NOW.replace(hour=23))
    assert any("in the future" in row for row in rows_of(state_of([item]), 80, 21))


@pytest.mark.parametrize(
    ("proposer", "words"), [("human", "from you"), ("agent", "from the agent, no entry of the pad")]
)
def test_a_line_that_is_no_entry_is_from_whoever_proposed_it(proposer: str, words: str) -> None:
    """Said once; the line that will be written stands as it is."""
    item = made_item(1, "Ask before a push", proposer=proposer)
    item = item._replace(evidence=item.evidence._replace(section="", before=None, after=None))
    said = " ".join(span.text for row in item_rows(item, 200, NOW, most=12) for span in row)
    assert words in said
    assert "proposed by" not in said
    assert words in " ".join(span.text for row in sheet_rows(item, 200, NOW) for span in row)


def test_a_persons_entry_is_by_you_and_a_persons_line_is_said_to_be_once() -> None:
    """Authors are the same words on every screen."""
    item = made_item(1, "Ask before a push", proposer="human")
    entry = item._replace(evidence=item.evidence._replace(actor="human", section="Scratch"))
    own = entry._replace(evidence=entry.evidence._replace(section=""))
    said = [
        " ".join(span.text for row in item_rows(one, 200, NOW, most=12) for span in row)
        for one in (entry, own)
    ]
    assert "· you, turn" in said[0]
    assert "from you, " in said[1]
    assert "you, turn" not in said[1]
    assert "human" not in "".join(said)


# What presses most


def item_of(state: str) -> Item:
    """The item of the queue in that state."""
    return next(item for item in EVERY if item.state == state)


def test_a_remedy_is_whole_before_where_the_item_is_from() -> None:
    """It is what a person must do; the rest stands on its sheet."""
    state = state_of(QUEUE)
    state.put(3)
    text = " ".join(" ".join(rows_of(state, 40, 9)).split())
    assert "It holds what looks like a GitHub token; edit it" in text
    assert "from Scratch, 07:12Z" not in text


def test_what_was_rejected_says_that_its_reason_is_past() -> None:
    spans = [span for row in item_rows(item_of("rejected"), 80, NOW, most=9) for span in row]
    assert ("dim", " rejected: not true any more") in [(span.style, span.text) for span in spans]


@pytest.mark.parametrize("cells", [40, 80])
def test_of_a_twin_only_the_other_words_are_marked(cells: int) -> None:
    """Its stamp, tag and origin differ always; no blank is marked."""
    rows = twin_rows(item_of("twin"), cells, 3)
    marked = [span.text for row in rows for span in row if span.style.startswith("word")]
    assert marked == ["8"]
    text = " ".join("".join(span.text for row in rows for span in row).split())
    assert text.startswith("~ line 12: Run the limiter tests with -n 8")
    assert "2026-07-14T09:00Z" in text


def test_the_word_that_differs_is_in_sight_however_late_it_comes() -> None:
    item = item_of("twin")
    long = " ".join(f"word{number}" for number in range(60))
    twin = item.twins[0]._replace(text=f"- 2026-07-14T09:00Z [decided] {long} eight (from Scratch, v7)")
    rows = twin_rows(item._replace(text=f"{long} nine", twins=(twin,)), 40, 2)
    assert "eight" in "".join(span.text for row in rows for span in row)
    assert len(rows) <= 2


def test_at_40x12_the_twins_difference_stands_on_the_screen() -> None:
    state = state_of(EVERY)
    state.put(4)
    state.compares = True
    rows = rows_of(state, 40, 9)
    assert any("-n 8" in row for row in rows)
    assert any("Will be written" in row for row in rows)


def test_the_queue_beside_the_item_has_its_texts_whole_while_there_is_room() -> None:
    def said(rows: Sequence[str]) -> str:
        return " ".join(" ".join(row[:54] for row in rows).split())

    assert "fakeredis, no CI service" in said(rows_of(state_of(QUEUE), 120, 37))
    long = [*QUEUE, *(made_item(number, f"item {number}") for number in range(20, 50))]
    assert "fakeredi…" in said(rows_of(state_of(long), 120, 37))


def test_how_many_wait_is_said_once() -> None:
    text = "\n".join(rows_of(state_of(QUEUE), 80, 21))
    assert "4 wait" in text
    assert "to decide" not in text


def test_durable_keeps_its_hash_before_its_time() -> None:
    narrow = rows_of(state_of(()), 40, 9)
    assert narrow[-1].strip() == "Durable: unchanged (sha 4f1c)"
    assert rows_of(state_of(()), 80, 21)[-1].strip() == "Durable: unchanged since 09:12Z (sha 4f1c)"


def test_the_keys_of_an_empty_queue_are_told_from_its_words() -> None:
    rows = state_of(()).arranged(80, 21, NOW).rows
    assert [span.text for row in rows for span in row.spans if span.style == "title.focus"] == ["p", "o"]


def test_the_twin_stands_on_the_first_page_of_the_sheet_and_its_key_in_the_narrowest_footer() -> None:
    """It is what such an item is decided by."""
    item = item_of("twin")
    rows = ["".join(span.text for span in row) for row in sheet_rows(item, 36, NOW)]
    assert any("line 12:" in row for row in rows[:6])
    idle = on_promotions(item, None, read_only=False, can_undo=False)
    assert "c twin" in "".join(span.text for span in footer_line("promotions", 40, Now(idle=idle)))
    idle = on_promotions(QUEUE[1], None, read_only=False, can_undo=False)
    assert "t tag" in "".join(span.text for span in footer_line("promotions", 40, Now(idle=idle)))


def test_who_offered_an_item_is_told_of_a_rule_too() -> None:
    item = made_item(1, "a text", proposer="rule")
    for rows in (sheet_rows(item, 120, NOW), item_rows(item, 120, NOW, most=12)):
        told = "".join(span.text for row in rows for span in row)
        assert "offered by rule" in told
        assert "proposed by" not in told


def test_the_sheet_of_an_item_has_the_panes_rows_whole() -> None:
    item = item_of("twin")._replace(text="a long text " * 40)
    rows = ["".join(span.text for span in row) for row in sheet_rows(item, 40, NOW)]
    assert sum("long" in row for row in rows) >= 10
    assert {width(row) for row in rows} == {40}
    heads = [row for row in rows if row.startswith("─")]
    assert [head.strip("─ ").split(" ─")[0] for head in heads] == ["Twin, 93 %", "From", "Will be written"]
    assert sum("line 12:" in row for row in rows) == 1


def test_a_tall_narrow_screen_has_the_queue_above_the_item() -> None:
    """At 40x12 one item is shown at a time: there is no room for more."""
    rows = "\n".join(rows_of(state_of(QUEUE), 40, 37))
    assert "─ Queue ─" in rows
    assert "─ This one ─" in rows
    assert "…" not in rows.replace("dec…", "").replace("hyp…", "").replace("obs…", "")
    assert "─ Queue ─" not in "\n".join(rows_of(state_of(QUEUE), 40, 9))


def test_going_through_the_queue_does_not_move_it() -> None:
    places = set()
    for at in range(len(QUEUE)):
        state = state_of(QUEUE)
        state.put(at)
        rows = rows_of(state, 60, 37)
        places.add(next(number for number, row in enumerate(rows) if row.startswith("─ This one")))
    assert len(places) == 1


def test_long_texts_of_the_queue_have_some_rows_where_there_is_no_room_for_all() -> None:
    state = state_of([made_item(number, f"entry {number} " + "long " * 30) for number in range(6)])
    rows = rows_of(state, 40, 37)
    queue = rows[: next(number for number, row in enumerate(rows) if row.startswith("─ This one"))]
    assert sum("entry" in row for row in queue) == 6
    assert len(queue) == 2 + 6 * 3
