"""A few lines to choose one of."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Vertical
from textual.screen import ModalScreen

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.redact_told import lost
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.layout.choices import choice_rows, choices_height
from scratchpad_tui.tui.layout.fit import compose, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.screens.listed import Listed
from scratchpad_tui.tui.screens.rereading import Rereading
from scratchpad_tui.tui.widgets.bars import KeyBar
from scratchpad_tui.tui.widgets.field import on_one_line
from scratchpad_tui.tui.widgets.painter import BAND, Line
from scratchpad_tui.tui.widgets.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events
    from textual.app import ComposeResult

    from scratchpad_tui.core.pad.redact_told import Taken
    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.app import ScratchpadApp

_QUESTION_ROWS = 5
"""Rows over which the question is broken."""
_FRAME_ROWS = 3
"""Rows of the border and the keys."""
_READ_AHEAD = 2_000
"""Characters of the question that are looked at."""
_GONE = "What was to be chosen for is not there any more"


class Quoted(NamedTuple):
    """A text that a choice quotes."""

    text: str
    now: Callable[[], str]
    """Reads it as it is now, in a worker; empty where it is gone."""


class ChooseScreen(Listed, ModalScreen[str | None]):
    """Gives the name that was chosen, or None."""

    app: ScratchpadApp
    BINDINGS = bindings("choose")
    AUTO_FOCUS: ClassVar[str | None] = ""
    CSS_PATH = "choose.tcss"
    PLACE: ClassVar[str] = "choose"

    def __init__(
        self,
        question: str,
        names: Sequence[str],
        about: str = "",
        *,
        quoted: Quoted | None = None,
        written: str = "",
    ) -> None:
        """Asks.

        Args:
            question: What is asked.
            names: What can be chosen.
            about: What it is asked of, which the question covers.
            quoted: The text of which question or `about` quotes something.
            written: The name of the choice that is written out: a letter that is typed, or a paste, begins it.
        """
        super().__init__()
        self.begun = ""
        """What the choice that is written out was begun with."""
        self._written = written
        self._quoted = quoted
        self._again = Rereading(self, quoted.now, self._take_quoted) if quoted is not None else None
        self._question = question
        self._about = about
        self._names = tuple(names)
        self._shown = self._names
        """The names, without what was redacted since."""
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
        most = max(2, self.size.height - _FRAME_ROWS)
        height = max(2, min(most, len(head) + choices_height(self._shown, cells, most)))
        rows.styles.height = height
        head = head[: height - 1]
        shown = choice_rows(self._shown, self._at, cells, height - len(head), self._top)
        self._top = shown.top
        self._places = [*(None for _ in head), *(at for at, _ in shown.rows)]
        lines = [Line(spans, BAND if at == self._at else "") for at, spans in shown.rows]
        rows.put([*(Line(spans) for spans in head), *lines])

    def take(self, view: PadView) -> None:  # noqa: ARG002 - what it quotes is read, not the pad
        """Takes a newly read pad: what the choice quotes may have been redacted."""
        if self._again is not None:
            self._again.ask()

    def _take_quoted(self, now: str) -> None:
        """Takes the text that is quoted as it is now."""
        assert self._quoted is not None
        taken = lost(visible(self._quoted.text), visible(now))
        if not now:
            self.app.tell(_GONE, severity="warning")
            self.action_back()
        elif taken:
            self._quoted = self._quoted._replace(text=now)
            self.follow_redaction(taken)

    def follow_redaction(self, taken: Taken) -> None:
        """Takes what was redacted out of the question, of what it is asked of, and of the names."""
        self._question, self._about = (
            taken.out_of_cut(visible(text)) for text in (self._question, self._about)
        )
        self._shown = tuple(taken.out_of_cut(name) for name in self._shown)
        self.draw()

    def on_key(self, event: events.Key) -> None:
        """Takes a letter that is typed: for the choice that is written out, else to the next name that begins with it."""
        letter = event.character or ""
        is_bound = any(event.key in row.keys for row in keys.at(self.PLACE))
        if self._written and letter.strip() and letter.isprintable():
            # A word begins with any letter, whatever else that does here.
            if letter.isalnum() or not is_bound:
                event.stop()
                self._begin(letter)
            return
        if is_bound or not letter.isalnum():
            return
        event.stop()
        behind = [*range(self._at + 1, len(self._names)), *range(self._at + 1)]
        found = (at for at in behind if self._shown[at].casefold().startswith(letter.casefold()))
        self._at = next(found, self._at)
        self.draw()

    def on_paste(self, event: events.Paste) -> None:
        """Takes what is pasted for the choice that is written out."""
        text = on_one_line(event.text)
        if self._written and text:
            event.stop()
            self._begin(text)

    def _begin(self, text: str) -> None:
        self.begun = text
        _ = self.dismiss(self._written)  # not awaited: this screen runs it

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
