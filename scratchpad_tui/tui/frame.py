"""The frame's lines as rows of spans: screens and state, path and version, and the footer, for any width."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from scratchpad_tui.core.config.key_table import DESKS, OVERLAYS
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.author import author_words
from scratchpad_tui.core.text import visible, width
from scratchpad_tui.tui import key_words, keys
from scratchpad_tui.tui.ages import age_word
from scratchpad_tui.tui.layout.fit import cells_of, compose, cut, cut_head
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.pressure_graph import spark
from scratchpad_tui.tui.pressure_figures import Brief
from scratchpad_tui.tui.trouble import ALARMS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime

    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.layout.model import Style

NO_WORDS: Mapping[str, str] = {}
"""Each key does what its own word says."""
FOOTER_KEYS = 7
"""At most so many keys stand in the footer, and the hint for help."""

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


class Found(NamedTuple):
    """A text that is marked on the screen."""

    text: str
    at: int
    """The number of its place that has the cursor, from 1 on; 0 where none has it."""
    count: int  # type: ignore[assignment] # the word of the field; tuple.count is not used
    """How many lines hold it."""


class FooterItem(NamedTuple):
    """One key in the footer, and where it stands."""

    key: keys.Key
    start: int
    """The first cell."""
    stop: int
    """The cell behind it."""


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
    waiting = f" · {newer} newer" if newer and word == "paused" else ""
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


def footer_items(
    place: str,
    cells: int,
    found: Found | None = None,
    *,
    alarm: bool = False,
    idle: Collection[str] = (),
    words: Mapping[str, str] = NO_WORDS,
    first: str = "",
) -> list[FooterItem]:
    """What stands in the footer: the place's keys from the left, help and the way out at the right; help is the last to go.

    The way out is `q` on a screen; over one it is `esc`, which gives way where the place's own order says so.
    Behind the words of a text that is marked come the keys that go through its places, where it has some; in an alarm
    those that mend.
    `idle` names keys that would do nothing now, `words` those that do something else now, or are wanted here now
    alone, with their word for it, and `first` the one that is wanted most.
    """
    words = {**key_words.MENDS, **words} if alarm else words
    if place in keys.TEXTS:
        words, first = NO_WORDS, ""  # they are of the screen that the field is open in
    wanted = keys.in_footer(place, finding=bool(found and found.count), alarm=alarm)
    wanted += [key for key in keys.at(place) if key.id in {*words, first} and key not in wanted]
    wanted = [key._replace(label=words.get(key.id, key.label)) for key in wanted]
    leading = (*keys.FOUND[:1], *(keys.MENDING if alarm else ()), first, *keys.FOUND[1:])
    wanted.sort(key=lambda key: leading.index(key.id) if key.id in leading else len(leading))
    shown = [key for key in wanted if cells >= key.least and key.id not in idle]
    head = width(_found_words(place, found, cells))
    if place in _WATCHED:
        # The way out of a pause, behind what is done most.
        shown[1:] = sorted(shown[1:], key=lambda key: key.id != FOLLOW)
    right = [key for key in shown if key.id in _RIGHT]
    most = FOOTER_KEYS if place in _DECIDING else FOOTER_KEYS - max(0, len(right) - 1)
    left = [key for key in shown if key.id not in _RIGHT][:most]
    if place in _DECIDING and head + _cells(left, place) + _cells(right, place) > cells:
        right = right[:1]
        left.sort(key=lambda key: (key.id != first, key.id not in keys.DECIDING))
    named = _fitting(left, cells - head - _cells(right, place), place)
    if len(named) < min(_LEAST_KEYS, len(left)):
        alone = _fitting(left, cells - head - _cells(right[:1], place), place)
        right = right[:1] if len(alone) > len(named) else right
        named = max(named, alone, key=len)
    out = [key for key in named if key.id == _BACK and place in _OVER]
    left, right = [key for key in named if key not in out], [*right, *out]
    while len(right) > 1 and _cells(right, place) + 1 > cells:
        right.pop()
    items = _placed(left, 1 + head, place)
    return items + _placed(right, max(1, cells - _cells(right, place) + 1), place)


FOLLOW = "view.follow"
"""What ends a pause, named only while there is one."""
_WATCHED = ("live", "timeline")
"""Places that are watched, and paused by what one does there."""
_RIGHT = ("app.help", "app.quit", "text.help", "app.palette")
_BACK = "go.back"
_OVER = (*OVERLAYS, *DESKS)
"""Places that lie over a screen."""
_LEAST_KEYS = 3
"""So many keys of a place stand in the footer before `q` does."""
_DECIDING = ("promotions",)
"""Places where so many keys decide something that `q` is not counted among them, and leaves first."""


def _fitting(row: Sequence[keys.Key], room: int, place: str) -> list[keys.Key]:
    """The first keys of the row that so many cells have room for."""
    count = len(row)
    while count and _cells(row[:count], place) > room:
        count -= 1
    return list(row[:count])


def _cells(row: Sequence[keys.Key], place: str) -> int:
    """What the keys take, with the two blanks behind each."""
    return sum(width(footer_text(key, place)) + 2 for key in row)


def _placed(row: Sequence[keys.Key], start: int, place: str) -> list[FooterItem]:
    items = []
    for key in row:
        stop = start + width(footer_text(key, place))
        items.append(FooterItem(key, start, stop))
        start = stop + 2
    return items


def footer_text(key: keys.Key, place: str) -> str:
    """A key and its verb as the footer of a place shows them."""
    return f"{keys.shown_key(key.keys[0])} {key_words.label(key, place)}"


def _found_words(place: str, found: Found | None, cells: int) -> str:
    """The text that is marked and which of its places has the cursor, with blanks behind; empty where it has no room."""
    if found is None or not any(key.id in keys.FOUND for key in keys.at(place)):
        return ""
    number = f"{found.at}/{found.count}" if found.at else str(found.count)
    told = f"{number if found.count else 'not found'}  "
    offered = (f"“{cut(visible(found.text), _FOUND_CELLS)}” {told}", told)
    return next((words for words in offered if width(words) + _FOUND_CELLS < cells), "")


_FOUND_CELLS = 16


def footer_line(
    place: str,
    cells: int,
    found: Found | None = None,
    *,
    alarm: bool = False,
    idle: Collection[str] = (),
    words: Mapping[str, str] = NO_WORDS,
    first: str = "",
) -> tuple[Span, ...]:
    """The footer as a row of exactly so many cells."""
    told = _found_words(place, found, cells)
    spans = [Span(" "), Span(told, "attention" if found and not found.count else "text")] if told else []
    at = cells_of(spans)
    for item in footer_items(place, cells, found, alarm=alarm, idle=idle, words=words, first=first):
        name = keys.shown_key(item.key.keys[0])
        spans.append(Span(" " * (item.start - at)))
        spans.append(Span(name, "title.focus"))
        spans.append(Span(footer_text(item.key, place)[len(name) :], "dim"))
        at = item.stop
    room = cells - cells_of(spans)
    if room < 0:
        return (Span(cut("".join(span.text for span in spans), cells)),)
    return (*spans, Span(" " * room))
