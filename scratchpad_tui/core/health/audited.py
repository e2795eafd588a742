"""Signs in an audited pad: a task queue in place of a memory, and entries that are done with."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

from scratchpad_tui.core.health.sign import INFO, WARNING, Sign, counted
from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from scratchpad_tui.core.health.facts import Facts
    from scratchpad_tui.core.pad.view import VersionInfo

_BUSY_LEAST = 10
"""Turns with a change before anything is said of how many they are."""
_BUSY_SHARE = 0.8
"""The share of all turns that must have changed the pad."""
_ONE_TURN = timedelta(minutes=1)
"""What is recorded within that time belongs to one turn, where nobody says which."""
_NEXT_TURN = timedelta(minutes=10)
"""A change within that time after another is of the turn that follows it."""
_UNTIDY_LEAST = 5
"""Entries that are done with before anybody has to be told: a few wait for the next `tidy`."""


def _busy(facts: Facts) -> Iterator[Sign]:
    """Nearly every turn changes the pad, which is to hold what lasts."""
    if not facts.document.profile.is_keyed:
        return
    turns = [turn for turn in facts.turns if turn.actor == "agent"]
    labelled = _labelled(turns)
    told = ""
    if labelled.changed >= _BUSY_LEAST and labelled.changed >= _BUSY_SHARE * labelled.all:
        told = f"{labelled.changed} of the agent's last {labelled.all} turns changed this audited pad"
    else:
        moments = _unlabelled([turn.time for turn in turns if turn.turn is None and turn.time is not None])
        if moments >= _BUSY_LEAST:
            told = f"the agent changed this audited pad {moments} times, at most ten minutes apart"
    if told:
        yield Sign(
            "busy",
            WARNING,
            f"{told}: a task queue does not belong here",
            "keep tasks in a pad of the profile `task`, and record here only what later sessions need",
        )


class _Turns(NamedTuple):
    """How many of an agent's turns changed the pad."""

    changed: int
    all: int


def _labelled(turns: Sequence[VersionInfo]) -> _Turns:
    """By the numbers that the turns of the newest session have."""
    numbered = [turn for turn in turns if turn.turn is not None and turn.turn.isdecimal()]
    session = numbered[0].session if numbered else None
    numbers = {int(turn.turn or "") for turn in numbered if turn.session == session}
    return _Turns(len(numbers), max(numbers) - min(numbers) + 1) if numbers else _Turns(0, 0)


def _unlabelled(times: Sequence[datetime]) -> int:
    """By the clock, newest first: how many turns in a row changed something."""
    count = 1 if times else 0
    for later, earlier in pairwise(times):
        if later - earlier > _NEXT_TURN:
            break
        count += later - earlier > _ONE_TURN
    return count


def _untidy(facts: Facts) -> Iterator[Sign]:
    """Entries that are closed or contradicted stand in the pad still."""
    if facts.reading.state != "good" or not facts.document.profile.is_keyed:
        return
    from scratchpad_tui.core.audited.tidy import leaving

    closed, collapsed = leaving(facts.document)
    if len(closed) + len(collapsed) < _UNTIDY_LEAST:
        return
    parts = [
        counted(len(closed), "closed entry", "closed entries") if closed else "",
        counted(len(collapsed), "contradicted finding") if collapsed else "",
    ]
    what = " and ".join(part for part in parts if part)
    yield Sign(
        "untidy", INFO, f"{what} stand in the pad still", "take them out with `tidy`; history keeps them"
    )


AUDITED_CHECKS = (_busy, _untidy)
