"""A new pad: the skeleton of its profile, and the old one archived."""

from __future__ import annotations

import os

from scratchpad_tui.core.clock import now
from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad.document import Document
from scratchpad_tui.core.pad.fit import refuse_hidden
from scratchpad_tui.core.pad.io import make_folder, replace_file, sync_folder
from scratchpad_tui.core.pad.judge import FRESH, refuse_unfit
from scratchpad_tui.core.pad.writing import writing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.store import PadStore


def create(store: PadStore) -> bool:
    """Writes the empty pad where there is neither a pad nor a history with text; whether it did.

    Raises:
        InputError: the settings do not fit what is there, or have a fault (code `wrong-profile`).
    """
    judged = store.judge(store.data_or_none())
    refuse_unfit(judged)
    if os.path.lexists(store.paths.pad) or judged.state != FRESH:
        return False
    with writing(store):
        if os.path.lexists(store.paths.pad):
            return False
        _write_skeleton(store)
    return True


def start_fresh(store: PadStore) -> str:
    """Moves pad and history into a folder beside the history, and writes the empty pad.

    Returns:
        The path of that folder; empty where there was nothing to move.

    Raises:
        InputError: the settings have a fault that may hide the profile of the new pad.
    """
    refuse_hidden(store.choice(None))
    with writing(store):
        paths = store.paths
        archive = ""
        if os.path.lexists(paths.history) or os.path.lexists(paths.pad):
            archive = _free_name(f"{paths.history}.archived-{now():%Y%m%dT%H%M%SZ}")
            make_folder(os.path.dirname(archive))
            if os.path.lexists(paths.history):
                os.rename(paths.history, archive)
            else:
                os.mkdir(archive, 0o700)
            if os.path.lexists(paths.pad):
                os.rename(paths.pad, os.path.join(archive, paths.name))
            sync_folder(os.path.dirname(archive))
        _write_skeleton(store)
    return archive


def _write_skeleton(store: PadStore) -> None:
    def still_absent() -> None:
        if os.path.lexists(store.paths.pad):
            raise StorageError(f"{store.paths.named} was written meanwhile", "look at it and try again")

    replace_file(store.paths.pad, Document.empty(store.profile_of(None)).render(), None, still_absent)
    sync_folder(store.paths.folder)


def _free_name(path: str) -> str:
    free, number = path, 1
    while os.path.lexists(free):
        number += 1
        free = f"{path}-{number}"
    return free
