"""The program's name, and whether every terminal finds it by that."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

PROGRAM, MODULE = "scratchpad-tui", "scratchpad_tui"


def is_on_path(env: Mapping[str, str]) -> bool:
    """Whether the command is on the PATH, also in a terminal in which no virtual environment is switched on."""
    name = f"{PROGRAM}.exe" if sys.platform == "win32" else PROGRAM
    inside = tuple(_environments(env))
    for folder in env.get("PATH", os.defpath).split(os.pathsep):
        # A folder that is named from the current one is another in the next terminal.
        if not os.path.isabs(folder) or os.path.join(os.path.normpath(folder), "").startswith(inside):
            continue
        path = os.path.join(folder, name)
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return True
    return False


def _environments(env: Mapping[str, str]) -> list[str]:
    """The folders of virtual environments that this process runs in, or its shell has switched on."""
    found = [sys.prefix] if sys.prefix != sys.base_prefix else []
    found += [env["VIRTUAL_ENV"]] if env.get("VIRTUAL_ENV") else []
    return [os.path.join(os.path.abspath(folder), "") for folder in found]
