"""How many promotions a session has accepted, as told by all that knows it: one lost line must not make room for more.

The queue's log tells it first. The pad's journal has each step of a promotion too, as an operation of a version or an
event, and the target has the entry itself. Where they differ the largest number counts.
"""

from __future__ import annotations

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.session import proposals
from scratchpad_tui.core.session.targets import origin_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from scratchpad_tui.core.pad.journal import Record
    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.session.proposals import Proposal
    from scratchpad_tui.core.session.sessions import Session
    from scratchpad_tui.core.session.targets import Kept

PROMOTE, UNDO = "promote", "undo"
"""The acts that bring an entry into the target and take it out, as steps and the journal name them."""
BESIDE = "promotion"
"""The journal's event for an act on a target that is a file beside the pad: no version tells of it."""


def accepted(store: PadStore, session: Session, every: Iterable[Proposal], kept: Sequence[Kept]) -> int:
    """How many promotions this session has accepted and not taken back."""
    all_of_them = list(every)
    mine = [one for one in all_of_them if one.session == session.id]
    logged = sum(one.state == proposals.ACCEPTED for one in mine)
    others = {_end(one) for one in all_of_them if one.session != session.id}
    ends = {_end(one) for one in mine} - others
    there = sum(any(entry.text.endswith(end) for entry in kept) for end in ends)
    return max(logged, there, _journalled(store, session))


def _end(one: Proposal) -> str:
    """How its entry ends in the target, whatever its tag and time became."""
    mark = ", by policy" if one.by_policy else ""
    return f"] {one.text} (from {origin_words(one.section, one.actor)}, v{one.version}{mark})"


def _journalled(store: PadStore, session: Session) -> int:
    """The same by the steps in the journal; each counts once."""
    try:
        found = journal.holding(store.paths.journal, b'"step":')
    except StorageError:
        return 0
    acts = {act["step"]: act["op"] for record in found for act in _acts(record, session)}
    return sum(1 if op == PROMOTE else -1 for op in acts.values())


def _acts(record: Record, session: Session) -> Iterator[dict[str, Any]]:
    listed = [record] if record.get("event") == BESIDE else record.get("operations")
    for item in listed if isinstance(listed, list) else ():
        if not isinstance(item, dict) or item.get("of") != session.id:
            continue
        if item.get("op") in (PROMOTE, UNDO) and isinstance(item.get("step"), str):
            yield item
