"""The Health panel: signs of trouble with their remedies, quarantined files, the lock, and the settings with their origin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.clock import parse_stamp
from scratchpad_tui.core.text import visible, width
from scratchpad_tui.tui.ages import age_word
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.frame import short_path
from scratchpad_tui.tui.layout.fit import compose, cut, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.screens.follows import is_open
from scratchpad_tui.tui.screens.reader import ReaderScreen

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from scratchpad_tui.core.health.report import HealthReport
    from scratchpad_tui.core.health.sign import Sign
    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.layout.model import Style
    from scratchpad_tui.tui.screens.reader import Spans

_MOST_ROWS = 6
_LONGEST_PATH = 1_000
"""Rows over which one sentence is broken."""
_MARKS: dict[str, tuple[str, Style]] = {
    "error": ("✗", "alarm"),
    "warning": ("!", "attention"),
    "info": ("·", "dim"),
}


_REMEDIES = {
    "gone": "r shows the last version and puts it back",
    "broken": "r shows what would take its place; E on the Live screen opens the file",
    "conflict": "E on the Live screen opens the file: choose a side and delete the marker lines",
    "recovery": "r shows what was set aside; it counts as looked at then",
    "quarantine": "r shows them, space ticks and ctrl+s takes them over; delete the file if none is wanted",
    "draft": "e in the section goes on with it; where that is gone, delete the draft's file",
}
"""By code of a sign: what helps here, where the core names a command."""


class HealthScreen(ReaderScreen):
    """How the pad is, at one moment and after each change."""

    BINDINGS = bindings("health")
    PLACE = "health"

    def __init__(self, report: HealthReport, view: PadView, now: datetime, *, polling: bool) -> None:
        super().__init__()
        self._report = report
        self._view = view
        self._now = now
        self._polling = polling

    def take(self, view: PadView) -> None:
        """Takes a newly read pad: its health now."""
        self._view = view
        self.app.in_background(self.app.source.health, self._take_report, group="section")

    def _take_report(self, report: HealthReport) -> None:
        self._report, self._now = report, self.app.clock.now()
        self._polling = self.app.source.polling()
        if is_open(self):
            self.draw()

    def title_spans(self) -> Sequence[Span]:
        """How many signs there are."""
        count = len(self._report.signs)
        words = "nothing to tell" if not count else "1 sign" if count == 1 else f"{count} signs"
        return [Span("Health", "title"), Span(f" · {words}", "attention" if count else "ok")]

    def text_rows(self, cells: int) -> list[Spans]:
        """Signs, quarantine, how it is watched and locked, and the settings."""
        return [
            *_rule("Signs", cells),
            *self._sign_rows(cells),
            *_rule("Quarantine", cells),
            *self._quarantine_rows(cells),
            *_rule("Watching and writing", cells),
            *self._state_rows(cells),
            *_rule("Settings", cells),
            *self._setting_rows(cells),
        ]

    def raw_text(self) -> str:
        """The signs as text."""
        return "\n".join(f"{sign.severity}: {sign.message}; {sign.remedy}" for sign in self._report.signs)

    def _sign_rows(self, cells: int) -> list[Spans]:
        if not self._report.signs:
            return [(Span("   No sign of trouble.", "dim"),)]
        return [row for sign in self._report.signs for row in _sign_rows(sign, cells)]

    def _quarantine_rows(self, cells: int) -> list[Spans]:
        if not self._report.quarantined:
            return [(Span("   No broken text is kept.", "dim"),)]
        rows: list[Spans] = []
        for item in self._report.quarantined:
            time = parse_stamp(item.time)
            age = age_word((self._now - time).total_seconds()) if time else ""
            lacks = len(item.missing_lines)
            lines = "1 line is missing" if lacks == 1 else f"{lacks} lines are missing"
            what = f"{lines} · r shows them" if lacks else "the pad lacks no line of it"
            words = " · ".join(word for word in (visible(item.name), age, what) if word)
            rows += _broken(words, cells, "attention" if lacks else "text")
            rows += _broken(visible(item.reason), cells, "dim", indent=5)
        return rows

    def _state_rows(self, cells: int) -> list[Spans]:
        how = (
            "looked at every 1.5 s; the system's file events are not to be had"
            if self._polling
            else "by file events"
        )
        return [
            *_broken(f"pad       {self._short(self._view.path)}", cells, "text"),
            *_broken(
                f"state     {self._view.state}", cells, "text" if self._view.state == "live" else "alarm"
            ),
            *_broken(f"watched   {how}", cells, "attention" if self._polling else "text"),
            *_broken(f"lock      {visible(self._report.lock)}", cells, "text"),
        ]

    def _setting_rows(self, cells: int) -> list[Spans]:
        settings = self._report.settings
        names, values = (
            max((width(visible(row[column])) for row in settings), default=0) for column in (0, 1)
        )
        values = min(values, max(8, cells // 4))
        return [
            compose(
                [
                    Span(f"   {_padded(row.name, names)}  "),
                    Span(_padded(row.value, values), "title"),
                    Span(f"  {self._short(row.origin)}", "dim"),
                ],
                cells,
            )
            for row in settings
        ]

    def _short(self, path: str) -> str:
        """A path as line 2 has it; other words as they are."""
        return short_path(path, self.app.base, _LONGEST_PATH)

    def action_recover(self) -> None:
        """Opens the recovery."""
        self.app.open_recovery()


def _padded(text: str, cells: int) -> str:
    shown = cut(visible(text), cells)
    return shown + " " * (cells - width(shown))


def _rule(name: str, cells: int) -> list[Spans]:
    return [compose([Span("─ ", "rule"), Span(name, "title")], cells, (), "─", "rule")]


def _sign_rows(sign: Sign, cells: int) -> list[Spans]:
    mark, style = _MARKS[sign.severity]
    pieces = wrap(visible(sign.message), max(1, cells - 4), _MOST_ROWS)
    rows: list[Spans] = [(Span(f" {mark} ", style), Span(pieces[0], style))]
    rows += [(Span(f"   {piece}", style),) for piece in pieces[1:]]
    remedy = _REMEDIES.get(sign.code, sign.remedy)
    return [*rows, *_broken(f"→ {visible(remedy)}", cells, "text", indent=5)]


def _broken(words: str, cells: int, style: Style, indent: int = 3) -> list[Spans]:
    pieces = wrap(words, max(1, cells - indent - 1), _MOST_ROWS)
    return [(Span(" " * indent + piece, style),) for piece in pieces]
