"""A pad held to be written: its lock, with what others wrote into replaced files taken over first."""

from __future__ import annotations

from contextlib import contextmanager

from scratchpad_tui.core.errors import ScratchpadError
from scratchpad_tui.core.pad import journal, late
from scratchpad_tui.core.pad.commit import file_mode
from scratchpad_tui.core.pad.folder import ensure_folder
from scratchpad_tui.core.pad.io import storage_error
from scratchpad_tui.core.pad.locking import locked_pad

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from scratchpad_tui.core.pad.io import Held
    from scratchpad_tui.core.pad.store import PadStore


@contextmanager
def writing(store: PadStore, timeout: float | None = None) -> Iterator[None]:
    """Holds the pad's lock for the block, with what others wrote into replaced files taken over first."""
    try:
        ensure_folder(store.paths)
        with locked_pad(store, timeout):
            late.collect(store.paths.pad, lambda base, theirs: merge_late(store, base, theirs))
            yield
    except OSError as error:
        raise storage_error(error, store.paths.named, "write") from error


def keep_event(store: PadStore, record: dict[str, Any]) -> None:
    """Adds an event to the journal, under the lock; where there is no history yet it is not kept."""
    if store.paths.has_history:
        with store.open_pad() as held:
            journal.append(store.paths.journal, record, mode=file_mode(held))


def hold_replaced(store: PadStore, held: Held) -> None:
    """Keeps the file that was just replaced open, for what others still write into it."""

    def give_up(data: bytes) -> None:
        from scratchpad_tui.core.pad.foreign import keep_half

        keep_half(store, data)

    late.hold(store.paths.pad, held, lambda: settle_late(store), give_up, timer=store.lasting)


def settle_late(store: PadStore) -> None:
    """Takes over what others wrote into a replaced file of the pad, when the grace time is over."""
    try:
        with writing(store):
            return
    except ScratchpadError:
        # The lock is held or the disk is full: the file stays open, and the next write looks again.
        return


def merge_late(store: PadStore, base: bytes, theirs: bytes) -> bool:
    """Merges what another program wrote into a replaced file; False where it seems to be still writing."""
    from scratchpad_tui.core.pad.foreign import merge_foreign

    return merge_foreign(store, base, theirs)
