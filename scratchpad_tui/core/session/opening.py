"""What every act on a session begins with, under the lock: what was left half done, and a session whose day is over."""

from __future__ import annotations

from scratchpad_tui.core.session import sessions, steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.store import PadStore


def prepare(store: PadStore) -> list[str]:
    """Completes what a killed process left, records an edit from outside, and ends a session of an earlier day.

    Raises:
        ParseError: the pad is in conflict (code `conflict`).
    """
    warnings = steps.finish(store)
    settle(store)
    session = sessions.current(store, steps.events_and_pending(store).events)
    midnight = sessions.due_end(store, session)
    if midnight is not None:
        from scratchpad_tui.core.session.ending import end_of_day

        ended = end_of_day(store, midnight)
        warnings += [f"The session {ended.id} ended with its day.", *ended.warnings]
    return warnings


def settle(store: PadStore) -> None:
    """Makes the pad one that parses and that its newest version has, as any writer does; a fresh path stays fresh.

    Raises:
        ParseError: the pad is in conflict, or broken in a profile that moves no broken file.
    """
    store.recover()
    store.record_external()
