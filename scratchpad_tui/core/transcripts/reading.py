"""What a format is: how it is recognised, and the readers that tell its calls and its messages."""

from __future__ import annotations

from typing import Protocol

from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from scratchpad_tui.core.transcripts.message_list import MessageList
    from scratchpad_tui.core.transcripts.record import Record


class Head(NamedTuple):
    """What a file begins with, for finding its format."""

    objects: list[dict[str, object]]
    """The first objects that parse, line by line: up to 50 lines, 1 MiB. Empty for a document of many lines."""
    document: object | None
    """The whole value, where the file is one JSON value: an object or a list, on one line or on many."""
    path: str
    """Breaks ties, no more."""
    seen: str
    """What the file holds, in words: `2 lines of text`, `a JSON object with name, version`."""


class CallReader(Protocol):
    """Tells the calls, compactions and facts of one file, fed from its first line on.

    One that can pass over lines without cutting them out has a method `take_block` too, which takes what
    `Tail.blocks` gives.
    """

    record: Record

    def take(self, offset: int, line: bytes) -> None:
        """One complete line, without its line end, at this byte of the file; there may be several objects on it."""

    def take_document(self, value: object) -> None:
        """The whole value, where the file is one document; a new reader is made for each state of the file."""


class MessageReader(Protocol):
    """Tells the messages of one file's main thread, fed from its first line on."""

    messages: MessageList

    def take(self, offset: int, line: bytes) -> None:
        """As of `CallReader`."""

    def take_document(self, value: object) -> None:
        """As of `CallReader`; a message's offset is then its place in the document's list."""


class Format(NamedTuple):
    """One format of transcripts."""

    name: str
    """`claude-code`, `codex`, ...: how `--json` calls it."""
    title: str
    """`Claude Code`: how a person is told."""
    sniff: Callable[[Head], str | None]
    """A sentence why the file is of this format, or None."""
    calls: Callable[[], CallReader] | None = None
    """None, as `messages`: known by name, not read yet."""
    messages: Callable[[], MessageReader] | None = None
    document: bool = False
    """Whether the file is one JSON value that is written anew with every change.

    A file of another format is read as a document too when it is one value that is no object on a single line.
    """
    chat: Callable[[dict[str, object]], list[dict[str, object]]] | None = None
    """The chat messages ({role, content, tool_calls?, tool_call_id?}) of one object of the file, or of the document.

    Rows of one answer may come out one by one with an `id`; what has the same id in a row is put together.
    """
    text: Callable[[dict[str, object]], str] | None = None
    """The text of one object of the file for a person to read; None: that of its chat messages."""
