"""What pruning and recovery share: a list over the whole screen in which lines are ticked, until all is done at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol

from textual.screen import ModalScreen

from scratchpad_tui.tui.screens.listed import Listed
from scratchpad_tui.tui.widgets.painter import BAND, Line

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from scratchpad_tui.tui.app import ScratchpadApp
    from scratchpad_tui.tui.layout.model import Span


class Ticked(Protocol):
    """The state of such a list."""

    at: int
    """The place of the cursor."""

    def move(self, step: int) -> None:
        """Moves by so many places."""
        ...

    def edge(self, step: int) -> None:
        """Moves to the first place or the last."""
        ...


class TickingScreen(Listed, ModalScreen[None]):
    """The list, its cursor and its scroll; a subclass draws it and does what is ticked."""

    app: ScratchpadApp
    AUTO_FOCUS: ClassVar[str | None] = ""
    state: Ticked

    def __init__(self) -> None:
        super().__init__()
        self._top = 0
        """The first row in sight."""
        self._saving = False
        self._places: list[int | None] = []

    @property
    def places(self) -> Sequence[int | None]:
        """For each row the place of what it shows."""
        return self._places

    def draw(self) -> None:
        """Draws what differs from what stands on the screen."""
        raise NotImplementedError

    def put_rows(
        self,
        top: int,
        rows: Sequence[tuple[int | None, tuple[Span, ...]]],
        unbanded: Collection[int] = (),
    ) -> None:
        """Shows the rows in sight, each with its place, that of the cursor on a band; not the rows of these numbers."""
        self._top = top
        self._places = [at for at, _ in rows]
        lines = [
            Line(spans, BAND if at == self.state.at and number not in unbanded else "")
            for number, (at, spans) in enumerate(rows)
        ]
        self.listed.put(lines)

    def action_line(self, step: int) -> None:
        """Moves by a place."""
        self.state.move(step)
        self.draw()

    def action_edge(self, step: int) -> None:
        """Moves to the first place or the last."""
        self.state.edge(step)
        self.draw()

    def action_back(self) -> None:
        """Leaves everything as it is."""
        _ = self.dismiss()  # not awaited: this screen runs it
