"""The Timeline on a long history: its list, a step, a filter, a comparison, and what a version costs in memory."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from scratchpad_tui.core.config.example import example_toml
from scratchpad_tui.core.pad.paths import pad_paths
from tests.bench.measure import Row, median, ms, p95, seconds, times
from tests.bench.terminal import Terminal
from tests.bench.workplace import command, pad_text
from tests.core.pad.histories import version_line

if TYPE_CHECKING:
    from tests.bench.workplace import Workplace

FEW, MANY = 1_000, 10_000
"""Versions of the two histories, all of them kept."""
NEEDLE = "needle"
"""A word that every thousandth version brings, and the one behind it takes."""
STEPS = 8
UP = "\x1b[A"


class Past(NamedTuple):
    """A pad with so many versions."""

    pad: Path
    versions: int

    @property
    def files(self) -> list[Path]:
        """The versions' files."""
        folder = Path(pad_paths(str(self.pad)).history)
        return [folder / f"{number:08d}.md" for number in range(1, self.versions + 1)]

    @property
    def found(self) -> int:
        """How many versions brought or took the needle."""
        return 2 * (self.versions // 1_000) - 1


class Sitting(NamedTuple):
    """What was measured from the opening of the Timeline on."""

    opened: float
    memory: float
    steps: list[float]
    compared: list[float]
    filtered: float


def _next(number: int) -> str:
    return f"Step {number}{f' {NEEDLE}' if number % 1_000 == 0 else ''}"


def past(pad: Path, count: int) -> Past:
    """Writes a pad with so many versions, which differ in their next step."""
    made = Past(pad, count)
    made.files[0].parent.mkdir(parents=True)
    lines = []
    for number, path in enumerate(made.files, 1):
        text = pad_text(_next(number))
        path.write_text(text, "utf-8")
        lines.append(json.dumps(version_line(number, text, sections=["Next"], removed=1)) + "\n")
    Path(pad_paths(str(pad)).journal).write_text("".join(lines), "utf-8")
    pad.write_text(pad_text(_next(count)), "utf-8")
    (pad.parent / "scratchpad.toml").write_text(example_toml(history_depth=2 * count), "utf-8")
    return made


def _sit(place: Workplace, made: Past) -> Sitting:
    """Opens the Timeline, goes some steps, compares, and filters; a person's pause before each key."""
    newest = made.versions
    with Terminal([*command(), "watch", str(made.pad)], place.env, made.pad.parent.parent) as terminal:
        terminal.until("NEXT")
        terminal.drain(1.5)  # a person looks first

        def after(keys: str, *texts: str) -> float:
            start = terminal.send(keys)
            took = terminal.until(*texts) - start
            terminal.drain(0.1)
            return took

        opened = after("2", f"▸  v{newest}")
        steps = [after(UP, f"▸  v{newest - step}") for step in range(1, STEPS + 1)]
        here = newest - STEPS
        after("c", f"v{here} · go to another")
        compared = [after(UP, f"- Step {here - step}") for step in range(1, STEPS + 1)]
        memory = terminal.memory()
        after("c", f"v{here - STEPS} · ")
        after("f", "Filter")
        terminal.drain(0.2)
        filtered = after(f"{NEEDLE}\r", f"· {made.found} of {made.versions:,}")
    return Sitting(opened, memory, steps, compared, filtered)


def _read(files: list[Path]) -> float:
    """What it takes only to read these files and to look for the text."""
    return seconds(lambda: sum(NEEDLE in path.read_text("utf-8") for path in files))


def _flat(what: str, many: list[float], few: list[float]) -> Row:
    return Row(
        f"Timeline of {MANY:,} versions: {what}, p50 / p95",
        f"{ms(median(many))} / {ms(p95(many))}",
        f"of {FEW:,} {ms(median(few))} / {ms(p95(few))}",
        times(median(many), median(few)),
        "at most 1.2x",
    )


def rows(place: Workplace, *, quick: bool) -> list[Row]:
    """A long history against a short one, in turn; the filter against reading the same files."""
    pasts = [past(place.pad(f"past{count}"), count) for count in (FEW, MANY)]
    few: list[Sitting] = []
    many: list[Sitting] = []
    reads: list[float] = []
    for _ in range(2 if quick else 8):
        few.append(_sit(place, pasts[0]))
        many.append(_sit(place, pasts[1]))
        reads.append(_read(pasts[1].files))
    filtered, read = median([one.filtered for one in many]), median(reads)
    held, less = median([one.memory for one in many]), median([one.memory for one in few])
    return [
        _flat("opened to its list", [one.opened for one in many], [one.opened for one in few]),
        _flat("a step to repaint", *[[took for one in side for took in one.steps] for side in (many, few)]),
        _flat(
            "two versions to their diff",
            *[[took for one in side for took in one.compared] for side in (many, few)],
        ),
        Row(
            f"Timeline of {MANY:,} versions: filter by text to its result",
            ms(filtered),
            f"only reading the files {ms(read)}",
            times(filtered, read),
            "at most 2x",
        ),
        Row(
            f"Memory of `watch` with the Timeline of {MANY:,} versions",
            f"{held:,.1f} MiB",
            f"of {FEW:,} {less:,.1f} MiB",
            times(held, less),
            "at most 1.1x",
        ),
    ]
