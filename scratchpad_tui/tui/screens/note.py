"""The sheet of one sign or event: its whole text, which the column at the right has no room for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.ages import age_word
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.layout.events import event_title
from scratchpad_tui.tui.layout.fit import wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.screens.reader import ReaderScreen

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from scratchpad_tui.core.pad.view import EventInfo, Need, PadView
    from scratchpad_tui.tui.layout.model import Spans

_MOST_ROWS = 40
"""Rows over which one line of the text is broken."""


class NoteScreen(ReaderScreen):
    """A title and lines of text."""

    BINDINGS = bindings("note")
    PLACE = "note"

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        super().__init__()
        self._heading = title
        self._text = "\n".join(lines)

    def title_spans(self) -> Sequence[Span]:
        """What it is about."""
        return [Span(visible(self._heading), "title")]

    def text_rows(self, cells: int) -> list[Spans]:
        """The text, long lines broken."""
        room = max(1, cells - 2)
        return [
            (Span(f" {piece}"),)
            for line in texts(self._text)
            for piece in wrap(
                visible(line.expandtabs(4)), room, _MOST_ROWS, 2 + len(line) - len(line.lstrip())
            )
        ]

    def raw_text(self) -> str:
        """The text as it came."""
        return self._text


def need_note(need: Need, view: PadView, now: datetime) -> NoteScreen:
    """What a person is needed for; refusals each with all their words."""
    lines = [need.words]
    if need.code == "refused":
        lines = [_event_line(event, now) for event in view.events if event.event == "refused"] or lines
    return NoteScreen("Needs you", lines)


def event_note(event: EventInfo, now: datetime) -> NoteScreen:
    """An event with all its words."""
    return NoteScreen(event_title(event.event), [_event_line(event, now)])


def _event_line(event: EventInfo, now: datetime) -> str:
    age = age_word((now - event.time).total_seconds()) if event.time else ""
    head = ", ".join(part for part in (event.actor, age) if part)
    return f"{head}: {event.message}" if head else event.message
