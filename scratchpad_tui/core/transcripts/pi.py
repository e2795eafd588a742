"""pi's sessions: a list of entries, later a tree whose active branch leads from the last entry to the root."""

from __future__ import annotations

from scratchpad_tui.core import estimates
from scratchpad_tui.core.transcripts.branches import Branch
from scratchpad_tui.core.transcripts.message_list import MessageList
from scratchpad_tui.core.transcripts.parts import what_is
from scratchpad_tui.core.transcripts.prompts import prompt_of
from scratchpad_tui.core.transcripts.reading import Format
from scratchpad_tui.core.transcripts.record import Compaction, Record
from scratchpad_tui.core.transcripts.row_readers import CallRows, MessageRows
from scratchpad_tui.core.transcripts.values import as_json, moment, rows, table, text, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.transcripts.reading import Head
    from scratchpad_tui.core.transcripts.record import Call, Message

_FAILED = ("aborted", "error")
_OPENCLAW = "openclaw"


def sniff(head: Head) -> str | None:
    """The first object is a session's header with an id, and no other agent's mark stands behind it."""
    first = head.objects[0] if head.objects else {}
    if first.get("type") != "session" or not isinstance(first.get("id"), str):
        return None
    written = "version" in first or "cwd" in first
    if not written and not any(_role(row) for row in head.objects[1:]):
        return None
    version = whole(first.get("version")) or 1
    by = " as OpenClaw writes it" if any(_is_openclaw(row) for row in head.objects) else ""
    return f"it begins with a session's header of pi's format {version}{by}"


def context_of(usage: dict[str, object]) -> int:
    """The context behind an answer: pi keeps the parts apart."""
    parts = ("input", "output", "cacheRead", "cacheWrite")
    return whole(usage.get("totalTokens")) or sum(whole(usage.get(part)) for part in parts)


class PiCalls(CallRows):
    """Answers with usage, one call each; compactions; both only where they stand on the active branch."""

    def __init__(self) -> None:
        self.record = Record()
        self._branch = Branch()
        self._left: dict[int, Call] = {}
        """The calls of branches that were left, by entry."""
        self._marks: dict[int, Compaction] = {}
        self._first: int | None = None
        """The first message of the branch, by entry."""
        self._model = ""
        self._anchor = 0
        """In tokens: the level of the last call whose usage was recorded."""
        self._since = 0
        """In tokens, estimated: what was written after it."""

    def _row(self, row: dict[str, object], offset: int) -> None:
        kind = row.get("type")
        if kind == "session":
            self.record.session = self.record.session or text(row.get("id"))
            self.record.cwd = self.record.cwd or text(row.get("cwd"))
            self._model = text(row.get("modelId"))
            return
        self._go_to(self._branch.parent_of(row))
        level = self._level(row) if kind == "message" else None
        entry = self._branch.add(row.get("id"), brings=level is not None)
        if kind == "message":
            self._message(row, entry, level, offset)
        elif kind == "model_change":
            self._model = text(row.get("modelId")) or self._model
        elif kind == "compaction":
            self._compaction(row, entry, offset)

    def _go_to(self, parent: int) -> None:
        """Follows the tree to another branch, where the next row hangs on one."""
        switch = self._branch.switch(parent)
        if switch is None:
            return
        main = self.record.main
        self._left |= {entry: main[item] for entry, item in switch.left}
        main.cut(switch.keep)
        for entry in switch.again:
            call = self._left.pop(entry, None)
            if call is not None:
                main.add(
                    call.level,
                    offset=call.offset,
                    time=call.time,
                    completion=call.completion,
                    model=call.model,
                    estimate=call.kind != "recorded",
                )
        self.record.compactions = [
            mark for entry, mark in sorted(self._marks.items()) if self._branch.active(entry)
        ]
        self._anchor, self._since = (main.levels[-1] if len(main) else 0), 0

    def _level(self, row: dict[str, object]) -> tuple[int, bool] | None:
        """The level of an answer and whether it is an estimate; None where the row is none, or failed."""
        message = table(row.get("message"))
        if message.get("role") != "assistant" or message.get("stopReason") in _FAILED:
            return None
        recorded = context_of(table(message.get("usage")))
        if recorded:
            return recorded, False
        return self._anchor + self._since + estimates.message_tokens(message), True

    def _message(
        self, row: dict[str, object], entry: int, level: tuple[int, bool] | None, offset: int
    ) -> None:
        message = table(row.get("message"))
        if self._first is None or not self._branch.active(self._first):
            self._first = entry
        if message.get("role") == "user":
            self.record.prompts += 1
            self.record.last_prompt = prompt_of(row) or self.record.last_prompt
        if level is None:
            self._since += estimates.message_tokens(message)
            return
        tokens, estimate = level
        self.record.main.add(
            tokens,
            offset=offset,
            time=moment(row.get("timestamp")) or moment(message.get("timestamp")),
            completion=whole(table(message.get("usage")).get("output")) or None,
            model=text(message.get("model")) or self._model,
            estimate=estimate,
        )
        self.record.no_usage = estimate and (self.record.no_usage or len(self.record.main) == 1)
        self._anchor, self._since = tokens, 0

    def _compaction(self, row: dict[str, object], entry: int, offset: int) -> None:
        mark = Compaction(
            len(self.record.main),
            offset,
            moment(row.get("timestamp")),
            "kept" if self._keeps_all(row) else "unknown",
            whole(row.get("tokensBefore")) or None,
            None,
        )
        self._marks[entry] = mark
        self.record.compactions.append(mark)
        if mark.empties:
            self._anchor, self._since = 0, estimates.tokens(row.get("summary"))

    def _keeps_all(self, row: dict[str, object]) -> bool:
        """Whether the first entry that a compaction keeps stands before all messages: then nothing has left."""
        kept = self._branch.number_of(row.get("firstKeptEntryId"))
        return kept is not None and self._first is not None and kept <= self._first


class PiMessages(MessageRows):
    """The messages of the active branch."""

    def __init__(self) -> None:
        self.messages = MessageList()
        self._branch = Branch()
        self._left: dict[int, Message] = {}
        self._calls = 0

    def _row(self, row: dict[str, object], offset: int, size: int) -> None:
        kind = row.get("type")
        if kind == "session":
            return
        self._go_to(self._branch.parent_of(row))
        message = _message_of(row)
        self._branch.add(row.get("id"), brings=message is not None)
        if message is None:
            return
        self._calls += _is_call(row)
        role, what, tokens = message
        self.messages.add(role, what, tokens, offset=offset, size=size, calls=self._calls)

    def _go_to(self, parent: int) -> None:
        switch = self._branch.switch(parent)
        if switch is None:
            return
        self._left |= {entry: self.messages[item] for entry, item in switch.left}
        self.messages.cut(switch.keep)
        for entry in switch.again:
            left = self._left.pop(entry, None)
            if left is not None:
                self.messages.add(
                    left.role, left.what, left.tokens, offset=left.offset, size=left.size, calls=left.calls
                )
        self._calls = self.messages[-1].calls if len(self.messages) else 0


def _is_call(row: dict[str, object]) -> bool:
    message = table(row.get("message"))
    return message.get("role") == "assistant" and message.get("stopReason") not in _FAILED


def _message_of(row: dict[str, object]) -> tuple[str, str, int] | None:
    """Role, kind and tokens of an entry that the model reads."""
    kind = row.get("type")
    if kind in ("compaction", "branch_summary"):
        return "summary", "text", estimates.MESSAGE_TOKENS + estimates.tokens(row.get("summary"))
    if kind == "custom_message":
        return "user", "text", estimates.message_tokens(row)
    message = table(row.get("message"))
    role = _role(row)
    if kind != "message" or not role:
        return None
    result = text(message.get("toolName")) if role == "tool" else None
    return role, what_is(message.get("content"), result_of=result), estimates.message_tokens(message)


def _role(row: dict[str, object]) -> str:
    role = text(table(row.get("message")).get("role"))
    return "tool" if role in ("toolResult", "bashExecution") else role


def _is_openclaw(row: dict[str, object]) -> bool:
    return _OPENCLAW in text(row.get("customType")) or _OPENCLAW in text(row.get("provider"))


def chat(row: dict[str, object]) -> list[dict[str, object]]:
    """The chat message of one entry."""
    message = table(row.get("message"))
    role = _role(row)
    if row.get("type") in ("compaction", "branch_summary"):
        return [{"role": "user", "content": text(row.get("summary"))}]
    if row.get("type") == "custom_message":
        return [{"role": "user", "content": row.get("content")}]
    if row.get("type") != "message" or not role:
        return []
    content = message.get("content")
    if role == "tool":
        return [{"role": "tool", "tool_call_id": text(message.get("toolCallId")), "content": content}]
    calls = [part for part in rows(content) if part.get("type") == "toolCall"]
    spoken: object = content
    if isinstance(content, list):
        spoken = [part for part in rows(content) if part.get("type") not in ("toolCall", "thinking")]
    answer: dict[str, object] = {"role": role, "content": spoken}
    if calls:
        answer["tool_calls"] = [_call(part) for part in calls]
    return [answer]


def _call(part: dict[str, object]) -> dict[str, object]:
    function = {"name": text(part.get("name")), "arguments": as_json(part.get("arguments"))}
    return {"id": text(part.get("id")), "type": "function", "function": function}


FORMAT = Format("pi", "pi", sniff, PiCalls, PiMessages, chat=chat)
