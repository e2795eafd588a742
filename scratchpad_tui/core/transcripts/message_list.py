"""The messages of a transcript's main thread as compact arrays: where each stands and what it takes, no texts."""

from __future__ import annotations

from array import array

from scratchpad_tui.core.transcripts.record import ESTIMATE, RECORDED, Message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

WORDS_KEPT = 4_096
"""How many different roles and kinds are told apart; names of tools come from the file and may be any number."""
OTHER = "other"


class MessageList:
    """Written by a format's reader, read by all else."""

    def __init__(self) -> None:
        self.tokens: array[int] = array("q")
        """Message by message."""
        self._offsets: array[int] = array("q")
        self._sizes: array[int] = array("q")
        self._calls: array[int] = array("q")
        self._roles: array[int] = array("h")
        self._whats: array[int] = array("h")
        self._recorded = bytearray()
        self._words = [OTHER]
        self._numbers = {OTHER: 0}

    def __len__(self) -> int:
        return len(self.tokens)

    def __getitem__(self, index: int) -> Message:
        """The message of this index; negative ones count from the end."""
        if index < 0:
            index += len(self.tokens)
        return Message(
            index,
            self._offsets[index],
            self._sizes[index],
            self._words[self._roles[index]],
            self._words[self._whats[index]],
            self.tokens[index],
            RECORDED if self._recorded[index] else ESTIMATE,
            self._calls[index],
        )

    def __iter__(self) -> Iterator[Message]:
        return (self[index] for index in range(len(self)))

    def add(
        self,
        role: str,
        what: str,
        tokens: int,
        *,
        offset: int,
        size: int,
        calls: int = 0,
        recorded: bool = False,
    ) -> int:
        """Adds a message; its index."""
        self._offsets.append(offset)
        self._sizes.append(size)
        self._calls.append(calls)
        self._roles.append(self._number(role))
        self._whats.append(self._number(what))
        self._recorded.append(recorded)
        self.tokens.append(tokens)  # last: another thread that counts messages finds each of them whole
        return len(self.tokens) - 1

    def extend(self, index: int, what: str, tokens: int, *, size: int, calls: int | None = None) -> None:
        """Adds a further row to a message: its bytes and tokens, and what kind of thing it brings."""
        self._sizes[index] += size
        self.tokens[index] += tokens
        if calls is not None:
            self._calls[index] = calls
        known = self._words[self._whats[index]]
        if what and what not in known.split(", "):
            self._whats[index] = self._number(f"{known}, {what}" if known else what)

    def amend(
        self,
        index: int,
        *,
        what: str | None = None,
        tokens: int | None = None,
        offset: int | None = None,
        size: int | None = None,
        calls: int | None = None,
        recorded: bool | None = None,
    ) -> None:
        """Gives a message what a later record of it says; without `offset` its place stays that of the first."""
        if what is not None:
            self._whats[index] = self._number(what)
        if tokens is not None:
            self.tokens[index] = tokens
        if offset is not None:
            self._offsets[index] = offset
        if size is not None:
            self._sizes[index] = size
        if calls is not None:
            self._calls[index] = calls
        if recorded is not None:
            self._recorded[index] = recorded

    def cut(self, count: int) -> None:
        """Keeps the first `count` messages: what follows was undone."""
        del self.tokens[count:]
        for column in (self._offsets, self._sizes, self._calls, self._roles, self._whats, self._recorded):
            del column[count:]

    def _number(self, word: str) -> int:
        number = self._numbers.get(word)
        if number is None:
            if len(self._words) >= WORDS_KEPT:
                return 0
            number = self._numbers[word] = len(self._words)
            self._words.append(word)
        return number
