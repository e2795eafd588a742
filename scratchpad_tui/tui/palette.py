"""The command palette: every action of the place, named `area: verb`, then themes, motion and the bell."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from textual.command import DiscoveryHit, Hit, Provider
from textual.content import Content

from scratchpad_tui.tui import key_words, keys
from scratchpad_tui.tui.trouble import ALARMS
from scratchpad_tui.tui.wishes import Wishes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from textual.command import Hits

_AREAS = {"Go": "Go to"}
_NOT_OFFERED = ("app.palette",)
_BY_WORDS = 0.001
"""The score of what is found by its description: it stands behind whatever is found by its name."""

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

    def _commands(self) -> Iterator[tuple[str, Callable[[], object], str, str]]:
        """Name, what it does, its description, and other words for it."""
        place, alarm = getattr(self.screen, "PLACE", ""), self._is_alarmed()
        for key in keys.at(place):
            if key.id not in _NOT_OFFERED:
                keyname = keys.shown_key(key.keys[0])
                run = partial(self.screen.run_action, key.action)
                yield (
                    f"{_AREAS.get(key.group, key.group)}: {key_words.verb(key, alarm=alarm)}",
                    run,
                    f"{keyname} · {keys.said(key_words.tooltip(key, place))}",
                    f"{key_words.label(key, place)} {key_words.verb(key, alarm=True)}",
                )
        now = self._now()
        for name, action, about in _CHOICES:
            yield (
                name,
                partial(self.app.run_action, action),
                f"as it is now · {about}" if name in now else about,
                "",
            )

    def _is_alarmed(self) -> bool:
        """Whether the pad does not parse or is in conflict: two keys have words of their own then."""
        live = getattr(self.app, "live", None)
        return live is not None and live.state.newest.state in ALARMS

    def _now(self) -> tuple[str, ...]:
        """The choices that hold already."""
        wishes: Wishes = getattr(self.app, "wishes", Wishes())
        switches = (("Motion", wishes.motion), ("Bell", wishes.bell))
        theme = THEMES.get(self.app.theme, (self.app.theme, ""))[0]
        return (f"Theme: {theme}", *(f"{name}: {'on' if on else 'off'}" for name, on in switches))

    async def discover(self) -> Hits:
        """Every command, before anything is typed."""
        for name, run, about, _ in self._commands():
            yield DiscoveryHit(name, run, help=about)

    async def search(self, query: str) -> Hits:
        """The commands whose name matches what was typed, then those that tell of it in other words."""
        matcher = self.matcher(query)
        for name, run, about, words in self._commands():
            score = matcher.match(name)
            if score > 0:
                yield Hit(score, matcher.highlight(name), run, help=about)
            elif tells(f"{about} {words}", query):
                yield Hit(_BY_WORDS, Content(name), run, help=about)


def tells(about: str, query: str) -> bool:
    """Whether words of a description begin with all that were typed."""
    told, wanted = (re.findall(r"\w+", text.casefold()) for text in (about, query))
    return (
        len(query.strip()) > 1
        and bool(wanted)
        and all(any(word.startswith(begun) for word in told) for begun in wanted)
    )
