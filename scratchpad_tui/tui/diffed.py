"""What the Timeline shows of the entry under its cursor: made in a thread, a few of them kept, the newest wish first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.errors import ScratchpadError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.layout.details import detail_lines
from scratchpad_tui.tui.layout.fit import compose, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.sidediff import heads_row, side_rows
from scratchpad_tui.tui.layout.worddiff import has_change, nearer, unified_rows
from scratchpad_tui.tui.timeline_state import SIDE

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from scratchpad_tui.core.pad.comparison import Comparison
    from scratchpad_tui.core.pad.moments import Moment
    from scratchpad_tui.tui.layout.model import Spans, Style
    from scratchpad_tui.tui.source import PadSource
    from scratchpad_tui.tui.timeline_state import Pair, TimelineState

_KEPT = 16
"""Differences that are remembered."""
_AT_ONCE = 2
"""Differences that are made at the same time, so that a large one does not hold up the next."""
_MOST_ROWS = 6
_LONGEST = 4_000
"""Characters of a sentence that are looked at."""
_MOST_LINES = 400
"""Lines of an event's details."""


class Wish(NamedTuple):
    """What is to be shown, and how."""

    moment: Moment
    pair: Pair | None
    """None: an event, or a version with one that is not kept."""
    compared: bool
    """Whether the pair was chosen by hand."""
    cells: int
    layout: str
    whole: bool = True
    """Whether an event is told with all that is known of it, as on a sheet of its own."""
    near: bool = False
    """Whether one unchanged line on each side of a changed one is enough."""


class Diffed(NamedTuple):
    """The rows of a wish."""

    wish: Wish
    rows: tuple[Spans, ...]
    comparison: Comparison | None = None
    start: int = 0
    """The first row of a change, where what stands above it did not change; else 0."""

    @property
    def text(self) -> str:
        """The rows as text."""
        return "\n".join("".join(span.text for span in row).rstrip() for row in self.rows)


def wish_of(state: TimelineState, cells: int, *, whole: bool = True, near: bool = False) -> Wish | None:
    """What is to be shown of the entry under the cursor; None where the list is empty."""
    moment = state.here
    if moment is None:
        return None
    # A version that came in behind does not make it another wish, nor do lines that have been counted meanwhile.
    moment = moment._replace(serial=0, added=None, removed=None, sections=())
    return Wish(moment, state.pair, state.compares, cells, state.layout, whole, near)


def made(source: PadSource, wish: Wish) -> Diffed:
    """The rows of a wish; an error is a row that tells it."""
    rows = [] if wish.compared else _about(source, wish)
    if wish.pair is None:
        return Diffed(wish, (*rows, *_instead(wish)))
    try:
        comparison = source.comparison(*wish.pair)
    except (ScratchpadError, OSError) as error:
        return Diffed(wish, (*rows, *_sentence(str(error), wish.cells, "attention")))
    shown = nearer(comparison) if wish.near else comparison
    if wish.layout == SIDE:
        heads = [heads_row(f"v{wish.pair.old}", f"v{wish.pair.new}", wish.cells)] if comparison.rows else []
        found = [*heads, *side_rows(shown, wish.cells)]
    else:
        found = unified_rows(shown, wish.cells)
    start = 0 if rows else next((at for at, row in enumerate(found) if has_change(row)), 0)
    return Diffed(wish, (*rows, *found), comparison, start)


def _about(source: PadSource, wish: Wish) -> list[Spans]:
    """What the journal says of a version beside its lines, or all that it says of an event."""
    moment, cells = wish.moment, wish.cells
    rows: list[Spans] = []
    for alarm in moment.alarms:
        rows += _sentence(f"! alarm: {alarm}", cells, "alarm")
    if moment.alarms:
        rows += _sentence(keys.said("{version.back} restores the version before it"), cells, "attention")
    record = source.record(moment) or {}
    if moment.is_event:
        return [*rows, *_sentence(moment.message, cells, "text"), *_details(record, cells, whole=wish.whole)]
    for reason in _reasons(record):
        rows += _sentence(f"why: {reason}", cells, "text")
    return rows


def _reasons(record: dict[str, Any]) -> list[str]:
    operations = record.get("operations")
    found = [
        operation.get("reason")
        for operation in (operations if isinstance(operations, list) else ())
        if isinstance(operation, dict)
    ]
    # Several lines that leave for one reason have it each.
    return list(dict.fromkeys(reason for reason in found if isinstance(reason, str) and reason))


def _details(record: dict[str, Any], cells: int, *, whole: bool) -> list[Spans]:
    """The fields of an event that its row does not show."""
    lines = detail_lines(record, whole=whole)
    shown = [row for line in lines[:_MOST_LINES] for row in _sentence(line, cells, "dim")]
    more = len(lines) - _MOST_LINES
    return shown + (_sentence(f"… {more} more lines", cells, "count") if more > 0 else [])


def _instead(wish: Wish) -> list[Spans]:
    """What stands in the place of a difference that cannot be told."""
    if wish.moment.is_event and not wish.compared:
        return []
    if not wish.moment.kept:
        words = f"v{wish.moment.version} is not kept any more: [history] depth in scratchpad.toml says how many are."
    elif wish.compared:
        words = "One of the two versions is not kept any more."
    else:
        words = f"The version before v{wish.moment.version} is not kept, so that what it changed is not known; {keys.key('version.open')} shows all of it."
    return _sentence(words, wish.cells, "dim")


def _sentence(words: str, cells: int, style: Style) -> list[Spans]:
    if not words:
        return []
    pieces = wrap(visible(words[:_LONGEST]), max(1, cells - 4), _MOST_ROWS)
    return [compose([Span(f"   {piece}", style)], cells) for piece in pieces]


class Diffs:
    """Makes what is wished for, in threads; what was wished before and is not wanted any more is dropped."""

    def __init__(
        self, start: Callable[[Wish, Callable[[Diffed], None]], None], show: Callable[[Diffed], None]
    ) -> None:
        """Makes nothing yet.

        Args:
            start: Makes a wish's rows in a thread and gives them to a function, on the screen's own thread.
            show: Takes the rows of the newest wish.
        """
        self._start = start
        self._show = show
        self._kept: dict[Wish, Diffed] = {}
        self._making: set[Wish] = set()
        self._stale: set[Wish] = set()
        """Those being made from what was read before it became another."""
        self.wish: Wish | None = None
        """The newest one."""

    @property
    def waits(self) -> bool:
        """Whether the newest wish is not there yet."""
        return self.wish is not None and self.wish not in self._kept

    def ask(self, wish: Wish | None) -> None:
        """Wishes; what is at hand is shown at once."""
        if wish == self.wish:
            return
        self.wish = wish
        if wish is None:
            return
        diffed = self._kept.get(wish)
        if diffed is not None:
            self._show(diffed)
        else:
            self._begin(wish)

    def forget(self) -> None:
        """Makes everything anew from now on: versions hold other texts, as a redaction leaves them."""
        self._kept.clear()
        self._stale |= self._making
        self.wish = None

    def _begin(self, wish: Wish) -> None:
        if wish not in self._making and len(self._making) < _AT_ONCE:
            self._making.add(wish)
            self._start(wish, self._take)

    def _take(self, diffed: Diffed) -> None:
        self._making.discard(diffed.wish)
        if diffed.wish in self._stale:
            self._stale.discard(diffed.wish)
        else:
            while len(self._kept) >= _KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[diffed.wish] = diffed
        if diffed.wish == self.wish and not self.waits:
            self._show(diffed)
        elif self.wish is not None and self.wish not in self._kept:
            self._begin(self.wish)
