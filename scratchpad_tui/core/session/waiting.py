"""How much of the promotions queue waits: told in status lines, which load nothing else of it."""

from __future__ import annotations

import os

from scratchpad_tui.core.session import log, proposals
from scratchpad_tui.core.session.steps import events_and_pending

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.store import PadStore


def waiting(store: PadStore) -> int:
    """How many proposals of the present session nobody has decided."""
    if not os.path.lexists(log.log_path(store)):
        return 0
    events = events_and_pending(store).events
    return sum(one.state == proposals.WAITING for one in proposals.folded(events).values())
