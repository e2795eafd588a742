"""What a sheet shows, read once more when the pad has changed: a redaction leaves other bytes under the same number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from scratchpad_tui.core.errors import ScratchpadError
from scratchpad_tui.tui.screens.follows import is_open

if TYPE_CHECKING:
    from collections.abc import Callable

    from scratchpad_tui.tui.screens.choose import ChooseScreen
    from scratchpad_tui.tui.screens.reader import ReaderScreen

Read = TypeVar("Read")


class Rereading(Generic[Read]):
    """One reading at a time, however often the pad changes meanwhile."""

    def __init__(
        self, screen: ReaderScreen | ChooseScreen, read: Callable[[], Read], take: Callable[[Read], object]
    ) -> None:
        """Reads nothing yet.

        Args:
            screen: The sheet, or the choice.
            read: Reads, in a thread.
            take: Takes what was read; the sheet is open still.
        """
        self._screen = screen
        self._read = read
        self._take = take
        self._reads = False
        self._stale = False

    def ask(self) -> None:
        """Reads, now or as soon as the reading that goes on has ended."""
        if self._reads:
            self._stale = True
        else:
            self._reads, self._stale = True, False
            self._screen.app.in_background(self._try, self._end, group="sheet again")

    def _try(self) -> Read | None:
        try:
            return self._read()
        except (ScratchpadError, OSError):
            return None  # it is gone, which makes what stands there no less true

    def _end(self, found: Read | None) -> None:
        self._reads = False
        if not is_open(self._screen):
            return
        if found is not None:
            self._take(found)
        if self._stale:
            self.ask()
