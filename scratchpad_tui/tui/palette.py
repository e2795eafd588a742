"""The command palette: every action of the place, named `area: verb`, and the themes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.command import DiscoveryHit, Hit, Provider

from scratchpad_tui.tui import keys, themes
from scratchpad_tui.tui.frame import shown_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from textual.command import Hits

_AREAS = {"Go": "Go to"}
_NOT_OFFERED = ("app.palette",)


class KeyProvider(Provider):
    """Offers what works on the screen that the palette was opened over."""

    def _commands(self) -> Iterator[tuple[str, Callable[[], object], str]]:
        place = getattr(self.screen, "PLACE", "")
        for key in keys.at(place):
            if key.id not in _NOT_OFFERED:
                keyname = shown_key(key.keys[0])
                run = partial(self.screen.run_action, key.action)
                yield f"{_AREAS.get(key.group, key.group)}: {key.verb}", run, f"{keyname} · {key.tooltip}"
        for name in themes.NAMES:
            yield (
                f"Theme: {name}",
                partial(self.app.run_action, f"app.theme('{name}')"),
                "Colours of the screen.",
            )

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
