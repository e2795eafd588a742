"""What `watch` costs while nothing changes."""

from __future__ import annotations

import subprocess
import time
from contextlib import ExitStack
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from scratchpad_tui.core.clock import now, stamp
from tests.bench.measure import Row
from tests.bench.peers import absent, find
from tests.bench.terminal import Terminal
from tests.bench.workplace import command, pad_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.bench.workplace import Workplace


SLICE = 0.5
"""Seconds that one terminal is read before the other: none of them may fill up."""


class Rest(NamedTuple):
    """What a program cost while nothing changed."""

    share: float
    """Of a core."""
    sent: int
    memory: float


def _together(terminals: Sequence[Terminal], duration: float) -> None:
    end = time.perf_counter() + duration
    while time.perf_counter() < end:
        for terminal in terminals:
            terminal.drain(SLICE / len(terminals))


def _rests(terminals: Sequence[Terminal], duration: float) -> list[Rest]:
    start = time.perf_counter()
    before = [(terminal.cpu(), terminal.count) for terminal in terminals]
    _together(terminals, duration)
    took = time.perf_counter() - start
    return [
        Rest((terminal.cpu() - cpu) / took, terminal.count - count, terminal.memory())
        for terminal, (cpu, count) in zip(terminals, before, strict=True)
    ]


def rows(place: Workplace, *, quick: bool) -> list[Row]:
    """Processor time and bytes to the terminal, after the screen has come to rest; a peer's at the same time."""
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
    settle, duration = (16, 10) if quick else (16, 30)
    peer = find(place, "btop")
    with ExitStack() as stack:
        watch = stack.enter_context(Terminal([*command(), "watch", str(pad)], place.env, pad.parent.parent))
        watch.until("NEXT")
        terminals = [watch]
        if peer:
            terminals.append(stack.enter_context(Terminal([peer.path], place.env, place.folder)))
        _together(terminals, settle)
        own, *others = _rests(terminals, duration)
    rows = [("processor", f"{own.share:.2%} of a core", "under 0.5 %")]
    rows += [("to the terminal", f"{own.sent:,} bytes", "0 bytes"), ("memory", f"{own.memory:,.0f} MiB", "")]
    beside = [absent("btop")] * 3
    for other in others:
        assert peer
        rate = other.sent / duration / 1_000
        told = (f"{other.share:.2%}", f"{rate:,.1f} KB a second", f"{other.memory:,.0f} MiB")
        beside = [f"{peer.label} {figure}" for figure in told]
    return [
        Row(f"`watch` at rest for {duration} s: {what}", ours, theirs, "", goal)
        for (what, ours, goal), theirs in zip(rows, beside, strict=True)
    ]
