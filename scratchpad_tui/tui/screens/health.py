"""The Health panel: signs of trouble with their remedies, quarantined files, the lock, and the settings with their origin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.tui import keys
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.frame import short_path
from scratchpad_tui.tui.health_ways import ALONE, hint, open_way, shown_hint
from scratchpad_tui.tui.idle import on_health
from scratchpad_tui.tui.layout.fit import compose
from scratchpad_tui.tui.layout.health import Scene, health_rows, pointed
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.screens.follows import is_open
from scratchpad_tui.tui.screens.reader import ReaderScreen
from scratchpad_tui.tui.widgets.bars import KeyBar
from scratchpad_tui.tui.widgets.painter import BAND, Line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from textual import events

    from scratchpad_tui.core.health.report import HealthReport
    from scratchpad_tui.core.health.sign import Sign
    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.layout.health import HealthRow, Place
    from scratchpad_tui.tui.layout.model import Spans

_LONGEST_PATH = 1_000
_DOUBLE = 2


class HealthScreen(ReaderScreen):
    """How the pad is, at one moment and after each change."""

    BINDINGS = bindings("health")
    PLACE = "health"

    def __init__(self, report: HealthReport, view: PadView, now: datetime, *, polling: bool) -> None:
        super().__init__()
        self._report = report
        self._view = view
        self._now = now
        self._polling = polling
        self._rows: list[HealthRow] = []
        self._place_now: Place | None = None

    def take(self, view: PadView) -> None:
        """Takes a newly read pad: its health now."""
        self._view = view
        self.look_again()

    def look_again(self) -> None:
        """Asks for the health as it is now."""
        self.app.in_background(self.app.source.health, self._take_report, group="section")

    def _take_report(self, report: HealthReport) -> None:
        self._report, self._now = report, self.app.clock.now()
        self._polling = self.app.source.polling()
        if is_open(self):
            self.draw()

    def title_spans(self) -> Sequence[Span]:
        """How many signs there are."""
        count = len(self._report.signs)
        words = "all is well" if not count else "1 sign" if count == 1 else f"{count} signs"
        return [Span("Health", "title"), Span(f" · {words}", "attention" if count else "ok")]

    def text_rows(self, cells: int) -> list[Spans]:
        """Signs, quarantine, how it is watched and locked, and the settings."""
        scene = Scene(
            self._report,
            self._short(self._view.path),
            self._view.state,
            self._polling,
            self._now,
            self._hint,
            ALONE,
            keys.key("sign.open"),
            keys.key("line.copy"),
            keys.key("version.restore"),
            self._short,
        )
        self._rows = health_rows(scene, cells)
        self._keep_place()
        return [row.spans for row in self._rows]

    @property
    def _hint(self) -> Callable[[Sign], str]:
        return shown_hint if self.app.source.read_only else hint

    def _keep_place(self) -> None:
        """Leaves the cursor on what it was on; where that is gone, on what took its place."""
        before, places = self._place_now, self._places()
        same = next((place for place in places if before and place[:2] == before[:2]), None)
        near = [place for place in places if before and place.kind == before.kind]
        if same is None and before and near:
            same = near[min(before.at, len(near) - 1)]
        self._place_now = same or next(iter(places), None)

    def _places(self) -> list[Place]:
        return list(dict.fromkeys(row.place for row in self._rows if row.place is not None))

    def _mark(self) -> None:
        """Shows the rows, with the cursor under those of its place."""
        width, here = self._width, self._place_now
        lines: list[Line] = []
        marked = False
        for row in self._rows:
            on = here is not None and row.place == here
            spans = pointed(row.spans) if on and not marked else row.spans
            marked = marked or on
            lines.append(Line(compose(spans, width), BAND if on else ""))
        self.text.put(lines)
        self.query_one(KeyBar).leave_out(self._idle(here))

    def _idle(self, here: Place | None) -> frozenset[str]:
        read_only = self.app.source.read_only
        idle = on_health(here, self._report.quarantined, self._view, read_only=read_only)
        if (
            read_only
            and here is not None
            and here.kind == "sign"
            and not self._hint(self._report.signs[here.at])
        ):
            idle |= {"sign.open"}
        return idle

    def raw_text(self) -> str:
        """The signs as text."""
        return "\n".join(f"{sign.severity}: {sign.message}; {sign.remedy}" for sign in self._report.signs)

    def _short(self, path: str) -> str:
        """A path as line 2 has it; other words as they are."""
        return short_path(path, self.app.base, _LONGEST_PATH)

    # Keys

    def action_line(self, step: int) -> None:
        """Goes to the next sign, file, fact or setting, once all of this one was in sight."""
        if self._scrolls_within(step):
            return
        places = self._places()
        if self._place_now in places:
            at = places.index(self._place_now) + step
            self._go(places[min(max(0, at), len(places) - 1)], step)

    def _scrolls_within(self, step: int) -> bool:
        """Whether the rest of what the cursor is on was out of sight, and comes into it."""
        rows = [at for at, row in enumerate(self._rows) if row.place == self._place_now]
        height, top = max(1, self.text.size.height), self.text.scroll_offset.y
        hidden = (rows[-1] + 1 - top - height if step > 0 else top - rows[0]) if rows else 0
        if hidden > 0:
            self.text.scroll_to(y=top + step * min(hidden, max(1, height - 1)), animate=False)
        return hidden > 0

    def action_page(self, step: int) -> None:
        """Goes a page on."""
        rows = [at for at, row in enumerate(self._rows) if row.place == self._place_now]
        height = max(1, self.text.size.height - 1)
        if rows:
            at = min(max(0, (rows[0] if step < 0 else rows[-1]) + step * height), len(self._rows) - 1)
            ahead = self._rows[at:] if step > 0 else self._rows[at::-1]
            behind = self._rows[at::-1] if step > 0 else self._rows[at:]
            self._go(next(row.place for row in (*ahead, *behind) if row.place is not None), step)

    def action_edge(self, step: int) -> None:
        """Goes to the first sign or the last setting."""
        places = self._places()
        if places:
            self._go(places[0 if step < 0 else -1], step)

    def _go(self, place: Place, step: int) -> None:
        self._place_now = place
        self._mark()
        rows = [at for at, row in enumerate(self._rows) if row.place == place]
        places = self._places()
        # What stands above the first place and below the last one is reached with them.
        first = 0 if place == places[0] else rows[0]
        height, top = max(1, self.text.size.height), self.text.scroll_offset.y
        if step > 0 and rows[-1] >= top + height:
            top = min(rows[-1] - height + 1, rows[0])
        elif first < top:
            top = first
        self.text.scroll_to(y=top, animate=False)

    def on_click(self, event: events.Click) -> None:
        """Goes to what was clicked; a second click opens it."""
        if event.widget is not self.text:
            return
        at = event.screen_y - self.text.region.y + self.text.scroll_offset.y
        place = self._rows[at].place if 0 <= at < len(self._rows) else None
        if place is not None:
            self._go(place, 0)
            if event.chain == _DOUBLE:
                self.action_open_sign()

    def action_open_sign(self) -> None:
        """Opens what helps against the sign, or what is in quarantine."""
        place = self._place_now
        if place is None:
            self.app.tell("Nothing needs help here")
        elif place.kind == "sign":
            open_way(self.app, self._report.signs[place.at], self._look_if_open)
        elif place.kind == "quarantine":
            self.app.open_recovery()
        else:
            self.app.tell("A fact, not a sign: nothing needs help here")

    def _look_if_open(self) -> None:
        if is_open(self):
            self.look_again()

    async def action_copy(self) -> None:
        """Copies the command that helps, or what the cursor is on."""
        place = self._place_now
        if place is None:
            self.app.tell("Nothing to copy")
            return
        sign = self._report.signs[place.at] if place.kind == "sign" else None
        what = "the command" if sign and sign.command else "what helps" if sign else "the line"
        await self.app.copy(place.raw, what)

    def action_recover(self) -> None:
        """Opens the recovery."""
        self.app.open_recovery()
