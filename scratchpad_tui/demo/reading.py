"""The pad as the scripted agent reads it, and what somebody else changed in it since the agent's last turn."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.entries import find_entries
from scratchpad_tui.demo.beats import PLAN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scratchpad_tui.core.pad.entries import Entry

DONE = ("x", "X")


class PadNow:
    """The sections of a pad at one moment."""

    def __init__(self, sections: Mapping[str, Sequence[str]]) -> None:
        self._lines = {name: list(lines) for name, lines in sections.items()}
        self._entries = {name: find_entries(lines) for name, lines in self._lines.items()}

    def entries(self, section: str) -> list[Entry]:
        """The section's entries in order."""
        return self._entries.get(section, [])

    def texts(self, section: str) -> list[str]:
        """The entries' texts, without bullets, numbers and boxes."""
        return [entry.text for entry in self.entries(section)]

    def size(self, section: str) -> int:
        """What counts against the cap, in characters."""
        return sum(len(line) + 1 for line in self._lines.get(section, []))

    def size_of(self, section: str, entry: Entry) -> int:
        """What one entry counts, in characters."""
        return sum(len(line) + 1 for line in self._lines[section][entry.start : entry.stop] if line.strip())

    def step(self, text: str) -> tuple[str, Entry] | None:
        """The step of the plan that has this text, with the number that `check` takes."""
        steps = [entry for entry in self.entries(PLAN) if not entry.is_block]
        counted = not any(entry.marker.number for entry in steps)
        for position, entry in enumerate(steps, 1):
            number = str(position) if counted else entry.marker.number
            if entry.text == text and number:
                return number, entry
        return None


class Change(NamedTuple):
    """One thing that is not as the agent left it."""

    section: str
    kind: Literal["added", "reworded", "gone", "ticked", "opened"]
    text: str
    """As it stands now; for a line that is gone, as it stood."""


def changes(left: PadNow, now: PadNow, sections: Sequence[str]) -> list[Change]:
    """What changed between two readings: lines gone, added or reworded, steps ticked or opened again."""
    found: list[Change] = []
    for section in sections:
        before, after = Counter(left.texts(section)), Counter(now.texts(section))
        gone, added = list(before - after), list(after - before)
        reworded = _reworded_steps(left, now) if section == PLAN else _reworded_line(gone, added)
        found += [Change(section, "reworded", new) for new in reworded.values()]
        found += [Change(section, "gone", text) for text in gone if text not in reworded]
        found += [Change(section, "added", text) for text in added if text not in reworded.values()]
    return [*found, *_boxes(left, now)]


def _reworded_steps(left: PadNow, now: PadNow) -> dict[str, str]:
    """Old and new text of the steps that kept their number."""
    before = {entry.marker.number: entry.text for entry in left.entries(PLAN) if entry.marker.number}
    after = {entry.marker.number: entry.text for entry in now.entries(PLAN) if entry.marker.number}
    kept, news = set(before.values()) & set(after.values()), before.keys() & after.keys()
    pairs = ((before[number], after[number]) for number in sorted(news, key=str))
    return {old: new for old, new in pairs if old not in kept and new not in kept}


def _reworded_line(gone: list[str], added: list[str]) -> dict[str, str]:
    return {gone[0]: added[0]} if len(gone) == len(added) == 1 else {}


def _boxes(left: PadNow, now: PadNow) -> list[Change]:
    before = {entry.text: entry.marker.box in DONE for entry in left.entries(PLAN)}
    found: list[Change] = []
    for entry in now.entries(PLAN):
        is_done = entry.marker.box in DONE
        if before.get(entry.text, is_done) != is_done:
            found.append(Change(PLAN, "ticked" if is_done else "opened", entry.text))
    return found
