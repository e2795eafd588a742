"""What the Pressure screen says where no graph can be drawn: no transcript, or one that is not read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.tui import keys
from scratchpad_tui.tui.layout.fit import compose, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.pressure_facts import from_file
from scratchpad_tui.tui.layout.scroll import count_row
from scratchpad_tui.tui.pressure_view import NONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.tui.layout.model import Spans, Style
    from scratchpad_tui.tui.pressure_view import PressureView

_ANOTHER = (
    "scratchpad-tui watch --transcript FILE shows another one; {view.transcript} lists those that are known."
)
_MOST_ROWS = 4
"""Rows over which one sentence is broken."""


def page_rows(view: PressureView, cells: int, most: int) -> list[Spans]:
    """What stands where nothing can be drawn, on at most so many rows: what helps, and where it looked or what the file is."""
    if view.state != NONE:
        said: list[tuple[str, Style]] = [(from_file(view.sentence) or "This file is not read.", "attention")]
        if view.reason:
            said.append((from_file(view.reason), "dim"))
        return _page_rows([*said, (keys.said("{view.transcript} lists other transcripts."), "dim")], cells)
    said = [
        ("No transcript of an agent was found for this folder.", "title"),
        ("An agent that begins to work here is shown by itself.", "dim"),
        (keys.said(_ANOTHER), "dim"),
    ]
    rows, count = _page_rows(said, cells), len(view.looked_in)
    if view.looked_in:
        told = (
            "It looked in:" if len(rows) + 2 <= most else f"It looked in {count} folder{'s' * (count > 1)}."
        )
        rows += _page_rows([(told, "dim")], cells)
        if len(rows) >= most:
            return rows
    folders = [_page_rows([(f"  {from_file(folder)}", "text")], cells) for folder in view.looked_in]
    for at, folder in enumerate(folders):
        rest = sum(map(len, folders[at:]))
        if len(rows) + rest > most and len(rows) + len(folder) + 1 > most:
            return [*rows, count_row(len(folders) - at, "more", cells)]
        rows += folder
    return rows


def _page_rows(said: Sequence[tuple[str, Style]], cells: int) -> list[Spans]:
    return [
        compose([Span(f"   {piece}", style)], cells)
        for words, style in said
        for piece in wrap(words, max(8, cells - 4), _MOST_ROWS, 2)
    ]
