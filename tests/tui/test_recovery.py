"""Recovery: what was broken beside the pad, its lines taken over; and the mend of a pad that does not parse."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import InputError, LockError
from scratchpad_tui.core.pad.recovery import Recovery, SideRow, side_by_side
from scratchpad_tui.core.pad.view import Need
from scratchpad_tui.tui.idle import recovery_words
from scratchpad_tui.tui.layout.fit import cells_of
from scratchpad_tui.tui.layout.recovery import BESIDE, recovery_rows, side_height, side_rows, title_spans
from scratchpad_tui.tui.recovery_state import RecoveryState
from scratchpad_tui.tui.screens.help import HelpScreen
from scratchpad_tui.tui.screens.mend import MendScreen
from scratchpad_tui.tui.screens.recovery import RecoveryScreen
from tests.tui.drive import drive
from tests.tui.fake import FakeSource, make_view, remedies
from tests.tui.recoveries import BROKEN, GOOD, recovery

if TYPE_CHECKING:
    from scratchpad_tui.tui.layout import Span
    from tests.tui.drive import Stage

SIZES = [(80, 24), (120, 40), (40, 12)]
OLDER = recovery("scratchpad.broken-0.md", {2: "Task"}, "the file is not UTF-8")


def quarantine(*items: Recovery) -> FakeSource:
    """A source with these files in quarantine, the newest first."""
    source = FakeSource()
    source.recovered = list(items or (recovery(),))
    return source


def broken(rows: tuple[SideRow, ...] | None = None) -> FakeSource:
    """A source of a pad that does not parse."""
    source = FakeSource(
        make_view(state="BROKEN", sentence="Line 4: unknown section", remedies=remedies("r recovers v12"))
    )
    rows = rows or tuple(side_by_side(BROKEN, GOOD, {}))
    source.mend = Recovery(
        "", None, "The pad does not parse (line 4: unknown section); this is version 12.", rows
    )
    return source


async def open_recovery(stage: Stage) -> RecoveryScreen:
    await stage.press("r")
    screen = stage.app.screen
    assert isinstance(screen, RecoveryScreen)
    return screen


# The screen


def test_texts_stand_beside_each_other_where_there_is_room() -> None:
    async def script(stage: Stage) -> None:
        await open_recovery(stage)
        row = next(row for row in stage.text.split("\n") if "by hand" in row)
        assert "│" in row
        assert "the broken text" in stage.text
        assert "the pad as it is now" in stage.text
        same = next(row for row in stage.text.split("\n") if "1. [ ] one" in row)
        assert same.count("1. [ ] one") == 2

    drive(script, source=quarantine(), size=(120, 40))


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
def test_texts_stand_under_each_other_where_there_is_none(size: tuple[int, int]) -> None:
    async def script(stage: Stage) -> None:
        await open_recovery(stage)
        assert "│" not in stage.text
        row = next(row for row in stage.text.split("\n") if "- mine" in row)
        assert row.split()[:5] == ["▸", "[", "]", "6", "-"]
        assert "3 lines are missing" in stage.text
        assert "unknown section" in stage.text

    drive(script, source=quarantine(), size=size)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("keys", "taken"),
    [
        (["space"], (6,)),
        (["space", "j", "space"], (6, 7)),
        (["j", "space"], (7,)),
        ([], "all"),
    ],
    ids=["one", "several", "another", "all"],
)
def test_lines_are_taken_over(size: tuple[int, int], keys: list[str], taken: tuple[int, ...] | str) -> None:
    """The ticked ones as one act, and all where none is ticked."""
    source = quarantine()

    async def script(stage: Stage) -> None:
        screen = await open_recovery(stage)
        await stage.press(*keys)
        ticked = keys.count("space")
        goes = "goes" if ticked == 1 else "go"
        is_narrow = size[0] == 40
        words = f"{ticked} of 3 {goes} in" if is_narrow else f"{ticked} of 3 lines {goes} into the pad"
        missing = "3 lines are missing" if is_narrow else "3 lines are missing · ctrl+s takes all"
        assert (words if ticked else missing) in stage.text
        assert f"ctrl+s take {ticked or 'all'}" in stage.text.split("\n")[-1]
        await stage.press("ctrl+s")
        assert source.calls[-2:] == [("take", taken, "scratchpad.broken-1.md"), ("recoveries",)]
        assert "u undoes" in stage.toasts[-1]
        assert not screen.state.ticked
        assert len(screen.state.shown.takable) == (0 if taken == "all" else 3 - len(taken))

    drive(script, source=source, size=size)


def test_a_taken_line_can_be_undone_on_the_live_screen() -> None:
    source = quarantine()

    async def script(stage: Stage) -> None:
        await open_recovery(stage)
        await stage.press("space", "ctrl+s", "escape")
        assert stage.is_on_live
        await stage.press("u")
        assert source.calls[-1] == ("revert", 101)

    drive(script, source=source)


def test_a_line_that_the_pad_has_is_not_ticked_and_nothing_missing_is_told() -> None:
    source = quarantine(recovery(lacks={}))

    async def script(stage: Stage) -> None:
        await open_recovery(stage)
        assert "the pad lacks no line" in stage.text
        await stage.press("space")
        assert stage.toasts[-1] == "The pad has this line: only lines with a box can be taken over"
        await stage.press("ctrl+s")
        assert "lacks none" in stage.toasts[-1]
        assert not any(call[0] == "take" for call in source.calls)

    drive(script, source=source)


def test_older_and_newer_files() -> None:
    source = quarantine(recovery(), OLDER)

    async def script(stage: Stage) -> None:
        screen = await open_recovery(stage)
        assert "Recovery 1 of 2" in stage.text
        await stage.press("space", "<")
        assert "Recovery 2 of 2" in stage.text
        assert "not UTF-8" in stage.text
        assert not screen.state.ticked, "a tick belongs to its file"
        await stage.press("[")
        assert "oldest" in stage.toasts[-1]
        await stage.press("ctrl+s")
        assert ("take", "all", "scratchpad.broken-0.md") in source.calls
        await stage.press(">")
        assert "Recovery 1 of 2" in stage.text
        await stage.press("]")
        assert "newest" in stage.toasts[-1]

    drive(script, source=source)


def test_the_footer_names_a_key_only_where_it_does_something() -> None:
    """No older file behind the last one, and nothing to tick or to save where the pad lacks no line."""
    source = quarantine(recovery(), recovery("scratchpad.broken-0.md", lacks={}))

    async def script(stage: Stage) -> None:
        await open_recovery(stage)
        footer = stage.text.split("\n")[-1]
        assert all(key in footer for key in ("space tick", "ctrl+s take all", "< older"))
        await stage.press("<")
        footer = stage.text.split("\n")[-1]
        assert not any(key in footer for key in ("tick", "take", "older"))
        assert "esc back" in footer

    drive(script, source=source)


def test_every_row_is_reached_and_unfolded() -> None:
    long = "- " + "very long words " * 4 + "to the end"
    source = quarantine(
        Recovery("a.md", None, "why", tuple(side_by_side([*BROKEN, long], GOOD, {9: "Task"})))
    )

    async def script(stage: Stage) -> None:
        screen = await open_recovery(stage)
        assert screen.state.shown.rows[screen.state.at].line == 9
        assert "to the end" in " ".join(stage.text.split())
        await stage.press("home")
        assert screen.state.at == 0
        assert " more" in stage.text
        await stage.press("end", "up", "k", "j", "down", "pageup", "pagedown")
        assert " above" in stage.text
        assert screen.state.at == len(screen.state.shown.rows) - 1

    drive(script, source=source, size=(40, 12))


def test_the_mouse_ticks_and_scrolls() -> None:
    async def script(stage: Stage) -> None:
        screen = await open_recovery(stage)
        y = next(y for y, row in enumerate(stage.text.split("\n")) if "by hand" in row)
        await stage.pilot.click("#texts", offset=(6, y - screen.query_one("#texts").region.y))
        await stage.settle()
        assert screen.state.ticked == {7}
        at = screen.state.at
        await stage.wheel("#texts", -1)
        assert screen.state.at == at - 1
        await stage.wheel("#texts", 1)
        assert screen.state.at == at

    drive(script, source=quarantine())


def test_read_only_a_click_ticks_nothing() -> None:
    """It goes to the row, and says nothing: nobody asked to take it."""
    source = FakeSource(read_only=True)
    source.recovered = [recovery()]

    async def script(stage: Stage) -> None:
        screen = await open_recovery(stage)
        y = next(y for y, row in enumerate(stage.text.split("\n")) if "by hand" in row)
        await stage.pilot.click("#texts", offset=(6, y - screen.query_one("#texts").region.y))
        await stage.settle()
        assert "by hand" in str(screen.state.shown.rows[screen.state.at])
        assert not screen.state.ticked
        assert stage.toasts == []

    drive(script, source=source)


def test_a_click_on_a_count_turns_the_page_and_ticks_nothing() -> None:
    async def script(stage: Stage) -> None:
        screen = await open_recovery(stage)
        await stage.press("home")
        y = next(y for y, row in enumerate(stage.text.split("\n")) if " more" in row)
        await stage.pilot.click("#texts", offset=(6, y - screen.query_one("#texts").region.y))
        await stage.settle()
        assert screen.state.at > 1
        assert not screen.state.ticked

    drive(script, source=quarantine(), size=(40, 12))


def test_what_changes_meanwhile_is_followed() -> None:
    """A line that somebody brought back has no box any more; the cursor stays on its line."""
    source = quarantine()

    async def script(stage: Stage) -> None:
        screen = await open_recovery(stage)
        await stage.press("space", "j", "space", "j")
        assert screen.state.ticked == {6, 7}
        rows = side_by_side(BROKEN, ["- new", *GOOD, "- mine"], {7: "Plan", 8: "Plan"})
        source.recovered = [source.recovered[0]._replace(rows=tuple(rows))]
        await stage.show(make_view(version=44))
        assert screen.state.ticked == {7}
        assert screen.state.shown.rows[screen.state.at].line == 8
        source.recovered = []
        await stage.show(make_view(version=45))
        assert stage.is_on_live
        assert "deleted" in stage.toasts[-1]

    drive(script, source=source)


def test_ticks_stay_when_lines_cannot_be_taken() -> None:
    source = quarantine()

    async def script(stage: Stage) -> None:
        screen = await open_recovery(stage)
        await stage.press("space")
        source.fault = LockError("the pad is locked")
        await stage.press("ctrl+s")
        assert screen.state.ticked == {6}
        assert "locked" in stage.toasts[-1]
        await stage.press("ctrl+s")
        assert ("take", (6,), "scratchpad.broken-1.md") in source.calls[-3:]

    drive(script, source=source)


def test_a_read_only_pad_takes_no_line() -> None:
    """No key that takes one is named; pressed, it says why."""
    source = FakeSource(read_only=True)
    source.recovered = [recovery()]

    async def script(stage: Stage) -> None:
        screen = await open_recovery(stage)
        assert "3 lines are missing" in stage.text
        assert not any(words in stage.text for words in ("ctrl+s", "space tick", "goes into the pad"))
        for key in ("ctrl+s", "space"):
            stage.app.clear_notifications()
            await stage.press(key)
            assert "--read-only" in stage.toasts[-1]
        assert not screen.state.ticked

    drive(script, source=source)


def test_of_a_long_name_the_end_is_in_sight() -> None:
    """It says which file of the pad it is; a few cells of it would say nothing."""
    state = RecoveryState([recovery("a-pad-with-a-long-name.broken-1784541612.md")])
    words = {
        cells: "".join(span.text for span in title_spans(state, "12 min", cells)) for cells in (90, 60, 40)
    }
    assert words[90].endswith("takes all · 12 min · …g-name.broken-1784541612.md")
    assert words[60].endswith("takes all · 12 min")
    assert words[40].endswith("3 lines are missing · 12 min")
    assert all(len(row) <= cells for cells, row in words.items())


def test_what_comes_after_the_screen_was_left_is_dropped() -> None:
    source = quarantine()
    source.mend = recovery()

    async def script(stage: Stage) -> None:
        screen = await open_recovery(stage)
        await stage.press("escape")
        screen._take_given([])
        screen._take_given([recovery()])
        mend = MendScreen(recovery())
        await stage.app.push_screen(mend)
        await stage.press("n")
        mend._take_recovery(recovery())
        await stage.settle()
        assert stage.is_on_live
        assert stage.toasts == []

    drive(script, source=source)


def test_nothing_in_quarantine_is_told() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("r")
        assert stage.is_on_live
        assert "Nothing is in quarantine" in stage.toasts[-1]

    drive(script)


def test_what_needs_a_person_leads_to_it() -> None:
    """The row at the right names the key, and a click on it or enter opens the screen."""
    source = quarantine()
    source.view = source.view._replace(
        needs=(Need("recovery", 1, "a broken version was kept", "r", "1 recovery"),)
    )

    async def script(stage: Stage) -> None:
        await stage.press("shift+tab", "shift+tab", "enter")
        assert stage.shows(RecoveryScreen)

    drive(script, source=source, size=(120, 40))


def test_help_and_the_end_of_the_program_are_there() -> None:
    async def script(stage: Stage) -> None:
        await open_recovery(stage)
        await stage.press("question_mark")
        assert stage.shows(HelpScreen)
        assert "Recovery" in stage.text
        await stage.press("escape")
        await stage.pilot.press("ctrl+q")

    assert drive(script, source=quarantine()).return_code == 0


# A pad that does not parse


@pytest.mark.parametrize("size", SIZES)
def test_the_banner_names_the_fault_and_the_key_at_once(size: tuple[int, int]) -> None:
    async def script(stage: Stage) -> None:
        await stage.show(broken().view)
        first, second = stage.text.split("\n")[1:3]
        assert first.startswith(" Line 4:")
        # Where both have no room on one row, the key stands right below.
        assert "r recovers v12" in (first if size[0] > 40 else second)
        assert "BROKEN" in stage.text.split("\n")[0]

    drive(script, size=size)


def test_the_reason_stays_in_sight_with_a_first_difference_that_is() -> None:
    """The text is scrolled no further than the difference needs."""
    rest = [f"- line {n}" for n in range(40)]

    async def script(stage: Stage) -> None:
        await stage.press("r")
        assert stage.shows(MendScreen)
        assert "The pad does not parse" in stage.text
        assert "## Paln" in stage.text

    drive(script, source=broken(tuple(side_by_side([*BROKEN, *rest], [*GOOD, *rest], {}))), size=(80, 24))


@pytest.mark.parametrize("size", SIZES)
def test_r_shows_what_would_take_its_place_and_asks(size: tuple[int, int]) -> None:
    source = broken()

    async def script(stage: Stage) -> None:
        await stage.press("r")
        assert stage.shows(MendScreen)
        assert ("Recover the pad? +" if size[0] > 40 else "Recover? +") in stage.text
        assert "text is kept" in stage.text
        await stage.press("n")
        assert stage.is_on_live
        assert not any(call[0] == "recover" for call in source.calls)
        await stage.press("r", "escape", "r", "y")
        assert stage.is_on_live
        assert source.calls[-1] == ("recover",)
        assert "The heading stands again" in stage.toasts[-1]

    drive(script, source=source, size=size)


def test_the_first_difference_is_shown_and_every_row_is_reached() -> None:
    same = [f"- line {n}" for n in range(80)]
    source = broken(tuple(side_by_side([*same, "- broken"], [*same, "- good"], {})))

    async def script(stage: Stage) -> None:
        await stage.press("r")
        assert "- - broken" in stage.text
        assert "+ - good" in stage.text
        assert "line 79" in stage.text
        await stage.press("home")
        assert "line 0" in stage.text
        await stage.press("j", "k", "down", "up", "pagedown", "pageup")
        assert "line 0" in stage.text
        await stage.press("end")
        assert "+ - good" in stage.text

    drive(script, source=source)


def test_a_pad_that_is_gone_is_put_back() -> None:
    view = make_view(state="no file")
    source = FakeSource(view)
    rows = tuple(side_by_side([], GOOD, {}))
    source.mend = Recovery("", None, "The pad is gone; this is version 43.", rows)

    async def script(stage: Stage) -> None:
        await stage.press("r")
        assert "+9 -0" in stage.text
        assert "broken text" not in stage.text, "there is none to keep"
        await stage.press("y")
        assert source.calls[-1] == ("recover",)

    drive(script, source=source)


def test_a_pad_that_is_mended_meanwhile_needs_no_answer() -> None:
    source = broken()

    async def script(stage: Stage) -> None:
        await stage.press("r")
        assert source.mend is not None
        source.mend = source.mend._replace(reason="Another fault, in line 9.")
        await stage.show(source.view._replace(sentence="Line 9: other"))
        assert "Another fault" in stage.text
        await stage.show(make_view(version=44))
        assert stage.is_on_live
        assert "parses again" in stage.toasts[-1]

    drive(script, source=source)


def test_a_read_only_pad_is_not_recovered() -> None:
    source = broken()
    source.read_only = True

    async def script(stage: Stage) -> None:
        await stage.press("r")
        assert stage.is_on_live, "a question whose answer does nothing is not asked"
        assert "--read-only" in stage.toasts[-1]
        assert not any(call[0] == "recover" for call in source.calls)

    drive(script, source=source)


def test_what_may_not_be_replaced_is_told() -> None:
    """A pad of another profile is BROKEN too, and a recovery would not help."""
    source = broken()
    source.mend = None

    async def script(stage: Stage) -> None:
        await stage.press("r")
        assert stage.is_on_live
        assert "nothing to recover" in stage.toasts[-1]

    drive(script, source=source)


def test_the_question_leaves_room_for_the_end_of_the_program() -> None:
    source = broken()

    async def script(stage: Stage) -> None:
        await stage.press("r")
        assert stage.shows(MendScreen)
        await stage.pilot.press("ctrl+q")

    assert drive(script, source=source).return_code == 0
    assert ("recover",) not in source.calls


def test_a_conflict_in_the_file_is_opened_in_an_editor() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("r")
        assert stage.is_on_live
        assert "E opens it" in stage.toasts[-1]

    drive(script, source=FakeSource(make_view(state="CONFLICT", sentence="Line 3: a conflict")))


# The rows


@pytest.mark.parametrize("cells", [40, 80, BESIDE, 120])
@pytest.mark.parametrize("here", [False, True])
def test_rows_are_as_wide_as_the_screen_and_as_high_as_is_said(cells: int, here: bool) -> None:  # noqa: FBT001 - a parameter
    for row in side_by_side(
        ["same", "left 漢字" * 30, "- a\tb"], ["same", "right", "more", "- x" * 90], {2: "Task"}
    ):
        rows = side_rows(row, cells, here=here)
        assert all(cells_of(spans) == cells for spans in rows)
        assert here or len(rows) == side_height(row, cells)


def test_only_what_is_in_sight_is_composed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of 20,000 lines scrolls like a short one."""
    from scratchpad_tui.tui.layout import recovery as layout

    rows = tuple(side_by_side([f"- {n}" for n in range(20_000)], ["- x"], {}))
    made: list[int] = []
    lead = layout._lead

    def counted(row: SideRow, **how: bool) -> list[Span]:
        made.append(row.line)
        return lead(row, **how)

    monkeypatch.setattr(layout, "_lead", counted)
    for at in (0, 10_000, 19_999):
        made.clear()
        shown = recovery_rows(rows, at, set(), 80, 20, at)
        assert len(shown.rows) == 20
        assert len(made) <= 21


def test_hidden_rows_are_counted() -> None:
    rows = tuple(SideRow(n, f"- {n}", f"- {n}") for n in range(1, 51))
    shown = [
        "".join(span.text for span in row.spans) for row in recovery_rows(rows, 25, set(), 80, 10, 20).rows
    ]
    first, last = int(shown[1].split()[0]), int(shown[-2].replace("▸", "").split()[0])
    assert shown[0].split() == ["…", str(first - 1), "above"]
    assert shown[-1].split() == ["…", str(50 - last), "more"]


def test_an_empty_file_has_no_row() -> None:
    assert recovery_rows((), 0, set(), 80, 10, 0).rows == ()
    state = RecoveryState([Recovery("a.md", None, "empty", ())])
    state.move(1)
    state.edge(1)
    assert state.at == 0
    assert not state.tick()
    assert state.chosen == []


def test_a_line_without_a_box_says_why_it_has_none() -> None:
    """Under the cursor, whatever it is; the cursor stays where it was ticked."""
    rows = (
        SideRow(1, "## Plam", "## Plan"),
        SideRow(2, "- mine", None, "Plan"),
        SideRow(3, "", None),
        SideRow(4, "<<<<<<< HEAD", None),
        SideRow(5, "- same", "- same"),
        SideRow(6, "- was in the last good version", None),
        SideRow(0, None, "- the pad's"),
    )
    state = RecoveryState([Recovery("a.md", None, "broken", rows)])
    told = []
    for at in range(len(rows)):
        state.at = at
        told.append("" if state.tick() else state.why_not())
        assert state.at == at
    no_text = "This line is no text of a section"
    assert told == [
        no_text,
        "",
        "This line is blank",
        no_text,
        "The pad has this line",
        "A version of the pad has this line",
        "Only the pad has this line",
    ]
    assert recovery_words(state) == {"text.save": "take 1"}
    state.ticked.clear()
    assert recovery_words(state) == {"text.save": "take it"}
    assert RecoveryState([Recovery("a.md", None, "empty", ())]).why_not() == ""


def test_a_file_that_is_deleted_gives_way_to_the_newest() -> None:
    state = RecoveryState([recovery(), OLDER])
    assert state.choose(1)
    assert not state.choose(1)
    state.tick()
    state.take([recovery()])
    assert state.shown.name == "scratchpad.broken-1.md"
    assert not state.ticked
    assert state.shown.rows[state.at].line == 6


def test_a_core_error_on_opening_is_a_sentence() -> None:
    source = quarantine()

    def fail() -> list[Recovery]:
        raise InputError("the file cannot be read", "look at its rights")

    source.recoveries = fail  # type: ignore[method-assign]

    async def script(stage: Stage) -> None:
        await stage.press("r")
        assert stage.is_on_live
        assert "look at its rights" in stage.toasts[-1]

    drive(script, source=source)
