"""The versions of a pad that are to become commits in git, as far as a write itself has to do with them."""

from __future__ import annotations

import json
import os
from contextlib import suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.journal import Record
    from scratchpad_tui.core.pad.paths import PadPaths

MARK = "git"
"""The field of a version's line that says so: what was written while the setting was off never goes into git."""


def git_state_path(paths: PadPaths) -> str:
    """The file that says how far the commits have come."""
    return os.path.join(paths.history, "git.json")


class GitQueue:
    """What one store has to commit; with the setting off it does nothing and costs nothing."""

    __slots__ = ("enabled", "held", "told", "waiting")

    def __init__(self, *, enabled: bool) -> None:
        self.enabled = enabled
        self.held = 0
        """How often the pad's lock is held through this store: one inside the other counts again."""
        self.waiting = False
        """Whether a version was made since the last commit."""
        self.told: list[str] = []
        """What is still to be told to the caller of the next change."""

    def mark(self, record: Record) -> None:
        """Marks a version's line before it is written."""
        if self.enabled:
            record[MARK] = True

    def add(self, paths: PadPaths, number: int) -> None:
        """Takes note of a version that was made; under the pad's lock."""
        if not self.enabled:
            return
        self.waiting = True
        state = git_state_path(paths)
        if not os.path.lexists(state):
            from scratchpad_tui.core.pad.io import write_new

            # The first version with git: what came before it stays out. A save never fails for git's sake.
            with suppress(OSError):
                write_new(state, json.dumps({"version": number - 1}).encode() + b"\n", sync=False)

    def take_told(self) -> Sequence[str]:
        """What is to be told, once."""
        told, self.told = self.told, []
        return told
