"""A row with a name and a field for one line of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.layout.fit import clusters

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult


class Field(Input):
    """An input whose text is visible as it stands: pasted controls become visible marks."""

    def __init__(self, text: str) -> None:
        super().__init__(text, compact=True, select_on_focus=False)
        self.cursor_blink = False
        self.cursor_position = len(text)
        self.last_key: events.Key | None = None
        """The key that came last; the app hands on those that were typed before the field had the focus."""

    async def _on_key(self, event: events.Key) -> None:
        self.last_key = event
        await super()._on_key(event)

    def _on_paste(self, event: events.Paste) -> None:
        # All that was pasted is kept; the field has one line for it.
        lines = (line.strip() for line in texts(event.text))
        self.replace(visible(" ".join(line for line in lines if line)), *self.selection)
        event.stop()
        event.prevent_default()

    def action_delete_left(self) -> None:
        """Deletes what looks like one character, with all that it is joined of."""
        if self.selection.is_empty:
            before = list(clusters(self.value[: self.cursor_position]))
            size = len(before[-1]) if before else 0
            self.delete(self.cursor_position - size, self.cursor_position)
        else:
            self.delete_selection()


class FieldRow(Horizontal):
    """The field with its name, above the footer."""

    DEFAULT_CSS = """
    FieldRow { height: 1; }
    FieldRow Static { width: auto; max-width: 50%; }
    FieldRow Field { width: 1fr; }
    """

    class Saved(Message):
        """The text was accepted."""

        def __init__(self, field: FieldRow, text: str) -> None:
            super().__init__()
            self.field = field
            """The row."""
            self.text = text
            """Its text."""

    class Left(Message):
        """The field was left without saving."""

        def __init__(self, field: FieldRow, text: str) -> None:
            super().__init__()
            self.field = field
            """The row."""
            self.text = text
            """Its text."""

    place = ""
    """Its place in the key table."""

    def __init__(self, name: str, text: str = "") -> None:
        super().__init__()
        self.name_shown = name
        """The section, or what the field asks for."""
        self._text = text

    def compose(self) -> ComposeResult:
        """The name and the field."""
        yield Static(Content(f" {visible(self.name_shown)}: "), markup=False)
        yield Field(self._text)

    def on_mount(self) -> None:
        """Takes the focus, at once: what is typed next is text."""
        self.screen.set_focus(self.query_one(Field))

    @property
    def text(self) -> str:
        """The text as it stands."""
        return self.query_one(Field).value

    @on(Input.Submitted)
    def accept_text(self, message: Input.Submitted) -> None:
        """Takes enter as saving."""
        message.stop()
        self.action_save()

    def action_save(self) -> None:
        """Says that the text was accepted."""
        self.post_message(self.Saved(self, self.text))

    def action_back(self) -> None:
        """Says that the field was left."""
        self.post_message(self.Left(self, self.text))


class EntryRow(FieldRow):
    """The field for a new line of a section."""

    BINDINGS = bindings("entry")
    place = "entry"


class FindRow(FieldRow):
    """The field for a text to find."""

    BINDINGS = bindings("find")
    place = "find"


class PathRow(FieldRow):
    """The field for the path of a pad."""

    BINDINGS = bindings("path")
    place = "path"
