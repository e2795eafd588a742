"""What a hook says to the agent, in the form of Claude Code's hooks."""

from __future__ import annotations

import json

from scratchpad_tui.core.text import visible


def context(event: str, text: str, **more: object) -> str:
    """A text for the agent's context; its control characters are shown as marks."""
    return _specific(event, additionalContext=visible(text, keep="\n\t"), **more)


def denial(event: str, reason: str) -> str:
    """The refusal of a tool's call, with the reason that the agent reads."""
    return _specific(event, permissionDecision="deny", permissionDecisionReason=visible(reason, keep="\n\t"))


def _specific(event: str, **fields: object) -> str:
    # Other scripts stay as they are: an escape for each character would fill the context's limit for nothing.
    return json.dumps({"hookSpecificOutput": {"hookEventName": event, **fields}}, ensure_ascii=False)
