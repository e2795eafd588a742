"""Samples taken in turn, and the row that they make in the table."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MS = 1000.0


class Row(NamedTuple):
    """One line of the table."""

    what: str
    ours: str
    beside: str
    """What it is measured against in the same run, with its figure."""
    ratio: str = ""
    goal: str = ""


def seconds(work: Callable[[], object]) -> float:
    """How long the work takes, in seconds."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def in_turn(rounds: int, *works: Callable[[], float]) -> list[list[float]]:
    """The figures of each work, taken A B A B so that the machine's moods meet all alike; one round warms up."""
    samples: list[list[float]] = [[] for _ in works]
    for number in range(rounds + 1):
        for work, figures in zip(works, samples, strict=True):
            figure = work()
            if number:
                figures.append(figure)
    return samples


def median(figures: Sequence[float]) -> float:
    """The middle figure."""
    return statistics.median(figures)


def p95(figures: Sequence[float]) -> float:
    """The figure that 95 of 100 do not exceed."""
    ordered = sorted(figures)
    return ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]


def ms(value: float) -> str:
    """Seconds as milliseconds in words."""
    return f"{value * MS:,.1f} ms" if value < 0.1 else f"{value * MS:,.0f} ms"


def times(ours: float, beside: float) -> str:
    """The ratio of two figures, as `1.3x`."""
    return f"{ours / beside:.2f}x"
