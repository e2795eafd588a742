"""What `watch` costs while nothing changes."""

from __future__ import annotations

import subprocess
import time
from datetime import timedelta
from typing import TYPE_CHECKING

from scratchpad_tui.core.clock import now, stamp
from tests.bench.measure import Row
from tests.bench.terminal import Terminal
from tests.bench.workplace import command, pad_text

if TYPE_CHECKING:
    from tests.bench.workplace import Workplace


def rows(place: Workplace, *, quick: bool) -> list[Row]:
    """Processor time and bytes to the terminal, after the screen has come to rest."""
    pad = place.pad("rest")
    pad.write_text(pad_text(), "utf-8")
    # Written so long ago that the age on the screen stays `2 h` all the time.
    written = {"SCRATCHPAD_NOW": stamp(now() - timedelta(hours=2, minutes=20))}
    patch = b'[{"section": "Next", "op": "replace", "content": "Rest"}]'
    subprocess.run(
        [*command(), "apply"],
        input=patch,
        stdout=subprocess.DEVNULL,
        env={**place.env, **written},
        cwd=pad.parent.parent,
        check=True,
    )
    settle, duration = (16, 10) if quick else (20, 60)
    with Terminal([*command(), "watch", str(pad)], place.env, pad.parent.parent) as terminal:
        terminal.until("NEXT")
        terminal.drain(settle)
        cpu, count, start = terminal.cpu(), terminal.count, time.perf_counter()
        terminal.drain(duration)
        share = (terminal.cpu() - cpu) / (time.perf_counter() - start)
        sent = terminal.count - count
    return [
        Row(f"`watch` at rest for {duration} s: processor", f"{share:.2%} of a core", "", "", "under 0.5 %"),
        Row(
            f"`watch` at rest for {duration} s: to the terminal",
            f"{sent:,} bytes",
            "btop 7 KB/s",
            "",
            "0 bytes",
        ),
    ]
