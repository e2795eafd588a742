"""Sheets over the ground screen, and the palette."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest
from textual.command import CommandPalette

from scratchpad_tui.core.pad.view import DiffRow, VersionInfo
from scratchpad_tui.core.text import width
from scratchpad_tui.tui import keys, themes
from scratchpad_tui.tui.layout.fit import compose
from scratchpad_tui.tui.palette import KeyProvider
from scratchpad_tui.tui.screens.agent import AgentScreen
from scratchpad_tui.tui.screens.turn import TurnScreen, diff_rows, turn_title
from scratchpad_tui.tui.source import Prompt
from tests.tui.drive import drive
from tests.tui.fake import NOW, FakeSource

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.tui.layout.model import Spans
    from tests.tui.drive import Stage


NARROW_SHEET = 38
"""Cells of a title on a sheet of 40 columns."""


def text_of(rows: Sequence[Spans]) -> list[str]:
    return ["".join(span.text for span in row).rstrip() for row in rows]


def test_find_in_a_sheet_scrolls_to_its_places_and_marks_them() -> None:
    """Escape ends the marks first, then closes the sheet."""
    source = FakeSource()
    source.text = "\n".join(f"line {n} {'needle' if n % 40 == 39 else ''}" for n in range(120))

    async def script(stage: Stage) -> None:
        await stage.press("v", "slash", *"NEEDLE", "enter")
        assert "line 39" in stage.text
        await stage.press("n")
        assert "line 79" in stage.text
        await stage.press("N")
        assert "line 39" in stage.text
        sheet = stage.app.screen
        assert isinstance(sheet, AgentScreen)
        marks = [span for line in sheet.text.lines for span in line.spans if span.style.startswith("find")]
        assert [(span.text, span.style) for span in marks] == [
            ("needle", "find.here"),
            ("needle", "find"),
            ("needle", "find"),
        ]
        await stage.press("escape")
        assert stage.shows(AgentScreen)
        await stage.press("slash", *"zebra", "enter", "n")
        assert "“zebra” not found" in stage.text
        assert "n next" not in stage.text
        assert stage.toasts == []
        await stage.press("slash", "escape", "escape", "escape")
        assert stage.is_on_live

    drive(script, source=source)


def test_a_toast_stands_once_where_a_sheet_opens_under_it() -> None:
    """The screen below keeps its own, in another row, and shows it again only when the sheet has closed."""

    async def script(stage: Stage) -> None:
        stage.app.tell("said once")
        await stage.settle()
        assert stage.text.count("said once") == 1
        await stage.press("v")
        assert stage.shows(AgentScreen)
        assert stage.text.count("said once") == 1
        await stage.press("escape")
        assert stage.is_on_live
        assert stage.text.count("said once") == 1

    drive(script)


def test_of_a_very_long_text_only_what_is_in_sight_is_composed(monkeypatch: pytest.MonkeyPatch) -> None:
    """And it is broken into rows in the background; a sheet that was closed meanwhile misses nothing."""
    source = FakeSource()
    source.text = "\n".join(f"line {n} " + "x" * 60 for n in range(20_000))
    composed: list[object] = []
    threads: list[str] = []
    rows = AgentScreen.text_rows

    def counted(*words: Any) -> Any:  # noqa: ANN401 - passed on as they are
        composed.append(words)
        return compose(*words)

    def watched(screen: AgentScreen, cells: int) -> list[Spans]:
        threads.append(threading.current_thread().name)
        return rows(screen, cells)

    monkeypatch.setattr("scratchpad_tui.tui.screens.reader.compose", counted)
    monkeypatch.setattr(AgentScreen, "text_rows", watched)

    async def script(stage: Stage) -> None:
        await stage.press("v", "end")
        assert "line 19999" in stage.text
        assert len(composed) < 500
        assert "MainThread" not in threads
        await stage.press("slash", *"line 19", "enter", "escape", "escape")
        assert stage.is_on_live
        await stage.pilot.press("v", "escape")
        await stage.settle()
        assert stage.is_on_live
        assert stage.toasts == []

    drive(script, source=source)


def test_a_sheet_copies_its_raw_text() -> None:
    """The agent's text as it is; a turn's as a diff."""

    async def script(stage: Stage) -> None:
        await stage.press("v", "y")
        assert stage.app.clipboard == stage.source.text
        await stage.press("escape", "tab", "enter", "y")
        assert stage.app.clipboard.split("\n")[0] == "- 4. [ ] Find where the limiter talks to redis"

    drive(script)


def test_what_is_left_out_of_the_agents_text_is_said() -> None:
    """The title names the sections, the line where it is cut stands out."""
    cut = "(3 older entries are not shown here; the file has them)"
    sheet = AgentScreen(Prompt(f"## Findings\n{cut}\n- the newest", 900, ("Findings",)))
    assert "older entries left out of Findings" in "".join(span.text for span in sheet.title_spans())
    styles = [row[0].style for row in sheet.text_rows(80)]
    assert styles == ["title", "attention", "text"]


def test_the_title_of_the_agents_text_drops_its_parts_whole() -> None:
    """The size goes before it is cut, and before what is left out does."""
    text = "## Findings\n- the newest"
    for cut, shown in (((), "~116,204 tokens"), (("Findings", "Ruled out"), "older left out")):
        forms = AgentScreen(Prompt(text, 116_204, cut)).title_forms()
        titles = ["".join(span.text for span in form) for form in forms]
        assert [width(title) for title in titles] == sorted(map(width, titles), reverse=True)
        narrow = next(title for title in titles if width(title) < NARROW_SHEET)
        assert narrow.startswith("The agent gets this")
        assert narrow.endswith(f" · {shown}")


def test_a_turn_shows_its_diff_section_by_section() -> None:
    """Long lines are broken, not cut."""
    rows = (
        DiffRow("-", "Plan", "1. [ ] a"),
        DiffRow("+", "Plan", "1. [x] a"),
        DiffRow("+", "Next", "word " * 30),
    )
    shown = text_of(diff_rows(rows, 40))
    assert shown[0].startswith("─ Plan ──")
    assert shown[1:3] == [" - 1. [ ] a", " + 1. [x] a"]
    assert sum("word" in row for row in shown) > 3
    assert text_of(diff_rows((), 60)) == ["   Only blank lines or the file's bytes changed."]


def test_a_turns_title_says_who_when_and_how_much() -> None:
    """And its alarms."""
    info = VersionInfo(7, NOW, "human", added=2, removed=1, alarms=("Findings lost 5 of 6 entries",))
    assert (
        "".join(s.text for s in turn_title(info, NOW))
        == "v7 · you · now  +2 -1  ! Findings lost 5 of 6 entries"
    )
    assert "".join(s.text for s in turn_title(VersionInfo(7), NOW)) == "v7  +0 -0"


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (200, 60)])
def test_a_sheet_fits_any_size_also_while_it_is_open(size: tuple[int, int]) -> None:
    """Full on small screens, as wide as reads well on large ones."""

    async def script(stage: Stage) -> None:
        await stage.press("tab", "enter")
        assert stage.shows(TurnScreen)
        await stage.pilot.resize_terminal(*size)
        await stage.settle()
        assert stage.app.screen.query_one("#sheet").size.width <= 112
        assert "esc back" in stage.text

    drive(script)


def test_the_palette_offers_what_works_here_by_area_and_verb() -> None:
    """And the themes, motion and the bell."""
    switches = {"Motion: on", "Motion: off", "Bell: on", "Bell: off"}
    offered: list[str] = []

    async def script(stage: Stage) -> None:
        provider = KeyProvider(stage.app.live)
        offered.extend([str(hit.prompt) async for hit in provider.discover()])
        found = sorted([hit async for hit in provider.search("zoom")], reverse=True)
        assert str(found[0].prompt) == "View: zoom"

    drive(script)
    assert len(offered) == len(keys.at("live")) - 1 + len(themes.NAMES) + len(switches)
    assert switches <= set(offered)
    assert {"Line: tick", "Pad: seen", "Find: find", "View: follow", "Theme: light", "App: help"} <= set(
        offered
    )


def test_ctrl_p_opens_the_palette_and_runs_what_is_chosen() -> None:
    """Typed, found, done."""

    async def script(stage: Stage) -> None:
        await stage.press("ctrl+p")
        assert stage.shows(CommandPalette)
        await stage.press(*"agent gets")
        await stage.pilot.pause(0.3)
        await stage.press("enter")
        await stage.pilot.pause(0.1)
        await stage.settle()
        assert stage.shows(AgentScreen)

    drive(script, size=(100, 30))


def test_a_theme_is_chosen_in_the_palette() -> None:
    """It has no key of its own."""

    async def script(stage: Stage) -> None:
        await stage.press("ctrl+p")
        await stage.press(*"theme: contrast")
        await stage.pilot.pause(0.3)
        await stage.press("enter")
        await stage.settle()
        assert stage.app.theme == "contrast"

    drive(script, size=(100, 30))


def test_older_and_newer_go_on_in_the_sheet_of_a_turn() -> None:
    async def script(stage: Stage) -> None:
        stage.app.open_turn(43)
        await stage.settle()
        await stage.press(">")
        assert stage.toasts == ["This is the newest version"]
        await stage.press("<", "<")
        assert "v41" in stage.text
        assert [call for call in stage.source.calls if call[0] == "turn"] == [
            ("turn", 43),
            ("turn", 42),
            ("turn", 41),
        ]
        stage.app.open_turn(1)
        await stage.settle()
        await stage.press("<")
        assert stage.toasts[-1] == "This is the oldest version"

    drive(script)
