"""Whole processes that read a transcript: ours, and the programs that are used for it today, in turn."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from tests.bench.measure import Row, median, ms, times
from tests.bench.peers import absent, find, native
from tests.bench.spent import Cost, spent
from tests.bench.workplace import command

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.bench.workplace import Workplace

READ = """
import sys
from scratchpad_tui.core.transcripts.transcript import open_transcript
transcript = open_transcript(sys.argv[1])
transcript.read_all()
print(len(transcript.record.main), "calls")
"""
FOUND_BY_PEERS = ".claude/projects/-home-someone-src-project/9b76dc0f-dc1b-4822-ac56-53cfa3fbc032.jsonl"


class Reader(NamedTuple):
    """A program that reads the transcript."""

    label: str
    words: list[str]
    sign: str
    """What its output has when it has read it."""


def transcript_of(place: Workplace, name: str) -> Path:
    """Where a transcript of that name stands: it is the only one of a home of its own, as peers look for it."""
    path = place.folder / "homes" / name.replace(" ", "-") / FOUND_BY_PEERS
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def home_of(path: Path) -> Path:
    """The home in which a transcript stands."""
    return path.parents[3]


def _counters(place: Workplace, path: Path) -> tuple[list[Reader], list[str]]:
    """Those that add up the calls, ours first; and what is not installed."""
    readers = [Reader("", [sys.executable, "-c", READ, str(path)], " calls")]
    absents = []
    as_json = ["daily", "--offline", "--json"]
    asked = {
        "ccusage": ["claude", *as_json],
        "ccusage 18": as_json,
        "claude-monitor": ["--once", "--output", "json"],
    }
    for name, words in asked.items():
        if not (peer := find(place, name)):
            absents.append(name)
            continue
        inner = native(peer.path)
        label = f"{peer.label}, native" if inner else peer.label
        sign = '"is_active": true' if name == "claude-monitor" else '"cacheReadTokens"'
        readers.append(Reader(label, [inner or peer.path, *words], sign))
    return readers, absents


def _renderers(place: Workplace, path: Path) -> tuple[list[Reader], list[str]]:
    """Those that read the messages, ours first."""
    ours = Reader("", [*command(), "inspect", str(path)], "% of the window")
    peer = find(place, "claude-code-log")
    if not peer:
        return [ours], ["claude-code-log"]
    words = [peer.path, str(path), "--no-cache", "-o", str(path.with_suffix(".html"))]
    return [ours, Reader(peer.label, words, "Successfully")], []


def _costs(place: Workplace, readers: Sequence[Reader], path: Path, rounds: int) -> list[Cost]:
    """In turn, after one round that warms up: the median of the time, the highest of the peaks."""
    env = {
        **place.env,
        "HOME": str(home_of(path)),
        "XDG_CONFIG_HOME": str(home_of(path) / "config"),
        "XDG_STATE_HOME": str(home_of(path) / "state"),
    }
    runs = [partial(spent, reader.words, env, home_of(path), reader.sign) for reader in readers]
    samples = [[run() for run in runs] for _ in range(rounds + 1)][1:]
    return [
        Cost(median([cost.seconds for cost in costs]), max(cost.peak for cost in costs))
        for costs in zip(*samples, strict=True)
    ]


def _told(label: str, cost: Cost) -> str:
    return f"{label} {ms(cost.seconds)}, {cost.peak:,.0f} MiB".strip()


def _rows(
    what: str, readers: Sequence[Reader], absents: Sequence[str], costs: Sequence[Cost], goal: str
) -> list[Row]:
    own = costs[0]
    ours = _told("", own)
    rows = [
        Row(
            what,
            ours,
            _told(reader.label, cost),
            times(own.seconds, cost.seconds),
            goal if "native" in reader.label else "",
        )
        for reader, cost in zip(readers[1:], costs[1:], strict=True)
    ]
    return [*rows, *[Row(what, ours, absent(name)) for name in absents]]


def counting(place: Workplace, path: Path, name: str, *, rounds: int, goal: str) -> list[Row]:
    """A process that adds up a transcript's calls, against each peer that does."""
    readers, absents = _counters(place, path)
    costs = _costs(place, readers, path, rounds)
    return _rows(f"The whole process that reads {name}, and its peak", readers, absents, costs, goal)


def rendering(place: Workplace, path: Path, name: str, *, rounds: int) -> list[Row]:
    """`inspect`, which lists the messages, against the peer that renders them."""
    readers, absents = _renderers(place, path)
    costs = _costs(place, readers, path, rounds)
    return _rows(f"`inspect` of {name}, and its peak", readers, absents, costs, "")
