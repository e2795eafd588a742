"""Where key, evidence and who brought an audited entry stand: beside its text, or on a row of their own below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.layout.fit import cells_of, cut
from scratchpad_tui.tui.layout.model import Span, Stop
from scratchpad_tui.tui.layout.proof import keyed_tails, tails

if TYPE_CHECKING:
    from collections.abc import Callable

    from scratchpad_tui.core.pad.view import LineView
    from scratchpad_tui.tui.layout.model import UiState

NARROW = 72
"""Cells under which author and age of a version are left out, but for the line under the cursor."""
_APART = Span("  ")


def blame_of(line: LineView, section: str, ui: UiState) -> tuple[str, ...]:
    """Who brought the line, the fullest words first; empty where that is not shown, or the line is gone."""
    if line.mark == "-" or ui.blame is None:
        return ()
    return ui.blame.get(Stop(section, line.index), ())


def has_column(line: LineView, ui: UiState) -> bool:
    """Whether this is an audited entry while it is shown who brought the lines."""
    return line.proof is not None and ui.blame is not None


def beside(
    line: LineView, words: tuple[str, ...], cells: int, ui: UiState, has_room: Callable[[int], bool]
) -> tuple[Span, ...]:
    """What stands behind the text on a row of so many cells: the fullest of which it is said that it `has_room`.

    The source gives way first, then author and age of the version; empty where not even the rest has room.
    """
    offered = _offered(line, words[-1:] if cells < NARROW else words, cells, ui)
    return next((each for each in offered if has_room(cells_of(each))), ())


def least_beside(
    line: LineView, words: tuple[str, ...], cells: int, ui: UiState, has_room: Callable[[int], bool]
) -> tuple[Span, ...]:
    """The same on a row that would have no room for a text either: what is left out there is the key as well."""
    who = _who(line, words[-1:], cells)
    state = tails(line, cells, ui.now)[-1:]
    offered = (*(_joined(tail, each) for tail in state for each in who), *state, *who)
    return next((each for each in offered if has_room(cells_of(each))), ())


def below(line: LineView, words: tuple[str, ...], cells: int, ui: UiState) -> tuple[Span, ...]:
    """The same on a row of its own: the fullest that it has room for."""
    offered = _offered(line, words, cells, ui)
    return next((each for each in offered if cells_of(each) <= cells), offered[-1])


def fullest(line: LineView, words: tuple[str, ...], cells: int, ui: UiState) -> tuple[Span, ...]:
    """All that is told of the line."""
    return _offered(line, words, cells, ui)[0]


def _offered(line: LineView, words: tuple[str, ...], cells: int, ui: UiState) -> list[tuple[Span, ...]]:
    tails = keyed_tails(line, cells, ui.now)
    return [_joined(tail, each) for each in _who(line, words, cells) or [()] for tail in tails]


def _who(line: LineView, words: tuple[str, ...], cells: int) -> list[tuple[Span, ...]]:
    known = (visible(line.author),) if line.mark and line.author and not words else words
    return [(Span(cut(each, cells // 2), "author"),) for each in known]


def _joined(tail: tuple[Span, ...], who: tuple[Span, ...]) -> tuple[Span, ...]:
    return (*tail, _APART, *who) if tail and who else (*tail, *who)
