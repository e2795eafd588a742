"""Hooks at the end of a turn, which may remind the agent of the pad, and of a session, which proposes what to keep."""

from __future__ import annotations

from scratchpad_tui.agents import events
from scratchpad_tui.agents.replies import context

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.agents.hook import Called
    from scratchpad_tui.core.pad.state import State

_STOP = "Stop"


def answer(called: Called) -> str:
    """A soft reminder at the end of a turn; nothing at the end of a session."""
    return _at_stop(called) if called.event == events.STOP else _at_end(called)


def _at_stop(called: Called) -> str:
    """At most once a turn, and only where the settings ask for it: after so many turns without a change by the agent."""
    after = called.settings.integer("hooks.remind_after")
    if not after or called.given.flag("stop_hook_active"):
        return ""
    session = called.session()
    if session is None or not called.paths.has_history:
        return ""
    from scratchpad_tui.core.pad.locking import remember

    version = _newest_of(called, session)
    counted: list[int] = []

    def count(state: State) -> None:
        turns = state.count_turn(session, version)
        counted.append(turns)
        if turns >= after:
            state.turns[session]["turns"] = 0

    remember(called.store, count)
    if not counted or counted[0] < after:
        return ""
    turns = "1 turn has" if counted[0] == 1 else f"{counted[0]} turns have"
    return context(
        _STOP,
        f"{turns} ended since this agent last changed the scratchpad {called.paths.named}. `{called.command} apply{called.options(session)}` "
        "takes what was found or decided since as a list of patches; where there is nothing to note, nothing is needed.",
    )


def _newest_of(called: Called, session: str) -> int:
    """The newest version that an agent made under this session's label, or under none; 0 where there is none."""
    from scratchpad_tui.core.pad.recent import recent

    versions = recent(called.paths.journal, 0, 0).versions.values()
    made = (one.version for one in versions if one.actor == "agent" and one.session in (None, session))
    return max(made, default=0)


def _at_end(called: Called) -> str:
    """Puts what a rule offers into the queue; the pad's session goes on."""
    from scratchpad_tui.core.session.rule import propose_by_rule

    called.check_size()
    propose_by_rule(called.store, called.session())
    return ""
