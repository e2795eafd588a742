"""What an agent's next prompt has to say about the pad: recoveries, caps, and warnings about its operations."""

from __future__ import annotations

from scratchpad_tui.core.pad.caps import cap_warnings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.state import State
    from scratchpad_tui.core.pad.store import Reading

LIMIT = 10
"""How many are told; the rest is counted."""


def notices(reading: Reading, state: State) -> list[str]:
    """At most ten sentences, newest first, then how many more there are.

    One about a state (a pad that is not good, a recovery not looked at, a section over its cap) stands while the
    state lasts; one about an operation until the next accepted list of its actor.
    """
    dated = [(str(event.get("time", "")), str(event.get("message", ""))) for event in state.unlooked()]
    for warnings in state.warnings.values():
        dated += [(str(item.get("time", "")), str(item.get("message", ""))) for item in warnings]
    dated.sort(key=lambda item: item[0], reverse=True)
    found = [reading.notice] if reading.notice else []
    found += cap_warnings(reading.document)
    found += [message for _, message in dated]
    unique = list(dict.fromkeys(found))
    if len(unique) <= LIMIT:
        return unique
    return [*unique[:LIMIT], f"{len(unique) - LIMIT} more"]
