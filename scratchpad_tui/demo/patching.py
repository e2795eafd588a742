"""From the moves that the agent means to make to the patches that the pad as it stands needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.demo.beats import NEXT, PLAN, TASK, Begin, Blunder, Drop, Note, Prune, Put, Step, Tick
from scratchpad_tui.demo.reading import DONE

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from scratchpad_tui.core.pad.entries import Entry
    from scratchpad_tui.demo.beats import Move
    from scratchpad_tui.demo.reading import PadNow

ONE_LINE = (TASK, NEXT)
"""The sections whose line stands without a bullet."""

OVER_CAP = "over its cap"


class Desk(NamedTuple):
    """What the agent has before it when it decides what to send."""

    pad: PadNow
    caps: Mapping[str, int]
    """By section, in characters."""
    numbers: Mapping[str, str]
    """By step: the number that it had when the agent wrote it."""
    own: Collection[str]
    """The lines that the agent wrote; others it never takes out."""


def patches_for(moves: Sequence[Move], desk: Desk) -> list[Patch]:
    """The patches for the moves that still make sense: what is there already, done or gone needs none."""
    return [patch for move in moves for patch in _patches(move, desk)]


def _patches(move: Move, desk: Desk) -> list[Patch]:
    if isinstance(move, Blunder):
        return [Patch(move.section, move.op, move.content)]
    return _MAKERS[type(move)](move, desk)


def _begin(move: Begin, desk: Desk) -> list[Patch]:
    return [] if desk.pad.texts(move.section) else [Patch(move.section, "replace", move.text)]


def _step(move: Step, desk: Desk) -> list[Patch]:
    return [] if move.text in desk.pad.texts(PLAN) else [Patch(PLAN, "append", move.text)]


def _note(move: Note, desk: Desk) -> list[Patch]:
    return [] if move.text in desk.pad.texts(move.section) else [Patch(move.section, "append", move.text)]


def _put(move: Put, desk: Desk) -> list[Patch]:
    if desk.pad.texts(move.section) == [move.text]:
        return []
    line = move.text if move.section in ONE_LINE else f"- {move.text}"
    return [Patch(move.section, "replace", line)]


def _tick(move: Tick, desk: Desk) -> list[Patch]:
    found = desk.pad.step(move.text) or _renamed(move.text, desk)
    if found is None or found[1].marker.box is None or found[1].marker.box in DONE:
        return []
    return [Patch(PLAN, "check", found[0])]


def _renamed(text: str, desk: Desk) -> tuple[str, Entry] | None:
    """The step in whose place a person put another wording, known by the number it had."""
    number = desk.numbers.get(text)
    shown = [entry for entry in desk.pad.entries(PLAN) if number and entry.marker.number == number]
    return (number, shown[0]) if number and len(shown) == 1 and shown[0].text not in desk.own else None


def _drop(move: Drop, desk: Desk) -> list[Patch]:
    return [Patch(move.section, "remove", move.text)] if _is_one(move.section, move.text, desk) else []


def _is_one(section: str, text: str, desk: Desk) -> bool:
    """Whether taking out the text takes out this one entry and no other: `remove` goes by what an entry holds."""
    texts = desk.pad.texts(section)
    return text in texts and sum(text in other for other in texts) == 1


def _prune(move: Prune, desk: Desk) -> list[Patch]:
    over = desk.pad.size(move.section) - desk.caps[move.section]
    if over <= 0:
        return []
    entries = [entry for entry in desk.pad.entries(move.section) if _is_one(move.section, entry.text, desk)]
    first = [entry for entry in entries if entry.text in move.drops]
    older = [entry for entry in entries if entry.text in desk.own and entry.text not in move.drops]
    patches = [Patch(move.section, "remove", entry.text, OVER_CAP) for entry in first]
    over -= sum(desk.pad.size_of(move.section, entry) for entry in first)
    if first and move.into and move.into not in desk.pad.texts(move.section):
        patches.append(Patch(move.section, "append", move.into, OVER_CAP))
        over += len(move.into) + len("- ") + 1
    for entry in older:
        if over <= 0:
            break
        patches.append(Patch(move.section, "remove", entry.text, OVER_CAP))
        over -= desk.pad.size_of(move.section, entry)
    return patches


_MAKERS: dict[type[Move], Callable[..., list[Patch]]] = {
    Begin: _begin,
    Step: _step,
    Note: _note,
    Put: _put,
    Tick: _tick,
    Drop: _drop,
    Prune: _prune,
}
