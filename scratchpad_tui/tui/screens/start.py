"""The start screen: where a pad was looked for, and what can be done now. It becomes the pad when one is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from textual import on

from scratchpad_tui.core.text import visible, width
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.layout.fit import compose, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.screens.framed import FramedScreen
from scratchpad_tui.tui.widgets.painter import BAND, Line
from scratchpad_tui.tui.widgets.rows import Rows
from scratchpad_tui.tui.wishes import Onward

if TYPE_CHECKING:
    from textual import events
    from textual.widget import Widget

    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.widgets.field import FieldRow


class Choice(NamedTuple):
    """One thing that can be done."""

    id: str
    name: str
    words: str


CHOICES = (
    Choice("wait", "Wait", "it starts by itself as soon as an agent writes the pad"),
    Choice("init", "Create the pad here", "the empty sections and the settings, as `scratchpad-tui init` does"),
    Choice("demo", "Watch the demo", "a scripted agent at work in a folder of its own, as `scratchpad-tui demo`"),
    Choice("open", "Open another file", "type the path of a pad"),
)


class StartScreen(FramedScreen):
    """Shown while there is no pad and never was one."""

    BINDINGS = bindings("start")
    PLACE = "start"

    def __init__(self, view: PadView) -> None:
        super().__init__(id="start")
        self.view = view
        self._at = 0
        self._first_choice_row = 0

    def body(self) -> Widget:
        """The sentences and the choices."""
        return Rows(id="start-rows")

    def on_resize(self) -> None:
        """Draws for the new size."""
        self.draw()

    def take(self, view: PadView) -> None:
        """Takes a newly read pad that is still not there."""
        self.view = view
        self.draw()

    def focus_changed(self) -> None:
        """Nothing here depends on the terminal's focus."""

    def draw(self) -> None:
        """Draws the screen."""
        rows = self.query_one("#start-rows", Rows)
        cells = rows.size.width
        if not cells:
            return
        self.draw_head(self.view)
        lines = self._sentences(cells)
        self._first_choice_row = len(lines)
        names = max(width(choice.name) for choice in CHOICES)
        for number, choice in enumerate(CHOICES):
            here = number == self._at
            left = [Span(" ▸ " if here else "   ", "cursor"), Span(choice.name, "cursor" if here else "title")]
            gap = " " * (names - width(choice.name) + 2)
            lines.append(Line(compose([*left, Span(gap), Span(choice.words, "dim")], cells), BAND if here else ""))
        rows.put(lines)

    def _sentences(self, cells: int) -> list[Line]:
        words = [("There is no pad here yet.", "title"), (f"Looked for {visible(self.view.path)}", "text")]
        if self.view.rule:
            words.append((f"({visible(self.view.rule)})", "dim"))
        lines = [Line(compose((), cells))]
        for text, style in words:
            lines += [Line(compose([Span(f" {piece}", style)], cells)) for piece in wrap(text, cells - 2, 3)]
        return [*lines, Line(compose((), cells))]

    # Keys

    def action_line(self, step: int) -> None:
        """Moves to another choice."""
        self._at = (self._at + step) % len(CHOICES)
        self.draw()

    def action_look_again(self) -> None:
        """Looks for the pad now."""
        self.app.look_again()

    def action_open_choice(self) -> None:
        """Does what the choice says."""
        getattr(self, f"_do_{CHOICES[self._at].id}")()

    def on_click(self, event: events.Click) -> None:
        """Does what the clicked choice says."""
        number = event.screen_y - self.head.size.height - self._first_choice_row
        if 0 <= number < len(CHOICES):
            self._at = number
            self.draw()
            self.action_open_choice()

    def _do_wait(self) -> None:
        self.app.tell("Waiting: an agent that writes the pad starts this screen")

    def _do_init(self) -> None:
        if self.app.may_write():
            self.app.in_background(self.app.source.create, lambda act: self.app.tell(act.words), group="write")

    def _do_demo(self) -> None:
        self.app.go_on_with(Onward(demo=True))

    def _do_open(self) -> None:
        from scratchpad_tui.tui.widgets.field import PathRow

        if not self.query(PathRow):
            self.mount(PathRow("Path"), before=self.key_bar)
            self.key_bar.show("path")

    def on_field_row_saved(self, message: FieldRow.Saved) -> None:
        """Opens the pad of the typed path."""
        self._close(message.field)
        if message.text.strip():
            self.app.go_on_with(Onward(path=message.text.strip()))

    def on_field_row_left(self, message: FieldRow.Left) -> None:
        """Closes the field."""
        self._close(message.field)

    def _close(self, field: FieldRow) -> None:
        field.remove()
        self.set_focus(None)
        self.key_bar.show()
