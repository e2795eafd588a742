"""Codex's messages: the items of its conversation."""

from __future__ import annotations

from scratchpad_tui.core import estimates
from scratchpad_tui.core.transcripts.codex_items import CALLS, RESULTS, item_of, name_of, result_of
from scratchpad_tui.core.transcripts.codex_threads import Part
from scratchpad_tui.core.transcripts.intake import objects
from scratchpad_tui.core.transcripts.message_list import MessageList
from scratchpad_tui.core.transcripts.parts import what_is
from scratchpad_tui.core.transcripts.record import IDS_KEPT
from scratchpad_tui.core.transcripts.values import table, text, whole

Table = dict[str, object]


class CodexMessages:
    """Fed line by line."""

    def __init__(self) -> None:
        self.messages = MessageList()
        self._tools: dict[str, str] = {}
        """The names of tools by the id of the call, until the result comes."""
        self._part = Part()
        self._calls = 0
        self._counted = 0
        """How many messages there were when the last call was told of."""
        self._last: object = None
        self._turns: list[int] = []
        """Where each turn of a person begins: a rollback takes back whole turns."""

    def take(self, offset: int, line: bytes) -> None:
        """One line of the rollout."""
        for row in objects(line):
            kind, payload = row.get("type"), table(row.get("payload"))
            self._part.begins(row.get("ordinal"), kind, payload.get("type"), payload.get("turn_id"))
            item = item_of(row)
            if item:
                self._item(offset, len(line), item)
            elif kind == "compacted":
                self._summary(offset, len(line), payload)
            elif kind == "event_msg":
                self._event(payload)
            elif kind == "session_meta" and not self._part.is_known:
                parents = (payload.get("forked_from_id"), payload.get("parent_thread_id"))
                start = payload.get("subagent_history_start_ordinal")
                self._part.meta(payload.get("id"), parents, payload.get("source"), start)

    def take_document(self, value: object) -> None:
        """Rollouts are never documents."""

    def _item(self, offset: int, size: int, item: Table) -> None:
        kind = text(item.get("type"))
        if kind == "message":
            role = text(item.get("role")) or "user"
            self._add(role, what_is(item.get("content")), item.get("content"), offset, size)
        elif kind == "reasoning":
            self._add("assistant", "thinking", [item.get("summary"), item.get("content")], offset, size)
        elif kind in CALLS:
            name = name_of(item)
            self._tools[text(item.get("call_id"))] = name
            while len(self._tools) > IDS_KEPT:
                del self._tools[next(iter(self._tools))]
            words = item.get("arguments", item.get("input", item.get("action")))
            self._add("assistant", f"call {name}".rstrip(), [name, words], offset, size)
        elif kind in RESULTS:
            name = self._tools.pop(text(item.get("call_id")), "")
            self._add("tool", f"result {name}".rstrip(), result_of(item), offset, size)

    def _event(self, payload: Table) -> None:
        kind = payload.get("type")
        if kind == "user_message":
            self._turns.append(self._first_of_turn())
            del self._turns[:-IDS_KEPT]
        elif kind == "thread_rolled_back":
            self._roll_back(whole(payload.get("num_turns")))
        elif kind == "token_count":
            info = table(payload.get("info"))
            last = table(info.get("last_token_usage"))
            both = (info.get("total_token_usage"), last)
            if both != self._last and self._part.is_own:
                self._last = both
                if whole(last.get("input_tokens")) or whole(last.get("output_tokens")):
                    self._count()

    def _count(self) -> None:
        """A call is told of behind the answer that it made."""
        self._calls += 1
        for number in range(self._counted, len(self.messages)):
            if self.messages[number].role == "assistant":
                self.messages.amend(number, calls=self._calls)
        self._counted = len(self.messages)

    def _first_of_turn(self) -> int:
        """The person's message stands just before the event that tells of it."""
        count = len(self.messages)
        return count - 1 if count and self.messages[-1].role == "user" else count

    def _roll_back(self, turns: int) -> None:
        if 0 < turns <= len(self._turns):
            self.messages.cut(self._turns[-turns])
            self._counted = min(self._counted, len(self.messages))
            del self._turns[-turns:]

    def _summary(self, offset: int, size: int, payload: Table) -> None:
        """What stands in place of the history from here on; what it repeats are no new messages."""
        history = payload.get("replacement_history")
        self._add("summary", "text", history or payload.get("message"), offset, size)

    def _add(self, role: str, what: str, content: object, offset: int, size: int) -> None:
        tokens = estimates.MESSAGE_TOKENS + estimates.tokens(content)
        self.messages.add(role, what or "text", tokens, offset=offset, size=size, calls=self._calls)
