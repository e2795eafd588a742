"""All that the Health panel shows of a pad: its signs, its quarantine, its lock and its settings."""

from __future__ import annotations

from typing import NamedTuple

from scratchpad_tui.core.config import SETTINGS, words
from scratchpad_tui.core.health.checkup import signs

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
    """How writers are kept apart, in a few words."""
    settings: tuple[SettingRow, ...]


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
    seconds = float(settings.value("lock.timeout"))
    off = settings.value("lock.mode") == "off"
    lock = "off: only one program may write" if off else f"on, a writer waits {seconds:g} s"
    return HealthReport(tuple(signs(store, now)), tuple(reversed(store.quarantined())), lock, rows)
