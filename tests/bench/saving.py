"""What an update costs: against the durable limit of one file, with many versions kept, and in memory."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from typing import TYPE_CHECKING

from scratchpad_tui.core import Patch, Scratchpad
from tests.bench.measure import Row, in_turn, median, ms, seconds, times
from tests.bench.terminal import Terminal
from tests.bench.timeline import past
from tests.bench.workplace import command, pad_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.bench.workplace import Workplace

SIZE = 5_000
"""Bytes of the pad that is saved."""
WRITER = """
import sys
from scratchpad_tui.core import Patch, Scratchpad
def held():
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[1])
pad = Scratchpad(sys.argv[1], history_depth=20)
for count in map(int, sys.argv[2:]):
    for number in range(count):
        pad.update([Patch("Next", "replace", f"Step {number} of {count}")])
    print(held(), flush=True)
    sys.stdin.readline()
"""


def _updates(pad: Path, depth: int, kept: int) -> Callable[[int], float]:
    """Writes a history of so many versions as files; what is returned makes some updates and gives the seconds."""
    past(pad, kept)
    pad.write_text(pad_text(size=SIZE), "utf-8")
    scratchpad = Scratchpad(str(pad), history_depth=depth)
    state = [0]

    def run(count: int) -> float:
        def updates() -> None:
            for _ in range(count):
                state[0] += 1
                scratchpad.update([Patch("Next", "replace", f"Step {state[0]}")])

        return seconds(updates)

    run(5)
    return run


def _durable(target: Path) -> None:
    """One file made durable: temporary file, fsync, rename, fsync of the folder."""
    data = pad_text(size=SIZE).encode()
    fresh = f"{target}.tmp"
    file = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    os.write(file, data)
    os.fsync(file)
    os.close(file)
    os.replace(fresh, target)
    folder = os.open(target.parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)


def _rate(place: Workplace, *, quick: bool) -> Row:
    batch = 50
    target = place.folder / "durable.md"
    update = _updates(place.pad("rate"), 20, 50)

    def limit() -> float:
        def files() -> None:
            for _ in range(batch):
                _durable(target)

        return seconds(files)

    own, bare = map(median, in_turn(5 if quick else 21, lambda: update(batch), limit))
    return Row(
        "`Scratchpad.update` of a 5 KB pad, pad and version durable",
        f"{batch / own:,.0f} a second",
        f"one durable file {batch / bare:,.0f} a second",
        times(bare, own),
        "at least 0.4x",
    )


def _kept(place: Workplace, *, quick: bool) -> list[Row]:
    batch = 20
    counts = (10, 100, 1_000) if quick else (10, 1_000, 10_000)
    works = [_updates(place.pad(f"kept{count}"), count, count + 5) for count in counts]
    figures = [
        median(samples) / batch
        for samples in in_turn(5 if quick else 15, *[partial(work, batch) for work in works])
    ]
    few = figures[0]
    return [
        Row(
            f"An update with {count:,} versions kept",
            ms(cost),
            f"with {counts[0]} {ms(few)}",
            times(cost, few),
            "flat",
        )
        for count, cost in zip(counts[1:], figures[1:], strict=True)
    ]


def _memory(place: Workplace, *, quick: bool) -> list[Row]:
    """A writer and a `watch` on one pad: what both hold early and late."""
    pad = place.pad("memory")
    pad.write_text(pad_text(), "utf-8")
    early, late = (200, 800) if quick else (1_000, 4_000)
    page = os.sysconf("SC_PAGESIZE") / 2**20
    with Terminal([*command(), "watch", str(pad)], place.env, pad.parent.parent) as terminal:
        terminal.until("NEXT")
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(pad), str(early), str(late)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=place.env,
        )
        assert writer.stdin
        assert writer.stdout
        held = []
        for count in (early, late):
            terminal.until(f"Step {count - 1} of {count}", limit=600)
            terminal.drain(3)
            held.append((int(writer.stdout.readline()) * page, terminal.memory()))
            writer.stdin.write("on\n")
            writer.stdin.flush()
        writer.communicate()
    what = f"Memory after {early + late:,} updates"
    return [
        Row(
            f"{what}: {name}",
            f"{last:,.1f} MiB",
            f"after {early:,} {first:,.1f} MiB",
            times(last, first),
            "no growth",
        )
        for name, first, last in zip(("the writer", "`watch`"), *held, strict=True)
    ]


def rows(place: Workplace, *, quick: bool) -> list[Row]:
    """Rate, growth with the history, growth with time."""
    return [_rate(place, quick=quick), *_kept(place, quick=quick), *_memory(place, quick=quick)]
