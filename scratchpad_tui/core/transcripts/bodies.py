"""The texts of messages, read from the file when they are asked for."""

from __future__ import annotations

from scratchpad_tui.core.transcripts.chat import chat_of, joined, text_of
from scratchpad_tui.core.transcripts.document import LARGEST, items_of
from scratchpad_tui.core.transcripts.objects import document_of, objects_of, safe
from scratchpad_tui.core.transcripts.tail import Tail, read_range
from scratchpad_tui.core.transcripts.values import rows, table, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scratchpad_tui.core.transcripts.message_list import MessageList
    from scratchpad_tui.core.transcripts.reading import Format
    from scratchpad_tui.core.transcripts.record import Message

BODY_CHARACTERS = 200_000
_LONGEST_LINE = 64 << 20
_LOOKED_THROUGH = 8 << 20
"""Bytes behind a message's first row in which further rows of it are looked for."""
_FIRST_READ = 64 << 10
Table = dict[str, object]


def body(path: str, entry: Format, message: Message, *, document: bool) -> str:
    """The text of one message for a person, with a last line that says so where it was cut."""
    found = _of_document(path, message.offset) if document else _rows_of(path, entry, message)
    shown = [_shown(entry, row) for row in found]
    words = safe("\n\n".join(part for part in shown if part))
    if len(words) <= BODY_CHARACTERS:
        return words
    return f"{words[:BODY_CHARACTERS]}\n\n[{len(words) - BODY_CHARACTERS:,} more characters are not shown]"


def spoken(
    path: str, entry: Format, messages: Iterable[Message], *, document: bool
) -> Iterator[Table | None]:
    """Each message as a chat-style one; None where the file has nothing of it that a model would be sent."""
    items = _items(document_of(read_range(path, 0, LARGEST))) if document else []
    for message in messages:
        found = items[message.offset : message.offset + 1] if document else _rows_of(path, entry, message)
        yield next(joined(said for row in found for said in _chat(entry, row)), None)


def conversation(path: str, entry: Format, messages: MessageList, *, document: bool) -> Iterator[Table]:
    """The messages of the list as chat-style ones."""
    if document:
        items = _items(document_of(read_range(path, 0, LARGEST)))
        places = dict.fromkeys(message.offset for message in messages)  # one entry may hold several messages
        kept = [items[place] for place in places if place < len(items)]
        return joined(message for row in kept for message in _chat(entry, row))
    return joined(_spoken(path, entry, messages))


def _spoken(path: str, entry: Format, messages: MessageList) -> Iterator[Table]:
    """The rows at the messages' places, and the further rows of the same answers."""
    places = {message.offset for message in messages}
    answers: dict[str, tuple[bool, str]] = {}
    seen: set[tuple[str, str]] = set()
    for offset, line in Tail(path).read():
        for row in objects_of(line) or ():
            mark = (text(row.get("uuid")), text(table(row.get("message")).get("id")))
            if mark[0] and mark in seen:
                continue  # a resumed session repeats rows
            seen.add(mark)
            # A side question repeats ids of the main thread.
            thread = (row.get("isSidechain") is True, text(row.get("agentId")))
            for message in _chat(entry, row):
                key = text(message.get("id"))
                if offset in places:
                    if key:
                        answers[key] = thread
                    yield message
                elif key and answers.get(key) == thread:
                    yield message


def _rows_of(path: str, entry: Format, message: Message) -> list[Table]:
    """The objects of a message's rows, which may stand apart in the file."""
    line = _line_at(path, message.offset)
    found = list(objects_of(line) or ())
    keys = {key for row in found for said in _chat(entry, row) if (key := text(said.get("id")))}
    missing = message.size - len(line)
    if missing <= 0 or not keys:
        return found
    after = read_range(path, message.offset + len(line) + 1, _LOOKED_THROUGH)
    for further in after.split(b"\n"):
        more = [row for row in objects_of(further) or () if _is_of(entry, row, keys)]
        if more:
            found += more
            missing -= len(further)
        if missing <= 0:
            break
    return found


def _is_of(entry: Format, row: Table, keys: set[str]) -> bool:
    return any(text(said.get("id")) in keys for said in _chat(entry, row))


def _line_at(path: str, offset: int) -> bytes:
    count = _FIRST_READ
    while True:
        data = read_range(path, offset, count)
        end = data.find(b"\n")
        if end >= 0 or len(data) < count or count >= _LONGEST_LINE:
            return data[:end] if end >= 0 else data
        count *= 8


def _of_document(path: str, place: int) -> list[Table]:
    items = _items(document_of(read_range(path, 0, LARGEST)))
    return items[place : place + 1]


def _items(value: object) -> list[Table]:
    """A document's list of messages; places count what is no object too."""
    return [table(entry) for entry in items_of(value)]


def _chat(entry: Format, row: Table) -> list[Table]:
    return (entry.chat or chat_of)(row)


def _shown(entry: Format, row: Table) -> str:
    if entry.text is not None:
        return entry.text(row)
    words = text_of(_chat(entry, row))
    if words:
        return words
    content = row.get("content", row.get("message"))
    return text_of([{"content": content}]) if not rows(content) or content else ""
