"""All checks of a pad, one after the other."""

from __future__ import annotations

from scratchpad_tui.core.health.audited import AUDITED_CHECKS
from scratchpad_tui.core.health.catalog import with_commands
from scratchpad_tui.core.health.content import CONTENT_CHECKS, cap_notes
from scratchpad_tui.core.health.entries import ENTRY_CHECKS
from scratchpad_tui.core.health.facts import gather
from scratchpad_tui.core.health.habits import HABIT_CHECKS
from scratchpad_tui.core.health.hooks import HOOK_CHECKS
from scratchpad_tui.core.health.leftovers import LEFTOVER_CHECKS
from scratchpad_tui.core.health.place import PLACE_CHECKS, place_notes
from scratchpad_tui.core.health.secrets import SECRET_CHECKS
from scratchpad_tui.core.health.session import SESSION_CHECKS
from scratchpad_tui.core.health.setup import SETUP_CHECKS
from scratchpad_tui.core.health.sign import SEVERITIES
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.secrets.quoting import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from scratchpad_tui.core.health.sign import Sign
    from scratchpad_tui.core.pad.store import PadStore

_CHECKS = (
    *LEFTOVER_CHECKS,
    *SECRET_CHECKS,
    *ENTRY_CHECKS,
    *SESSION_CHECKS,
    *CONTENT_CHECKS,
    *HABIT_CHECKS,
    *AUDITED_CHECKS,
    *SETUP_CHECKS,
    *PLACE_CHECKS,
    *HOOK_CHECKS,
)


class Checkup(NamedTuple):
    """What was found about a pad."""

    signs: list[Sign]
    """The worst first."""
    notes: list[str]
    """What is worth knowing and no sign of trouble, each as a sentence."""


def checkup(store: PadStore, now: datetime) -> Checkup:
    """What is wrong with a pad, or will be, and what is worth knowing. Writes nothing.

    Raises:
        StorageError: a file cannot be read.
    """
    facts = gather(store, now)
    found = [sign._replace(message=shown(sign.message)) for check in _CHECKS for sign in check(facts)]
    found = with_commands(found, store)
    found.sort(key=lambda sign: SEVERITIES.index(sign.severity))
    return Checkup(found, [*place_notes(store), *cap_notes(facts)])


def signs(store: PadStore, now: datetime) -> list[Sign]:
    """The signs alone.

    Raises:
        StorageError: a file cannot be read.
    """
    return checkup(store, now).signs
