"""The layout of the Live screen: from sizes, content and seen state to rows, without any UI library."""

from __future__ import annotations

from scratchpad_tui.tui.layout.arrange import arrange
from scratchpad_tui.tui.layout.cursor import followed, landing, matches, section_stops, stops_of
from scratchpad_tui.tui.layout.fit import compose, cut
from scratchpad_tui.tui.layout.model import Arranged, Beside, Frozen, Row, RowKind, Span, Stop, Style, UiState

__all__ = [
    "Arranged",
    "Beside",
    "Frozen",
    "Row",
    "RowKind",
    "Span",
    "Stop",
    "Style",
    "UiState",
    "arrange",
    "compose",
    "cut",
    "followed",
    "landing",
    "matches",
    "section_stops",
    "stops_of",
]
