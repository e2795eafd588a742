"""What a section offers to show: its lines as they look, and which come first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.view import LineView
from scratchpad_tui.core.text import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.view import PadView, SectionView

_NUMBER = re.compile(r"[0-9]{1,20}[.)](?=[ \t]|$)")
_LONGEST = 20_000
"""Characters of a line that are ever looked at for the screen."""


def items(section: SectionView) -> tuple[LineView, ...]:
    """The section's lines; one that says what will stand there comes first where it has none of its own."""
    if any(line.index >= 0 for line in section.lines):
        return section.lines
    return (LineView(f"(empty) {section.purpose}"), *section.lines)


def is_placeholder(line: LineView) -> bool:
    """Whether the line is the one that stands for an empty section."""
    return line.index < 0 and line.mark != "-"


def next_section(view: PadView) -> SectionView | None:
    """The section of the one next action, where the profile has it."""
    return next((section for section in view.sections if section.name.casefold() == "next"), None)


def other_sections(view: PadView) -> tuple[SectionView, ...]:
    """The sections under NEXT, in their order."""
    return tuple(section for section in view.sections if section is not next_section(view))


def shown_text(line: LineView, number_cells: int = 0, skipped: int = 0) -> str:
    """The line as it is shown: visible, its bullet left out, its number set so that the boxes stand in one column.

    Of an audited entry the text alone: key and evidence stand behind it as far as there is room. Characters `skipped`
    at its front stand there as another word.
    """
    if line.proof is not None:
        return visible(line.proof.text[:_LONGEST].expandtabs(4))
    raw = line.text[line.prefix + skipped : _LONGEST].expandtabs(4)
    if line.continued:
        text = raw.lstrip()
        return " " * max(2, len(raw) - len(text)) + visible(text)
    number = _NUMBER.match(raw) if number_cells else None
    if number_cells and (number or line.box is not None):
        raw = " " * (number_cells - (number.end() + 1 if number else 0)) + raw
    return visible(raw)


def number_cells(section: SectionView) -> int:
    """The cells that the widest number of a numbered section takes, dot and blank included; else 0."""
    if not section.numbered:
        return 0
    numbers = (_NUMBER.match(line.text[line.prefix : line.prefix + 24]) for line in section.lines)
    return max((found.end() + 1 for found in numbers if found and found.end() <= 8), default=0)


def anchor(section: SectionView, lines: Sequence[LineView]) -> int:
    """Position of the line that is shown where only one is: the first open step, the newest line, or the first.

    Of entries that can be closed the newest that is open.
    """
    if section.numbered:
        return next(
            (at for at, line in enumerate(lines) if line.box == " " and line.mark != "-"), len(lines) - 1
        )
    if is_prose(section):
        return 0
    closed = _closed(lines)
    return next((at for at in reversed(range(len(lines))) if not closed[at]), len(lines) - 1)


def _closed(lines: Sequence[LineView]) -> list[bool]:
    """For each line whether it belongs to an entry that is closed, or is gone."""
    found: list[bool] = []
    closed = False
    for line in lines:
        closed = line.proof.closed if line.proof is not None else closed and line.continued
        found.append(closed)
    return found


def is_prose(section: SectionView) -> bool:
    """Whether the section is read from its first line, as a task is, and not from its newest."""
    return section.name.casefold() == "task"


def order(section: SectionView, lines: Sequence[LineView], limit: int) -> list[int]:
    """Positions of the lines worth showing in `limit` rows, the most wanted first: changed ones, then by the anchor."""
    at = anchor(section, lines)
    near = range(max(0, at - limit), min(len(lines), at + limit + 1))

    def distance(position: int) -> int:
        return (position - at) if position >= at else 2 * (at - position)

    fresh = [position for position, line in enumerate(lines) if line.mark]
    fresh.sort(key=distance)
    return [*fresh[:limit], *(p for p in sorted(near, key=distance) if not lines[p].mark)]
