"""The rows around a text that is edited: its title with the gauge, what others changed, and what is said of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.view import SectionView
from scratchpad_tui.core.text import visible, width
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.layout.fit import cells_of, compose, cut, wrap
from scratchpad_tui.tui.layout.gauge import figures, gauge_column
from scratchpad_tui.tui.layout.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.view import DiffRow
    from scratchpad_tui.tui.edit_state import Verdict
    from scratchpad_tui.tui.layout.model import Style, UiState

_MOST_ROWS = 3
"""Rows over which one changed line, or the verdict, is broken."""
_SIGN_STYLES: dict[str, Style] = {"+": "diff.add", "-": "diff.remove"}
_VERDICTS: dict[str, tuple[str, Style]] = {
    "fault": ("✗ ", "alarm"),
    "warning": ("! ", "attention"),
    "ok": ("", "dim"),
}


def title_row(
    section: str,
    words: Sequence[str],
    size: int,
    cap: int,
    cells: int,
    ui: UiState,
    style: Style = "title.focus",
) -> tuple[Span, ...]:
    """A rule with the section's name, a few words, and its gauge at the right edge.

    `words`: the fullest first; the first of them that have room are shown, and the last ones may be cut.
    """
    view = SectionView(section, cap, size, numbered=False, purpose="")
    gauge = gauge_column(view, ui, len(figures(view)))
    left: list[Span] = []
    for said in words:
        left = [Span("─ ", "rule"), Span(visible(section), style), Span(f" {said}" if said else "", "dim")]
        if cells_of(left) + 1 + cells_of(gauge) <= cells:
            break
    return compose(left, cells, gauge, "─", "rule")


def their_rows(
    rows: Sequence[DiffRow],
    author: str,
    conflicts: int,
    cells: int,
    height: int,
    *,
    said: str = "",
    open_here: bool = True,
) -> list[tuple[Span, ...]]:
    """What others changed since the edit began, on at most so many rows; what has no room is counted.

    `said`: stands above it in place of who they are and what a save does. `open_here`: the text is being edited, and
    the key that saves it works.
    """
    style: Style = "alarm" if conflicts else "attention"
    forms = (
        (said,)
        if said
        else _what_they_did(visible(author) or "another writer", conflicts, open_here=open_here)
    )
    words = next((form for form in forms if width(form) + 3 <= cells), forms[-1])
    title = compose([Span("─ ", "rule"), Span(words, style)], cells, (), "─", "rule")
    room = max(1, height - 1)
    found: list[tuple[Span, ...]] = []
    # No more are broken than can be shown: an agent may have written a thousand.
    for row in rows[: room + 1]:
        found += _their_row(row, cells, _MOST_ROWS)
    if len(found) > room:
        # What they wrote comes first, each line on one row.
        first = [row for row in rows if row.sign == "+"] + [row for row in rows if row.sign != "+"]
        shown = first if len(first) <= room else first[: max(1, room - 1)]
        found = [piece for row in shown for piece in _their_row(row, cells, 1)]
        left_out = len(first) - len(shown)
        if left_out and len(found) < room:
            found.append(compose([Span(cut(f"   … {left_out} more", cells), "count")], cells))
    return [title, *found]


def _what_they_did(who: str, conflicts: int, *, open_here: bool) -> tuple[str, ...]:
    """Who changed the section and what a save will do, the fullest words first."""
    if not conflicts:
        return f"{who} changed this section · saving merges", f"{who}: changes · saving merges"
    places = "one place" if conflicts == 1 else f"{conflicts} places"
    asks = f"{keys.key('text.save') if open_here else 'saving'} asks which to keep"
    return (
        f"{who} changed the same lines in {places} · {asks}",
        f"{who}: same lines · {asks}",
        f"{who}: same lines · saving asks",
    )


def _their_row(row: DiffRow, cells: int, most: int) -> list[tuple[Span, ...]]:
    sign = _SIGN_STYLES[row.sign]
    pieces = wrap(visible(row.text.expandtabs(4)), max(1, cells - 4), most, 2)
    return [
        compose([Span(f" {row.sign if number == 0 else ' '} ", sign), Span(piece, sign)], cells)
        for number, piece in enumerate(pieces)
    ]


def verdict_rows(verdict: Verdict, cells: int, height: int = 0) -> list[tuple[Span, ...]]:
    """The verdict on one row, or as many as its mend needs; all of its faults where they have room on `height` rows."""
    listed = [_verdict_rows(verdict.kind, words, cells) for words in verdict.all]
    if len(listed) > 1:
        if len(listed) == verdict.total and sum(map(len, listed)) <= height:
            return [row for rows in listed for row in rows]
        what = "faults" if verdict.kind == "fault" else "warnings"
        return _verdict_rows(verdict.kind, f"{verdict.total:,} {what} · {verdict.words}", cells)
    return _verdict_rows(verdict.kind, verdict.words, cells)


def _verdict_rows(kind: str, words: str, cells: int) -> list[tuple[Span, ...]]:
    mark, style = _VERDICTS[kind]
    pieces = wrap(words, max(1, cells - 4), _MOST_ROWS) if words else [""]
    return [
        compose([Span(f" {mark if number == 0 else '  '}{piece}", style)], cells)
        for number, piece in enumerate(pieces)
    ]
