"""The acts of a person on the Live screen: lines written, ticked and deleted, undo, and the fields for text."""

from __future__ import annotations

from datetime import UTC
from functools import partial
from typing import TYPE_CHECKING

from textual import on

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui import idle, keys
from scratchpad_tui.tui.acts import OwnActs
from scratchpad_tui.tui.layout.cursor import stops_of
from scratchpad_tui.tui.promoting import entry_words
from scratchpad_tui.tui.screens.drafting import SECONDS
from scratchpad_tui.tui.screens.live_view import LiveView
from scratchpad_tui.tui.telling import PAD
from scratchpad_tui.tui.typed_lines import FAILED, LEFT, SAVING
from scratchpad_tui.tui.widgets.field import EntryRow, FieldRow, FindRow
from scratchpad_tui.tui.writes import OwnText

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.timer import Timer

    from scratchpad_tui.core.pad.redact_told import Taken
    from scratchpad_tui.core.pad.view import LineView, SectionView
    from scratchpad_tui.tui.acts import Turning
    from scratchpad_tui.tui.live_state import LiveState
    from scratchpad_tui.tui.source import Act, PadSource
    from scratchpad_tui.tui.typed_lines import TypedLine


_SEALED = "is kept for good: promote --durable alone writes it, or you in the file itself"
_MENDED_FIRST = "Nothing can be saved before the file is mended: {edit.external} opens it in $EDITOR"


def _nothing() -> None:
    """What becomes of an act that was not done and left nothing behind."""


class LiveActs(LiveView):
    """What a person does to the pad, each act through the core and in a worker."""

    def __init__(self, state: LiveState) -> None:
        super().__init__(state)
        self.own = OwnActs()
        self._typing: Timer | None = None

    def line_here(self, what: str) -> tuple[SectionView, LineView] | None:
        """The line under the cursor; where there is none, a toast says how to get to one."""
        section, line = self.state.section, self.state.line
        if section is None or line is None:
            self.app.tell(f"No line to {what}: {keys.key('go.next-pane')} and the arrows go to one")
            return None
        return section, line

    def may_change(self, section: SectionView) -> bool:
        """Whether a section may be changed here; a toast says why not."""
        if section.sealed:
            self.app.tell(f"{section.name} {_SEALED}", severity="warning")
        return not section.sealed and self.may_save()

    def may_save(self) -> bool:
        """Whether anything can be saved while the file is as it is; a toast says what helps before anybody types."""
        waits = idle.is_mended_by_hand(self.state.newest) and not self.app.source.read_only
        if waits:
            self.app.tell(keys.said(_MENDED_FIRST), severity="warning", about=PAD)
        return not waits

    def section_meant(self, waiting: Sequence[str]) -> SectionView | None:
        """The section under the cursor; without a cursor it comes to the one that is most likely meant.

        That is the last of those where something typed waits, else the first of the screen that may be changed.
        """
        state = self.state
        if state.section is not None or state.beside is not None:
            return state.section
        sections = {section.name: section for section in state.shown.sections}
        ordered = dict.fromkeys(stop.section for stop in stops_of(state.shown))
        wanted = [name for name in reversed(waiting) if name in sections]
        wanted += [name for name in ordered if not sections[name].sealed]
        if not wanted:
            return None
        state.enter(wanted[0])
        self.draw()
        self.app.tell(
            f"{visible(wanted[0])}, as no section had the cursor: esc, then {keys.key('go.next-pane')} goes on"
        )
        return state.section

    def action_propose(self) -> None:
        """Proposes the entry under the cursor for promotion."""
        found = self.line_here("propose")
        if found is None:
            return
        section, line = found
        if section.sealed:
            self.app.tell(f"{section.name} is kept for later sessions already")
        else:
            self.app.propose(entry_of(section, line), section.name)

    def action_tick(self) -> None:
        """Ticks the plan item under the cursor, or unticks it."""
        found = self.line_here("tick")
        if found is None or not self.may_change(found[0]):
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
        if found is not None and self.may_change(found[0]):
            (section, line), source = found, self.app.source
            self._act(lambda: source.delete(section.name, line))

    def action_undo(self) -> None:
        """Takes back the person's newest act."""
        self._turn(self.own.undo, "Nothing of yours to undo", there_is=self.own.can_undo)

    def action_redo(self) -> None:
        """Does again what was taken back."""
        self._turn(self.own.redo, "Nothing to redo", there_is=self.own.can_redo)

    def _act(
        self,
        do: Callable[[], Act],
        failed: Callable[[], None] = _nothing,
        text: OwnText | None = None,
        done: Callable[[Act], None] | None = None,
    ) -> None:
        def tell(act: Act) -> None:
            if done is not None:
                done(act)
            self._tell_done(self.own.did(act))

        if self.app.may_write():
            self.state.await_act()
            self.app.writes.put(do, tell, failed, text=text)

    def _tell_done(self, words: str) -> None:
        """Tells an act; the footer has other keys from now on, also where the pad is read only later."""
        self.app.tell(words)
        self.key_bar.leave_out(self.idle())

    def _turn(self, choose: Callable[[PadSource], Turning | None], nothing: str, *, there_is: bool) -> None:
        if not self.app.may_write():
            return
        if not there_is and not self.app.writes.busy:
            self.app.tell(nothing)
            return
        source = self.app.source
        taken: Turning | None = None

        def choose_now() -> str:
            # Here and not before: an act that is still being saved is the one to take back.
            nonlocal taken
            taken = choose(source)
            return taken.do() if taken is not None else nothing

        def failed() -> None:
            if taken is not None:
                taken.keep()

        self.state.await_turn()
        self.app.writes.put(choose_now, self._tell_done, failed)

    # Fields

    def draw(self) -> None:
        """Draws the pad, and in the field for a text to find how many lines hold it."""
        super().draw()
        for row in self.query(FindRow):
            row.tell(self.state.found)

    async def action_new_line(self) -> None:
        """Opens the field for a new line of the section under the cursor."""
        if not self.app.may_write():
            return
        section = self.section_meant([line.section for line in self.app.lines.unsaved()])
        if section is None:
            self.app.tell(keys.said("No section for a new line: {go.next-pane} goes to one"))
            return
        if not self.may_change(section):
            return
        lines = self.app.lines
        await self._open(self._row_for(section, lines.open(section.name)))
        if lines.waiting(section.name):
            self.app.tell(
                f"Kept lines that wait behind this one in {section.name}: {lines.waiting(section.name)}"
            )

    def _row_for(self, section: SectionView, line: TypedLine) -> EntryRow:
        if not section.keyed:
            return EntryRow(line)
        from scratchpad_tui.tui.widgets.audited_field import AuditedRow

        shown = self.state.newest.sections
        taken = {
            other.proof.key for each in shown for other in each.lines if other.proof and other.index >= 0
        }
        return AuditedRow(line, self.app.clock.now().astimezone(UTC).date().isoformat(), taken)

    async def action_find(self) -> None:
        """Opens the field for a text to find."""
        await self._open(FindRow("Find", self.state.ui.find))

    async def action_find_next(self, step: int) -> None:
        """Goes to the next place of the text that was asked for."""
        if not self.state.ui.find:
            await self.action_find()
            return
        self.state.find_next(step)
        self.draw()

    @on(FindRow.Typed)
    def mark_typed(self, message: FindRow.Typed) -> None:
        """Marks the text as it is typed; the cursor goes to it with enter alone."""
        if message.field.is_attached:
            self.state.mark(message.text)
            self.draw()

    async def _open(self, field: FieldRow) -> None:
        for other in self.query(FieldRow):
            if isinstance(other, EntryRow):
                self._keep(other.line, LEFT)
            elif isinstance(other, FindRow):
                self.state.mark(other.before)
            await other.remove()
        self.add_class("-field")
        await self.mount(field, before=self.key_bar)
        self.key_bar.show(field.place)
        self._stop_typing()
        if isinstance(field, EntryRow):
            self._typing = self.set_interval(SECONDS, self.keep_typed)

    @on(FieldRow.Left)
    async def close_field(self, message: FieldRow.Left) -> None:
        """Closes the field; a line that was begun is kept for the next time."""
        field = message.field
        if isinstance(field, EntryRow):
            field.line.text = message.text
            self._keep(field.line, LEFT)
            if message.text.strip():
                self.app.tell(keys.said("Kept for the next {line.new} in this section"))
        await self._close(field)
        if isinstance(field, FindRow):
            self.state.mark(field.before)
            self.draw()

    @on(FieldRow.Saved)
    async def take_field(self, message: FieldRow.Saved) -> None:
        """Saves the new line, or finds the text."""
        field, text = message.field, message.text
        if isinstance(field, EntryRow):
            if text.strip():
                field.line.text = text
                await self._save(field.line, field)
            return
        await self._close(field)
        self.state.find(text)
        self.draw()

    async def _save(self, line: TypedLine, field: FieldRow) -> None:
        source, section, at = self.app.source, self.state.section, self.state.line
        after = at if section is not None and section.name == line.section else None
        line.state = SAVING
        self.state.own_line.begin()

        def save() -> Act:
            act = source.add(line.section, after, line.text)
            self.app.lines.gone(line)
            line.drop(source.drop_draft)
            return act

        def saved(act: Act) -> None:
            if act.version is not None:
                self.state.added(line.section, line.text, act.version)
                if self.app.screen is self:
                    self.draw()

        await self._close(field)
        again = f"{keys.key('line.new')} in {line.section} goes on with it"
        without = f"writes nothing; your line is kept, {again}: say where the value is kept instead."
        own = OwnText(line.text, without, "writes the line")
        self._act(save, lambda: self._keep(line, FAILED), own, saved)

    def _stop_typing(self) -> None:
        if self._typing is not None:
            self._typing.stop()
            self._typing = None

    def keep_typed(self) -> None:
        """Puts the line that is being typed on disk, where it became another one: nobody knows how the program ends."""
        source = self.app.source
        for field in self.query(EntryRow):
            line = field.line
            if line.text.strip() and line.text != line.kept_text and not source.read_only:
                keep = partial(line.keep, source.keep_draft)
                self.app.in_background(keep, self.app.follow_redaction, group="draft")

    def follow_redaction(self, taken: Taken) -> None:
        """Takes what was redacted out of the field that is open, and what stands on disk of it at once."""
        for field in self.query(FieldRow):
            field.follow_redaction(taken)
        self.keep_typed()

    def _keep(self, line: TypedLine, state: str) -> None:
        """Keeps a line for the next field in its section, on disk too: it is a person's text."""
        line.state = state
        source = self.app.source
        if line.text.strip():
            keep = partial(line.keep, source.keep_draft)
            self.app.in_background(keep, self.app.follow_redaction, group="draft")
        else:
            self.app.lines.gone(line)
            self.app.in_background(lambda: line.drop(source.drop_draft), group="draft")

    async def _close(self, field: FieldRow) -> None:
        await field.remove()
        self._stop_typing()
        self.remove_class("-field")
        self.key_bar.show(self.PLACE)
        self.set_focus(None)


def entry_of(section: SectionView, line: LineView) -> str:
    """What the whole entry says that a line belongs to."""
    lines = [other for other in section.lines if other.mark != "-"]
    first = last = next((at for at, other in enumerate(lines) if other.index == line.index), 0)
    while first > 0 and lines[first].continued:
        first -= 1
    while last + 1 < len(lines) and lines[last + 1].continued:
        last += 1
    return entry_words([other.text for other in lines[first : last + 1]])
