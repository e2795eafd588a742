"""What the parts of one arrangement have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.tui.layout.fit import compose
from scratchpad_tui.tui.layout.gauge import figures_width
from scratchpad_tui.tui.layout.model import Row

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.layout.model import UiState


class Scene(NamedTuple):
    """A view about to be shown in a place of some size."""

    view: PadView
    cells: int
    """Width of a row, without the right column."""
    height: int
    ui: UiState
    beside: bool = False
    """Whether there is a right column, which says what a person is needed for."""

    @property
    def figures(self) -> int:
        """The cells that figures beside a gauge take in every section."""
        return figures_width(self.view.sections)

    def blanks(self, rows: int) -> list[Row]:
        """So many empty rows; none for a number below zero."""
        return [Row(compose((), self.cells))] * rows
