"""Settings that a person chose in the screens: remembered per user, weaker than anything that is written down."""

from __future__ import annotations

from scratchpad_tui.core.config.check import judged
from scratchpad_tui.core.config.table import BY_NAME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.config import Settings, Value
    from scratchpad_tui.core.pad.seen import Remembered

CHOICES = {"ui.theme": "theme", "ui.motion": "motion", "ui.bell": "bell"}
"""The settings that can be chosen there, and what they are remembered under."""
ORIGIN = "chosen in the palette"


def effective(settings: Settings, kept: Remembered, name: str) -> tuple[Value, str]:
    """The value of a setting and where it came from, with what was chosen in the place of the default."""
    value, origin = settings.value(name), settings.origin(name)
    if name in CHOICES and origin == "default":
        wanted = judged(BY_NAME[name], kept.get(CHOICES[name]))
        if wanted is not None:
            return wanted, ORIGIN
    return value, origin
