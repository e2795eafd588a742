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
from scratchpad_tui.tui.layout.pressure_table import mark_words
from scratchpad_tui.tui.screens.reader import ReaderScreen

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scratchpad_tui.core.transcripts.record import Compaction, Drop, Message
    from scratchpad_tui.core.working.held import Held, Piece
    from scratchpad_tui.tui.layout.model import Style
    from scratchpad_tui.tui.screens.reader import Spans

_MOST_ROWS = 200
"""Rows over which one line of a text is broken."""
_PIECE_ROWS = 4
"""Rows of what was said in a span; the message has the rest."""
_NOTHING_LOST = "Nothing of the task, the plan and a person's corrections, which is all that is looked for."
_MUTE = ("unknown", "kept")
"""Triggers that say nothing of a compaction by themselves."""
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
        trigger = visible(self._compaction.trigger[:_READ_AHEAD])
        how = "" if trigger in _MUTE else f" · {trigger}"
        return [Span("A compaction", "title"), Span(f"{how}{when}", "dim")]

    def text_rows(self, cells: int) -> list[Spans]:
        """Figures, then what was held and what was not."""
        rows = _broken([self._words()], cells, "text")
        held = self._held
        if not self._compaction.empties:
            return [*rows, *_broken(["No message left the context here."], cells, "dim")]
        if held is None:
            return [*rows, *_broken(["What the pad held of it is not known."], cells, "dim")]
        rows += _broken([self._span_words(held)], cells, "dim")
        kept, lost = ([piece for piece in held.pieces if piece.held is yes] for yes in (True, False))
        rows.append(_rule("The pad held", cells))
        for piece in kept:
            rows += _broken([_said(piece)], cells, "text", _PIECE_ROWS)
            rows += _broken([f"  = {piece.line}"] if piece.line else [], cells, "ok")
        rows += _broken([] if kept else ["Nothing of it."], cells, "dim")
        rows.append(_rule("It did not hold", cells))
        rows += _broken([_said(piece) for piece in lost], cells, "attention", _PIECE_ROWS)
        return rows + _broken([] if lost else [_NOTHING_LOST], cells, "dim")

    def _words(self) -> str:
        mark, drop = self._compaction, self._drop
        words = mark_words(mark)
        words = f"{words[:1].upper()}{words[1:]}."
        if drop is None:
            return words
        calls = f"Calls: {drop.before:,} tokens before it, {drop.after:,} behind it."
        return calls if mark.before == drop.before and mark.after is None else f"{words} {calls}"

    def _span_words(self, held: Held) -> str:
        pad = f"The pad was at v{held.version} then" if held.version else "There was no pad then"
        return f"{pad}; {held.messages:,} {'message' if held.messages == 1 else 'messages'} left the context."

    def raw_text(self) -> str:
        """Its rows as text."""
        pieces = self._held.pieces if self._held and self._compaction.empties else ()
        return "\n".join(
            (self._words(), *(f"{'held' if one.held else 'not held'}: {_said(one)}" for one in pieces))
        )


def _said(piece: Piece) -> str:
    """What was said in the span, on one line."""
    return f"{piece.kind} (#{piece.message}): {' '.join(piece.text.split())}"


def _rule(name: str, cells: int) -> Spans:
    return compose([Span("─ ", "rule"), Span(name, "title")], cells, (), "─", "rule")


def _broken(lines: Iterable[str], cells: int, style: Style, most: int = _MOST_ROWS) -> list[Spans]:
    room = max(1, cells - 4)
    return [
        (Span(f"   {piece}", style),)
        for line in lines
        for piece in wrap(visible(line[: room * _MOST_ROWS].expandtabs(4)), room, most, 2)
    ]
