"""Sheets over the Pressure screen: the text of a message, and a compaction with what the pad held of what was dropped."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.text import visible, width
from scratchpad_tui.core.transcripts.record import ESTIMATE
from scratchpad_tui.core.working.held import CORRECTION, PLAN, TASK
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.layout.fit import compose, cut, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.pressure_facts import clock_words
from scratchpad_tui.tui.layout.pressure_table import mark_words
from scratchpad_tui.tui.pressure_figures import CLEARED
from scratchpad_tui.tui.screens.reader import ReaderScreen

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scratchpad_tui.core.transcripts.record import Compaction, Drop, Message
    from scratchpad_tui.core.working.held import Held, Piece
    from scratchpad_tui.tui.layout.model import Spans, Style

_MOST_ROWS = 200
"""Rows over which one line of a text is broken."""
_PIECE_ROWS = 4
"""Rows of what was said in a span; the message has the rest."""
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
        mark = self._compaction
        when = f" · {clock_words(mark.time)}" if mark.time is not None else ""
        trigger = visible(mark.trigger[:_READ_AHEAD])
        how = "" if trigger in _MUTE else f" · {trigger}"
        name = "A reset of the context" if trigger == CLEARED else "A compaction"
        return [Span(name, "title"), Span(f"{how}{when}", "dim")]

    def text_rows(self, cells: int) -> list[Spans]:
        """The verdict, what the pad did not hold and what it did, the figures, and what the pad said then."""
        rows = _broken([self._words()], cells, "text")
        held = self._held
        if not self._compaction.empties:
            return [*rows, *_broken(["No message left the context here."], cells, "dim")]
        if held is None:
            return [*rows, *_broken(["What the pad held of it is not known."], cells, "dim")]
        kept, lost = ([piece for piece in held.pieces if piece.held is yes] for yes in (True, False))
        verdict = _broken([_verdict(held)], cells, "attention" if lost else "title")
        about = [*rows, *_broken([_span_words(held)], cells, "dim")]
        rows = verdict
        if lost:
            # The news, and what a person can still write down.
            hint = keys.said(" {screen.live} opens the pad ")
            name = "The pad did not hold"
            right = (Span(hint, "dim"),) if width(hint) + width(name) + 6 <= cells else ()
            rows = [*verdict, _rule(name, cells, right)]
            rows += _broken([_said(piece) for piece in lost], cells, "attention", _PIECE_ROWS)
        if kept:
            rows.append(_rule("It held" if lost else "The pad held", cells))
        for piece in kept:
            rows += _broken([_said(piece)], cells, "text", _PIECE_ROWS)
            rows += _broken([f"  = {piece.line}"] if piece.line else [], cells, "ok")
        rows += about
        rows += _broken(_not_said(held), cells, "dim")
        return rows + self._pad_rows(held, cells)

    def _pad_rows(self, held: Held, cells: int) -> list[Spans]:
        """What the agent was left with: each section with its first open step or its newest line."""
        if not held.sections:
            return []
        hint = f" {keys.key('turn.timeline')} shows it on the Timeline "
        name = f"The pad then, v{held.version}"
        right = (Span(hint, "dim"),) if width(hint) + width(name) + 6 <= cells else ()
        rows = [_rule(name, cells, right)]
        names = [visible(f"{kept.name[:_READ_AHEAD]} {kept.lines:,}") for kept in held.sections]
        hang = min(max(map(width, names)), max(8, cells // 3)) + 2
        for name, kept in zip(names, held.sections, strict=True):
            head = cut(name, hang - 2)
            said = cut(visible(kept.line.expandtabs(4)) or "(empty)", max(1, cells - hang - 4))
            style: Style = "text" if kept.line else "dim"
            rows.append((Span(f"   {head}{' ' * (hang - width(head))}", "author"), Span(said, style)))
        return rows

    def _words(self) -> str:
        mark, drop = self._compaction, self._drop
        words = mark_words(mark)
        words = f"{words[:1].upper()}{words[1:]}."
        if drop is None:
            return words
        fall = f"The context fell from {drop.before:,} to {drop.after:,} tokens."
        return fall if mark.before in (None, drop.before) and mark.after is None else f"{words} {fall}"

    def action_open_timeline(self) -> None:
        """Goes to the pad's version of that moment on the Timeline."""
        if self._held is None or not self._held.version:
            self.app.open_timeline()
        else:
            self.app.open_timeline(self._held.version)

    def raw_text(self) -> str:
        """Its rows as text."""
        held = self._held if self._compaction.empties else None
        if held is None:
            return self._words()
        told = [f"{'held' if one.held else 'not held'}: {_said(one)}" for one in held.pieces]
        told += [f"v{held.version} {kept.name} {kept.lines}: {kept.line}" for kept in held.sections]
        return "\n".join((self._words(), _span_words(held), *told))


def _span_words(held: Held) -> str:
    """How much left the context, and which pad stood then."""
    pad = f"the pad was at v{held.version}" if held.version else "there was no pad"
    return f"{held.messages:,} {'message' if held.messages == 1 else 'messages'} left the context; {pad}."


def _verdict(held: Held) -> str:
    """Whether the pad held what should outlive the span, in one sentence."""
    lost = [piece.kind for piece in held.pieces if not piece.held]
    total = len(held.pieces)
    if not total:
        return "Nothing that is looked for was said: no task, no plan, no correction by a person."
    if not lost:
        return f"The pad held {'it' if total == 1 else 'both' if total == 2 else f'all {total}'}: {_kinds(held.pieces)}."
    if len(lost) == total:
        return f"The pad held nothing of it: {_kinds(held.pieces)}."
    missing = [piece for piece in held.pieces if not piece.held]
    return f"The pad held {total - len(lost)} of {total}; it did not hold {_kinds(missing)}."


def _kinds(pieces: Sequence[Piece]) -> str:
    """`the task, the plan and 2 corrections`."""
    counts = Counter(piece.kind for piece in pieces)
    words = [
        f"{counts[kind]} corrections"
        if counts[kind] > 1
        else f"the {kind}"
        if kind != CORRECTION
        else "a correction"
        for kind in (TASK, PLAN, CORRECTION)
        if counts[kind]
    ]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _not_said(held: Held) -> list[str]:
    """Which of what is looked for was not said in the span."""
    said = {piece.kind for piece in held.pieces}
    missing = [f"no {kind}" for kind in (TASK, PLAN, CORRECTION) if kind not in said]
    if not missing or not said:
        return []
    return [f"Looked for as well, and not said in the span: {' and '.join(missing)}."]


def _said(piece: Piece) -> str:
    """What was said in the span, on one line."""
    return f"{piece.kind} (#{piece.message}): {' '.join(piece.text.split())}"


def _rule(name: str, cells: int, right: Sequence[Span] = ()) -> Spans:
    return compose([Span("─ ", "rule"), Span(name, "title")], cells, right, "─", "rule")


def _broken(lines: Iterable[str], cells: int, style: Style, most: int = _MOST_ROWS) -> list[Spans]:
    room = max(1, cells - 4)
    return [
        (Span(f"   {piece}", style),)
        for line in lines
        for piece in wrap(visible(line[: room * _MOST_ROWS].expandtabs(4)), room, most, 2)
    ]
