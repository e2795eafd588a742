"""The rows of the Health panel: signs with what helps, quarantine, how the pad is watched and locked, settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.clock import parse_stamp
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.text import visible, width
from scratchpad_tui.tui.ages import age_word
from scratchpad_tui.tui.layout.fit import compose, cut, wrap
from scratchpad_tui.tui.layout.flow import RED
from scratchpad_tui.tui.layout.model import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from scratchpad_tui.core.health.report import HealthReport
    from scratchpad_tui.core.health.sign import Sign
    from scratchpad_tui.core.pad.quarantine import Quarantined
    from scratchpad_tui.tui.layout.model import Style

_MOST_ROWS = 16
"""Rows over which one sentence is broken: all of a remedy that names entries, on a narrow pane as well."""
_READ_AHEAD = 4_000
"""Characters of a sentence that are looked at."""
_MARKS: dict[str, tuple[str, Style]] = {
    "error": ("✗", "alarm"),
    "warning": ("!", "attention"),
    "info": ("·", "dim"),
}


class Place(NamedTuple):
    """What the cursor is on."""

    kind: str
    """`sign`, `quarantine`, `state` or `setting`."""
    name: str
    """The same as long as that is there."""
    at: int
    """Its place among the others of its kind."""
    raw: str
    """What is copied from it."""


class HealthRow(NamedTuple):
    """One terminal row."""

    spans: tuple[Span, ...]
    place: Place | None = None
    """None on a rule, and where nothing is to be told."""


class Scene(NamedTuple):
    """What the panel shows."""

    report: HealthReport
    path: str
    """The pad's, as it is shown."""
    state: str
    polling: bool
    now: datetime
    hint: Callable[[Sign], str]
    """What the key that opens does with a sign, as the rest of a sentence; empty where it does nothing."""
    alone: frozenset[str]
    """Codes of signs whose own remedy names a command where that key does the same."""
    opens: str
    """That key, as people read it."""
    copies: str
    """The key that copies."""
    recovers: str
    """The key that shows what is in quarantine."""
    short: Callable[[str], str]
    """A path as it is shown."""


def health_rows(scene: Scene, cells: int) -> list[HealthRow]:
    """All rows for a width; none is longer."""
    return [
        _rule("Signs", cells),
        *_signs(scene, cells),
        _rule("Quarantine", cells),
        *_quarantine(scene, cells),
        _rule("Watching and writing", cells),
        *_state(scene, cells),
        _rule("Settings", cells),
        *_settings(scene, cells),
    ]


def _signs(scene: Scene, cells: int) -> Iterator[HealthRow]:
    if not scene.report.signs:
        yield HealthRow((Span("   All is well: no sign of trouble.", "ok"),))
    for at, sign in enumerate(scene.report.signs):
        place = Place("sign", f"{sign.code} {sign.subject}", at, sign.command or sign.remedy)
        mark, style = _MARKS[sign.severity]
        style = "alarm" if sign.code in RED else style
        pieces = _wrapped(sign.message, cells - 4)
        yield HealthRow((Span(f" {mark} ", style), Span(pieces[0], style)), place)
        for piece in pieces[1:]:
            yield HealthRow((Span(f"   {piece}", style),), place)
        told = _told(scene, sign)
        if sign.code in scene.alone and told:
            yield from _broken(f"→ {told}", cells, "text", place, indent=5)
            continue
        if told and sign.brings:
            yield from _broken(f"→ {told}: {sign.brings}", cells, "text", place, indent=5)
            continue
        yield from _broken(f"→ {sign.remedy}", cells, "text", place, indent=5)
        if told:
            yield from _broken(told, cells, "dim", place, indent=7)


def pointed(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """A row of the panel with the cursor's sign before it, which every one has a blank for."""
    return (Span("▸", "cursor"), spans[0]._replace(text=spans[0].text[1:]), *spans[1:])


def _told(scene: Scene, sign: Sign) -> str:
    """Which key does it, or which command is copied."""
    shows = scene.hint(sign)
    if shows:
        return f"{scene.opens} {shows}"
    return f"{scene.copies} copies: {sign.command}" if sign.command else ""


def _quarantine(scene: Scene, cells: int) -> Iterator[HealthRow]:
    if not scene.report.quarantined:
        yield HealthRow((Span("   No broken text is kept.", "dim"),))
    for at, item in enumerate(scene.report.quarantined):
        place = Place("quarantine", item.name, at, item.name)
        words = " · ".join(word for word in (item.name, *_about(scene, item)) if word)
        yield from _broken(words, cells, "attention" if item.missing_lines else "text", place)
        yield from _broken(item.reason, cells, "dim", place, indent=5)


def _about(scene: Scene, item: Quarantined) -> tuple[str, str]:
    time = parse_stamp(item.time)
    age = age_word((scene.now - time).total_seconds()) if time else ""
    lacks = len(item.missing_lines)
    lines = "1 line is missing" if lacks == 1 else f"{lacks:,} lines are missing"
    return (
        age,
        f"{lines} · {scene.recovers} shows {'it' if lacks == 1 else 'them'}"
        if lacks
        else "the pad lacks no line of it",
    )


def _state(scene: Scene, cells: int) -> Iterator[HealthRow]:
    polled = "looked at every 1.5 s; the system's file events are not to be had"
    facts: list[tuple[str, str, Style]] = [
        ("pad", scene.path, "text"),
        ("state", scene.state, "text" if scene.state == "live" else "alarm"),
        ("watched", polled if scene.polling else "by file events", "attention" if scene.polling else "text"),
        ("lock", scene.report.lock, "text"),
        *(("note", note, "dim") for note in scene.report.notes),
    ]
    for at, (name, words, style) in enumerate(facts):
        place = Place("state", f"{name} {at}", at, words)
        pieces = _wrapped(words, cells - 14)
        for row, piece in enumerate(pieces):
            yield HealthRow((Span(f"   {'' if row else name:10}"), Span(piece, style)), place)


def _settings(scene: Scene, cells: int) -> Iterator[HealthRow]:
    settings = scene.report.settings
    names, values = (max((width(visible(row[column])) for row in settings), default=0) for column in (0, 1))
    values = min(values, max(8, cells // 4))
    for at, row in enumerate(settings):
        place = Place("setting", row.name, at, f"{row.name} = {row.value}")
        spans = [
            Span(f"   {_padded(row.name, names)}  "),
            Span(_padded(row.value, values), "title"),
            Span(f"  {scene.short(row.origin)}", "dim"),
        ]
        yield HealthRow(compose(spans, cells), place)


def _rule(name: str, cells: int) -> HealthRow:
    return HealthRow(compose([Span("─ ", "rule"), Span(name, "title")], cells, (), "─", "rule"))


def _padded(text: str, cells: int) -> str:
    shown = cut(visible(text), cells)
    return shown + " " * (cells - width(shown))


def _wrapped(words: str, cells: int) -> list[str]:
    return wrap(visible(words[:_READ_AHEAD]), max(1, cells), _MOST_ROWS)


def _broken(words: str, cells: int, style: Style, place: Place, indent: int = 3) -> Iterator[HealthRow]:
    for piece in _wrapped(words, cells - indent - 1):
        yield HealthRow((Span(" " * indent + piece, style),), place)
