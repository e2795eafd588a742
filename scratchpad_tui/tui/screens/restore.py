"""What a restore would change in the pad as it stands, and the question whether to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.layout.fit import compose, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.worddiff import has_change, unified_rows
from scratchpad_tui.tui.screens.follows import is_open
from scratchpad_tui.tui.screens.reader import ReaderScreen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.restoring import Restoring
    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.layout.model import Spans

_WHOLE = "The whole pad"
_MOST_ROWS = 6
_LOW = 16
"""Rows of a terminal under which what leads up to the first changed line is left out."""


class RestoreScreen(ReaderScreen):
    """The pad against what it would be; what is restored becomes a new version."""

    BINDINGS = bindings("restore")
    PLACE = "restore"

    def __init__(self, found: Restoring) -> None:
        super().__init__()
        self._given = found
        self._went = False

    def take(self, view: PadView) -> None:  # noqa: ARG002 - it is compared anew
        """Takes a newly read pad: what a restore would change now."""
        self._ask_for(self._given.section)

    def _ask_for(self, section: str | None) -> None:
        source, version = self.app.source, self._given.version
        self.app.in_background(lambda: source.restoring(version, section), self._take_found, group="section")

    def _take_found(self, found: Restoring) -> None:
        if is_open(self):
            self._given = found
            self.draw()

    def title_spans(self) -> Sequence[Span]:
        """The question."""
        found, what = self._given, self._given.comparison
        section = f"{visible(found.section)} of " if found.section else ""
        return [
            Span(f"Restore {section}v{found.version}? ", "title"),
            Span(f"+{what.added}", "diff.add"),
            Span(f" -{what.removed}", "diff.remove"),
            Span(" · as a new version", "dim"),
        ]

    def text_rows(self, cells: int) -> list[Spans]:
        """What the keys do, what is not saved and stays so, and what would change."""
        what = f"{visible(self._given.section)} alone" if self._given.section else "the whole pad"
        part = keys.said(
            "{restore.part} chooses another part"
            if self._given.section
            else "{restore.part} chooses a section"
        )
        words = f"{keys.key('answer.yes')} restores {what} · {part}"
        # Where there are few rows the footer alone says it, and a changed line is in sight.
        pieces = wrap(words, max(1, cells - 2), 3) if self.app.size.height >= _LOW else []
        rows = [compose([Span(f" {piece}", "text")], cells) for piece in pieces]
        unsaved = self.app.live.unsaved_sections
        if unsaved:
            names = visible(", ".join(name or "the whole pad" for name in unsaved))
            words = f"A draft of {names} is not saved: it stays, and is merged with the restored text when you go on with it."
            pieces = wrap(words, max(1, cells - 4), _MOST_ROWS)
            rows += [compose([Span(f"   {piece}", "attention")], cells) for piece in pieces]
        return rows + unified_rows(self._given.comparison, cells)

    def _show(self, rows: list[Spans], width: int) -> None:
        super()._show(rows, width)
        if self.app.size.height < _LOW and not self._went:
            self._went = True
            self.call_after_refresh(self._show_change)

    def _show_change(self) -> None:
        """Scrolls to the first changed line where it is out of sight, at first."""
        first = next((at for at, row in enumerate(self._broken_rows) if has_change(row)), 0)
        if first >= self.text.size.height - 1:
            self.text.scroll_to(y=first - 1, animate=False)

    def raw_text(self) -> str:
        """Nothing is copied here: y answers."""
        return ""

    async def action_choose_part(self) -> None:
        """Asks for the part of the pad that is restored."""
        from scratchpad_tui.tui.screens.choose import ChooseScreen

        def chosen(name: str | None) -> None:
            if name is not None:
                self._ask_for(None if name == _WHOLE else name)

        names = [_WHOLE, *self._given.sections]
        question = keys.said(f"Which part of v{self._given.version}? {{answer.yes}} restores it afterwards")
        await self.app.push_screen(ChooseScreen(question, names), chosen)

    def action_answer(self, yes: bool) -> None:  # noqa: FBT001 - the key table's action names the answer
        """Restores, or leaves everything as it is."""
        app, found, live = self.app, self._given, self.app.live
        if yes and app.may_write():
            source = app.source
            app.writes.put(
                lambda: source.restore(found.version, found.section), lambda act: app.tell(live.own.did(act))
            )
        _ = self.dismiss()  # not awaited: this screen runs it
