"""From an atomic rename of the pad to the changed line on the terminal."""

from __future__ import annotations

import os
import random
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.measure import Row, median, ms, p95, times
from tests.bench.terminal import Terminal
from tests.bench.workplace import command, pad_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.bench.workplace import Workplace

ECHO = Path(__file__).with_name("echo.py")


def renamed(pad: Path, next_step: str) -> float:
    """Puts a pad with that next step in place, by one rename; the moment of the rename."""
    fresh = pad.with_name("fresh.tmp")
    fresh.write_text(pad_text(next_step), "utf-8")
    moment = time.perf_counter()
    os.replace(fresh, pad)
    return moment


def _sampled(rounds: int, rest: Callable[[], float], sides: list[tuple[Path, Terminal]]) -> list[list[float]]:
    samples: list[list[float]] = [[] for _ in sides]
    for number in range(rounds):
        pause = rest()
        for _, terminal in sides:
            terminal.drain(pause / len(sides))
        for figures, (pad, terminal) in zip(samples, sides, strict=True):
            word = f"step{number}x{random.getrandbits(32):08x}"
            start = renamed(pad, word)
            figures.append(terminal.until(word, limit=10) - start)
    return samples


def rows(place: Workplace, *, quick: bool) -> list[Row]:
    """While the agent is at work, and after a rest; both programs at the same time, in turn."""
    ours, theirs = place.pad("latency"), place.pad("echo")
    for pad in (ours, theirs):
        pad.write_text(pad_text(), "utf-8")
    kinds: list[tuple[str, int, Callable[[], float]]] = [
        ("a change every second or so", 15 if quick else 40, lambda: random.uniform(0.6, 1.4)),
        ("a change after 10 s of rest", 2 if quick else 12, lambda: random.uniform(10, 10.5)),
        ("a change after 20 s of rest", 1 if quick else 8, lambda: random.uniform(20, 20.5)),
    ]
    found = []
    with ExitStack() as stack:
        watch = stack.enter_context(Terminal([*command(), "watch", str(ours)], place.env, ours.parent.parent))
        echo = stack.enter_context(
            Terminal([sys.executable, str(ECHO), str(theirs)], place.env, place.folder)
        )
        watch.until("NEXT")
        echo.until("ready")
        for name, rounds, rest in kinds:
            own, peer = _sampled(rounds, rest, [(ours, watch), (theirs, echo)])
            found.append(
                Row(
                    f"Rename to repaint, {name}: p50 / p95",
                    f"{ms(median(own))} / {ms(p95(own))}",
                    f"watchfiles' default {ms(median(peer))} / {ms(p95(peer))}",
                    f"p95 {times(p95(own), p95(peer))}",
                    "at most 0.25x",
                )
            )
    return found
