"""What `codex exec --json` prints: its usage adds up over the session, so no level can be had from it."""

from __future__ import annotations

from scratchpad_tui.core import estimates
from scratchpad_tui.core.transcripts.chat import call
from scratchpad_tui.core.transcripts.intake import objects
from scratchpad_tui.core.transcripts.message_list import MessageList
from scratchpad_tui.core.transcripts.objects import safe
from scratchpad_tui.core.transcripts.reading import Format
from scratchpad_tui.core.transcripts.record import Record
from scratchpad_tui.core.transcripts.values import table, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.transcripts.reading import Head

Table = dict[str, object]

_DOTTED = ("thread.", "turn.", "item.")
_MESSAGE = "agent_message"
_FIELDS = ("command", "arguments", "query", "changes", "items")
_OUTPUTS = ("aggregated_output", "result", "error")


def sniff(head: Head) -> str | None:
    """Events with dotted types, the first of them the start of a thread, or items that are done."""
    kinds = [text(row.get("type")) for row in head.objects]
    started = any(row.get("type") == "thread.started" and "thread_id" in row for row in head.objects)
    done = any(kind.startswith("item.") for kind in kinds) and any(kind.startswith("turn.") for kind in kinds)
    if kinds and kinds[0].startswith((*_DOTTED, "error")) and (started or done):
        return "its events are thread.started, turn and item, as codex exec --json prints them; no context size in them"
    return None


class ExecCalls:
    """An estimate for each answer: all that was printed so far."""

    def __init__(self) -> None:
        self.record = Record()
        self.record.no_usage = True
        self._tokens = 0

    def take(self, offset: int, line: bytes) -> None:
        """One event."""
        for row in objects(line, self.record):
            if row.get("type") == "thread.started":
                self.record.session = safe(text(row.get("thread_id")))
            item = table(row.get("item"))
            if row.get("type") != "item.completed" or not item:
                continue
            self._tokens += _tokens(item)
            if item.get("type") == _MESSAGE:
                self.record.main.add(self._tokens, offset=offset, estimate=True)

    def take_document(self, value: object) -> None:
        """What is printed is never a document."""


class ExecMessages:
    """The items that are done."""

    def __init__(self) -> None:
        self.messages = MessageList()
        self._calls = 0

    def take(self, offset: int, line: bytes) -> None:
        """One event."""
        for row in objects(line):
            item = table(row.get("item"))
            if row.get("type") == "item.completed" and item:
                kind = text(item.get("type"))
                self._calls += kind == _MESSAGE
                what = {_MESSAGE: "text", "reasoning": "thinking"}.get(kind) or f"call {kind}".rstrip()
                self.messages.add(
                    "assistant", what, _tokens(item), offset=offset, size=len(line), calls=self._calls
                )

    def take_document(self, value: object) -> None:
        """What is printed is never a document."""


def chat(row: Table) -> list[Table]:
    """The answer, or the call with its result, of an item that is done."""
    item = table(row.get("item"))
    if row.get("type") != "item.completed" or not item:
        return []
    kind, key = text(item.get("type")), text(item.get("id"))
    if kind in (_MESSAGE, "reasoning"):
        return [{"role": "assistant", "content": text(item.get("text"))}] if kind == _MESSAGE else []
    arguments = {name: item[name] for name in _FIELDS if name in item}
    output = next((words for name in _OUTPUTS if (words := text(item.get(name)))), "")
    return [
        {"role": "assistant", "content": None, "tool_calls": [call(key, kind, arguments)]},
        {"role": "tool", "tool_call_id": key, "content": output},
    ]


def _tokens(item: Table) -> int:
    spoken = [item.get(name) for name in ("text", *_FIELDS, *_OUTPUTS)]
    return estimates.MESSAGE_TOKENS + estimates.tokens(spoken)


FORMAT = Format("codex-exec", "Codex exec", sniff, calls=ExecCalls, messages=ExecMessages, chat=chat)
