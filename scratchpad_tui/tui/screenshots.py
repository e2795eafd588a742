"""The pictures of the README: `python -m scratchpad_tui.tui.screenshots [DIR]` makes them from the demo's story."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from scratchpad_tui.core.clock import stamp
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.seen import SeenMarks
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.demo.stage import play, story_clock
from scratchpad_tui.demo.workspace import create_workspace, remove_workspace, workspace_at
from scratchpad_tui.tui.app import ScratchpadApp
from scratchpad_tui.tui.audited_story import tell
from scratchpad_tui.tui.clock import Clock
from scratchpad_tui.tui.launch import held_of
from scratchpad_tui.tui.live_source import LiveSource
from scratchpad_tui.tui.pressure_source import TranscriptWatch
from scratchpad_tui.tui.wishes import Wishes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from textual.pilot import Pilot

    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.pressure_view import PressureView
    from scratchpad_tui.tui.wishes import Onward

SEED, TURNS = 7, 23
"""Which story, and how much of it has been played."""
_UNSEEN = 1
"""The newest versions that the person in the picture has not seen."""
_CLOCK = "SCRATCHPAD_NOW"
_TERM, _COLOUR_WORDS = "xterm-256color", ("COLORTERM", "NO_COLOR", "FORCE_COLOR")
"""The terminal of the pictures, wherever they are made."""


class Picture(NamedTuple):
    """One picture."""

    name: str
    columns: int
    rows: int
    theme: str = "dark"
    press: tuple[str, ...] = ()
    meanwhile: Patch | None = None
    """What the agent writes when these keys were pressed; such a picture has a pad of its own."""
    then: tuple[str, ...] = ()
    """The keys after that."""
    broken: bool = False
    """Whether the pad was broken by hand and recovered before."""
    turns: int = TURNS
    """How much of the story has been played."""
    queue: bool = False
    """Whether promotions were proposed before."""
    audited: bool = False
    """Whether the pad is an audited one, with a story of its own."""


_FINDINGS = ("tab",) * 4
_TO_THE_LESSON = ("<",) * 8
_RECOVERED = 46
"""Turns after which the context has risen again behind its compaction."""
_BACK = ("<",) * 12
_PLAN, _NEXT = ("tab",) * 3, ("tab",)
_PROPOSED = (
    "A redis service in the workflow: our runners have no docker (ci/README.md:117)",
    "fakeredis 2.30 needs lupa for Lua scripts (fakeredis docs, Scripting)",
    "limiter calls redis directly, not through cache.py (limiter.py:81)",
)
_HUNCH = "The auth tests may fail by clock skew"
_KEPT = "- 2026-07-14T16:20Z [observed] limiter calls redis directly, not through cache.py (limiter.py:64) (from Findings, v31)\n"
_AUDITED = ("tab",) * 3
PICTURES = (
    Picture("live-80x24", 80, 24),
    Picture("live-120x40", 120, 40),
    Picture("live-40x12", 40, 12),
    Picture("live-light", 80, 24, theme="light"),
    Picture("live-turn", 80, 24, press=("tab", "tab", "tab", "enter")),
    Picture("agent-gets", 120, 40, press=("v",)),
    Picture("help", 80, 24, press=("question_mark",)),
    Picture(
        "editor-80x24",
        80,
        24,
        press=(*_PLAN, "e", "end", "enter", *"   - in the app fixture too"),
        meanwhile=Patch("Plan", "append", "Pin fakeredis 2.30 in the dev requirements"),
    ),
    Picture(
        "conflict",
        120,
        40,
        press=(*_NEXT, "e", *"First of all: "),
        meanwhile=Patch("Next", "replace", "Run the limiter tests with -n 4, three times"),
        then=("ctrl+s",),
    ),
    Picture("prune", 80, 24, press=(*_FINDINGS, "-", "space", "j", "space", "j", "j", "space")),
    Picture("recovery", 120, 40, press=("r", "space"), broken=True),
    Picture("health", 80, 24, press=("5",), broken=True),
    Picture("pressure", 120, 40, press=("4",), turns=_RECOVERED),
    Picture("pressure-80x24", 80, 24, press=("4", *_BACK), turns=_RECOVERED),
    Picture("promotions", 120, 40, press=("3", "j", "c"), queue=True),
    Picture("promotions-80x24", 80, 24, press=("3",), queue=True),
    Picture("audited", 80, 24, press=(*_AUDITED, "home"), audited=True),
    Picture("audited-evidence", 80, 24, press=(*_AUDITED, *"kkkk", "enter"), audited=True),
    Picture("timeline", 120, 40, press=("2", *_TO_THE_LESSON)),
    Picture("timeline-side-by-side", 160, 40, press=("2", *_TO_THE_LESSON, "s")),
    Picture("timeline-80x24", 80, 24, press=("2", *_TO_THE_LESSON)),
)


def take_pictures(folder: Path) -> list[Path]:
    """Makes every picture as an SVG in the folder; their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    shared = [picture for picture in PICTURES if picture.meanwhile is None]
    kinds = dict.fromkeys(_kind(picture) for picture in shared)
    scenes = [[one for one in shared if _kind(one) == kind] for kind in kinds]
    scenes += [[picture] for picture in PICTURES if picture.meanwhile is not None]
    paths = []
    for scene in scenes:
        broken, turns, queue, audited = _kind(scene[0])
        with stage(broken=broken, turns=turns, queue=queue, audited=audited) as source:
            for picture in scene:
                path = folder / f"{picture.name}.svg"
                path.write_text(asyncio.run(_svg(source, picture)), encoding="utf-8", newline="\n")
                paths.append(path)
    return paths


def _kind(picture: Picture) -> tuple[bool, int, bool, bool]:
    """What tells the pads of the pictures apart."""
    return picture.broken, picture.turns, picture.queue, picture.audited


@contextmanager
def stage(
    *, broken: bool = False, turns: int = TURNS, queue: bool = False, audited: bool = False
) -> Iterator[LiveSource]:
    """The demo's pad in the middle of its story, on a clock that stands still, in a folder of its own."""
    before = dict(os.environ)
    for name in _COLOUR_WORDS:
        os.environ.pop(name, None)
    os.environ["TERM"] = _TERM
    place = create_workspace("audited" if audited else "task")
    clock = story_clock()
    source = None
    try:
        # Beside an audited pad the demo's own one stands elsewhere: its agent writes the transcript.
        pad = os.path.join(place.path, "demo", "scratchpad.md") if audited else place.pad
        play(pad, seed=SEED, turns=turns, clock=clock, transcript=place.transcript)
        if audited:
            tell(PadStore(place.pad), place.path, clock)
        moment = clock(turns + 0.1)
        os.environ[_CLOCK] = stamp(moment)
        store = PadStore(place.pad)
        seen = SeenMarks(os.path.join(place.path, "state"), place.pad)
        if broken:
            _break(store)
        if queue:
            _fill_queue(store)
        seen.mark(store.history.newest() - _UNSEEN, moment)
        source = StillSource(store, rule="the demo's workspace", seen=seen)
        yield source
    finally:
        if source is not None:
            source.close()
        remove_workspace(place)
        for name in (_CLOCK, "TERM", *_COLOUR_WORDS):
            os.environ.pop(name, None)
            if name in before:
                os.environ[name] = before[name]


def _break(store: PadStore) -> None:
    """Lets a hand break the pad, and the agent's next turn set the broken text aside."""
    text = Path(store.paths.pad).read_text("utf-8")
    head, heading, rest = text.partition("## Findings\n")
    first, end, others = rest.partition("\n")
    hand = f"- The docker socket is closed on our runners\n{first}, said again{end}```\n"
    Path(store.paths.pad).write_text(f"{head}{heading}{hand}{others}", "utf-8", newline="\n")
    store.apply([Patch("Findings", "append", "Redis 7 is what production runs (ops wiki)")], turn="24")


def _fill_queue(store: PadStore) -> None:
    """Has the agent propose three lines and a person a fourth one, and the first of them accepted."""
    from scratchpad_tui.core.session.proposing import propose
    from scratchpad_tui.core.session.review import Review

    os.makedirs(store.paths.side, exist_ok=True)
    Path(store.paths.side, "episodic.md").write_text(_KEPT, "utf-8", newline="\n")
    propose(store, _PROPOSED, turn="24")
    review = Review(store)
    review.propose_line(_HUNCH, tag="hypothesis")
    review.accept("p1")


class StillSource(LiveSource):
    """A source that tells what it is asked for alone: a picture does not move."""

    def watch(self, changed: Callable[[PadView], None], failed: Callable[[Exception], None]) -> None:
        """Watches nothing."""
        self._changed, self._failed = changed, failed


class StillTranscript(TranscriptWatch):
    """A transcript that is read once, when it is asked for."""

    def watch(self, told: Callable[[PressureView], None]) -> None:
        """Tells the whole of it."""
        self._told = told
        self._round()


async def _svg(source: LiveSource, picture: Picture) -> str:
    app = picture_app(source, picture)
    async with app.run_test(size=(picture.columns, picture.rows)) as pilot:
        await _press(pilot, picture.press)
        if picture.meanwhile is not None:
            PadStore(source.path).apply([picture.meanwhile], turn="24")
            source.look()
            await _press(pilot, picture.then)
        return with_blanks(app.export_screenshot(title=app.TITLE))


async def _press(pilot: Pilot[Onward], keys: tuple[str, ...]) -> None:
    await pilot.press(*keys)
    for _ in range(4):  # a key's work in the background, the sheet that it opens, the sheet's rows
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()


def with_blanks(svg: str) -> str:
    """The picture with the blanks at the ends of its texts kept, which some programs leave out otherwise."""
    return svg.replace("<svg ", '<svg xml:space="preserve" ', 1)


def picture_app(source: LiveSource, picture: Picture) -> ScratchpadApp:
    """The app of a picture; no second passes in it."""
    base = os.path.dirname(os.path.dirname(source.path))
    wishes = Wishes(theme=picture.theme, motion=False)
    return ScratchpadApp(
        source,
        source.read(),
        wishes=wishes,
        clock=Clock(seconds=lambda: 0.0),
        base=base,
        transcripts=StillTranscript(workspace_at(base).transcript, held=partial(held_of, source.path)),
    )


def main() -> int:
    """Makes the pictures in the named folder, else in `screenshots`."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots")
    for path in take_pictures(folder):
        sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
