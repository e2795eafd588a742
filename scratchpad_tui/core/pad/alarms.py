"""Alarms: writes that take more away than forward motion does."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.entries import Entry

_TICKED = ("x", "X")
_SHORTER = (
    (re.compile(r"(.+?) has an item unticked: .*"), r"\1 unticked"),
    (re.compile(r"(.+) lost all of its entries \((\d+)\)"), r"\1 lost all \2"),
    (re.compile(r"(.+) went from (\d+) entries to (\d+)"), r"\1 \2 to \3"),
    (re.compile(r"(.+) dropped (\d+) of its (\d+) entries"), r"\1 dropped \2 of \3"),
)
"""The sentences of alarms, and each in fewer words."""


def find_alarms(before: Document, after: Document) -> list[str]:
    """One sentence for each section that lost its entries, most of them, or the tick of an item."""
    return [
        alarm
        for name in after.profile.names
        if before.raw(name) != after.raw(name)
        and (alarm := _alarm(name, before.entries(name), after.entries(name)))
    ]


def shorter(alarm: str) -> str:
    """An alarm in fewer words, for where there is little room; as it is where it is none of ours."""
    for sentence, words in _SHORTER:
        if match := sentence.fullmatch(alarm):
            return match.expand(words)
    return alarm


def _alarm(name: str, old: list[Entry], new: list[Entry]) -> str:
    if old and not new:
        return f"{name} lost all of its entries ({len(old)})"
    kept = {entry.text for entry in new}
    dropped = sum(entry.text not in kept for entry in old)
    if len(new) * 2 < len(old):
        return f"{name} went from {len(old)} entries to {len(new)}"
    if len(old) >= 2 and dropped * 2 > len(old):
        return f"{name} dropped {dropped} of its {len(old)} entries"
    unticked = _unticked(old, new)
    if unticked:
        return f"{name} has an item unticked: {unticked[:60]}"
    return ""


def _unticked(old: list[Entry], new: list[Entry]) -> str:
    """The first item that has fewer ticks and more open boxes than before."""
    ticked, opened = _boxes(old), _boxes(new)
    for text, (ticks, boxes) in ticked.items():
        now_ticks, now_boxes = opened.get(text, (0, 0))
        if now_ticks < ticks and now_boxes > boxes:
            return text.split("\n")[0]
    return ""


def _boxes(entries: list[Entry]) -> dict[str, tuple[int, int]]:
    """How many ticked and how many open boxes each text has."""
    found: dict[str, tuple[int, int]] = {}
    for entry in entries:
        ticks, boxes = found.get(entry.text, (0, 0))
        ticks += entry.marker.box in _TICKED
        boxes += entry.marker.box == " "
        found[entry.text] = (ticks, boxes)
    return found
