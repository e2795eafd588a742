"""What the Live screen does with room: the next action first, then whole words where rows are left over."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.view import DiffRow, LineView, Proof
from scratchpad_tui.tui.layout import Stop, UiState, arrange, followed
from scratchpad_tui.tui.layout.flow import others_rows
from scratchpad_tui.tui.layout.hidden import NOTHING, Count, Hidden
from scratchpad_tui.tui.layout.items import anchor, items
from scratchpad_tui.tui.layout.lastturn import turn_rule
from scratchpad_tui.tui.layout.line import Place, line_rows
from scratchpad_tui.tui.layout.marks import signed
from scratchpad_tui.tui.layout.model import Span
from tests.tui.audited import audited_view
from tests.tui.layout_pads import pad, texts_of, the_picture

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.view import PadView

LONG = "Write the fixture that all limiter tests take, then run it four times in CI"
NOW = datetime(2026, 7, 20, 12, tzinfo=UTC)
NOTE = "- 2026-07-20T09:00Z [observed] 12 limiter tests share one key prefix"


def rows(contents: dict[str, list[str]], width: int, height: int, ui: UiState | None = None) -> list[str]:
    """The rows of a pad of the task profile, without their trailing blanks."""
    return [text.rstrip() for text in texts_of(arrange(pad(contents), width, height, ui))]


def test_a_next_action_has_its_row_to_itself_before_it_is_cut() -> None:
    """In a split pane the bars would take a third of the most important line."""
    text = "Write the fixture in tests/conftest.py"
    assert rows({"Next": [text]}, 60, 27)[0] == f" NEXT  {text}        39/200"


def test_a_longer_next_action_takes_a_second_row_before_older_lines_do() -> None:
    contents = {"Next": [LONG], "Findings": [f"- found {n}" for n in range(40)]}
    first, second, third = rows(contents, 60, 27)[:3]
    assert f"{first[7:36].strip()} {second.strip()}" == LONG
    assert f"{len(LONG) + 1}/200" in first
    assert third.startswith("─ Task")


def test_what_was_removed_is_counted_in_one_word_before_the_action_is_cut() -> None:
    """Ten words on what is gone are worth less than what comes next."""
    view = pad({"Next": [("Run the tests before", "-", 41), ("Write the fixture in tests/conf.py", "+", 43)]})
    first = texts_of(arrange(view._replace(last_to=43), 60, 12))[0]
    assert first.startswith("+NEXT  Write the fixture in tests/conf.py -1 ")


def test_at_40x12_a_next_action_takes_the_rows_that_its_section_leaves() -> None:
    shown = rows({"Next": [LONG]}, 40, 9)
    assert " ".join([shown[0][7:].strip(), *(row.strip() for row in shown[1:3])]) == LONG
    assert rows({"Next": [LONG], "Plan": [f"{n}. [ ] step" for n in range(9)]}, 40, 9)[1].startswith("─ Plan")


def test_lines_are_shown_whole_where_rows_are_left_over() -> None:
    text = "- Each worker opens up to 30 connections, ten of which are idle at any moment (ci.env:143)"
    shown = rows({"Findings": [text, "- short"]}, 60, 27)
    at = shown.index(next(row for row in shown if "Each worker" in row))
    assert f"{shown[at].strip()} {shown[at + 1].strip()}" == text.removeprefix("- ")
    assert shown[at + 2] == "   short"


def test_a_plan_tells_what_is_behind_it_after_what_others_have_to_say() -> None:
    steps = [f"{n}. [{'x' if n < 9 else ' '}] step {n}" for n in range(1, 11)]
    shown = rows({"Plan": steps, "Findings": [f"- found {n}" for n in range(30)]}, 60, 27)
    assert [row.strip() for row in shown if "done" in row or "step" in row] == [
        "… 7 done",
        "8. [x] step 8",
        "9. [ ] step 9",
        "10. [ ] step 10",
    ]


def test_a_changed_step_does_not_hide_the_open_one() -> None:
    """A flood of changes elsewhere leaves a row for where the plan stands."""
    steps: list[str | tuple[str, str, int]] = [f"{n}. [x] step {n}" for n in range(1, 5)]
    view = pad(
        {
            "Plan": [*steps, "5. [ ] step 5", ("6. [x] step 6", "~", 43)],
            "Findings": [(f"- found {n}", "+", 43) for n in range(30)],
        }
    )
    shown = texts_of(arrange(view._replace(last_to=43), 80, 21))
    assert any("5. [ ] step 5" in row for row in shown)
    assert any("~ 6. [x] step 6" in row for row in shown)


def test_a_line_that_comes_in_takes_no_row_from_one_above_it_while_the_cursor_is_there() -> None:
    """What one reads does not fold up under the eyes."""
    long = [f"- {n} {'words and more words of it ' * 3}" for n in range(2)]
    before = pad({"Findings": long, "Ruled out": [f"- not {n}" for n in range(30)]})
    after = pad({"Findings": [*long, "- new"], "Ruled out": [f"- not {n}" for n in range(30)]})
    ui = UiState(cursor=Stop("Findings", 1))
    for height in range(16, 30):
        first = arrange(before, 60, height, ui)
        second = arrange(after, 60, height, followed(before, after, ui._replace(frozen=first.frozen)))
        for number in range(2):
            assert [(y, row.text) for y, row in enumerate(second.rows) if _shows(row.text, number)] == [
                (y, row.text) for y, row in enumerate(first.rows) if _shows(row.text, number)
            ]
        assert second.cursor_row == first.cursor_row


def _shows(text: str, number: int) -> bool:
    return f" {number} words" in text


@pytest.mark.parametrize("cells", [40, 60, 80])
def test_a_note_begins_with_its_words_and_ends_with_its_age(cells: int) -> None:
    """The time is the same 18 characters in every line; how old it is, is what one asks."""
    shown = rows({"Findings": [NOTE]}, cells, 21, UiState(now=NOW, focus_section="Findings"))
    row = next(row for row in shown if "observed" in row)
    assert row.startswith("   [observed] 12 limiter")
    assert row.endswith(" 3 h")


@pytest.mark.parametrize(
    ("time", "find"),
    [
        ("2026-07-20T12:30Z", ""),  # ahead of the clock: a person must see what is wrong
        ("2026-13-20T09:00Z", ""),  # no moment of the calendar
        ("2026-07-20T09:00+02:00", ""),  # not in UTC
        ("2026-07-20T09:00Z", "2026-07"),  # looked for
    ],
)
def test_a_time_that_is_faulty_or_looked_for_stands_as_it_is_written(time: str, find: str) -> None:
    shown = rows({"Findings": [f"- {time} [observed] one"]}, 80, 21, UiState(now=NOW, find=find))
    assert any(row.startswith(f"   {time} [observed] one") for row in shown)


def test_proof_takes_no_second_row_from_a_text_that_fits_beside_less_of_it() -> None:
    """The line under the cursor tells all of it."""
    line = LineView(
        "- text",
        index=0,
        prefix=2,
        proof=Proof("limiter tests run on fakeredis", "limiter-fake", "job 4412", "2026-07-17"),
    )
    view = pad({"Findings": []})
    sections = tuple(s._replace(lines=(line,)) if s.name == "Findings" else s for s in view.sections)
    view = view._replace(sections=sections)
    still = texts_of(arrange(view, 60, 27, UiState(now=NOW)))
    assert any(
        row.startswith("   limiter tests run on fakeredis ") and row.endswith(" job 4412, 3 d")
        for row in still
    )
    chosen = arrange(view, 60, 27, UiState(now=NOW, cursor=Stop("Findings", 0)))
    assert any("#limiter-fake" in row for row in texts_of(chosen))


def test_large_counts_have_separators() -> None:
    shown = rows({"Findings": [f"- found {n}" for n in range(20_000)]}, 80, 21)
    assert any(row.strip().startswith("… 19,9") and row.endswith("older") for row in shown)


def test_names_in_the_diff_take_no_more_than_the_shown_ones_need() -> None:
    view = the_picture()
    last = (*view.last, view.last[0]._replace(section="Open questions"))
    shown = texts_of(arrange(view._replace(last=last), 80, 21))
    assert shown[-1].startswith(" + Findings  CI has no redis service")


def test_the_column_at_the_right_grows_with_the_screen() -> None:
    assert arrange(the_picture(), 120, 37).right_width == 36
    assert arrange(the_picture(), 200, 57).right_width == 60


def test_ages_of_notes_wake_the_screen() -> None:
    """An age that is shown does not stay behind the clock."""
    from scratchpad_tui.tui.live_state import LiveState

    view = pad({"Findings": [NOTE.replace("09:00", "11:59")]})
    assert LiveState(view).next_moment(100.0, NOW + timedelta(seconds=20)) == 100.0 + 40


@pytest.mark.parametrize("held", [False, True])
def test_a_line_that_the_cursor_unfolds_hides_no_other_while_rows_are_blank(*, held: bool) -> None:
    """What is new stays in sight, also where the cursor comes to the line within a pane that is held."""
    long = "CI has no redis, so that every limiter test times out after 30 s and more"
    facts = ["port is 5433", long, "the runner has two cores", "builds take 90 s"]
    lines = [f"- {fact} [src:ci job 9 @ 2026-07-17] {{#k{n}}}" for n, fact in enumerate(facts)]
    view = audited_view({"Findings": lines})
    ui = UiState(now=NOW)
    if held:
        ui = ui._replace(cursor=Stop("Findings", 0))
        ui = ui._replace(frozen=arrange(view, 82, 37, ui).frozen)
    rows = arrange(view, 82, 37, ui._replace(cursor=Stop("Findings", 1))).rows
    shown = [row.text.strip() for row in rows if row.section == "Findings" and row.kind == "line"]
    assert len(shown) == len(facts) + 1, "the long one on two rows"
    assert shown[-1].startswith("builds take 90 s  ")
    assert not any("…" in row for row in shown)


def test_hidden_lines_above_and_below_are_counted_together_where_words_have_no_room() -> None:
    """A number without its word would be read as a part of the line; what has changed stands before the rest."""
    assert Count((Hidden(2, "older"), Hidden(3, "more"))).fewest == " … 5 more"
    assert Count((Hidden(1_204, "done"),)).fewest == " … 1,204 done"
    assert Count((Hidden(2, "older", 1), Hidden(1_003, "more", 1))).fewest == " … 2 of 1,005 changed"
    assert Count((Hidden(3, "more", 2),), "esc shows").fewest == " … 2 of 3 changed"
    assert Count((Hidden(2, "more", 2),)).fewest == " … 2 changed"
    assert NOTHING.fewest == NOTHING.full == ""


def test_a_count_says_less_where_there_is_less_room() -> None:
    """What shows the changed ones goes first, for the key stands in the footer too."""
    count = Count((Hidden(2, "older"), Hidden(9, "more", 2)), "esc shows")
    assert count.within(100) == "   … 2 older, 9 more · 2 changed · esc shows"
    assert count.within(60) == "   … 2 older, 9 more · 2 changed"
    assert count.within(40) == count.within(1) == " … 2 of 11 changed"
    assert Count((Hidden(9, "more"),), "esc shows").words == "9 more", "there is nothing to be shown"


def small_audited() -> PadView:
    """An audited pad with a line of each mark; at 40x12 each section has one row."""
    view = audited_view()
    findings = view.sections[2]
    old, *others = findings.lines
    gone = old._replace(text="- builds take 20 s", mark="-", index=-1)
    lines = (old._replace(mark="~"), gone, *others)
    sections = [
        section if section is not findings else section._replace(lines=lines) for section in view.sections
    ]
    return view._replace(sections=tuple(sections))


def test_what_has_changed_stands_in_a_narrow_rule_before_its_bars_do() -> None:
    """Also what was removed, and in the count of the lines that have no row."""
    shown = texts_of(arrange(small_audited(), 40, 9))
    at = next(n for n, row in enumerate(shown) if row.startswith("─ Findings"))
    assert shown[at].rstrip() == "─ Findings +1 ~1 -1 ──────    396/3,000"
    assert "2 of 6 changed" in shown[at + 1]
    assert "░  " in shown[at - 2], "the others keep theirs"


@pytest.mark.parametrize("index", range(6))
def test_at_40x12_the_line_with_the_cursor_is_unfolded_also_in_a_pad_of_few_sections(index: int) -> None:
    """The other sections give their rows; it keeps what it shows without the cursor."""
    view = small_audited()
    arranged = arrange(view, 40, 9, UiState(now=NOW, cursor=Stop("Findings", index)))
    line = next(line for line in view.sections[2].lines if line.index == index)
    shown = [row.text for row in arranged.rows if (row.kind, row.index) == ("line", index)]
    words = " ".join(row[3:] for row in shown).split()
    assert line.proof is not None
    assert set(line.proof.text.split()) <= set(words)
    assert ("contradicted" in words) == line.proof.contradicted


def test_the_line_with_the_cursor_is_not_cut_by_the_count_of_those_behind_it() -> None:
    """The one behind it comes into sight, and is cut instead."""
    steps = [f"{n}. [x] done" for n in range(1, 5)] + [
        "5. [ ] Add the fakeredis fixture",
        "6. [ ] b",
        "7. [ ] c",
    ]
    view = pad({"Plan": steps, "Next": ["Go"]}, last_to=3)
    for height in (8, 9, 10):
        shown = texts_of(arrange(view, 40, height, UiState(cursor=Stop("Plan", 4))))
        at = next(n for n, row in enumerate(shown) if row.startswith("▸"))
        assert shown[at].rstrip() == "▸  5. [ ] Add the fakeredis fixture"
        assert shown[at + 1].startswith("   6. [ ] b   …" if height < 10 else "   6. [ ] b")


def test_an_author_gives_way_to_the_word_of_a_count() -> None:
    """Who wrote the line is told by its turn too."""
    view = pad({"Plan": [("3. [ ] Find where the limiter talks to redis", "~", 43)]})
    place = Place("Plan", 40, 0, 43, UiState())
    counted, alone = (
        line_rows(view.sections[1].lines[0], place, cursor=False, limit=1, hides=hides)[0].text.rstrip()
        for hides in (Count((Hidden(2, "done"),)), NOTHING)
    )
    assert counted == " ~ 3. [ ] Find where the lim…   … 2 done"
    assert alone.endswith("agent t57")


def test_of_entries_that_can_be_closed_an_open_one_is_shown_where_only_one_is() -> None:
    """With all that belongs to a closed one left out."""
    entries = ["- which region? {#region}", "- which zone? (closed) {#zone}", "  of those that are left"]
    view = audited_view({"Open": entries})
    section = view.sections[-1]
    assert anchor(section, items(section)) == 0
    shut = audited_view({"Open": entries[1:2]}).sections[-1]
    assert anchor(shut, items(shut)) == 0


def test_a_zoomed_section_has_the_others_right_below_it() -> None:
    """Far below they would not be found."""
    shown = rows({"Findings": ["- one", "- two"]}, 80, 27, UiState(zoom="Findings"))
    at = next(n for n, row in enumerate(shown) if row.endswith("two"))
    assert not shown[at + 1]
    assert shown[at + 2].startswith(" Task 0 · Plan 0")


def test_the_cursor_on_next_is_on_its_row_on_top_also_where_one_section_is_shown() -> None:
    """Twice it would take half of a small screen."""
    contents = {"Next": ["Run the tests"], "Plan": ["1. [ ] a", "2. [ ] b"]}
    shown = rows(contents, 40, 9, UiState(cursor=Stop("Next", 0)))
    assert shown[0].startswith(" NEXT▸ Run the tests")
    assert sum("Run the tests" in row for row in shown) == 1
    assert any(row.startswith("─ Plan") for row in shown)
    assert arrange(pad(contents), 40, 9, UiState(cursor=Stop("Next", 0))).cursor_row == 0


def test_changes_are_counted_with_the_signs_of_their_lines() -> None:
    """In a title all kinds where there is more than one; in the list of the other sections each that is there."""
    view = pad(
        {
            "Findings": ["- a", ("- b", "+", 43), ("- c", "-", 43), ("- d", "~", 43)],
            "Plan": [("1. x", "+", 43)],
        }
    )
    shown = [text.rstrip() for text in texts_of(arrange(view, 80, 27))]
    assert any(row.startswith("─ Findings +1 ~1 -1 ─") for row in shown)
    assert any(row.startswith("─ Plan +1 new ─") for row in shown)
    assert others_rows(view, view.sections[1:3], 40, 1)[0].text.startswith(" Plan 1 +1 · Findings 3 +1 ~1 -1")


def test_a_count_of_none_is_no_news() -> None:
    """A red zero in every row would be read before what did go."""
    assert [signed("-", count, "diff.remove") for count in (0, 2)] == [
        Span("-0", "dim"),
        Span("-2", "diff.remove"),
    ]
    rule = turn_rule(the_picture()._replace(last=(DiffRow("+", "Plan", "a"),)), 80)
    assert Span("-0", "dim") in rule.spans
