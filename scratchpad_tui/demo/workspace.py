"""A temporary workspace for the demo: a folder with a pad, its settings and a transcript."""

from __future__ import annotations

import os

from scratchpad_tui.core.config.example import example_toml
from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.store import PadStore

PREFIX = "scratchpad-demo-"
HISTORY_DEPTH = 1000


class Workspace(NamedTuple):
    """The places of one demo, as absolute paths."""

    path: str
    """The folder; only its owner can look into it."""
    pad: str
    transcript: str
    """A session file in Claude Code's format."""
    settings: str
    log: str
    """What the agent's process says when it fails."""


def workspace_at(path: str) -> Workspace:
    """The places in a workspace's folder; nothing is looked at or made."""
    path = os.path.abspath(path)
    return Workspace(
        path,
        os.path.join(path, ".agent", "scratchpad.md"),
        os.path.join(path, "transcript.jsonl"),
        os.path.join(path, ".agent", "scratchpad.toml"),
        os.path.join(path, "agent.log"),
    )


def create_workspace(profile: str = "task") -> Workspace:
    """A new workspace in the system's folder for temporary files, with settings that keep 1,000 versions.

    Raises:
        StorageError: it cannot be made.
    """
    import tempfile

    try:
        place = workspace_at(os.path.realpath(tempfile.mkdtemp(prefix=PREFIX)))
        PadStore(place.pad, profile=profile).create()
        for path, text in ((place.settings, example_toml(HISTORY_DEPTH, profile)), (place.transcript, "")):
            with open(path, "x", encoding="utf-8", newline="\n") as file:
                file.write(text)
    except OSError as error:
        message = f"no temporary workspace could be made ({error.strerror})"
        raise StorageError(message, "set TMPDIR to a folder that can be written") from error
    return place


def remove_workspace(place: Workspace) -> None:
    """Takes the workspace away with all that is in it, unless a person's unsaved text is among it.

    What cannot be removed is left to the system.
    """
    import shutil

    from scratchpad_tui.core.pad.drafts import Drafts
    from scratchpad_tui.core.pad.paths import pad_paths

    if any(draft.lines != draft.base for draft in Drafts(pad_paths(place.pad)).all()):
        return
    shutil.rmtree(place.path, ignore_errors=True)
