"""The field for a new audited entry: a template to fill in, and above it what is to be said of the entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, Static
from textual.widgets.input import Selection

from scratchpad_tui.core.audited.template import (
    completed,
    hint,
    is_blank_entry,
    slots,
    suggested_key,
    template,
)
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.edit_state import Verdict, entry_verdict
from scratchpad_tui.tui.layout.editing import verdict_rows
from scratchpad_tui.tui.layout.fit import compose
from scratchpad_tui.tui.widgets.field import EntryRow
from scratchpad_tui.tui.widgets.painter import Line
from scratchpad_tui.tui.widgets.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Collection

    from textual.app import ComposeResult
    from textual.timer import Timer

    from scratchpad_tui.tui.typed_lines import TypedLine

_CHECK_SECONDS = 0.2
"""How long nothing is typed until the entry is judged."""
_USUAL_CELLS, _MOST_ROWS = 96, 3
"""The longest that is usually said of an entry, and the rows that are kept for it at most."""


class AuditedRow(EntryRow):
    """The template, with the cursor where the text comes; tab goes to the next part that is to be filled in."""

    BINDINGS = bindings("audited")
    DEFAULT_CSS = """
    AuditedRow { height: 2; layout: vertical; }
    AuditedRow Horizontal { height: 1; }
    AuditedRow Rows { height: 1; background: $ground; }
    """
    place = "audited"

    def __init__(self, line: TypedLine, day: str, taken: Collection[str]) -> None:
        """Makes the row.

        Args:
            line: The line, with its text as it was left.
            day: The day of the evidence, where the person names no other one.
            taken: The keys that other entries have.
        """
        super().__init__(line)
        self._day = day
        self._taken = taken
        self._judged: Timer | None = None
        self._verdict = Verdict("", "ok")
        self._said = Rows()
        self._cells = self._height = 0
        """Width and rows of what is said; another width has other rows."""
        if not line.text:
            self._field.value = template(day)
            self._field.cursor_position = 0

    def compose(self) -> ComposeResult:
        """What is said of the entry, and under it the name and the field."""
        yield self._said
        with Horizontal():
            yield Static(Content(f" {visible(self.name_shown)}: "), markup=False)
            yield self._field

    @property
    def text(self) -> str:
        """The text as it stands; a template in which nothing is filled in is none."""
        return "" if is_blank_entry(self._field.value) else self._field.value

    @on(Input.Changed)
    def take_text(self, message: Input.Changed) -> None:
        """Takes what was typed, and has the entry judged when nothing was typed for a moment."""
        message.stop()
        self.line.text = self.text
        if self._judged is not None:
            self._judged.stop()
        self._judged = self.set_timer(_CHECK_SECONDS, self.judge)

    def judge(self) -> None:
        """Asks the core what it says of the entry as it would be saved."""
        entry, source, section = completed(self.text, self._taken), self.app.source, self.line.section
        if not entry:
            self._take_verdict(Verdict("", "ok"))
            return

        def ask() -> Verdict:
            lines = source.open_section(section).lines
            return entry_verdict(source.check(section, [*lines, f"- {entry}"]), len(lines))

        self.app.in_background(ask, self._take_verdict, group="check")

    def _take_verdict(self, verdict: Verdict) -> None:
        self._verdict = verdict
        self.draw()

    @on(Rows.Resized)
    def draw(self) -> None:
        """Draws what is said of the entry, else its form or the key that it is going to have."""
        rows, cells = self._said, self._said.size.width
        if cells and self.is_attached and rows.is_attached:  # the verdict may come when the field is gone
            verdict = self._verdict if self._verdict.words else Verdict(self._words(), "ok")
            lines = verdict_rows(verdict, cells)
            if cells != self._cells:
                self._cells, self._height = cells, min(_MOST_ROWS, -(-_USUAL_CELLS // max(1, cells - 4)))
            # Never lower while the field is open: the page below would jump at every other key.
            self._height = max(self._height, len(lines))
            rows.styles.height = self._height
            self.styles.height = self._height + 1
            lines += [compose((), cells)] * (self._height - len(lines))
            rows.put([Line(line) for line in lines])

    def _words(self) -> str:
        empty = {slot.name for slot in slots(self._field.value) if slot.start == slot.stop}
        if not self.text or "text" in empty:
            return f"{self._form()} · {keys.key('field.next')} goes to the next part"
        if "key" in empty:
            return f"its key will be {suggested_key(self._text_alone(), self._taken)}"
        return self._form()

    def _form(self) -> str:
        """The form of an entry, which the field gives its dash."""
        return "form: " + hint(self._day).removeprefix("- ")

    def _text_alone(self) -> str:
        return self._field.value[: slots(self._field.value)[0].stop]

    # Keys

    def action_next_part(self) -> None:
        """Goes to the next part; a key that is empty gets one from the text, which typing replaces."""
        value, at = self._field.value, self._field.cursor_position
        parts = slots(value)
        part = next((part for part in parts if part.start > at), parts[0])
        if part.name == "key" and part.start == part.stop and self._text_alone().strip():
            key = suggested_key(self._text_alone(), self._taken)
            self._field.value = value[: part.start] + key + value[part.stop :]
            part = part._replace(stop=part.start + len(key))
        if part.name == "text":
            self._field.cursor_position = part.stop
        else:
            self._field.selection = Selection(part.start, part.stop)

    def action_save(self) -> None:
        """Says that the entry was accepted, as it is going to stand; one without a text is none yet."""
        if self.text and not self._text_alone().strip():
            self._take_verdict(Verdict("the entry needs a text", "warning"))
            return
        entry = completed(self.text, self._taken)
        self._say(self.Saved(self, entry))
