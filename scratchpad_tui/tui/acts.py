"""A person's own acts on a pad, and what `u` and `U` take back and do again."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from scratchpad_tui.tui.source import Act, PadSource


class OwnActs:
    """The acts of this run of the program, newest last."""

    def __init__(self) -> None:
        self._done: list[Act] = []
        self._undone: list[Act] = []

    def did(self, act: Act) -> str:
        """Takes note of an act; the sentence that tells it."""
        if act.version is None:
            return act.words
        self._done.append(act)
        self._undone.clear()
        return f"{act.words} · u undoes"

    def undo(self, source: PadSource) -> Callable[[], str] | None:
        """What takes back the newest act, as a function for a worker that gives the sentence; None: there is none."""
        return self._turned(source, self._done, self._undone, "Took back", "U does it again")

    def redo(self, source: PadSource) -> Callable[[], str] | None:
        """What does the act again that was taken back last; None: there is none."""
        return self._turned(source, self._undone, self._done, "Did again", "u undoes")

    def _turned(
        self, source: PadSource, here: list[Act], there: list[Act], verb: str, way_back: str
    ) -> Callable[[], str] | None:
        if not here:
            return None
        # Taken off at once: an act that cannot be turned must not stand in the way of those before it.
        act = here.pop()

        def turn() -> str:
            assert act.version is not None
            reverted = source.revert(act.version)
            if reverted.version is None:
                return f"Nothing left to change: {act.words}"
            there.append(act._replace(version=reverted.version))
            return f"{verb}: {act.words} · {way_back}"

        return turn
