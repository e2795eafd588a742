"""The sheet of a draft that was left behind: its age, what was changed in it, and what the pad has become since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.view import DiffRow
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.ages import age_word
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.edit_state import changed_rows
from scratchpad_tui.tui.idle import on_draft
from scratchpad_tui.tui.kept_drafts import without
from scratchpad_tui.tui.layout.editing import their_rows
from scratchpad_tui.tui.layout.fit import cut
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.screens.confirm import ConfirmScreen
from scratchpad_tui.tui.screens.reader import ReaderScreen
from scratchpad_tui.tui.screens.turn import diff_rows
from scratchpad_tui.tui.widgets.bars import KeyBar

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from scratchpad_tui.core.pad.drafts import Draft
    from scratchpad_tui.core.pad.redact_told import Taken
    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.corrections import Since
    from scratchpad_tui.tui.layout.model import Spans

_ALL_ROWS = 100_000
"""No row is left out: the sheet scrolls."""
_QUOTED_CELLS = 40
_READ_AHEAD = 400
"""Characters of a line that are looked at for them."""


class DraftScreen(ReaderScreen):
    """A draft against what its edit began with, and that against the section as it stands now."""

    BINDINGS = bindings("draft")
    PLACE = "draft"

    def __init__(self, draft: Draft, since: Since, now: datetime) -> None:
        super().__init__()
        self._draft = draft
        self._since = since
        self._now = now

    def on_mount(self) -> None:
        """Names no key that writes where nothing is written."""
        self.take(self.app.live.state.newest)

    def take(self, view: PadView) -> None:
        """Takes a newly read pad: whether a draft of it can be gone on with."""
        self.query_one(KeyBar).leave_out(on_draft(view, read_only=self.app.source.read_only))

    def follow_redaction(self, taken: Taken) -> None:
        """Takes what was redacted out of it, and of what it is shown against."""
        self._draft = without(self._draft, taken)
        self._since = self._since._replace(now=taken.out_of_lines(self._since.now))
        self.draw()

    def title_spans(self) -> Sequence[Span]:
        """What it is of, and its age."""
        draft = self._draft
        age = age_word((self._now - draft.time).total_seconds()) if draft.time else "of unknown age"
        what = "New line for" if draft.kind == "entry" else "Draft of"
        return [
            Span(f"{what} {visible(draft.what)}", "title"),
            Span(f" · {age} · not saved", "attention"),
        ]

    def text_rows(self, cells: int) -> list[Spans]:
        """What the person changed, then what the pad has become since; a new line stands alone."""
        draft = self._draft
        if draft.kind == "entry":
            return diff_rows([DiffRow("+", draft.section, text) for text in draft.lines], cells)
        name = f"yours, from v{draft.version}" if draft.version else "yours"
        mine = changed_rows(name, draft.base, draft.lines)
        unchanged: list[Spans] = [(Span("   Nothing is changed in it.", "dim"),)]
        return [*(diff_rows(mine, cells) if mine else unchanged), *self._since_rows(cells)]

    def _since_rows(self, cells: int) -> list[Spans]:
        """What others made of the section, under who they are and what a save will do."""
        draft, since = self._draft, self._since
        theirs = changed_rows(draft.section, draft.base, since.now)
        if not theirs:
            return []
        said = self._said()
        return their_rows(theirs, since.author, since.conflicts, cells, _ALL_ROWS, said=said, open_here=False)

    def _said(self) -> str:
        """What stands above the others' changes where nothing is known of what a save will do."""
        return "" if self._draft.section else "the pad has changed since"

    def raw_text(self) -> str:
        """The draft's text."""
        return "\n".join(self._draft.lines)

    async def action_edit(self) -> None:
        """Goes on with the draft."""
        live, draft = self.app.live, self._draft
        if self.app.may_write() and live.may_save():
            await self.dismiss()
            live.resume(draft)

    async def action_delete_draft(self) -> None:
        """Deletes the draft, after a question."""
        draft, app = self._draft, self.app
        if not app.may_write():
            return

        def answered(yes: bool | None) -> None:  # noqa: FBT001 - Textual gives the answer of a dialog so
            if yes:
                source = app.source
                app.in_background(lambda: source.drop_draft(draft.name), group="draft")
                app.live.forget_draft(draft)
                _ = self.dismiss()
                app.tell("Deleted the draft")

        question = f"Delete the draft{_quoted(draft)}? It is nowhere else."
        await app.push_screen(ConfirmScreen(question, yes="delete", no="keep"), answered)


def _quoted(draft: Draft) -> str:
    """The first words that a person wrote in a draft: the question lies over it."""
    mine = [row.text for row in changed_rows("", draft.base, draft.lines) if row.sign == "+"]
    words = next((text.strip() for text in (*mine, *draft.lines) if text.strip()), "")
    return f' "{cut(visible(words[:_READ_AHEAD].removeprefix("- ")), _QUOTED_CELLS)}"' if words else ""


class SealedDraftScreen(DraftScreen):
    """A draft of a section that no edit may change: its text is copied, or deleted."""

    BINDINGS = bindings("sealed-draft")
    PLACE = "sealed-draft"

    def _said(self) -> str:
        return "the section has changed since"

    def title_spans(self) -> Sequence[Span]:
        """What it is of, and why it cannot be saved."""
        return [*super().title_spans(), Span(" · promote --durable alone writes it", "attention")]
