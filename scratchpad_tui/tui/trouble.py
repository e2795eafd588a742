"""What is wrong with a pad's file and what mends it, in place of line 2; the remedies name the keys as they are bound."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scratchpad_tui.core.config.key_table import first_key
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.layout.fit import compose, cut, fits, wrap
from scratchpad_tui.tui.layout.model import Span

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.view import PadView

ALARMS = ("BROKEN", "CONFLICT")
"""The states that take line 2 for their sentence."""
_MOST_ROWS = 2
"""Rows over which the sentence is broken, and the remedy, where they do not fit on one row together."""
_REMEDY_KEY = re.compile(r"\b[A-Za-z](?= [a-z]+s\b)")


def trouble_rows(
    view: PadView, cells: int, *, elsewhere: bool = False, read_only: bool = False
) -> list[tuple[Span, ...]]:
    """The sentence with its remedy on one row, else each on rows of its own: both can be read at every width.

    Behind them stands what the sections below are, since they are not the file.

    `elsewhere`: it is drawn on a screen where the keys that mend a pad do not work, and the pad is not below.
    `read_only`: no key mends it here, and none is named.
    """
    sentence, remedy = visible(view.sentence), visible(view.remedy)
    remedy = "" if read_only and _REMEDY_KEY.search(remedy) else _shown(remedy, elsewhere=elsewhere)
    parts = [part for part in (sentence, remedy) if part]
    told = " · ".join(parts)
    rows = [told]
    if not fits(told, cells - 1):
        rows = [row for part in parts for row in wrap(part, max(1, cells - 1), _MOST_ROWS)]
    if view.stands and parts and not elsewhere:
        _tell_below(rows, visible(view.stands), cells - 1)
    return [compose([Span(" "), Span(row, "alarm")], cells) for row in rows]


def helps_now(view: PadView, *, elsewhere: bool, read_only: bool) -> list[str]:
    """What is wrong with the pad and what each key that helps does, a sentence each; nothing of a pad that is well.

    `elsewhere`: as for `trouble_rows`.
    """
    told = [visible(view.sentence)] if view.state in ALARMS else []
    if view.state == "no file" and view.version is not None:
        told.append("The pad is gone; the next write brings it back")
        if not read_only:
            first = "{screen.live} Live: " if elsewhere else ""
            told.append(keys.said(f"{first}{{version.restore}} recovers it: its last version is shown first"))
    if read_only:
        return [*told, "Read-only: nothing is changed here; start without --read-only to change the pad"]
    for part in view.remedy.split(", ") if view.remedy else ():
        more = _MORE.get(part.partition(" ")[0], "") if _REMEDY_KEY.match(part) else ""
        told.append(_shown(visible(part), elsewhere=elsewhere) + more)
    if view.stands and view.state in ALARMS and not elsewhere:
        told.append(f"Shown is {visible(view.stands)}, not the file as it is")
    return told


_MEND, _RECOVER = first_key("edit.external"), first_key("version.restore")
_MORE = {
    _MEND: ": the file opens in your own editor",
    _RECOVER: ": what would take its place is shown first, and what is broken is kept",
}
"""By the key that the core names, what it does."""


def _tell_below(rows: list[str], stands: str, cells: int) -> None:
    """Says what stands below on the last row that has room for it, in fewer words where it must, else on its own."""
    for words in (f"below: {stands}", f"{stands} below"):
        for at in reversed(range(len(rows))):
            told = f"{rows[at]} · {words}"
            if fits(told, cells):
                rows[at] = told
                return
    rows.append(cut(f"Below: {stands}", max(1, cells)))


def _shown(remedy: str, *, elsewhere: bool) -> str:
    first = keys.said("{screen.live} Live: ") if elsewhere and _REMEDY_KEY.search(remedy) else ""
    # The core names the keys of the table, each at the head of a verb.
    return first + _REMEDY_KEY.sub(lambda found: keys.shown_key(keys.now(found[0])), remedy)
