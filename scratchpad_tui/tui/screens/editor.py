"""The section editor: the text with its gauge and its faults, and beside it what others change meanwhile."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Container
from textual.widgets import TextArea

from scratchpad_tui.core.errors import MergeConflict, ScratchpadError, StorageError
from scratchpad_tui.core.pad.redact_told import NOTHING
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.conflict_state import ConflictState
from scratchpad_tui.tui.edit_state import EditState
from scratchpad_tui.tui.idle import in_text
from scratchpad_tui.tui.layout.editing import their_rows, title_row, verdict_rows
from scratchpad_tui.tui.screens.elsewhere import ElsewhereDrafting
from scratchpad_tui.tui.screens.follows import is_open
from scratchpad_tui.tui.widgets.painter import Line
from scratchpad_tui.tui.widgets.rows import Rows
from scratchpad_tui.tui.widgets.text_editor import TextEditor
from scratchpad_tui.tui.writes import OwnText

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult
    from textual.timer import Timer
    from textual.widget import Widget

    from scratchpad_tui.core.pad.drafts import Draft
    from scratchpad_tui.core.pad.editing import SectionText, Writers
    from scratchpad_tui.core.pad.redact_told import Taken
    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.edit_state import Judged, Theirs
    from scratchpad_tui.tui.messages import KeyClicked
    from scratchpad_tui.tui.source import Act

_CHECK_SECONDS = 0.2
"""How long nothing is typed until the text is judged."""
WIDE = 120
"""Columns from which what others changed stands at the right of the text and not under it."""
_WITHOUT = "saves nothing; your text stays in the editor: say there where the value is kept instead."
_LEAST_ROWS = 3
"""Rows that what others changed takes at least."""


class EditorBody(Container):
    """The title, the text with what others changed, and what is said of it."""

    def __init__(self, editor: TextEditor) -> None:
        super().__init__(id="edited")
        self._editor = editor

    def compose(self) -> ComposeResult:
        """All of it."""
        yield Rows(id="title")
        with Container(id="desk"):
            yield self._editor
            yield Rows(id="theirs")
        yield Rows(id="verdict")


class EditorScreen(ElsewhereDrafting):
    """Edits one section; the text is on disk as a draft until it is saved."""

    BINDINGS = bindings("edit")
    PLACE: ClassVar[str] = "edit"
    CSS_PATH = "editor.tcss"

    def __init__(
        self, begun: SectionText, view: PadView, *, draft: Draft | None = None, line: int = 0
    ) -> None:
        """Makes the editor.

        Args:
            begun: The section as it stands in the file.
            view: The pad, for the frame.
            draft: The draft that is taken up again.
            line: The line that the cursor stands on first, counted from 0.
        """
        super().__init__(begun.section, draft)
        self.view = view
        self.state = EditState(begun)
        if draft is not None:
            self.state.base, self.state.base_version = tuple(draft.base), draft.version
        self.editor = TextEditor(begun.lines if draft is None else draft.lines)
        """The text; held here, since it is asked for when the screen is gone already."""
        self._line = line
        self._judge_later: Timer | None = None
        self._conflict: ConflictState | None = None
        self._before: ConflictState | None = None
        """What was decided before the text became another one."""
        self._saving = False
        self._gone = NOTHING
        """What was redacted since the edit began: a save that was under way brings it back."""

    def body(self) -> Widget:
        """What stands between the frame's lines."""
        return EditorBody(self.editor)

    def draft(self) -> Draft | None:
        """The text as a draft; none where it is what the edit began with."""
        from scratchpad_tui.core.pad.drafts import new_draft

        conflict = self._conflict
        if conflict is not None and conflict.is_begun:
            # What was decided, and written by hand, is an edit of what the others have.
            return new_draft(
                "section", self.section, conflict.so_far(), conflict.theirs, self.state.base_version
            )
        lines = self.editor.lines
        if not self.state.is_changed(lines):
            return None
        return new_draft("section", self.section, lines, self.state.base, self.state.base_version)

    def on_mount(self) -> None:
        """Puts the cursor where it stood on Live; what is typed next is text."""
        self.set_focus(self.editor)
        self.editor.move_cursor((min(self._line, self.editor.document.line_count - 1), 0))
        self.begin_keeping()
        self.judge()
        if self.kept is not None:
            self.take(self.view)  # the draft may be older than what stands in the file

    # What is drawn

    @on(Rows.Resized, "#title")
    def draw(self) -> None:
        """Draws all that stands around the text."""
        cells = self.query_one("#title", Rows).size.width
        if cells:
            self.draw_head(self.view, cells)
            self._draw_title(cells)
            self._draw_theirs()
            self._draw_verdict(cells)
            self.key_bar.leave_out(in_text(can_undo=self.editor.can_undo, can_redo=self.editor.can_redo))

    def _draw_title(self, cells: int) -> None:
        state = self.state
        checked = state.judged.checked if state.judged else None
        version = f" v{state.base_version}" if state.base_version else ""
        words = (f"· editing{version}", *([f"·{version}"] if version else []))
        if state.is_changed(self.editor.lines):
            words = (*(f"{each} · not saved" for each in words), "· not saved")
        size, cap = (checked.size, checked.cap) if checked else (0, state.theirs.now.cap)
        row = title_row(self.section, words, size, cap, cells, self.app.live.state.ui)
        self.query_one("#title", Rows).put([Line(row)])

    def _draw_theirs(self) -> None:
        panel, desk = self.query_one("#theirs", Rows), self.query_one("#desk")
        rows = self.state.theirs.rows
        self.set_class(bool(rows), "-theirs")
        self.set_class(self.size.width >= WIDE, "-wide")
        if not rows:
            return
        room = desk.size.height
        free = room - self.editor.wrapped_document.height  # rows that the text leaves empty
        most = max(room // 3, free)
        height = room if self.size.width >= WIDE else max(_LEAST_ROWS, min(self._their_need(room), most))
        cells = desk.size.width // 2 if self.size.width >= WIDE else desk.size.width
        conflicts = self.state.judged.conflicts if self.state.judged else 0
        author = self.state.theirs.writers.of([row.text for row in rows if row.sign == "+"])
        lines = their_rows(rows, author, conflicts, cells, height)
        panel.styles.height = height
        panel.put([Line(line) for line in lines])

    def _their_need(self, room: int) -> int:
        """The rows that all of what others changed takes under the text."""
        return len(their_rows(self.state.theirs.rows, "", 0, self.query_one("#desk").size.width, room))

    def _draw_verdict(self, cells: int) -> None:
        verdict = self.state.verdict()
        if not verdict.words and self._is_keyed():
            verdict = verdict._replace(words=self._hint())
        rows = self.query_one("#verdict", Rows)
        # The rows that the text leaves empty, whatever the verdict has of them now.
        free = self.editor.size.height + rows.size.height - self.editor.wrapped_document.height
        lines = verdict_rows(verdict, cells, free)
        rows.styles.height = len(lines)
        rows.put([Line(line) for line in lines])
        self.editor.mark_lines((line - 1 for line in verdict.lines), faulty=verdict.kind == "fault")

    def _is_keyed(self) -> bool:
        return any(section.keyed and section.name == self.section for section in self.view.sections)

    def _hint(self) -> str:
        from scratchpad_tui.core.audited.template import hint

        return "form: " + hint(self.app.clock.now().astimezone(UTC).date().isoformat())

    # What is typed, and what others write

    @on(TextArea.Changed)
    def take_text(self, message: TextArea.Changed) -> None:
        """Has the text judged when nothing was typed for a moment, and kept as a draft."""
        message.stop()
        if self._conflict is not None and list(self._conflict.mine) != self.editor.lines:
            self._before, self._conflict = self._conflict, None
        self.changed()
        if self._judge_later is not None:
            self._judge_later.stop()
        self._judge_later = self.set_timer(_CHECK_SECONDS, self.judge)

    def judge(self) -> None:
        """Asks the core what it says of the text."""
        source, section, lines = self.app.source, self.section, list(self.editor.lines)
        self.app.in_background(
            lambda: self.state.judge(source.check(section, lines), lines, source.conflicts),
            self._take_verdict,
            group="check",
        )

    def _take_verdict(self, judged: Judged) -> None:
        self.state.judged = judged
        if is_open(self):
            self.draw()

    def take(self, view: PadView) -> None:
        """Takes a newly read pad: shows what became of this section."""
        self.view = view
        source, section = self.app.source, self.section
        self.app.in_background(
            lambda: self.state.compare(source.open_section(section), source.writers_since),
            self._take_section,
            group="section",
        )

    def follow_redaction(self, taken: Taken) -> None:
        """Takes what was redacted out of the text, out of what it began with and out of what others have."""
        self._gone |= taken
        self.state.follow_redaction(taken)
        for conflict in (self._conflict, self._before):
            if conflict is not None:
                conflict.follow_redaction(taken)
        self.editor.follow_redaction(taken)
        if self._conflict is not None and not self._conflict.hunks:
            self._before, self._conflict = self._conflict, None
        super().follow_redaction(taken)
        if is_open(self):
            self.judge()
            self.draw()

    def _take_section(self, theirs: Theirs) -> None:
        self.state.theirs = theirs
        if is_open(self):
            self.judge()
            self.draw()

    def on_key_clicked(self, message: KeyClicked) -> None:
        """Keeps a clicked tab from being typed into the text."""
        if len(message.key) == 1:
            message.stop()
            self.app.tell("esc leaves the editor first; the text is kept")

    # Keys

    def action_undo_text(self) -> None:
        """Takes back the last step in the text."""
        self.editor.undo()

    def action_redo_text(self) -> None:
        """Does it again."""
        self.editor.redo()

    def action_back(self) -> None:
        """Leaves the editor; a text that is not saved is kept as a draft."""
        if not self.state.is_changed(self.editor.lines):
            self.drop()
            _ = self.dismiss()
            return
        if self.keep_now():
            self.app.live.put_away(self.section, self.kept)
            self.app.tell(f"Draft of {self.section} kept · {keys.key('edit.here')} resumes")
            _ = self.dismiss()  # not awaited: this screen runs it
        else:
            self.app.tell(
                "No draft can be written here; write the text elsewhere, or free some room", severity="error"
            )
            self.offer_elsewhere()

    def action_save(self) -> None:
        """Saves, merged with what changed meanwhile; a conflict opens its view."""
        if self._saving or not self.app.may_write():
            return
        lines = list(self.editor.lines)
        if not self.state.is_changed(lines):
            self.drop()
            self.app.tell("Nothing was changed")
            _ = self.dismiss()
            return
        self._saving = True
        self.save_lines(lines, self.state.base)

    def save_lines(self, lines: Sequence[str], base: Sequence[str]) -> None:
        """Saves lines that came from `base`."""
        source, section = self.app.source, self.section
        self.app.live.state.await_act()

        def save() -> Act | Exception:
            try:
                return source.save_section(section, lines, base)
            except (ScratchpadError, OSError) as error:
                return error

        self.app.in_background(save, lambda result: self._saved(result, lines), group="write")

    def _save_again(self, lines: Sequence[str]) -> None:
        """Saves lines that hold what a person allowed meanwhile."""
        if is_open(self):
            self._saving = True
            self.save_lines(lines, self.state.base)

    def _saved(self, result: Act | Exception, lines: Sequence[str]) -> None:
        self._saving = False
        if isinstance(result, MergeConflict):
            self._decide(result)
        elif isinstance(result, Exception):
            own = OwnText("\n".join(lines), _WITHOUT, "saves the text")
            if self.app.offer_to_allow(own, result, lambda: self._save_again(lines)):
                return
            self.app.tell_error(result)
            if isinstance(result, StorageError | OSError):
                self.offer_elsewhere()
        else:
            words = self.app.live.own.did(result)
            if list(self.editor.lines) != list(lines):
                self._go_on_from(lines, result)
                self.app.tell(f"{words}; what you typed since is not saved yet", severity="warning")
                return
            self.app.tell(words)
            self.drop()
            _ = self.dismiss()

    def _go_on_from(self, lines: Sequence[str], saved: Act) -> None:
        """Stays open over what was typed while the save waited: it is an edit of what was saved."""
        self.state.base = self._gone.out_of_lines(lines)
        self.state.base_version = saved.version or self.state.base_version
        self.changed()
        self.take(self.view)

    def _decide(self, conflict: MergeConflict) -> None:
        from scratchpad_tui.tui.screens.conflict import ConflictScreen

        # Left and come back to, with the same texts: what was decided stands.
        if self._conflict is None or not self._conflict.is_of(conflict):
            self._conflict = ConflictState(conflict, self._conflict or self._before)
            self._conflict.follow_redaction(self._gone)
        if not self._conflict.hunks:
            # The mark was all that the sides differed in: the text has followed, and is saved over it.
            self._conflict = None
            self._save_again(self.editor.lines)
            return
        source, section, version = self.app.source, self.section, self.state.base_version

        def decided(lines: list[str] | None) -> None:
            if lines is not None and self._conflict is not None:
                self.state.base, self._conflict = self._conflict.theirs, None
                self.editor.put(lines)
                self._saving = True
                self.save_lines(lines, self.state.base)

        async def show(writers: Writers) -> None:
            assert self._conflict is not None
            await self.app.push_screen(ConflictScreen(self._conflict, writers, self.changed), decided)

        self.app.in_background(lambda: source.writers_since(section, version), show, opens=True)
