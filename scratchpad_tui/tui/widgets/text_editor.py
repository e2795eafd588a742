"""The area in which several lines are edited: what cannot be seen is shown as a mark, and nothing is lost on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from rich.text import Text
from textual.geometry import Offset
from textual.strip import Strip
from textual.widgets import TextArea
from textual.widgets.text_area import Selection

from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.layout.fit import clusters

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from textual import events
    from textual.document._document import EditResult  # the public module does not give these two names
    from textual.document._edit import Edit

    from scratchpad_tui.core.pad.redact_told import Taken

_GUTTER_MARGIN = 2
"""Blanks behind the numbers of the lines."""
_STEPS = 1000
"""Steps of undo that are kept."""


class TextEditor(TextArea):
    """Lines of text with numbers, soft wrap, undo and redo.

    The text is the file's own, hidden characters too; they are drawn as visible marks, one for one. What is pasted
    comes in with such marks in their place, since a clipboard is no place to trust.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"text-editor--fault", "text-editor--warning"}
    DEFAULT_CSS = """
    TextEditor, TextEditor:focus { border: none; padding: 0; height: 1fr; width: 1fr; }
    """

    def __init__(self, lines: Sequence[str], *, numbered: bool = True) -> None:
        self._said: frozenset[int] = frozenset()
        self._faulty = False
        super().__init__(
            "\n".join(lines),
            soft_wrap=True,
            show_line_numbers=numbered,
            max_checkpoints=_STEPS,
            tab_behavior="focus",
            compact=True,
        )
        self.cursor_blink = False
        self.match_cursor_bracket = False
        self.last_key: events.Key | None = None
        """The key that came last; the app hands on those that were typed before the editor had the focus."""
        self._first = self.document.text
        self._taken_back = 0
        """How many steps can be done again."""

    @property
    def lines(self) -> list[str]:
        """The lines as they stand; an empty text has none."""
        return self.document.lines if self.document.text else []

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back that changes the text."""
        return self.document.text != self._first

    @property
    def can_redo(self) -> bool:
        """Whether a step that was taken back can be done again."""
        return self._taken_back > 0

    def edit(self, edit: Edit) -> EditResult:
        """Does a new step, after which those that were taken back are gone."""
        self._taken_back = 0
        return super().edit(edit)

    def put(self, lines: Sequence[str]) -> None:
        """Replaces the whole text as one step that undo takes back."""
        self.replace("\n".join(lines), (0, 0), self.document.end)
        self.move_cursor((0, 0))

    def follow_redaction(self, taken: Taken) -> None:
        """Takes out of it what was redacted; no step can be taken back any more, since it may be in one.

        The cursor stays as far from the end of its line.
        """
        text = taken.out_of(self.document.text)
        row, column = self.cursor_location
        behind = len(self.document.get_line(row)) - column
        self.load_text(text)
        self._first, self._taken_back = text, 0
        row = min(row, self.document.line_count - 1)
        self.move_cursor((row, max(0, len(self.document.get_line(row)) - behind)))

    def on_resize(self) -> None:
        """Keeps the cursor in sight: what others change takes rows from the text while one types."""
        self.call_after_refresh(self.scroll_cursor_visible, animate=False)

    def mark_lines(self, indexes: Iterable[int], *, faulty: bool) -> None:
        """Marks lines, counted from 0, of which something is said; `faulty`: that keeps them from being saved."""
        said = frozenset(indexes)
        if (said, faulty) != (self._said, self._faulty):
            self._said, self._faulty = said, faulty
            self.notify_style_update()  # drawn lines are remembered
            self.refresh()

    def get_line(self, line_index: int) -> Text:
        """The line as it is drawn."""
        line = Text(visible(self.document.get_line(line_index), keep="\t"), end="", no_wrap=True)
        if self._faulty and line_index in self._said:
            line.stylize(self.get_component_rich_style("text-editor--fault", partial=True))
        return line

    def render_line(self, y: int) -> Strip:
        """The row at this place of the screen; marks take a cell where the character took none."""
        strip = super().render_line(y)
        strip = strip.crop(0, self.size.width) if strip.cell_length > self.size.width else strip
        return self._with_sign(strip, y)

    def _with_sign(self, strip: Strip, y: int) -> Strip:
        """The row with `!` behind the number of a line of which something is said."""
        gutter, at = self.gutter_width, y + int(self.scroll_offset.y)
        if not self._said or gutter < _GUTTER_MARGIN or at >= self.wrapped_document.height:
            return strip
        line, column = self.wrapped_document.offset_to_location(Offset(0, at))
        if line not in self._said or column:
            return strip
        name = "text-editor--fault" if self._faulty else "text-editor--warning"
        sign = Strip([Segment("!", self.rich_style + self.get_component_rich_style(name, partial=True))])
        cell = gutter - _GUTTER_MARGIN
        return Strip.join([strip.crop(0, cell), sign, strip.crop(cell + 1)])

    async def _on_key(self, event: events.Key) -> None:
        self.last_key = event
        if event.key in ("ctrl+home", "ctrl+end"):
            event.stop()
            event.prevent_default()
            self.move_cursor((0, 0) if event.key == "ctrl+home" else self.document.end)
        elif event.key == "tab" and not self.read_only:
            # What is indented belongs to the entry above it.
            event.stop()
            event.prevent_default()
            self._replace_via_keyboard("  ", *self.selection)
        else:
            await super()._on_key(event)

    async def _on_paste(self, event: events.Paste) -> None:
        # The event goes up to the screen otherwise, which sends it here once more.
        event.stop()
        event.prevent_default()
        if self.read_only:
            return
        cleaned = "\n".join(visible(line, keep="\t") for line in texts(event.text))
        if event.text.endswith(("\n", "\r")):
            cleaned += "\n"
        result = self._replace_via_keyboard(cleaned, *self.selection)
        if result is not None:
            self.move_cursor(result.end_location)

    def undo(self) -> None:
        """Takes back the last step."""
        before = self.document.text
        self._turn(super().undo)
        self._taken_back += self.document.text != before

    def redo(self) -> None:
        """Does the last step again that was taken back."""
        self._turn(super().redo)
        self._taken_back = max(0, self._taken_back - 1)

    def _turn(self, turn: Callable[[], None]) -> None:
        # The library draws the cursor while it may still stand behind the new end of the text.
        before = self.selection
        self.selection = Selection.cursor((0, 0))
        count = self.document.line_count
        turn()
        if self.selection == Selection.cursor((0, 0)) and self.document.line_count == count:
            self.selection = before

    def action_delete_left(self) -> None:
        """Deletes what looks like one character, with all that it is joined of."""
        row, column = self.cursor_location
        if not self.selection.is_empty or not column:
            super().action_delete_left()
            return
        before = list(clusters(self.document.get_line(row)[:column]))
        self._delete_via_keyboard((row, column - len(before[-1])), (row, column))


def can_hold(lines: Sequence[str]) -> bool:
    """Whether an editor gives these lines back as they are; it takes more characters for line ends than a pad does."""
    return TextEditor(lines).lines == list(lines) if lines else True
