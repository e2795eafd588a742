"""Settings that a person chose in the screens: remembered per user, weaker than anything that is written down."""

from __future__ import annotations

import re

from scratchpad_tui.core.config.check import judged
from scratchpad_tui.core.config.table import BY_NAME, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.config import Settings, Value
    from scratchpad_tui.core.pad.seen import Remembered

CHOICES = {"ui.theme": "theme", "ui.motion": "motion", "ui.bell": "bell"}
"""The settings that can be chosen there, and what they are remembered under."""
ORIGIN = "chosen in the palette"
_SIGNED = re.compile(r"(?<=://)[^/?#\s]*@")
_QUERY = re.compile(r"(?<=\?)[^#\s]+")


def effective(settings: Settings, kept: Remembered, name: str) -> tuple[Value, str]:
    """The value of a setting and where it came from, with what was chosen in the place of the default."""
    value, origin = settings.value(name), settings.origin(name)
    if name in CHOICES and origin == "default":
        wanted = judged(BY_NAME[name], kept.get(CHOICES[name]))
        if wanted is not None:
            return wanted, ORIGIN
    return value, origin


def public(value: Value) -> str:
    """A value in words, without the name and password, or the question, that an address may carry."""
    text = words(value)
    if "://" not in text:
        return text
    from scratchpad_tui.core.secrets.quoting import safe

    return safe(_QUERY.sub("****", _SIGNED.sub("****@", text)))


def key_rows(settings: Settings) -> list[tuple[str, str, str]]:
    """The actions of the screens that have other keys than the default ones: name, keys and origin."""
    return [(f"keys.{id_}", " ".join(bound.keys), bound.origin) for id_, bound in settings.keys.items()]
