"""The directory of a pad, made private with the first write."""

from __future__ import annotations

import os
import stat
from contextlib import suppress

from scratchpad_tui.core.pad.io import sync_folder, write_new

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


def _was_left_empty(folder: str) -> bool:
    """Whether this is what a first write of ours that failed has left."""
    private = stat.S_IMODE(os.stat(folder).st_mode) == 0o700
    return private and not os.listdir(folder)
