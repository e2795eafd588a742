"""What the app is asked for at its start, and what it asks for at its end."""

from __future__ import annotations

import os
from types import MappingProxyType
from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
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


_MOST_FAULTS, _NARROW = 3, 60
"""Of more faults the toast says where the rest stands; under so many columns it has room for one."""


def faults_told(faults: Sequence[str], cells: int) -> str:
    """What is wrong with the settings, all of it where there is room, else the first of it and where the rest is."""
    most = _MOST_FAULTS if cells >= _NARROW else 1
    shown = faults if len(faults) <= most else faults[: max(1, most - 1)]
    words = "Settings: " + "; ".join(map(_short, shown))
    more = len(faults) - len(shown)
    return f"{words}; … {more} more: {keys.key('screen.health')} shows them" if more else words


def _short(fault: str) -> str:
    """A fault with the name of its file alone: the Health panel has the whole path."""
    head, colon, rest = fault.partition(": ")
    return f"{os.path.basename(head) if os.path.isabs(head) else head}{colon}{rest}"


class Onward(NamedTuple):
    """What the program goes on with when the app has ended."""

    demo: bool = False
    path: str = ""
    """Another pad."""
