"""From the start of the process to the whole first screen, in a terminal of 120x40."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.bench.measure import Row, in_turn, median, ms, times
from tests.bench.peers import absent, find
from tests.bench.reading import home_of, transcript_of
from tests.bench.sessions import write_session
from tests.bench.terminal import Terminal
from tests.bench.workplace import SECTIONS, command, pad_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.bench.workplace import Workplace

HELLO = Path(__file__).with_name("hello.py")
SCREEN = (*SECTIONS[:-1], "NEXT")
"""Texts of our own first screen, whose parts come in any order."""
LEVEL = "/200k"
"""Stands on it when the transcript's level is known."""
LOG_LINE = "2026-02-06 08:00:00,000 INFO worker-3 GET /orders/{} took 12 ms and found nothing in the cache\n"
LOG_LINES = 110_000
"""Some 10 MB."""
PATIENCE = 120.0
"""Seconds that a peer's first screen may take."""


class Program(NamedTuple):
    """What is started, and the texts that its whole first screen has."""

    name: str
    words: Sequence[str]
    texts: Sequence[str]
    env: dict[str, str]


class Paint(NamedTuple):
    """Of some rounds."""

    seconds: float
    """The median."""
    peak: float
    """The highest, in MiB."""


def painted(place: Workplace, rounds: int, programs: Sequence[Program]) -> list[Paint]:
    """Starts each in turn and ends it when its first screen is whole."""
    peaks = [0.0] * len(programs)

    def first_screen(at: int) -> float:
        program = programs[at]
        with Terminal(program.words, program.env, place.folder) as terminal:
            took = terminal.until(*program.texts, limit=PATIENCE) - terminal.started
            peaks[at] = max(peaks[at], terminal.peak())
            return took

    samples = in_turn(rounds, *[lambda at=at: first_screen(at) for at in range(len(programs))])
    return [Paint(median(figures), peak) for figures, peak in zip(samples, peaks, strict=True)]


def hello(place: Workplace) -> Program:
    """The smallest Textual program."""
    return Program("Textual's hello", [sys.executable, str(HELLO)], ["Hello, World!"], place.env)


def watched(place: Workplace, name: str, pad: Path, transcript: Path | None = None) -> Program:
    """`watch` on that pad, to its sections."""
    more = ["--transcript", str(transcript)] if transcript else []
    return Program(name, [*command(), "watch", str(pad), *more], SCREEN, place.env)


def levelled(place: Workplace, name: str, pad: Path, transcript: Path) -> Program:
    """The same, to the transcript's level on the screen too."""
    program = watched(place, name, pad, transcript)
    return program._replace(texts=[*SCREEN, LEVEL])


def _pad(place: Workplace, versions: int) -> Path:
    from scratchpad_tui.core import Patch, Scratchpad

    pad = place.pad("paint")
    pad.write_text(pad_text(), "utf-8")
    scratchpad = Scratchpad(str(pad), history_depth=versions)
    for number in range(versions):
        scratchpad.update([Patch("Next", "replace", f"Step {number}")])
    return pad


def _peers(place: Workplace, transcript: Path) -> tuple[list[Program], list[str]]:
    """Programs in a terminal like ours, on something of their own to show; and the names of those that are not there."""
    log = place.folder / "worker.log"
    log.write_text("".join(map(LOG_LINE.format, range(LOG_LINES))) + "the last line\n", "utf-8")
    at_home = {**place.env, "HOME": str(home_of(transcript))}
    known = {
        "posting": ([], ["Collection", "Response", "Commands"], place.env),
        "harlequin": (["--locale", "C"], ["Data Catalog", "Query Results", "Run Query"], place.env),
        "toolong": ([str(log)], ["the last line", "Help"], place.env),
        "claude-monitor": ([], ["Token Usage", "Burn Rate", "Ctrl+C"], at_home),
    }
    found, absents = [], []
    for name, (words, texts, env) in known.items():
        if peer := find(place, name):
            on = f"{peer.label} on 100 MB" if env is at_home else peer.label
            found.append(Program(on, [peer.path, *words], texts, env))
        else:
            absents.append(name)
    return found, absents


def _told(name: str, paint: Paint) -> str:
    return f"{name} {ms(paint.seconds)}, {paint.peak:,.0f} MiB".strip()


def _first_screen(program: Program, paint: Paint, beside: str, ratio: str, goal: str = "") -> Row:
    return Row(f"First screen of {program.name}, and its peak", _told("", paint), beside, ratio, goal)


def _beside_hello(place: Workplace, ours: Sequence[Program], level: Program, rounds: int) -> list[Row]:
    """Ours beside the smallest Textual program, and the one with its level beside our first."""
    bare, *paints, shown = painted(place, rounds, [hello(place), *ours, level])
    beside = _told("Textual's hello", bare)
    rows = [
        _first_screen(program, paint, beside, times(paint.seconds, bare.seconds), "at most 1.3x")
        for program, paint in zip(ours, paints, strict=True)
    ]
    without = _told("without a transcript", paints[0])
    return [
        *rows,
        _first_screen(level, shown, without, times(shown.seconds, paints[0].seconds), "at most 1.2x"),
    ]


def _beside_peers(place: Workplace, own: Program, transcript: Path, rounds: int) -> list[Row]:
    peers, absents = _peers(place, transcript)
    ours, *paints = painted(place, rounds, [own, *peers])
    rows = [
        _first_screen(own, ours, _told(peer.name, paint), times(ours.seconds, paint.seconds))
        for peer, paint in zip(peers, paints, strict=True)
    ]
    return [*rows, *[_first_screen(own, ours, absent(name), "") for name in absents]]


def rows(place: Workplace, *, quick: bool) -> list[Row]:
    """`watch` and `demo` beside the smallest Textual program, and `watch` beside the peers that are there."""
    versions = 50 if quick else 1_000
    pad = _pad(place, versions)
    transcript = transcript_of(place, "paint")
    write_session(transcript, 100_000_000)
    kept = f"`watch` on a pad with {versions:,} versions"
    beside = watched(place, f"{kept} and a transcript of 100 MB", pad, transcript)
    level = levelled(place, f"{beside.name}, with its level", pad, transcript)
    demo = Program("`demo`", [*command(), "demo", "--seed", "1"], SCREEN, place.env)
    try:
        return [
            *_beside_hello(place, [watched(place, kept, pad), beside, demo], level, 3 if quick else 15),
            *_beside_peers(place, level, transcript, 2 if quick else 5),
        ]
    finally:
        transcript.unlink()
