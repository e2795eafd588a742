"""What the app is asked for at its start, and what it asks for at its end."""

from __future__ import annotations

from typing import NamedTuple

from scratchpad_tui.tui.themes import DEFAULT


class Wishes(NamedTuple):
    """What settings, environment and the last run ask of the app."""

    theme: str = DEFAULT
    motion: bool = True
    bell: bool = False
    no_color: bool = False
    faults: tuple[str, ...] = ()
    """What is wrong with the settings, told once the screen stands."""


class Onward(NamedTuple):
    """What the program goes on with when the app has ended."""

    demo: bool = False
    path: str = ""
    """Another pad."""
