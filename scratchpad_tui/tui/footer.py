"""The footer of every screen as a row of spans: which keys it names, how they are called, and where each stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.config.key_table import DESKS, OVERLAYS
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.text import visible, width
from scratchpad_tui.tui import key_words, keys
from scratchpad_tui.tui.layout.fit import cells_of, cut
from scratchpad_tui.tui.layout.model import Span

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from scratchpad_tui.tui.layout.model import Style

NO_WORDS: Mapping[str, str] = {}
"""Each key does what its own word says."""
FOOTER_KEYS = 7
"""At most so many keys stand in the footer, and the hint for help."""
FOLLOW = "view.follow"
"""What ends a pause, named only while there is one."""

_WATCHED = ("live", "timeline")
"""Places that are watched, and paused by what one does there."""
_RIGHT = ("app.help", "app.quit", "text.help", "app.palette")
"""Help and the way out, in the order of the table: the first is the last to go."""
_BACK = "go.back"
_OVER = (*OVERLAYS, *DESKS)
"""Places that lie over a screen."""
_LEAST_KEYS = 3
"""So many keys of a place stand in the footer before `q` does."""
_DECIDING = ("promotions",)
"""Places where so many keys decide something that `q` is not counted among them, and leaves first."""
_FOUND_CELLS = 16


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


class Now(NamedTuple):
    """What holds now for the keys of a place."""

    found: Found | None = None
    """The text that is marked: the keys that go through its places come first, where it has some."""
    alarm: bool = False
    """The pad does not parse: what mends it comes first."""
    idle: Collection[str] = ()
    """The ids of keys that would do nothing."""
    words: Mapping[str, str] = NO_WORDS
    """By id, the words of keys that do something else than usual, or are wanted here now alone."""
    first: str = ""
    """The id of the one that is wanted most."""


AS_USUAL = Now()


def footer_line(place: str, cells: int, now: Now = AS_USUAL) -> tuple[Span, ...]:
    """The footer as a row of exactly so many cells."""
    told = _found_words(place, now.found, cells)
    style: Style = "attention" if now.found and not now.found.count else "text"
    spans = [Span(" "), Span(told, style)] if told else []
    at = cells_of(spans)
    for item in footer_items(place, cells, now):
        name = keys.shown_key(item.key.keys[0])
        spans.append(Span(" " * (item.start - at)))
        spans.append(Span(name, "title.focus"))
        spans.append(Span(footer_text(item.key, place)[len(name) :], "dim"))
        at = item.stop
    room = cells - cells_of(spans)
    if room < 0:
        return (Span(cut("".join(span.text for span in spans), cells)),)
    return (*spans, Span(" " * room))


def footer_items(place: str, cells: int, now: Now = AS_USUAL) -> list[FooterItem]:
    """What stands in the footer: the place's keys from the left, help and the way out at the right; help is the last to go.

    The way out is `q` on a screen; over one it is `esc`, which gives way where the place's own order says so.
    """
    shown = [key for key in _wanted(place, now) if cells >= key.least and key.id not in now.idle]
    if place in _WATCHED:
        # The way out of a pause, behind what is done most.
        shown[1:] = sorted(shown[1:], key=lambda key: key.id != FOLLOW)
    head = width(_found_words(place, now.found, cells))
    left, right = _fitting_sides(shown, cells - head, place, now.first)
    out = [key for key in left if key.id == _BACK and place in _OVER]
    left, right = [key for key in left if key not in out], [*right, *out]
    while len(right) > 1 and _cells(right, place) + 1 > cells:
        right.pop()
    items = _placed(left, 1 + head, place)
    return items + _placed(right, max(1, cells - _cells(right, place) + 1), place)


def footer_text(key: keys.Key, place: str) -> str:
    """A key and its verb as the footer of a place shows them."""
    return f"{keys.shown_key(key.keys[0])} {key_words.label(key, place)}"


def _wanted(place: str, now: Now) -> list[keys.Key]:
    """The keys that the place would name, the most wanted first, each with its word."""
    words = {**key_words.MENDS, **now.words} if now.alarm else now.words
    first = now.first
    if place in keys.TEXTS:
        words, first = NO_WORDS, ""  # they are of the screen that the field is open in
    wanted = keys.in_footer(place, finding=bool(now.found and now.found.count), alarm=now.alarm)
    wanted += [key for key in keys.at(place) if key.id in {*words, first} and key not in wanted]
    leading = (*keys.FOUND[:1], *(keys.MENDING if now.alarm else ()), first, *keys.FOUND[1:])
    wanted.sort(key=lambda key: leading.index(key.id) if key.id in leading else len(leading))
    return [key._replace(label=words.get(key.id, key.label)) for key in wanted]


def _fitting_sides(
    shown: Sequence[keys.Key], cells: int, place: str, first: str
) -> tuple[list[keys.Key], list[keys.Key]]:
    """Those that so many cells have room for at the left, and those at the right, of which the last ones go for them."""
    right = [key for key in shown if key.id in _RIGHT]
    most = FOOTER_KEYS if place in _DECIDING else FOOTER_KEYS - max(0, len(right) - 1)
    left = [key for key in shown if key.id not in _RIGHT][:most]
    if place in _DECIDING and _cells(left, place) + _cells(right, place) > cells:
        right = right[:1]
        left.sort(key=lambda key: (key.id != first, key.id not in keys.DECIDING))
    named = _fitting(left, cells - _cells(right, place), place)
    if len(named) < min(_LEAST_KEYS, len(left)):
        alone = _fitting(left, cells - _cells(right[:1], place), place)
        right = right[:1] if len(alone) > len(named) else right
        named = max(named, alone, key=len)
    return named, right


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


def _found_words(place: str, found: Found | None, cells: int) -> str:
    """The text that is marked and which of its places has the cursor, with blanks behind; empty where it has no room."""
    if found is None or not any(key.id in keys.FOUND for key in keys.at(place)):
        return ""
    number = f"{found.at}/{found.count}" if found.at else str(found.count)
    told = f"{number if found.count else 'not found'}  "
    offered = (f"“{cut(visible(found.text), _FOUND_CELLS)}” {told}", told)
    return next((words for words in offered if width(words) + _FOUND_CELLS < cells), "")
