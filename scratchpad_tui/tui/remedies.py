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

CONNECTING = ("hooks-missing", "hook-command")
"""Signs against which the agent's settings are written anew."""


def plan(store: PadStore, sign: Sign) -> Plan:
    """What the remedy of a sign would do now; nothing is written.

    Raises:
        InputError: there is nothing to do any more, or nothing here does it.
        StorageError: a file cannot be read.
    """
    if sign.code not in CONNECTING:
        return remedies.plan(store, sign)
    change = _connection(store)
    diff = change.diff(os.path.basename(change.path)).split("\n")
    backup = ("What stands there is kept beside it first.",) if change.has_backup else ()
    return remedies.Plan(
        "Set the agent's hooks up anew?", (f"{change.path}:", *change.done, *change.notes, *backup, *diff)
    )


def carry_out(store: PadStore, sign: Sign) -> Done:
    """Does it.

    Raises:
        InputError, StorageError: as `plan`; a file cannot be written.
    """
    if sign.code not in CONNECTING:
        return remedies.carry_out(store, sign)
    from scratchpad_tui.agents.setup import carry_out as connect

    said = connect(_connection(store))
    return remedies.Done(said[0] if said else "The hooks are set up")


def _connection(store: PadStore) -> Change:
    from scratchpad_tui.agents.claude_code_settings import find_program
    from scratchpad_tui.agents.setup import connect_claude_code, pad_options
    from scratchpad_tui.core.errors import InputError
    from scratchpad_tui.core.health.hook_settings import hook_settings, project_settings

    folder, name = os.path.split(os.path.dirname(store.paths.named))
    project = folder if name == ".agent" else os.path.join(folder, name)
    local = hook_settings(project_settings(project)[1])
    program = find_program(pad_options(project, store.paths.named))
    is_local = local is not None and local.names_us
    change = connect_claude_code(project, program, os.environ, is_local=is_local)
    if not change.does:
        raise InputError(
            f"{change.path} needs no change", "look at the settings of the user and of the agent itself"
        )
    return change
