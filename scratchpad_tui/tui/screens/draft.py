"""The sheet of a draft that was left behind: how old it is, and how it differs from the pad as it is today."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.diff import changes
from scratchpad_tui.core.pad.view import DiffRow
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.ages import age_word
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.screens.confirm import ConfirmScreen
from scratchpad_tui.tui.screens.reader import ReaderScreen
from scratchpad_tui.tui.screens.turn import diff_rows

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from scratchpad_tui.core.pad.drafts import Draft
    from scratchpad_tui.tui.screens.reader import Spans


class DraftScreen(ReaderScreen):
    """A draft against the section as it stands now."""

    BINDINGS = bindings("draft")
    PLACE = "draft"

    def __init__(self, draft: Draft, today: Sequence[str], now: datetime) -> None:
        super().__init__()
        self._draft = draft
        self._today = list(today)
        self._now = now

    def title_spans(self) -> Sequence[Span]:
        """What it is of, and its age."""
        draft = self._draft
        age = age_word((self._now - draft.time).total_seconds()) if draft.time else "of unknown age"
        what = "New line for" if draft.kind == "entry" else "Draft of"
        return [
            Span(f"{what} {visible(draft.section or 'the whole pad')}", "title"),
            Span(f" · {age} · not saved", "attention"),
        ]

    def text_rows(self, cells: int) -> list[Spans]:
        """The difference to the section as it is; a new line stands alone."""
        return diff_rows(self._rows(), cells)

    def _rows(self) -> list[DiffRow]:
        draft, today = self._draft, self._today
        if draft.kind == "entry":
            return [DiffRow("+", draft.section, text) for text in draft.lines]
        rows: list[DiffRow] = []
        for change in changes(today, list(draft.lines)):
            rows += [DiffRow("-", draft.section, text) for text in today[change.start : change.stop]]
            added = draft.lines[change.new_start : change.new_stop]
            rows += [DiffRow("+", draft.section, text) for text in added]
        return rows

    def raw_text(self) -> str:
        """The draft's text."""
        return "\n".join(self._draft.lines)

    async def action_edit(self) -> None:
        """Goes on with the draft."""
        live, draft = self.app.live, self._draft
        await self.dismiss()
        live.resume(draft)

    async def action_delete_draft(self) -> None:
        """Deletes the draft, after a question."""
        draft, app = self._draft, self.app

        def answered(yes: bool | None) -> None:  # noqa: FBT001 - Textual gives the answer of a dialog so
            if yes:
                source = app.source
                app.in_background(lambda: source.drop_draft(draft.name), group="draft")
                app.live.forget_draft(draft)
                _ = self.dismiss()
                app.tell("Deleted the draft")

        await app.push_screen(ConfirmScreen("Delete this draft? Its text is nowhere else."), answered)


class SealedDraftScreen(DraftScreen):
    """A draft of a section that no edit may change: its text is copied, or deleted."""

    BINDINGS = bindings("sealed-draft")
    PLACE = "sealed-draft"

    def title_spans(self) -> Sequence[Span]:
        """What it is of, and why it cannot be saved."""
        return [*super().title_spans(), Span(" · promote --durable alone writes it", "attention")]
