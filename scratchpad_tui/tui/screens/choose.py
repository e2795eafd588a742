"""A few lines to choose one of."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Vertical
from textual.screen import ModalScreen

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.layout.fit import compose, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.scroll import count_row, sight
from scratchpad_tui.tui.screens.listed import Listed
from scratchpad_tui.tui.widgets.bars import KeyBar
from scratchpad_tui.tui.widgets.painter import BAND, Line
from scratchpad_tui.tui.widgets.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

    from scratchpad_tui.tui.app import ScratchpadApp

_QUESTION_ROWS = 5
"""Rows over which the question is broken."""
_FRAME_ROWS = 3
"""Rows of the border and the keys."""
_READ_AHEAD = 2_000
"""Characters of the question that are looked at."""


class ChooseScreen(Listed, ModalScreen[str | None]):
    """Gives the name that was chosen, or None."""

    app: ScratchpadApp
    BINDINGS = bindings("choose")
    AUTO_FOCUS: ClassVar[str | None] = ""
    CSS_PATH = "choose.tcss"
    PLACE: ClassVar[str] = "choose"

    def __init__(self, question: str, names: Sequence[str], about: str = "") -> None:
        """Asks.

        Args:
            question: What is asked.
            names: What can be chosen.
            about: What it is asked of, which the question covers.
        """
        super().__init__()
        self._question = question
        self._about = about
        self._names = tuple(names)
        self._at = self._top = 0
        self._places: list[int | None] = []

    def compose(self) -> ComposeResult:
        """The question, the names, and the keys."""
        with Vertical(id="choices"):
            yield Rows(id="names")
            yield KeyBar("choose")

    def on_mount(self) -> None:
        """Lies over nothing but the screen below."""
        self.app.put_away_told()

    @property
    def listed(self) -> Rows:
        """The question and the names."""
        return self.query_one("#names", Rows)

    @property
    def places(self) -> Sequence[int | None]:
        """For each row the name that it shows."""
        return self._places

    def go_to(self, place: int, chain: int) -> None:  # noqa: ARG002 - one click chooses
        """Gives the name that was clicked."""
        self._at = place
        self.action_open_choice()

    def on_resize(self) -> None:
        """Draws for another size of the terminal, also where the rows keep theirs."""
        self.draw()

    @on(Rows.Resized, "#names")
    def draw(self) -> None:
        """Draws the question and the names, on as many rows as they need and the screen has."""
        rows = self.listed
        cells = rows.size.width
        if not cells:
            return
        asked = wrap(visible(self._question[:_READ_AHEAD]), max(1, cells - 2), _QUESTION_ROWS)
        about = (
            [compose([Span(f" {visible(self._about[:_READ_AHEAD])}", "dim")], cells)] if self._about else []
        )
        head = [*(compose([Span(f" {piece}", "title")], cells) for piece in asked), *about]
        height = max(2, min(len(head) + len(self._names), self.size.height - _FRAME_ROWS))
        rows.styles.height = height
        head = head[: height - 1]
        lines = [Line(spans) for spans in head]
        seen = sight(self._top, self._at, self._at, len(self._names), height - len(head))
        self._top = seen.top
        self._places = [None] * len(head)
        for number in range(seen.top, seen.stop):
            if number == seen.top and seen.above:
                lines.append(Line(count_row(number + 1, "above", cells)))
            elif number == seen.stop - 1 and seen.below:
                lines.append(Line(count_row(len(self._names) - number, "more", cells)))
            else:
                lines.append(self._name_line(number, cells))
                self._places.append(number)
                continue
            self._places.append(None)
        rows.put(lines)

    def _name_line(self, number: int, cells: int) -> Line:
        here = number == self._at
        mark = Span(" ▸ " if here else "   ", "cursor")
        words = Span(visible(self._names[number]), "cursor" if here else "text")
        return Line(compose([mark, words], cells), BAND if here else "")

    def action_line(self, step: int) -> None:
        """Moves to another name."""
        self._at = (self._at + step) % len(self._names)
        self.draw()

    def action_edge(self, step: int) -> None:
        """Moves to the first name, or to the last."""
        self._at = 0 if step < 0 else len(self._names) - 1
        self.draw()

    def action_open_choice(self) -> None:
        """Gives the name under the cursor."""
        _ = self.dismiss(self._names[self._at])  # not awaited: this screen runs it

    def action_back(self) -> None:
        """Gives none."""
        _ = self.dismiss(None)
