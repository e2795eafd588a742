"""The scripted agent's process: `python -m scratchpad_tui.demo.agent WORKSPACE [--seed N] [--speed X] [--turns N] ...`."""

from __future__ import annotations

import os
import signal
import sys
import time
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from scratchpad_tui.core.errors import ScratchpadError
from scratchpad_tui.demo.hand import edit_file
from scratchpad_tui.demo.scripted import ScriptedAgent
from scratchpad_tui.demo.story import TURNS, Story
from scratchpad_tui.demo.transcript import Transcript
from scratchpad_tui.demo.workspace import remove_workspace, workspace_at

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from scratchpad_tui.demo.scripted import TurnDone
    from scratchpad_tui.demo.workspace import Workspace

HAND_AT = 0.25
"""When in a turn, as a part of it, a person's hand edits the file: the agent is at work then, not at the pad."""

QUIET_TURN = 1.0
"""Seconds of a turn after the story, at whatever speed that was told: a person waits for the answer."""


class Pace:
    """Waits between turns, and learns meanwhile that it is time to stop."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._parent = os.getppid()
        # A put into a SimpleQueue is safe in a signal handler, where setting an Event could lock up.
        self._stops: SimpleQueue[None] = SimpleQueue()
        self._began = time.monotonic()
        self.is_over = False
        self.input_ended = False
        """Whether the process that held the other end of standard input is gone."""

    def begin_turn(self) -> None:
        """A turn begins now."""
        self._began = time.monotonic()

    def calm_down(self) -> None:
        """From now on turns are quiet ones."""
        self._seconds = QUIET_TURN

    def wait_until(self, part: float) -> bool:
        """Waits until this part of the turn has passed; False where the agent is to stop."""
        self._listen(self._began + part * self._seconds - time.monotonic())
        return not self.is_over

    def stop(self, *_: object) -> None:
        """Ends the waiting; safe in a signal handler."""
        self._stops.put(None)

    def stop_at_end_of_input(self) -> None:
        """Stops when standard input ends, which it does when the process that holds the other end is gone."""
        import threading

        threading.Thread(target=self._read_to_end, name="end-of-input", daemon=True).start()

    def _read_to_end(self) -> None:
        try:
            while os.read(sys.stdin.fileno(), 1024):
                pass
        finally:
            self.input_ended = True
            self.stop()

    def _listen(self, seconds: float) -> None:
        try:
            self._stops.get(timeout=max(seconds, 0.0))
            self.is_over = True
        except Empty:
            self.is_over = self.is_over or os.getppid() != self._parent


def play_story(place: Workspace, seed: int, turns: int, pace: Pace, company: int = 0) -> None:
    """Plays the story in a workspace, and the hand of the person in it, at the given pace.

    `company` is the number of quiet turns that follow for a person who looks on.
    """
    story = Story(seed, ends_after=turns if company else None)
    with (
        Transcript(place.transcript, place.path, story.telling.dice) as transcript,
        ScriptedAgent(place.pad, story, transcript) as agent,
    ):
        for turn in range(1, turns + company + 1):
            if turn == turns + 1:
                pace.calm_down()
            pace.begin_turn()
            _tell(agent.turn(turn))
            hand = story.beat(turn).hand
            if hand and pace.wait_until(HAND_AT):
                edit_file(place.pad, hand)
            if pace.is_over or not pace.wait_until(1.0):
                return


def _tell(done: TurnDone) -> None:
    what = "refused" if done.refused else ", ".join(dict.fromkeys(patch.section for patch in done.patches))
    sys.stdout.write(f"turn {done.turn}: {what or 'no change'}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the process; its exit code."""
    options = _options(arguments)
    pace = Pace(1.0 / options.speed)
    signal.signal(signal.SIGTERM, pace.stop)
    if options.tied:
        pace.stop_at_end_of_input()
    place = workspace_at(options.workspace)
    try:
        play_story(place, options.seed, options.turns, pace, options.company)
    except BrokenPipeError:
        # Whoever read our lines is gone; the interpreter must not complain about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return 130
    except (ScratchpadError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 3
    finally:
        if options.tidy and pace.input_ended:
            remove_workspace(place)
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    import argparse

    parser = argparse.ArgumentParser(prog="scratchpad_tui.demo.agent", description="Plays the demo's story.")
    parser.add_argument("workspace", help="the folder to play in")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--speed", type=_speed, default=1.0, help="turns a second")
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument(
        "--company", type=int, default=0, help="quiet turns after the story, for a person who plays on"
    )
    parser.add_argument(
        "--tidy", action="store_true", help="with --tied: take the workspace away when standard input ends"
    )
    parser.add_argument("--tied", action="store_true", help="end when standard input ends")
    return parser.parse_args(arguments)


def _speed(text: str) -> float:
    speed = float(text)
    if not 0.001 <= speed <= 1_000_000:
        raise ValueError(text)
    return speed


if __name__ == "__main__":
    sys.exit(main())
