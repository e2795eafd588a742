"""Eight processes that write to one pad at once: how long a write takes with its waiting, by whose lock."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING

from tests.bench.measure import Row, median, ms, p95, times
from tests.bench.peers import absent, module, with_modules
from tests.bench.workplace import pad_text

if TYPE_CHECKING:
    from tests.bench.workplace import Workplace

WRITERS = 8
OURS, BLOCKING, FILELOCK = "ours", "flock", "filelock"
# The same durable write in each; the other two hold their own lock around it, and the pad's is off.
WRITER = """
import fcntl, json, sys, time
from contextlib import contextmanager, nullcontext
from scratchpad_tui.core import Patch, Scratchpad
kind, path, count, writer = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
@contextmanager
def blocking():
    with open(f"{path}.flock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
if kind == "filelock":
    from filelock import FileLock
hold = {"ours": nullcontext, "flock": blocking, "filelock": lambda: FileLock(f"{path}.filelock")}[kind]
pad = Scratchpad(path, history_depth=20)
print("ready", flush=True)
sys.stdin.readline()
took = []
for number in range(count):
    start = time.perf_counter()
    with hold():
        pad.update([Patch("Next", "replace", f"Step {number} of writer {writer}")])
    took.append(time.perf_counter() - start)
print(json.dumps(took), flush=True)
"""


def _together(place: Workplace, kind: str, count: int) -> list[float]:
    """Lets the writers go at the same moment; the seconds of each write of all of them."""
    pad = place.pad(f"locks-{kind}")
    pad.write_text(pad_text(size=5_000), "utf-8")
    env = {**with_modules(place), "SCRATCHPAD_LOCK_TIMEOUT": "60"}
    if kind != OURS:
        env["SCRATCHPAD_LOCK_MODE"] = "off"
    with ExitStack() as stack:
        writers = [
            stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-c", WRITER, kind, str(pad), str(count), str(writer)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                    env=env,
                )
            )
            for writer in range(WRITERS)
        ]
        for writer in writers:
            assert writer.stdout
            if writer.stdout.readline() != "ready\n":
                raise RuntimeError(f"a writer by {kind} did not start")
        for writer in writers:
            assert writer.stdin
            writer.stdin.write("go\n")
            writer.stdin.flush()
        return [took for writer in writers for took in json.loads(writer.communicate()[0])]


def rows(place: Workplace, *, quick: bool) -> list[Row]:
    """Ours against the kernel's own queue, and against filelock where it is installed."""
    count, rounds = (10, 2) if quick else (40, 5)
    filelock = module(place, FILELOCK)
    kinds = [OURS, BLOCKING, *([FILELOCK] if filelock else [])]
    samples: dict[str, list[float]] = {kind: [] for kind in kinds}
    for _ in range(rounds):
        for kind in kinds:
            samples[kind] += _together(place, kind, count)

    def told(kind: str) -> str:
        figures = samples[kind]
        return f"{ms(median(figures))} / {ms(p95(figures))} / {ms(max(figures))}"

    what = f"{WRITERS} processes write to one pad, a write with its waiting: p50 / p95 / longest"
    own = p95(samples[OURS])
    beside = f"blocking flock around the same write {told(BLOCKING)}"
    rows = [Row(what, told(OURS), beside, f"p95 {times(own, p95(samples[BLOCKING]))}", "at most 1.5x")]
    if not filelock:
        return [*rows, Row(what, told(OURS), absent(FILELOCK))]
    ratio = f"p95 {times(own, p95(samples[FILELOCK]))}"
    return [*rows, Row(what, told(OURS), f"{filelock} around the same write {told(FILELOCK)}", ratio)]
