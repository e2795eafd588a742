"""What the app is asked for at its start, and what it asks for at its end."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from scratchpad_tui.tui import keys
from scratchpad_tui.tui.themes import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Wishes(NamedTuple):
    """What settings, environment and the last run ask of the app."""

    theme: str = DEFAULT
    motion: bool = True
    bell: bool = False
    no_color: bool = False
    faults: tuple[str, ...] = ()
    """What is wrong with the settings, told once the screen stands."""
    keys: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """The keys of actions that have other ones than the key table says, by the actions' ids."""
    fixed: Mapping[str, str] = MappingProxyType({})
    """The settings that stand in a file or the environment, with the place: what is chosen here gives way to them."""


_MOST_FAULTS = 3
"""In the toast: of more it says where they stand."""


def faults_told(faults: Sequence[str]) -> str:
    """What is wrong with the settings, all of it where there is room, else the first of it and where the rest is."""
    shown = faults if len(faults) <= _MOST_FAULTS else faults[: _MOST_FAULTS - 1]
    words = "Settings: " + "; ".join(shown)
    more = len(faults) - len(shown)
    return f"{words}; … {more} more: {keys.key('screen.health')} shows them" if more else words


class Onward(NamedTuple):
    """What the program goes on with when the app has ended."""

    demo: bool = False
    path: str = ""
    """Another pad."""
