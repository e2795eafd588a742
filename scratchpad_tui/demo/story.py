"""The story of one seed: sixty turns, and quiet ones for as long as somebody watches."""

from __future__ import annotations

from scratchpad_tui.demo.acts.fixture import fixture
from scratchpad_tui.demo.acts.landing import landing
from scratchpad_tui.demo.acts.parallel import parallel
from scratchpad_tui.demo.acts.search import search
from scratchpad_tui.demo.beats import Beat, do_next
from scratchpad_tui.demo.cast import Telling
from scratchpad_tui.demo.script import script

TURNS = 60
"""How long the story is; what follows are turns in which the agent only takes up what a person writes."""

COMPANY = 600
"""How many quiet turns follow where a person looks on: ten minutes in which the agent takes up what they write."""

FAREWELL = "The story is over: write, and I answer"
"""The next action once a person is left alone with the agent."""

WINDOW = 200_000
"""The context window of the story's model, in tokens."""


class Story:
    """The turns of one seed; the same seed gives the same story.

    `ends_after` is the turn whose follower says that the story is over; nobody says it where that is None.
    """

    def __init__(self, seed: int, *, ends_after: int | None = None) -> None:
        self.seed = seed
        self._ends_after = ends_after
        self.telling = Telling(seed)
        texts = script(self.telling)
        self.beats: tuple[Beat, ...] = tuple(
            beat for act in (search, fixture, parallel, landing) for beat in act(self.telling, texts)
        )
        self._levels = _levels(self.telling, self.beats)

    def beat(self, turn: int) -> Beat:
        """The beat of a turn, counted from 1."""
        end = len(self.beats) if self._ends_after is None else self._ends_after
        if turn <= min(end, len(self.beats)):
            return self.beats[turn - 1]
        checks = self.telling("gh pr checks {pr}")
        moves = (do_next(FAREWELL),) if turn - 1 == self._ends_after else ()
        return Beat("Bash", checks, "all green", "Nothing new; I look whether the pad has changed.", moves, 1)

    def tokens(self, turn: int) -> int:
        """How many tokens the context holds at the call of a turn."""
        if turn <= len(self._levels):
            return self._levels[turn - 1]
        return min(self._levels[-1] + 120 * (turn - len(self._levels)), WINDOW * 3 // 4)


def _levels(telling: Telling, beats: tuple[Beat, ...]) -> list[int]:
    """The context at each call, in tokens: up to the size at which agents compact, then down, then up again."""
    dice = telling.dice
    cut = next(index for index, beat in enumerate(beats) if beat.compacts) + 1
    full = dice.number("full", 151_000, 155_800)
    first = _climb(telling, beats[:cut], dice.number("base", 21_500, 25_500), full)
    rest = _climb(
        telling, beats[cut:], dice.number("after", 36_000, 43_000), dice.number("end", 112_000, 121_000)
    )
    return first + rest


def _climb(telling: Telling, beats: tuple[Beat, ...], low: int, high: int) -> list[int]:
    """One level a beat, from `low` to `high`; a beat's weight says how far the next call stands above it."""
    steps = [
        beat.weight * telling.dice.number(f"growth/{low}/{index}", 70, 130)
        for index, beat in enumerate(beats[:-1])
    ]
    levels = [low]
    for step in steps:
        levels.append(levels[-1] + step * (high - low) // sum(steps))
    return levels
