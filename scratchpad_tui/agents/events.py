"""The moments of an agent's session at which it calls a hook, by our names and by Claude Code's."""

from __future__ import annotations

SESSION_START, USER_PROMPT, PRE_TOOL_USE = "session-start", "user-prompt-submit", "pre-tool-use"
PRE_COMPACT, POST_COMPACT, STOP = "pre-compact", "post-compact", "stop"
SESSION_END, STATUS_LINE = "session-end", "statusline"
EVENTS = (SESSION_START, USER_PROMPT, PRE_TOOL_USE, PRE_COMPACT, POST_COMPACT, STOP, SESSION_END, STATUS_LINE)
UNKNOWN = "unknown"
"""Stands in the log for an event that is none of these: its word is the agent's own."""
PROJECT = "CLAUDE_PROJECT_DIR"
"""Where an agent tells the processes that it starts the folder of its project."""
_BY_LETTERS = {event.replace("-", ""): event for event in EVENTS}


def event_named(word: str) -> str | None:
    """The event of that name: `session-start`, `SessionStart`, `session_start`; None where there is none."""
    return _BY_LETTERS.get(word.replace("-", "").replace("_", "").casefold())
