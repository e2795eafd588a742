"""What sheets, questions and the editor say: signs beside colours, verbs that answer, words that are not cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.audited.source import SourceFile
from scratchpad_tui.core.errors import Problem
from scratchpad_tui.core.health.report import HealthReport
from scratchpad_tui.core.health.sign import Sign
from scratchpad_tui.core.pad.editing import SectionCheck
from scratchpad_tui.core.pad.pruning import PrunedEntry, PruneList
from scratchpad_tui.core.pad.recovery import side_by_side
from scratchpad_tui.core.pad.view import DiffRow
from scratchpad_tui.core.session.items import Ended
from scratchpad_tui.tui.edit_state import EditState, Judged
from scratchpad_tui.tui.layout.editing import their_rows, title_row, verdict_rows
from scratchpad_tui.tui.layout.model import UiState
from scratchpad_tui.tui.layout.pruning import prune_rows, prune_words
from scratchpad_tui.tui.layout.recovery import recovery_rows, side_rows, title_spans
from scratchpad_tui.tui.prune_state import PruneState
from scratchpad_tui.tui.recovery_state import RecoveryState
from scratchpad_tui.tui.screens.mend import MendScreen
from scratchpad_tui.tui.screens.restore import RestoreScreen
from scratchpad_tui.tui.screens.secret import SecretScreen
from scratchpad_tui.tui.screens.session_end import SessionEndScreen, ended_note
from scratchpad_tui.tui.screens.source_file import SourceScreen
from scratchpad_tui.tui.screens.turn import TurnScreen
from scratchpad_tui.tui.widgets.field import Field
from scratchpad_tui.tui.widgets.text_editor import TextEditor
from scratchpad_tui.tui.wishes import Wishes
from tests.tui.drive import drive
from tests.tui.fake import NOW, FakeSource, make_view, remedies
from tests.tui.promotions import QUEUE, made_look
from tests.tui.recoveries import BROKEN, GOOD, recovery
from tests.tui.test_secret import HIT, guarded, refused
from tests.tui.test_state_snapshots import left_behind
from tests.tui.tracing import told_story

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from textual.strip import Strip

    from scratchpad_tui.tui.layout.model import Span
    from tests.tui.drive import Stage

WIDE, NARROW = 116, 40
RULED_OUT = PruneList(
    "Ruled out", 600, 40, tuple(PrunedEntry(at, (f"- way {at}",), 8, None, "you") for at in range(10))
)


def text_of(rows: Iterable[Sequence[Span]]) -> list[str]:
    return ["".join(span.text for span in row).rstrip() for row in rows]


# Recovery


def test_both_sides_of_a_recovery_have_signs_beside_their_colours() -> None:
    rows = [side_rows(row, WIDE, boxes=False)[0] for row in recovery().rows]
    left, right = zip(*("".join(span.text for span in row).split(" │ ") for row in rows), strict=True)
    assert [side.rstrip() for side in left][3:6] == ["   4 - ## Paln", "   5   1. [ ] one", "   6 - - mine"]
    assert [side.rstrip() for side in right][3:6] == ["+ ## Plan", "  1. [ ] one", "+ 2. [ ] two"]


@pytest.mark.parametrize("cells", [WIDE, NARROW])
def test_a_line_that_goes_into_the_pad_has_no_minus(cells: int) -> None:
    row = next(row for row in recovery().rows if row.line == 6)
    assert "6 → - mine" in text_of(side_rows(row, cells, ticked=True))[0]
    assert "6 - - mine" in text_of(side_rows(row, cells))[0]


def test_the_title_of_a_recovery_says_what_is_taken_over_as_fully_as_it_can() -> None:
    state = RecoveryState([recovery(), recovery("older")])
    assert "3 lines are missing · ctrl+s takes all" in text_of([title_spans(state, "now", 80)])[0]
    assert state.tick()
    assert "1 of 3 lines goes into the pad" in text_of([title_spans(state, "now", 80)])[0]
    assert text_of([title_spans(state, "now", NARROW)])[0].startswith(" Recovery 1 of 2 · 1 of 3 goes in · ")


def test_the_cursor_of_a_recovery_lies_on_the_line_that_it_ticks_alone() -> None:
    rows = recovery().rows
    at = next(at for at, row in enumerate(rows) if row.line == 7)
    shown = [row for row in recovery_rows(rows, at, (), NARROW, 30, 0).rows if row.at == at]
    assert [row.of_broken for row in shown] == [True, False]


def test_the_reason_of_a_mend_stays_where_the_difference_is_far_below() -> None:
    same = [f"- line {n}" for n in range(30)]
    source = FakeSource(make_view(state="BROKEN", sentence="Line 34: x", remedies=remedies("r recovers v12")))
    source.mend = recovery("", {})._replace(
        reason='Line 34: unknown section "Paln". In its place goes version 12.',
        rows=tuple(side_by_side([*same, *BROKEN], [*same, *GOOD], {})),
    )

    async def script(stage: Stage) -> None:
        await stage.press("r")
        assert stage.shows(MendScreen)
        assert "unknown section" in stage.text
        assert "- ## Paln" in stage.text
        assert "text is kept" in stage.text

    drive(script, source=source, size=(40, 12))


# Questions


def test_a_question_leaves_one_footer_and_names_what_its_keys_do() -> None:
    """And the draft that it lies over is quoted in it."""

    async def script(stage: Stage) -> None:
        assert stage.text.count("? help") == 1, "that of the sheet"
        await stage.press("d")
        assert "half a thought, which nobody" in stage.text
        assert "y delete  n keep" in stage.text
        assert stage.text.count("? help") == 1
        assert "e edit" not in stage.text
        await stage.press("question_mark")
        assert "Help · A question" in stage.text
        await stage.press("escape", "n")
        assert "e edit" in stage.text
        await stage.press("escape")
        assert stage.is_on_live
        assert "e edit" in stage.text

    drive(script, source=left_behind())


@pytest.mark.parametrize("wishes", [Wishes(no_color=True), Wishes(theme="ansi")], ids=["nocolor", "ansi"])
def test_what_lies_behind_is_dimmed_where_no_colour_is_mixed(wishes: Wishes) -> None:
    async def script(stage: Stage) -> None:
        rows = stage.app.live.rows
        seen = [bool(rows.rich_style.dim)]
        for key in ("v", "escape"):
            await stage.press(key)
            seen.append(bool(rows.rich_style.dim))
        assert seen == [False, True, False]

    drive(script, wishes=wishes)


def test_a_secret_says_at_the_smallest_size_what_happened_and_what_y_does() -> None:
    async def script(stage: Stage) -> None:
        stage.source.fault = refused()
        await stage.press("tab", "o", *"a token", "enter")
        assert stage.shows(SecretScreen)
        words = " ".join(stage.text.replace("│", " ").split())
        assert "Looks like a secret: not written" in words
        assert "only if it is no secret." in words
        assert "y allow n keep out" in words

    drive(script, source=guarded(HIT), size=(40, 12))


def test_the_question_where_a_line_goes_names_it() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("tab", "tab", "tab", "m")
        assert 'Move "' in stage.text
        assert '" to' in stage.text

    drive(script)


def test_a_restore_shows_a_change_at_the_smallest_size(tmp_path: Path) -> None:
    async def script(stage: Stage) -> None:
        await stage.press("2", "home", "r")
        assert stage.shows(RestoreScreen)
        assert any(row.lstrip()[:2] in ("- ", "+ ") for row in stage.sheet[1:])

    drive(script, source=told_story(tmp_path), size=(40, 12))


# Without colour


def _turned(strip: Strip) -> str:
    return "".join(segment.text for segment in strip if segment.style and segment.style.reverse)


def test_selected_text_is_turned_over_without_any_colour() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("tab", "o", *"some words", "shift+home")
        assert "some words" in _turned(stage.app.screen.query_one(Field).render_line(0))
        await stage.press("escape", "e", "shift+end")
        assert "Add the fakeredis" in _turned(stage.app.screen.query_one(TextEditor).render_line(0))

    drive(script, wishes=Wishes(no_color=True))


def test_the_sign_under_the_cursor_of_the_health_panel_has_a_mark() -> None:
    source = FakeSource()
    source.report = HealthReport(
        (Sign("a", "warning", "first", "do it"), Sign("b", "warning", "second", "do that")), (), "on", ()
    )

    async def script(stage: Stage) -> None:
        await stage.press("5")
        assert [row[:3] for row in stage.sheet if "first" in row or "second" in row] == ["▸! ", " ! "]
        await stage.press("j")
        assert [row[:3] for row in stage.sheet if "first" in row or "second" in row] == [" ! ", "▸! "]

    drive(script, source=source)


def test_the_health_panel_says_once_what_its_key_does() -> None:
    source = FakeSource()
    source.report = HealthReport(
        (
            Sign(
                "odd-entries", "warning", "2 faults", "mend line 12 with `e` in `watch`", "Findings", "", 12
            ),
            Sign(
                "over-cap",
                "warning",
                "over",
                'prune it with `-` in `watch`: without "x" it fits',
                "Plan",
                brings='without "x" it fits',
            ),
        ),
        (),
        "on",
        (),
    )

    async def script(stage: Stage) -> None:
        await stage.press("5")
        assert "in `watch`" not in stage.text
        assert "→ enter opens the editor at line 12; `verify` lists all of them" in stage.text
        assert '→ enter shows the entries to take out: without "x" it fits' in stage.text

    drive(script, source=source, size=(120, 40))


# The editor


def judged(*problems: Problem) -> EditState:
    state = EditState(FakeSource().open_section("Findings"))
    state.judged = Judged(SectionCheck((), problems, 10, 100), 0)
    return state


def test_every_fault_is_told_where_rows_are_free_else_they_are_counted_first() -> None:
    verdict = judged(
        Problem(4, 1, "a", "no source"), Problem(4, 1, "b", "no key"), Problem(5, 1, "c", "no such day")
    ).verdict()
    assert verdict.lines == (4, 4, 5)
    assert text_of(verdict_rows(verdict, 80, 3)) == [
        " ! line 4: no source",
        " ! line 4: no key",
        " ! line 5: no such day",
    ]
    assert text_of(verdict_rows(verdict, 80, 2)) == [" ! 3 warnings · line 4: no source"]
    assert verdict_rows(verdict, 80) == verdict_rows(verdict, 80, 2)


def test_faults_are_counted_all_though_not_all_are_kept_to_be_told() -> None:
    verdict = judged(*(Problem(line, 1, "a", "no tag") for line in range(1, 502))).verdict()
    assert text_of(verdict_rows(verdict, 80, 10)) == [" ! 501 warnings · line 1: no tag"]
    assert len(verdict.lines) == 501


def test_a_line_of_which_something_is_said_has_a_sign_behind_its_number() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("tab", "tab", "tab", "e")
        editor = stage.app.screen.query_one(TextEditor)
        editor.mark_lines((1,), faulty=False)
        rows = ["".join(segment.text for segment in editor.render_line(y)) for y in range(2)]
        assert [row[1] for row in rows] == [" ", "!"]
        assert rows[0][3:5].strip()

    drive(script)


def test_the_title_of_an_editor_is_shortened_and_keeps_that_it_is_not_saved() -> None:
    words = ("· editing v43 · not saved", "· v43 · not saved", "· not saved")
    found = [text_of([title_row("Next", words, 54, 200, cells, UiState())])[0] for cells in (80, 46, 40)]
    assert ["· editing v43 · not saved" in found[0], "· v43 · not saved" in found[1]] == [True, True]
    assert "Next · not saved" in found[2]
    assert not any("…" in row for row in found)


def test_what_the_agent_wrote_comes_first_where_there_are_few_rows() -> None:
    rows = [
        DiffRow("-", "Next", "- Add the fakeredis fixture to tests/conftest.py"),
        DiffRow("+", "Next", "- Push it, the agent says"),
        DiffRow("+", "Next", "- and watch the job until it has ended in one way or the other"),
    ]
    shown = text_of(their_rows(rows, "agent t57", 1, NARROW, 3))
    assert shown[1].startswith(" + - Push it")
    roomier = text_of(their_rows(rows, "agent t57", 1, NARROW, 4))
    assert [row[:3] for row in roomier[1:]] == [" + ", " + ", " - "]
    assert roomier[2].endswith("…")
    assert "ctrl+s asks which to keep" in text_of(their_rows(rows, "agent t57", 1, 80, 9))[0]


# Pruning


def test_pruning_says_at_every_width_that_what_is_ticked_leaves() -> None:
    state = PruneState(RULED_OUT)
    state.tick()
    state.move(1)
    state.tick()
    assert prune_words(state)[:2] == ("· 2 of 10 leave", "· 2 leave")
    row = text_of([title_row("Ruled out", prune_words(state), 600, 600, NARROW, UiState())])[0]
    assert "Ruled out · 2 leave" in row


def test_an_empty_section_says_that_it_has_nothing_to_prune_and_the_way_back() -> None:
    state = PruneState(RULED_OUT._replace(entries=()))
    words = " ".join(
        " ".join(text_of(row.spans for row in prune_rows(state, NARROW, 9, 0, NOW).rows)).split()
    )
    assert words == "Ruled out is empty: nothing in it can be pruned. esc goes back."


# Sheets


def test_what_a_session_did_is_told_in_the_words_of_its_question_with_hanging_rows() -> None:
    ended = Ended("s", ("- a line that was accepted in it, with many words",), (), 4, 11, 2, (), 1240)
    rows = text_of(ended_note(ended).text_rows(36))
    assert all(row.startswith(" ") for row in rows)
    first = next(at for at, row in enumerate(rows) if "4 proposals" in row)
    assert rows[first + 1].startswith("   ")
    later = next(at for at, row in enumerate(rows) if "+ - a line" in row)
    assert rows[later + 1].startswith("     ")


def test_the_end_of_a_session_says_what_was_counted_and_nothing_of_what_was_not() -> None:
    """A person who decides on the screen costs no tokens: "0 tokens" would be read as a figure that is missing."""

    def about_cost(*, review: int, today: int) -> list[str]:
        look = made_look(QUEUE, review_tokens=review, tokens_today=today)
        rows = text_of(SessionEndScreen(look).text_rows(100))
        ended = Ended("s", (), (), 0, 11, 2, (), review)
        return [row.strip() for row in (*rows, *text_of(ended_note(ended).text_rows(100))) if "tokens" in row]

    assert about_cost(review=0, today=0) == []
    assert about_cost(review=0, today=4_100) == ["Memory cost 4,100 tokens today"]
    assert about_cost(review=1_240, today=4_100) == [
        "The review cost 1,240 tokens; memory cost 4,100 tokens today",
        "The review cost 1,240 tokens",
    ]


def test_undecided_proposals_keep_the_signs_of_the_queue() -> None:
    rows = text_of(SessionEndScreen(made_look(QUEUE)).text_rows(100))
    signs = {row.strip()[0] for row in rows if row.strip()[2:3] == "["}
    assert {"○", "!", "?"} <= signs


def test_the_sheet_of_where_a_line_is_from_names_the_line() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("tab", "tab", "tab", "enter")
        assert stage.shows(TurnScreen)
        assert stage.sheet[1].startswith(" where from: ")

    drive(script)


def test_a_short_source_has_its_numbers_in_a_narrow_sheet_too() -> None:
    short = SourceScreen(SourceFile("limiter.py", 2, "def limit():\n    return 1\n", is_cut=False))
    assert text_of(short.text_rows(37))[1].startswith(" ▸ 2 ")
    long = SourceScreen(SourceFile("limiter.py", 1, "x" * 60, is_cut=False))
    assert text_of(long.text_rows(37))[0].startswith(" ▸ xx")


def test_a_long_sheet_uses_the_height_of_a_large_terminal() -> None:
    source = FakeSource()
    source.text = "\n".join(f"line {n}" for n in range(90))

    async def script(stage: Stage) -> None:
        await stage.press("v")
        assert stage.app.screen.query_one("#sheet").outer_size.height == 60

    drive(script, source=source, size=(200, 60))
