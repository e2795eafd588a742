"""A row with a name and a field for one line of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from textual import on
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widgets import Input, Static

from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.layout.fit import CUT, clusters
from scratchpad_tui.tui.telling import FIELD
from scratchpad_tui.tui.typed_lines import OPEN
from scratchpad_tui.tui.wordings import Wording

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual import events
    from textual.app import ComposeResult
    from textual.timer import Timer

    from scratchpad_tui.core.pad.redact_told import Taken
    from scratchpad_tui.tui.app import ScratchpadApp
    from scratchpad_tui.tui.footer import Found
    from scratchpad_tui.tui.typed_lines import TypedLine

FILTERS = (
    "text  section:Findings  author:you  kind:refused",
    "text  author:you  kind:refused",
    "text  author:you",
)
"""What a filter may be, the fullest words first."""
_PAUSE_SECONDS = 0.15
"""In typing, after which a text to find is looked for."""


_LEAST_CELLS = 3
"""Cells under which a field has no room to say what it cuts."""


def on_one_line(pasted: str) -> str:
    """All that was pasted, visible: a field has one line for it."""
    lines = (line.strip() for line in texts(pasted))
    return visible(" ".join(line for line in lines if line))


class Field(Input):
    """An input whose text is visible as it stands: pasted controls become visible marks."""

    def __init__(self, text: str) -> None:
        super().__init__(text, compact=True, select_on_focus=False)
        self.cursor_blink = False
        self.cursor_position = len(text)

    def on_resize(self) -> None:
        """Shows the cursor, at first as well: an input scrolls to it only when it is moved."""
        here = Region(self._cursor_offset, 0, 1, 1)
        self.scroll_to_region(here, force=True, animate=False)

    def render_line(self, y: int) -> Strip:
        """The text in sight, `…` where the rest of it is at that side; never in place of the cursor."""
        strip = super().render_line(y)
        cells = self.scrollable_content_region.width
        if y or not self.value or cells < _LEAST_CELLS:
            return strip
        start, cursor = int(self.scroll_offset.x), self._cursor_offset - int(self.scroll_offset.x)
        mark = Strip([Segment(CUT, self.rich_style)])
        if start > 0 and cursor > 0:
            strip = Strip.join([mark, strip.crop(1)])
        if self.content_width - start > cells and cursor < cells - 1:
            strip = Strip.join([strip.crop(0, cells - 1), mark])
        return strip

    async def action_submit(self) -> None:
        """Takes enter, which an input keeps for itself, as what it does in the field's place."""
        row = next((node for node in self.ancestors if isinstance(node, FieldRow)), None)
        if row is None:
            return
        meant = next((key for key in keys.at(row.place) if "enter" in key.keys), None)
        if meant is not None:
            await row.run_action(meant.action)

    def _on_paste(self, event: events.Paste) -> None:
        self.replace(on_one_line(event.text), *self.selection)
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

    app: ScratchpadApp
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
        self._field = Field(text)

    def compose(self) -> ComposeResult:
        """The name and the field."""
        yield Static(Content(f" {visible(self.name_shown)}: "), markup=False)
        yield self._field

    def on_mount(self) -> None:
        """Takes the focus, at once: what is typed next is text."""
        self.screen.set_focus(self._field)

    @property
    def text(self) -> str:
        """The text as it stands."""
        return self._field.value

    def put(self, text: str) -> None:
        """Puts another text in its place; the cursor stays as far from the end."""
        field = self._field
        if text != field.value:
            behind = len(field.value) - field.cursor_position
            field.value = text
            field.cursor_position = max(0, len(text) - behind)

    def follow_redaction(self, taken: Taken) -> None:
        """Takes out of it what was redacted somewhere."""
        self.put(taken.out_of(self._field.value))

    def action_save(self) -> None:
        """Says that the text was accepted."""
        self._say(self.Saved(self, self.text))

    def action_back(self) -> None:
        """Says that the field was left."""
        self._say(self.Left(self, self.text))

    def _say(self, message: FieldRow.Saved | FieldRow.Left) -> None:
        """Tells the screen; what is typed next waits until it has dealt with that, or it would still come here."""
        let_go = self.app.typed.hold()
        self.screen.post_message(message)
        self.screen.call_later(let_go)


class EntryRow(FieldRow):
    """The field for a new line of a section."""

    BINDINGS = bindings("entry")
    place = "entry"

    def __init__(self, line: TypedLine) -> None:
        super().__init__(line.section, line.text)
        self.line = line
        """The line, with its text as it is typed."""

    @on(Input.Changed)
    def take_text(self, message: Input.Changed) -> None:
        """Takes what was typed: the line is not lost, however the screen ends."""
        message.stop()
        self.line.text = message.value

    def on_unmount(self) -> None:
        """Takes what was typed last, where the screen ended before it was told."""
        if self.line.state == OPEN:
            self.line.text = self.text


class FindRow(FieldRow):
    """The field for a text to find, which is told as it is typed, with room for how often it is there."""

    BINDINGS = bindings("find")
    place = "find"

    class Typed(Message):
        """Nothing more was typed for a moment."""

        def __init__(self, field: FindRow, text: str) -> None:
            super().__init__()
            self.field = field
            """The row."""
            self.text = text
            """Its text."""

    def __init__(self, name: str, text: str = "") -> None:
        super().__init__(name, text)
        self.before = text
        """The text that was marked when the field opened."""
        self._pause: Timer | None = None
        self._count = Static("", markup=False)

    def compose(self) -> ComposeResult:
        """The name, the field, and how many places hold its text."""
        yield from super().compose()
        yield self._count

    def tell(self, found: Found | None) -> None:
        """Shows to which of how many places enter goes; nothing where no text is marked."""
        words = f" {found.at or 1:,}/{found.count:,} " if found and found.count else " none " if found else ""
        self._count.update(Content(words))

    @on(Input.Changed)
    def wait_for_more(self, message: Input.Changed) -> None:
        """Tells the text after a pause: most letters are followed by others."""
        message.stop()
        self._stop_waiting()
        self._pause = self.set_timer(_PAUSE_SECONDS, self._tell_typed)

    def _tell_typed(self) -> None:
        self.post_message(self.Typed(self, self.text))

    def _stop_waiting(self) -> None:
        if self._pause is not None:
            self._pause.stop()

    def _say(self, message: FieldRow.Saved | FieldRow.Left) -> None:
        self._stop_waiting()
        super()._say(message)


class FilterRow(FieldRow):
    """The field for what a list is filtered by, which says how that is written while it is empty."""

    BINDINGS = bindings("filter")
    place = "filter"

    def on_resize(self) -> None:
        """Says as much of it as has room."""
        room = self._field.size.width
        self._field.placeholder = next((words for words in FILTERS if len(words) < room), "")

    @on(Input.Changed)
    def mend(self, message: Input.Changed) -> None:
        """Ends what was said of the words as they were before."""
        message.stop()
        self.app.put_away_about(FIELD)

    def on_unmount(self) -> None:
        """Ends it with the field, however that is left."""
        self.app.put_away_about(FIELD)


class WordingRow(FieldRow):
    """The field for the text of a proposal, or of a new one."""

    BINDINGS = bindings("wording")
    place = "wording"

    def __init__(self, item: str, name: str, text: str, base: str = "") -> None:
        super().__init__(name, visible(text))
        self.item = item
        """The proposal's id; empty for a new one."""
        self.base = base
        """What the proposal says."""

    @on(Input.Changed)
    def take_text(self, message: Input.Changed) -> None:
        """Takes what was typed: it is not lost, however the screen ends."""
        message.stop()
        self.app.wordings.put(self.item, self.base, message.value)

    def follow(self, texts: Mapping[str, str]) -> None:
        """Takes out of it what was redacted in its proposal, once the wordings have followed: see `Wording.follow`."""
        wordings = self.app.wordings
        shown = Wording(self.item, self.base, self.text)
        if shown.follow(texts, wordings.came):
            self.item, self.base = shown.item, shown.base
            self.put(wordings.text(shown.item, shown.text))

    def follow_redaction(self, taken: Taken) -> None:
        """Takes out of it what was redacted somewhere."""
        self.base = taken.out_of(self.base)
        super().follow_redaction(taken)


class ReasonRow(FieldRow):
    """The field for why a proposal is rejected."""

    BINDINGS = bindings("reason")
    place = "reason"

    def __init__(self, item: str, name: str, text: str) -> None:
        super().__init__(name, text)
        self.item = item
        """The proposal's id."""


class PathRow(FieldRow):
    """The field for the path of a pad."""

    BINDINGS = bindings("path")
    place = "path"


class PlaceRow(FieldRow):
    """The field for a file that a text is written to when the pad cannot be."""

    BINDINGS = bindings("elsewhere")
    place = "elsewhere"
