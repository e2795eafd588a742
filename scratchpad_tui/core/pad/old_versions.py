"""Old versions removed: those beyond the history's depth that nothing refers to."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.commit import Newest
    from scratchpad_tui.core.pad.history import History
    from scratchpad_tui.core.pad.state import State
    from scratchpad_tui.core.pad.store import PadStore


def prune(history: History, newest: int, depth: int, state: State) -> None:
    """Removes all but the newest `depth` versions (0 keeps all), and but for those that somebody refers to.

    Versions stand without gaps as a rule, so that the next older name tells when to stop. Where a gap is among those
    to keep, and now and then, the whole folder is looked through.

    Raises:
        OSError: a version cannot be removed.
    """
    if depth <= 0:
        return
    pinned = state.pinned() | _drafted(history)
    limit = newest - depth
    old = _listed(history, depth) if newest % 64 == 0 or state.gap > limit else _below(history, limit, pinned)
    # Oldest first: a kill in between leaves no gap.
    for number in sorted(old):
        if number not in pinned and history.has(number):
            os.unlink(history.path(number))


def tidy(store: PadStore, state: State, before: Newest, version: int) -> list[str]:
    """Removes old versions; a sentence where that fails. The pad is saved by now, whatever comes.

    A gap in the numbers is remembered, since it changes how many are to keep.
    """
    try:
        if before.free > before.number + 1:
            state.gap = before.free
            state.save()
        prune(store.history, version, store.depth, state)
    except OSError as error:
        return [f"Old versions could not be removed ({error.strerror or error}); the next write tries again."]
    return []


def _drafted(history: History) -> set[int]:
    if not os.path.isdir(os.path.join(history.paths.history, "drafts")):
        return set()
    from scratchpad_tui.core.pad.drafts import drafted_versions  # nothing that every write should load

    return drafted_versions(history.paths)


def _listed(history: History, depth: int) -> list[int]:
    return history.numbers()[:-depth]


def _below(history: History, limit: int, pinned: set[int]) -> list[int]:
    old = []
    number = limit
    while number > 0 and number not in pinned and os.path.lexists(history.path(number)):
        old.append(number)
        number -= 1
    return old
