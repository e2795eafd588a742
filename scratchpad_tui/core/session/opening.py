"""What every act on a session begins with, under the lock: what was left half done, and a session whose day is over."""

from __future__ import annotations

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.session import sessions, steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.session.items import Ended


class Opened(NamedTuple):
    """What was done before an act."""

    warnings: list[str]
    ended: Ended | None = None
    """The session that ended with its day, where one did."""


def prepare(store: PadStore) -> list[str]:
    """See `opened`; the sentences alone, for whoever acts."""
    return opened(store).warnings


def opened(store: PadStore) -> Opened:
    """Completes what a killed process left, records an edit from outside, and ends a session of an earlier day.

    Raises:
        ParseError: the pad is in conflict (code `conflict`).
    """
    warnings = steps.finish(store)
    settle(store)
    session = sessions.current(store, steps.events_and_pending(store).events)
    midnight = sessions.due_end(store, session)
    if midnight is None:
        return Opened(warnings)
    from scratchpad_tui.core.session.ending import end_of_day

    ended = end_of_day(store, midnight)
    return Opened([*warnings, f"The session {ended.id} ended with its day.", *ended.warnings], ended)


def settle(store: PadStore) -> None:
    """Makes the pad one that parses and that its newest version has, as any writer does; a fresh path stays fresh.

    Raises:
        ParseError: the pad is in conflict, or broken in a profile that moves no broken file.
    """
    store.recover()
    store.record_external()
