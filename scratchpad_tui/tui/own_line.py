"""The line that a person has just written: the cursor comes to it as soon as the pad shows it. No UI library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.tui.layout.model import Stop

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.view import LineView, PadView


class OwnLine:
    """Where the cursor is to go: nowhere once the person has moved it since."""

    def __init__(self) -> None:
        self._follows = False
        self._saved: tuple[str, str, int] | None = None
        """Section, text and version of a line that the pad as shown may not hold yet."""

    def begin(self) -> None:
        """Takes note that a line is being saved."""
        self._follows = True

    def leave(self) -> None:
        """Takes note that the cursor was put somewhere: it stays there."""
        self._follows, self._saved = False, None

    def saved(self, section: str, text: str, version: int) -> None:
        """Takes note of a line that is saved."""
        self._saved = (section, text, version) if self._follows else None

    def stop_in(self, view: PadView, cursor: Stop | None) -> Stop | None:
        """The place of the line, once, in a pad that is as new as it; None where it is not there."""
        if self._saved is None or view.version is None or view.version.version < self._saved[2]:
            return None
        (name, text, _), self._saved = self._saved, None
        section = next((one for one in view.sections if one.name == name), None)
        found = _places_of(text, section.lines) if section is not None else []
        # Another entry may say the same: the new one stands behind the line that had the cursor, else at the end.
        here = cursor.index if cursor is not None and cursor.section == name else -1
        behind = [at for at in found if at > here >= 0 and section is not None and not section.numbered]
        return Stop(name, min(behind) if behind else max(found)) if found else None


def _places_of(text: str, lines: tuple[LineView, ...]) -> list[int]:
    from scratchpad_tui.core.pad.compose import incoming  # only where a line was written
    from scratchpad_tui.core.pad.entries import bare

    entries = incoming(text)
    words = bare(entries[-1].first)[1] if entries else ""
    return [line.index for line in lines if words and line.index >= 0 and bare(line.text)[1] == words]
