"""Which rows of a Codex rollout are the thread's own: a fork's or a subagent's file may begin with its parent's."""

from __future__ import annotations

import re

from scratchpad_tui.core.transcripts.values import table, text

_UUID_7 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}").fullmatch


class Part:
    """Fed with the rows in their order."""

    def __init__(self) -> None:
        self.is_own = True
        """Whether the row seen last is the thread's own."""
        self.is_known = False
        """Whether the file's own session_meta was there; later ones are copies of a parent's."""
        self._thread = ""
        self._start: int | None = None

    def meta(self, thread: object, parents: tuple[object, ...], source: object, start: object) -> None:
        """The file's own session_meta: its id, the ids of threads that it comes from, its source.

        `start` is the ordinal from which on the rows are its own, where it tells that.
        """
        self.is_known = True
        self._thread = text(thread)
        self._start = start if isinstance(start, int) else None
        self.is_own = not any(parents) and "subagent" not in table(source)

    def begins(self, ordinal: object, kind: object, event: object, turn: object) -> bool:
        """Whether the thread's own part begins with this row: its own task, or the row that session_meta names."""
        if self.is_own:
            return False
        if self._start is not None and isinstance(ordinal, int):
            self.is_own = ordinal >= self._start
        else:
            self.is_own = kind == "event_msg" and event == "task_started" and self._began(text(turn))
        return self.is_own

    def _began(self, turn: str) -> bool:
        """Copied tasks keep their ids, which begin with the time they were made at: before this thread was."""
        return not (_UUID_7(turn) and _UUID_7(self._thread)) or turn > self._thread
