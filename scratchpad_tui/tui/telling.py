"""The app's part for what it tells a person in toasts: how long they stand, and what puts them away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from textual.notifications import Notification, Notify

from scratchpad_tui.core.errors import ScratchpadError
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui import toasts

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.notifications import SeverityLevel

    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.app import ScratchpadApp

PAD, FIELD, PLACES = "pad", "field", "places"
"""What a toast is about that ends with it: a pad that cannot be read, a text typed in a field, places to decide."""
_TOAST_SECONDS = 4.0
_ALERT_SECONDS = 12.0
_BROKEN_CODES = ("broken", "conflict")
"""Of the errors that a pad gives until it is mended."""


@dataclass
class _Toast(Notification):
    """A toast that knows what it is about; empty where it stays its time, whatever happens."""

    about: str = ""


class Telling:
    """Each toast is judged by itself: what informs gives way to any other, and an error stays its time or is mended."""

    def tell(
        self, words: str, *, severity: str = "information", seconds: float | None = None, about: str = ""
    ) -> None:
        """Shows a toast; it takes the place of those that only inform, but for what is told in the same step."""
        self._end_toasts(lambda toast: toast.severity == "information")
        usual = _TOAST_SECONDS if severity == "information" else _ALERT_SECONDS
        toast = _Toast(
            toasts.signed(visible(words), severity),
            severity=cast("SeverityLevel", severity),
            timeout=seconds or usual,
            about=about,
        )
        cast("ScratchpadApp", self).post_message(Notify(toast))

    def _on_notify(self, event: Notify) -> None:
        # What is told again while it stands is the same state, and one toast.
        told = event.notification
        standing = ((toast.message, toast.severity) for toast in self._standing())
        if (told.message, told.severity) in standing:
            event.prevent_default()

    def tell_error(self, error: Exception, *, about: str = "") -> None:
        """Shows an error with its remedy."""
        self.tell(toasts.sentence(str(error)), severity="error", about=about or about_of(error))

    def put_away_told(self) -> None:
        """Ends the toasts that are no error: a dialog opens, and they would lie over it."""
        self._end_toasts(lambda toast: toast.severity != "error")

    def put_away_about(self, about: str) -> None:
        """Ends the toasts about what is another now."""
        self._end_toasts(lambda toast: isinstance(toast, _Toast) and toast.about == about)

    def put_away_mended(self, before: PadView, now: PadView) -> None:
        """Ends the warnings and errors of a pad that could not be read, when it can be again."""
        if now.state == "live" != before.state:
            self.put_away_about(PAD)

    def _end_toasts(self, is_meant: Callable[[Notification], bool]) -> None:
        for toast in filter(is_meant, self._standing()):
            cast("ScratchpadApp", self)._unnotify(toast)  # noqa: SLF001 - Textual itself ends all of them or none

    def _standing(self) -> list[Notification]:
        return list(cast("ScratchpadApp", self)._notifications)  # noqa: SLF001 - nothing else lists them


def about_of(error: Exception) -> str:
    """What an error is about, where it ends with that: the pad that does not parse, or nothing."""
    return PAD if isinstance(error, ScratchpadError) and error.code in _BROKEN_CODES else ""
