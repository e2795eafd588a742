"""The start screen: where a pad was looked for, and what can be done now. It becomes the pad when one is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.text import visible, width
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.layout.fit import compose, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.screens.framed import FramedScreen
from scratchpad_tui.tui.widgets.field import PathRow
from scratchpad_tui.tui.widgets.painter import BAND, Line
from scratchpad_tui.tui.widgets.rows import Rows
from scratchpad_tui.tui.wishes import Onward

if TYPE_CHECKING:
    from textual import events
    from textual.widget import Widget

    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.layout.model import Style
    from scratchpad_tui.tui.widgets.field import FieldRow


class Choice(NamedTuple):
    """One thing that can be done."""

    id: str
    name: str
    words: str


CHOICES = (
    Choice("wait", "Wait", "it starts by itself when an agent writes one"),
    Choice("init", "Create it here (init)", "the empty sections, and settings with comments"),
    Choice("demo", "Watch the demo", "a scripted agent at work in a folder of its own"),
    Choice("open", "Open another file", "type the path of a pad"),
)
_REFUSED = "not in a read-only watch, which creates nothing"
_BESIDE = 78
"""Cells from which the words of a choice stand beside its name, else under the one that has the cursor."""


class StartScreen(FramedScreen):
    """Shown while there is no pad and never was one."""

    BINDINGS = bindings("start")
    PLACE = "start"

    def __init__(self, view: PadView) -> None:
        super().__init__(id="start")
        self.view = view
        self._at = 0
        self._choice_rows: list[int] = []
        """For each row under the frame's the number of its choice; -1 where it shows none."""

    def body(self) -> Widget:
        """The sentences and the choices."""
        return Rows(id="start-rows")

    @on(Rows.Resized, "#start-rows")
    def arrange_anew(self) -> None:
        """Draws for the new size."""
        self.draw()

    def take(self, view: PadView) -> None:
        """Takes a newly read pad that is still not there."""
        self.view = view
        self.draw()

    def draw(self) -> None:
        """Draws the screen."""
        rows = self.query_one("#start-rows", Rows)
        cells = rows.size.width
        if not cells:
            return
        self.draw_head(self.view, cells)
        beside, height = cells >= _BESIDE, rows.size.height
        # What a choice means comes before how the pad was looked for.
        about = [] if beside else wrap(self._words(CHOICES[self._at]), max(1, cells - 6), 3)
        lines = self._sentences(cells, height - len(CHOICES) - len(about))
        self._choice_rows = [-1] * len(lines)
        for number in range(len(CHOICES)):
            under = about if number == self._at else []
            lines.append(self._choice_line(number, cells, beside=beside))
            lines += [Line(compose([Span(f"     {piece}", "dim")], cells)) for piece in under]
            self._choice_rows += [number] * (1 + len(under))
        rows.put(lines)

    def _choice_line(self, number: int, cells: int, *, beside: bool) -> Line:
        choice, here = CHOICES[number], number == self._at
        style: Style = "cursor" if here else "dim" if self._is_refused(choice) else "text"
        spans = [Span(" ▸ " if here else "   ", "cursor"), Span(choice.name, style)]
        if beside:
            column = max(width(other.name) for other in CHOICES) + 2
            spans += [Span(" " * (column - width(choice.name))), Span(self._words(choice), "dim")]
        return Line(compose(spans, cells), BAND if here else "")

    def _is_refused(self, choice: Choice) -> bool:
        return choice.id == "init" and self.app.source.read_only

    def _words(self, choice: Choice) -> str:
        return _REFUSED if self._is_refused(choice) else choice.words

    def _sentences(self, cells: int, height: int) -> list[Line]:
        """Where the pad was looked for, on at most so many rows."""
        place = visible(self.view.path)
        words: list[tuple[str, Style]] = [
            ("There is no pad here yet.", "title"),
            (f"Looked for {place}", "text"),
        ]
        if self.view.rule:
            words.append((f"({visible(self.view.rule)})", "dim"))
        pieces = self._broken(words, cells)
        if len(pieces) > height:
            pieces = self._broken(words[:2], cells)
        lines = [Line(compose([Span(f" {piece}", style)], cells)) for piece, style in pieces]
        blank = Line(compose((), cells))
        return [blank, *lines, blank] if len(lines) + 2 <= height else lines[: max(1, height)]

    @staticmethod
    def _broken(words: list[tuple[str, Style]], cells: int) -> list[tuple[str, Style]]:
        return [(piece, style) for text, style in words for piece in wrap(text, cells - 2, 3)]

    # Keys

    def action_line(self, step: int) -> None:
        """Moves to another choice."""
        self._at = (self._at + step) % len(CHOICES)
        self.draw()

    def action_look_again(self) -> None:
        """Looks for the pad now."""
        self.app.look_again()

    async def action_open_choice(self) -> None:
        """Does what the choice says."""
        await self._choose(CHOICES[self._at].id)

    async def on_click(self, event: events.Click) -> None:
        """Does what the clicked choice says."""
        row = event.screen_y - self.head.size.height
        if 0 <= row < len(self._choice_rows) and self._choice_rows[row] >= 0:
            self._at = self._choice_rows[row]
            self.draw()
            await self.action_open_choice()

    async def _choose(self, choice: str) -> None:
        app = self.app
        if choice == "wait":
            app.tell("Waiting: an agent that writes the pad starts this screen")
        elif choice == "demo":
            app.go_on_with(Onward(demo=True))
        elif choice == "init" and app.may_write():
            app.in_background(app.source.create, lambda act: app.tell(act.words), group="write")
        elif choice == "open" and not self.query(PathRow):
            self.add_class("-field")
            await self.mount(PathRow("Path"), before=self.key_bar)
            self.key_bar.show("path")

    async def on_field_row_saved(self, message: FieldRow.Saved) -> None:
        """Opens the pad of the typed path."""
        await self._close(message.field)
        if message.text.strip():
            self.app.go_on_with(Onward(path=message.text.strip()))

    async def on_field_row_left(self, message: FieldRow.Left) -> None:
        """Closes the field."""
        await self._close(message.field)

    async def _close(self, field: FieldRow) -> None:
        await field.remove()
        self.remove_class("-field")
        self.set_focus(None)
        self.key_bar.show()
