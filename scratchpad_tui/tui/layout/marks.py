"""How many lines are new, changed and gone, each count with the sign of its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.tui.layout.model import Span

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.view import SectionView
    from scratchpad_tui.tui.layout.model import Style

MARKS: dict[str, Style] = {"+": "mark.add", "~": "mark.change", "-": "mark.remove"}


def mark_counts(section: SectionView) -> list[Span]:
    """The counts of a section's lines that a person has not seen, of each kind that is there."""
    counts = {mark: sum(line.mark == mark for line in section.lines) for mark in MARKS}
    return [Span(f"{mark}{count:,}", MARKS[mark]) for mark, count in counts.items() if count]


def signed(sign: str, count: int, style: Style) -> Span:
    """How many lines came or went; none of them is no news."""
    return Span(f"{sign}{count:,}", style if count else "dim")
