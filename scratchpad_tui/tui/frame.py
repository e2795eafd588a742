"""The lines above every screen as rows of spans: screens and state, path and version, for any width."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.author import author_words
from scratchpad_tui.core.text import visible, width
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.ages import age_word
from scratchpad_tui.tui.layout.fit import cells_of, compose, cut_head
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.pressure_graph import spark
from scratchpad_tui.tui.pressure_figures import Brief
from scratchpad_tui.tui.trouble import ALARMS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.layout.model import Style

NO_CONTEXT = Brief()
"""Nothing is known of an agent's context."""
_SPARK_CELLS, _LEAST_SPARK = 14, 4
_LEAST_PATH = 12
"""Cells of line 2 that are left to the path and the blanks beside it."""
_PATH_CELLS = 20
"""Cells of line 2 that the path keeps before the graph of the context gets some."""


class Tab(NamedTuple):
    """One screen on line 1."""

    key: str
    name: str
    waiting: int = 0
    """How many things wait there."""


def state_word(view: PadView, *, paused: bool, polling: bool) -> str:
    """The one word of state: what is wrong with the file comes before how it is watched."""
    if view.state != "live":
        return view.state
    return "paused" if paused else "polling" if polling else "live"


def tabs_line(
    tabs: Sequence[Tab], active: str, word: str, cells: int, newer: int = 0, brief: Brief = NO_CONTEXT
) -> tuple[Span, ...]:
    """Line 1: the screens, and at the right the word of state with a glyph and the share of the context.

    Args:
        tabs: The screens.
        active: The name of the one that is shown.
        word: The word of state.
        cells: Width in terminal cells.
        newer: How many versions came in while the screen was paused.
        brief: What is known of the agent's context.
    """
    left, state = _tab_spans(tabs, active), _state_spans(word, newer)
    if not brief.words:
        if cells_of(left) + 1 + cells_of(state) > cells:
            left = _tab_spans(tabs, active, named=False)
        return compose(left, cells, state)
    share = " " + brief.words.removeprefix("context ")
    for words in (f" {brief.words}", share):
        right = (*state, Span(words, brief.style), Span(" "))
        if cells_of(left) + 1 + cells_of(right) <= cells:
            return compose(left, cells, right)
    # No room for every name: the keys say where the other screens are.
    left = _tab_spans(tabs, active, named=False)
    whole = (*state, Span(f" {brief.words}", brief.style), Span(" "))
    if share == _UNKNOWN and cells_of(left) + 1 + cells_of(whole) <= cells:
        return compose(left, cells, whole)  # a lone question mark would be one of nobody knows what
    return compose(left, cells, (*state, Span(share, brief.style), Span(" ")))


_UNKNOWN = " ?"


def _tab_spans(tabs: Sequence[Tab], active: str, *, named: bool = True) -> list[Span]:
    spans: list[Span] = []
    for tab in tabs:
        count = f"·{tab.waiting}" if tab.waiting else ""
        style: Style = "title.focus" if tab.name == active else "dim"
        name = f" {tab.name}" if named or tab.name == active else ""
        spans += [Span(" "), Span(f"{tab.key}{name}{count}", style), Span(" ")]
    return spans


def screens() -> list[keys.Key]:
    """What opens the screens that line 1 names, in their order."""
    return [key for key in keys.table() if key.group == "Screen" and key.works]


def key_of_tab(text: str) -> str:
    """The key that opens the screen with these words on line 1; empty where they are no screen's."""
    for key in screens():
        name = keys.shown_key(key.keys[0])
        if text.partition("·")[0] in (name, f"{name} {key.verb}"):
            return key.keys[0]
    return ""


def _state_spans(word: str, newer: int) -> tuple[Span, ...]:
    glyph, style = _STATES[word]
    waiting = f" · {newer} new" if newer and word == "paused" else ""
    return (Span(f"{glyph} {word}{waiting}", style), Span(" "))


_STATES: dict[str, tuple[str, Style]] = {
    "live": ("●", "ok"),
    "polling": ("◌", "attention"),
    "paused": ("‖", "attention"),
    "no file": ("○", "attention"),
    "BROKEN": ("✗", "alarm"),
    "CONFLICT": ("✗", "alarm"),
}


def pad_line(
    view: PadView,
    now: datetime,
    cells: int,
    base: str,
    newer: int = 0,
    brief: Brief = NO_CONTEXT,
    *,
    ascii_only: bool = False,
    read_only: bool = False,
) -> tuple[Span, ...]:
    """Line 2: path, version, who and when, and what the agent saw.

    Args:
        view: The pad as shown.
        now: The moment that ages are measured from.
        cells: Width in terminal cells.
        base: The folder that the path is shown relative to.
        newer: How many versions came in while the screen was paused.
        brief: What is known of the agent's context, drawn small.
        ascii_only: Whether the font has no blocks.
        read_only: Whether nothing is changed here.
    """
    right = _joined(_parts(view, now, cells, newer, read_only=read_only))
    kept = min(_PATH_CELLS, width(short_path(view.path, base, cells)))
    right += _spark_spans(brief, cells - cells_of(right) - 2 - kept, ascii_only=ascii_only)
    room = cells - cells_of(right) - 2
    return compose([Span(" "), Span(short_path(view.path, base, room)), *right], cells)


def tells_unread(
    view: PadView, now: datetime, cells: int, newer: int = 0, *, read_only: bool = False
) -> bool:
    """Whether line 2 has room to say what the agent saw, and is not taken by what is wrong with the file."""
    seen = _seen_spans(view)
    parts = _parts(view, now, cells, newer, read_only=read_only)
    return view.state not in ALARMS and bool(seen) and seen in parts


def _parts(view: PadView, now: datetime, cells: int, newer: int, *, read_only: bool) -> list[list[Span]]:
    """What stands behind the path: as much of it as leaves that some room, the version with less where it must."""
    version, *briefer = _version_spans(view, now)
    only = [Span("read-only", "title")] if read_only else []
    offered = [[version, only, _seen_spans(view), _newer_spans(newer)], [version, only, _seen_spans(view)]]
    offered += [[words, only] for words in ([version, *briefer] if only else [version])]
    return next((parts for parts in offered if cells_of(_joined(parts)) <= cells - _LEAST_PATH), offered[-1])


def _joined(parts: Sequence[Sequence[Span]]) -> list[Span]:
    return [span for part in parts if part for span in (Span(" · ", "dim"), *part)]


def _spark_spans(brief: Brief, room: int, *, ascii_only: bool) -> list[Span]:
    """The small graph with its figures, the figures alone, or nothing, on at most so many cells."""
    figures = f" {brief.figures}"
    if not brief.figures or len(figures) + 1 > room:
        return []
    cells = min(_SPARK_CELLS, room - len(figures) - 2)
    if cells < _LEAST_SPARK or not brief.samples:
        return [Span(" ·", "dim"), Span(figures, brief.style)]
    graph = spark(brief.samples, brief.top, cells, ascii_only=ascii_only)
    return [Span(" "), Span(graph, "text"), Span(figures, brief.style)]


def _version_spans(view: PadView, now: datetime) -> list[list[Span]]:
    """The version with who and when, with who, alone."""
    info = view.version
    if info is None:
        return [[Span("no version yet", "dim")], []]
    alone = f"v{info.version}"
    by = f"{alone} {visible(author_words(info.actor))}" if info.actor else alone
    full = by if info.time is None else f"{by}, {age_word((now - info.time).total_seconds())}"
    return [[Span(full)], [Span(by)], [Span(alone)]]


def _seen_spans(view: PadView) -> list[Span]:
    if view.agent_seen is None or view.version is None:
        return []
    # What the agent wrote itself since then is no news to it.
    return [Span(f"agent saw v{view.agent_seen}", "attention" if view.unread else "dim")]


def _newer_spans(newer: int) -> list[Span]:
    return [Span(keys.said("{view.follow} follows"), "attention")] if newer else []


def short_path(path: str, base: str, cells: int) -> str:
    """The path relative to the folder where it lies in it, else with `~` for home; its head is cut where it must."""
    text = path
    if base and path.startswith(base.rstrip(os.sep) + os.sep):
        text = path[len(base.rstrip(os.sep)) + 1 :]
    else:
        home = os.path.expanduser("~")
        if home != os.sep and path.startswith(home + os.sep):
            text = "~" + path[len(home) :]
    return cut_head(visible(text), cells)
