"""What an agent's own settings say of its model."""

from __future__ import annotations

import json
import os

from scratchpad_tui.core.transcripts.values import table, text

_BYTES = 1 << 20


def model_in_settings(format_name: str, cwd: str) -> str:
    """The model that Claude Code's settings name, the project's before the user's; empty for other agents."""
    if format_name != "claude-code":
        return ""
    home = os.environ.get("CLAUDE_CONFIG_DIR", "").partition(",")[0] or os.path.expanduser("~/.claude")
    project = os.path.join(cwd, ".claude") if os.path.isabs(cwd) else ""
    paths = [os.path.join(project, name) for name in ("settings.local.json", "settings.json") if project]
    paths.append(os.path.join(home, "settings.json"))
    return next((model for path in paths if (model := _model(path))), "")


def _model(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return text(table(json.loads(file.read(_BYTES))).get("model"))
    except (OSError, ValueError, RecursionError):
        return ""
