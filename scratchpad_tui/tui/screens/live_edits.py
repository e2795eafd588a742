"""The Live screen's larger acts: a section edited here or in another editor, entries moved, drafts taken up again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui import idle, keys
from scratchpad_tui.tui.ages import HALF_MINUTE
from scratchpad_tui.tui.blame_words import blame_columns
from scratchpad_tui.tui.layout.blamed import NARROW
from scratchpad_tui.tui.layout.fit import cut
from scratchpad_tui.tui.layout.model import Stop
from scratchpad_tui.tui.put_away import PutAway
from scratchpad_tui.tui.screens.live_acts import LiveActs
from scratchpad_tui.tui.trouble import ALARMS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.blame import BlamedLine
    from scratchpad_tui.core.pad.drafts import Draft
    from scratchpad_tui.core.pad.editing import SectionText
    from scratchpad_tui.core.pad.pruning import PruneList
    from scratchpad_tui.core.pad.redact_told import Taken
    from scratchpad_tui.core.pad.view import PadView, SectionView
    from scratchpad_tui.tui.corrections import Since
    from scratchpad_tui.tui.live_state import LiveState

_MOVED_CELLS = 100
"""Cells that a line has in the question where it goes."""


class LiveEdits(LiveActs):
    """Opens what edits more than one line."""

    def __init__(self, state: LiveState) -> None:
        super().__init__(state)
        self._waiting = PutAway()
        """The drafts that `e` goes on with."""
        self._blamed: dict[tuple[str, int], BlamedLine] | None = None
        """Who brought each line, while that is shown."""
        self._worded = -1
        """The half minute in which it was said how long ago."""

    def action_edit(self) -> None:
        """Edits the section under the cursor, or goes on with its draft."""
        section = self.state.section
        if section is None and self.app.may_write():
            section = self.section_meant(self._waiting.sections)
        if section is None:
            self.app.tell(keys.said("No section to edit: {go.next-pane} goes to one"))
        elif section.sealed and self._waiting.newest(section.name) is not None:
            self._offer(self._waiting.newest(section.name))
        elif self.may_change(section) and self.app.may_write():
            line = self.state.line
            self._open_editor(section.name, self._waiting.newest(section.name), line.index if line else 0)

    def edit_line(self, name: str, line: int) -> None:
        """Edits a section, or goes on with its draft, at a line of the file that is counted from 1."""
        section = next((one for one in self.state.newest.sections if one.name == name), None)
        if section is not None and self.may_change(section) and self.app.may_write():
            self._open_editor(name, self._waiting.newest(name), line, in_file=True)

    def resume(self, draft: Draft) -> None:
        """Goes on with a draft: a whole pad's in $EDITOR, a section's here."""
        self._waiting.forget(draft)
        if draft.section:
            self._open_editor(draft.section, draft, 0)
        else:
            self.app.edit_outside(None, draft)

    def put_away(self, section: str, draft: Draft | None) -> None:
        """Keeps a draft for the next `e` in its section."""
        if draft is not None:
            self._waiting.put(draft._replace(section=section))

    def follow_redaction(self, taken: Taken) -> None:
        """Takes what was redacted out of the field that is open, and of the drafts that wait."""
        super().follow_redaction(taken)
        self._waiting.follow_redaction(taken)

    def idle(self) -> frozenset[str]:
        """The keys that would do nothing now, for the line under the cursor or without one."""
        source, can_undo = self.app.source, self.own.can_undo or self.app.writes.busy
        return idle.on_live(
            self.state, read_only=source.read_only, can_undo=can_undo, resumes=self._waiting.sections
        )

    def words(self) -> tuple[dict[str, str], str]:
        """What keys do now, and the one that is wanted most."""
        return idle.live_words(self.state, self._waiting.sections)

    @property
    def unsaved_sections(self) -> list[str]:
        """The sections of drafts and lines that wait; empty for the whole pad's."""
        typed = [line.section for line in self.app.lines.unsaved()]
        return list(dict.fromkeys([*self._waiting.sections, *typed]))

    def forget_draft(self, draft: Draft) -> None:
        """Takes note that a draft is gone."""
        self._waiting.forget(draft)

    def _open_editor(self, section: str, draft: Draft | None, line: int, *, in_file: bool = False) -> None:
        source = self.app.source

        async def show(text: SectionText) -> None:
            from scratchpad_tui.tui.screens.editor import EditorScreen
            from scratchpad_tui.tui.widgets.text_editor import can_hold

            if not can_hold(text.lines) or (draft is not None and not can_hold(draft.lines)):
                await self._offer_external(text)
                return
            if draft is not None:
                self._waiting.forget(draft)
            at = max(0, line - text.first) if in_file else line
            await self.app.push_screen(EditorScreen(text, self.state.newest, draft=draft, line=at))

        self.app.in_background(lambda: source.open_section(section), show, opens=True)

    async def _offer_external(self, text: SectionText) -> None:
        from scratchpad_tui.tui.screens.confirm import ConfirmScreen

        def answered(yes: bool | None) -> None:  # noqa: FBT001 - Textual gives the answer of a dialog so
            if yes:
                self.app.edit_outside(text.section)

        question = (
            f"{text.section} holds characters that this editor would take for line ends. Open it in $EDITOR?"
        )
        await self.app.push_screen(ConfirmScreen(question, yes="open", no="leave it"), answered)

    def action_edit_external(self) -> None:
        """Edits the section under the cursor in $EDITOR; without one, or where the file does not parse, the whole pad."""
        if self.app.may_write():
            parses = self.state.newest.state not in ALARMS
            section = self.state.section if parses else None
            if section is not None and not self.may_change(section):
                return
            name = section.name if section else ""
            self.app.edit_outside(name or None, self._waiting.take(name))

    # Entries to another section

    async def action_move_line(self) -> None:
        """Asks for a section and moves the entry under the cursor to its end."""
        found = self.line_here("move")
        if found is None or not self.may_change(found[0]) or not self.app.may_write():
            return
        from scratchpad_tui.tui.screens.choose import ChooseScreen

        (section, line), source = found, self.app.source
        others = [other for other in self.state.view.sections if other.name != section.name]
        names = [other.name for other in others if not other.sealed]

        def chosen(name: str | None) -> None:
            if name is not None:
                self._act(lambda: source.move(section.name, line, name))

        question = f'Move "{cut(visible(line.text.removeprefix("- ")), _MOVED_CELLS)}" to'
        await self.app.push_screen(ChooseScreen(question, names), chosen)

    # A section made smaller

    def action_prune(self) -> None:
        """Shows the entries of the section under the cursor, else of the fullest that is over its cap."""
        over = [section for section in self.state.shown.sections if section.over and not section.sealed]
        section = self.state.section or max(over, key=lambda other: other.over, default=None)
        if section is None:
            self.app.tell(keys.said("No section to make smaller: {go.next-pane} goes to one"))
            return
        self.prune(section)

    def prune(self, section: SectionView) -> None:
        """Shows the entries of a section, of which those that are ticked leave."""
        name, source = section.name, self.app.source

        async def show(given: PruneList) -> None:
            from scratchpad_tui.tui.screens.prune import PruneScreen

            await self.app.push_screen(PruneScreen(given))

        if self.may_change(section) and self.app.may_write():
            self.app.in_background(lambda: source.prune_list(name), show, opens=True)

    def action_recover(self) -> None:
        """Mends a pad that does not parse, or shows what is in quarantine."""
        self.app.open_recovery()

    # Who brought each line

    def action_blame(self) -> None:
        """Shows who brought each line, or hides it."""
        if self.state.ui.blame is not None:
            self._show_blame(None)
        else:
            self.app.in_background(self.app.source.blame, self._begin_blame, group="blame")

    def take(self, view: PadView) -> None:
        """Takes a newly read pad, and asks anew who brought its lines where that is shown."""
        super().take(view)
        if self.state.ui.blame is not None:
            self.app.in_background(self.app.source.blame, self._take_blame, group="blame")

    def _take_blame(self, found: dict[tuple[str, int], BlamedLine]) -> None:
        if self.state.ui.blame is not None:
            self._show_blame(found)

    def _begin_blame(self, found: dict[tuple[str, int], BlamedLine]) -> None:
        # Whoever asks for it wants it for every line: a pane that is held would keep its own lines' second rows away.
        self.state.ui = self.state.ui._replace(frozen=None)
        self._show_blame(found)
        if self.state.view.is_keyed and self.app.size.width < NARROW and not self.state.ui.zoom:
            self.app.tell(
                keys.said("Short rows leave out source, author and age: {view.zoom} has room for all")
            )

    def _show_blame(self, found: dict[tuple[str, int], BlamedLine] | None) -> None:
        self._blamed, self._worded = found, -1
        self._word_blame()
        if self.app.screen is self:
            self.draw()

    def draw(self) -> None:
        """Draws the pad, with the ages of its lines as they are now."""
        if self._blamed is not None:
            self._word_blame()
        super().draw()

    def _word_blame(self) -> None:
        """Says anew who brought each line, where an age may have another word."""
        now = self.app.clock.now()
        moment = int(now.timestamp()) // HALF_MINUTE
        if moment == self._worded:
            return
        self._worded = moment
        words = None
        if self._blamed is not None:
            words = blame_columns({Stop(*place): line for place, line in self._blamed.items()}, now)
        self.state.ui = self.state.ui._replace(blame=words)

    # Drafts of an earlier run

    def offer_drafts(self, drafts: Sequence[Draft]) -> None:
        """Shows the newest draft that was left behind; the others wait for `e` in their sections."""
        names = {"", *(section.name for section in self.state.view.sections)}
        for draft in drafts:
            if draft.kind == "entry" and draft.section in names:
                self.app.lines.take_up(draft)
                key = keys.key("line.new")
                self._tell_way(f"A line that was not saved waits: {key} in {draft.section} goes on with it")
            elif draft.kind == "wording":
                self.app.wordings.take_up(draft)
                self._tell_way(
                    keys.said(
                        "What was typed for a proposal waits: {screen.promotions}, then {edit.here} there, or "
                        "{line.new}, goes on with it"
                    )
                )
        left = [draft for draft in drafts if draft.section in names and draft.kind in ("section", "pad")]
        for draft in left:
            self.put_away(draft.section, draft)
        if left:
            more = "One more draft waits" if len(left) == 2 else f"{len(left) - 1} more drafts wait"
            told = keys.said(f"{more}: {{edit.here}} in the section goes on with it")
            self._offer(left[-1], told if len(left) > 1 else "")

    def show_drafts(self, drafts: Sequence[Draft]) -> None:
        """Shows each of them on a sheet, the newest on top, where none is gone on with."""
        for draft in drafts:
            self._offer(draft)

    def _tell_way(self, words: str) -> None:
        """Tells a key that goes on with what somebody typed, where it does."""
        if not self.app.source.read_only:
            self.app.tell(words)

    def _offer(self, draft: Draft | None, more: str = "") -> None:
        """Shows a draft against the pad as it is; one of a sealed section can only be copied or deleted."""
        if draft is None:
            return
        source = self.app.source
        sealed = {section.name for section in self.state.newest.sections if section.sealed}

        def since() -> Since:
            from scratchpad_tui.tui.corrections import Since

            # What else is typed replaces no lines of the pad.
            return source.since(draft) if draft.kind in ("section", "pad") else Since(draft.base)

        async def show(found: Since) -> None:
            from scratchpad_tui.tui.screens.draft import DraftScreen, SealedDraftScreen

            kind = SealedDraftScreen if draft.section in sealed else DraftScreen
            await self.app.push_screen(kind(draft, found, self.app.clock.now()))
            if more:
                self._tell_way(more)

        self.app.in_background(since, show)
