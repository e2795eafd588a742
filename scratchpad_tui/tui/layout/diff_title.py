"""The title of the Timeline's diff: what it is of, in as many parts as there is room for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.text import visible, width
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.ages import age_word
from scratchpad_tui.tui.layout.events import event_title
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.timeline_state import DIFF

if TYPE_CHECKING:
    from datetime import datetime

    from scratchpad_tui.core.pad.moments import Moment
    from scratchpad_tui.tui.layout.model import Style
    from scratchpad_tui.tui.timeline_state import TimelineState

_SESSION_SIGNS = 8
"""Signs of a session's id: as many as tell it from others, for it is the last thing one looks for here."""


def diff_title(state: TimelineState, now: datetime, cells: int | None = None) -> list[Span]:
    """What the diff is of; a part that so many cells have no room for is left out whole."""
    moment = state.here
    if moment is None:
        return []
    style: Style = "title.focus" if state.pane == DIFF else "title"
    ends = keys.said("{version.compare} ends")
    if state.compares:
        old, new = sorted((state.mark or 0, moment.version))
        name, forms = f"v{old} to v{new}", [[ends]]
    elif state.mark is not None:
        name, forms = f"v{state.mark}", [["go to another version to compare", ends], [ends]]
    else:
        name = event_title(moment.kind) if moment.is_event else f"v{moment.version}"
        words = _words(moment, now)
        forms = [words[:count] for count in range(len(words), -1, -1)]
    told = ["".join(f" · {word}" for word in form) for form in forms]
    fitting = (words for words in told if cells is None or width(name) + width(words) <= cells)
    return [Span(name, style), Span(next(fitting, told[-1]), "dim")]


def _words(moment: Moment, now: datetime) -> list[str]:
    """Who, how long ago, when, and in which session of the agent."""
    time = f"{moment.time:%Y-%m-%d %H:%M:%SZ}" if moment.time else ""
    age = age_word(max(0.0, (now - moment.time).total_seconds())) if moment.time else ""
    words = (visible(moment.author), age, time, visible((moment.session or "")[:_SESSION_SIGNS]))
    return [word for word in words if word]
