"""The figures of a transcript in words: shares, growth, calls left, and what lines 1 and 2 say. No UI library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.transcripts.record import ESTIMATE
from scratchpad_tui.core.working.budget import only_loses_detail
from scratchpad_tui.tui.pressure_slots import Slots, columns
from scratchpad_tui.tui.pressure_view import NONE, UNREAD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.tui.layout.model import Style
    from scratchpad_tui.tui.pressure_view import PressureView

NEAR = 0.75
"""The share of the window from which it asks for attention."""
SEED_LINES = (0.70, 0.90)
"""Where a managed window compacts and evicts, as parts of its budget."""
CLEARED = "clear"
"""The trigger of a context that was begun anew, without a summary of what it held."""
_TREND = 12
"""Calls over which growth is taken."""
SAMPLES = 96
"""The most columns of the small graph."""
_THOUSAND, _MILLION = 1_000, 1_000_000


_LOW = 4
"""A peak that is less than the window by more than this factor would leave most of the graph blank, and growth in one or two rows."""
_ROUND = (10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100)


class Brief(NamedTuple):
    """What is told of the context outside the Pressure screen."""

    words: str = ""
    """`context 58 %`; empty without a transcript."""
    style: Style = "dim"
    figures: str = ""
    """`116k/200k`."""
    samples: tuple[int, ...] = ()
    """Levels in tokens, the oldest first; below zero where the level is unknown."""
    top: int = 1
    """What the highest sample is measured against."""


class Growth(NamedTuple):
    """How fast the context grows."""

    call: int
    """Tokens a call, on average of the last ones."""
    left: int | None
    """Calls until the line where this agent compacts, or else the window; None where it does not grow."""


def short(tokens: int) -> str:
    """`812`, `68k`, `1.05M`."""
    if tokens < _THOUSAND:
        return str(tokens)
    if tokens < 10 * _THOUSAND:
        return f"{tokens / _THOUSAND:.1f}".removesuffix(".0") + "k"
    if tokens < _MILLION - _THOUSAND // 2:
        return f"{(tokens + _THOUSAND // 2) // _THOUSAND}k"
    return f"{tokens / _MILLION:.2f}".rstrip("0").rstrip(".") + "M"


def scale_of(peak: int, windows: Sequence[int]) -> int:
    """What a graph of levels up to `peak` goes up to: the largest window, or a round figure where all are far above it."""
    if not 0 < peak * _LOW < min(windows, default=0):
        return max(peak, *windows, 1)
    # A tenth is left free, so that the next call does not change the scale.
    wanted, unit = peak * 11 // 10, 1
    while wanted > _ROUND[-1] * unit:
        unit *= 10
    return next(figure * unit for figure in _ROUND if figure * unit >= wanted)


def percent(tokens: int, window: int) -> str:
    """The share of the window: `58 %`, `under 1 %`, `112 %`."""
    if tokens and tokens * 100 < window:
        return "under 1 %"
    # A share that is not full is never called so, and one above the window never 100 %.
    share = tokens * 100 / window
    whole = int(share) if share < 100 else -int(-share // 1)
    return f"{whole if whole >= 99 else round(share)} %"


def level_style(tokens: int | None, window: int) -> Style:
    """Calm, near from three quarters of the window, over above it."""
    if tokens is None or not window:
        return "dim"
    if tokens > window:
        return "alarm"
    return "attention" if tokens >= NEAR * window else "dim"


def is_unread(view: PressureView) -> bool:
    """Whether nothing is to be had of the file."""
    return view.state in (NONE, UNREAD)


def context_words(view: PressureView) -> str:
    """What line 1 says: `context 58 %`, with `?` where the level is unknown; empty without a transcript."""
    if view.state == NONE:
        return ""
    tokens = view.level.tokens
    if tokens is None or not view.window or view.state == UNREAD:
        return "context ?"
    about = "~" if view.level.kind == ESTIMATE else ""
    return f"context {about}{percent(tokens, view.window)}"


def brief_of(view: PressureView) -> Brief:
    """What is told outside the Pressure screen."""
    tokens, window = view.level.tokens, view.window
    if is_unread(view) or not window:
        return Brief(context_words(view))
    about = "~" if view.level.kind == ESTIMATE else ""
    figures = f"{'?' if tokens is None else about + short(tokens)}/{short(window)}"
    slots = Slots.of(view)
    count = min(SAMPLES, len(slots))
    samples = tuple(columns(slots, 0, len(slots), count)) if count else ()
    top = max(window, max(samples, default=0))
    return Brief(context_words(view), level_style(tokens, window), figures, samples, top)


def growth_of(view: PressureView) -> Growth | None:
    """How the context grew over the last calls since the last fall; None where there are too few."""
    levels, stop = view.series.levels, view.calls
    start = stop - 1
    while start > 0 and stop - start < _TREND and levels[start - 1] <= levels[start] * 1.1:
        start -= 1
    marks = [mark.calls for mark in view.compactions if mark.empties]
    start = max([start, *(calls for calls in marks[-1:] if calls < stop)])
    if stop - start < 2 or view.level.tokens is None:
        return None
    call = round((levels[stop - 1] - levels[start]) / (stop - 1 - start))
    if call <= 0:
        return Growth(call, None)
    goal = view.compacts.tokens if view.compacts else view.window
    return Growth(call, max(0, (goal - levels[stop - 1]) // call) if goal else None)


def is_roomy(view: PressureView) -> bool:
    """Whether the peak stayed so far below the window that compaction would only lose detail."""
    return bool(view.calls and view.window and only_loses_detail(view.peak, view.window))
