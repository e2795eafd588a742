"""A question that is answered with yes or no."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Vertical
from textual.screen import ModalScreen

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.layout.fit import compose, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.widgets.bars import KeyBar
from scratchpad_tui.tui.widgets.painter import Line
from scratchpad_tui.tui.widgets.rows import Rows

if TYPE_CHECKING:
    from textual.app import ComposeResult

_FRAME_ROWS = 3
"""Rows of the border and the keys."""


class ConfirmScreen(ModalScreen[bool]):
    """Asks; escape and n leave everything as it is."""

    BINDINGS = bindings("answer")
    AUTO_FOCUS: ClassVar[str | None] = ""
    CSS_PATH = "confirm.tcss"

    PLACE: ClassVar[str] = "answer"

    def __init__(self, question: str, *, yes: str, no: str) -> None:
        """Makes the question.

        Args:
            question: The question, as it is shown.
            yes: What `y` does, in a word or two.
            no: What `n` does.
        """
        super().__init__()
        self.question = question
        """The question, as it is shown."""
        self._words = {"answer.yes": yes, "answer.no": no}

    def compose(self) -> ComposeResult:
        """The question and the keys that answer it."""
        with Vertical(id="question"):
            yield Rows(id="words")
            yield KeyBar(self.PLACE)

    def on_mount(self) -> None:
        """Names the keys by what they do to this question."""
        self.query_one(KeyBar).word(self._words)

    def on_resize(self) -> None:
        """Breaks the question for another size of the terminal, also where the rows keep theirs."""
        self.break_question()

    @on(Rows.Resized, "#words")
    def break_question(self) -> None:
        """Breaks the question for the new width, on as many rows as it needs and the screen has."""
        words = self.query_one("#words", Rows)
        cells = words.size.width
        if not cells:
            return
        most = max(1, self.size.height - _FRAME_ROWS)
        pieces = wrap(visible(self.question), max(1, cells - 2), most)
        words.styles.height = len(pieces)
        words.put([Line(compose([Span(f" {piece}", "attention")], cells)) for piece in pieces])

    def action_answer(self, yes: bool) -> None:  # noqa: FBT001 - the key table's action names the answer
        """Gives the answer."""
        _ = self.dismiss(yes)  # not awaited: this screen runs it
