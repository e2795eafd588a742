"""What the Promotions screen holds: the queue as read, the cursor, what is being decided, and what was typed. No UI library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.redact_told import taken_out
from scratchpad_tui.core.pad.redact_words import MARK
from scratchpad_tui.tui.layout.promotions import arranged

if TYPE_CHECKING:
    from datetime import datetime

    from scratchpad_tui.core.pad.redact_told import Taken
    from scratchpad_tui.core.session.items import Item
    from scratchpad_tui.core.session.review import Look
    from scratchpad_tui.tui.layout.promotions import Arranged
    from scratchpad_tui.tui.promoting import Reviewed

DECISIONS = ("accepting", "rejecting")
"""Acts under way after which nothing is left to do about an item."""


class PromotionsState:
    """The state behind the Promotions screen; every change of it is a method, and `arranged` is what it looks like."""

    def __init__(self, given: Reviewed | None = None) -> None:
        self.given = given
        """The newest reading; None while it is on its way."""
        self.held: Reviewed | None = None
        """A newer one that waits while the screen is paused."""
        self.here = ""
        """The id of the item under the cursor."""
        self.top = 0
        self.compares = False
        """Whether the nearest twin stands below the item."""
        self.paused = False
        self.acts: dict[str, str] = {}
        """By item, what is being done to it: `accepting`, `rejecting`, `changing`."""
        self.typed: dict[str, str] = {}
        """By item, the reason in a field that was left."""
        self._was_redacted = False
        """Whether something was redacted since the queue was read."""
        self._page = 1
        self._moved = False
        """Whether a person put the cursor where it is."""
        self._at = 0
        """The place of the cursor, for when its item is gone."""
        self._rest()

    # What comes in

    def take(self, given: Reviewed, *, own: bool = False) -> None:
        """Takes a newer reading; while paused it waits, unless it tells of a person's own act or of a redaction."""
        if self.paused and not own and self.given is not None and not self._must_show(given):
            self.held = given
            return
        self.held, self._was_redacted = None, False
        if given.look is None and self.given is not None and self.given.look is not None:
            given = given._replace(look=self.given.look, tags=self.given.tags)
        self.given = given
        self._rest()

    def _must_show(self, given: Reviewed) -> bool:
        """Whether a reading comes through a pause: what stands on the screen may be what was redacted."""
        if self._was_redacted or given.look is None:
            return self._was_redacted
        now = {item.id: item for item in given.look.items}
        shown = [item for item in self.items if item.id not in now]
        came = [item for item in now.values() if all(item.id != other.id for other in self.items)]
        return any(_is_redacted(item, now[item.id]) for item in self.items if item.id in now) or any(
            taken_out(item.text, other.text) for item in shown for other in came
        )

    def follow_redaction(self, taken: Taken) -> None:
        """Takes out of what was typed what was redacted somewhere; the next reading shows the items without it."""
        self._was_redacted = self.paused
        for key, text in self.typed.items():
            self.typed[key] = taken.out_of(text)

    def _rest(self) -> None:
        """Keeps the cursor on its item; at first it is on the first one that is to be decided."""
        items = self.items
        ids = [item.id for item in items]
        if not ids:
            self.here, self._at = "", 0
        elif self.here in ids and self._moved:
            self._at = ids.index(self.here)
        elif not self._moved:
            self._put(self._next_undecided(-1, 0))
        else:
            self._put(min(self._at, len(ids) - 1))

    def pause(self) -> bool:
        """Stops following, or follows again; whether it is paused now."""
        self.paused = not self.paused
        if not self.paused and self.held is not None:
            self.take(self.held)
        return self.paused

    # What is there

    @property
    def look(self) -> Look | None:
        """The review as it was read last."""
        return self.given.look if self.given is not None else None

    @property
    def items(self) -> tuple[Item, ...]:
        """The queue, then the candidates."""
        return self.look.items if self.look is not None else ()

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags that an entry may have."""
        return self.given.tags if self.given is not None else ()

    @property
    def at(self) -> int:
        """The place of the item under the cursor."""
        return next((at for at, item in enumerate(self.items) if item.id == self.here), 0)

    @property
    def item(self) -> Item | None:
        """The item under the cursor."""
        items = self.items
        return items[self.at] if items else None

    def is_open(self, item: Item) -> bool:
        """Whether there is something left to decide about an item, acts under way counted as done."""
        return not item.is_decided and self.acts.get(item.id) not in DECISIONS

    def arranged(self, cells: int, height: int, now: datetime) -> Arranged:
        """The rows for a place of that size."""
        result = arranged(self, cells, height, now)
        self.top, self._page = result.top, result.page
        return result

    # Acts

    def begin(self, item: Item, act: str) -> None:
        """Takes note of an act that was asked for; after a decision the cursor goes on to the next undecided item."""
        self.acts[item.id] = act
        self._moved = True
        if act in DECISIONS:
            self._put(self._next_undecided(self.at, self.at))

    def end(self, item_id: str) -> None:
        """Takes note that it is done, or was not done."""
        self.acts.pop(item_id, None)

    def became(self, before: str, item: Item) -> None:
        """Takes what became of an item, until the queue is read again; what a rule offers gets another id."""
        if self.here == before:
            self.here = item.id
        if self.given is not None and self.given.look is not None:
            items = tuple(item if other.id == before else other for other in self.items)
            self.given = self.given._replace(look=self.given.look._replace(items=items))

    def forget_typed(self, key: str) -> None:
        """Forgets what was typed and is taken now."""
        self.typed.pop(key, None)

    def expect(self, item_id: str) -> None:
        """Puts the cursor on an item, which may come with the next reading only."""
        self._moved = True
        self.here = item_id

    def _next_undecided(self, behind: int, otherwise: int) -> int:
        """The next item to be decided behind a place, else the first one before it, else `otherwise`."""
        places = [at for at, item in enumerate(self.items) if self.is_open(item)]
        return next((at for at in places if at > behind), places[0] if places else otherwise)

    # The cursor

    def _put(self, at: int) -> None:
        items = self.items
        if items:
            self._at = max(0, min(len(items) - 1, at))
            if items[self._at].id != self.here:
                self.compares = False
            self.here = items[self._at].id

    def move(self, step: int) -> None:
        """Moves by so many items."""
        self._moved = True
        self._put(self.at + step)

    def page(self, step: int) -> None:
        """Moves by a page."""
        self.move(step * max(1, self._page - 1))

    def edge(self, step: int) -> None:
        """Moves to the first or the last item."""
        self.move(step * len(self.items))

    def pane(self) -> None:
        """Moves between the proposals and what a rule offers."""
        items, here = self.items, self.item
        if here is not None:
            other = next(
                (at for at, item in enumerate(items) if item.is_candidate != here.is_candidate), None
            )
            if other is not None:
                self._moved = True
                self._put(other)

    def put(self, at: int) -> None:
        """Puts the cursor on a place."""
        self._moved = True
        self._put(at)

    def compare(self) -> bool:
        """Shows the nearest twin beside the item, or hides it; whether it is shown now."""
        self.compares = not self.compares
        return self.compares

    def back(self) -> bool:
        """Hides the twin; whether it was shown."""
        was, self.compares = self.compares, False
        return was


def _is_redacted(was: Item, now: Item) -> bool:
    """Whether something of an item, or of what stands beside it, was redacted."""
    return bool(taken_out(was.text, now.text)) or any(
        new.count(MARK) > old.count(MARK) for old, new in zip(_texts(was), _texts(now), strict=True)
    )


def _texts(item: Item) -> tuple[str, str, str, str]:
    """What an item shows, by what it is."""
    around = [context.text for context in (item.evidence.before, item.evidence.after) if context is not None]
    return item.text, item.reason, "".join(around), "".join(twin.text for twin in item.twins)
