"""The app's part for what a person chooses of its look and sound: themes, motion, the bell; remembered per user."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, cast

from scratchpad_tui.core.pad.chosen import CHOICES

if TYPE_CHECKING:
    from scratchpad_tui.tui.app import ScratchpadApp


class Look:
    """What the palette offers beside the actions of the place."""

    def action_theme(self, name: str) -> None:
        """Takes another theme and remembers it."""
        app = cast("ScratchpadApp", self)
        app.theme = app.theme_for(name)
        app.live.state.ui = app.live.state.ui._replace(ascii_gauges=app.has_16_colours)
        if app.screen is app.live:
            app.live.draw()
        words = f"Theme: {name}"
        if app.wishes.no_color:
            words += " · NO_COLOR is set"
        elif app.theme != name:
            words += " · this terminal has 16 colours and shows its own"
        self._choose("ui.theme", name, words)

    def action_choose_motion(self, switch: str) -> None:
        """Tints lines that have just changed, or does not."""
        app = cast("ScratchpadApp", self)
        app.wishes = app.wishes._replace(motion=switch == "on")
        app.live.state.set_motion(on=switch == "on")
        if app.screen is app.live:
            app.live.draw()
        self._choose("ui.motion", switch, f"Motion: {switch}")

    def action_choose_bell(self, switch: str) -> None:
        """Rings where a person is needed, or does not."""
        app = cast("ScratchpadApp", self)
        app.wishes = app.wishes._replace(bell=switch == "on")
        self._choose("ui.bell", switch, f"Bell: {switch}")

    def _choose(self, setting: str, value: str, words: str) -> None:
        """Remembers a choice and tells it; what is written down somewhere comes before it the next time."""
        app = cast("ScratchpadApp", self)
        kept, origin = app.remembered, app.wishes.fixed.get(setting)
        if kept is not None:
            app.in_background(lambda: kept.set(CHOICES[setting], value))
        if origin:
            place = os.path.basename(origin) if os.path.isabs(origin) else origin
            words += f" · until the program ends: {place} sets {setting}"
        app.tell(words)
