"""Gemini CLI's recordings: lines that add, replace and cut, and the older document that is written whole."""

from __future__ import annotations

from scratchpad_tui.core import estimates
from scratchpad_tui.core.transcripts.document import items_of
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

_SNAPSHOT = "<state_snapshot>"
"""How the summary begins that stands in place of what was compressed."""
_KINDS = ("user", "gemini", "info", "error", "warning")
NO_CALL = -1


def sniff(head: Head) -> str | None:
    """The lines' first object has a session and the hash of a project; message records or patches follow."""
    if not head.objects or not _is_header(head.objects[0]) or "messages" in head.objects[0]:
        return None
    others = head.objects[1:]
    if others and not any(_is_record(row) for row in others):
        return None
    return "it begins with sessionId and projectHash, and message records of Gemini CLI follow"


def sniff_document(head: Head) -> str | None:
    """One object with a session, the hash of a project and its messages."""
    document = table(head.document)
    messages = document.get("messages")
    if not _is_header(document) or not isinstance(messages, list):
        return None
    if rows(messages) and not any(row.get("type") in _KINDS for row in rows(messages)):
        return None
    return "it is one object with sessionId, projectHash and messages of Gemini CLI"


def _is_header(row: dict[str, object]) -> bool:
    return isinstance(row.get("sessionId"), str) and isinstance(row.get("projectHash"), str)


def _is_record(row: dict[str, object]) -> bool:
    return "$set" in row or "$rewindTo" in row or ("id" in row and row.get("type") in _KINDS)


class GeminiCalls(CallRows):
    """Answers with usage, one call each; a record that comes again under its id amends its call."""

    def __init__(self) -> None:
        self.record = Record()
        self._numbers: dict[str, int] = {}
        """The messages by id in their order, with the number of their call."""
        self._summary = ""

    def take_document(self, value: object) -> None:
        """The whole of an older recording."""
        document = table(value)
        self._header(document)
        self._history(items_of(value), None)

    def _row(self, row: dict[str, object], offset: int) -> None:
        if "$set" in row:
            patch = table(row["$set"])
            self._header(patch)
            if isinstance(patch.get("messages"), list):
                self._history(items_of(patch), offset)
        elif "$rewindTo" in row:
            self._rewind(text(row["$rewindTo"]))
        elif "id" in row and "type" in row:
            self._message(row, offset)
        else:
            self._header(row)
            if isinstance(row.get("messages"), list):
                self._history(items_of(row), offset)

    def _header(self, row: dict[str, object]) -> None:
        self.record.session = text(row.get("sessionId")) or self.record.session

    def _history(self, messages: list[object], offset: int | None) -> None:
        """All messages anew. What was compressed into a summary has left; calls stay, they were made."""
        summary = _summary_of(messages)
        if summary and summary != self._summary:
            self._summary = summary
            at = 0 if offset is None else offset
            time = moment(table(messages[0]).get("timestamp"))
            mark = Compaction(len(self.record.main), at, time, "unknown", None, None)
            self.record.compactions.append(mark)
        known, self._numbers = self._numbers, {}
        for place, entry in enumerate(messages):
            row = table(entry)
            key = text(row.get("id"))
            if key in known:
                self._numbers[key] = known[key]
            self._message(row, place if offset is None else offset)

    def _rewind(self, key: str) -> None:
        """Takes back the message of this id and what follows; all of them where the id is not known."""
        keys = list(self._numbers)
        gone = keys[keys.index(key) :] if key in self._numbers else keys
        numbers = [number for number in map(self._numbers.pop, gone) if number != NO_CALL]
        if numbers:
            self.record.main.cut(min(numbers))
            count = len(self.record.main)
            for other, number in self._numbers.items():
                if number >= count:  # told later than what follows it, so it went with that
                    self._numbers[other] = NO_CALL
            self.record.compactions = [mark for mark in self.record.compactions if mark.calls <= count]

    def _message(self, row: dict[str, object], offset: int) -> None:
        key = text(row.get("id"))
        new = key not in self._numbers
        number = self._numbers.setdefault(key, NO_CALL)
        if row.get("type") == "user" and new and _SNAPSHOT not in _words(row):
            self.record.prompts += 1
            self.record.last_prompt = prompt_of(row) or self.record.last_prompt
        tokens = table(row.get("tokens"))
        level, total = whole(tokens.get("input")), whole(tokens.get("total"))
        if row.get("type") != "gemini" or not level or not total:
            return  # a record of nothing, or a part of one: the context is never empty
        completion = max(0, total - level)
        model = text(row.get("model"))
        if number != NO_CALL:
            self.record.main.amend(number, level, completion=completion, model=model)
            return
        self._numbers[key] = self.record.main.add(
            level, offset=offset, time=moment(row.get("timestamp")), completion=completion, model=model
        )


class GeminiMessages(MessageRows):
    """The messages as they stand after all additions, replacements and cuts."""

    def __init__(self) -> None:
        self.messages = MessageList()
        self._places: dict[str, int] = {}
        self._notes: dict[str, int] = {}
        """Records that no model reads, with the number of messages before them: a cut may name one."""
        self._calls: dict[str, None] = {}

    def take_document(self, value: object) -> None:
        """The whole of an older recording."""
        for place, row in enumerate(items_of(value)):
            self._message(table(row), place, 0)

    def _row(self, row: dict[str, object], offset: int, size: int) -> None:
        if "$rewindTo" in row:
            self._rewind(text(row["$rewindTo"]))
        elif "id" in row and "type" in row:
            self._message(row, offset, size)
        else:
            messages = table(row.get("$set", row)).get("messages")
            if isinstance(messages, list):
                self.messages.cut(0)
                self._places.clear()
                self._notes.clear()
                for message in rows(messages):
                    self._message(message, offset, size)

    def _rewind(self, key: str) -> None:
        at = self._places.get(key, self._notes.get(key, 0))
        self.messages.cut(at)
        self._notes = {other: place for other, place in self._notes.items() if place <= at}
        for other in [other for other, place in self._places.items() if place >= at]:
            del self._places[other]
            self._calls.pop(other, None)

    def _message(self, row: dict[str, object], offset: int, size: int) -> None:
        kind = row.get("type")
        key = text(row.get("id"))
        if kind not in ("user", "gemini"):
            self._notes.setdefault(key, len(self.messages))
            return
        used = table(row.get("tokens"))
        if whole(used.get("input")) and whole(used.get("total")):
            self._calls[key] = None
        tokens, what, calls = _tokens(row), _what(row), len(self._calls)
        place = self._places.get(key)
        if place is not None and key:
            self.messages.amend(place, what=what, tokens=tokens, offset=offset, size=size, calls=calls)
            return
        role = "assistant" if kind == "gemini" else "summary" if _SNAPSHOT in _words(row) else "user"
        self._places[key] = self.messages.add(role, what, tokens, offset=offset, size=size, calls=calls)


def _tokens(row: dict[str, object]) -> int:
    calls = [
        {key: call.get(key) for key in ("name", "args", "result")} for call in rows(row.get("toolCalls"))
    ]
    return estimates.MESSAGE_TOKENS + estimates.tokens([row.get("content"), calls])


def _what(row: dict[str, object]) -> str:
    calls = rows(row.get("toolCalls"))
    results = [f"result {text(call.get('name'))[:60]}".rstrip() for call in calls if call.get("result")]
    return ", ".join(filter(None, (what_is(row.get("content"), calls), *dict.fromkeys(results))))


def _summary_of(messages: list[object]) -> str:
    words = _words(table(messages[0])) if messages else ""
    return words if _SNAPSHOT in words else ""


def _words(row: dict[str, object]) -> str:
    content = row.get("content")
    return content if isinstance(content, str) else " ".join(text(part.get("text")) for part in rows(content))


def chat(row: dict[str, object]) -> list[dict[str, object]]:
    """The chat messages of one record, or of the document: an answer, then the results of its calls."""
    held = table(row.get("$set", row)).get("messages")
    if isinstance(held, list):
        return [message for other in rows(held) for message in chat(other)]
    kind = row.get("type")
    if kind == "user":
        return [{"role": "user", "content": row.get("content")}]
    if kind != "gemini":
        return []
    calls = rows(row.get("toolCalls"))
    answer: dict[str, object] = {
        "role": "assistant",
        "content": row.get("content"),
    }
    if calls:
        answer["tool_calls"] = [_call(call) for call in calls]
    return [answer, *(_result(call) for call in calls if call.get("result"))]


def _call(call: dict[str, object]) -> dict[str, object]:
    function = {"name": text(call.get("name")), "arguments": as_json(call.get("args"))}
    return {"id": text(call.get("id")), "type": "function", "function": function}


def _result(call: dict[str, object]) -> dict[str, object]:
    responses = [table(part.get("functionResponse")).get("response") for part in rows(call.get("result"))]
    told = [text(table(response).get("output")) or as_json(response) for response in responses]
    return {"role": "tool", "tool_call_id": text(call.get("id")), "content": "\n".join(told)}


FORMAT = Format("gemini", "Gemini CLI", sniff, GeminiCalls, GeminiMessages, chat=chat)
LEGACY = Format(
    "gemini-legacy", "Gemini CLI", sniff_document, GeminiCalls, GeminiMessages, document=True, chat=chat
)
