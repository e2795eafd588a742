"""The Health panel: signs with remedies, quarantine, watching and lock, and the settings with their origin."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.health.report import HealthReport, SettingRow
from scratchpad_tui.core.health.sign import Sign
from scratchpad_tui.core.pad.quarantine import Quarantined
from scratchpad_tui.core.pad.recovery import Recovery
from scratchpad_tui.core.pad.salvage import MissingLine
from scratchpad_tui.tui.layout.health import Scene, health_rows
from scratchpad_tui.tui.screens.health import HealthScreen
from scratchpad_tui.tui.screens.help import HelpScreen
from scratchpad_tui.tui.screens.mend import MendScreen
from scratchpad_tui.tui.screens.recovery import RecoveryScreen
from scratchpad_tui.tui.widgets.bars import KeyBar
from scratchpad_tui.tui.widgets.painter import BAND
from tests.tui.drive import drive
from tests.tui.fake import NOW, FakeSource, make_view
from tests.tui.recoveries import recovery

if TYPE_CHECKING:
    from tests.tui.drive import Stage

SIZES = [(80, 24), (120, 40), (40, 12)]
REPORT = HealthReport(
    signs=(
        Sign("broken", "error", "the pad does not parse: line 4", "mend line 4 in your editor"),
        Sign(
            "too-long",
            "warning",
            "the pad has some 4,000 tokens",
            "move most of Findings to a file of its own",
        ),
        Sign(
            "ruled-out-empty", "info", "nothing is ruled out after 20 versions", "ask the agent for dead ends"
        ),
    ),
    quarantined=(
        Quarantined(
            "a.broken-2.md", "2026-07-20T09:12:00Z", "unknown section", (MissingLine(3, "Plan", "- x"),)
        ),
        Quarantined("a.broken-1.md", None, "not UTF-8", ()),
    ),
    lock="on, a writer waits 5 s",
    settings=(
        SettingRow("profile", "-", "default"),
        SettingRow("ui.theme", "light", "/work/project/.agent/scratchpad.toml"),
    ),
)


def ill(report: HealthReport = REPORT) -> FakeSource:
    source = FakeSource()
    source.report = report
    return source


async def everything(stage: Stage) -> str:
    """All that the panel shows, from its first row to the last, without breaks."""
    assert isinstance(stage.app.screen, HealthScreen)
    return " ".join(" ".join(line.text.split()) for line in stage.app.screen.text.lines)


def band(screen: HealthScreen) -> list[int]:
    """The rows that the cursor lies under."""
    return [at for at, line in enumerate(screen.text.lines) if line.under == BAND]


@pytest.mark.parametrize("size", SIZES)
def test_everything_is_told_at_every_size(size: tuple[int, int]) -> None:
    async def script(stage: Stage) -> None:
        await stage.press("5")
        assert "Health · 3 signs" in stage.text
        words = await everything(stage)
        assert "✗ the pad does not parse: line 4" in words
        assert "! the pad has some 4,000 tokens" in words
        assert "→ move most of Findings to a file of its own" in words
        assert "· nothing is ruled out after 20 versions" in words
        assert "a.broken-2.md · 1 h · 1 line is missing · r shows it unknown section" in words
        assert "a.broken-1.md · the pad lacks no line of it not UTF-8" in words
        assert "watched by file events" in words
        assert "lock on, a writer waits 5 s" in words
        assert "profile - default" in words
        assert "ui.theme light .agent/scratchpa" in words
        assert "pad .agent/scratchpad.md" in words

    drive(script, source=ill(), size=size)


def test_remedies_name_keys_where_the_core_names_commands() -> None:
    codes = ("gone", "recovery", "quarantine", "draft")
    signs = tuple(Sign(code, "error", code, "run `scratchpad-tui something`") for code in codes)

    async def script(stage: Stage) -> None:
        await stage.press("5")
        words = await everything(stage)
        assert "scratchpad-tui" not in words.partition("Quarantine")[0]
        assert words.count("→ enter shows ") == len(codes)

    drive(script, source=ill(REPORT._replace(signs=signs)))


def test_a_sign_says_what_the_key_does_or_what_to_type() -> None:
    signs = (
        Sign("secret", "warning", "Findings holds a key", "take it out", "Findings holds a key"),
        Sign("git", "warning", "not committed", "look there", "", "scratchpad-tui history --events"),
        Sign("stale", "warning", "pad 2 h ago", "see to it"),
    )

    async def script(stage: Stage) -> None:
        await stage.press("5")
        words = await everything(stage)
        assert "→ take it out enter shows what it would do, and asks ! not committed" in words
        assert "→ look there y copies: scratchpad-tui history --events ! pad 2 h ago" in words
        assert "→ see to it ─ Quarantine" in words.replace("─" * 20, "─")

    drive(script, source=ill(REPORT._replace(signs=signs)))


def test_a_healthy_pad_says_so() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("5")
        assert "Health · all is well" in stage.text
        assert "All is well: no sign of trouble." in stage.text
        assert "No broken text is kept." in stage.text

    drive(script)


def test_polling_is_told() -> None:
    source = ill()
    source.polls = True

    async def script(stage: Stage) -> None:
        await stage.press("5")
        assert "the system's file events are not to be had" in await everything(stage)

    drive(script, source=source)


def test_it_follows_the_pad_while_it_is_open() -> None:
    source = ill()

    async def script(stage: Stage) -> None:
        await stage.press("5")
        source.report = REPORT._replace(signs=REPORT.signs[:1])
        await stage.show(make_view(version=44, state="BROKEN", sentence="Line 4"))
        assert "Health · 1 sign" in stage.text
        assert "state BROKEN" in await everything(stage)

    drive(script, source=source)


def test_r_opens_what_is_in_quarantine_and_comes_back() -> None:
    source = ill()
    source.recovered = [recovery()]

    async def script(stage: Stage) -> None:
        await stage.press("5", "r")
        assert stage.shows(RecoveryScreen)
        await stage.press("escape")
        assert stage.shows(HealthScreen)
        await stage.press("escape")
        assert stage.is_on_live

    drive(script, source=source)


def test_r_mends_a_pad_that_does_not_parse() -> None:
    source = ill()
    source.view = make_view(state="BROKEN", sentence="Line 4")
    source.mend = Recovery("", None, "why", recovery().rows)

    async def script(stage: Stage) -> None:
        await stage.press("5", "r")
        assert stage.shows(MendScreen)

    drive(script, source=source)


def test_it_opens_over_a_sheet() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("v", "5")
        assert stage.shows(HealthScreen)

    drive(script, source=ill())


def test_it_opens_over_the_start_screen() -> None:
    source = ill()
    source.view = make_view({}, version=None, state="no file")

    async def script(stage: Stage) -> None:
        await stage.press("5")
        assert stage.shows(HealthScreen)

    drive(script, source=source)


def test_its_keys_scroll_and_leave() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("5")
        screen = stage.app.screen
        assert isinstance(screen, HealthScreen)
        at = 0
        for key, moves in (("j", 1), ("down", 1), ("k", -1), ("up", -1), ("pagedown", 1), ("pageup", -1)):
            await stage.press(key)
            before, at = at, band(screen)[0]
            assert (at - before) * moves > 0, key
            assert all(
                0 <= row - screen.text.scroll_offset.y < screen.text.size.height for row in band(screen)
            )
        await stage.press("end")
        assert screen.text.scroll_offset.y == screen.text.max_scroll_y > 0
        assert band(screen) == [len(screen.text.lines) - 1]
        await stage.press("home")
        assert screen.text.scroll_offset.y == 0
        assert band(screen)[0] == 1
        await stage.press("question_mark")
        assert stage.shows(HelpScreen)
        await stage.press("escape", "ctrl+p")
        assert stage.app.screen is not screen
        await stage.press("escape", "1")
        assert stage.is_on_live
        await stage.press("5", "q")
        assert stage.is_on_live
        await stage.press("5")
        await stage.pilot.press("ctrl+q")

    assert drive(script, source=ill(), size=(40, 12)).return_code == 0


def test_a_long_remedy_is_told_whole_and_read_to_its_end() -> None:
    """On a small terminal it is higher than the panel: the keys go through it, down and up, before they leave it."""
    words = " ".join(f"word{number}" for number in range(40))
    signs = (Sign("over-cap", "warning", "Findings is over its cap", words), *REPORT.signs[1:])

    async def script(stage: Stage) -> None:
        await stage.press("5")
        assert words in await everything(stage)
        screen = stage.app.screen
        assert isinstance(screen, HealthScreen)
        whole = band(screen)
        assert len(whole) > screen.text.size.height
        seen: set[int] = set()
        for _ in range(9):
            top = screen.text.scroll_offset.y
            seen |= set(range(top, top + screen.text.size.height)) if band(screen) == whole else set()
            await stage.press("j")
        assert seen.issuperset(whole)
        assert band(screen) != whole
        for _ in range(30):
            await stage.press("k")
        assert band(screen) == whole
        assert screen.text.scroll_offset.y <= whole[0]

    drive(script, source=ill(REPORT._replace(signs=signs)), size=(40, 12))


def test_a_report_that_comes_after_the_panel_was_left_is_dropped() -> None:
    source = ill()

    async def script(stage: Stage) -> None:
        await stage.press("5")
        screen = stage.app.screen
        assert isinstance(screen, HealthScreen)
        await stage.press("escape")
        screen._take_report(REPORT)
        await stage.settle()
        assert stage.is_on_live
        assert stage.toasts == []

    drive(script, source=source)


def test_read_only_names_no_remedy_that_writes() -> None:
    """What is only looked at is opened still."""
    signs = (
        Sign("over-cap", "warning", "Ruled out is over its cap", "make it smaller", "Ruled out"),
        Sign("quarantine", "warning", "a.md has 1 line that the pad lacks", "take it over", "a.md"),
    )
    source = FakeSource(read_only=True)
    source.report = REPORT._replace(signs=signs)
    source.recovered = [recovery()]

    async def script(stage: Stage) -> None:
        await stage.press("5")
        assert "shows the entries to take out" not in stage.text
        bar = stage.app.screen.query_one(KeyBar)
        assert "what helps" not in bar.lines[0].text
        await stage.press("enter")
        assert "--read-only" in stage.toasts[-1]
        await stage.press("j")
        assert "enter shows the lines that the pad lacks" in stage.text
        assert "what helps" in bar.lines[0].text
        await stage.press("enter")
        assert stage.shows(RecoveryScreen)

    drive(script, source=source)


def test_a_passed_cap_and_a_secret_are_red_as_they_are_elsewhere() -> None:
    """What the file lacks or what would be better otherwise is not."""
    words = {"over-cap": "alarm", "secret": "alarm", "stale": "attention", "broken": "alarm"}
    signs = tuple(
        Sign(code, "error" if code == "broken" else "warning", f"{code} it is", "mend it") for code in words
    )
    scene = Scene(
        REPORT._replace(signs=signs, quarantined=()),
        "a.md",
        "live",
        polling=False,
        now=NOW,
        hint=lambda _sign: "",
        alone=frozenset(),
        opens="enter",
        copies="y",
        recovers="r",
        short=str,
    )
    rows = [row.spans for row in health_rows(scene, 60) if row.place and row.place.kind == "sign"]
    assert {row[1].text.split()[0]: row[1].style for row in rows if len(row) > 1} == words
