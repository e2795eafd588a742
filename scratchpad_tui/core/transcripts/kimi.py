"""Kimi's sessions: Kimi CLI's messages with counts between them, and Kimi Code's log of what goes over the wire."""

from __future__ import annotations

from scratchpad_tui.core import estimates
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

_MARKS = ("_usage", "_checkpoint", "_system_prompt")
_WIRE = (
    "turn.prompt",
    "llm.request",
    "context.append_message",
    "context.append_loop_event",
    "tools.set_active_tools",
    "config.update",
)


def sniff_context(head: Head) -> str | None:
    """Chat messages with rows between them whose role begins with an underscore."""
    found = next((row["role"] for row in head.objects if row.get("role") in _MARKS), None)
    return f"it holds chat messages and rows of the role {found}, as Kimi CLI writes them" if found else None


def sniff_wire(head: Head) -> str | None:
    """Objects with the dotted types of the wire log."""
    found = next((row["type"] for row in head.objects if row.get("type") in _WIRE), None)
    if found:
        return f"it holds events such as {found}, as Kimi Code's wire log does"
    first = head.objects[0] if len(head.objects) == 1 else {}
    begun = first.get("type") == "metadata" and "protocol_version" in first and "created_at" in first
    return "it begins with the version of a protocol, as Kimi Code's wire log does" if begun else None


class ContextCalls(CallRows):
    """Each count is a point: before and after an answer in older files, one an answer in newer ones."""

    def __init__(self) -> None:
        self.record = Record()

    def _row(self, row: dict[str, object], offset: int) -> None:
        role = row.get("role")
        if role == "_usage":
            count = whole(row.get("token_count"))
            if count:
                self.record.main.add(count, offset=offset)
        elif role == "user":
            self.record.prompts += 1
            self.record.last_prompt = prompt_of(row) or self.record.last_prompt


class ContextMessages(MessageRows):
    """The rows that the model reads."""

    def __init__(self) -> None:
        self.messages = MessageList()
        self._calls = 0
        self._tools: dict[str, str] = {}

    def _row(self, row: dict[str, object], offset: int, size: int) -> None:
        role = text(row.get("role"))
        if role == "_usage":
            self._calls += whole(row.get("token_count")) > 0
        role = "system" if role == "_system_prompt" else role
        if not role or role.startswith("_"):
            return
        calls = rows(row.get("tool_calls"))
        self._tools |= {text(call.get("id")): text(table(call.get("function")).get("name")) for call in calls}
        result = self._tools.pop(text(row.get("tool_call_id")), "") if role == "tool" else None
        what = what_is(row.get("content"), calls, result)
        self.messages.add(
            role, what, estimates.message_tokens(row), offset=offset, size=size, calls=self._calls
        )


def context_chat(row: dict[str, object]) -> list[dict[str, object]]:
    """The chat message of one row."""
    role = text(row.get("role"))
    if role == "_system_prompt":
        return [{"role": "system", "content": row.get("content")}]
    return [] if not role or role.startswith("_") else [row]


class WireCalls(CallRows):
    """The ends of steps with usage, one call each, on the side of the prompt."""

    def __init__(self) -> None:
        self.record = Record()
        self._model = ""
        self._window: int | None = None
        self._used: int | None = 0
        """In tokens, of the last call, prompt and answer; None where it is not known."""
        self._pending: Compaction | None = None
        """A compaction that no call follows yet."""
        self._trigger = "unknown"

    def _row(self, row: dict[str, object], offset: int) -> None:
        kind = row.get("type")
        if kind == "context.append_loop_event":
            event = table(row.get("event"))
            if event.get("type") == "step.end":
                self._step(event, row, offset)
        elif kind == "llm.request":
            self._request(row)
        elif kind == "turn.prompt":
            self._prompt(row)
        elif kind == "full_compaction.begin":
            self._trigger = {"manual": "manual", "auto": "auto"}.get(text(row.get("source")), "unknown")
        elif kind == "context.apply_compaction":
            before = whole(row.get("tokensBefore")) or None
            after = whole(row.get("tokensAfter")) or None
            count = len(self.record.main)
            self._pending = Compaction(count, offset, moment(row.get("time")), self._trigger, before, after)
            self._used, self._trigger = None, "unknown"
        elif kind == "metadata":
            self.record.version = text(row.get("app_version")) or self.record.version

    def _prompt(self, row: dict[str, object]) -> None:
        if table(row.get("origin")).get("kind", "user") == "user":
            self.record.prompts += 1
            self.record.last_prompt = prompt_of(row) or self.record.last_prompt

    def _request(self, row: dict[str, object]) -> None:
        """The limit of a request is what the call before it left of the window."""
        if row.get("kind") != "loop":
            return
        model, limit = text(row.get("model")), whole(row.get("maxTokens"))
        if model != self._model:
            self._model, self._window = model, None
        if limit and self._used is not None:
            self._window = limit + self._used

    def _step(self, event: dict[str, object], row: dict[str, object], offset: int) -> None:
        usage = table(event.get("usage"))
        prompt = _prompt_of(event)
        if not prompt:
            return
        if self._pending is not None:
            # It counts from the call on that shows what it left; until then the last call's level stands, for
            # the sizes on the marker leave out the system prompt and the tools.
            self.record.compactions.append(self._pending)
            self._pending = None
        output = whole(usage.get("output"))
        self._used = prompt + output
        self.record.main.add(
            prompt,
            offset=offset,
            time=moment(row.get("time")),
            completion=output or None,
            window=self._window,
            model=self._model,
        )


class WireMessages(MessageRows):
    """Messages that were appended, answers put together from their parts, results of tools."""

    def __init__(self) -> None:
        self.messages = MessageList()
        self._calls = 0
        self._step = ""
        self._answer = -1
        """The message of the step that is being written."""
        self._tools: dict[str, str] = {}

    def _row(self, row: dict[str, object], offset: int, size: int) -> None:
        kind = row.get("type")
        if kind == "context.append_loop_event":
            self._event(table(row.get("event")), offset, size)
        elif kind == "context.append_message":
            message = table(row.get("message"))
            role = text(message.get("role")) or "user"
            what = what_is(message.get("content"))
            self._add(role, what, estimates.message_tokens(message), offset, size)
        elif kind == "context.apply_compaction":
            tokens = estimates.MESSAGE_TOKENS + estimates.tokens(
                row.get("contextSummary") or row.get("summary")
            )
            self._add("summary", "text", tokens, offset, size)

    def _event(self, event: dict[str, object], offset: int, size: int) -> None:
        kind = event.get("type")
        if kind == "content.part":
            part = table(event.get("part"))
            self._part(event, what_is([part]), estimates.tokens(part), offset, size)
        elif kind == "tool.call":
            name = text(event.get("name"))
            self._tools[text(event.get("toolCallId"))] = name
            self._part(event, f"call {name[:60]}", estimates.tokens([name, event.get("args")]), offset, size)
        elif kind == "tool.result":
            name = self._tools.pop(text(event.get("toolCallId")), "")
            tokens = estimates.MESSAGE_TOKENS + estimates.tokens(table(event.get("result")).get("output"))
            self._add("tool", f"result {name[:60]}".rstrip(), tokens, offset, size)
        elif kind == "step.end" and _prompt_of(event):
            self._calls += 1
            if self._answer >= 0 and text(event.get("uuid")) == self._step:
                self.messages.amend(self._answer, calls=self._calls)

    def _part(self, event: dict[str, object], what: str, tokens: int, offset: int, size: int) -> None:
        step = text(event.get("stepUuid"))
        if self._answer >= 0 and step and step == self._step:
            self.messages.extend(self._answer, what, tokens, size=size)
            return
        self._step = step
        self._answer = self._add("assistant", what, estimates.MESSAGE_TOKENS + tokens, offset, size)

    def _add(self, role: str, what: str, tokens: int, offset: int, size: int) -> int:
        return self.messages.add(role, what, tokens, offset=offset, size=size, calls=self._calls)


def _prompt_of(event: dict[str, object]) -> int:
    usage = table(event.get("usage"))
    return sum(whole(usage.get(part)) for part in ("inputOther", "inputCacheRead", "inputCacheCreation"))


def wire_chat(row: dict[str, object]) -> list[dict[str, object]]:
    """The chat message of one event; the parts of an answer carry its step as their id."""
    kind = row.get("type")
    if kind == "context.append_message":
        message = table(row.get("message"))
        return [{"role": text(message.get("role")) or "user", "content": message.get("content")}]
    if kind == "context.apply_compaction":
        return [{"role": "user", "content": row.get("contextSummary") or row.get("summary")}]
    return _event_chat(table(row.get("event"))) if kind == "context.append_loop_event" else []


def _event_chat(event: dict[str, object]) -> list[dict[str, object]]:
    kind, key = event.get("type"), text(event.get("toolCallId"))
    if kind == "tool.result":
        output = table(event.get("result")).get("output")
        return [{"role": "tool", "tool_call_id": key, "content": output}]
    answer: dict[str, object] = {"role": "assistant", "id": text(event.get("stepUuid"))}
    if kind == "content.part":
        part = table(event.get("part"))
        return [{**answer, "content": [part] if part.get("type") == "text" else None}]
    if kind == "tool.call":
        function = {"name": text(event.get("name")), "arguments": as_json(event.get("args"))}
        return [
            {**answer, "content": None, "tool_calls": [{"id": key, "type": "function", "function": function}]}
        ]
    return []


CONTEXT = Format("kimi-context", "Kimi CLI", sniff_context, ContextCalls, ContextMessages, chat=context_chat)
WIRE = Format("kimi-wire", "Kimi Code", sniff_wire, WireCalls, WireMessages, chat=wire_chat)
