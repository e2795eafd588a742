"""The folder of what stands beside a pad: the queue, the episodic file and the archive."""

from __future__ import annotations

import os
import stat
from contextlib import suppress

from scratchpad_tui.core.pad.folder import GITIGNORE, ensure_folder
from scratchpad_tui.core.pad.io import make_folder, replace_file, sync_folder, write_new

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.store import PadStore

_PRIVATE = 0o600


def ensure_side(store: PadStore) -> None:
    """Makes the folder where there is none, private; a new `.agent` gets its `.gitignore`.

    Raises:
        StorageError: something else stands there.
        OSError: it cannot be made.
    """
    ensure_folder(store.paths)
    side = store.paths.side
    agent = side if os.path.basename(side) == ".agent" else os.path.dirname(side)
    if not os.path.lexists(agent):
        make_folder(agent)
        with suppress(FileExistsError):
            write_new(os.path.join(agent, ".gitignore"), GITIGNORE.encode())
    make_folder(agent)
    make_folder(side)


def file_mode(store: PadStore) -> int:
    """The mode of a new file beside the pad: the pad's own, never a wider one."""
    try:
        return stat.S_IMODE(os.stat(store.paths.pad).st_mode) & 0o666 | 0o200
    except OSError:
        return _PRIVATE


def is_closed(path: str) -> bool:
    """Whether a file is there that nobody may write by its mode: its owner meant it."""
    try:
        return not os.stat(path).st_mode & 0o222
    except OSError:
        return False


def put_file(store: PadStore, path: str, data: bytes) -> None:
    """Swaps a file beside the pad for these bytes, durable when it returns.

    Raises:
        OSError: it cannot be written; the old one stands.
    """
    like = None
    if os.path.exists(path):
        like = os.stat(path)
    elif os.path.exists(store.paths.pad):
        pad = os.stat(store.paths.pad)
        # Beside a pad that is read-only ours are written all the same.
        like = os.stat_result((pad.st_mode | stat.S_IWUSR, *tuple(pad)[1:]))
    # Where the next writer of the pad sweeps what a killed process left; a rename does not leave its device.
    near = store.paths.folder
    folder = os.path.dirname(path)
    if os.stat(near).st_dev != os.stat(folder).st_dev:
        near = folder
    replace_file(path, data, like, folder=near)
    sync_folder(folder)
