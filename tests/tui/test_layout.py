"""The Live screen's rows at the sizes that people have, as tables of text."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from textwrap import dedent

import pytest

from scratchpad_tui.core.pad.view import EventInfo, LineView, Need, PadView, SectionView, VersionInfo
from scratchpad_tui.tui.layout import Stop, UiState, arrange, compose, followed, landing, matches
from scratchpad_tui.tui.layout.events import event_title, event_word
from scratchpad_tui.tui.layout.fit import clusters, cut, marked, wrap
from scratchpad_tui.tui.layout.gauge import gauge, level
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.share import share
from scratchpad_tui.tui.layout.side import side_items
from scratchpad_tui.tui.layout.worddiff import SAME, broken
from tests.tui.layout_pads import pad, texts_of, the_picture

CELLS = UiState(eighths=False)


def shown(view: PadView, width: int, height: int, ui: UiState = CELLS) -> str:
    """The rows without their trailing blanks, each between bars."""
    return "\n".join(f"|{text.rstrip()}" for text in texts_of(arrange(view, width, height, ui)))


def table(text: str) -> str:
    return dedent(text).strip("\n")


def test_80x24_shows_what_the_design_draws() -> None:
    """The frame takes three rows; the gauges stand in one column, which the picture's own long figures leave."""
    assert shown(the_picture(), 80, 21) == table("""
        | NEXT  Add the fakeredis fixture to tests/conftest.py      ▰▰▰▱▱▱▱▱      52/200
        |─ Task ─────────────────────────────────────────────────── ▰▰▱▱▱▱▱▱      61/300
        |   Make the rate-limiter tests pass in CI without a live redis.
        |─ Plan 4/7 ─────────────────────────────────────────────── ▰▰▰▰▱▱▱▱     312/800
        |   … 3 done
        | ~ 4. [x] Find where the limiter talks to redis                        agent t57
        |   5. [ ] Add the fakeredis fixture
        |   6. [ ] Run the limiter tests with -n 4   … 1 more
        |─ Findings +1 ~1 ───────────────────────────────────────── ▰▰▰▰▰▰▰▱ 1,204/1,500
        |   … 14 older
        | ~ limiter calls redis directly, not through cache.py (limiter.py:88)        you
        | + CI has no redis service (from job #4412)                            agent t57
        |─ Ruled out over by 40 · - prunes ──────────────────────── ▰▰▰▰▰▰▰▰     640/600!
        |   … 6 older
        |   Mocking at the client level: the limiter calls redis directly
        |─ Open questions ───────────────────────────────────────── ▱▱▱▱▱▱▱▱       0/400
        |   (empty) What we still need to know.
        |─ Last turn 57 · agent · v42 to v43 ───────────────────────────────────── +2 -1
        | - Plan      4. [ ] Find where the limiter talks to redis
        | + Plan      4. [x] Find where the limiter talks to redis
        | + Findings  CI has no redis service (from job #4412)
        """)


def test_under_24_rows_the_diff_is_one_line() -> None:
    """What changed in the plan is shown with the step that is open now."""
    assert shown(the_picture(), 80, 15, UiState(ascii_gauges=True)) == table("""
        | NEXT  Add the fakeredis fixture to tests/conftest.py      ###-----      52/200
        |─ Task ─────────────────────────────────────────────────── ##------      61/300
        |   Make the rate-limiter tests pass in CI without a live redis.
        |─ Plan 4/7 ─────────────────────────────────────────────── ####----     312/800
        |   … 3 done
        | ~ 4. [x] Find where the limiter talks to redis                        agent t57
        |   5. [ ] Add the fakeredis fixture   … 2 more
        |─ Findings +1 ~1 ───────────────────────────────────────── #######- 1,204/1,500
        | ~ limiter calls redis directly, not through cache.py (limite…   … 14 older  you
        | + CI has no redis service (from job #4412)                            agent t57
        |─ Ruled out over by 40 · - prunes ──────────────────────── ########     640/600!
        |   Mocking at the client level: the limiter calls redis directly   … 6 older
        |─ Open questions ───────────────────────────────────────── --------       0/400
        |   (empty) What we still need to know.
        |─ Last turn 57 · agent · v42 to v43 ───────────────────────────────────── +2 -1
        """)


def test_40x12_shows_one_section_and_names_the_others() -> None:
    assert shown(the_picture(), 40, 9, UiState(focus_section="Findings")) == table("""
        | NEXT  Add the fakeredis fixture to tes…
        |─ Findings +1 ~1 ─ ██████▌░ 1,204/1,500
        |   … 13 older
        |   found 13
        | ~ limiter calls redis directly, no… you
        | + CI has no redis service (f… agent t57
        |─ Last turn 57 · agent ────────── +2 -1
        | Task 1 · Plan 7 ~1 · Ruled out 7 over!
        | Open questions 0
        """)


def test_40x12_without_a_focus_shows_what_changed() -> None:
    """A person who only looks sees the change without a key press."""
    assert texts_of(arrange(the_picture(), 40, 9))[1].startswith("─ Plan 4/7 ─")


@pytest.mark.parametrize(
    ("height", "kinds"), [(1, ["next"]), (2, ["next", "others"]), (3, ["next", "rule", "others"])]
)
def test_a_few_rows_keep_next_then_names_then_the_section(height: int, kinds: list[str]) -> None:
    assert [row.kind for row in arrange(the_picture(), 40, height).rows] == kinds


def test_an_empty_pad_says_what_will_stand_where() -> None:
    assert shown(pad(), 80, 12) == table("""
        | NEXT  (empty) The single next action. One line.           ▱▱▱▱▱▱▱▱       0/200
        |─ Task ─────────────────────────────────────────────────── ▱▱▱▱▱▱▱▱       0/300
        |   (empty) What we are trying to do. Rarely changes.
        |─ Plan ─────────────────────────────────────────────────── ▱▱▱▱▱▱▱▱       0/800
        |   (empty) Numbered steps. Tick with [x] as they complete.
        |─ Findings ─────────────────────────────────────────────── ▱▱▱▱▱▱▱▱     0/1,500
        |   (empty) What we learned. One line each, with a source.
        |─ Ruled out ────────────────────────────────────────────── ▱▱▱▱▱▱▱▱       0/600
        |   (empty) What we tried that did not work, and why. Prevents re-trying.
        |─ Open questions ───────────────────────────────────────── ▱▱▱▱▱▱▱▱       0/400
        |   (empty) What we still need to know.
        |
        """)


def test_120_columns_have_needs_and_last_turns_at_the_right() -> None:
    now = datetime(2026, 7, 20, 12, tzinfo=UTC)
    view = the_picture()._replace(
        last_turns=(
            VersionInfo(43, now - timedelta(seconds=45), "agent", "agent", "57", added=2, removed=1),
            VersionInfo(42, now - timedelta(hours=3), "human", "human", added=1, alarms=("Plan lost 4",)),
        ),
        events=(EventInfo("refused", now - timedelta(minutes=5), "agent", "Findings: empty content"),),
    )
    arranged = arrange(view, 120, 37, UiState(now=now))
    assert (arranged.left_width, arranged.gap, arranged.right_width) == (82, 2, 36)
    assert "\n".join(f"|{row.text.rstrip()}" for row in arranged.right[:10]) == table("""
        |─ Needs you ────────────────────────
        | ! Ruled out is 40 over    - prunes
        |   its cap
        | ! the agent has not read v42     v
        |   (Plan, Findings)
        |─ Last turns ───────────────────────
        |   v43 agent t57        +2 -1   30 s
        |   refused: Findings: empty…   5 min
        | ! v42 you              +1 -0    3 h
        |
        """)


def test_200x60_shows_every_line() -> None:
    """Nothing is counted away while there is room."""
    rows = texts_of(arrange(the_picture(), 200, 57))
    assert len(rows) == 57
    assert not any("…" in text for text in rows)
    assert rows[41].startswith(" + Findings  CI has no redis service")
    assert not "".join(text[:154] for text in rows[42:]).strip()


def test_at_120_columns_needs_have_no_row_of_their_own_at_the_left() -> None:
    view = the_picture()._replace(
        needs=(Need("alarm", 1, "Findings lost all of its entries (4)", "2", "1 alarm"),)
    )
    assert [row.kind for row in arrange(view, 120, 37).rows].count("needs") == 0


def test_narrow_screens_say_in_words_what_no_other_row_shows() -> None:
    needs = (
        Need("alarm", 1, "Findings lost all of its entries (4)", "2", "1 alarm"),
        Need("refused", 2, "2 patches were refused", "2", "2 refused"),
        Need("over-cap", 1, "Ruled out is 40 over its cap", "-", "Ruled out over"),
    )
    rows = arrange(the_picture()._replace(needs=needs), 80, 21).rows
    assert rows[1].kind == "needs"
    assert rows[1].text.rstrip() == " ! 1 alarm: press 2 · 2 refused: press 2"


def test_removed_lines_stay_dim_in_their_place() -> None:
    view = pad({"Findings": ["- one", ("- two", "-", 43), "- three"]}, last_to=43)
    rows = [row for row in arrange(view, 80, 21).rows if row.section == "Findings"]
    assert [(row.kind, row.text.rstrip()) for row in rows[1:]] == [
        ("line", "   one"),
        ("removed", " - two" + " " * 65 + "agent t57"),
        ("line", "   three"),
    ]
    assert [row.tint for row in rows] == [False, False, True, False]


def test_only_the_newest_change_is_tinted() -> None:
    """A mark stays until seen; the tint is for what has just happened."""
    rows = arrange(the_picture(), 80, 21).rows
    assert [row.index for row in rows if row.tint] == [3, 15]


def test_a_row_names_the_version_that_brought_its_line() -> None:
    rows = arrange(the_picture(), 80, 21).rows
    assert [(row.kind, row.version) for row in rows if row.version] == [
        ("line", 43),
        ("line", 42),
        ("line", 43),
        ("diff.rule", 43),
        *[("diff", 43)] * 3,
    ]


def test_several_lines_in_next_show_what_there_is_room_for_and_count_the_rest() -> None:
    """The first at every size; three where rows are free, for often they are the same step in more words."""
    lines = ["Ask about the clock", "Write the test", "Run it", "Tell them"]
    first = " NEXT  Ask about the clock"

    def shown(count: int, cells: int, rows: int) -> list[str]:
        arranged = arrange(pad({"Next": lines[:count]}), cells, rows)
        return [row.text.split("  █")[0].rstrip() for row in arranged.rows if row.kind == "next"]

    assert shown(3, 80, 11) == [f"{first}   … 2 more"]
    assert shown(3, 80, 12) == [first, "       Write the test   … 1 more"]
    for cells, rows in ((80, 21), (60, 27), (40, 9)):
        assert shown(2, cells, rows) == [first, "       Write the test"]
        assert shown(3, cells, rows) == [first, "       Write the test", "       Run it"]
        assert shown(4, cells, rows) == [first, "       Write the test", "       Run it   … 1 more"]


def test_the_cursor_goes_through_the_lines_of_next_and_those_above_it_are_counted() -> None:
    view = pad({"Next": ["Ask about the clock", "Write the test", "Run it"]})
    rows = texts_of(arrange(view, 60, 27, UiState(cursor=Stop("Next", 1))))
    assert rows[0].startswith(" NEXT▸ Write the test  ")
    assert rows[1].rstrip() == "       Run it   … 1 more"
    last = texts_of(arrange(view, 60, 27, UiState(cursor=Stop("Next", 2))))
    assert last[0].startswith(" NEXT▸ Run it   … 2 more")


def test_the_line_with_the_cursor_is_wrapped_and_pointed_at() -> None:
    long = "- " + " ".join(f"word{n}" for n in range(30))
    view = pad({"Findings": [long, "- short"]})
    arranged = arrange(view, 60, 21, UiState(cursor=Stop("Findings", 0)))
    assert arranged.cursor_row is not None
    rows = [row.text.rstrip() for row in arranged.rows[arranged.cursor_row :][:4]]
    assert rows[0].startswith("▸  word0 word1")
    assert rows[1].startswith("     word9")
    assert rows[2].endswith("…")
    assert rows[3] == "   short"


def test_a_zoomed_section_wraps_every_line() -> None:
    long = "- " + " ".join(f"word{n}" for n in range(30))
    arranged = arrange(pad({"Findings": [long, "- short"], "Next": ["Go"]}), 60, 21, UiState(zoom="Findings"))
    text = "\n".join(texts_of(arranged))
    assert "word29" in text
    assert "…" not in text
    assert arranged.focus_section == "Findings"


def test_a_pane_with_the_cursor_stays_while_others_change() -> None:
    """A person who reads a line does not lose it because the agent writes elsewhere."""
    before = the_picture()
    ui = UiState(cursor=Stop("Findings", 4))
    first = arrange(before, 80, 21, ui)
    plan = before.sections[1]._replace(lines=before.sections[1].lines[:1])
    after = before._replace(sections=(before.sections[0], plan, *before.sections[2:]), last=())
    second = arrange(after, 80, 21, followed(before, after, ui._replace(frozen=first.frozen)))
    pane = [y for y, row in enumerate(first.rows) if row.section == "Findings" and row.kind != "diff"]
    assert pane == [8, 9, 10, 11]
    assert [second.rows[y] for y in pane] == [first.rows[y] for y in pane]
    assert second.frozen == first.frozen


def test_the_cursor_follows_its_line_when_lines_come_in_above() -> None:
    before = pad({"Findings": [f"- found {n}" for n in range(9)]})
    ui = UiState(cursor=Stop("Findings", 6))
    ui = ui._replace(frozen=arrange(before, 80, 21, ui).frozen)
    after = pad({"Findings": [("- new", "+", 43), *(f"- found {n}" for n in range(9))]}, last_to=43)
    moved = followed(before, after, ui)
    assert moved.cursor == Stop("Findings", 7)
    first, second = arrange(before, 80, 21, ui), arrange(after, 80, 21, moved)
    assert first.cursor_row == second.cursor_row
    assert second.rows[second.cursor_row or 0].text.startswith("▸  found 6")


def test_the_cursor_stays_near_a_line_that_is_gone() -> None:
    before = pad({"Findings": ["- one", "- two", "- three"]})
    after = pad({"Findings": ["- one"]})
    moved = followed(before, after, UiState(cursor=Stop("Findings", 2)))
    assert arrange(after, 80, 21, moved).cursor == Stop("Findings", 0)
    emptied = followed(before, pad(), UiState(cursor=Stop("Findings", 2)))
    assert arrange(pad(), 80, 21, emptied).cursor == Stop("Findings", -1)


def test_stops_go_through_every_line_from_next_on() -> None:
    view = pad({"Task": ["Do it"], "Plan": ["1. [ ] one", "   more of it"], "Next": ["Go"]})
    assert arrange(view, 40, 9).stops == (
        Stop("Next", 0),
        Stop("Task", 0),
        Stop("Plan", 0),
        Stop("Plan", 1),
        Stop("Findings", -1),
        Stop("Ruled out", -1),
        Stop("Open questions", -1),
    )


def test_a_cursor_on_a_hidden_line_scrolls_to_it() -> None:
    view = pad({"Findings": [f"- found {n}" for n in range(40)]})
    for index in (0, 1, 2, 20, 38, 39):
        for height in (9, 12, 21):
            arranged = arrange(view, 80, height, UiState(cursor=Stop("Findings", index)))
            assert arranged.cursor_row is not None
            assert arranged.rows[arranged.cursor_row].text.startswith(f"▸  found {index}")


def test_a_cursor_that_moves_inside_a_pane_does_not_scroll_it() -> None:
    view = pad({"Findings": [f"- found {n}" for n in range(40)]})
    ui = UiState(cursor=Stop("Findings", 20))
    first = arrange(view, 80, 21, ui)
    second = arrange(view, 80, 21, ui._replace(cursor=Stop("Findings", 25), frozen=first.frozen))
    assert first.frozen is not None
    assert second.frozen == first.frozen._replace(cursor=Stop("Findings", 25))
    assert second.cursor_row == (first.cursor_row or 0) + 5


def test_landing_is_the_first_open_step_the_newest_line_or_the_first() -> None:
    sections = {section.name: section for section in the_picture().sections}
    assert landing(sections["Plan"]) == Stop("Plan", 4)
    assert landing(sections["Findings"]) == Stop("Findings", 15)
    assert landing(sections["Task"]) == Stop("Task", 0)
    assert landing(sections["Open questions"]) == Stop("Open questions", -1)


def test_find_marks_every_place_whatever_its_case() -> None:
    view = the_picture()
    assert matches(view, "REDIS") == (
        Stop("Next", 0),
        Stop("Task", 0),
        Stop("Plan", 3),
        Stop("Plan", 4),
        Stop("Findings", 14),
        Stop("Findings", 15),
        Stop("Ruled out", 6),
    )
    rows = arrange(view, 80, 21, UiState(find="REDIS")).rows
    found = [span.text for row in rows for span in row.spans if span.style == "find"]
    assert found == ["redis"] * 10


def test_lines_outside_the_sections_are_counted() -> None:
    """The session profile keeps text that no section shows."""
    view = pad({"Task": ["Do it"]}, outside=12)
    assert " … 12 lines outside the sections" in [text.rstrip() for text in texts_of(arrange(view, 80, 21))]
    assert "12 lines outside the sections" in " ".join(texts_of(arrange(view, 60, 9)))


def test_a_profile_without_next_begins_with_its_sections() -> None:
    view = PadView("x", sections=(SectionView("Scratch", 8000, 0, numbered=False, purpose="Notes."),))
    assert texts_of(arrange(view, 80, 3))[0].startswith("─ Scratch ─")
    assert len(arrange(PadView("x"), 80, 3).rows) == 3


def test_boxes_stand_in_one_column_beyond_nine_steps() -> None:
    view = pad({"Plan": [f"{n}. [ ] step" for n in range(8, 12)] + ["- [ ] by hand"]})
    rows = [row.text for row in arrange(view, 80, 21).rows if row.section == "Plan" and row.kind == "line"]
    assert {text.index("[ ]") for text in rows} == {7}


def test_continuation_lines_are_indented_and_fences_are_as_written() -> None:
    view = pad({"Findings": ["- one", "  goes on", "```", "- code", "```"]})
    section = view.sections[2]
    lines = (*section.lines[:3], LineView("- code", index=3), section.lines[4])
    view = view._replace(sections=(*view.sections[:2], section._replace(lines=lines), *view.sections[3:]))
    rows = [row.text.rstrip() for row in arrange(view, 80, 21).rows if row.section == "Findings"]
    assert rows[1:] == ["   one", "     goes on", "   ```", "   - code", "   ```"]


def test_brackets_are_shown_as_typed() -> None:
    """Case 62: no text is markup."""
    texts = ["- [/#abcdef] closes nothing", "- [link=file:///x]y[/link]", "- \\[escaped]", "- [b"]
    rows = texts_of(arrange(pad({"Findings": texts, "Next": ["[bold"]}), 80, 21))
    assert rows[0].startswith(" NEXT  [bold ")
    for text in texts:
        assert f"   {text[2:]}" in [row.rstrip() for row in rows]


@pytest.mark.parametrize(
    ("size", "cap", "style", "cells", "eighths"),
    [
        (0, 200, "gauge.calm", "▱▱▱▱▱▱▱▱", "░░░░░░░░"),
        (1, 800, "gauge.calm", "▰▱▱▱▱▱▱▱", "▏░░░░░░░"),
        (52, 200, "gauge.calm", "▰▰▰▱▱▱▱▱", "██▏░░░░░"),
        (149, 200, "gauge.calm", "▰▰▰▰▰▰▱▱", "██████░░"),
        (150, 200, "gauge.near", "▰▰▰▰▰▰▱▱", "██████░░"),
        (200, 200, "gauge.near", "▰▰▰▰▰▰▰▰", "████████"),
        (201, 200, "gauge.over", "▰▰▰▰▰▰▰▰", "████████"),
    ],
)
def test_a_gauge_is_calm_near_from_75_percent_and_over_its_cap(
    size: int, cap: int, style: str, cells: str, eighths: str
) -> None:
    assert level(size, cap) == style
    assert "".join(span.text for span in gauge(size, cap, UiState(eighths=False))) == cells
    assert "".join(span.text for span in gauge(size, cap, UiState())) == eighths
    assert len("".join(span.text for span in gauge(size, cap, UiState(ascii_gauges=True)))) == 8


def test_rows_are_shared_by_turns_until_they_are_used() -> None:
    assert share([(1, 1, 4), (1, 3, 3), (0,)], 2) == [1, 1, 0]
    assert share([(1, 1, 4), (1, 3, 3), (0,)], 5) == [2, 3, 0]
    assert share([(1, 1, 4), (1, 3, 3), (0,)], 99) == [4, 3, 0]
    assert share([(1,), (1,)], 1) is None


def test_text_is_cut_and_wrapped_between_whole_characters() -> None:
    family, flags = "👩‍👩‍👧‍👦", "🇩🇪🇯🇵"
    assert list(clusters(f"a{family}{flags}e\u0301☎\ufe0f")) == [
        "a",
        family,
        "🇩🇪",
        "🇯🇵",
        "e\u0301",
        "☎\ufe0f",
    ]
    assert cut(family * 3, 5) == family * 2 + "…"
    assert cut(family * 3, 4) == family + "…"
    assert cut("abc", 0) == ""
    assert wrap("日本語のテキスト", 5, 3) == ["日本", "語の", "テキ…"]
    assert wrap("one two three four", 9, 3, 2) == ["one two", "  three", "  four"]
    assert wrap("", 5, 3) == [""]


@pytest.mark.parametrize(
    ("text", "cells", "rows"),
    [
        ("see (limiter/window.py:81)", 22, ["see", "(limiter/window.py:81)"]),
        ("Looked for /work/rate-limiter/pad.md", 24, ["Looked for /work/", "rate-limiter/pad.md"]),
        ("claude-sonnet-4-5-20250929", 22, ["claude-sonnet-4-5-", "20250929"]),
        ("abcdefghijkl", 5, ["abcde", "fghij", "kl"]),
        ("  abcdefghijkl", 8, ["  abcdef", "ghijkl"]),
    ],
)
def test_a_word_is_broken_only_where_it_fits_no_row_and_then_between_its_parts(
    text: str, cells: int, rows: list[str]
) -> None:
    """A path is read by its parts, and copied by eye."""
    assert wrap(text, cells, 5) == rows
    broken_rows = broken(text, (), SAME, cells, 5)
    assert ["".join(span.text for span in row) for row in broken_rows] == rows


def test_a_mark_of_find_takes_whole_characters() -> None:
    spans = marked(Span("ae\u0301b"), "e")
    assert [(span.text, span.style) for span in spans] == [("a", "text"), ("e\u0301", "find"), ("b", "text")]


def test_a_right_part_gives_way_before_the_left_one() -> None:
    right = (Span("agent t57", "author"),)
    assert (
        "".join(span.text for span in compose([Span("a long line")], 24, right)) == "a long line    agent t57"
    )
    assert "".join(span.text for span in compose([Span("a long line")], 12, right)) == "a long line "


def held(view: PadView, ui: UiState, height: int = 37) -> UiState:
    """The state after it was drawn once more, at 80 columns."""
    return ui._replace(frozen=arrange(view, 80, height, ui).frozen)


def pane_rows(view: PadView, ui: UiState, height: int = 37) -> list[tuple[int, str]]:
    rows = arrange(view, 80, height, ui).rows
    return [
        (y, row.text.rstrip())
        for y, row in enumerate(rows)
        if row.section == "Findings" and row.kind != "diff"
    ]


def test_a_pane_with_the_cursor_takes_blank_rows_for_its_own_new_lines() -> None:
    """What the agent writes is not hidden above an empty screen; nothing above moves."""
    before = pad({"Findings": ["- one"], "Plan": ["1. [ ] step"]})
    ui = held(before, UiState(cursor=Stop("Findings", 0), find="one"))
    new = [(f"- new {n}", "+", 2) for n in range(6)]
    after = pad({"Findings": ["- one", *new], "Plan": ["1. [ ] step"]}, last_to=2)
    first, second = pane_rows(before, ui), pane_rows(after, followed(before, after, ui))
    assert second[1] == first[1]
    assert [text[3:8] for _, text in second[1:]] == ["one", *(f"new {n}" for n in range(6))]
    assert second == pane_rows(after, held(after, followed(before, after, ui)))


def test_a_pane_with_the_cursor_grows_no_further_than_there_are_blank_rows() -> None:
    """The others keep theirs; what stays hidden is counted in the colour of what a person has not seen."""
    before = pad({"Findings": ["- one"]})
    ui = held(before, UiState(cursor=Stop("Findings", 0)), 14)
    new = [(f"- new {n}", "+", 2) for n in range(9)]
    after = pad({"Findings": ["- one", *new]}, last_to=2)
    ui = followed(before, after, ui)
    arranged = arrange(after, 80, 14, ui)
    assert [row.section for row in arranged.rows if row.kind == "rule"][-1] == "Open questions"
    assert pane_rows(after, ui, 14)[-1][1].startswith(" + new 1   … 7 more · 7 changed · esc shows")
    counts = [span for row in arranged.rows for span in row.spans if "7 more" in span.text]
    assert [span.style for span in counts] == ["attention"]
    assert arrange(after, 80, 14, held(after, ui, 14)) == arranged


def test_rows_that_a_pane_is_owed_come_when_others_need_theirs_no_more() -> None:
    """The new lines stay promised as long as the cursor stays."""
    plan = [f"{n}. [ ] step" for n in range(1, 9)]
    before = pad({"Findings": ["- one"], "Ruled out": ["- no"] * 20})
    ui = held(before, UiState(cursor=Stop("Findings", 0)), 21)
    full = pad({"Findings": ["- one", ("- two", "+", 2)], "Ruled out": ["- no"] * 20}, last_to=2)
    ui = held(full, followed(before, full, ui), 21)
    assert "1 more · 1 changed" in pane_rows(full, ui, 21)[-1][1]
    after = pad({"Findings": ["- one", ("- two", "+", 2)], "Plan": plan[:1]}, last_to=2)
    assert pane_rows(after, followed(full, after, ui), 21)[-1][1].startswith(" + two")


def test_a_small_screen_shows_what_changed_before_what_has_not() -> None:
    """A step ticked far from the first open one is what the eye must find."""
    steps = [f"{n}. [x] done" for n in range(1, 5)] + [f"{n}. [ ] open" for n in range(5, 9)]
    view = pad({"Plan": [*steps, ("9. [x] told", "~", 2)], "Next": ["Go"]}, last_to=2)
    assert any("9. [x] told" in text for text in texts_of(arrange(view, 40, 9)))


def test_what_an_older_turn_took_from_next_leaves_room_for_news() -> None:
    """It is counted beside the action, and shown where there is room."""
    view = pad({"Next": [("Old aim", "-", 19), "New aim"], "Findings": ["- x"] * 30}, last_to=60)
    rows = texts_of(arrange(view, 80, 21))
    assert "New aim   … 1 removed" in rows[0]
    assert not any("Old aim" in text for text in rows)
    assert any(" - Old aim" in text for text in texts_of(arrange(view, 80, 57)))
    newest = pad({"Next": [("Old aim", "-", 60), "New aim"], "Findings": ["- x"] * 30}, last_to=60)
    assert texts_of(arrange(newest, 80, 21))[1].startswith(" - Old aim")


def test_at_40_columns_a_count_takes_few_cells_of_its_line() -> None:
    """The line says more than how many others there are."""
    view = pad({"Next": [("Old aim", "-", 1), "Run the nine tests on the fixture"]}, last_to=60)
    assert texts_of(arrange(view, 40, 9))[0] == " NEXT  Run the nine tests on the fix… -1"


def beside_view() -> PadView:
    now = datetime(2026, 7, 20, 12, tzinfo=UTC)
    return the_picture()._replace(
        needs=tuple(Need("over-cap", 1, f"Section {n} is over its cap by 40 characters") for n in range(12)),
        last_turns=tuple(
            VersionInfo(n, now - timedelta(minutes=60 - n), "agent", "agent") for n in range(60, 30, -1)
        ),
        events=(
            EventInfo("refused", now, "agent", "Findings: the content is empty, and so is " + "x " * 60),
        ),
    )


@pytest.mark.parametrize("height", [7, 12, 21, 37])
def test_whatever_has_the_cursor_in_the_right_column_is_shown(height: int) -> None:
    """Pointed at, in the colour of the focus."""
    view = beside_view()
    for item in side_items(view):
        arranged = arrange(view, 120, height, UiState(beside=item.beside))
        rows = [row for row in arranged.right if row.text.startswith("▸")]
        assert [row.beside for row in rows] == [item.beside]
        assert arranged.beside == item.beside
        assert {span.style for span in rows[0].spans} >= {"cursor"}


def test_every_item_of_the_right_column_is_shown_or_counted() -> None:
    """Also with the cursor far down."""
    view = beside_view()
    for item in side_items(view):
        rows = arrange(view, 120, 21, UiState(beside=item.beside)).right
        for pane in ("needs", "turns"):
            shown = {row.beside for row in rows if row.beside and row.beside.pane == pane}
            kinds = ("need",) if pane == "needs" else ("turn", "event")
            counts = [row.text for row in rows if row.kind in kinds and row.beside is None]
            hidden = sum(int(n) for text in counts for n in re.findall(r"… (\d+)", text))
            assert len(shown) + hidden == sum(i.beside.pane == pane for i in side_items(view))


def test_an_event_under_the_cursor_is_unfolded() -> None:
    """Its whole text stands where there is room, the rest is behind enter."""
    view = beside_view()
    event = next(item.beside for item in side_items(view) if item.beside.name.startswith("refused"))
    rows = [row for row in arrange(view, 120, 37, UiState(beside=event)).right if row.beside == event]
    assert len(rows) == 6
    assert "the content is empty, and so is" in " ".join(row.text.strip() for row in rows)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("refused", "refused: because"),
        ("looked", "a recovery was looked at"),
        ("git", "not in git: because"),
        ("archive", "archived: because"),
        ("\x1bodd", "␛odd: because"),
    ],
)
def test_an_event_beside_the_pad_has_the_words_of_the_timeline(kind: str, words: str) -> None:
    """No word of the journal's own, where there is one of a person's."""
    view = the_picture()._replace(needs=(), events=(EventInfo(kind, None, "agent", "because"),))
    rows = [row.text.strip() for row in arrange(view, 120, 37, UiState()).right if row.kind == "event"]
    assert rows == [words]
    assert words.startswith(event_word(kind))
    assert event_title(kind) != kind


def test_a_passed_cap_is_red_among_what_needs_a_person() -> None:
    """What the agent has not read is amber."""
    styles = {
        span.text.strip(" ·!"): span.style
        for row in arrange(the_picture(), 140, 37).right
        for span in row.spans
    }
    assert styles["Ruled out is 40 over its cap"] == "alarm"
    assert (
        next(style for text, style in styles.items() if text.startswith("the agent has not")) == "attention"
    )
