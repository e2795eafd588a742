"""The sheet that shows what the agent gets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.layout.fit import wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.screens.reader import ReaderScreen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.tui.layout.model import Spans, Style
    from scratchpad_tui.tui.source import Prompt

_MOST_ROWS = 40
"""Rows over which one line of the text is broken."""


class AgentScreen(ReaderScreen):
    """The block for the agent's context, as it stands now; showing it records nothing."""

    BINDINGS = bindings("agent")
    PLACE = "agent"

    def __init__(self, prompt: Prompt) -> None:
        super().__init__()
        self._prompt = prompt

    def title_spans(self) -> Sequence[Span]:
        """What is shown, its size, and whether anything is left out."""
        return self.title_forms()[0]

    def title_forms(self) -> Sequence[Sequence[Span]]:
        """The same with fewer parts: what is left out stays longer than its sections and the size do."""
        cut = self._prompt.cut
        size = Span(f"~{self._prompt.tokens:,} tokens", "dim")
        told, short = Span("The agent gets this text", "title"), Span("The agent gets this", "title")
        if not cut:
            return [
                _apart(told, size, Span("nothing left out", "dim")),
                _apart(told, size),
                _apart(short, size),
                [told],
            ]
        older = Span("older entries left out", "attention")
        named = Span(f"{older.text} of {visible(', '.join(cut))}", "attention")
        left_out = Span("older left out", "attention")
        return [
            _apart(told, size, named),
            _apart(told, size, older),
            _apart(told, older),
            _apart(short, left_out),
        ]

    def text_rows(self, cells: int) -> list[Spans]:
        """The text, long lines broken; the place where the agent's text is cut is marked."""
        built: list[Spans] = []
        for text in texts(self._prompt.text):
            style = _style(text)
            shown = visible(text.expandtabs(4))
            built += [(Span(f" {piece}", style),) for piece in wrap(shown, max(1, cells - 2), _MOST_ROWS, 2)]
        return built

    def raw_text(self) -> str:
        """The text as the agent gets it."""
        return self._prompt.text


def _apart(*parts: Span) -> list[Span]:
    return [span for part in parts for span in (Span(" · ", "dim"), part)][1:]


def _style(text: str) -> Style:
    if text.startswith("## "):
        return "title"
    if text.startswith("(") and "older entries are not shown" in text:
        return "attention"
    return "text"
