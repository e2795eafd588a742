"""Units: what belongs together in a window. One message, or one with calls and all their results."""

from __future__ import annotations

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.working.content import answered, calls, holds_only_results, is_summary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class Unit(NamedTuple):
    """Messages that stay or leave together."""

    indices: tuple[int, ...]
    """Rising; other units may stand between a call and its result."""
    is_open: bool = False
    """A call has no result yet and the model has not gone on: taking it out would orphan the result."""
    is_summary: bool = False
    is_result: bool = False
    """It holds only results, whose calls are not there."""


def units(messages: Sequence[Mapping[str, object]]) -> list[Unit]:
    """The units of the messages, in the order of their first ones."""
    owners, unanswered = _owners(messages)
    groups: dict[int, list[int]] = {}
    for index, owner in enumerate(owners):
        groups.setdefault(owner, []).append(index)
    spoke_last = max((i for i, m in enumerate(messages) if m.get("role") == "assistant"), default=-1)
    waiting = {owners[index] for index in unanswered}
    return [
        Unit(
            tuple(members),
            owner in waiting and spoke_last <= members[-1],
            is_summary(messages[owner]),
            holds_only_results(messages[owner]),
        )
        for owner, members in groups.items()
    ]


def whole_units(indices: Iterable[int], found: Iterable[Unit]) -> set[int]:
    """The indices, and all that belong to the same units."""
    wanted = set(indices)
    return {index for unit in found if not wanted.isdisjoint(unit.indices) for index in unit.indices}


def unit_at(index: int, found: Iterable[Unit]) -> Unit:
    """The unit that the message of that index is part of."""
    return next(unit for unit in found if index in unit.indices)


def _owners(messages: Sequence[Mapping[str, object]]) -> tuple[list[int], set[int]]:
    """For each message the first one of its unit, and the messages whose calls have no result."""
    owners: list[int] = []
    caller: dict[str | None, int] = {}
    pending: dict[int, set[str | None]] = {}
    for index, message in enumerate(messages):
        results = [result for result in answered(message) if result in caller]
        homes = sorted({owners[caller[result]] for result in results})
        owners.append(homes[0] if homes else index)
        for other in homes[1:]:  # one message answers calls of several
            owners = [homes[0] if owner == other else owner for owner in owners]
        for result in results:
            pending[caller[result]].discard(result)
        made = {call.id for call in calls(message)}
        if made:
            pending[index] = made
            caller.update(dict.fromkeys(made, index))  # an id that is used again means the newest call
    return owners, {index for index, left in pending.items() if left}
