"""What the Live screen holds: the pad as shown, the cursor, pause, tints and what has been seen. No UI library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.tui import keys
from scratchpad_tui.tui.ages import until_midnight, until_next
from scratchpad_tui.tui.frame import Found
from scratchpad_tui.tui.layout import UiState, arrange
from scratchpad_tui.tui.layout.cursor import first_change, followed, landing, matches, section_stops, stops_of
from scratchpad_tui.tui.layout.side import nearest_beside, side_items
from scratchpad_tui.tui.layout.stamps import stamp_of
from scratchpad_tui.tui.own_line import OwnLine
from scratchpad_tui.tui.seen import ChangeKey, SeenWatch, change_key, changes, without

if TYPE_CHECKING:
    from datetime import datetime

    from scratchpad_tui.core.pad.view import LineView, PadView, SectionView
    from scratchpad_tui.tui.layout import Arranged, Beside, Row, Stop
    from scratchpad_tui.tui.layout.side import Item
    from scratchpad_tui.tui.layout.stamps import Stamp
    from scratchpad_tui.tui.pressure_figures import Brief

TINT_SECONDS = 1.5
"""How long a changed line is tinted."""
_AGEING = 100
"""Lines from the end of a section whose ages are kept true."""
_SHORTEST_WAIT = 10.0
"""Seconds between two repaints for ages, also where the clock stands still."""


class LiveState:
    """The state behind the Live screen; every change of it is a method, and `arranged` is what it looks like."""

    def __init__(self, view: PadView, *, motion: bool = True, ascii_gauges: bool = False) -> None:
        self.view = view
        """The pad as the screen shows it."""
        self.newest = view
        """The pad as last read; another one than `view` while paused."""
        self.ui = UiState(ascii_gauges=ascii_gauges)
        self.paused = False
        self.motion = motion
        self.watch = SeenWatch()
        self._tints: dict[ChangeKey, float] = {}
        self._turning: PadView | None = None
        """The pad as it was when the person asked for an undo or a redo that has not come in yet."""
        self.own_line = OwnLine()
        self._acting = False
        self._is_wide = False
        """Whether there is a column at the right."""

    @property
    def shown(self) -> PadView:
        """The pad without the marks that a person has seen."""
        return _with_working_keys(without(self.view, self.watch.seen))

    def take(self, view: PadView, at: float) -> bool:
        """Takes a newly read pad at a moment in seconds; whether the screen shows something else now."""
        view = _kept_text(self.newest, view)
        self.newest = view
        if self.paused or view == self.view:
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
        ui = self.ui._replace(paused=self.paused, now=now)
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

    # The cursor

    @property
    def section(self) -> SectionView | None:
        """The section under the cursor."""
        name = self.ui.cursor.section if self.ui.cursor else self.ui.focus_section
        return next((section for section in self.shown.sections if section.name == name), None)

    @property
    def line(self) -> LineView | None:
        """The line under the cursor."""
        section, cursor = self.section, self.ui.cursor
        if section is None or cursor is None or cursor.index < 0:
            return None
        return next((line for line in section.lines if line.index == cursor.index), None)

    def put_cursor(self, stop: Stop | None) -> None:
        """Puts the cursor on a place, or takes it away; in another section the screen is arranged anew."""
        self.own_line.leave()
        before = self.ui.cursor
        stays = before is not None and stop is not None and before.section == stop.section
        self.ui = self.ui._replace(cursor=stop, beside=None, frozen=self.ui.frozen if stays else None)

    @property
    def beside(self) -> Item | None:
        """What the cursor is on in the column at the right."""
        if self.ui.beside is None or not self._is_wide:
            return None
        items = side_items(self.shown)
        place = nearest_beside(items, self.ui.beside)
        return next((item for item in items if item.beside == place), None)

    def enter_over(self, item: Item) -> None:
        """Moves the cursor into the section that a need of the right column says is over its cap."""
        over = [section.name for section in self.shown.sections if section.over]
        needs = [i for i in side_items(self.shown) if getattr(i.what, "code", "") == "over-cap"]
        name = dict(zip([i.beside.name for i in needs], over, strict=False)).get(item.beside.name)
        if name is not None:
            self.enter(name)

    def put_beside(self, place: Beside) -> None:
        """Puts the cursor on a place of the column at the right."""
        self.own_line.leave()
        self.ui = self.ui._replace(cursor=None, beside=place, focus_section=None, frozen=None)

    def move_line(self, step: int) -> None:
        """Moves the cursor by so many lines; without a cursor it comes into the first section."""
        if self.beside is not None:
            self._move_beside(step)
            return
        stops = self._stops()
        if not stops:
            return
        if self.ui.cursor not in stops:
            self.move_pane(1)
            return
        at = stops.index(self.ui.cursor) + step
        self.put_cursor(stops[max(0, min(len(stops) - 1, at))])

    def _stops(self) -> list[Stop]:
        """The places for the cursor: of the whole pad, or of the section that is zoomed."""
        zoomed = next((section for section in self.shown.sections if section.name == self.ui.zoom), None)
        return list(section_stops(zoomed) if zoomed else stops_of(self.shown))

    def _move_beside(self, step: int) -> None:
        here = self.beside
        items = side_items(self.shown)
        if here is not None:
            at = max(0, min(len(items) - 1, items.index(here) + step))
            self.put_beside(items[at].beside)

    def move_pane(self, step: int) -> None:
        """Moves the cursor to the next or the previous section, round and round, then to the column at the right."""
        names: list[str | Beside] = list(dict.fromkeys(stop.section for stop in stops_of(self.shown)))
        names += self._side_panes()
        if not names:
            return
        at = self._pane_at(names)
        here = names[(at + step if at is not None else min(step, 0) % len(names)) % len(names)]
        if not isinstance(here, str):
            self.put_beside(here)
            return
        zoom = here if self.ui.zoom else None
        section = next(section for section in self.shown.sections if section.name == here)
        self.put_cursor(landing(section))
        self.ui = self.ui._replace(focus_section=here, zoom=zoom)

    def _side_panes(self) -> list[Beside]:
        """The first place of each pane of the column at the right."""
        items = side_items(self.shown) if self._is_wide else ()
        return [item.beside for item in items if item.beside.at == 0]

    def _pane_at(self, names: list[str | Beside]) -> int | None:
        beside, section = self.beside, self.section
        if beside is not None:
            panes = [name if isinstance(name, str) else name.pane for name in names]
            return len(panes) - 1 - panes[::-1].index(beside.beside.pane)
        return names.index(section.name) if section else None

    def enter(self, name: str) -> None:
        """Moves the cursor into a section."""
        section = next((section for section in self.shown.sections if section.name == name), None)
        if section is not None:
            self.put_cursor(landing(section))
            self.ui = self.ui._replace(focus_section=name)

    def move_within(self, step: int) -> None:
        """Moves the cursor by so many lines without leaving its section."""
        here = self.section
        stops = [stop for stop in stops_of(self.shown) if here and stop.section == here.name]
        if self.ui.cursor in stops:
            at = stops.index(self.ui.cursor) + step
            self.put_cursor(stops[max(0, min(len(stops) - 1, at))])

    def move_edge(self, step: int) -> None:
        """Moves the cursor to the first or the last line of the pad, of a zoomed section, or of the right column."""
        if self.beside is not None:
            self._move_beside(step * len(side_items(self.shown)))
            return
        stops = self._stops()
        if stops:
            self.put_cursor(stops[0 if step < 0 else -1])

    def zoom(self) -> bool:
        """Gives the section under the cursor the whole screen, or gives it back; False where there is none."""
        if self.ui.zoom:
            self.ui = self.ui._replace(zoom=None, frozen=None)
            return True
        here = self.section
        if here is None:
            return False
        self.ui = self.ui._replace(zoom=here.name, frozen=None)
        return True

    def back(self) -> bool:
        """One level back: zoom with what is marked in it, then cursor and marks of find; False at the ground."""
        ui = self.ui
        if ui.zoom:
            self.ui = ui._replace(find="") if ui.find else ui._replace(zoom=None, frozen=None)
        elif ui.find or ui.cursor or ui.beside or ui.focus_section:
            self.own_line.leave()
            self.ui = ui._replace(find="", cursor=None, beside=None, focus_section=None, frozen=None)
        else:
            return False
        return True

    @property
    def found(self) -> Found | None:
        """The marked text, which of its places has the cursor, and how many lines hold it."""
        if not self.ui.find:
            return None
        places = matches(self.shown, self.ui.find)
        at = places.index(self.ui.cursor) + 1 if self.ui.cursor in places else 0
        return Found(self.ui.find, at, len(places))

    def find(self, text: str) -> int:
        """Marks a text and puts the cursor on its first place; how many lines hold it."""
        self.ui = self.ui._replace(find=text)
        found = matches(self.shown, text)
        if found and self.ui.cursor not in found:
            self.put_cursor(found[0])
        return len(found)

    def find_next(self, step: int) -> int:
        """Puts the cursor on the next place of the text, round and round; how many lines hold it."""
        found = matches(self.shown, self.ui.find)
        if found:
            stops = list(stops_of(self.shown))
            here = stops.index(self.ui.cursor) if self.ui.cursor in stops else -1
            order = found if step > 0 else tuple(reversed(found))
            ahead = (s for s in order if (stops.index(s) - here) * step > 0)
            self.put_cursor(next(ahead, order[0]))
        return len(found)


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


def _with_working_keys(view: PadView) -> PadView:
    """The view whose needs name a key only where it works."""
    working = {name for key in keys.default_at("live") for name in key.keys}
    needs = tuple(need if need.key in working else need._replace(key="") for need in view.needs)
    return view if needs == view.needs else view._replace(needs=needs)


def _has_text(view: PadView) -> bool:
    return any(section.lines for section in view.sections)
