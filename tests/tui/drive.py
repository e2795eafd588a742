"""Drives the app without a terminal: a person's keys in, rows and calls out."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, NamedTuple

from textual.events import MouseScrollDown, MouseScrollUp

from scratchpad_tui.tui.app import ScratchpadApp
from scratchpad_tui.tui.toasts import SIGNS
from scratchpad_tui.tui.widgets.painter import Painter
from scratchpad_tui.tui.widgets.rows import LongRows, Rows
from scratchpad_tui.tui.widgets.text_editor import TextEditor
from scratchpad_tui.tui.wishes import Wishes
from tests.tui.fake import FakeClock, FakeSource

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual.pilot import Pilot
    from textual.screen import Screen

    from scratchpad_tui.core.pad.seen import Remembered
    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.layout import Span
    from scratchpad_tui.tui.pressure_view import PressureSource
    from scratchpad_tui.tui.wishes import Onward


_MOST_LOOKS = 2_000
"""How often is looked for what must come: more than a slow machine needs."""


class Stage(NamedTuple):
    """An app at work, and what a test holds of it."""

    app: ScratchpadApp
    pilot: Pilot[Onward]
    source: FakeSource
    clock: FakeClock

    async def press(self, *keys: str) -> None:
        """Presses keys and waits until what they set off is done."""
        await self.pilot.press(*keys)
        await self.settle()

    async def wheel(self, selector: str, step: int) -> None:
        """Turns the mouse wheel on or back over a widget of the screen on top."""
        region = self.app.screen.query_one(selector).region
        kind = MouseScrollDown if step > 0 else MouseScrollUp
        x, y = region.x + 1, region.y + 1
        self.app.post_message(kind(None, x, y, 0, step, 0, False, False, False, x, y))  # noqa: FBT003 - Textual's own
        await self.settle()

    async def settle(self) -> None:
        """Waits for work in the background and for the screen."""
        for _ in range(3):
            await self.app.workers.wait_for_complete()
            await self.pilot.pause()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Waits for what no worker's end tells: a key that is at work still, or work that a test holds up itself."""
        for _ in range(_MOST_LOOKS):
            if holds():
                return
            await self.pilot.pause(0.02)
        raise AssertionError(self.text)

    async def show(self, view: PadView) -> None:
        """Tells a changed pad, after the pause that gathers bursts."""
        self.clock.pass_by(1)
        self.source.tell(view)
        await self.settle()

    @property
    def text(self) -> str:
        """The whole screen as text."""
        return grid(self.app)

    @property
    def sheet(self) -> list[str]:
        """The rows of the sheet that is open, its border and its scrollbar left out."""
        rows = [row for row in self.text.split("\n") if row.lstrip().startswith("│")]
        return [row.strip().strip("│").rstrip("▁▂▃▄▅▆▇█") for row in rows]

    @property
    def is_on_live(self) -> bool:
        """Whether nothing lies over the Live screen."""
        return self.app.screen is self.app.live

    def shows(self, kind: type[Screen[Any]]) -> bool:
        """Whether a screen of that kind is on top."""
        return isinstance(self.app.screen, kind)

    @property
    def toasts(self) -> list[str]:
        """The toasts that stand, without the signs of their kinds."""
        return [plain(toast.message) for toast in self.app._notifications]


def drive(
    script: Callable[[Stage], Awaitable[None]],
    *,
    size: tuple[int, int] = (80, 24),
    source: FakeSource | None = None,
    wishes: Wishes | None = None,
    remembered: Remembered | None = None,
    transcripts: PressureSource | None = None,
) -> ScratchpadApp:
    """Runs a script of what a person does on a stage; the app, when it has ended."""
    source = source or FakeSource()
    clock = FakeClock()
    app = ScratchpadApp(
        source,
        source.read(),
        wishes=wishes or Wishes(),
        clock=clock.clock(),
        remembered=remembered,
        base="/work/project",
        transcripts=transcripts,
    )

    async def run() -> None:
        async with app.run_test(size=size, notifications=True) as pilot:
            stage = Stage(app, pilot, source, clock)
            await stage.settle()
            await script(stage)

    asyncio.run(run())
    return app


def plain(told: str) -> str:
    """A toast without the sign of its kind."""
    return next((told.removeprefix(sign) for sign in SIGNS.values() if told.startswith(sign)), told)


def grid(app: ScratchpadApp) -> str:
    """What stands on the screen, sheets and toasts included, without blanks at the ends of rows."""
    strips = app.screen._compositor.render_strips(app.size)
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


def styled(app: ScratchpadApp) -> str:
    """The rows of the top screen, each with the style classes of its spans under it; texts that are edited at the end."""
    built = []
    for widget in app.screen.query(Painter):
        lines = widget.lines if isinstance(widget, Rows | LongRows) else ()
        for line in lines:
            built.append(f"|{line.text}|")
            marks = f" {line.under.removeprefix('row--')}:{line.reach}" if line.under else ""
            built.append(" " + " ".join(_runs(line.spans)) + marks)
    for editor in app.screen.query(TextEditor):
        rows = (editor.render_line(y) for y in range(editor.size.height))
        built += [">" + "".join(segment.text for segment in row).rstrip() for row in rows]
    return "\n".join(built) + "\n"


def _runs(spans: tuple[Span, ...]) -> list[str]:
    """`style*characters` of each span, neighbours of one style together."""
    runs: list[tuple[str, int]] = []
    for span in spans:
        if runs and runs[-1][0] == span.style:
            runs[-1] = (span.style, runs[-1][1] + len(span.text))
        elif span.text:
            runs.append((span.style, len(span.text)))
    return [f"{style}*{count}" for style, count in runs]
