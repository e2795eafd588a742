"""One section's raw lines while a patch list is applied: what is known of its entries grows with them."""

from __future__ import annotations

from scratchpad_tui.core.pad.entries import find_entries, is_empty_mark, read_marker, word_for_word
from scratchpad_tui.core.pad.lines import with_ends
from scratchpad_tui.core.pad.scan import scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.entries import Entry
    from scratchpad_tui.core.pad.lines import Line
    from scratchpad_tui.core.pad.schema import Section


class SectionWork:
    """The lines under one heading. Appending costs what is added, not what stands there."""

    def __init__(self, section: Section, lines: list[Line], newline: str) -> None:
        self.section = section
        self.lines = lines
        self.newline = newline
        self.fresh: list[str] = []
        """The lines that the last operation wrote."""
        self._tail: _Tail | None = None
        self._entries: list[Entry] | None = None

    @property
    def entries(self) -> list[Entry]:
        """The section's entries."""
        if self._entries is None:
            self._entries = find_entries([line.text for line in self.lines])
        return self._entries

    @property
    def entry_texts(self) -> set[str]:
        """The entries as they are compared word for word."""
        return self._known().texts

    @property
    def next_number(self) -> int:
        """One above the highest number that an entry shows."""
        return self._known().number + 1

    def changed(self) -> None:
        """Forgets what was known: lines were written past it."""
        self._tail = self._entries = None

    def region(self) -> tuple[int, int]:
        """First line that holds something, and the one behind the last; both 0 where none does."""
        held = [index for index, line in enumerate(self.lines) if not line.blank]
        return (held[0], held[-1] + 1) if held else (0, 0)

    def splice(self, start: int, stop: int, new: Sequence[str]) -> None:
        """Puts lines in the place of others; one that stood there keeps its end."""
        self._put(start, stop, new)
        self.changed()

    def extend(self, new: Sequence[str]) -> None:
        """Puts an entry behind the last line that holds something, or in the place of the empty mark."""
        tail = self._known()
        if tail.marked:
            self._drop_marks()
            tail = self._known()
        self._put(tail.start, tail.stop, new)
        tail.start = tail.stop = tail.start + len(new)
        tail.texts.add(word_for_word(new))
        tail.number = max(tail.number, int(read_marker(new[0]).number or 0))
        self._entries = None

    def _put(self, start: int, stop: int, new: Sequence[str]) -> None:
        end = self.lines[start - 1].end if start else self.newline
        if start < stop:
            end = self.lines[start].end
        self.lines[start:stop] = with_ends(new, self.lines[start:stop], end)

    def _known(self) -> _Tail:
        if self._tail is None:
            body = [line.text for line in self.lines]
            texts = {word_for_word(body[entry.start : entry.stop]) for entry in self.entries}
            number = max((int(entry.marker.number or 0) for entry in self.entries), default=0)
            start, stop = self.region()
            is_mark = stop == start + 1 and is_empty_mark(body[start])
            self._tail = _Tail(start if is_mark else stop, stop, texts, number)
            self._tail.marked = not is_mark and bool(self._marks())
        return self._tail

    def _marks(self) -> set[int]:
        """Where empty marks stand; one in a fence is content itself."""
        marked = [index for index, line in enumerate(self.lines) if is_empty_mark(line.text)]
        if not marked:
            return set()
        scanned = scan(line.text for line in self.lines).lines
        return {index for index in marked if not scanned[index].inside}

    def _drop_marks(self) -> None:
        marks = self._marks()
        self.lines = [line for index, line in enumerate(self.lines) if index not in marks]
        self.changed()


class _Tail:
    """Where the next entry goes, and what is known of those above it."""

    __slots__ = ("marked", "number", "start", "stop", "texts")

    def __init__(self, start: int, stop: int, texts: set[str], number: int) -> None:
        self.start = start
        self.stop = stop
        """Not `start` where the empty mark stands between."""
        self.texts = texts
        self.number = number
        self.marked = False
        """Whether an empty mark stands beside content."""
