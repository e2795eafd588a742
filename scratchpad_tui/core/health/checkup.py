"""All checks of a pad, one after the other."""

from __future__ import annotations

from scratchpad_tui.core.health.audited import AUDITED_CHECKS
from scratchpad_tui.core.health.catalog import with_commands
from scratchpad_tui.core.health.content import CONTENT_CHECKS
from scratchpad_tui.core.health.facts import gather
from scratchpad_tui.core.health.habits import HABIT_CHECKS
from scratchpad_tui.core.health.hooks import HOOK_CHECKS
from scratchpad_tui.core.health.leftovers import LEFTOVER_CHECKS
from scratchpad_tui.core.health.place import PLACE_CHECKS
from scratchpad_tui.core.health.secrets import SECRET_CHECKS
from scratchpad_tui.core.health.session import SESSION_CHECKS
from scratchpad_tui.core.health.setup import SETUP_CHECKS
from scratchpad_tui.core.health.sign import SEVERITIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from scratchpad_tui.core.health.sign import Sign
    from scratchpad_tui.core.pad.store import PadStore

_CHECKS = (
    *LEFTOVER_CHECKS,
    *SECRET_CHECKS,
    *SESSION_CHECKS,
    *CONTENT_CHECKS,
    *HABIT_CHECKS,
    *AUDITED_CHECKS,
    *SETUP_CHECKS,
    *PLACE_CHECKS,
    *HOOK_CHECKS,
)


def signs(store: PadStore, now: datetime) -> list[Sign]:
    """What is wrong with a pad, or will be; the worst first. Writes nothing.

    Raises:
        StorageError: a file cannot be read.
    """
    facts = gather(store, now)
    found = with_commands([sign for check in _CHECKS for sign in check(facts)], store)
    return sorted(found, key=lambda sign: SEVERITIES.index(sign.severity))
