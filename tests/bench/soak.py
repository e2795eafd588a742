"""`python -m tests.bench.soak [--minutes 60] [--rate 10] [--depth 1000]`: `watch` beside an agent that never rests.

A writer patches the pad and grows a transcript at that many turns a second. Every half minute the memory, descriptors
and threads of `watch` are noted. At the end every line that the writer saved is looked for: with `--depth 0` in the
versions, which are all there, else in the journal, and in the versions that are kept. It exits 1 where a line is
missing or one of the three went on growing. What the index of the transcript takes is measured by itself: it has a
place for each call and message, and must grow with them. A program warms up for some minutes: give it thirty or more.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
import tracemalloc
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from scratchpad_tui.core.clock import now, stamp
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.history import History
from scratchpad_tui.core.pad.paths import pad_paths
from scratchpad_tui.tui.pressure_reading import Reading
from tests.bench.terminal import Terminal
from tests.bench.workplace import command, pad_text, workplace
from tests.transcripts import answer, boundary, lines, result

if TYPE_CHECKING:
    from collections.abc import Sequence

EVERY = 30.0
"""Seconds between two notes."""
KEPT = 12
"""Entries that stand in Findings: the pad keeps its size."""
WINDOW = 200_000
GROWTH = 1.05
"""What the last quarter's median may be of the second quarter's, beside what must grow; the first warms up."""
LISTED = 1 / 1024
"""MiB that a version may take which is kept for good."""


class Note(NamedTuple):
    """What `watch` holds at one moment."""

    minutes: float
    memory: float
    """MiB."""
    descriptors: int
    threads: int


def entry(turn: int) -> str:
    """The line that a turn saves."""
    return f"turn {turn:07d} found the call in limiter.py:{turn % 997}"


def write(pad: str, transcript: str, rate: float, seconds: float, depth: int) -> int:
    """Patches the pad and grows the transcript; prints the number of turns it saved."""
    from scratchpad_tui.core import Patch, Scratchpad

    scratchpad = Scratchpad(pad, history_depth=depth)
    began = time.monotonic()
    turn = 0
    with open(transcript, "a", encoding="utf-8") as file:
        while time.monotonic() - began < seconds:
            turn += 1
            patches = [Patch("Findings", "append", entry(turn))]
            if turn > KEPT:
                patches.append(Patch("Findings", "remove", f"turn {turn - KEPT:07d} "))
            scratchpad.update(patches)
            level = 20_000 + turn * 150 % (WINDOW - 30_000)
            if level < 20_150:
                file.write(lines({**boundary(WINDOW - 10_000), "timestamp": stamp(now())}))
            file.write(lines(answer(turn, level, tool="Read"), result(turn, f"{turn} " * 200)))
            file.flush()
            time.sleep(max(0.0, began + turn / rate - time.monotonic()))
    print(turn)
    return 0


def held(pid: int, began: float) -> Note:
    """What the process holds now, from /proc."""
    status = Path(f"/proc/{pid}/status").read_text()
    fields = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
    descriptors = len(os.listdir(f"/proc/{pid}/fd"))
    memory = int(fields["VmRSS"].split()[0]) / 1024
    return Note((time.monotonic() - began) / 60, memory, descriptors, int(fields["Threads"]))


def lost(pad: Path, turns: int, depth: int) -> list[int]:
    """The turns whose line is nowhere."""
    history = History(pad_paths(str(pad)))
    numbers = history.numbers()
    if not depth:
        found = {turn for number in numbers for turn in turns_in(history, number)}
        return sorted(set(range(1, turns + 1)) - found)
    made = dict(enumerate(annotated(history.paths.journal), 1))
    there = set(numbers)
    gone = {turn for turn in range(1, turns + 1) if turn not in made}
    gone |= {turn for turn in made if made[turn] in there and turn not in turns_in(history, made[turn])}
    return sorted(gone | {turn for turn in list(made)[-depth:] if made[turn] not in there})


def turns_in(history: History, version: int) -> set[int]:
    """The turns whose lines a version has."""
    return {int(part[:7]) for part in history.read(version).decode().split("turn ")[1:]}


def annotated(path: str) -> list[int]:
    """The versions that the journal says a line was appended in, oldest first: one for each turn."""
    added = {"op": "append", "section": "Findings"}
    return [
        record["version"]
        for record in journal.records(path)
        if journal.is_version(record) and added in record.get("operations", [])
    ]


def index_size(transcript: Path) -> float:
    """MiB that the calls and messages of a transcript take as `watch` reads it, without the modules that read it."""
    _read(transcript)
    tracemalloc.start()
    reading = _read(transcript)
    size = tracemalloc.get_traced_memory()[0] / 2**20
    tracemalloc.stop()
    return size if reading.view().calls else 0.0


def _read(transcript: Path) -> Reading:
    reading = Reading(str(transcript), None)
    reading.refresh()
    while reading.advance(1 << 20):
        pass
    reading.view()
    return reading


def grown(notes: Sequence[Note], fair: float) -> list[str]:
    """What was still growing in the last quarter, each as a sentence; `fair`: MiB that must come in the whole run."""
    quarter = max(1, len(notes) // 4)
    early, late = notes[quarter : 2 * quarter], notes[-quarter:]
    told = []
    for name in ("memory", "descriptors", "threads"):
        before, after = (median(getattr(note, name) for note in part) for part in (early, late))
        # Between the middles of the two quarters lies half of the run.
        if after > before * GROWTH + 1 + (fair / 2 if name == "memory" else 0.0):
            told.append(f"{name} grew from {before:.0f} to {after:.0f}")
    return told


def soak(minutes: float, rate: float, depth: int) -> int:
    """Runs both and prints the notes; the exit code."""
    with workplace() as place:
        pad = place.pad("soak")
        pad.write_text(pad_text(size=600), "utf-8")
        (pad.parent / "scratchpad.toml").write_text(f"[history]\ndepth = {depth}\n", "utf-8")
        transcript = pad.parent.parent / "transcript.jsonl"
        transcript.touch()
        words = [sys.executable, "-m", "tests.bench.soak", "--write", str(pad), str(transcript)]
        words += ["--minutes", str(minutes), "--rate", str(rate), "--depth", str(depth)]
        env = {**place.env, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
        watch = [*command(), "watch", str(pad), "--transcript", str(transcript)]
        with Terminal(watch, place.env, pad.parent.parent) as terminal:
            terminal.until("NEXT")
            began = time.monotonic()
            with subprocess.Popen(words, stdout=subprocess.PIPE, env=env, text=True) as writer:
                notes = _watched(terminal, writer, began)
                turns = int(writer.communicate()[0] or 0)
            sent = terminal.count
        index = index_size(transcript)
        missing, more = lost(pad, turns, depth), grown(notes, index + (0 if depth else turns * LISTED))
    print(f"{turns:,} turns in {minutes:g} minutes; {sent:,} bytes to the terminal")
    print(f"index of the transcript: {index:.1f} MiB, {index * 2**20 / max(1, turns):.0f} bytes a turn")
    print(f"lines that are lost: {len(missing)} {missing[:5] or ''}; {'; '.join(more) or 'nothing grew'}")
    print(json.dumps([list(note) for note in notes]))
    return 1 if missing or more or not turns else 0


def _watched(terminal: Terminal, writer: subprocess.Popen[str], began: float) -> list[Note]:
    notes: list[Note] = []
    with suppress(KeyboardInterrupt):
        while writer.poll() is None:
            terminal.drain(EVERY)
            notes.append(held(terminal.pid, began))
            print(
                "{:6.1f} min  {:7.1f} MiB  {:3d} descriptors  {:3d} threads".format(*notes[-1]),
                file=sys.stderr,
                flush=True,
            )
    return notes


def main() -> int:
    """Reads the options and runs."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--rate", type=float, default=10.0, help="turns a second")
    parser.add_argument("--depth", type=int, default=1_000, help="versions that are kept; 0: all")
    parser.add_argument("--write", nargs=2, metavar=("PAD", "TRANSCRIPT"), help="be the writer")
    options = parser.parse_args()
    if options.write:
        pad, transcript = options.write
        return write(pad, transcript, options.rate, options.minutes * 60, options.depth)
    return soak(options.minutes, options.rate, options.depth)


if __name__ == "__main__":
    sys.exit(main())
