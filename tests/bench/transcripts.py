"""What a session of a gigabyte costs: read whole, its level from the end, one more line of it."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from scratchpad_tui.core.transcripts.transcript import open_transcript
from tests.bench.measure import Row, in_turn, median, ms, seconds, times
from tests.bench.sessions import appended_row, write_session

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


class Cost(NamedTuple):
    """Of one process."""

    seconds: float
    peak: float
    """In MiB."""


def _cost(work: str, path: Path) -> Cost:
    unit = 2**20 if sys.platform == "darwin" else 2**10
    code = PEAK.format(load=LOADS[work], work=work, unit=unit)
    out = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    return Cost(*json.loads(out.stdout))


def _whole(path: Path, name: str, *, quick: bool) -> list[Row]:
    """Rates in processes of their own, the imports left out, and the peak of ours with all that it imports."""
    size = path.stat().st_size
    works = [OURS, RAW, *([ORJSON] if find_spec("orjson") else [])]
    peaks: list[float] = []

    def run(work: str) -> float:
        cost = _cost(work, path)
        if work is OURS:
            peaks.append(cost.peak)
        return cost.seconds

    samples = in_turn(2 if quick else 5, *[partial(run, work) for work in works])
    ours, raw, *decoded = (size / MB / median(figures) for figures in samples)
    what = f"A transcript of {name}, read whole: calls, subagents, compactions"
    if decoded:
        beside, ratio = f"orjson decodes {decoded[0]:,.0f} MB/s", times(ours, decoded[0])
    else:
        beside, ratio = "orjson is not installed: not measured", ""
    return [
        Row(what, f"{ours:,.0f} MB/s", f"{beside}; bare reading {raw:,.0f} MB/s", ratio, "at least 2.0x"),
        Row(f"Peak memory of that process, {name}", f"{max(peaks):,.0f} MiB", "", "", "at most 64 MiB"),
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
    """The whole file, its end, its growth."""
    size, name = (100 * MB, "100 MB") if quick else (1_000 * MB, "1 GB")
    paths = {"1 MB": place.folder / "small.jsonl", name: place.folder / "large.jsonl"}
    write_session(paths["1 MB"], MB)
    write_session(paths[name], size)
    try:
        return [
            *_whole(paths[name], name, quick=quick),
            *_level(paths, quick=quick),
            *_line(paths, quick=quick),
        ]
    finally:
        for path in paths.values():
            path.unlink()
