"""What the layout takes and gives: rows of spans, the state of the screen, and the arranged rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.text import width

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from scratchpad_tui.tui.pressure_figures import Brief

Style = Literal[
    "text",
    "dim",
    "rule",
    "title",
    "title.focus",
    "next",
    "gauge.calm",
    "gauge.near",
    "gauge.over",
    "gauge.rest",
    "mark.add",
    "mark.remove",
    "mark.change",
    "author",
    "count",
    "cursor",
    "find",
    "find.here",
    "attention",
    "alarm",
    "diff.add",
    "diff.remove",
    "word.add",
    "word.remove",
    "ok",
]
"""Every style a span can have; a stylesheet gives each its colours."""

RowKind = Literal[
    "next",
    "needs",
    "rule",
    "line",
    "removed",
    "more",
    "empty",
    "diff.rule",
    "diff",
    "turns.rule",
    "turn",
    "event",
    "needs.rule",
    "need",
    "others",
    "notice",
    "context.rule",
    "context",
    "blank",
]
"""What a row is, for the mouse and for tests."""


class Span(NamedTuple):
    """A run of text in one style; the text is visible already and may go to a terminal as it is."""

    text: str
    style: Style = "text"


Spans = tuple[Span, ...]
"""A row."""


class Beside(NamedTuple):
    """A place for the cursor in the column at the right."""

    pane: str
    """`needs` or `turns`."""
    name: str
    """What it is on, the same as long as that is there."""
    at: int
    """Its place among the others of the pane, for when it is gone."""


class Row(NamedTuple):
    """Exactly one terminal row; its spans fill it to the last cell."""

    spans: tuple[Span, ...]
    kind: RowKind = "blank"
    section: str = ""
    """The section the row belongs to; empty where it belongs to none."""
    index: int = -1  # type: ignore[assignment] # the word of the field; tuple.index is not used
    """Position of the shown line in the body of its section; -1 where the row shows none."""
    tint: bool = False
    """Whether the line is new or changed, so that a change just seen may be tinted."""
    key: str = ""
    """The key that a click on the row stands for, on rows of what a person is needed for."""
    version: int | None = None
    """The version that a row of the diff or of the last turns belongs to, or that brought its line."""
    beside: Beside | None = None
    """The place for the cursor that the row of the right column is."""

    @property
    def text(self) -> str:
        """The row as plain text."""
        return "".join(span.text for span in self.spans)

    @property
    def cells(self) -> int:
        """How many terminal cells the row takes."""
        return sum(width(span.text) for span in self.spans)


class Stop(NamedTuple):
    """A place for the cursor: a line of a section, by its position in the body; -1 in an empty section."""

    section: str
    index: int  # type: ignore[assignment] # the word of the field; tuple.index is not used


class Frozen(NamedTuple):
    """The pane that has the cursor, as it was drawn last: give it back, and it stays where it is."""

    section: str
    top: int
    """Its rule's row."""
    rows: int
    """Rows under its rule."""
    first: int
    """Position in the section's body of the first line shown that is not a removed one."""
    lead: int
    """Removed lines shown above that one."""
    counts_above: bool
    """Whether the row under the rule counted lines above."""
    size: tuple[int, int]
    """Width and height it was drawn for; another size arranges anew."""
    cursor: Stop
    """Where the cursor stood: a pane may grow for a cursor that moved."""
    lines: int = 0
    """How many lines the section had."""
    owed: int = 0
    """Lines that came in since and found no row: the pane takes blank rows under it for so many."""
    spare: int = 0
    """Rows that its lines had beyond one each."""


class UiState(NamedTuple):
    """What the person did to the screen; all of it is given, nothing is remembered here."""

    cursor: Stop | None = None
    beside: Beside | None = None
    """Where the cursor is in the column at the right; `cursor` is None then."""
    focus_section: str | None = None
    """The section shown where one is shown at a time, its title accented; the cursor's section comes before it."""
    zoom: str | None = None
    """The section that has the whole place."""
    find: str = ""
    """Marked wherever it stands, whatever its letter case."""
    frozen: Frozen | None = None
    """`Arranged.frozen` of the last time."""
    ascii_gauges: bool = False
    """`#` and `-` instead of block characters."""
    eighths: bool = True
    """Whether the font has blocks of an eighth; else whole cells alone."""
    paused: bool = False
    read_only: bool = False
    """Whether nothing is changed here: no key that writes is advised."""
    unread_told: bool = True
    """Whether the frame says what the agent has not read; else the needs do."""
    blame: Mapping[Stop, tuple[str, ...]] | None = None
    """Words for the right edge of unchanged lines: who brought them, the fullest words first."""
    brief: Brief | None = None
    """What is known of the agent's context."""
    now: datetime | None = None
    """For the ages of turns and events; without it none are shown."""


class Arranged(NamedTuple):
    """The rows of a screen."""

    rows: tuple[Row, ...]
    """As many as the height; each `left_width` wide."""
    stops: tuple[Stop, ...]
    """Every place for the cursor in order, shown or not."""
    cursor_row: int | None
    """The row that has the cursor."""
    frozen: Frozen | None
    """To be given back in the next `UiState` while the cursor stays."""
    left_width: int
    right: tuple[Row, ...] = ()
    """The column at the right, as many rows as the height; none where the screen is narrow."""
    right_width: int = 0
    gap: int = 0
    """Blank cells between the two."""
    cursor: Stop | None = None
    """The cursor as shown: where its line is gone, the nearest that is there."""
    focus_section: str | None = None
    """The section that is shown or accented."""
    beside: Beside | None = None
    """The cursor in the right column as shown."""

    def joined(self) -> tuple[tuple[Span, ...], ...]:
        """The whole rows, the right column included."""
        if not self.right:
            return tuple(row.spans for row in self.rows)
        blank = Span(" " * self.gap)
        return tuple(
            (*left.spans, blank, *right.spans) for left, right in zip(self.rows, self.right, strict=True)
        )
