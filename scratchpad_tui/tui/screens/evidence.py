"""The sheet of a turn in an audited pad: what it changed, and where the entries that it brought come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.ages import day_word
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.idle import of
from scratchpad_tui.tui.layout.fit import compose, cut, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.screens.follows import is_open
from scratchpad_tui.tui.screens.turn import TurnScreen
from scratchpad_tui.tui.widgets.bars import KeyBar

if TYPE_CHECKING:
    from datetime import datetime

    from scratchpad_tui.core.audited.source import SourceFile
    from scratchpad_tui.core.pad.evidence import Evidence
    from scratchpad_tui.tui.layout.model import Spans
    from scratchpad_tui.tui.source import Turn

_MOST_SHOWN, _MOST_ROWS = 6, 4
"""Sources that are listed, and rows over which each is broken."""
_WORDS_CELLS = 60
"""Cells of a source in a toast."""
_LONGEST = 400
"""Characters of a source that are ever looked at."""


class EvidenceScreen(TurnScreen):
    """One version, with the sources of what it brought above its diff."""

    BINDINGS = bindings("evidence")
    PLACE = "evidence"

    def __init__(
        self, turn: Turn, now: datetime, asked: str = "", own: tuple[Evidence, ...] | None = None
    ) -> None:
        """Makes the sheet.

        Args:
            turn: The version.
            now: For ages.
            asked: The entry from which it was opened.
            own: Its evidence; without such an entry all of the version is shown.
        """
        super().__init__(turn, now, asked)
        self._own = own
        self._version = turn.info.version
        self._files: frozenset[str] = frozenset()
        self._looked: tuple[str, ...] | None = None

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """What the entry, or the version, names as its evidence."""
        turn = self._turn
        if self._own is not None and turn.info.version == self._version:
            return self._own
        return turn.evidence

    def text_rows(self, cells: int) -> list[Spans]:
        """The sources and then the diff."""
        return [*self._evidence_rows(cells), *super().text_rows(cells)]

    def _show(self, rows: list[Spans], width: int) -> None:
        super()._show(rows, width)
        if is_open(self):
            is_file = any(item.source in self._files for item in self.evidence)
            self.query_one(KeyBar).leave_out(of((("turn.evidence", not is_file),)))

    def _evidence_rows(self, cells: int) -> list[Spans]:
        self._look()
        rows: list[Spans] = []
        evidence = self.evidence
        for item in evidence[:_MOST_SHOWN]:
            words = visible(item.source[:_LONGEST])
            about = f" @ {item.date}, {day_word(item.date, self._now)}"
            about += keys.said(" · {turn.evidence} opens it") if item.source in self._files else ""
            pieces = wrap(words + about, max(1, cells - 3), _MOST_ROWS, 2)
            rows += [(Span("   "), Span(piece)) for piece in pieces]
        if len(evidence) > _MOST_SHOWN:
            rows.append((Span(f"   … {len(evidence) - _MOST_SHOWN} more", "count"),))
        if not evidence:
            words = "nothing that came names a source" if self._own is None else "the entry names no source"
            rows.append((Span(f"   none: {words}", "dim"),))
        title = [Span("─ ", "rule"), Span("Evidence", "title")]
        return [compose(title, cells, (), "─", "rule"), *rows]

    def _look(self) -> None:
        """Asks which of the sources are files, once for the same ones."""
        names = tuple(item.source for item in self.evidence)
        if names == self._looked or not names:
            return
        self._looked = names
        source = self.app.source

        def take(files: frozenset[str]) -> None:
            self._files = files
            if files and is_open(self):
                self.draw()

        self.app.in_background(lambda: source.files_among(names), take, group="evidence")

    async def action_open_evidence(self) -> None:
        """Opens the file that is the source; of several the one that is chosen."""
        names = list(dict.fromkeys(item.source for item in self.evidence))
        files = [name for name in names if name in self._files] or names
        if not files:
            self.app.tell("Nothing here names a source")
        elif len(files) == 1:
            self._open(files[0])
        else:
            from scratchpad_tui.tui.screens.choose import ChooseScreen

            def chosen(name: str | None) -> None:
                if name is not None:
                    self._open(name)

            await self.app.push_screen(ChooseScreen("Open the source", files), chosen)

    def _open(self, name: str) -> None:
        source = self.app.source

        async def show(found: SourceFile | None) -> None:
            from scratchpad_tui.tui.screens.source_file import SourceScreen

            if found is not None:
                await self.app.push_screen(SourceScreen(found))
                return
            self.app.tell(f"{cut(visible(name[:_LONGEST]), _WORDS_CELLS)} is no file here")

        self.app.in_background(lambda: source.evidence(name), show, opens=True)
