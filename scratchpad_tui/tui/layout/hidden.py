"""How many lines of a section have no row: what counts them, in as many words as there is room for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.tui.layout.fit import CUT
from scratchpad_tui.tui.layout.items import is_prose

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.view import LineView, SectionView
    from scratchpad_tui.tui.layout.model import Style

MORE, REMOVED = "more", "removed"
_CHANGED = "changed"
"""The word for hidden lines that a person has not seen."""
_READABLE = 24
"""Cells of a line's text below which the count is said in fewer words."""


class Hidden(NamedTuple):
    """Lines that are hidden on one side of those that are shown."""

    lines: int
    word: str
    """What they are: `more`, `older`, `above`, `done` or `removed`."""
    changed: int = 0
    """How many of them a person has not seen."""

    @property
    def words(self) -> str:
        """Such as `14 older`, `3 done`, `9 more · 2 changed`."""
        changed = f" · {self.changed:,} {_CHANGED}" if self.changed else ""
        return f"{self.lines:,} {self.word}{changed}"


class Count(NamedTuple):
    """What is counted at the end of a row: the lines above it, and those behind."""

    parts: tuple[Hidden, ...] = ()
    advice: str = ""
    """What shows the changed ones."""

    @property
    def changed(self) -> int:
        """How many of the lines a person has not seen."""
        return sum(part.changed for part in self.parts)

    @property
    def style(self) -> Style:
        """What a person has not seen asks for attention."""
        return "attention" if self.changed else "count"

    @property
    def words(self) -> str:
        """Such as `2 older, 9 more · 2 changed · esc shows`; empty where nothing is hidden."""
        counts = ", ".join(part.words for part in self.parts)
        return f"{counts} · {self.advice}" if self.advice and self.changed else counts

    @property
    def full(self) -> str:
        """The words as they stand behind a line's text."""
        return _behind(self.words)

    @property
    def fewest(self) -> str:
        """The same in the fewest cells, the lines above and behind together.

        Which of them a person has not seen is told by no colour alone.
        """
        if not self.parts:
            return ""
        hidden = sum(part.lines for part in self.parts)
        if self.changed:
            of = "" if self.changed == hidden else f" of {hidden:,}"
            return f" {CUT} {self.changed:,}{of} {_CHANGED}"
        word = self.parts[0].word if len(self.parts) == 1 else MORE
        return f" -{hidden:,}" if word == REMOVED else f" {CUT} {hidden:,} {word}"

    def within(self, cells: int) -> str:
        """In fewer words where a row of so many cells would have no room for the line itself."""
        forms = (self.full, self._replace(advice="").full, self.fewest)
        return next((words for words in forms if cells - len(words) >= _READABLE), forms[-1])


NOTHING = Count()
"""Where no line is hidden."""


def hidden_above(section: SectionView, lines: Sequence[LineView]) -> Hidden:
    """The lines above those that are shown."""
    word = "above" if is_prose(section) else "older"
    if section.numbered:
        word = "done" if all(line.box in ("x", "X") for line in lines) else "above"
    return Hidden(len(lines), word, _fresh(lines))


def hidden_behind(lines: Sequence[LineView]) -> Hidden:
    """The lines behind those that are shown."""
    return Hidden(len(lines), MORE, _fresh(lines))


def _fresh(lines: Sequence[LineView]) -> int:
    return sum(bool(line.mark) for line in lines)


def _behind(words: str) -> str:
    return f"   {CUT} {words}" if words else ""
