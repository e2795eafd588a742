"""The app's part for what it tells a person in toasts: how long they stand, and what puts them away."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui import toasts

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.app import ScratchpadApp

_TOAST_SECONDS = 4.0
_ALERT_SECONDS = 12.0


class Telling:
    """One toast at a time, but an error is not put away by what only informs."""

    _told_severity = ""
    """Of the last one."""

    def tell(self, words: str, *, severity: str = "information", seconds: float | None = None) -> None:
        """Shows a toast; a new one takes the place of the last, but an error stays its time."""
        app = cast("ScratchpadApp", self)
        if self._told_severity == "information":
            app.clear_notifications()
        self._told_severity = severity
        usual = _TOAST_SECONDS if severity == "information" else _ALERT_SECONDS
        shown = toasts.signed(visible(words), severity)
        app.notify(shown, severity=severity, timeout=seconds or usual, markup=False)  # type: ignore[arg-type] # one of its three words

    def tell_error(self, error: Exception) -> None:
        """Shows an error with its remedy."""
        self.tell(toasts.sentence(str(error)), severity="error")

    def put_away_told(self) -> None:
        """Ends the toasts that are no error: a dialog opens, and they would lie over it."""
        if self._told_severity != "error":
            cast("ScratchpadApp", self).clear_notifications()

    def put_away_mended(self, before: PadView, now: PadView) -> None:
        """Ends the warnings and errors of a pad that could not be read, when it can be again."""
        if now.state == "live" != before.state and self._told_severity != "information":
            cast("ScratchpadApp", self).clear_notifications()
