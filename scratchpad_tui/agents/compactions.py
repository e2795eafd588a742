"""Hooks around a compaction of the agent's context: one event of it in the journal."""

from __future__ import annotations

from scratchpad_tui.agents import events
from scratchpad_tui.core.clock import now, parse_stamp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.agents.hook import Called

EVENT = "compaction"
_PHASES = (events.PRE_COMPACT, events.POST_COMPACT, events.SESSION_START)
"""The hooks that one compaction calls: one before it, then the two others in either order."""
_TRIGGERS = ("auto", "manual")
_LONGEST_SECONDS = 900
"""Between the first hook of a compaction and its last: a model writes a summary meanwhile."""


def answer(called: Called) -> str:
    """Nothing: what is said here reaches no context."""
    note_compaction(called, called.session())
    return ""


def note_compaction(called: Called, session: str | None) -> None:
    """Adds the event where no earlier hook of the same compaction did.

    Raises:
        StorageError: the lock is not to be had, or the journal cannot be read or written.
    """
    store = called.store
    if not store.paths.has_history or _is_noted(called, session):
        return
    trigger = called.given.text("trigger")
    kind = f" ({trigger})" if trigger in _TRIGGERS else ""
    store.record_event(
        EVENT,
        f"the agent's context was compacted{kind}",
        session=session,
        trigger=trigger if trigger in _TRIGGERS else "unknown",
        phase=called.event,
    )


def _is_noted(called: Called, session: str | None) -> bool:
    """Whether another phase of it is there; one that comes again, or is the first, belongs to the next compaction."""
    from scratchpad_tui.core.pad import journal

    found = journal.holding(called.paths.journal, b'"compaction"')
    mine = [one for one in found if one.get("event") == EVENT and one.get("session") == session]
    if not mine or mine[-1].get("phase") not in _PHASES:
        return False
    moment = parse_stamp(mine[-1].get("time"))
    if moment is None or not 0 <= (now() - moment).total_seconds() < _LONGEST_SECONDS:
        return False
    return called.event not in (events.PRE_COMPACT, mine[-1]["phase"])
