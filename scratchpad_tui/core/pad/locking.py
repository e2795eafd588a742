"""The lock of a pad as its settings have it, and what is remembered beside the versions under it."""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager, suppress

from scratchpad_tui.core.pad.lock import locked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scratchpad_tui.core.pad.state import State
    from scratchpad_tui.core.pad.store import PadStore

_EVENT_WAIT_SECONDS = 0.3


@contextmanager
def locked_pad(store: PadStore, timeout: float | None = None) -> Iterator[None]:
    """Holds the pad's lock for the block; when it is free again, versions that wait for git are committed."""
    seconds = float(store.settings.value("lock.timeout")) if timeout is None else timeout
    mode = 0o600
    with suppress(OSError):
        mode = stat.S_IMODE(os.stat(store.paths.pad).st_mode) & 0o666
    enabled = store.settings.value("lock.mode") != "off"
    git, is_outermost = store.git, False
    try:
        with locked(store.paths.lock, timeout=seconds, mode=mode, enabled=enabled):
            git.held += 1
            try:
                yield
            finally:
                git.held -= 1
                is_outermost = not git.held
    finally:
        if git.waiting and is_outermost:
            from scratchpad_tui.core.pad.git_turns import commit_waiting

            commit_waiting(store)


def remember(store: PadStore, change_state: Callable[[State], None], *, begins: bool = False) -> None:
    """Changes what is remembered beside the versions.

    Where there is no history, nothing is; with `begins` its folder is made beside a pad that is there.
    """
    store.resolve()
    if not store.paths.has_history and not (begins and os.path.isfile(store.paths.pad)):
        return
    try:
        with locked_pad(store, _EVENT_WAIT_SECONDS):
            if not store.paths.has_history:
                from scratchpad_tui.core.pad.folder import make_history_folder

                make_history_folder(store.paths, stat.S_IMODE(os.stat(store.paths.pad).st_mode) & 0o666)
            state = store.state()
            change_state(state)
            state.take_verdict(store)
            state.save()
    except OSError:
        # A cache that cannot be written is only forgotten.
        return
