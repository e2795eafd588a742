"""The Timeline: every version and what it changed, with what happened between them; its keys and its mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.layout.fit import holds
from scratchpad_tui.tui.layout.timeline import SIDE_BY_SIDE
from scratchpad_tui.tui.screens.follows import follow_words
from scratchpad_tui.tui.screens.listed import Wheeled, is_over, row_of
from scratchpad_tui.tui.screens.timeline_sheets import TimelineSheets
from scratchpad_tui.tui.telling import FIELD
from scratchpad_tui.tui.timeline_state import DIFF, LIST, UNIFIED
from scratchpad_tui.tui.widgets.field import FieldRow, FilterRow, FindRow

if TYPE_CHECKING:
    from textual import events

    from scratchpad_tui.core.pad.restoring import Restoring


class TimelineScreen(Wheeled, TimelineSheets):
    """What happened to the pad, followed."""

    BINDINGS = bindings("timeline")

    # The cursor

    def action_line(self, step: int) -> None:
        """Moves by an entry, or scrolls the diff."""
        if self.state.pane == DIFF:
            self.diff.scroll_relative(y=step, animate=False)
        else:
            self.state.move(step)
            self.draw()

    def action_page(self, step: int) -> None:
        """Moves by a page."""
        pane = self.diff if self.state.pane == DIFF else self.moments
        self.action_line(step * max(1, pane.size.height - 2))

    def action_edge(self, step: int) -> None:
        """Moves to the oldest entry, or to the newest, which is followed then."""
        if self.state.pane == DIFF:
            self.diff.scroll_to(y=0 if step < 0 else self.diff.max_scroll_y, animate=False)
        else:
            self.state.edge(step)
            self.draw()

    def action_version(self, step: int) -> None:
        """Moves to the version before or after, over what is none."""
        if not self.state.step(-step):
            self._tell_edge(step)
        self.draw()

    def action_pane(self, step: int) -> None:  # noqa: ARG002 - there are two
        """Moves between list and diff."""
        if self.shows_diff:
            self.state.pane = DIFF if self.state.pane == LIST else LIST
            self.draw()
        else:
            self.action_open_version()

    def action_follow(self) -> None:
        """Follows, or stays."""
        follows = self.state.follow()
        self.draw()
        self.app.tell(follow_words(follows=follows))

    def action_look_again(self) -> None:
        """Reads the pad and the list now."""
        self.app.look_again()
        self.read()

    def action_back(self) -> None:
        """One level back, then to the Live screen."""
        if self.finding is not None or self.state.find:
            self.start_find("")
            self.state.find = ""
            self.show_diff()
        elif self.state.pane == LIST and self.state.mark is None and self.state.wanted is not None:
            self.start_filter("", None)
        elif not self.state.back():
            self.app.action_ground()
            return
        self.draw()

    # The mouse

    def on_click(self, event: events.Click) -> None:
        """Puts the cursor on the entry that was clicked; a count of hidden ones moves by a page."""
        row = row_of(event, self.moments, len(self.places))
        if event.widget is self.diff:
            self.state.pane = DIFF
        elif row is None:
            return
        else:
            self.state.pane = LIST
            place = self.places[row]
            if place is None:
                self.action_page(-1 if row == 0 else 1)
            elif place == self.state.at and event.chain > 1:
                self.action_open_version()
            else:
                self.state.move(place - self.state.at)
        self.draw()

    def wheel(self, event: events.MouseEvent, step: int) -> None:
        """Moves by an entry where the pointer is over the list."""
        if is_over(event, self.moments):
            self.state.move(step)
            self.draw()

    # What is compared and how

    def action_compare(self) -> None:
        """Marks the version under the cursor, or ends comparing."""
        here = self.state.here
        if self.state.mark is None and (here is None or not here.version):
            self.app.tell("No version to compare with stands here")
            return
        # That it compares stands above the list, or above the diff.
        if not self.state.compare():
            self.app.tell("Not comparing any more")
        self.draw()

    def action_layout(self) -> None:
        """Shows the diff unified, or side by side where there is room."""
        if self.state.layout == UNIFIED and self.app.size.width < SIDE_BY_SIDE:
            self.app.tell(f"Side by side needs {SIDE_BY_SIDE} columns")
        else:
            self.toggle_layout()

    # Filter and find

    async def action_filter(self) -> None:
        """Opens the field for a filter."""
        await self._open(FilterRow("Filter", self.state.words))

    async def action_find(self) -> None:
        """Opens the field for a text to find."""
        await self._open(FindRow("Find", self.state.find))

    def action_find_next(self, step: int) -> None:
        """Goes to the next version that brought or took the text, or to its next place in the diff."""
        if not self.state.find:
            self.call_later(self.action_find)
        elif self.state.pane == DIFF:
            self._find_in_diff(step)
        else:
            if not self.state.find_next(step) and self.state.found:
                self.app.tell("Not found among what the filter shows")
            self.draw()

    def _find_in_diff(self, step: int) -> None:
        find, rows = visible(self.state.find), self.diffed.rows if self.diffed else ()
        places = [at for at, row in enumerate(rows) if holds("".join(span.text for span in row), find)]
        top = self.diff.scroll_offset.y
        ahead = [at for at in (places if step > 0 else places[::-1]) if (at - top) * step > 0]
        if places:
            self.diff.scroll_to(y=(ahead or places[:: 1 if step > 0 else -1])[0], animate=False)
        else:
            self.app.tell("Not found in this diff")

    async def _open(self, field: FieldRow) -> None:
        for other in self.query(FieldRow):
            await other.remove()
        self.add_class("-field")
        await self.mount(field, before=self.key_bar)
        self.key_bar.show(field.place)

    @on(FindRow.Typed)
    def mark_typed(self, message: FindRow.Typed) -> None:
        """Marks the text as it is typed, where it stands on the screen; enter looks through all versions."""
        if message.field.is_attached:
            self._mark(message.text.strip())

    def _mark(self, text: str) -> None:
        self.state.find = text
        self.show_diff()
        self.draw()

    @on(FieldRow.Left)
    async def leave_field(self, message: FieldRow.Left) -> None:
        """Closes the field; what was marked before it opened is marked again."""
        field = message.field
        await self._close(field)
        if isinstance(field, FindRow):
            self._mark(field.before)
            if self.sought != field.before:
                self.start_find(field.before)  # another list came in while one typed

    @on(FieldRow.Saved)
    async def take_field(self, message: FieldRow.Saved) -> None:
        """Filters the list, or finds the text."""
        if isinstance(message.field, FindRow):
            await self._close(message.field)
            self.start_find(message.text.strip())
            self.show_diff()
        else:
            await self._filter(message.field, message.text.strip())

    async def _filter(self, field: FieldRow, words: str) -> None:
        """Filters by the words; where they mean nothing the field stays open, so that they can be mended."""
        from scratchpad_tui.core.pad.wanted import read_wanted

        names = [section.name for section in self.app.live.state.newest.sections]
        try:
            wanted = read_wanted(words, names) if words else None
        except InputError as error:
            self.app.tell_error(error, about=FIELD)
            return
        await self._close(field)
        self.start_filter(words, wanted)

    async def _close(self, field: FieldRow) -> None:
        await field.remove()
        self.remove_class("-field")
        self.key_bar.show(self.PLACE)
        self.set_focus(None)

    def action_copy(self) -> None:
        """Copies the diff that is shown."""
        pair, source = self.state.pair, self.app.source
        if pair is None:
            self.app.tell("No diff stands here to copy")
        else:
            self.app.in_background(
                lambda: source.diff_text(*pair), lambda text: self.app.copy(text, "the diff"), group="copy"
            )

    # Restore

    async def action_restore(self) -> None:
        """Shows what a restore would change, and asks."""
        moment, state = self.state.here, self.state
        if moment is not None and moment.kind == "quarantined":
            self.app.open_recovery()
            return
        if moment is None or moment.is_event:
            self.app.tell(
                keys.said("No version stands here to restore: {version.older} and {version.newer} go to one")
            )
            return
        if not self.app.may_write():
            return
        before = state.moments.before(moment.version) if moment.alarms else None
        if before:
            await self._ask_which(moment.version, before)
        else:
            self._preview(moment.version)

    async def _ask_which(self, version: int, before: int) -> None:
        """An alarm: what was lost stands in the version before."""
        from scratchpad_tui.tui.screens.choose import ChooseScreen

        lost, alarmed = f"v{before}, the one before", f"v{version} itself"

        def chosen(name: str | None) -> None:
            if name is not None:
                self._preview(before if name == lost else version)

        question = f"v{version} raised an alarm. Restore"
        await self.app.push_screen(ChooseScreen(question, [lost, alarmed]), chosen)

    def _preview(self, version: int) -> None:
        source = self.app.source

        async def show(found: Restoring) -> None:
            from scratchpad_tui.tui.screens.restore import RestoreScreen

            if found.comparison.rows or found.comparison.only_bytes:
                await self.app.push_screen(RestoreScreen(found))
            elif self.app.live.state.newest.state != "live":
                self.app.open_recovery()  # it is served from that version, and does not stand in the file
            else:
                self.app.tell(f"The pad is as version {version} was already")

        self.app.in_background(lambda: source.restoring(version), show, opens=True)

    def action_undo(self) -> None:
        """Takes back the person's newest act."""
        self.app.live.action_undo()

    def action_redo(self) -> None:
        """Does again what was taken back."""
        self.app.live.action_redo()
