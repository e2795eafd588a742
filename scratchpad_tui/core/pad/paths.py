"""Where a pad and the files beside it stand."""

from __future__ import annotations

import os

from scratchpad_tui.core.named_tuple import NamedTuple


class PadPaths(NamedTuple):
    """The places of one pad, as absolute paths."""

    named: str
    """As named, links not followed."""
    pad: str
    """The real file: what a link points to is what is replaced, locked and kept versions of."""
    folder: str
    lock: str
    history: str
    """The directory of the versions."""
    journal: str
    intended: str
    """The journal's line of the version that was begun last; not durable."""
    state: str
    side: str
    """The directory of episodic, promotions and archive."""
    settings: str

    @property
    def has_history(self) -> bool:
        """Whether there is a folder of versions; one that a link stands for is not ours."""
        folders = (os.path.dirname(self.history), self.history)
        return all(os.path.isdir(folder) and not os.path.islink(folder) for folder in folders)

    @property
    def name(self) -> str:
        """The real file's name."""
        return os.path.basename(self.pad)


def pad_paths(named: str) -> PadPaths:
    """The places that belong to the pad of this name."""
    named = os.path.abspath(named)
    real = os.path.realpath(named)
    folder, name = os.path.split(real)
    history = os.path.join(folder, ".history", name)
    named_folder, named_name = os.path.split(named)
    if os.path.basename(named_folder) == ".agent" and named_name == "scratchpad.md":
        side = named_folder
    else:
        side = os.path.join(named_folder, ".agent", os.path.splitext(named_name)[0])
    return PadPaths(
        named=named,
        pad=real,
        folder=folder,
        lock=os.path.join(folder, f".{name}.lock"),
        history=history,
        journal=os.path.join(history, "journal.jsonl"),
        intended=os.path.join(history, "intended.json"),
        state=os.path.join(history, "state.json"),
        side=side,
        settings=os.path.join(named_folder, "scratchpad.toml"),
    )
