"""All that the Health panel shows of a pad: its signs, its quarantine, its lock and its settings."""

from __future__ import annotations

from scratchpad_tui.core.config import SETTINGS
from scratchpad_tui.core.health.checkup import checkup
from scratchpad_tui.core.health.place import lock_words
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.chosen import effective, key_rows, public
from scratchpad_tui.core.pad.seen import remembered, state_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from scratchpad_tui.core.health.sign import Sign
    from scratchpad_tui.core.pad.quarantine import Quarantined
    from scratchpad_tui.core.pad.store import PadStore


class SettingRow(NamedTuple):
    """One setting as it counts."""

    name: str
    value: str
    origin: str
    """Where the value comes from."""


class HealthReport(NamedTuple):
    """A pad's health at one moment."""

    signs: tuple[Sign, ...]
    """The worst first."""
    quarantined: tuple[Quarantined, ...]
    """The newest first."""
    lock: str
    """How writers are kept apart, and who holds the lock, in a few words."""
    settings: tuple[SettingRow, ...]
    notes: tuple[str, ...] = ()
    """What is worth knowing and no sign, each as a sentence."""


def health_report(store: PadStore, now: datetime) -> HealthReport:
    """The report of a pad as it is now; nothing is written.

    Raises:
        StorageError: a file cannot be read.
    """
    quarantined = tuple(reversed(store.quarantined()))
    found = checkup(store, now)
    return HealthReport(
        tuple(found.signs),
        quarantined,
        lock_words(store),
        tuple(_setting_rows(store)),
        tuple(found.notes),
    )


def _setting_rows(store: PadStore) -> Iterator[SettingRow]:
    """Every setting, with what a person chose in the screens, and the keys that are bound to something else."""
    settings, kept = store.settings, remembered(state_directory())
    for setting in SETTINGS:
        value, origin = effective(settings, kept, setting.name)
        if setting.name == "profile" and not settings.hides_profile:
            # It counts also where nobody named it: the pad itself tells it.
            value, origin = store.profile_told()
        yield SettingRow(setting.name, public(value) or "-", origin)
    yield from (SettingRow(*row) for row in key_rows(settings))
