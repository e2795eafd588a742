"""Which rows of a Claude Code session belong to its main thread."""

from __future__ import annotations

from scratchpad_tui.core.transcripts.objects import safe
from scratchpad_tui.core.transcripts.values import text

SYNTHETIC = "<synthetic>"
"""The model of rows that no model wrote."""
CONTINUED = "This session is being continued from a previous conversation"
"""How a summary begins, in files that do not mark it."""
SIDECHAIN = "sidechain"
"""What the thread of a subagent without a name is called."""


class Threads:
    """Fed with the rows in their order: a file whose first row is a subagent's is that subagent's own."""

    def __init__(self) -> None:
        self.started = False
        """Whether a row was there; one that is known without asking for its thread sets this."""
        self._own = ""

    def of(self, sidechain: object, agent: object, tool: object) -> str | None:
        """The name of the other thread that the row belongs to, or None for the main one.

        `sidechain` is its isSidechain, `agent` its agentId, `tool` its parent_tool_use_id (of a printed session).
        """
        if sidechain is not True:
            self.started = True
            return safe(tool) if isinstance(tool, str) and tool else None
        name = text(agent)
        if not self.started:
            self.started = True
            self._own = name
        return None if name and name == self._own else safe(name) or SIDECHAIN
