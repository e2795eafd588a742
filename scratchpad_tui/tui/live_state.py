"""What the Live screen holds: the pad as shown, the cursor, pause, tints and what has been seen. No UI library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.tui import idle, keys
from scratchpad_tui.tui.ages import until_midnight, until_next
from scratchpad_tui.tui.frame import tells_unread
from scratchpad_tui.tui.layout import UiState, arrange
from scratchpad_tui.tui.layout.cursor import first_change, followed
from scratchpad_tui.tui.layout.stamps import stamp_of
from scratchpad_tui.tui.live_cursor import LiveCursor
from scratchpad_tui.tui.seen import ChangeKey, SeenWatch, change_key, changes, without

if TYPE_CHECKING:
    from datetime import datetime

    from scratchpad_tui.core.pad.view import LineView, PadView
    from scratchpad_tui.tui.layout import Arranged, Row
    from scratchpad_tui.tui.layout.stamps import Stamp
    from scratchpad_tui.tui.pressure_figures import Brief

TINT_SECONDS = 1.5
"""How long a changed line is tinted."""
_AGEING = 100
"""Lines from the end of a section whose ages are kept true."""
_SHORTEST_WAIT = 10.0
"""Seconds between two repaints for ages, also where the clock stands still."""


class LiveState(LiveCursor):
    """The state behind the Live screen; every change of it is a method, and `arranged` is what it looks like."""

    def __init__(
        self, view: PadView, *, motion: bool = True, ascii_gauges: bool = False, read_only: bool = False
    ) -> None:
        super().__init__(UiState(ascii_gauges=ascii_gauges, read_only=read_only))
        self.view = view
        """The pad as the screen shows it."""
        self.newest = view
        """The pad as last read; another one than `view` while paused."""
        self.paused = False
        self.motion = motion
        self.watch = SeenWatch()
        self._tints: dict[ChangeKey, float] = {}
        self._turning: PadView | None = None
        """The pad as it was when the person asked for an undo or a redo that has not come in yet."""
        self._acting = False

    @property
    def shown(self) -> PadView:
        """The pad without the marks that a person has seen."""
        return _with_working_keys(without(self.view, self.watch.seen), read_only=self.ui.read_only)

    def take(self, view: PadView, at: float) -> bool:
        """Takes a newly read pad at a moment in seconds; whether the screen shows something else now.

        While paused it waits, unless it tells of a redaction.
        """
        view = _kept_text(self.newest, view)
        holds = self.paused and not _tells_redaction(self.newest, view)
        self.newest = view
        if holds or view == self.view:
            return False
        self._show(view, at)
        return True

    def set_motion(self, *, on: bool) -> None:
        """Tints lines that have just changed, or no line from now on."""
        self.motion = on
        if not on:
            self._tints = {}

    def take_brief(self, brief: Brief) -> None:
        """Takes what is known of the agent's context, which is told also while paused."""
        self.ui = self.ui._replace(brief=brief)

    def _show(self, view: PadView, at: float) -> None:
        before = self.view
        if self.motion:
            fresh = changes(view) - changes(before)
            self._tints = {key: end for key, end in self._tints.items() if end > at}
            self._tints.update(dict.fromkeys(fresh, at + TINT_SECONDS))
        self.ui = followed(before, view, self.ui)
        self.view = view
        self._go_to_turned()
        self._go_to_own_line()
        if self._acting and view.version is not None and view.version.by == "human":
            self._acting = False
            self.ui = self.ui._replace(frozen=None)

    def await_act(self) -> None:
        """From now on the next version is a person's own act: the screen may move around what it changes."""
        self._acting = True

    def await_turn(self) -> None:
        """From now on the next version by a person is an undo or a redo: the cursor goes where it changes the pad."""
        self._turning = None if self.paused else self.view

    def _go_to_turned(self) -> None:
        before, info = self._turning, self.view.version
        if before is None or info is None or info.by != "human":
            return
        if before.version is not None and info.version <= before.version.version:
            return
        self._turning = None
        stop = first_change(before, self.view)
        if stop is not None:
            self.put_cursor(stop)

    def added(self, section: str, text: str, version: int) -> None:
        """Takes note that a line of the person's is saved: the cursor comes to it as soon as the pad shows it."""
        if not self.paused:
            self.own_line.saved(section, text, version)
            self._go_to_own_line()

    def _go_to_own_line(self) -> None:
        stop = self.own_line.stop_in(self.view, self.ui.cursor)
        if stop is not None:
            self.put_cursor(stop)
            self.own_line.begin()

    def pause(self, at: float) -> bool:
        """Stops following, or follows again and shows the newest; whether it is paused now."""
        self.paused = not self.paused
        if not self.paused and self.newest != self.view:
            self._show(self.newest, at)
        return self.paused

    @property
    def newer(self) -> int:
        """How many versions came in while paused."""
        if not self.paused or self.newest.version is None:
            return 0
        before = self.view.version.version if self.view.version else 0
        return max(0, self.newest.version.version - before)

    @property
    def head(self) -> PadView:
        """The pad that line 1 and line 2 tell of: trouble with the file is told also while paused."""
        return self.view if self.newest.state == "live" else self.newest

    # What it looks like

    def arranged(self, width: int, height: int, now: datetime) -> Arranged:
        """The rows for a place of that size; the pane with the cursor keeps its place until the next call."""
        told = tells_unread(self.head, now, width, self.newer, read_only=self.ui.read_only)
        ui = self.ui._replace(paused=self.paused, now=now, unread_told=told)
        result = arrange(self.shown, width, height, ui)
        self.ui = self.ui._replace(cursor=result.cursor, beside=result.beside, frozen=result.frozen)
        self._is_wide = bool(result.right_width)
        return result

    def changes_of(self, rows: tuple[Row, ...]) -> list[ChangeKey | None]:
        """For each row the change that it shows, or None."""
        lines = {
            (section.name, line.index): line
            for section in self.view.sections
            for line in section.lines
            if line.mark and line.index >= 0
        }
        return [_key_of(row, lines) for row in rows]

    def is_tinted(self, key: ChangeKey | None, at: float) -> bool:
        """Whether a changed line is tinted at this moment."""
        return key is not None and self._tints.get(key, 0.0) > at

    def look(self, shown: set[ChangeKey], at: float, *, focused: bool) -> bool:
        """Takes which changes stand on the screen at a moment in seconds; whether one has just become seen."""
        return self.watch.look(shown, at, focused=focused)

    def everything_seen(self) -> bool:
        """Whether every change of the pad has been seen, so that the version may be remembered."""
        return self.watch.settle(changes(self.view))

    def all_seen(self) -> None:
        """Marks every change as seen."""
        self.watch.all_seen(changes(self.view))

    def next_moment(self, at: float, now: datetime) -> float | None:
        """When the screen must be drawn again if nothing happens, in the seconds of `at`; None: never."""
        moments = [end for end in self._tints.values() if end > at]
        ripe = self.watch.next_moment()
        if ripe is not None:
            moments.append(ripe)
        times = [self.view.version.time] if self.view.version else []
        times += [info.time for info in self.view.last_turns] + [event.time for event in self.view.events]
        times += [stamp.moment for stamp in self._stamps()]
        waits = [until_next(max(0.0, (now - time).total_seconds())) for time in times if time]
        if self.view.is_keyed:
            waits.append(until_midnight(now))
        if waits:
            moments.append(at + max(_SHORTEST_WAIT, min(waits)))
        return min(moments, default=None)

    def _stamps(self) -> list[Stamp]:
        """The times of the newest notes, whose ages change first."""
        lines = [line for section in self.view.sections for line in section.lines[-_AGEING:]]
        return [stamp for stamp in map(stamp_of, lines) if stamp is not None]


def _key_of(row: Row, lines: dict[tuple[str, int], LineView]) -> ChangeKey | None:
    if row.kind == "removed":
        return ChangeKey(row.section, "", "-", row.version)
    line = lines.get((row.section, row.index)) if row.kind in ("line", "next") else None
    return change_key(row.section, line) if line else None


def _kept_text(before: PadView, view: PadView) -> PadView:
    """The view; where a pad without versions was taken away, with the text that stood there last."""
    if view.state == "no file" and view.version is None and before.sections and not _has_text(view):
        return view._replace(sections=before.sections, last=before.last, last_turns=before.last_turns)
    return view


def _tells_redaction(before: PadView, view: PadView) -> bool:
    """Whether something was redacted since: what a pause holds on the screen may have it."""
    known = set(before.events)
    return any(event.event == "redacted" and event not in known for event in view.events)


def _with_working_keys(view: PadView, *, read_only: bool) -> PadView:
    """The view whose needs name a key only where it works."""
    refused = idle.WRITING if read_only else idle.NONE
    working = {name for key in keys.default_at("live") if key.id not in refused for name in key.keys}
    needs = tuple(need if need.key in working else need._replace(key="") for need in view.needs)
    return view if needs == view.needs else view._replace(needs=needs)


def _has_text(view: PadView) -> bool:
    return any(section.lines for section in view.sections)
