"""What is wrong with a pad's file and what mends it, in place of line 2; the remedies name the keys as they are bound."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.layout.fit import compose, fits, wrap
from scratchpad_tui.tui.layout.model import Span

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.view import PadView

ALARMS = ("BROKEN", "CONFLICT")
"""The states that take line 2 for their sentence."""
_MOST_ROWS = 2
"""Rows over which the sentence is broken, and the remedy, where they do not fit on one row together."""
_REMEDY_KEY = re.compile(r"\b[A-Za-z](?= [a-z]+s\b)")


def trouble_rows(view: PadView, cells: int, *, elsewhere: bool = False) -> list[tuple[Span, ...]]:
    """The sentence with its remedy on one row, else each on rows of its own: both can be read at every width.

    `elsewhere`: it is drawn on a screen where the keys that mend a pad do not work.
    """
    sentence = visible(view.sentence)
    remedy = _shown(visible(view.remedy), elsewhere=elsewhere)
    told = " · ".join(part for part in (sentence, remedy) if part)
    rows = [told]
    if not fits(told, cells - 1):
        parts = (part for part in (sentence, remedy) if part)
        rows = [row for part in parts for row in wrap(part, max(1, cells - 1), _MOST_ROWS)]
    return [compose([Span(" "), Span(row, "alarm")], cells) for row in rows]


def _shown(remedy: str, *, elsewhere: bool) -> str:
    first = keys.said("{screen.live} Live: ") if elsewhere and _REMEDY_KEY.search(remedy) else ""
    # The core names the keys of the table, each at the head of a verb.
    return first + _REMEDY_KEY.sub(lambda found: keys.shown_key(keys.now(found[0])), remedy)
