"""All that the Health panel shows of a pad: its signs, its quarantine, its lock and its settings."""

from __future__ import annotations

from typing import NamedTuple

from scratchpad_tui.core.config import SETTINGS, words
from scratchpad_tui.core.health.checkup import signs
from scratchpad_tui.core.health.place import lock_words, place_notes

TYPE_CHECKING = False
if TYPE_CHECKING:
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
    """What is worth knowing of the pad's place, each as a sentence."""


def health_report(store: PadStore, now: datetime) -> HealthReport:
    """The report of a pad as it is now; nothing is written.

    Raises:
        StorageError: a file cannot be read.
    """
    settings = store.settings
    rows = tuple(
        SettingRow(setting.name, words(settings.value(setting.name)) or "-", settings.origin(setting.name))
        for setting in SETTINGS
    )
    quarantined = tuple(reversed(store.quarantined()))
    return HealthReport(
        tuple(signs(store, now)), quarantined, lock_words(store), rows, tuple(place_notes(store))
    )
