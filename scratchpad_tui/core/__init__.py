"""The core library: read, patch and keep an agent's file-backed memory. Names are loaded when they are used.

It imports nothing of the front ends (`cli`, `agents`, `demo`, `tui`) and no UI library; each room says what it may.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.audited.memory import Memory
    from scratchpad_tui.core.errors import (
        MergeConflict,
        ParseError,
        PatchError,
        ScratchpadError,
        StorageError,
    )
    from scratchpad_tui.core.pad.history import read_history
    from scratchpad_tui.core.pad.parse import parse, render
    from scratchpad_tui.core.pad.patch import Patch
    from scratchpad_tui.core.pad.schema import Profile, Section, prompt_block
    from scratchpad_tui.core.pad.scratchpad import Scratchpad
    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.working.archive import JsonlArchive
    from scratchpad_tui.core.working.budget import Budget
    from scratchpad_tui.core.working.compactor import Compactor
    from scratchpad_tui.core.working.policy import PinPolicy
    from scratchpad_tui.core.working.window import ManagedWindow

_HOMES = {
    "Budget": "working.budget",
    "Compactor": "working.compactor",
    "JsonlArchive": "working.archive",
    "ManagedWindow": "working.window",
    "Memory": "audited.memory",
    "MergeConflict": "errors",
    "PadStore": "pad.store",
    "ParseError": "errors",
    "Patch": "pad.patch",
    "PatchError": "errors",
    "PinPolicy": "working.policy",
    "Profile": "pad.schema",
    "Scratchpad": "pad.scratchpad",
    "ScratchpadError": "errors",
    "Section": "pad.schema",
    "StorageError": "errors",
    "parse": "pad.parse",
    "prompt_block": "pad.schema",
    "read_history": "pad.history",
    "render": "pad.parse",
}

__all__ = [
    "Budget",
    "Compactor",
    "JsonlArchive",
    "ManagedWindow",
    "Memory",
    "MergeConflict",
    "PadStore",
    "ParseError",
    "Patch",
    "PatchError",
    "PinPolicy",
    "Profile",
    "Scratchpad",
    "ScratchpadError",
    "Section",
    "StorageError",
    "parse",
    "prompt_block",
    "read_history",
    "render",
]


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
