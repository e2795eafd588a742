"""Claude Code's messages: the main thread's, the rows of one answer put together."""

from __future__ import annotations

from scratchpad_tui.core import estimates
from scratchpad_tui.core.transcripts.claude_threads import CONTINUED, SYNTHETIC, Threads
from scratchpad_tui.core.transcripts.intake import objects
from scratchpad_tui.core.transcripts.message_list import MessageList
from scratchpad_tui.core.transcripts.parts import what_is
from scratchpad_tui.core.transcripts.record import IDS_KEPT, Remembered
from scratchpad_tui.core.transcripts.values import rows, table, text

Table = dict[str, object]


class ClaudeMessages:
    """Fed line by line; every row is decoded whole, so this comes behind the calls."""

    def __init__(self) -> None:
        self.messages = MessageList()
        self._threads = Threads()
        self._numbers = Remembered()
        """The message by the id of its answer."""
        self._rows = Remembered()
        self._tools: dict[str, str] = {}
        """The names of tools by the id of the call, until the result comes."""
        self._calls = 0

    def take(self, offset: int, line: bytes) -> None:
        """One line of the session."""
        if b'"assistant"' not in line and b'"user"' not in line:
            return
        for row in objects(line):
            message = row.get("message")
            if row.get("type") in ("user", "assistant") and isinstance(message, dict):
                self._take(offset, len(line), row, message)

    def take_document(self, value: object) -> None:
        """Sessions are never documents."""

    def _take(self, offset: int, size: int, row: Table, message: Table) -> None:
        if (
            self._threads.of(row.get("isSidechain"), row.get("agentId"), row.get("parent_tool_use_id"))
            is not None
        ):
            return
        if message.get("model") == SYNTHETIC or row.get("isApiErrorMessage") or self._is_repeated(row):
            return
        if row.get("type") == "assistant":
            self._answer(offset, size, message)
        else:
            self._said(offset, size, row, message)

    def _answer(self, offset: int, size: int, message: Table) -> None:
        content = message.get("content")
        tokens, what = estimates.tokens(content), what_is(content)
        key = text(message.get("id"))
        number = self._numbers.get(key) if key else None
        self._note_tools(content)
        if number is not None:
            self.messages.extend(number, what, tokens, size=size)
            return
        self._calls += isinstance(message.get("usage"), dict)
        number = self.messages.add(
            "assistant",
            what,
            estimates.MESSAGE_TOKENS + tokens,
            offset=offset,
            size=size,
            calls=self._calls,
        )
        if key:
            self._numbers.keep(key, number)

    def _said(self, offset: int, size: int, row: Table, message: Table) -> None:
        content = message.get("content")
        names = [
            self._tools.pop(text(part.get("tool_use_id")), "")
            for part in rows(content)
            if part.get("type") == "tool_result"
        ]
        role = "tool" if names else "user"
        if row.get("isCompactSummary") or (isinstance(content, str) and content.startswith(CONTINUED)):
            role = "summary"
        self.messages.add(
            role,
            what_is(content, result_of=names[0]) if names else what_is(content),
            estimates.MESSAGE_TOKENS + estimates.tokens(content),
            offset=offset,
            size=size,
            calls=self._calls,
        )

    def _note_tools(self, content: object) -> None:
        for part in rows(content):
            if part.get("type") == "tool_use":
                self._tools[text(part.get("id"))] = text(part.get("name"))
        while len(self._tools) > IDS_KEPT:
            del self._tools[next(iter(self._tools))]

    def _is_repeated(self, row: Table) -> bool:
        """Whether the row was there before: a resumed session begins with, or repeats, rows of the old one."""
        key = text(row.get("uuid"))
        if not key:
            return False
        message = table(row.get("message"))
        key = f"{row.get('type')}\0{key}\0{message.get('id')}"
        seen = self._rows.get(key) is not None
        self._rows.keep(key, 0)
        return seen
