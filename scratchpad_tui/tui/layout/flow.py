"""Short things one after the other, over a row or two; those that do not fit are counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.layout.fit import CUT, cells_of, compose, cut, wrap
from scratchpad_tui.tui.layout.hints import hint, named
from scratchpad_tui.tui.layout.items import items
from scratchpad_tui.tui.layout.marks import mark_counts
from scratchpad_tui.tui.layout.model import Row, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scratchpad_tui.core.pad.view import Need, PadView, SectionView
    from scratchpad_tui.tui.layout.model import Style, UiState

_ELSEWHERE = frozenset({"promotions", "over-cap"})
"""Needs that line 1 or a section's rule shows."""
RED = frozenset({"alarm", "recovery", "over-cap", "chronically-over-cap", "secret", "draft-secret"})
"""Codes of needs, and of signs of health, that are red."""
_APART = Span(" · ", "dim")
_MOST_BROKEN = 4
"""Rows over which one part is broken."""


def needs_of(view: PadView, ui: UiState) -> tuple[Need, ...]:
    """What a person is needed for and no other row says."""
    elsewhere = _ELSEWHERE | {"unread"} if ui.unread_told else _ELSEWHERE
    return tuple(need for need in view.needs if need.code not in elsewhere)


def needs_row(view: PadView, cells: int, ui: UiState) -> Row:
    """The needs in words on one row."""
    needs = needs_of(view, ui)
    parts = [[Span(visible(need.brief or need.words) + _key_of(need), need_style(need))] for need in needs]
    head = Span(" ! ", need_style(needs[0]))
    return Row(flow(parts, cells, 1, head)[0], "needs", key=hint(needs[0].key))


def _key_of(need: Need) -> str:
    """The key that shows a need, said so that it is not taken for another count."""
    return f": press {named(need.key)}" if named(need.key) else ""


def need_style(need: Need) -> Style:
    """Red for what was lost or may be, a passed cap and a secret; amber for the rest."""
    return "alarm" if need.code in RED else "attention"


def outside_words(view: PadView) -> str:
    """How many lines stand outside the sections, as words."""
    return f"{view.outside:,} {'line' if view.outside == 1 else 'lines'} outside the sections"


def others_rows(view: PadView, sections: Sequence[SectionView], cells: int, rows: int) -> list[Row]:
    """The sections that are not shown: each with its lines, what is new in it, and whether it is over its cap."""
    parts = [_part(section) for section in sections]
    if view.outside:
        parts.append([Span(outside_words(view), "count")])
    return [Row(spans, "others") for spans in flow(parts, cells, rows, Span(" "))]


def _part(section: SectionView) -> list[Span]:
    lines = sum(line.index >= 0 for line in items(section))
    part = [Span(f"{visible(section.name)} ", "title"), Span(f"{lines:,}", "count")]
    for span in mark_counts(section):
        part += [Span(" "), span]
    if section.over:
        part.append(Span(" over!", "alarm"))
    return part


def flow(parts: Sequence[Sequence[Span]], cells: int, rows: int, head: Span) -> list[tuple[Span, ...]]:
    """The parts with `·` between them on at most so many rows; the last one counts those that do not fit."""
    for dropped in range(len(parts)):
        kept = list(parts[: len(parts) - dropped])
        if dropped:
            kept.append([Span(f"{CUT} {dropped} more", "count")])
        packed = _pack(kept, cells, head)
        if len(packed) <= rows:
            return [compose(spans, cells) for spans in packed]
    return [compose([head, Span(f"{CUT} {len(parts)} more", "count")], cells)]


def flow_whole(parts: Sequence[Span], cells: int, rows: int, head: Span) -> list[tuple[Span, ...]]:
    """The parts as by `flow`; one longer than a row is broken over several as long as that hides no other.

    The later ones are cut first: the parts are in the order in which they are wanted.
    """
    room = max(8, cells - cells_of([head]))
    broken = [_broken(part, room) for part in parts]
    for whole in range(len(parts), -1, -1):
        given = [
            pieces if at < whole else [Span(cut(part.text, room), part.style)]
            for at, (part, pieces) in enumerate(zip(parts, broken, strict=True))
        ]
        packed = _pack_pieces(given, cells, head)
        if len(packed) <= rows:
            return [compose(spans, cells) for spans in packed]
    return flow([[Span(cut(part.text, room), part.style)] for part in parts], cells, rows, head)


def _broken(part: Span, room: int) -> list[Span]:
    return [Span(piece, part.style) for piece in wrap(part.text, room, _MOST_BROKEN)]


def _pack_pieces(parts: Iterable[Sequence[Span]], cells: int, head: Span) -> list[list[Span]]:
    """Packs parts of which each piece but the last one ends its row."""
    blank = Span(" " * cells_of([head]))
    packed: list[list[Span]] = [[head]]
    for first, *rest in parts:
        # What has rows of its own begins on one.
        fits = not rest and cells_of(packed[-1]) + cells_of((_APART, first)) <= cells
        if len(packed[-1]) > 1 and not fits:
            packed.append([blank])
        packed[-1] += [_APART, first] if len(packed[-1]) > 1 else [first]
        packed += [[blank, piece] for piece in rest]
    return packed


def _pack(parts: Iterable[Sequence[Span]], cells: int, head: Span) -> list[list[Span]]:
    blank = Span(" " * cells_of([head]))
    packed: list[list[Span]] = [[head]]
    for part in parts:
        started = len(packed[-1]) > 1
        if started and cells_of(packed[-1]) + cells_of((_APART, *part)) > cells:
            packed.append([blank])
            started = False
        packed[-1] += [_APART, *part] if started else part
    return packed
