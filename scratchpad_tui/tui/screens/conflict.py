"""The conflict view: one place at a time, both sides and the result, and nothing is written until all is decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Container
from textual.screen import ModalScreen
from textual.widgets import TextArea

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.layout.conflict import conflict_height, conflict_rows
from scratchpad_tui.tui.layout.fit import compose
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.telling import PLACES
from scratchpad_tui.tui.widgets.bars import KeyBar
from scratchpad_tui.tui.widgets.painter import BAND, Line
from scratchpad_tui.tui.widgets.rows import Rows
from scratchpad_tui.tui.widgets.text_editor import TextEditor

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult

    from scratchpad_tui.core.pad.editing import Writers
    from scratchpad_tui.core.pad.redact_told import Taken
    from scratchpad_tui.tui.app import ScratchpadApp
    from scratchpad_tui.tui.conflict_state import ConflictState

_RESULT_SHARE = 3
"""The result has at least one of so many parts of the screen."""
_AROUND = 3
"""Rows of the title, of the result's title and of the keys."""


class ConflictScreen(ModalScreen[list[str] | None]):
    """Gives the section's lines as they were decided, or None where the view was left."""

    app: ScratchpadApp
    BINDINGS: ClassVar = [*bindings("conflict"), *bindings("result")]
    AUTO_FOCUS: ClassVar[str | None] = ""
    CSS_PATH = "conflict.tcss"
    PLACE: ClassVar[str] = "conflict"

    def __init__(self, state: ConflictState, writers: Writers, changed: Callable[[], None]) -> None:
        """Makes the view.

        Args:
            state: The conflict, with what was decided before.
            writers: Who has the other side.
            changed: Called when a decision was made or written, so that it is kept.
        """
        super().__init__()
        self.state = state
        self._writers = writers
        self._changed = changed

    def compose(self) -> ComposeResult:
        """The title, both sides, the result, and the keys."""
        with Container(id="conflict"):
            yield Rows(id="title")
            yield Rows(id="sides")
            yield Rows(id="result-title")
            yield TextEditor((), numbered=False)
            yield KeyBar(self.PLACE)

    @property
    def result(self) -> TextEditor:
        """The lines that this place will have."""
        return self.query_one(TextEditor)

    def on_mount(self) -> None:
        """Shows the first place."""
        self._let_type(yes=False)
        self._show_result()

    @on(Rows.Resized)
    def draw(self) -> None:
        """Draws all but the result's text."""
        title, sides = self.query_one("#title", Rows), self.query_one("#sides", Rows)
        cells = title.size.width
        if not cells:
            return
        state = self.state
        # The result stands right under both sides, and gets all that they leave.
        least = max(1, self.size.height // _RESULT_SHARE - _AROUND)
        height = min(conflict_height(state, cells), max(1, self.size.height - _AROUND - least))
        sides.styles.height = height
        words = [Span(" Conflict in ", "alarm"), Span(visible(state.section), "title")]
        count = f"{state.at + 1} of {len(state.hunks)}" + (
            f" · {state.left} to decide" if state.left else " · all decided"
        )
        title.put([Line(compose(words, cells, (Span(f"{count} ", "attention" if state.left else "ok"),)))])
        author = self._writers.of(state.hunk.theirs)
        shown = conflict_rows(state, author, cells, height)
        sides.put(
            [Line(row, BAND if shown.first <= y < shown.stop else "") for y, row in enumerate(shown.rows)]
        )
        self._draw_result_title(cells)

    def _draw_result_title(self, cells: int) -> None:
        editing, chosen = self.result.has_focus, self.state.chosen is not None
        words = (
            keys.said("being edited · esc ends, {text.save} saves")
            if editing
            else ("" if self.state.left else keys.said("· {text.save} saves"))
            if chosen
            else keys.said("· {conflict.keep} keeps a side, {conflict.both} both")
        )
        left = [
            Span("─ ", "rule"),
            Span("result", "title.focus" if editing else "title"),
            Span(f" {words}" if words else "", "dim"),
        ]
        self.query_one("#result-title", Rows).put([Line(compose(left, cells, (), "─", "rule"))])

    def _let_type(self, *, yes: bool) -> None:
        """Lets the result have the focus, and its cursor be seen, while it is edited."""
        self.result.can_focus = self.result.highlight_cursor_line = yes

    def _show_result(self) -> None:
        self.result.load_text("\n".join(self.state.chosen or ()))
        self.draw()

    def follow_redaction(self, taken: Taken) -> None:
        """Shows both sides without what was redacted, once they have followed; the result that is being edited too."""
        if not self.state.hunks:
            self.app.tell("Both sides are the same now")
            _ = self.dismiss(None)  # not awaited: nothing is left to decide
        elif self.result.has_focus:
            self.result.follow_redaction(taken)
            self.draw()
        else:
            self._show_result()

    # Keys

    def action_line(self, step: int) -> None:
        """Moves to the other side."""
        self.state.move_side(step)
        self.draw()

    def action_pane(self, step: int) -> None:
        """Shows the next or the previous place."""
        self.state.move(step)
        self._show_result()

    def action_keep_side(self) -> None:
        """Keeps the side under the cursor, and goes on to the next place that is not decided."""
        self.state.keep_side()
        self._decided()

    def action_keep_both(self) -> None:
        """Keeps both sides."""
        self.state.keep_both()
        self._decided()

    def _decided(self) -> None:
        self._changed()
        self.app.put_away_about(PLACES)
        if self.state.left:
            self.state.move_on()
        self._show_result()

    def action_edit(self) -> None:
        """Edits the result; where nothing was decided it begins with the side under the cursor."""
        if self.state.chosen is None:
            self.state.begin_writing()
            self._show_result()
        self._let_type(yes=True)
        self.set_focus(self.result)
        self.query_one(KeyBar).show("result")
        self.draw()

    @on(TextArea.Changed)
    def take_result(self, message: TextArea.Changed) -> None:
        """Takes the result as it is typed."""
        message.stop()
        if self.result.has_focus:
            self.state.write(self.result.lines)
            self._changed()
            self.draw()

    def action_save(self) -> None:
        """Gives the result, when every place is decided."""
        if self.state.left:
            places = "One place is" if self.state.left == 1 else f"{self.state.left} places are"
            self.app.tell(
                f"{places} not decided yet: {keys.key('conflict.keep')} keeps a side, {keys.key('conflict.both')} both, {keys.key('edit.here')} edits the result",
                about=PLACES,
            )
            self.state.move_on()
            self._show_result()
            return
        _ = self.dismiss(self.state.result())  # not awaited: this screen runs it

    def action_back(self) -> None:
        """Ends the editing of the result, then leaves the view; nothing was written."""
        if self.result.has_focus:
            self.set_focus(None)
            self._let_type(yes=False)
            self.query_one(KeyBar).show(self.PLACE)
            self.draw()
        else:
            _ = self.dismiss(None)
