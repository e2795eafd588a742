"""Keys in the order in which they were typed: each waits until the one before it has done what it does."""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING, Any

from textual import events

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual.app import App
    from textual.dom import DOMNode

    Typed = events.Key | events.Paste

_PATIENCE = 2.0
"""Seconds after which a key that shows no end does not hold up the next one that is typed."""
_WAY_OUT = "ctrl+q"
"""The key that ends the program, held like any other; typed twice it waits for nothing."""


class TypeAhead:
    """Hands keys and pastes on to the app one at a time.

    A key often opens what the next keys are meant for: a field, a sheet, a question. Handed on as they come, those
    would still reach the screen below, where a letter is a verb.
    """

    def __init__(self, app: App[Any], hand_on: Callable[[Typed], Awaitable[None]]) -> None:
        """Does nothing by itself.

        Args:
            app: Whose keys they are.
            hand_on: Does with a key what the app does with any.
        """
        self._app = app
        self._hand_on = hand_on
        self._waiting: deque[Typed] = deque()
        self._at_work: object | None = None
        """Stands for the key that has not come to its end yet."""
        self._since = 0.0
        self._holds: set[object] = set()

    async def take(self, typed: Typed) -> None:
        """Takes a key or a paste as it is typed; it is handed on now or as soon as it may be."""
        if _is_way_out(typed) and any(_is_way_out(other) for other in self._waiting):
            self._waiting.clear()
            await self._hand_on(typed)
            return
        if self._at_work is not None and time.monotonic() - self._since > _PATIENCE:
            self._at_work = None
        self._waiting.append(typed)
        await self._go_on()

    def put_first(self, typed: Typed) -> None:
        """Puts a key before those that wait: it belongs to the one that is at work."""
        self._waiting.appendleft(typed)
        self._app.call_later(self._go_on)

    def hold(self) -> Callable[[], None]:
        """Holds what is typed from now on until the function that it gives is called."""
        ticket = object()
        self._holds.add(ticket)

        def let_go() -> None:
            if ticket in self._holds:
                self._holds.discard(ticket)
                self._app.call_later(self._go_on)

        return let_go

    def drop(self) -> None:
        """Forgets what was typed for something that is not going to be there."""
        self._waiting.clear()

    async def _go_on(self) -> None:
        while self._waiting and self._at_work is None and not self._holds:
            screen = self._app.screen
            self._at_work, self._since = object(), time.monotonic()
            if not screen.is_mounted and screen.call_later(self._end, self._at_work):
                return  # it is being opened; what it is going to give the focus to is not there yet
            typed = self._waiting.popleft()
            target: DOMNode = self._app.focused or screen
            await self._hand_on(typed)
            self._follow(target, self._at_work)

    def _follow(self, node: DOMNode | None, ticket: object) -> None:
        """Comes behind the key through each queue that it bubbles through, up to the app, which acts on it."""
        while node is not None and node is not self._app:
            if node.call_later(self._follow, node.parent, ticket):
                return
            node = node.parent
        self._app.call_later(self._end, ticket)

    async def _end(self, ticket: object) -> None:
        if ticket is self._at_work:
            self._at_work = None
            await self._go_on()


def _is_way_out(typed: Typed) -> bool:
    return isinstance(typed, events.Key) and typed.key == _WAY_OUT
