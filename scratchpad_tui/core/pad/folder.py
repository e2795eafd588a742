"""The directories of a pad and of its versions, made private with the first write."""

from __future__ import annotations

import os
import stat
from contextlib import suppress

from scratchpad_tui.core.pad.io import make_folder, sync_folder, write_new

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.paths import PadPaths

GITIGNORE = """\
# Everything here stays on this machine but the pad, its settings and what was accepted or archived.
*
!.gitignore
!scratchpad.md
!scratchpad.toml
!episodic.md
!archive/
!archive/**
"""
HISTORY_IGNORE = """\
# Old versions of the pads beside this folder; they stay on this machine.
*
"""


def ensure_folder(paths: PadPaths) -> None:
    """Makes the pad's directory where there is none: 0700, a new `.agent/` with its `.gitignore`.

    Raises:
        OSError: it cannot be made.
    """
    new = not os.path.isdir(paths.folder)
    if new:
        os.makedirs(os.path.dirname(paths.folder), mode=0o700, exist_ok=True)
        with suppress(FileExistsError):
            os.mkdir(paths.folder, 0o700)
    if os.path.basename(paths.folder) == ".agent" and (new or _was_left_empty(paths.folder)):
        with suppress(FileExistsError):
            write_new(os.path.join(paths.folder, ".gitignore"), GITIGNORE.encode())
    if new:
        sync_folder(os.path.dirname(paths.folder))


def make_history_folder(paths: PadPaths, mode: int) -> None:
    """Makes the directory of the versions where there is none; `mode` is that of files derived from the pad.

    Where the pad's own directory keeps nothing out of git, `.history` is ignored as a whole from the first pad on.

    Raises:
        StorageError: something else stands there.
        OSError: it cannot be made.
    """
    shared = os.path.dirname(paths.history)
    if _is_folder(shared) and _is_folder(paths.history):
        return  # as with every write but the first
    make_folder(shared)
    if not os.path.isdir(paths.history) and _was_left_empty(shared) and not _has_own_ignore(paths.folder):
        with suppress(FileExistsError):
            write_new(os.path.join(shared, ".gitignore"), HISTORY_IGNORE.encode(), mode=mode)
    make_folder(paths.history)


def _is_folder(path: str) -> bool:
    try:
        return stat.S_ISDIR(os.lstat(path).st_mode)
    except OSError:
        return False


def _has_own_ignore(folder: str) -> bool:
    return os.path.basename(folder) == ".agent" and os.path.lexists(os.path.join(folder, ".gitignore"))


def _was_left_empty(folder: str) -> bool:
    """Whether this is what a first write of ours that failed has left."""
    private = stat.S_IMODE(os.stat(folder).st_mode) == 0o700
    return private and not os.listdir(folder)
