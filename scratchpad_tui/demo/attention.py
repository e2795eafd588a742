"""What the agent makes of a person's edits: it takes them up, and does not undo them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.text import visible
from scratchpad_tui.demo.beats import FINDINGS, NEXT, PLAN, QUESTIONS, RULED_OUT, TASK, Note, Prune, Put, Tick
from scratchpad_tui.demo.reading import DONE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scratchpad_tui.demo.beats import Move
    from scratchpad_tui.demo.reading import Change, PadNow

PATIENCE = 3
"""Turns until a step that a person added is done, at the earliest."""

HASTE = 7
"""Turns after which it is done even in a turn that has work of its own."""

KEPT = 2
"""Turns for which a Next that a person wrote stands untouched."""

TOLERANCE = 4
"""Turns after which the agent prunes a section that is over its cap, whoever filled it."""

_PRUNED = (FINDINGS, RULED_OUT, QUESTIONS)
_QUOTED, _NEXT = 80, 198
"""The longest quote of a person's text, and the longest Next, in characters."""


class Errand(NamedTuple):
    """Something that a person asked for, and the turn in which the agent saw it."""

    text: str
    turn: int


class Answer(NamedTuple):
    """What a turn does beside and in place of the story's own moves."""

    moves: tuple[Move, ...]
    said: str
    """A sentence on what was noticed; empty where nothing was."""


class Attention:
    """Remembers what a person asked for until it is done."""

    def __init__(self, caps: Mapping[str, int]) -> None:
        self._caps = caps
        self._steps: list[Errand] = []
        self._asked: Errand | None = None
        self._held: Put | None = None
        self._next = ""
        self._unsaid: list[Change] = []
        self._over: dict[str, int] = {}

    def notice(self, found: Sequence[Change], pad: PadNow, turn: int) -> None:
        """Takes in what changed since the agent's last turn."""
        self._unsaid += found
        for change in found:
            if change.section == NEXT and change.kind in {"added", "reworded"}:
                self._asked = Errand(change.text, turn)
            elif change.section == PLAN and (change.kind == "opened" or _is_open(change, pad)):
                self._steps.append(Errand(change.text, turn))

    def answer(self, moves: Sequence[Move], pad: PadNow, turn: int) -> Answer:
        """The moves of a turn: the story's own, with what the person's edits make of them."""
        unsaid, self._unsaid = self._unsaid, []
        rest: list[Move] = [move for move in moves if not _is_next(move)]
        planned = [move for move in moves if isinstance(move, Put) and move.section == NEXT]
        errand = self._due(pad, turn, is_quiet=not moves)
        if errand:
            rest.append(Tick(errand.text))
        rest += [Prune(section, ()) for section in self._overdue(pad, turn)]
        said = [_seen(change) for change in unsaid]
        if errand:
            said.append(f"now the step that you added: {quoted(errand.text)}")
        return Answer((*rest, *self._next_moves(planned, _noted(unsaid, pad), turn)), _sentence(said))

    def _due(self, pad: PadNow, turn: int, *, is_quiet: bool) -> Errand | None:
        self._steps = [errand for errand in self._steps if _stands_open(errand.text, pad)]
        waited = [errand for errand in self._steps if turn - errand.turn >= (PATIENCE if is_quiet else HASTE)]
        return waited[0] if waited else None

    def _overdue(self, pad: PadNow, turn: int) -> list[str]:
        """The sections that have been over their caps for too long."""
        over = [section for section in _PRUNED if pad.size(section) > self._caps[section]]
        self._over = {section: self._over.get(section, turn) for section in over}
        return [section for section in over if turn - self._over[section] >= TOLERANCE]

    def _next_moves(self, planned: Sequence[Put], noted: str, turn: int) -> list[Move]:
        """What becomes of Next: a person's own stands for a while, then what was noted, then the story's."""
        if planned:
            self._held = planned[-1]
            self._next = self._held.text
        if self._asked:
            if turn - self._asked.turn < KEPT:
                return []
            asked, self._asked = self._asked, None
            done = f"Noted: {quoted(asked.text)} - done (asked in Next, turn {asked.turn})"
            back, self._held = self._held or Put(NEXT, self._next), None
            return [Note(FINDINGS, done), *([back] if back.text else [])]
        if noted:
            return [Put(NEXT, clipped(f"Noted: {noted}. {self._next}".rstrip(), _NEXT))]
        held, self._held = self._held, None
        return [held] if held else []


def quoted(text: str) -> str:
    """A person's text as a part of a sentence of ours: one line, short, with nothing that acts in a pad."""
    line = " ".join(text.split())
    for mark in ("<!--", "```", "~~~"):
        line = line.partition(mark)[0].rstrip()
    return clipped(visible(line), _QUOTED) or "that line"


def clipped(text: str, longest: int) -> str:
    """The text within so many characters."""
    return text if len(text) <= longest else text[: longest - 3].rstrip() + "..."


def _is_next(move: Move) -> bool:
    return isinstance(move, Put) and move.section == NEXT


def _is_open(change: Change, pad: PadNow) -> bool:
    return change.kind == "added" and _stands_open(change.text, pad)


def _stands_open(text: str, pad: PadNow) -> bool:
    step = pad.step(text)
    return step is not None and step[1].marker.box is not None and step[1].marker.box not in DONE


def _seen(change: Change) -> str:
    """A change in the agent's words."""
    text = quoted(change.text)
    words = {
        "added": f"you added to {change.section}: {text}",
        "reworded": f"you changed a line of {change.section}: {text}",
        "gone": f"you took out of {change.section}: {text}; it stays out",
        "ticked": f"done by you: {text}",
        "opened": f"open again: {text}",
    }
    return words[change.kind]


def _noted(unsaid: Sequence[Change], pad: PadNow) -> str:
    """What Next says of the changes; empty where there is nothing to act on."""
    told = [change for change in unsaid if change.kind not in {"gone", "ticked"} and change.section != NEXT]
    if len(told) > 1:
        return f"{len(told)} changes in {', '.join(dict.fromkeys(change.section for change in told))}"
    return "".join(_note_of(change, pad) for change in told)


def _note_of(change: Change, pad: PadNow) -> str:
    text = quoted(change.text)
    if change.section == TASK:
        return f"the task is now: {text}"
    if change.section == PLAN:
        step = pad.step(change.text)
        named = f"step {step[0]}" if step else "the step"
        return f"{named} is open again" if change.kind == "opened" else f"{named}, {text}"
    return text


def _sentence(said: Sequence[str]) -> str:
    if not said:
        return ""
    more = f" (and {len(said) - 3} more)" if len(said) > 3 else ""
    return f"Noted: {'; '.join(said[:3])}{more}."
