"""Recoveries for tests: a broken text beside the pad, made as the core makes them."""

from __future__ import annotations

from scratchpad_tui.core.pad.recovery import Recovery, side_by_side

GOOD = (
    "## Task",
    "- Make it pass.",
    "",
    "## Plan",
    "1. [ ] one",
    "2. [ ] two",
    "",
    "## Findings",
    "- a fact",
)
BROKEN = (
    "## Task",
    "- Make it pass.",
    "",
    "## Paln",
    "1. [ ] one",
    "- mine",
    "2. [ ] two, by hand",
    "- more",
)
LACKS = {6: "Plan", 7: "Plan", 8: "Plan"}
"""By line of `BROKEN`: the section that it would go to."""


def recovery(
    name: str = "scratchpad.broken-1.md",
    lacks: dict[int, str] | None = None,
    reason: str = 'unknown section "Paln"',
) -> Recovery:
    """A quarantined file with three lines that the pad lacks."""
    rows = side_by_side(BROKEN, GOOD, LACKS if lacks is None else lacks)
    return Recovery(name, "2026-07-20T10:00:00Z", reason, tuple(rows))
