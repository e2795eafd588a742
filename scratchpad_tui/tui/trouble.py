"""What is wrong with a pad's file and what mends it, in place of line 2; the remedies name the keys as they are bound."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.view import Remedy
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


def trouble_rows(
    view: PadView, cells: int, *, elsewhere: bool = False, read_only: bool = False
) -> list[tuple[Span, ...]]:
    """The sentence with its remedy on one row, else each on rows of its own: both can be read at every width.

    Behind them stands what the sections below are, since they are not the file.

    `elsewhere`: it is drawn on a screen where the keys that mend a pad do not work, and the pad is not below.
    `read_only`: no key mends it here, and none is named.
    """
    remedies = [] if read_only else [_shown(remedy) for remedy in view.remedies]
    where = _where(elsewhere=elsewhere) if remedies else ""
    parts = [part for part in (visible(view.sentence), f"{where}{', '.join(remedies)}") if part]
    told = " · ".join(parts)
    rows = [told]
    if not fits(told, cells - 1):
        rows = [row for part in parts for row in wrap(part, max(1, cells - 1), _MOST_ROWS)]
    if view.stands and parts and not elsewhere:
        _tell_below(rows, visible(view.stands), cells - 1)
    return [compose([Span(" "), Span(row, "alarm")], cells) for row in rows]


def helps_now(view: PadView, *, elsewhere: bool, read_only: bool) -> list[str]:
    """What is wrong with the pad and what each key that helps does, a sentence each.

    Nothing of a pad that is well, but that it is only read here, where that is so.

    `elsewhere`: as for `trouble_rows`.
    """
    told = [visible(view.fault or view.sentence)] if view.fault or view.state in ALARMS else []
    if view.is_gone:
        told.append("The pad is gone; the next write brings it back")
        if not read_only:
            recovers = _shown(Remedy("version.restore", "recovers it: its last version is shown first"))
            told.append(f"{_where(elsewhere=elsewhere)}{recovers}")
    if read_only:
        return [*told, "Read-only: nothing is changed here; start without --read-only to change the pad"]
    for remedy in view.remedies:
        more = _MORE.get(remedy.key, "") if view.state == "BROKEN" else ""
        told.append(f"{_where(elsewhere=elsewhere)}{_shown(remedy)}{more}")
    if view.stands and view.state in ALARMS and not elsewhere:
        told.append(f"Shown is {visible(view.stands)}, not the file as it is")
    return told


_MORE = {
    "edit.external": ": the file opens in your own editor",
    "version.restore": ": what would take its place is shown first, and what is broken is kept",
}
"""By the key of a remedy, what comes of it."""


def _tell_below(rows: list[str], stands: str, cells: int) -> None:
    """Says what stands below on the last row that has room for it, in fewer words where it must, else on its own."""
    for words in (f"below: {stands}", f"{stands} below"):
        for at in reversed(range(len(rows))):
            told = f"{rows[at]} · {words}"
            if fits(told, cells):
                rows[at] = told
                return
    rows.append(cut(f"Below: {stands}", max(1, cells)))


def _shown(remedy: Remedy) -> str:
    return f"{keys.key(remedy.key)} {visible(remedy.words)}"


def _where(*, elsewhere: bool) -> str:
    """Where the keys of remedies work."""
    return keys.said("{screen.live} Live: ") if elsewhere else ""
