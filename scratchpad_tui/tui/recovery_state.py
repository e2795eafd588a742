"""The recoveries of a pad: which one is shown, which of its lines are ticked to be taken over. No UI library."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.recovery import Recovery


_OF_NO_SECTION = ("##", "<<<<<<<", "=======", ">>>>>>>")
"""How a heading begins, or a mark of a merge conflict."""


class RecoveryState:
    """The quarantined files, the newest first, with a cursor on the rows of the one that is shown."""

    def __init__(self, given: Sequence[Recovery]) -> None:
        self.given = tuple(given)
        self.number = 0
        """The file that is shown."""
        self.at = 0
        """The row under the cursor."""
        self.ticked: set[int] = set()
        """Numbers of lines of the broken text."""
        self._to_first()

    @property
    def shown(self) -> Recovery:
        """The file that is shown."""
        return self.given[self.number]

    def choose(self, step: int) -> bool:
        """Shows an older or a newer file; False where there is none."""
        number = self.number + step
        if not 0 <= number < len(self.given):
            return False
        self.number = number
        self.ticked.clear()
        self._to_first()
        return True

    def move(self, step: int) -> None:
        """Moves the cursor by so many rows."""
        self.at = max(0, min(len(self.shown.rows) - 1, self.at + step))

    def edge(self, step: int) -> None:
        """Moves the cursor to the first or the last row."""
        self.at = 0 if step < 0 else max(0, len(self.shown.rows) - 1)

    def tick(self) -> bool:
        """Ticks the line under the cursor, or unticks it; False where it has no box: see `why_not`."""
        rows = self.shown.rows
        if not rows or not rows[self.at].section:
            return False
        self.ticked ^= {rows[self.at].line}
        return True

    def why_not(self) -> str:
        """Why the line under the cursor has no box; empty where no line stands there."""
        rows = self.shown.rows
        if not rows:
            return ""
        text = rows[self.at].broken
        if text is None:
            return "Only the pad has this line"
        if not text.strip():
            return "This line is blank"
        if any(row.instead is not None and row.instead.strip() == text.strip() for row in rows):
            return "The pad has this line"
        if text.startswith(_OF_NO_SECTION):
            return "This line is no text of a section"
        return "A version of the pad has this line"

    @property
    def chosen(self) -> list[int] | str:
        """The lines to take over: those that are ticked, else `all` that the pad lacks; empty where it lacks none."""
        return sorted(self.ticked) or ("all" if self.shown.takable else [])

    def take(self, given: Sequence[Recovery]) -> None:
        """Takes the files as they are now; the shown one, its cursor and its ticks stay where they are still there."""
        name, rows = self.shown.name, self.shown.rows
        line = rows[self.at].line if rows else 0
        self.given = tuple(given)
        number = next((n for n, item in enumerate(self.given) if item.name == name), None)
        if number is None:
            self.number = 0
            self.ticked.clear()
            self._to_first()
            return
        self.number = number
        self.ticked &= set(self.shown.takable)
        rows = self.shown.rows
        there = next((at for at, row in enumerate(rows) if line and row.line == line), self.at)
        self.at = min(there, max(0, len(rows) - 1))

    def _to_first(self) -> None:
        """Puts the cursor on the first line that the pad lacks."""
        if self.given:
            self.at = next((at for at, row in enumerate(self.shown.rows) if row.section), 0)
