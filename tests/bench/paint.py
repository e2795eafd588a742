"""From the start of the process to the whole first screen, in a terminal of 120x40."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.measure import Row, in_turn, median, ms, times
from tests.bench.terminal import Terminal
from tests.bench.workplace import SECTIONS, command, installed, pad_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.bench.workplace import Workplace

HELLO = Path(__file__).with_name("hello.py")
PEERS = {"posting": "Collection", "harlequin": "Data Catalog", "toolong": "Ln"}
"""Programs of the same kind, measured where they are installed, and a text of their first screen."""


def rows(place: Workplace, *, quick: bool) -> list[Row]:
    """`watch` and `demo`, and the peers that are there."""
    from scratchpad_tui.core import Patch, Scratchpad

    pad = place.pad("paint")
    pad.write_text(pad_text(), "utf-8")
    scratchpad = Scratchpad(str(pad), history_depth=1_000)
    for number in range(50 if quick else 1_000):
        scratchpad.update([Patch("Next", "replace", f"Step {number}")])
    work = pad.parent.parent

    def painted(words: Sequence[str], *texts: str) -> Callable[[], float]:
        def run() -> float:
            with Terminal(words, place.env, work) as terminal:
                return terminal.until(*texts) - terminal.started

        return run

    programs = {
        "`watch` on a pad with 1,000 versions": painted(
            [*command(), "watch", str(pad)], *SECTIONS[:-1], "NEXT"
        ),
        "`demo`": painted([*command(), "demo", "--seed", "1"], *SECTIONS[:-1], "NEXT"),
    }
    for name, text in PEERS.items():
        if path := installed(name):
            programs[f"({name})"] = painted([path], text)
    hello = painted([sys.executable, str(HELLO)], "Hello, World!")
    bare, *ours = map(median, in_turn(5 if quick else 15, hello, *programs.values()))
    return [
        Row(
            f"First screen of {name}",
            ms(own),
            f"Textual's hello {ms(bare)}",
            times(own, bare),
            "at most 1.3x",
        )
        for name, own in zip(programs, ours, strict=True)
    ]
