"""The sheet of one turn: who, when, and what it changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.ages import age_word
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.layout.fit import compose, cut, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.timeline import edge_words
from scratchpad_tui.tui.screens.follows import is_open
from scratchpad_tui.tui.screens.reader import ReaderScreen
from scratchpad_tui.tui.screens.rereading import Rereading

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from scratchpad_tui.core.pad.view import DiffRow, PadView, VersionInfo
    from scratchpad_tui.tui.layout.model import Spans, Style
    from scratchpad_tui.tui.source import Turn

_STYLES: dict[str, Style] = {"+": "diff.add", "-": "diff.remove"}
_ROOMY = 20
"""Rows of a terminal from which the line that was asked about stands on the sheet."""
_READ_AHEAD = 400
_MOST_ROWS = 12
"""Rows over which one line of the diff is broken."""


class TurnScreen(ReaderScreen):
    """One version against the one before it."""

    BINDINGS = bindings("turn")
    PLACE = "turn"

    def __init__(self, turn: Turn, now: datetime, asked: str = "") -> None:
        """Makes the sheet.

        Args:
            turn: The turn.
            now: The time.
            asked: The line whose turn was asked for; empty where the turn itself was.
        """
        super().__init__()
        self._asked = asked
        self._turn = turn
        self._now = now
        self._again = Rereading(self, lambda: self.app.source.turn(self._turn.info.version), self._take_again)

    def take(self, view: PadView) -> None:  # noqa: ARG002 - the versions are read, not the pad
        """Takes a newly read pad: the versions may have other bytes."""
        self._again.ask()

    def _take_again(self, turn: Turn) -> None:
        if turn.info.version == self._turn.info.version and turn.rows != self._turn.rows:
            # Other bytes: something was redacted, and the line that was asked about may be what had it.
            self._turn, self._asked = turn, ""
            self.draw()

    def action_version(self, step: int) -> None:
        """Goes on to the version before or after."""
        source, wanted = self.app.source, self._turn.info.version - step
        newest = self.app.live.state.newest.version
        if not 0 < wanted <= (newest.version if newest else 0):
            self.app.tell(edge_words(step))
        else:
            self.app.in_background(lambda: source.turn(wanted), self._show_other, group="sheet")

    def _show_other(self, turn: Turn) -> None:
        if is_open(self):
            self._turn, self._asked = turn, ""
            self.draw()
            self.text.scroll_to(y=0, animate=False)

    def title_spans(self) -> Sequence[Span]:
        """Version, author, age and how many lines."""
        return turn_title(self._turn.info, self._now)

    def pinned_rows(self, cells: int) -> list[Spans]:
        """The line that was asked about, where there is room."""
        if not self._asked or self.app.size.height < _ROOMY:
            return []
        words = cut(visible(self._asked[:_READ_AHEAD]), max(1, cells - 14))
        return [(Span(" where from: ", "dim"), Span(words, "title"))]

    def text_rows(self, cells: int) -> list[Spans]:
        """The diff, section by section."""
        return diff_rows(self._turn.rows, cells)

    def action_open_timeline(self) -> None:
        """Goes to the version on the Timeline."""
        self.app.open_timeline(self._turn.info.version)

    def raw_text(self) -> str:
        """The diff as text."""
        return "\n".join(f"{row.sign} {row.text}" for row in self._turn.rows)


def turn_title(info: VersionInfo, now: datetime) -> list[Span]:
    """A version in one line."""
    age = age_word((now - info.time).total_seconds()) if info.time else ""
    words = [f"v{info.version}", visible(info.author), age]
    spans = [Span(" · ".join(word for word in words if word), "title")]
    spans += [Span(f"  +{info.added}", "diff.add"), Span(f" -{info.removed}", "diff.remove")]
    if info.alarms:
        spans.append(Span(f"  ! {visible(', '.join(info.alarms))}", "alarm"))
    return spans


def diff_rows(rows: Sequence[DiffRow], cells: int) -> list[Spans]:
    """The rows of a diff under a rule for each section, long lines broken."""
    built: list[Spans] = []
    section = None
    for row in rows:
        if row.section != section:
            section = row.section
            title = [Span("─ ", "rule"), Span(visible(section), "title")]
            built.append(compose(title, cells, (), "─", "rule"))
        style = _STYLES.get(row.sign, "dim")
        pieces = wrap(visible(row.text.expandtabs(4)), max(1, cells - 4), _MOST_ROWS, 2)
        for number, piece in enumerate(pieces):
            sign = row.sign if number == 0 else " "
            built.append((Span(f" {sign or ' '} ", style), Span(piece, style)))
    if not built:
        built.append((Span("   Only blank lines or the file's bytes changed.", "dim"),))
    return built
