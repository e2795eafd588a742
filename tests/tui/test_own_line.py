"""The cursor comes to the line that a person has just written, and stays where it is put after that."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.tui.app import ScratchpadApp
from scratchpad_tui.tui.layout import Stop
from scratchpad_tui.tui.live_source import LiveSource
from tests.tui.drive import drive
from tests.tui.fake import FakeSource, make_view

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.view import PadView
    from tests.tui.drive import Stage

SAVED = 101
"""The version of the first act on a stand-in."""
FINDINGS = ("- one", "- twice", "- two")


def with_findings(*lines: str, version: int = 43) -> PadView:
    return make_view({"Findings": lines, "Plan": ("1. [ ] read", "2. [ ] push")}, version=version)


async def at_findings(stage: Stage, line: int) -> None:
    """Puts the cursor on a line of Findings."""
    stage.app.live.state.put_cursor(Stop("Findings", line))
    stage.app.live.draw()
    await stage.settle()


def cursor(stage: Stage) -> Stop | None:
    return stage.app.live.state.ui.cursor


@pytest.mark.parametrize(
    ("profile", "section", "old", "typed"),
    [
        ("task", "Findings", "- the old one", "the new one"),
        ("task", "Plan", "1. the old one", "[ ] the new one"),
        ("session", "Scratch", "- [observed] the old one", "[decided] the new one"),
        (
            "audited",
            "Findings",
            "- the old one [src:job 1 @ 2026-07-01] {#old}",
            "the new one [src:job 2 @ 2026-07-02] {#new}",
        ),
    ],
)
def test_what_follows_a_new_line_acts_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, profile: str, section: str, old: str, typed: str
) -> None:
    """In every kind of section: `o`, a line, then `d` takes out that line and no other one."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    store = PadStore(tmp_path / ".agent" / "scratchpad.md", profile=profile)
    store.apply([Patch(section, "append", old)], turn="1")
    source = LiveSource(store)
    app = ScratchpadApp(source, source.read())

    def texts() -> list[str]:
        lines = PadStore(store.paths.named, profile=profile).read().document.content(section)
        return [line for line in lines if "one" in line]

    async def run() -> None:
        async with app.run_test(size=(100, 30)) as pilot:

            async def until(count: int) -> None:
                for _ in range(400):
                    await app.workers.wait_for_complete()
                    await pilot.pause(0.02)
                    shown = next(one for one in app.live.state.view.sections if one.name == section)
                    if sum("one" in line.text and line.mark != "-" for line in shown.lines) == count:
                        return
                raise AssertionError(texts())

            await until(1)
            app.live.state.enter(section)
            app.live.draw()
            await pilot.press("o")
            await pilot.pause()
            field = app.live.query_one("EntryRow Input, AuditedRow Input")
            field.value = typed  # type: ignore[attr-defined] # the query gives a widget
            await pilot.press("enter")
            await until(2)
            assert app.live.state.line is not None
            assert "the new one" in app.live.state.line.text
            await pilot.press("d")
            await until(1)

    try:
        asyncio.run(run())
    finally:
        source.close()
    assert len(texts()) == 1
    assert "the old one" in texts()[0]


@pytest.mark.parametrize("is_early", [True, False])
def test_it_comes_once_the_pad_shows_the_line(*, is_early: bool) -> None:
    """Whether the pad or the end of the act is told first; of two that say the same, to the one behind the cursor."""
    source = FakeSource(with_findings("- twice", *FINDINGS))
    after = with_findings("- twice", "- one", "- twice", "- twice", "- two", version=SAVED)

    async def script(stage: Stage) -> None:
        await at_findings(stage, 1)
        source.gate = lambda: source.tell(after) if is_early else None
        await stage.press("o", *"twice", "enter")
        if not is_early:
            assert cursor(stage) == Stop("Findings", 1), "the pad does not show it yet"
            await stage.show(with_findings("- other", "- one", "- twice", version=SAVED - 1))
            assert cursor(stage) == Stop("Findings", 1)
            await stage.show(after)
        assert cursor(stage) == Stop("Findings", 2)
        await stage.show(with_findings("- twice", "- one", version=SAVED + 1))
        assert cursor(stage) == Stop("Findings", 1), "from now on it stays with the line, or in its place"

    drive(script, source=source)


@pytest.mark.parametrize(("key", "place"), [("k", Stop("Findings", 0)), ("escape", None)])
def test_a_cursor_that_was_moved_meanwhile_stays(key: str, place: Stop | None) -> None:
    """What is meant next is where the person went."""

    async def script(stage: Stage) -> None:
        await at_findings(stage, 1)
        await stage.press("o", *"new", "enter", key)
        assert cursor(stage) == place
        await stage.show(with_findings("- one", "- twice", "- new", "- two", version=SAVED))
        assert cursor(stage) == place

    drive(script, source=FakeSource(with_findings(*FINDINGS)))


def test_a_line_that_was_not_saved_or_is_gone_again_moves_nothing() -> None:
    """A refusal, and a pad in which another writer took it out."""
    source = FakeSource(with_findings(*FINDINGS))

    async def script(stage: Stage) -> None:
        await at_findings(stage, 0)
        source.fault = InputError("no")
        await stage.press("o", *"new", "enter")
        await stage.show(with_findings(*FINDINGS, "- new", version=SAVED - 1))
        assert cursor(stage) == Stop("Findings", 0)
        await stage.press("o", "enter")
        await stage.show(with_findings(*FINDINGS, version=SAVED))
        await stage.show(with_findings(*FINDINGS, "- new", version=SAVED + 1))
        assert cursor(stage) == Stop("Findings", 0)

    drive(script, source=source)
