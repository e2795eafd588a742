"""An agent's own names for its sessions, as labels of versions."""

from __future__ import annotations

import os
import re

from scratchpad_tui.core.pad.who import check_label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from scratchpad_tui.core.pad.store import PadStore

_VARIABLES = ("CLAUDE_CODE_SESSION_ID", "CLAUDE_SESSION_ID")
"""Where an agent tells the processes that it starts the id of its session."""
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""What agents commonly send: it holds no secret, and needs no scan for one."""
_PLAIN = re.compile(r"[A-Za-z0-9_@%+=:,./-]+")


def own_id(env: Mapping[str, str]) -> str:
    """The id of the agent's session that started this process, empty where none did: its hooks get the same."""
    return next((env[name] for name in _VARIABLES if env.get(name)), "")


def calling_session(store: PadStore, env: Mapping[str, str] | None = None) -> str | None:
    """The session in whose shell a command runs, where it was given the pad: what it writes is no news to it.

    Without a hook nobody is told of anything, and a label that nobody asked for would only be one more.
    """
    own = own_id(os.environ if env is None else env)
    return own if own and own in store.state().seen else None


def as_label(store: PadStore, text: str) -> str | None:
    """The session's name as it came; None where it is empty.

    Raises:
        InputError: it is too long, or holds control characters or a secret.
    """
    label = check_label("session", text or None)
    if label is None or _UUID.fullmatch(label) or label in store.state().seen:
        return label
    from scratchpad_tui.core.pad.gate import refuse_labels

    refuse_labels(store, session=label)
    return label


def quoted(word: str) -> str:
    """A word as a shell takes it for one."""
    if _PLAIN.fullmatch(word):
        return word
    from shlex import quote

    return quote(word)


def option(name: str, value: str) -> str:
    """An option with its value, as it stands behind a command."""
    return f" --{name}{'=' if value.startswith('-') else ' '}{quoted(value)}"
