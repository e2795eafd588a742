"""A session of an agent with hooks beside the running UI: what a person sees of it while it goes on."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.tui import launch
from scratchpad_tui.tui.app import ScratchpadApp
from scratchpad_tui.tui.clock import Clock
from scratchpad_tui.tui.live_source import LiveSource
from scratchpad_tui.tui.wishes import Wishes
from tests.agents.stand_in import StandIn, connected, in_this_process, on_path
from tests.agents.stand_in_session import COMPACTED, PERSON, SESSION, TURNS, Session
from tests.tui.drive import grid

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from textual.pilot import Pilot

    from scratchpad_tui.tui.wishes import Onward

MOST_LOOKS = 1_000


class Beside:
    """The UI, and the agent's session that goes on beside it."""

    def __init__(self, app: ScratchpadApp, pilot: Pilot[Onward], session: Session) -> None:
        self.app = app
        self.pilot = pilot
        self.session = session
        self._play = session.play()

    async def play_to(self, turn: int) -> None:
        """Lets the agent work until that turn has ended."""
        while await asyncio.to_thread(next, self._play) < turn:
            pass

    async def until(self, holds: Callable[[str], bool]) -> str:
        """The screen, when it shows that."""
        for _ in range(MOST_LOOKS):
            await self.app.workers.wait_for_complete()
            text = grid(self.app)
            if holds(text):
                return text
            await self.pilot.pause(0.02)
        raise AssertionError(grid(self.app))


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    """A session that has not begun, in a project that is connected."""
    bin_folder = on_path(tmp_path / "bin")
    monkeypatch.setenv("PATH", f"{bin_folder}{os.pathsep}{os.environ['PATH']}")
    project = connected(tmp_path / "home")
    monkeypatch.chdir(project)
    return Session(project, StandIn(project, SESSION, call=in_this_process))


def line(text: str, number: int) -> str:
    return text.split("\n")[number - 1]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_person_sees_the_session_go_on(session: Session, size: tuple[int, int]) -> None:
    """Window and context as the agent told them, what it has seen, its compaction once, what waits at its end."""

    async def script(beside: Beside) -> None:
        pilot = beside.pilot
        await beside.until(lambda text: "no version yet" in line(text, 2))
        await beside.play_to(0)
        await beside.until(lambda text: "context ?" in line(text, 1))
        await beside.play_to(PERSON - 1)
        await beside.until(lambda text: "context 38 %" in line(text, 1) and "agent saw v4" in line(text, 2))

        await pilot.press("j", "j", "o", *"ask", "enter")
        await beside.until(lambda text: "v5 you" in line(text, 2) and "agent saw v4" in line(text, 2))
        await beside.play_to(PERSON)
        assert "Task: Move the billing job | - ask;" in beside.session.moments[PERSON].told
        await beside.until(lambda text: "v7 agent" in line(text, 2) and "agent saw v6" in line(text, 2))

        await beside.play_to(COMPACTED)
        await pilot.press("2")
        text = await beside.until(lambda text: "compaction 74 % → 21 %" in text)
        marked = [row for row in text.split("\n")[2:] if "◇" in row]
        assert len(marked) == 1
        assert "refused: patch 0: unknown section" in text
        await pilot.press("4")
        text = await beside.until(lambda text: "auto 148k→41k" in text)
        assert text.count("→41k") == 1
        assert {80: "window 200k, recorded by the agent", 120: "200,000 · recorded by"}[size[0]] in text
        await pilot.press("1")

        await beside.play_to(TURNS + 1)
        await beside.until(lambda text: "Promotions·3" in line(text, 1) and "context 31 %" in line(text, 1))
        await pilot.press("3")
        await beside.until(
            lambda text: "Step 30 calls the limiter (limiter.py:30)" in text and "3 wait" in text
        )

    store = PadStore(str(session.pad))
    source = LiveSource(store)
    transcripts = launch._transcripts(store, source, None)

    async def run() -> None:
        app = ScratchpadApp(
            source,
            source.read(),
            wishes=Wishes(),
            clock=Clock(),
            base=str(session.project),
            transcripts=transcripts,
        )
        async with app.run_test(size=size, notifications=True) as pilot:
            await script(Beside(app, pilot, session))

    try:
        asyncio.run(run())
    finally:
        transcripts.close()
        source.close()
