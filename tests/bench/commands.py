"""What a hook pays: `apply`, `prompt` and the hooks as whole processes against an interpreter that does nothing."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.bench.measure import Row, in_turn, median, ms, seconds, times
from tests.bench.workplace import command, pad_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.bench.workplace import Workplace


SESSION = "0b8c4f9e-3d61-4f0a-9b5e-6a1f2c3d4e5f"


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

    def hook(event: str) -> Callable[[], float]:
        sent = {
            "session_id": SESSION,
            "cwd": str(pad.parent.parent),
            "source": "startup",
            "model": {"id": "model-a"},
            "tool_name": "Edit",
            "tool_input": {"file_path": str(pad.parent.parent / "limiter.py")},
            "context_window": {"context_window_size": 200_000, "current_usage": {"input_tokens": 16_000}},
        }
        return lambda: process([*command(), "hook", event], json.dumps(sent))

    # `apply` goes last in each round: a prompt behind it would have something to tell.
    events = ("session-start", "user-prompt-submit", "pre-tool-use", "stop", "statusline")
    calls = (nothing, prompt, status, *map(hook, events), apply)
    bare, *ours = map(median, in_turn(7 if quick else 31, *calls))
    names = (
        "`prompt --session`",
        "`status`",
        "`hook session-start`",
        "`hook user-prompt-submit`, nothing changed",
        "`hook pre-tool-use`, another file",
        "`hook stop`",
        "`hook statusline`",
        "`apply` of one patch",
    )
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
