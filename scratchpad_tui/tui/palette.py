"""The command palette: every action of the place, named `area: verb`, then themes, motion and the bell."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.command import DiscoveryHit, Hit, Provider

from scratchpad_tui.tui import key_words, keys
from scratchpad_tui.tui.wishes import Wishes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from textual.command import Hits

_AREAS = {"Go": "Go to"}
_NOT_OFFERED = ("app.palette",)

THEMES = {
    "dark": ("dark", "Light text on a dark ground."),
    "light": ("light", "Dark text on a light ground."),
    "contrast": ("contrast (high contrast)", "White and bright colours on black."),
    "ansi": ("ansi (16 colours)", "The terminal's own colours and ground, 16 at most."),
}
"""For each theme its title, in which it is found, and what it looks like."""

_CHOICES = (
    *(
        (f"Theme: {title}", f"app.theme('{name}')", f"{about} Remembered.")
        for name, (title, about) in THEMES.items()
    ),
    ("Motion: on", "app.choose_motion('on')", "A line that has just changed is tinted; remembered."),
    ("Motion: off", "app.choose_motion('off')", "No tint: a changed line has its mark alone; remembered."),
    (
        "Bell: on",
        "app.choose_bell('on')",
        "Rings when the file breaks, a cap is passed, promotions wait, or much is removed.",
    ),
    ("Bell: off", "app.choose_bell('off')", "Never rings; remembered."),
)
"""What can be chosen on every screen: its name, the action, and what it does."""


class KeyProvider(Provider):
    """Offers what works on the screen that the palette was opened over."""

    def _commands(self) -> Iterator[tuple[str, Callable[[], object], str]]:
        place = getattr(self.screen, "PLACE", "")
        for key in keys.at(place):
            if key.id not in _NOT_OFFERED:
                keyname = keys.shown_key(key.keys[0])
                run = partial(self.screen.run_action, key.action)
                yield (
                    f"{_AREAS.get(key.group, key.group)}: {key.verb}",
                    run,
                    f"{keyname} · {keys.said(key_words.tooltip(key, place))}",
                )
        now = self._now()
        for name, action, about in _CHOICES:
            yield (
                name,
                partial(self.app.run_action, action),
                f"as it is now · {about}" if name in now else about,
            )

    def _now(self) -> tuple[str, ...]:
        """The choices that hold already."""
        wishes: Wishes = getattr(self.app, "wishes", Wishes())
        switches = (("Motion", wishes.motion), ("Bell", wishes.bell))
        theme = THEMES.get(self.app.theme, (self.app.theme, ""))[0]
        return (f"Theme: {theme}", *(f"{name}: {'on' if on else 'off'}" for name, on in switches))

    async def discover(self) -> Hits:
        """Every command, before anything is typed."""
        for name, run, about in self._commands():
            yield DiscoveryHit(name, run, help=about)

    async def search(self, query: str) -> Hits:
        """The commands that match what was typed."""
        matcher = self.matcher(query)
        for name, run, about in self._commands():
            score = matcher.match(name)
            if score > 0:
                yield Hit(score, matcher.highlight(name), run, help=about)
