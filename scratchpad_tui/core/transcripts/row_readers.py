"""Readers that take a file row by row, whether its rows are lines or stand in one list."""

from __future__ import annotations

from scratchpad_tui.core.transcripts.document import items_of
from scratchpad_tui.core.transcripts.intake import objects
from scratchpad_tui.core.transcripts.values import table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.transcripts.record import Record


class CallRows:
    """A `CallReader` that is given its rows one by one; a row of a document has its place for an offset."""

    record: Record

    def take(self, offset: int, line: bytes) -> None:
        """See `CallReader`."""
        for row in objects(line, self.record):
            self._row(row, offset)

    def take_document(self, value: object) -> None:
        """See `CallReader`."""
        for place, row in enumerate(items_of(value)):
            self._row(table(row), place)

    def _row(self, row: dict[str, object], offset: int) -> None:
        raise NotImplementedError


class MessageRows:
    """The same as a `MessageReader`; a row's size is that of its line, in bytes, and 0 in a document."""

    def take(self, offset: int, line: bytes) -> None:
        """See `MessageReader`."""
        for row in objects(line):
            self._row(row, offset, len(line))

    def take_document(self, value: object) -> None:
        """See `MessageReader`."""
        for place, row in enumerate(items_of(value)):
            self._row(table(row), place, 0)

    def _row(self, row: dict[str, object], offset: int, size: int) -> None:
        raise NotImplementedError
