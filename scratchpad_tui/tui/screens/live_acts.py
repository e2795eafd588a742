"""The acts of a person on the Live screen: lines written, ticked and deleted, undo, and the fields for text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on

from scratchpad_tui.tui.acts import OwnActs
from scratchpad_tui.tui.screens.live_view import LiveView
from scratchpad_tui.tui.widgets.field import EntryRow, FieldRow, FindRow

if TYPE_CHECKING:
    from collections.abc import Callable

    from scratchpad_tui.core.pad.view import LineView, SectionView
    from scratchpad_tui.tui.live_state import LiveState
    from scratchpad_tui.tui.source import Act


class LiveActs(LiveView):
    """What a person does to the pad, each act through the core and in a worker."""

    def __init__(self, state: LiveState) -> None:
        super().__init__(state)
        self.own = OwnActs()
        self._drafts: dict[str, str] = {}

    def line_here(self, what: str) -> tuple[SectionView, LineView] | None:
        """The line under the cursor; where there is none, a toast says how to get to one."""
        section, line = self.state.section, self.state.line
        if section is None or line is None:
            self.app.tell(f"No line to {what}: tab and the arrows go to one")
            return None
        return section, line

    def action_tick(self) -> None:
        """Ticks the plan item under the cursor, or unticks it."""
        found = self.line_here("tick")
        if found is None:
            return
        section, line = found
        if line.box is None:
            self.app.tell("This line has no box to tick")
            return
        source = self.app.source
        self._act(lambda: source.tick(section.name, line))

    def action_delete_line(self) -> None:
        """Deletes the line under the cursor."""
        found = self.line_here("delete")
        if found is not None:
            (section, line), source = found, self.app.source
            self._act(lambda: source.delete(section.name, line))

    def action_undo(self) -> None:
        """Takes back the person's newest act."""
        self._turn(self.own.undo, "Nothing of yours to undo")

    def action_redo(self) -> None:
        """Does again what was taken back."""
        self._turn(self.own.redo, "Nothing to redo")

    def _act(self, do: Callable[[], Act], done: Callable[[], None] | None = None) -> None:
        def told(act: Act) -> None:
            self.app.tell(self.own.did(act))
            if done is not None:
                done()

        if self.app.may_write():
            self.app.in_background(do, told, group="write")

    def _turn(self, choose: Callable[..., Callable[[], str] | None], nothing: str) -> None:
        if not self.app.may_write():
            return
        turn = choose(self.app.source)
        if turn is None:
            self.app.tell(nothing)
        else:
            self.app.in_background(turn, self.app.tell, group="write")

    # Fields

    async def action_new_line(self) -> None:
        """Opens the field for a new line of the section under the cursor."""
        section = self.state.section
        if not self.app.may_write():
            return
        if section is None:
            self.app.tell("No section for a new line: tab goes to one")
            return
        await self._open(EntryRow(section.name, self._drafts.get(section.name, "")))

    async def action_find(self) -> None:
        """Opens the field for a text to find."""
        await self._open(FindRow("Find", self.state.ui.find))

    async def action_find_next(self, step: int) -> None:
        """Goes to the next place of the text that was asked for."""
        if not self.state.ui.find:
            await self.action_find()
            return
        if not self.state.find_next(step):
            self.app.tell("Not found")
        self.draw()

    async def _open(self, field: FieldRow) -> None:
        for other in self.query(FieldRow):
            await other.remove()
        self.add_class("-field")
        await self.mount(field, before=self.key_bar)
        self.key_bar.show(field.place)

    @on(FieldRow.Left)
    async def close_field(self, message: FieldRow.Left) -> None:
        """Closes the field; a line that was begun is kept for the next time."""
        if message.field.place == "entry":
            self._drafts[message.field.name_shown] = message.text
            if message.text.strip():
                self.app.tell("Kept for the next o in this section")
        await self._close(message.field)

    @on(FieldRow.Saved)
    async def take_field(self, message: FieldRow.Saved) -> None:
        """Saves the new line, or finds the text."""
        field, text = message.field, message.text
        if field.place == "find":
            await self._close(field)
            if text and not self.state.find(text):
                self.app.tell("Not found")
            self.draw()
        elif text.strip():
            await self._save(field, text)

    async def _save(self, field: FieldRow, text: str) -> None:
        name, source = field.name_shown, self.app.source
        section, line = self.state.section, self.state.line
        after = line if section is not None and section.name == name else None
        self._drafts[name] = text

        def done() -> None:
            self._drafts.pop(name, None)

        await self._close(field)
        self._act(lambda: source.add(name, after, text), done)

    async def _close(self, field: FieldRow) -> None:
        await field.remove()
        self.remove_class("-field")
        self.key_bar.show(self.PLACE)
        self.set_focus(None)
