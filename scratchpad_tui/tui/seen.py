"""Which changes a person has seen: a line counts after it was shown for some seconds while the terminal had the focus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scratchpad_tui.core.pad.view import LineView, PadView, SectionView

SECONDS = 3.0
"""How long a changed line is shown until it counts as seen."""


class ChangeKey(NamedTuple):
    """Names a change, whatever moves around it."""

    section: str
    text: str
    """The line; empty for removed ones, which count together."""
    mark: str
    version: int | None


def change_key(section: str, line: LineView) -> ChangeKey:
    """The key of a marked line."""
    return ChangeKey(section, "" if line.mark == "-" else line.text, line.mark, line.version)


def changes(view: PadView) -> set[ChangeKey]:
    """Every change that the pad's lines are marked with."""
    return {change_key(s.name, line) for s in view.sections for line in s.lines if line.mark}


def without(view: PadView, seen: set[ChangeKey]) -> PadView:
    """The view with the marks of seen changes gone, and removed lines that were seen."""
    if not seen:
        return view
    return view._replace(sections=tuple(_section_without(section, seen) for section in view.sections))


def _section_without(section: SectionView, seen: set[ChangeKey]) -> SectionView:
    if not any(line.mark for line in section.lines):
        return section
    lines = []
    for line in section.lines:
        if not line.mark or change_key(section.name, line) not in seen:
            lines.append(line)
        elif line.mark != "-":
            lines.append(line._replace(mark="", author=""))
    return section._replace(lines=tuple(lines), fresh=sum(line.mark in ("+", "~") for line in lines))


class SeenWatch:
    """Measures how long each change has been shown."""

    def __init__(self) -> None:
        self.seen: set[ChangeKey] = set()
        self._since: dict[ChangeKey, float] = {}

    def look(self, shown: Iterable[ChangeKey], at: float, *, focused: bool) -> bool:
        """Takes what the screen shows at this moment, in seconds; whether a change has just become seen.

        What is not shown, or is shown without the focus, begins anew.
        """
        waiting = {key for key in shown if key not in self.seen} if focused else set()
        self._since = {key: self._since.get(key, at) for key in waiting}
        ripe = {key for key, since in self._since.items() if at - since >= SECONDS}
        self.seen |= ripe
        for key in ripe:
            del self._since[key]
        return bool(ripe)

    def next_moment(self) -> float | None:
        """When the next change becomes seen if the screen stays as it is, or None."""
        return min(self._since.values()) + SECONDS if self._since else None

    def settle(self, present: set[ChangeKey]) -> bool:
        """Forgets what is no longer in the pad; whether everything that is has been seen."""
        self.seen &= present
        return bool(present) and self.seen == present

    def all_seen(self, present: set[ChangeKey]) -> None:
        """Counts every change as seen."""
        self.seen |= present
        self._since.clear()
