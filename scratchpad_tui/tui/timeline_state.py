"""What the Timeline holds: the list, the cursor, whether it follows, the filter and what is compared. No UI library."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.moments import Moment, Moments
    from scratchpad_tui.core.pad.wanted import Wanted
    from scratchpad_tui.tui.pressure_times import ContextTimes

LIST, DIFF = "list", "diff"
UNIFIED, SIDE = "unified", "side by side"
_ABOVE = 4
"""Rows above the one that the list is opened at."""


class Pair(NamedTuple):
    """Two versions whose difference is shown."""

    old: int
    new: int


class TimelineState:
    """The state behind the Timeline; every change of it is a method."""

    def __init__(self, moments: Moments) -> None:
        self.moments = moments
        self.follows = True
        self._stopped_at = 0
        """The newest version when it stopped to follow."""
        self.at = max(0, len(moments) - 1)
        """The place under the cursor, among those that the filter lets through."""
        self.top = 0
        """The first of them that was drawn last."""
        self.pane = LIST
        self.layout = UNIFIED
        self.mark: int | None = None
        """The version that the one under the cursor is compared with."""
        self.wanted: Wanted | None = None
        """The filter."""
        self.words = ""
        """The filter as it was typed."""
        self._places: array[int] | None = None
        """The places in the whole list that the filter lets through; None without one."""
        self._left: Moment | None = None
        """Where the cursor stood when a filter began, until it is moved."""
        self.context: ContextTimes | None = None
        """The agent's context in time, where a transcript is known."""
        self.find = ""
        self.found: Sequence[int] = ()
        """The places in the whole list that hold the text to find."""

    # The list

    def __len__(self) -> int:
        return len(self.moments) if self._places is None else len(self._places)

    def moment(self, at: int) -> Moment:
        """What stands at a place of the list as it is shown."""
        return self.moments[self.place(at)]

    def place(self, at: int) -> int:
        """The place in the whole list of one in the list as it is shown."""
        return at if self._places is None else self._places[at]

    @property
    def here(self) -> Moment | None:
        """What is under the cursor."""
        return self.moment(self.at) if 0 <= self.at < len(self) else None

    @property
    def here_place(self) -> int | None:
        """The place in the whole list that is under the cursor."""
        return self.place(self.at) if 0 <= self.at < len(self) else None

    @property
    def newer(self) -> int:
        """How many versions came in since the list does not follow."""
        return 0 if self.follows else max(0, self.newest - self._stopped_at)

    @property
    def newest(self) -> int:
        """The newest version of the whole list."""
        return self.moments[len(self.moments) - 1].version if len(self.moments) else 0

    @property
    def known(self) -> int:
        """How long the whole list is."""
        return len(self.moments)

    def take(self, moments: Moments, more: Sequence[int] = ()) -> bool:
        """Takes a newly read list; False where places in it are other ones, so that a filter must look anew.

        Args:
            moments: The list.
            more: The places among those added that the filter lets through.
        """
        here, stays = self.here, moments.goes_on(self.moments)
        same = moments.is_of(self.moments)
        self.moments = moments
        if self._places is not None:
            self._places = self._places if stays else array("L")
            self._places.extend(more if stays else ())
        if self.follows or here is None:
            self.at = max(0, len(self) - 1)
        elif not stays:
            self.found = ()
            self._go_back_to(here, same=same)
        return stays

    def _go_back_to(self, here: Moment, *, same: bool) -> None:
        place = self.moments.place_of(here) if same else None
        if place is None:
            place = self.moments.place(here.version)
        self.go_to_place(place or 0)

    def go_to_place(self, place: int) -> None:
        """Puts the cursor on a place of the whole list, or the next older one that the filter lets through."""
        at = place if self._places is None else bisect_right(self._places, place) - 1
        self._put(max(0, min(at, len(self) - 1)))

    def go_to_version(self, version: int) -> bool:
        """Puts the cursor on a version; False where there is none so old."""
        place = self.moments.place(version)
        if place is None:
            return False
        self.go_to_place(place)
        return True

    def open_at(self, version: int | None, kind: str) -> None:
        """Puts the cursor on a version, or on the newest alarm or event of a kind, where they are given."""
        if version is not None:
            self.go_to_version(version)
        elif kind:
            self.go_to_last(kind)
        if version is not None or kind:
            # What came after it is in sight as well: a compaction, an alarm, what mended it.
            self.top = max(0, self.at - _ABOVE)

    def go_to_last(self, kind: str) -> None:
        """Puts the cursor on the newest alarm, or the newest event of that kind."""
        for at in range(len(self) - 1, -1, -1):
            moment = self.moment(at)
            if moment.kind == kind or (kind == "alarm" and moment.alarms):
                self._put(at)
                return

    def _put(self, at: int) -> None:
        self.at, self._left = at, None
        self._set_follows(yes=at >= len(self) - 1)

    def _set_follows(self, *, yes: bool) -> None:
        if self.follows and not yes:
            self._stopped_at = self.newest
        self.follows = yes

    # The cursor

    def move(self, step: int) -> None:
        """Moves by so many entries; away from the end it stops following, at the end it follows again."""
        if len(self):
            self._put(max(0, min(len(self) - 1, self.at + step)))

    def edge(self, step: int) -> None:
        """Moves to the first or the last entry."""
        self.move(step * len(self))

    def step(self, step: int) -> bool:
        """Moves to the next version in that direction, over what is none; False where there is none."""
        at = self.at + step
        while 0 <= at < len(self):
            if not self.moment(at).is_event:
                self._put(at)
                return True
            at += step
        return False

    def is_oldest(self, place: int) -> bool:
        """Whether no version stands before a place of the whole list, among those that the filter lets through."""
        at = place if self._places is None else bisect_left(self._places, place)
        return all(self.moment(before).is_event for before in range(min(at, len(self)) - 1, -1, -1))

    def follow(self) -> bool:
        """Follows, or stays where it is from now on; whether it follows."""
        self._set_follows(yes=not self.follows)
        if self.follows:
            self.at = max(0, len(self) - 1)
        return self.follows

    # What is compared

    def compare(self) -> bool:
        """Marks the version under the cursor, or ends comparing; whether it compares now."""
        here = self.here
        self.mark = here.version if self.mark is None and here is not None else None
        return self.mark is not None

    @property
    def compares(self) -> bool:
        """Whether what is under the cursor is compared with the marked version: with itself there is nothing to show."""
        return self.mark is not None and self.here is not None and self.here.version != self.mark

    @property
    def pair(self) -> Pair | None:
        """The two versions whose difference is to be shown; None for an event, or where one is not kept."""
        here = self.here
        if here is None:
            return None
        if self.compares:
            old, new = sorted((self.mark or 0, here.version))
        elif here.is_event:
            return None
        else:
            before = self.moments.before(here.version)
            if before is None:
                return None
            old, new = before, here.version
        return Pair(old, new) if self.moments.is_kept(old) and self.moments.is_kept(new) else None

    # Filter and find

    def set_filter(self, words: str, wanted: Wanted | None) -> None:
        """Takes another filter, which has let nothing through yet; None ends it."""
        here = self.here or self._left
        self._left = None if self.follows else here
        self.words, self.wanted = words, wanted
        self._places = array("L") if wanted is not None else None
        if wanted is None and here is not None and not self.follows:
            self._go_back_to(here, same=True)
        elif wanted is None:
            self.edge(1)

    def let_through(self, places: array[int]) -> None:
        """Takes what a filter has let through so far."""
        here, follows = self._left or self.here, self.follows
        self._places = places
        if here is None or follows:
            self.at = max(0, len(self) - 1)
        else:
            place = self.moments.place_of(here) or 0
            self.at = max(0, min(bisect_left(places, place), len(places) - 1))

    @property
    def found_at(self) -> int:
        """Which of the places that were found is under the cursor, counted from 1; 0 where none is."""
        here = self.here_place
        at = bisect_left(self.found, here) if here is not None else len(self.found)
        return at + 1 if at < len(self.found) and self.found[at] == here else 0

    def find_next(self, step: int) -> bool:
        """Puts the cursor on the next place of the text, round and round; False where there is none."""
        shown = self.found
        if self._places is not None:
            shown = [place for place in self.found if self._is_shown(place)]
        here = self.here_place
        if not shown or here is None:
            return False
        at = bisect_right(shown, here) if step > 0 else bisect_left(shown, here) - 1
        self.go_to_place(shown[at % len(shown)])
        return True

    def _is_shown(self, place: int) -> bool:
        assert self._places is not None
        at = bisect_left(self._places, place)
        return at < len(self._places) and self._places[at] == place

    def back(self) -> bool:
        """One level back: find, the diff's pane, comparing, the filter; False where nothing of it is there."""
        if self.find:
            self.find, self.found = "", ()
        elif self.pane == DIFF:
            self.pane = LIST
        elif self.mark is not None:
            self.mark = None
        elif self.wanted is not None:
            self.set_filter("", None)
        else:
            return False
        return True
