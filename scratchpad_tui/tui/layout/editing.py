"""The rows around a text that is edited: its title with the gauge, what others changed, and what is said of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.view import SectionView
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.layout.fit import compose, cut, wrap
from scratchpad_tui.tui.layout.gauge import figures, gauge_column
from scratchpad_tui.tui.layout.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.view import DiffRow
    from scratchpad_tui.tui.edit_state import Verdict
    from scratchpad_tui.tui.layout.model import Style, UiState

_NARROW = 66
"""Cells under which what others did is told in few words."""
_MOST_ROWS = 3
"""Rows over which one changed line, or the verdict, is broken."""
_SIGN_STYLES: dict[str, Style] = {"+": "diff.add", "-": "diff.remove"}
_VERDICTS: dict[str, tuple[str, Style]] = {
    "fault": ("✗ ", "alarm"),
    "warning": ("! ", "attention"),
    "ok": ("", "dim"),
}


def title_row(
    section: str, words: str, size: int, cap: int, cells: int, ui: UiState, style: Style = "title.focus"
) -> tuple[Span, ...]:
    """A rule with the section's name, a few words, and its gauge at the right edge."""
    view = SectionView(section, cap, size, numbered=False, purpose="")
    left = [Span("─ ", "rule"), Span(visible(section), style), Span(f" {words}", "dim")]
    return compose(left, cells, gauge_column(view, ui, len(figures(view))), "─", "rule")


def their_rows(
    rows: Sequence[DiffRow],
    author: str,
    conflicts: int,
    cells: int,
    height: int,
    *,
    said: str = "",
) -> list[tuple[Span, ...]]:
    """What others changed since the edit began, on at most so many rows; what has no room is counted.

    `said`: stands above it in place of who they are and what a save does.
    """
    who = visible(author) or "another writer"
    style: Style = "alarm" if conflicts else "attention"
    if said:
        words = said
    elif cells < _NARROW:
        words = f"{who}: {'same lines · saving asks' if conflicts else 'changes · saving merges'}"
    elif conflicts:
        places = "one place" if conflicts == 1 else f"{conflicts} places"
        words = f"{who} changed the same lines in {places} · saving asks"
    else:
        words = f"{who} changed this section · saving merges"
    title = compose([Span("─ ", "rule"), Span(words, style)], cells, (), "─", "rule")
    room = max(1, height - 1)
    found: list[tuple[Span, ...]] = []
    # No more are broken than can be shown: an agent may have written a thousand.
    for row in rows[: room + 1]:
        sign = _SIGN_STYLES[row.sign]
        pieces = wrap(visible(row.text.expandtabs(4)), max(1, cells - 4), _MOST_ROWS, 2)
        for number, piece in enumerate(pieces):
            found.append(
                compose([Span(f" {row.sign if number == 0 else ' '} ", sign), Span(piece, sign)], cells)
            )
    if len(found) > room:
        left_out = len(found) + len(rows[room + 1 :]) - room + 1
        more = compose([Span(cut(f"   … {left_out} more", cells), "count")], cells)
        found = [*found[: room - 1], more]
    return [title, *found]


def verdict_rows(verdict: Verdict, cells: int) -> list[tuple[Span, ...]]:
    """The verdict on one row, or as many as its mend needs."""
    mark, style = _VERDICTS[verdict.kind]
    pieces = wrap(verdict.words, max(1, cells - 4), _MOST_ROWS) if verdict.words else [""]
    return [
        compose([Span(f" {mark if number == 0 else '  '}{piece}", style)], cells)
        for number, piece in enumerate(pieces)
    ]
