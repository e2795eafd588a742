"""What a hook pays: `apply` and `prompt` as whole processes against an interpreter that does nothing."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.bench.measure import Row, in_turn, median, ms, seconds, times
from tests.bench.workplace import command, pad_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.bench.workplace import Workplace


def rows(place: Workplace, *, quick: bool) -> list[Row]:
    """One row a command that agents' hooks run every turn."""
    pad = place.pad("commands")
    pad.write_text(pad_text(), "utf-8")
    numbers = itertools.count(1)

    def process(words: Sequence[str], stdin: str = "") -> float:
        def run() -> None:
            subprocess.run(
                list(words),
                input=stdin.encode(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=place.env,
                cwd=pad.parent.parent,
                check=True,
            )

        return seconds(run)

    def nothing() -> float:
        return process([sys.executable, "-c", "pass"])

    def apply() -> float:
        patch = {"section": "Next", "op": "replace", "content": f"Step {next(numbers)}"}
        return process([*command(), "apply", "--turn", "1", "--session", "bench"], json.dumps([patch]))

    def prompt() -> float:
        return process([*command(), "prompt", "--session", "bench"])

    def status() -> float:
        return process([*command(), "status"])

    samples = in_turn(7 if quick else 31, nothing, apply, prompt, status)
    bare, *ours = map(median, samples)
    names = ("`apply` of one patch", "`prompt --session`", "`status`")
    return [
        Row(
            f"{name}, whole process",
            ms(own),
            f"`python -c pass` {ms(bare)}",
            times(own, bare),
            "at most 3.5x",
        )
        for name, own in zip(names, ours, strict=True)
    ]
