"""Notices a change of a pad, of its history and of files beside it, as soon as it is there and never twice.

The directory is watched, not the file, which goes deaf at the first atomic rename. A look at the file decides, and
the file system's events only make it early: events get lost, and a removed directory sends none.

Imports the core's words alone: it says that bytes changed, and what they are is no matter; `notify` loads `watchfiles`.
"""

from __future__ import annotations

from scratchpad_tui.core.watch.observer import Notice, Observer
from scratchpad_tui.core.watch.watcher import Watcher

__all__ = ["Notice", "Observer", "Watcher"]
