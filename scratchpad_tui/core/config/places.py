"""Where the user's own files stand, by the custom of each system."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

APPLICATION = "scratchpad-tui"
_UNIX = {"config": ".config", "state": ".local/state"}


def user_directory(kind: str, env: Mapping[str, str], platform: str = sys.platform) -> str:
    """The user's directory of this application for its `config` or its `state`; it need not exist.

    `XDG_CONFIG_HOME` and `XDG_STATE_HOME` win on every system where they are absolute, as their rules ask.
    """
    base = env.get(f"XDG_{kind.upper()}_HOME", "")
    if not os.path.isabs(base):
        base = _system_directory(kind, env, platform)
    return os.path.join(base, APPLICATION)


def home_directory(env: Mapping[str, str]) -> str:
    """The user's home as the environment names it, else as the system knows it."""
    return env.get("HOME") or os.path.expanduser("~")


def _system_directory(kind: str, env: Mapping[str, str], platform: str) -> str:
    if platform == "win32":
        local = os.path.join(env.get("USERPROFILE") or home_directory(env), "AppData", "Local")
        return env.get("LOCALAPPDATA") or local
    if platform == "darwin":
        return os.path.join(home_directory(env), "Library", "Application Support")
    return os.path.join(home_directory(env), _UNIX[kind])
