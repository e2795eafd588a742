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
"""So many faults the toast has room for; under so many columns it has room for one, and only counts more."""


def faults_told(faults: Sequence[str], cells: int) -> str:
    """What is wrong with the settings, or the first of it, or how much, and the key that shows all."""
    key, count = keys.key("screen.health"), len(faults)
    if cells < _NARROW and count > 1:
        return f"{count} faults in the settings · press {key}"
    shown = faults if count <= _MOST_FAULTS else faults[: _MOST_FAULTS - 1]
    words = "Settings: " + "; ".join(map(_short, shown))
    if len(shown) < count:
        return f"{words}; … {count - len(shown)} more · {key} shows all"
    return f"{words} · {key} shows {'it' if count == 1 else 'them'}"


def _short(fault: str) -> str:
    """A fault with the name of its file alone: the Health panel has the whole path."""
    head, colon, rest = fault.partition(": ")
    return f"{os.path.basename(head) if os.path.isabs(head) else head}{colon}{rest}"


class Onward(NamedTuple):
    """What the program goes on with when the app has ended."""

    demo: bool = False
    path: str = ""
    """Another pad."""
