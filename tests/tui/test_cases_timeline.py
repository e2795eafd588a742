"""The handed cases about the Timeline."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.comparison import MOST_ROWS
from tests.core.pad.pads import Case, add
from tests.tui.drive import drive
from tests.tui.fake import make_view
from tests.tui.tracing import TracedSource

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.comparison import Comparison
    from tests.tui.drive import Stage

_LINES = 40_000


def test_case_61_keys_stay_alive_and_a_large_diff_has_a_bound(tmp_path: Path) -> None:
    """A rewrite of 40,000 lines by hand: what is compared is told, what is shown ends, and no key waits."""
    source = big_edit(tmp_path)
    gate, begun = threading.Event(), threading.Event()
    real = source.comparison

    def slow(old: int, new: int) -> Comparison:
        found = real(old, new)
        if new == 2:
            begun.set()
            gate.wait(600)
        return found

    source.comparison = slow  # type: ignore[method-assign]

    async def script(stage: Stage) -> None:
        await stage.press("2")
        try:
            await stage.pilot.press("k")
            await stage.until(begun.is_set)
            await stage.until(lambda: "Comparing…" in stage.text)
            await stage.pilot.press("j")  # the next one does not wait for it
            await stage.until(lambda: "+ 2. [x] write the tokenizer" in stage.text)
            await stage.pilot.press("k")
        finally:
            gate.set()
        await stage.settle()
        assert "+40,000 -40,000" in stage.text
        assert "alarm" in stage.text
        assert "+40k -40k" in stage.text
        await stage.press("tab", "end")
        assert f"{2 * _LINES - MOST_ROWS:,} more changed lines" in stage.text
        await stage.press("s")
        await stage.press("end")
        assert f"{2 * _LINES - MOST_ROWS:,} more changed lines" in stage.text

    drive(script, size=(120, 40), source=source)


def big_edit(folder: Path) -> TracedSource:
    """The case's pad: one version, the rewrite by hand, and a tick."""
    source = TracedSource(folder, make_view(version=3))
    case = Case("61-big-hand-edit", source.past.path)
    line = b"- rows are split on ; and not on ,"
    before, after = (
        case.data.replace(line, "\n".join(f"- {word} line {n} " + "abc " * 6 for n in range(_LINES)).encode())
        for word in ("old", "new")
    )
    case.save(before)
    case.put(after)
    case.apply(add("Plan", "2", "check"))
    return source
