"""What stands behind the text of an audited entry: its key, its evidence with its age, and what is missing of them."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.ages import day_word
from scratchpad_tui.tui.layout.fit import cells_of, cut
from scratchpad_tui.tui.layout.model import Span

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from scratchpad_tui.core.pad.view import LineView, Proof
    from scratchpad_tui.tui.layout.model import Style

UNPROVEN, CONTRADICTED, CLOSED = "? unproven", "! contradicted", "closed"
_FAULTS = {"no-key": "! no key", "bad-key": "! bad key", "bad-date": "! bad date"}
_APART = Span("  ")
_SOURCE_CELLS = 24
"""Cells of a source that stands without its key."""
_KEY_CELLS = 12
"""Cells that a key may take on the narrowest screen, where it is shown whatever else gives way."""
_READ_AHEAD = 400
"""Characters of a key or a source that are ever looked at."""


def tails(line: LineView, cells: int, now: datetime | None) -> list[tuple[Span, ...]]:
    """What may stand at the end of a row of so many cells, the fullest first; nothing for other lines.

    The last one is what must not be missed: that an entry is unproven, contradicted, closed or has no key, else its age.
    """
    proof = line.proof
    if proof is None:
        return []
    state, key, faulty = _state(proof, full=True), _key(proof), proof.fault in ("no-key", "bad-key")
    least = _state(proof, full=False) or (key if faulty else ()) or _age(proof, now)
    short_key = key if faulty else ()
    found = [
        _joined(state, key, _evidence(proof, now, cells // 3)),
        _joined(state, short_key, _evidence(proof, now, _SOURCE_CELLS)),
        _joined(state, short_key, _age(proof, now)),
        least,
    ]
    return [tail for tail in dict.fromkeys(found) if tail]


def keyed_tails(line: LineView, cells: int, now: datetime | None) -> list[tuple[Span, ...]]:
    """The same where the key is asked for: the source gives way before it, and the last one has the key as well."""
    proof = line.proof
    if proof is None:
        return [()]
    state, key = _state(proof, full=True), _key(proof, max(_KEY_CELLS, cells // 4))
    whole_key = _key(proof, cells // 2)
    found = [
        _joined(state, whole_key, _evidence(proof, now, cells // 3)),
        _joined(state, whole_key, _age(proof, now)),
        _joined(state, key, _evidence(proof, now, _SOURCE_CELLS)),
        _joined(state, key, _age(proof, now)),
        _joined(_state(proof, full=False), key, _age(proof, now)),
    ]
    return list(dict.fromkeys(found))


def chosen(
    fullest_first: list[tuple[Span, ...]], has_room: Callable[[int], bool], room: int, least: int
) -> tuple[Span, ...]:
    """The fullest that leaves enough cells of `room` for the text, else the last one if it leaves `least` of them."""
    for tail in fullest_first:
        if has_room(room - 1 - cells_of(tail)):
            return tail
    last = fullest_first[-1]
    return last if room - 1 - cells_of(last) >= least else ()


def is_alert(tail: tuple[Span, ...]) -> bool:
    """Whether something stands in it that asks for a person."""
    return any(span.style == "attention" for span in tail)


def _joined(*parts: tuple[Span, ...]) -> tuple[Span, ...]:
    row: list[Span] = []
    for part in parts:
        if part:
            row += [_APART, *part] if row else part
    return tuple(row)


def _state(proof: Proof, *, full: bool) -> tuple[Span, ...]:
    if proof.contradicted:
        return (Span(f"{CONTRADICTED}, run tidy" if full else CONTRADICTED, "attention"),)
    return (Span(CLOSED, "dim"),) if proof.closed else ()


def _key(proof: Proof, cells: int = _READ_AHEAD) -> tuple[Span, ...]:
    if proof.fault in ("no-key", "bad-key"):
        return (Span(_FAULTS[proof.fault], "attention"),)
    return (Span(cut(f"#{visible(proof.key[:_READ_AHEAD])}", cells), "dim"),) if proof.key else ()


def _evidence(proof: Proof, now: datetime | None, cells: int) -> tuple[Span, ...]:
    """Source and age, the source on so many cells at most."""
    if not proof.source:
        return _age(proof, now)
    source = cut(visible(proof.source[:_READ_AHEAD]), cells)
    return (Span(f"{source}, ", "dim"), *_age(proof, now))


def _age(proof: Proof, now: datetime | None) -> tuple[Span, ...]:
    """The age of the evidence, or that there is none."""
    if proof.fault == "bad-date":
        return (Span(_FAULTS["bad-date"], "attention"),)
    if proof.unproven and proof.closed:
        return ()
    if proof.unproven:
        style: Style = "attention" if proof.due else "dim"
        return (Span(UNPROVEN, style),)
    if not proof.date:
        return ()
    return (Span(day_word(proof.date, now), "attention" if _is_ahead(proof.date, now) else "dim"),)


def _is_ahead(day: str, now: datetime | None) -> bool:
    if now is None:
        return False
    from scratchpad_tui.core.pad.audit import is_ahead  # read in audited pads alone

    return is_ahead(day, now.astimezone(UTC).date())
