"""The time that a note begins with: it is shown as an age at the end of the row, which leaves the row to the words."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.notes import AHEAD
from scratchpad_tui.tui.ages import age_word

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.view import LineView
    from scratchpad_tui.tui.layout.model import UiState

_STAMP = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2})(?::[0-9]{2}(?:\.[0-9]{1,9})?)?Z[ \t]+(?=\S)"
)
_LONGEST = 48
"""Characters that a time with what stands behind it may take."""


class Stamp(NamedTuple):
    """The time of a line."""

    moment: datetime
    length: int
    """Characters behind the line's bullet that it takes."""


def stamp_of(line: LineView) -> Stamp | None:
    """The time that the line begins with; None where there is none, or it is no moment of the calendar."""
    if line.continued or not line.prefix:
        return None
    found = _STAMP.match(line.text[line.prefix : line.prefix + _LONGEST])
    if found is None:
        return None
    try:
        moment = datetime.fromisoformat(found[1]).replace(tzinfo=UTC)
    except ValueError:
        return None
    return Stamp(moment, found.end())


def shown_stamp(line: LineView, ui: UiState) -> Stamp | None:
    """The time where its age stands for it: not where it lies ahead of the clock, nor where it is looked for."""
    stamp = stamp_of(line) if ui.now is not None else None
    if stamp is None or ui.now is None or stamp.moment - ui.now > AHEAD:
        return None
    written = line.text[line.prefix : line.prefix + stamp.length].casefold()
    return None if ui.find and ui.find.casefold() in written else stamp


def without_stamp(words: str) -> str:
    """Words that begin with a time, without it."""
    return words[found.end() :] if (found := _STAMP.match(words)) else words


def age_of(stamp: Stamp, now: datetime) -> str:
    """The word for its age."""
    return age_word(max(0.0, (now - stamp.moment).total_seconds()))
