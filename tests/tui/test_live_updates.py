"""The Live screen while the pad changes: what is drawn, when, and what a person cannot miss."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad.view import LineView, Need
from scratchpad_tui.tui.layout import Stop
from scratchpad_tui.tui.screens.choose import ChooseScreen
from scratchpad_tui.tui.screens.live_view import LiveView
from scratchpad_tui.tui.widgets.painter import BAND, TINT
from scratchpad_tui.tui.wishes import Wishes
from tests.tui.drive import drive
from tests.tui.fake import MARKS, STORY, FakeSource, make_view, remedies

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.pad.view import PadView
    from tests.tui.drive import Stage

MORE = {**STORY, "Findings": (*STORY["Findings"], "- a third thing (x.py:1)")}
MORE_MARKS = {("Findings", "- a third thing (x.py:1)"): "+"}


def tinted(stage: Stage) -> list[str]:
    return [line.text for line in stage.app.live.rows.lines if line.under == TINT]


def test_a_change_is_shown_marked_and_tinted_then_marked_alone() -> None:
    """Found at once, and then calm."""

    async def script(stage: Stage) -> None:
        assert tinted(stage) == []
        await stage.show(make_view(MORE, MORE_MARKS, version=44))
        assert [text for text in tinted(stage) if "+ a third thing" in text]
        stage.clock.pass_by(1.6)
        stage.app.live.draw()
        assert tinted(stage) == []
        assert "+ a third thing" in stage.text

    drive(script)


def test_motion_off_stops_the_tint() -> None:
    """The mark is enough then."""

    async def script(stage: Stage) -> None:
        await stage.show(make_view(MORE, MORE_MARKS, version=44))
        assert tinted(stage) == []

    drive(script, wishes=Wishes(motion=False))


def test_a_change_shown_for_three_seconds_counts_as_seen() -> None:
    """The marks go, and the version is remembered for the next start."""

    async def script(stage: Stage) -> None:
        stage.clock.pass_by(2.9)
        stage.app.live.draw()
        assert "~ 4. [x]" in stage.text
        stage.clock.pass_by(0.2)
        stage.app.live.draw()
        await stage.settle()
        assert "~ 4. [x]" not in stage.text
        assert stage.source.calls == [("mark_seen", 43)]

    drive(script)


def test_nothing_counts_as_seen_while_the_terminal_has_no_focus() -> None:
    """The morning shows what the night did."""

    async def script(stage: Stage) -> None:
        stage.app.app_focus = False
        await stage.settle()
        stage.clock.pass_by(3_600)
        stage.app.live.draw()
        stage.app.app_focus = True
        await stage.settle()
        assert "~ 4. [x]" in stage.text
        stage.clock.pass_by(3.1)
        stage.app.live.draw()
        await stage.settle()
        assert "~ 4. [x]" not in stage.text

    drive(script)


def test_nothing_counts_as_seen_under_a_sheet() -> None:
    """What is covered is not shown."""

    async def script(stage: Stage) -> None:
        await stage.press("v")
        stage.clock.pass_by(100)
        await stage.press("escape")
        assert "~ 4. [x]" in stage.text
        assert stage.source.calls == []

    drive(script)


def test_what_lies_behind_a_sheet_follows_the_pad() -> None:
    """A part of it is in sight there, and what a redaction took out must not stay in it."""

    async def script(stage: Stage) -> None:
        await stage.press("tab", "tab", "tab", "m")
        assert stage.shows(ChooseScreen)
        content = {**STORY, "Task": ("- Another task altogether",)}
        await stage.show(make_view(content, version=44))
        assert stage.shows(ChooseScreen)
        assert "· v44 " in stage.text
        assert "Another task altogether" in stage.text
        assert STORY["Task"][0][2:] not in stage.text

    drive(script, size=(100, 40))


def test_other_screens_tell_the_newest_version_while_live_is_paused() -> None:
    """They are not paused themselves, and say `live`."""

    async def script(stage: Stage) -> None:
        await stage.press("F")
        await stage.show(make_view(version=44))
        assert "· v43 " in stage.text.split("\n")[1]
        for key in "234":
            await stage.press(key)
            assert "● live" in stage.text.split("\n")[0]
            assert "· v44 " in stage.text.split("\n")[1]

    drive(script)


def test_bursts_are_drawn_at_most_four_times_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first change at once, the rest together."""
    drawn: list[float] = []
    draw = LiveView.draw

    def counted(view: LiveView) -> None:
        drawn.append(view.app.clock.seconds())
        draw(view)

    monkeypatch.setattr(LiveView, "draw", counted)

    def views(first: int, last: int) -> Iterator[PadView]:
        return (make_view({**STORY, "Next": (f"- step {n}",)}, version=n) for n in range(first, last))

    async def script(stage: Stage) -> None:
        stage.clock.pass_by(1)
        drawn.clear()
        for view in views(44, 45):
            stage.source.tell(view)
        await stage.pilot.pause()
        assert len(drawn) == 1
        for view in views(45, 65):
            stage.source.tell(view)
        await stage.pilot.pause(0.4)
        assert len(drawn) == 2
        assert "step 64" in stage.text

    drive(script)


def test_the_end_of_a_tint_holds_up_no_change() -> None:
    """A line loses its tint a moment before the next change comes: that one is drawn at once."""

    async def script(stage: Stage) -> None:
        await stage.show(make_view(MORE, MORE_MARKS, version=44))
        stage.clock.pass_by(1.6)
        stage.app.live._draw_moment()
        assert tinted(stage) == []
        stage.clock.pass_by(0.1)
        stage.source.tell(make_view({**STORY, "Next": ("- at once",)}, version=45))
        await stage.pilot.pause()
        assert stage.app.live._gather is None
        assert "at once" in stage.text

    drive(script)


def test_only_the_rows_that_changed_are_repainted(monkeypatch: pytest.MonkeyPatch) -> None:
    """One changed line is one row, not a screen."""

    async def script(stage: Stage) -> None:
        rows = stage.app.live.rows
        before = rows.lines
        await stage.show(make_view({**STORY, "Task": ("- Make another thing pass",)}, MARKS))
        changed = [y for y, (old, new) in enumerate(zip(before, rows.lines, strict=True)) if old != new]
        assert len(changed) == 2
        assert rows.put(rows.lines) == 0

    drive(script)


def test_a_removed_line_stays_dim_in_its_place_until_seen() -> None:
    """What is gone is news too."""
    view = make_view(marks={})
    plan = view.sections[1]
    gone = LineView("5. [ ] An older step", "-", "agent t57", 43, "57", -1, " ")
    view = view._replace(
        sections=(
            view.sections[0],
            plan._replace(lines=(*plan.lines[:4], gone, *plan.lines[4:])),
            *view.sections[2:],
        )
    )

    async def script(stage: Stage) -> None:
        assert " - 5. [ ] An older step" in stage.text
        stage.clock.pass_by(3.1)
        stage.app.live.draw()
        assert "An older step" not in stage.text

    drive(script, source=FakeSource(view))


@pytest.mark.parametrize("state", ["BROKEN", "CONFLICT"])
def test_a_bad_file_is_said_on_both_lines_and_the_last_good_text_stays(state: str) -> None:
    """And the screen follows when it is mended."""

    async def script(stage: Stage) -> None:
        await stage.show(
            make_view(state=state, sentence="Line 7 is no heading.", remedies=remedies("E mends it"))
        )
        lines = stage.text.split("\n")
        assert lines[0].endswith(f"✗ {state}")
        assert lines[1] == " Line 7 is no heading. · E mends it"
        assert "Make the rate-limiter tests pass" in stage.text
        await stage.show(make_view({**STORY, "Next": ("- mended now",)}, version=44))
        assert "● live" in stage.text.split("\n")[0]
        assert "mended now" in stage.text

    drive(script)


def test_a_pad_that_is_taken_away_is_said() -> None:
    """Nothing is written by itself."""

    async def script(stage: Stage) -> None:
        await stage.show(make_view(state="no file", sentence="The pad is gone."))
        assert "○ no file" in stage.text.split("\n")[0]
        assert stage.source.calls == []

    drive(script)


def test_polling_is_said_on_line_1() -> None:
    """Then a change takes a moment longer, and a person should know why."""
    source = FakeSource()
    source.polls = True

    async def script(stage: Stage) -> None:
        assert "polling" in stage.text.split("\n")[0]

    drive(script, source=source)


def test_a_watch_that_fails_is_told_and_goes_on() -> None:
    """A permission that was lost may come back."""

    async def script(stage: Stage) -> None:
        stage.source.fail(
            StorageError("the pad cannot be read (permission denied)", "give yourself the right to read it")
        )
        await stage.settle()
        assert stage.toasts == [
            "The pad cannot be read (permission denied); give yourself the right to read it"
        ]
        await stage.show(make_view({**STORY, "Next": ("- still here",)}, version=44))
        assert "still here" in stage.text

    drive(script)


def test_the_cursor_stays_in_the_pad_when_it_shrinks() -> None:
    """Case 40: an outside change makes the text shorter than the cursor's line."""
    long = {**STORY, "Findings": tuple(f"- line {n}" for n in range(60))}

    async def script(stage: Stage) -> None:
        await stage.press("tab", "tab", "tab", "tab", "up")
        assert stage.app.live.state.ui.cursor == Stop("Findings", 58)
        await stage.show(make_view({**STORY, "Findings": ("- only one line",)}, version=44))
        assert stage.app.live.state.ui.cursor == Stop("Findings", 0)
        for _ in range(10):
            await stage.pilot.press("u")
        for _ in range(10):
            await stage.pilot.press("U")
        await stage.pilot.resize_terminal(20, 5)
        await stage.pilot.resize_terminal(60, 15)
        await stage.settle()
        assert "only one line" in stage.text
        assert stage.source.calls == []

    drive(script, size=(60, 15), source=FakeSource(make_view(long)))


def test_the_cursor_stays_on_its_line_when_lines_come_above_it() -> None:
    """A person who was about to press d must not delete another line."""

    async def script(stage: Stage) -> None:
        await stage.press("tab", "tab", "tab")
        plan = ("0. [ ] First of all", *STORY["Plan"])
        await stage.show(make_view({**STORY, "Plan": plan}, version=44))
        line = stage.app.live.state.line
        assert line is not None
        assert line.text == "5. [ ] Add the fakeredis fixture"

    drive(script)


def test_resizing_to_anything_and_back_keeps_the_screen() -> None:
    """Down to nothing at all."""

    async def script(stage: Stage) -> None:
        for size in ((20, 5), (3, 2), (1, 1), (200, 60), (40, 12), (80, 24)):
            await stage.pilot.resize_terminal(*size)
            await stage.settle()
            for row in stage.text.split("\n"):
                assert len(row) <= size[0]
            if size[1] > 5:
                assert "? help" in stage.text.split("\n")[-1]
                assert stage.app.live.rows.lines[-1].text.rstrip() in stage.text
                await stage.press("tab", "o")
                assert len(stage.app.live.rows.lines) == size[1] - 4
                await stage.press("escape", "escape")
                assert len(stage.app.live.rows.lines) == size[1] - 3
        assert "Make the rate-limiter tests pass" in stage.text

    drive(script)


def test_the_mouse_selects_lines_and_sections_and_scrolls() -> None:
    """Whoever has a mouse needs no key."""

    async def script(stage: Stage) -> None:
        rows = stage.text.split("\n")
        at = next(y for y, row in enumerate(rows) if "5. [ ] Add the" in row)
        await stage.pilot.click(offset=(10, at))
        assert stage.app.live.state.ui.cursor == Stop("Plan", 4)
        under = [line.under for line in stage.app.live.rows.lines if "5. [ ] Add the" in line.text]
        assert BAND in under
        rule = next(y for y, row in enumerate(stage.text.split("\n")) if row.startswith("─ Findings"))
        await stage.pilot.click(offset=(5, rule))
        assert stage.app.live.state.ui.cursor == Stop("Findings", 15)
        pad = stage.app.live.rows
        pad.post_message(pad.Scrolled(-1, pad.row_at(5, rule - 2)))
        await stage.settle()
        assert stage.app.live.state.ui.cursor == Stop("Findings", 14)
        pad.post_message(pad.Scrolled(1, None))
        await stage.settle()
        assert stage.app.live.state.ui.cursor == Stop("Findings", 15)

    drive(script)


def test_a_click_on_the_last_turn_opens_it_and_one_on_the_footer_presses_its_key() -> None:
    """What looks like a button is one."""

    async def script(stage: Stage) -> None:
        rows = stage.text.split("\n")
        await stage.pilot.click(offset=(5, next(y for y, row in enumerate(rows) if "Last turn 57" in row)))
        await stage.settle()
        assert stage.source.calls == [("turn", 43)]
        await stage.press("escape")
        await stage.pilot.click(offset=(rows[-1].index("? help"), 23))
        await stage.settle()
        assert "Help · Live" in stage.text
        await stage.press("escape")
        await stage.pilot.click(offset=(3, 0))
        await stage.settle()
        assert stage.is_on_live

    drive(script)


def test_a_click_on_what_needs_a_person_presses_its_key() -> None:
    """At the right of wide screens."""
    view = make_view(needs=(Need("unread", 1, "the agent has not read v43", "v"),))

    async def script(stage: Stage) -> None:
        y = next(y for y, row in enumerate(stage.text.split("\n")) if "has not read v43" in row)
        await stage.pilot.click(offset=(100, y))
        await stage.settle()
        assert "The agent gets this text" in stage.text

    drive(script, size=(120, 40), source=FakeSource(view))


@pytest.mark.parametrize(("bell", "rung"), [("on", 2), ("off", 0)])
def test_the_bell_rings_for_trouble_alone_and_only_if_asked(
    bell: str, rung: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that broke, a section that went over its cap."""
    rings: list[int] = []

    async def script(stage: Stage) -> None:
        monkeypatch.setattr(stage.app, "bell", lambda: rings.append(1))
        await stage.show(make_view({**STORY, "Next": ("- quiet",)}, version=44))
        await stage.show(make_view(state="BROKEN", sentence="no"))
        await stage.show(make_view(needs=(Need("over-cap", 1, "a"), Need("over-cap", 1, "b"))))

    drive(script, wishes=Wishes(bell=bell == "on"))
    assert len(rings) == rung
