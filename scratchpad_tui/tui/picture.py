"""The Live screen of a pad as an SVG, drawn without a terminal; nothing is written or recorded."""

from __future__ import annotations

import asyncio
import os
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.app import ScratchpadApp
from scratchpad_tui.tui.clock import Clock
from scratchpad_tui.tui.screenshots import StillSource, with_blanks
from scratchpad_tui.tui.wishes import Wishes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.pad.store import PadStore

COLUMNS, ROWS = 120, 40
_TERM, _COLOUR_WORDS = "xterm-256color", ("COLORTERM", "NO_COLOR", "FORCE_COLOR")
_FONT_ADDRESS = re.compile(r',\s*url\("https?://[^"]*"\) format\("[a-z0-9]*"\)')
"""Where the picture's maker would have a viewer load a font from."""
_SETTLING = 4
"""How often the screen's work in the background is waited for."""


def live_svg(store: PadStore, *, columns: int = COLUMNS, rows: int = ROWS) -> str:
    """The Live screen as it would open on the pad now; a viewer of it loads nothing from anywhere."""
    source = StillSource(store, read_only=True)
    try:
        with _plain_terminal():
            svg = asyncio.run(_drawn(source, columns, rows))
    finally:
        source.close()
    return visible(_FONT_ADDRESS.sub("", with_blanks(svg)), keep="\n\t")


async def _drawn(source: StillSource, columns: int, rows: int) -> str:
    wishes = Wishes(motion=False)
    app = ScratchpadApp(
        source, source.read(), wishes=wishes, clock=Clock(seconds=lambda: 0.0), base=os.getcwd()
    )
    async with app.run_test(size=(columns, rows)) as pilot:
        for _ in range(_SETTLING):
            await app.workers.wait_for_complete()
            await pilot.pause()
        return app.export_screenshot(title=app.TITLE)


@contextmanager
def _plain_terminal() -> Iterator[None]:
    """The same colours wherever the picture is made."""
    before = {name: os.environ.get(name) for name in ("TERM", *_COLOUR_WORDS)}
    for name in _COLOUR_WORDS:
        os.environ.pop(name, None)
    os.environ["TERM"] = _TERM
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value
