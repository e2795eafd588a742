"""What a long session costs: read whole, its level from the end, one more line of it."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from functools import partial
from typing import TYPE_CHECKING

from scratchpad_tui.core.transcripts.transcript import open_transcript
from tests.bench.measure import Row, in_turn, median, ms, seconds, times
from tests.bench.peers import absent, module, with_modules
from tests.bench.reading import counting, rendering, transcript_of
from tests.bench.sessions import appended_row, write_session
from tests.bench.spent import Cost

if TYPE_CHECKING:
    from pathlib import Path

    from tests.bench.workplace import Workplace

MB = 1_000_000
PEAK = """
import json, os, resource, sys, time
{load}
start = time.perf_counter()
{work}
took = time.perf_counter() - start
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / {unit}
if os.path.exists("/proc/self/status"):  # there ru_maxrss counts what the parent held when it started this
    with open("/proc/self/status") as file:
        peak = next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmHWM"))
print(json.dumps([took, peak]))
"""
LINES = """
def lines():
    rest = b""
    with open(sys.argv[1], "rb", buffering=0) as file:
        while chunk := file.read(1 << 20):
            at = 0
            while (end := chunk.find(b"\\n", at)) >= 0:
                yield rest + chunk[at:end] if rest else chunk[at:end]
                rest, at = b"", end + 1
            rest += chunk[at:]
"""
RAW = """
with open(sys.argv[1], "rb", buffering=0) as file:
    while file.read(1 << 20):
        pass
"""
ORJSON = """
for line in lines():
    orjson.loads(line)
"""
OURS = """
open_transcript(sys.argv[1]).read_all()
"""
LOADS = {
    RAW: "",
    ORJSON: f"import orjson\n{LINES}",
    OURS: "from scratchpad_tui.core.transcripts import claude_calls\n"
    "from scratchpad_tui.core.transcripts.transcript import open_transcript",
}
"""What each imports before its time begins."""


def _cost(work: str, path: Path, env: dict[str, str]) -> Cost:
    unit = 2**20 if sys.platform == "darwin" else 2**10
    code = PEAK.format(load=LOADS[work], work=work, unit=unit)
    words = [sys.executable, "-c", code, str(path)]
    out = subprocess.run(words, capture_output=True, text=True, env=env, check=True)
    return Cost(*json.loads(out.stdout))


def _inside(place: Workplace, path: Path, name: str, *, rounds: int) -> list[Row]:
    """Rates in processes of their own, the imports left out, and the peaks with all that they import."""
    size = path.stat().st_size
    orjson = module(place, "orjson")
    works = [OURS, RAW, *([ORJSON] if orjson else [])]
    env = with_modules(place)
    peaks = dict.fromkeys(works, 0.0)

    def run(work: str) -> float:
        cost = _cost(work, path, env)
        peaks[work] = max(peaks[work], cost.peak)
        return cost.seconds

    samples = in_turn(rounds, *[partial(run, work) for work in works])
    ours, raw, *decoded = (size / MB / median(figures) for figures in samples)
    what = f"A transcript of {name}, read whole: calls, subagents, compactions"
    beside, held, ratio = absent("orjson"), absent("orjson"), ""
    if decoded:
        beside, ratio = f"{orjson} decodes {decoded[0]:,.0f} MB/s", times(ours, decoded[0])
        held = f"{orjson} {peaks[ORJSON]:,.0f} MiB"
    return [
        Row(what, f"{ours:,.0f} MB/s", f"{beside}; bare reading {raw:,.0f} MB/s", ratio, "at least 2.0x"),
        Row(f"Peak memory of that process, {name}", f"{peaks[OURS]:,.0f} MiB", held, "", "at most 64 MiB"),
    ]


def measured(place: Workplace, small: Path, large: Path, name: str, *, quick: bool, goal: str) -> list[Row]:
    """Everything about a transcript of that size; what should not depend on the size, beside one of 1 MB."""
    paths = {"1 MB": small, name: large}
    return [
        *_inside(place, large, name, rounds=2 if quick else 5),
        *counting(place, large, name, rounds=1 if quick else 3, goal=goal),
        *_level(paths, quick=quick),
        *_line(paths, quick=quick),
    ]


def _level(paths: dict[str, Path], *, quick: bool) -> list[Row]:
    """From opening the file to the level at its end."""
    few, many = paths.items()

    def level(path: Path) -> float:
        return seconds(lambda: open_transcript(str(path)).quick())

    small, large = map(median, in_turn(5 if quick else 21, lambda: level(few[1]), lambda: level(many[1])))
    what = f"Opening a transcript of {many[0]}, to its level now"
    return [Row(what, ms(large), f"of {few[0]} {ms(small)}", times(large, small), "flat")]


def _line(paths: dict[str, Path], *, quick: bool) -> list[Row]:
    """From a row that was just written to the level that it tells."""
    figures = []
    count = 50 if quick else 300
    for path in paths.values():
        transcript = open_transcript(str(path))
        transcript.read_all()
        took = []
        with path.open("ab", buffering=0) as file:
            for number in range(count):
                file.write(appended_row(number))
                start = time.perf_counter()
                transcript.refresh()
                transcript.read_all()
                took.append(time.perf_counter() - start)
        figures.append(median(took))
    few, many = paths
    small, large = figures
    what = f"A line appended to a transcript of {many}"
    return [
        Row(
            what,
            f"{large * 1e6:,.0f} µs",
            f"to one of {few} {small * 1e6:,.0f} µs",
            times(large, small),
            "flat",
        )
    ]


def rows(place: Workplace, *, quick: bool) -> list[Row]:
    """A session of 100 MB, and one of 10 MB for those that show its messages."""
    sizes = {"1 MB": MB, "10 MB": 10 * MB, "100 MB": 100 * MB}
    paths = {name: transcript_of(place, name) for name in sizes}
    for name, path in paths.items():
        write_session(path, sizes[name])
    try:
        return [
            *measured(
                place, paths["1 MB"], paths["100 MB"], "100 MB", quick=quick, goal="at 1 GB at most 0.33x"
            ),
            *rendering(place, paths["10 MB"], "10 MB", rounds=1 if quick else 3),
        ]
    finally:
        for path in paths.values():
            path.unlink()
