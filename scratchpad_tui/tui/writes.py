"""A person's acts on the pad: one after the other in the order of the keys, with what becomes of those that fail."""

from __future__ import annotations

import asyncio
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any

from scratchpad_tui.core.errors import LockError, ScratchpadError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.tui.telling import about_of
from scratchpad_tui.tui.toasts import sentence

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from scratchpad_tui.tui.app import ScratchpadApp

    Done = Callable[[Any], Awaitable[None] | None]
    Failed = Callable[[], None]

ABANDONED = "given-up"
"""The code of an error that says that a person gave up waiting."""
_LONG = 3600.0
"""Seconds that a toast stands which the next one replaces."""


class OwnText(NamedTuple):
    """What an act writes of a person's; a secret in it may be allowed by that person."""

    text: str
    without: str
    """What becomes of it where it is not allowed, as the rest of a sentence behind the key `n`."""
    does: str
    """What is done where it is: behind the key `y`."""


class _Write(NamedTuple):
    do: Callable[[], Any]
    done: Done | None
    failed: Failed | None
    """Called where it is not done; an act with it is dropped when one before it could not get the lock."""
    text: OwnText | None


class Writes:
    """The acts that wait for their turn, and the one that is being done."""

    def __init__(self, app: ScratchpadApp) -> None:
        self._app = app
        self._queue: deque[_Write] = deque()
        self._current: _Write | None = None
        self._working = False
        self._waits = False
        self._leaves = False
        self.abandoned = 0
        """How many acts were not done when the program ended."""

    @property
    def busy(self) -> bool:
        """Whether anything is being written, or waits to be."""
        return self._current is not None or bool(self._queue)

    def put(
        self,
        do: Callable[[], Any],
        done: Done | None = None,
        failed: Failed | None = None,
        *,
        text: OwnText | None = None,
    ) -> None:
        """Takes an act.

        Args:
            do: Does it, in a thread.
            done: Takes its result.
            failed: Told when it is not done.
            text: What it writes of a person's; where a secret in it is refused, the person is asked about that.
        """
        self._queue.append(_Write(do, done, failed, text))
        if not self._working:
            self._start()

    def _start(self) -> None:
        self._working = True
        begun: Any = self._work  # not called yet: what the end of the program overtakes is never awaited
        self._app.run_worker(begun, group="write", exit_on_error=False)

    async def _work(self) -> None:
        try:
            while self._queue:
                self._current = write = self._queue.popleft()
                await self._do(write)
                self._current, self._waits = None, False
        finally:
            self._working = False
            # A fault of ours ends this worker; what waits behind it has another one.
            if self._current is not None:
                write, self._current, self._waits = self._current, None, False
                if write.failed is not None:
                    write.failed()
                if self._queue:
                    self._start()
            if self._leaves and not self.busy:
                self._app.exit()

    async def _do(self, write: _Write) -> None:
        try:
            result = await asyncio.to_thread(write.do)
        except (ScratchpadError, OSError) as error:
            self._fail(write, error)
            return
        waiting = write.done(result) if write.done is not None else None
        if waiting is not None:
            await waiting

    def _fail(self, write: _Write, error: Exception) -> None:
        dropped = [write]
        if isinstance(error, LockError):
            # Those behind it were meant for the pad as it was then; seconds later they would come unexpected.
            dropped += [other for other in self._queue if other.failed is not None]
            self._queue = deque(other for other in self._queue if other.failed is None)
        for other in dropped:
            if other.failed is not None:
                other.failed()
        behind = len(dropped) - 1
        if self._leaves:
            self.abandoned += len(dropped)
        more = (
            f" · {behind} more {'act was' if behind == 1 else 'acts were'} not done either" if behind else ""
        )
        again = partial(self.put, write.do, write.done, write.failed, text=write.text)
        if self._app.offer_to_allow(write.text, error, again):
            return
        gave_up = isinstance(error, ScratchpadError) and error.code == ABANDONED
        severity = "warning" if gave_up else "error"
        self._app.tell(f"{sentence(str(error))}{more}", severity=severity, about=about_of(error))

    # Waiting for the lock

    def waits(self, why: str) -> None:
        """Tells that an act waits, and how it ends."""
        if self._current is not None and not self._waits:
            self._waits = True
            end = "ctrl+q again leaves without" if self._leaves else "esc gives up"
            self._app.tell(f"Waiting: {why} · {end}", seconds=_LONG)

    def give_up(self) -> bool:
        """Ends the waiting; False where nothing waits."""
        if self._waits:
            self._app.source.give_up()
        return self._waits

    # The end

    def leave(self) -> None:
        """Ends the program when all is written; asked again, without what waits."""
        if not self.busy:
            self._app.exit()
        elif not self._leaves:
            self._leaves = True
            self._app.tell("Saving… · ctrl+q again leaves without", seconds=_LONG)
        else:
            self.abandon()

    def abandon(self) -> None:
        """Lets go of what waits; the act that is being done ends first."""
        for write in self._queue:
            self.abandoned += 1
            if write.failed is not None:
                write.failed()
        self._queue.clear()
        self._app.source.give_up()
