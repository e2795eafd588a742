"""What `watch` costs while nothing changes."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from tests.bench.measure import Row
from tests.bench.terminal import Terminal
from tests.bench.workplace import command, pad_text

if TYPE_CHECKING:
    from tests.bench.workplace import Workplace


def rows(place: Workplace, *, quick: bool) -> list[Row]:
    """Processor time and bytes to the terminal, after the screen has come to rest."""
    pad = place.pad("rest")
    pad.write_text(pad_text(), "utf-8")
    settle, duration = (
        (8, 10) if quick else (70, 60)
    )  # a minute old, so that its age changes once a minute at most
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
