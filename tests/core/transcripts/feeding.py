"""Feeds readers without a file: lines, documents, and what a format's sniffing sees of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from scratchpad_tui.core.transcripts.objects import document_of, objects_of
from scratchpad_tui.core.transcripts.reading import Head

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.transcripts.message_list import MessageList
    from scratchpad_tui.core.transcripts.reading import Format
    from scratchpad_tui.core.transcripts.record import Record


class Told(NamedTuple):
    """What a format's readers told."""

    record: Record
    messages: MessageList

    @property
    def levels(self) -> list[int]:
        """The series."""
        return list(self.record.main.levels)

    @property
    def roles(self) -> list[str]:
        """Of the messages."""
        return [message.role for message in self.messages]


def lines_of(*rows: object) -> bytes:
    """Rows as JSON lines."""
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def fed(entry: Format, data: bytes) -> Told:
    """What the format tells of lines, or of a document where it is one."""
    assert entry.calls is not None
    assert entry.messages is not None
    calls, messages = entry.calls(), entry.messages()
    document = document_of(data)
    if entry.document or isinstance(document, list) or (document is not None and data.count(b"\n") > 1):
        calls.take_document(document)
        messages.take_document(document)
        return Told(calls.record, messages.messages)
    offset = 0
    for line in data.split(b"\n"):
        calls.take(offset, line)
        messages.take(offset, line)
        offset += len(line) + 1
    return Told(calls.record, messages.messages)


def head_of(data: bytes, path: str = "/x/t.jsonl") -> Head:
    """What sniffing sees of the data."""
    found: list[dict[str, object]] = []
    for line in data.split(b"\n")[:50]:
        found += objects_of(line) or []
    document = document_of(data)
    lines = isinstance(document, dict) and data.count(b"\n") <= 1
    return Head(found if lines or document is None else [], document, path, "")


def figures(shared: Path, name: str) -> tuple[bytes, list[int]]:
    """A sample and its series."""
    folder = shared / "samples" / "transcripts"
    entry = json.loads((folder / "figures.json").read_text("utf-8"))[name]
    series: list[int] = entry["series"]
    return (folder / name).read_bytes(), series
