"""The pictures of the README: `python -m scratchpad_tui.tui.screenshots [DIR]` makes them from the demo's story."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from scratchpad_tui.core.clock import stamp
from scratchpad_tui.core.pad.seen import SeenMarks
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.demo.stage import play, story_clock
from scratchpad_tui.demo.workspace import create_workspace, remove_workspace
from scratchpad_tui.tui.app import ScratchpadApp
from scratchpad_tui.tui.clock import Clock
from scratchpad_tui.tui.live_source import LiveSource
from scratchpad_tui.tui.wishes import Wishes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scratchpad_tui.core.pad.view import PadView

SEED, TURNS = 7, 23
"""Which story, and how much of it has been played."""
_UNSEEN = 1
"""The newest versions that the person in the picture has not seen."""
_CLOCK = "SCRATCHPAD_NOW"


class Picture(NamedTuple):
    """One picture."""

    name: str
    columns: int
    rows: int
    theme: str = "dark"
    press: tuple[str, ...] = ()


PICTURES = (
    Picture("live-80x24", 80, 24),
    Picture("live-120x40", 120, 40),
    Picture("live-40x12", 40, 12),
    Picture("live-light", 80, 24, theme="light"),
    Picture("live-turn", 80, 24, press=("tab", "tab", "tab", "enter")),
    Picture("agent-gets", 120, 40, press=("v",)),
    Picture("help", 80, 24, press=("question_mark",)),
)


def take_pictures(folder: Path) -> list[Path]:
    """Makes every picture as an SVG in the folder; their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    with stage() as source:
        paths = []
        for picture in PICTURES:
            path = folder / f"{picture.name}.svg"
            path.write_text(asyncio.run(_svg(source, picture)), encoding="utf-8", newline="\n")
            paths.append(path)
        return paths


@contextmanager
def stage() -> Iterator[LiveSource]:
    """The demo's pad in the middle of its story, on a clock that stands still, in a folder of its own."""
    before = os.environ.get(_CLOCK)
    place = create_workspace()
    clock = story_clock()
    source = None
    try:
        play(place.pad, seed=SEED, turns=TURNS, clock=clock)
        moment = clock(TURNS + 0.1)
        os.environ[_CLOCK] = stamp(moment)
        store = PadStore(place.pad)
        seen = SeenMarks(os.path.join(place.path, "state"), place.pad)
        seen.mark(store.history.newest() - _UNSEEN, moment)
        source = StillSource(store, rule="the demo's workspace", read_only=True, seen=seen)
        yield source
    finally:
        if source is not None:
            source.close()
        remove_workspace(place)
        if before is None:
            os.environ.pop(_CLOCK, None)
        else:
            os.environ[_CLOCK] = before


class StillSource(LiveSource):
    """A source that never tells anything: a picture does not move."""

    def watch(self, changed: Callable[[PadView], None], failed: Callable[[Exception], None]) -> None:
        """Watches nothing."""


async def _svg(source: LiveSource, picture: Picture) -> str:
    app = picture_app(source, picture)
    async with app.run_test(size=(picture.columns, picture.rows)) as pilot:
        await pilot.press(*picture.press)
        for _ in range(3):  # a key's work in the background, the sheet that it opens, the sheet's rows
            await app.workers.wait_for_complete()
            await pilot.pause()
        return app.export_screenshot(title=app.TITLE)


def picture_app(source: LiveSource, picture: Picture) -> ScratchpadApp:
    """The app of a picture; no second passes in it."""
    base = os.path.dirname(os.path.dirname(source.path))
    wishes = Wishes(theme=picture.theme, motion=False)
    return ScratchpadApp(source, source.read(), wishes=wishes, clock=Clock(seconds=lambda: 0.0), base=base)


def main() -> int:
    """Makes the pictures in the named folder, else in `screenshots`."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots")
    for path in take_pictures(folder):
        sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
