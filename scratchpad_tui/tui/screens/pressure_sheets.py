"""Sheets over the Pressure screen: the text of a message, and a compaction with what the pad held of what was dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.text import visible
from scratchpad_tui.core.transcripts.record import ESTIMATE
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.layout.fit import compose, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.pressure_facts import clock_words
from scratchpad_tui.tui.layout.pressure_table import compaction_words
from scratchpad_tui.tui.screens.reader import ReaderScreen

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scratchpad_tui.core.transcripts.record import Compaction, Drop, Message
    from scratchpad_tui.tui.layout.model import Style
    from scratchpad_tui.tui.pressure_view import Held
    from scratchpad_tui.tui.screens.reader import Spans

_MOST_ROWS = 200
"""Rows over which one line of a text is broken."""
_READ_AHEAD = 200
"""Characters of a name that are looked at."""


class MessageScreen(ReaderScreen):
    """The text of one message."""

    BINDINGS = bindings("message")
    PLACE = "message"

    def __init__(self, message: Message, text: str) -> None:
        super().__init__()
        self._message = message
        self._text = text

    def title_spans(self) -> Sequence[Span]:
        """Which message, and how large."""
        message = self._message
        about = "~" if message.kind == ESTIMATE else ""
        name = visible(f"#{message.number} {message.role[:_READ_AHEAD]}")
        words = visible(message.what[:_READ_AHEAD])
        return [Span(name, "title"), Span(f" · {words} · {about}{message.tokens:,} tokens", "dim")]

    def text_rows(self, cells: int) -> list[Spans]:
        """The text, long lines broken; hidden characters as marks."""
        room = max(1, cells - 2)
        if not self._text:
            return [(Span("   It holds no text.", "dim"),)]
        return [
            (Span(f" {piece}"),)
            for line in texts(self._text)
            for piece in wrap(visible(line[: room * _MOST_ROWS].expandtabs(4)), room, _MOST_ROWS)
        ]

    def raw_text(self) -> str:
        """The text as it stands in the file."""
        return self._text


class CompactionScreen(ReaderScreen):
    """A compaction: its figures, and what the pad held of the span that was dropped and what it did not."""

    BINDINGS = bindings("compaction")
    PLACE = "compaction"

    def __init__(self, compaction: Compaction, drop: Drop | None, held: Held | None) -> None:
        super().__init__()
        self._compaction = compaction
        self._drop = drop
        self._held = held

    def title_spans(self) -> Sequence[Span]:
        """When, and by what."""
        time = self._compaction.time
        when = f" · {clock_words(time)}" if time is not None else ""
        return [Span("A compaction", "title"), Span(f" · {visible(self._compaction.trigger[:_READ_AHEAD])}{when}", "dim")]

    def text_rows(self, cells: int) -> list[Spans]:
        """Figures, then what was kept and what was lost."""
        rows = _broken([self._words()], cells, "text")
        held = self._held
        if held is None:
            return [*rows, *_broken(["What the pad held of it is not known."], cells, "dim")]
        for name, lines, empty in (
            ("Task", held.task, "The pad held no task."),
            ("Plan", held.plan, "The pad held no plan."),
            ("Corrections", held.corrections, "The pad held no correction by a person."),
        ):
            rows += [_rule(f"The pad held: {name}", cells), *_broken(lines or (empty,), cells, "text" if lines else "dim")]
        rows.append(_rule("It did not hold", cells))
        return [*rows, *_broken(held.lost or ("Nothing that is known of.",), cells, "attention" if held.lost else "dim")]

    def _words(self) -> str:
        words = compaction_words(self._compaction)
        if self._drop is None:
            return f"{words}. No call follows it yet, or the level did not fall."
        return f"{words}. The context fell from {self._drop.before:,} to {self._drop.after:,} tokens."

    def raw_text(self) -> str:
        """Its rows as text."""
        held = self._held
        parts = (*held.task, *held.plan, *held.corrections, *held.lost) if held else ()
        return "\n".join((self._words(), *parts))


def _rule(name: str, cells: int) -> Spans:
    return compose([Span("─ ", "rule"), Span(name, "title")], cells, (), "─", "rule")


def _broken(lines: Iterable[str], cells: int, style: Style) -> list[Spans]:
    room = max(1, cells - 4)
    return [
        (Span(f"   {piece}", style),)
        for line in lines
        for piece in wrap(visible(line[: room * _MOST_ROWS].expandtabs(4)), room, _MOST_ROWS, 2)
    ]
