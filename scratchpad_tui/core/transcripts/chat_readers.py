"""Reads chat files of both vendors' shapes: usage where it is recorded, else estimates, one point a call of the model."""

from __future__ import annotations

from scratchpad_tui.core import estimates
from scratchpad_tui.core.transcripts.chat import chat_of
from scratchpad_tui.core.transcripts.chat_rows import CONVERSATION, LOG, MESSAGE, entry_of
from scratchpad_tui.core.transcripts.message_list import MessageList
from scratchpad_tui.core.transcripts.parts import what_is
from scratchpad_tui.core.transcripts.prompts import prompt_of
from scratchpad_tui.core.transcripts.record import Record, Remembered, Series
from scratchpad_tui.core.transcripts.row_readers import CallRows, MessageRows
from scratchpad_tui.core.transcripts.values import rows, table, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.transcripts.chat_rows import Entry


class ChatCalls(CallRows):
    """One point for each answer, or for each line that repeats its whole history."""

    def __init__(self) -> None:
        self.record = Record()
        self.record.no_usage = True
        self._answers = Remembered()
        self._told = 0
        """In tokens: the level that was recorded last, or 0."""
        self._since = 0
        """In tokens, estimated: what was written since."""
        self._first = ""
        self._count = 0
        """How many messages the conversation before had, and the beginning of its first."""

    def _row(self, row: dict[str, object], offset: int) -> None:
        entry = entry_of(row)
        if entry is None:
            return
        if entry.kind == MESSAGE:
            self._message(entry.messages[0], entry, offset)
        elif entry.kind == LOG:
            self._logged(entry, offset)
        else:
            self._conversation(entry, offset)

    def _message(self, message: dict[str, object], entry: Entry, offset: int) -> None:
        tokens = estimates.message_tokens(message)
        if message.get("role") == "user":
            self._prompt(message)
        if message.get("role") != "assistant":
            self._since += tokens
            return
        number = self._answers.get(entry.key) if entry.key else None
        if number is not None and number < len(self.record.main):
            self._further(number, tokens, entry)
            return
        number = self._point(entry, tokens, offset)
        if entry.key:
            self._answers.keep(entry.key, number)

    def _point(self, entry: Entry, tokens: int, offset: int) -> int:
        """An answer: what its call is recorded to have taken, else all so far with the answer."""
        usage = entry.usage
        if usage is None:
            self._since += tokens
            return self.record.main.add(
                self._told + self._since, offset=offset, time=entry.time, model=entry.model, estimate=True
            )
        self.record.no_usage = False
        self._told, self._since = usage.prompt, tokens
        return self.record.main.add(
            usage.prompt, offset=offset, time=entry.time, completion=usage.completion, model=entry.model
        )

    def _further(self, number: int, tokens: int, entry: Entry) -> None:
        """A further row of an answer: its usage is the whole call's, and the last one counts."""
        self._since += tokens
        if entry.usage is not None:
            self.record.main.amend(
                number, entry.usage.prompt, completion=entry.usage.completion, model=entry.model
            )
            self._told = entry.usage.prompt
        elif self.record.no_usage:
            self.record.main.amend(number, self._told + self._since)

    def _logged(self, entry: Entry, offset: int) -> None:
        """One call; its line holds the whole history, so that nothing of the line before is added."""
        self._told, self._since = 0, sum(map(estimates.message_tokens, entry.messages))
        self._count_prompts(entry)
        self._point(entry, 0, offset)

    def _conversation(self, entry: Entry, offset: int) -> None:
        """A conversation of its own, which takes the place of the one before; or the same one, grown."""
        first = _beginning(entry)
        known = len(self.record.main)
        if first != self._first or len(entry.messages) < self._count:
            known = 0
            self.record.main = Series()
        self._first, self._count = first, len(entry.messages)
        self._told = self._since = 0
        self._count_prompts(entry)
        answers = 0
        for message in entry.messages:
            tokens = estimates.message_tokens(message)
            answers += message.get("role") == "assistant"
            if message.get("role") == "assistant" and answers > known:
                self._point(entry._replace(usage=None), tokens, offset)
            else:
                self._since += tokens

    def _count_prompts(self, entry: Entry) -> None:
        self.record.prompts = 0
        for message in entry.messages:
            if message.get("role") == "user":
                self._prompt(message)

    def _prompt(self, message: dict[str, object]) -> None:
        if not _results_only(message):
            self.record.prompts += 1
            self.record.last_prompt = prompt_of(message) or self.record.last_prompt


class ChatMessages(MessageRows):
    """The messages of the file; of lines that each hold a conversation, those of the last."""

    def __init__(self) -> None:
        self.messages = MessageList()
        self._answers = Remembered()
        self._calls = 0
        self._tools: dict[str, str] = {}

    def _row(self, row: dict[str, object], offset: int, size: int) -> None:
        entry = entry_of(row)
        if entry is None:
            return
        if entry.kind != MESSAGE:
            self.messages.cut(0)
            self._answers, self._tools = Remembered(), {}
            self._calls = self._calls if entry.kind == LOG else 0
        for message in entry.messages:
            self._add(message, entry, offset, size)
        self._calls += entry.kind == LOG

    def _add(self, message: dict[str, object], entry: Entry, offset: int, size: int) -> None:
        role, content = text(message.get("role")), message.get("content")
        calls = rows(message.get("tool_calls"))
        for key, name in _named(calls, content):
            self._tools[key] = name
        what = what_is(content, calls, self._result(message))
        tokens = estimates.message_tokens(message)
        known = self._answers.get(entry.key) if entry.key else None
        if known is not None:
            self.messages.extend(known, what, tokens - estimates.MESSAGE_TOKENS, size=size)
            return
        self._calls += role == "assistant" and entry.kind in (MESSAGE, CONVERSATION)
        role = "tool" if role == "function" or _results_only(message) else role
        index = self.messages.add(role, what, tokens, offset=offset, size=size, calls=self._calls)
        if entry.key:
            self._answers.keep(entry.key, index)

    def _result(self, message: dict[str, object]) -> str | None:
        """The name of the tool whose result the message is, empty where it is unknown; None where it is none."""
        if message.get("role") in ("tool", "function"):
            key = text(message.get("tool_call_id"))
        elif _results_only(message):
            key = text(rows(message.get("content"))[0].get("tool_use_id"))
        else:
            return None
        return self._tools.pop(key, "") or text(message.get("name"))


def chat(row: dict[str, object]) -> list[dict[str, object]]:
    """The chat messages of one object."""
    entry = entry_of(row)
    if entry is None:
        return []
    tied: dict[str, object] = {"id": entry.key} if entry.key and entry.kind == MESSAGE else {}
    return [said for message in entry.messages for said in chat_of({**message, **tied})]


def _named(calls: list[dict[str, object]], content: object) -> Iterator[tuple[str, str]]:
    """The ids of the calls in a message with the tools' names."""
    for call in calls:
        yield text(call.get("id")), text(table(call.get("function")).get("name"))
    for part in rows(content):
        if part.get("type") in ("tool_use", "server_tool_use"):
            yield text(part.get("id")), text(part.get("name"))


def _results_only(message: dict[str, object]) -> bool:
    """Whether a message in the person's place holds results of tools and nothing else."""
    parts = rows(message.get("content"))
    return bool(parts) and all(part.get("type") == "tool_result" for part in parts)


def _beginning(entry: Entry) -> str:
    return (
        str(entry.messages[0].get("content"))[:4000]
        + str(entry.messages[1].get("content") if len(entry.messages) > 1 else "")[:4000]
    )
