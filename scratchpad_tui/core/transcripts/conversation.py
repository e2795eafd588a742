"""A transcript as the messages that were sent: what `compact` and `simulate` work on."""

from __future__ import annotations

from scratchpad_tui.core.transcripts.transcript import open_transcript

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def messages_of(path: str) -> Iterator[dict[str, object]]:
    """The main thread of the transcript at this path as chat-style messages.

    Raises:
        StorageError: the file is missing, is no regular file, or must not be read.
        InputError: it is no transcript, or of a format that is known by name and not read yet.
    """
    return open_transcript(path).conversation()
