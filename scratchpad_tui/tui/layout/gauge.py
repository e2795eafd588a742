"""The gauge of a section: eight cells and its figures, so that all gauges stand in one column."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.tui.layout.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scratchpad_tui.core.pad.view import SectionView
    from scratchpad_tui.tui.layout.model import Style, UiState

CELLS = 8
_EIGHTHS = " ▏▎▍▌▋▊▉█"
_NEAR = 0.75
"""The share of a cap from which a section needs attention."""


def level(size: int, cap: int) -> Style:
    """The style of a gauge: calm, near from 75 % of the cap, over above it."""
    if size > cap:
        return "gauge.over"
    return "gauge.near" if size and size >= cap * _NEAR else "gauge.calm"


def gauge(size: int, cap: int, ui: UiState) -> tuple[Span, ...]:
    """The filled and the free part of the gauge, eight cells together; what is not empty shows at least a trace."""
    share = min(1.0, size / cap) if cap > 0 else float(size > 0)
    if ui.eighths and not ui.ascii_gauges:
        filled, rest = _in_eighths(share), "░"
    else:
        full, rest = ("#", "-") if ui.ascii_gauges else ("▰", "▱")
        filled = full * -int(-share * CELLS // 1)
    spans = (Span(filled, level(size, cap)), Span(rest * (CELLS - len(filled)), "gauge.rest"))
    return tuple(span for span in spans if span.text)


def _in_eighths(share: float) -> str:
    whole, part = divmod(-int(-share * CELLS * 8 // 1), 8)
    return _EIGHTHS[8] * whole + (_EIGHTHS[part] if part else "")


def figures(section: SectionView) -> str:
    """`used/cap` in characters, with thousands separators; one more cell at the end is a blank, or `!` when over."""
    return f"{section.size:,}/{section.cap:,}{'!' if section.over else ' '}"


def figures_width(sections: Iterable[SectionView]) -> int:
    """The cells that the widest figures of these sections may need while none is ten times over its cap."""
    return max((max(2 * len(f"{s.cap:,}") + 2, len(figures(s))) for s in sections), default=0)


def gauge_column(section: SectionView, ui: UiState, figures_cells: int) -> tuple[Span, ...]:
    """Gauge and figures as they stand at the right edge."""
    style = level(section.size, section.cap)
    words = figures(section).rjust(figures_cells)
    figure = Span(f" {words}", "count" if style == "gauge.calm" else style)
    return (*gauge(section.size, section.cap, ui), figure)
