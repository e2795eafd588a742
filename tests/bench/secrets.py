"""What the secrets scan costs: a clean text of a note's size, a long one, the first in a process, and hostile ones."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from typing import TYPE_CHECKING

from scratchpad_tui.core.secrets.scanner import scan
from tests.bench.measure import Row, in_turn, median, ms, seconds
from tests.bench.workplace import pad_text
from tests.core.secrets.hostile import HOSTILE

if TYPE_CHECKING:
    from tests.bench.workplace import Workplace

NOTE, LONG, HOSTILE_SIZE = 1_024, 65_536, 100_000
"""Characters."""
FIRST = """
import sys, time
text = sys.argv[1]
begun = time.perf_counter()
from scratchpad_tui.core.secrets.scanner import scan
loaded = time.perf_counter()
scan(text)
print(loaded - begun, time.perf_counter() - loaded)
"""


def _text(size: int) -> str:
    return (pad_text(size=size) * 2)[:size]


def _first(text: str) -> tuple[float, float]:
    """Seconds to load the scanner and to scan once, in a process of its own."""
    ended = subprocess.run([sys.executable, "-c", FIRST, text], capture_output=True, text=True, check=True)
    loaded, scanned = map(float, ended.stdout.split())
    return loaded, scanned


def rows(_: Workplace, *, quick: bool) -> list[Row]:
    """The rows of the table."""
    rounds = 3 if quick else 9
    note, long = _text(NOTE), _text(LONG)
    firsts = [_first(note) for _ in range(rounds)]
    ours, longer = in_turn(rounds, lambda: seconds(lambda: scan(note)), lambda: seconds(lambda: scan(long)))
    worst: dict[str, float] = {}
    for name, make in HOSTILE.items():
        text = make(HOSTILE_SIZE)
        worst[name] = median([seconds(partial(scan, text)) for _ in range(1 if quick else 3)])
    slowest = max(worst, key=worst.__getitem__)
    return [
        Row(
            "scan 1 KB of clean text for secrets",
            ms(median(ours)),
            f"the first of a process {ms(median([b for _, b in firsts]))}, loading {ms(median([a for a, _ in firsts]))}",
            "",
            "2 ms, loading 20 ms",
        ),
        Row("scan 64 KB of clean text", ms(median(longer)), "", "", "100 ms"),
        Row(
            f"scan the slowest of {len(HOSTILE)} hostile 100 KB texts",
            ms(worst[slowest]),
            f"({slowest})",
            "",
            "500 ms",
        ),
    ]
