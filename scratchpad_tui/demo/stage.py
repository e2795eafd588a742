"""The story in this process, at once and on a clock of its own: for tests and pictures."""

from __future__ import annotations

import os
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from scratchpad_tui.core.clock import stamp
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.demo.agent import HAND_AT
from scratchpad_tui.demo.hand import edit_file
from scratchpad_tui.demo.scripted import ScriptedAgent
from scratchpad_tui.demo.story import TURNS, Story
from scratchpad_tui.demo.transcript import Transcript

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scratchpad_tui.demo.beats import Hand
    from scratchpad_tui.demo.scripted import TurnDone

_CLOCK = "SCRATCHPAD_NOW"


def story_clock(
    start: datetime = datetime(2026, 7, 20, 9, 12, tzinfo=UTC), turn: timedelta = timedelta(seconds=70)
) -> Callable[[float], datetime]:
    """A clock for a story: given a turn, counted from 1 and with a part for what happens within it, the time."""

    def time_of(number: float) -> datetime:
        return start + turn * (number - 1)

    return time_of


def play(
    pad_path: str,
    *,
    seed: int = 7,
    turns: int = TURNS,
    clock: Callable[[float], datetime] | None = None,
    transcript: str | None = None,
    between: Callable[[int], None] | None = None,
) -> list[TurnDone]:
    """Plays the first turns of a story on a pad and gives what happened in each; nothing waits between them.

    Args:
        pad_path: where the pad stands, or will.
        seed: which story.
        turns: how many of its turns.
        clock: the time of each turn; the system's clock where none is given.
        transcript: where to write it; nowhere where none is given.
        between: called after each turn, where a test's person may edit the pad.
    """
    story = Story(seed)
    folder = os.path.dirname(os.path.abspath(pad_path))
    done: list[TurnDone] = []
    with (
        Transcript(transcript or os.devnull, folder, story.telling.dice) as rows,
        ScriptedAgent(pad_path, story, rows) as agent,
    ):
        for turn in range(1, turns + 1):
            with _time(clock, turn):
                done.append(agent.turn(turn))
            hand = story.beat(turn).hand
            if hand:
                with _time(clock, turn + HAND_AT):
                    _edit_and_see(pad_path, hand)
            if between:
                between(turn)
    return done


def _edit_and_see(pad_path: str, hand: Hand) -> None:
    """A hand outside edits the file, and a running watch takes it down, as it does while somebody looks on."""
    edit_file(pad_path, hand)
    store = PadStore(pad_path)
    store.record_external()
    store.close()


@contextmanager
def _time(clock: Callable[[float], datetime] | None, turn: float) -> Iterator[None]:
    """The product's clock stands at a turn's time for the block."""
    if clock is None:
        yield
        return
    before = os.environ.get(_CLOCK)
    os.environ[_CLOCK] = stamp(clock(turn))
    try:
        yield
    finally:
        if before is None:
            del os.environ[_CLOCK]
        else:
            os.environ[_CLOCK] = before
