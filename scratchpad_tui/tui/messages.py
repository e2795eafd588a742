"""What is posted between the watching threads, the screens and the app."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.pressure_view import PressureView


class PadRead(Message):
    """The pad was read and is another one; a newer reading takes the place of one that still waits."""

    def __init__(self, view: PadView) -> None:
        super().__init__()
        self.view = view
        """The pad as it was read."""

    def can_replace(self, message: Message) -> bool:
        """Whether the other reading is older news."""
        return isinstance(message, PadRead)


class PressureRead(Message):
    """An agent's transcript was read on; a newer reading takes the place of one that still waits."""

    def __init__(self, view: PressureView) -> None:
        super().__init__()
        self.view = view
        """What is known of it now."""

    def can_replace(self, message: Message) -> bool:
        """Whether the other reading is older news."""
        return isinstance(message, PressureRead)


class WatchFailed(Message):
    """The pad could not be read or recorded; watching goes on."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error
        """Why."""


class Waits(Message):
    """A person's act waits for the pad's lock."""

    def __init__(self, why: str) -> None:
        super().__init__()
        self.why = why
        """Who holds it."""


class Told(Message):
    """Something a person should know, from a thread."""

    def __init__(self, words: str, *, severity: str = "information") -> None:
        super().__init__()
        self.words = words
        """What a toast says."""
        self.severity = severity
        """Textual's word for how bad it is."""


class KeyClicked(Message):
    """A key in the footer, a tab or a line that stands for a key was clicked."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key
        """Textual's name of the key."""
