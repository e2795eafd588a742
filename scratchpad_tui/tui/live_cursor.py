"""Where the cursor of the Live screen is, in the sections and in the column at the right, and where keys take it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.tui.footer import Found
from scratchpad_tui.tui.layout.cursor import landing, matches, section_stops, stops_of
from scratchpad_tui.tui.layout.side import nearest_beside, side_items
from scratchpad_tui.tui.own_line import OwnLine

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.view import LineView, PadView, SectionView
    from scratchpad_tui.tui.layout import Beside, Stop, UiState
    from scratchpad_tui.tui.layout.side import Item


class LiveCursor:
    """Moves over the pad as it is shown, which the class below tells."""

    def __init__(self, ui: UiState) -> None:
        self.ui = ui
        self.own_line = OwnLine()
        self._is_wide = False
        """Whether there is a column at the right."""

    @property
    def shown(self) -> PadView:
        """The pad as it is shown."""
        raise NotImplementedError

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

    def mark(self, text: str) -> None:
        """Marks a text, and leaves the cursor where it is."""
        self.ui = self.ui._replace(find=text)

    def find(self, text: str) -> int:
        """Marks a text and puts the cursor on its first place; how many lines hold it."""
        self.mark(text)
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
