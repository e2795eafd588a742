"""What is pinned, which span is compacted next, and which unit leaves first."""

from __future__ import annotations

from scratchpad_tui.core.estimates import message_tokens
from scratchpad_tui.core.working.budget import Budget
from scratchpad_tui.core.working.content import holds_only_results, is_summary, text_of
from scratchpad_tui.core.working.corrections import is_correction
from scratchpad_tui.core.working.plans import carries_plan
from scratchpad_tui.core.working.units import unit_at, units, whole_units

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scratchpad_tui.core.working.content import Message
    from scratchpad_tui.core.working.units import Unit

CORRECTION_SHARE = 0.10
"""How much of the budget corrections may hold; the newest win."""
MAX_SPAN = 30
"""In units."""
LEAST_SPAN = 2
_INSTRUCTIONS = ("system", "developer")


class PinPolicy:
    """Which messages may never leave a window.

    Attributes:
        keep_recent: how many of the newest units stay; summaries do not count.
        pin_system: messages of the roles `system` and `developer` stay.
        pin_first_user: the first message of a person, which is the task, stays.
        pin_corrections: corrections by a person stay, as far as their share of the budget goes.
        pin_plan: the newest message that carries the pad or a plan stays.
        explicit: indices that the caller pins; a window moves them along with their messages.
        limit: the budget that the share of corrections is taken of; a window sets its own.
    """

    def __init__(
        self,
        keep_recent: int = 4,
        *,
        pin_system: bool = True,
        pin_first_user: bool = True,
        pin_corrections: bool = True,
        pin_plan: bool = True,
        explicit: set[int] | None = None,
        limit: int | None = None,
    ) -> None:
        self.keep_recent = keep_recent
        self.pin_system = pin_system
        self.pin_first_user = pin_first_user
        self.pin_corrections = pin_corrections
        self.pin_plan = pin_plan
        self.explicit = set() if explicit is None else explicit
        self.limit = Budget().limit if limit is None else limit

    def pinned(self, messages: Sequence[Mapping[str, object]]) -> set[int]:
        """The indices of all messages that may not leave; a unit is pinned whole."""
        return self.standing(messages) | self._recent(units(messages))

    def standing(self, messages: Sequence[Mapping[str, object]]) -> set[int]:
        """The indices that stay pinned whatever follows: all but the newest units."""
        found = units(messages)
        ruled = [i for i, m in enumerate(messages) if not is_summary(m) and not holds_only_results(m)]
        by_person = [index for index in ruled if messages[index].get("role") == "user"]
        keep = {index for index in self.explicit if 0 <= index < len(messages)}
        if self.pin_system:
            keep.update(i for i in ruled if messages[i].get("role") in _INSTRUCTIONS)
        if self.pin_first_user:
            keep.update(by_person[:1])
        if self.pin_plan:
            newest = next((i for i in reversed(ruled) if carries_plan(messages[i])), None)
            keep.update([] if newest is None else [newest])
        if self.pin_corrections:
            keep |= self._corrections(messages, by_person[1:] if self.pin_first_user else by_person, found)
        return whole_units(keep, found)

    def _corrections(
        self, messages: Sequence[Mapping[str, object]], by_person: Sequence[int], found: Sequence[Unit]
    ) -> set[int]:
        room = CORRECTION_SHARE * self.limit
        keep: set[int] = set()
        for index in reversed(by_person):
            if not is_correction(text_of(messages[index])):
                continue
            cost = sum(message_tokens(messages[member]) for member in unit_at(index, found).indices)
            if cost <= room:
                room -= cost
                keep.add(index)
        return keep

    def _recent(self, found: Sequence[Unit]) -> set[int]:
        newest = sorted(
            (unit for unit in found if not unit.is_summary and not unit.is_result),
            key=lambda unit: unit.indices[-1],
        )
        kept = newest[-self.keep_recent :] if self.keep_recent > 0 else []
        return {index for unit in kept for index in unit.indices}


def next_span(
    messages: Sequence[Mapping[str, object]], pinned: set[int], *, max_span: int = MAX_SPAN
) -> tuple[int, ...]:
    """The indices of the span to compact: the oldest unpinned run of 2 units or more, at most `max_span` of them.

    Empty where there is none. Shorter runs and summaries are passed over; a unit is never cut.
    """
    run: list[Unit] = []
    for unit in units(messages):
        if not unit.is_summary and not unit.is_open and pinned.isdisjoint(unit.indices):
            run.append(unit)
        elif len(run) >= LEAST_SPAN:
            break
        else:
            run = []
    run = run[: max(0, max_span)]
    return tuple(sorted(i for unit in run for i in unit.indices)) if len(run) >= LEAST_SPAN else ()


def next_to_evict(
    messages: Sequence[Message], pinned: set[int], fresh: Sequence[Message] = ()
) -> Unit | None:
    """The unit that leaves first, or None where all are pinned: old summaries, then the oldest, then `fresh` summaries."""

    def rank(unit: Unit) -> int:
        if not unit.is_summary:
            return 1
        return 2 if any(messages[unit.indices[0]] is one for one in fresh) else 0

    free = [unit for unit in units(messages) if not unit.is_open and pinned.isdisjoint(unit.indices)]
    return min(free, key=rank, default=None)
