"""A section made smaller by hand: its entries with age, size and author, and those that leave as one version."""

from __future__ import annotations

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.blame import blame
from scratchpad_tui.core.pad.editing import SectionEdit, edit_sections, section_name
from scratchpad_tui.core.pad.edits import without_entries
from scratchpad_tui.core.pad.entries import find_entries
from scratchpad_tui.core.pad.lines import is_blank

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from scratchpad_tui.core.pad.blame import BlamedLine
    from scratchpad_tui.core.pad.entries import Entry
    from scratchpad_tui.core.pad.store import Outcome, PadStore


class PrunedEntry(NamedTuple):
    """One entry of a section that is to be made smaller."""

    start: int
    """Position of its first line in the body of the section."""
    lines: tuple[str, ...]
    size: int
    """What it counts against the cap, in characters."""
    time: datetime | None
    """When its newest line came; None where it is not recorded or not kept."""
    author: str
    """Who brought that line, as a word; empty where nobody knows."""


class PruneList(NamedTuple):
    """A section and its entries."""

    section: str
    cap: int
    """In characters."""
    size: int
    """In characters."""
    entries: tuple[PrunedEntry, ...]


def prune_list(store: PadStore, section: str) -> PruneList:
    """The entries of a section as it stands now.

    Raises:
        InputError: the profile has no such section.
    """
    reading = store.read()
    document = reading.document
    name = section_name(document, section)
    found = document.profile.find(name)
    body = document.body(name)
    heading = document.heading_line(name)
    by_line = {line.line - heading - 1: line for line in blame(store, name, reading)}
    entries = tuple(_entry(body, entry, by_line) for entry in find_entries(body))
    return PruneList(name, found.cap if found else 0, document.size(name), entries)


def prune_entries(store: PadStore, section: str, entries: Sequence[PrunedEntry]) -> Outcome:
    """Takes these entries out of a section as one version; what others wrote meanwhile stays.

    Raises:
        InputError: one of them is not there any more.
        MergeConflict: another writer changed one of them at this moment.
    """
    body = store.read().document.completed().body(section)
    left = without_entries(body, _places(body, entries))
    operation = {"op": "prune", "section": section, "entries": len(entries)}
    return edit_sections(store, [SectionEdit(section, left, body)], operation=operation)


def _entry(body: Sequence[str], entry: Entry, by_line: dict[int, BlamedLine]) -> PrunedEntry:
    lines = tuple(body[entry.start : entry.stop])
    size = sum(len(text.rstrip(" \t")) + 1 for text in lines if not is_blank(text))
    known = [by_line[index] for index in range(entry.start, entry.stop) if index in by_line]
    newest = max(known, key=lambda line: line.version or 0, default=None)
    if newest is None:
        return PrunedEntry(entry.start, lines, size, None, "")
    return PrunedEntry(entry.start, lines, size, newest.time, newest.author)


def _places(body: Sequence[str], wanted: Sequence[PrunedEntry]) -> list[int]:
    """Where the entries stand now: their lines unchanged, each nearest to where it stood, and no place twice."""
    standing: dict[tuple[str, ...], list[int]] = {}
    for entry in find_entries(body):
        standing.setdefault(tuple(body[entry.start : entry.stop]), []).append(entry.start)
    found = []
    for one in wanted:
        same = standing.get(one.lines)
        if not same:
            raise InputError(
                "an entry was changed meanwhile", "the list shows the section as it is now", code="no-entry"
            )
        place = min(same, key=lambda at: abs(at - one.start))
        same.remove(place)
        found.append(place)
    return found
