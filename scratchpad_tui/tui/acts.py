"""A person's own acts on a pad, and what `u` and `U` take back and do again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.errors import InputError, MergeConflict, StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.pins import ACTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from scratchpad_tui.tui.source import Act, PadSource


class Turning(NamedTuple):
    """An act that is about to be taken back, or done again."""

    do: Callable[[], str]
    """Does it, in a worker, and gives the sentence that tells it."""
    keep: Callable[[], None]
    """Puts the act back where it was, if nothing was written at all: it can be turned later."""


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
        del self._done[:-ACTS]
        self._undone.clear()
        note = f" · {act.note}" if act.note else ""
        return f"{act.words} · {keys.key('pad.undo')} undoes{note}"

    @property
    def can_undo(self) -> bool:
        """Whether there is an act to take back."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is an act to do again."""
        return bool(self._undone)

    def undo(self, source: PadSource) -> Turning | None:
        """What takes back the newest act; None: there is none."""
        return _turning(source, self._done, self._undone, "Took back", keys.said("{pad.redo} does it again"))

    def redo(self, source: PadSource) -> Turning | None:
        """What does the act again that was taken back last; None: there is none."""
        return _turning(source, self._undone, self._done, "Did again", keys.said("{pad.undo} undoes"))


def _turning(
    source: PadSource, here: list[Act], there: list[Act], verb: str, way_back: str
) -> Turning | None:
    if not here:
        return None
    # Taken off at once: an act that cannot be turned must not stand in the way of those before it.
    act = here.pop()
    passing = False

    def turn() -> str:
        nonlocal passing
        assert act.version is not None
        try:
            reverted = source.revert(act.version)
        except MergeConflict as error:
            raise InputError(
                f"{error.section} was changed by another writer in the same lines since ({act.words})",
                keys.said("it stays as it is; {edit.here} edits the section"),
            ) from error
        except StorageError:
            passing = True
            raise
        if reverted.version is None:
            return f"Nothing left to change: {act.words}"
        there.append(act._replace(version=reverted.version))
        return f"{verb}: {act.words} · {way_back}"

    def keep() -> None:
        if passing:
            here.append(act)

    return Turning(turn, keep)
