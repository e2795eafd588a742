"""Remedies of the Health panel: those that the core carries out, and an agent that is connected anew."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from scratchpad_tui.core.health import remedies

if TYPE_CHECKING:
    from scratchpad_tui.agents.setup import Change
    from scratchpad_tui.core.health.remedies import Done, Plan
    from scratchpad_tui.core.health.sign import Sign
    from scratchpad_tui.core.pad.store import PadStore

_HOOKS = ("hooks-missing", "hook-command")
"""Signs against which the agent's settings are written anew."""
_BLOCK = "agent-command"
"""The sign against which the block in an instruction file is."""


def connects(sign: Sign) -> bool:
    """Whether an agent is connected anew against the sign."""
    return sign.code in _HOOKS or (sign.code == _BLOCK and bool(sign.subject))


def plan(store: PadStore, sign: Sign) -> Plan:
    """What the remedy of a sign would do now; nothing is written.

    Raises:
        InputError: there is nothing to do any more, or nothing here does it.
        StorageError: a file cannot be read.
    """
    if not connects(sign):
        return remedies.plan(store, sign)
    change = _connection(store, sign)
    diff = change.diff(os.path.basename(change.path)).split("\n")
    backup = ("What stands there is kept beside it first.",) if change.has_backup else ()
    return remedies.Plan(
        "Write the block anew?" if sign.code == _BLOCK else "Set the agent's hooks up anew?",
        (f"{change.path}:", *change.done, *change.notes, *backup, *diff),
    )


def carry_out(store: PadStore, sign: Sign) -> Done:
    """Does it.

    Raises:
        InputError, StorageError: as `plan`; a file cannot be written.
    """
    if not connects(sign):
        return remedies.carry_out(store, sign)
    from scratchpad_tui.agents.setup import carry_out as connect

    said = connect(_connection(store, sign))
    return remedies.Done(said[0] if said else "The agent is connected")


def _connection(store: PadStore, sign: Sign) -> Change:
    change = _block(store, sign.subject) if sign.code == _BLOCK else _hooks(store)
    if not change.does:
        from scratchpad_tui.core.errors import InputError

        raise InputError(
            f"{change.path} needs no change", "look at the settings of the user and of the agent itself"
        )
    return change


def _block(store: PadStore, path: str) -> Change:
    from scratchpad_tui.agents.setup import write_instructions

    return write_instructions(path, store.profile, store.paths.named)


def _hooks(store: PadStore) -> Change:
    from scratchpad_tui.agents.program import find_program
    from scratchpad_tui.agents.setup import connect_claude_code, pad_options
    from scratchpad_tui.core.health.hook_settings import hook_settings, project_settings

    folder, name = os.path.split(os.path.dirname(store.paths.named))
    project = folder if name == ".agent" else os.path.join(folder, name)
    local = hook_settings(project_settings(project)[1])
    program = find_program(pad_options(project, store.paths.named))
    is_local = local is not None and local.names_us
    return connect_claude_code(project, program, os.environ, is_local=is_local)
