"""The versions as a list, what each changed, and the difference between two of them."""

from __future__ import annotations

from typing import Any, NamedTuple

from scratchpad_tui.core.errors import ParseError
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.diff import changed_sections, changes, counts, unified
from scratchpad_tui.core.pad.document import Document
from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.pad.parse import parse_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.store import PadStore

FIELDS = (
    "version",
    "time",
    "actor",
    "by",
    "turn",
    "session",
    "added",
    "removed",
    "sections",
    "size",
    "sha256",
    "alarms",
)


class Difference(NamedTuple):
    """What changed between two versions."""

    old: int
    new: int
    diff: str
    """Unified, one line of context."""
    added: int
    removed: int
    sections: list[str]


def version_list(store: PadStore) -> list[dict[str, Any]]:
    """Every version that is kept, oldest first, each with all `FIELDS`; what the journal lost is null or counted anew."""
    annotated = journal.versions(store.paths.journal)
    found = []
    before = 0
    for number in store.history.numbers():
        record = annotated.get(number) or _unannotated(store, before, number)
        found.append({"operations": [], **{field: record.get(field) for field in FIELDS}, **record})
        before = number
    return found


def difference(store: PadStore, old: int, new: int) -> Difference:
    """The difference between two versions (0 is the empty pad).

    Raises:
        InputError: one of them is not kept.
    """
    before, after = text_of(store, old), text_of(store, new)
    amount = counts(before, after)
    return Difference(
        old, new, unified(before, after), amount.added, amount.removed, sections_between(store, before, after)
    )


def version_before(store: PadStore, version: int) -> int:
    """The newest kept version older than this one, 0 where there is none."""
    return max((number for number in store.history.numbers() if number < version), default=0)


def text_of(store: PadStore, version: int) -> str:
    """A version's text; version 0 is the empty pad."""
    if version == 0:
        return Document.empty(store.profile).text()
    return store.history.read(version).decode("utf-8", "replace")


def sections_between(store: PadStore, before: str, after: str) -> list[str]:
    """The sections whose lines differ; none where a text does not parse."""
    profile = store.profile
    try:
        return changed_sections(parse_bytes(before.encode(), profile), parse_bytes(after.encode(), profile))
    except ParseError:
        return []


def bringing(store: PadStore, text: str) -> set[int]:
    """The versions that brought in or took out a line that holds this text."""
    found = set()
    before = texts(text_of(store, 0))
    for number in store.history.numbers():
        after = texts(text_of(store, number))
        for change in changes(before, after):
            lines = [*before[change.start : change.stop], *after[change.new_start : change.new_stop]]
            if any(text in line for line in lines):
                found.add(number)
        before = after
    return found


def _unannotated(store: PadStore, before: int, number: int) -> dict[str, Any]:
    """What a version without a journal line still tells."""
    from scratchpad_tui.core.pad.records import digest

    data = store.history.read(number)
    between = difference(store, before, number)
    return {
        "kind": "version",
        "version": number,
        "time": None,
        "actor": None,
        "by": None,
        "turn": None,
        "session": None,
        "added": between.added,
        "removed": between.removed,
        "sections": between.sections,
        "size": len(data),
        "sha256": digest(data),
        "alarms": [],
    }
