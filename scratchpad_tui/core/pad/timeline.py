"""The versions as a list, what each changed, and the difference between two of them."""

from __future__ import annotations

from scratchpad_tui.core.errors import ParseError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.diff import changed_sections, changes, counts, unified
from scratchpad_tui.core.pad.document import Document
from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.pad.parse import parse_bytes
from scratchpad_tui.core.pad.recent import version_info

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

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
    annotated = journal.readable_versions(store.paths.journal)
    found = []
    before = 0
    for number in store.history.numbers():
        record = annotated.get(number) or _unannotated(store, before, number)
        found.append({"operations": [], **{field: record.get(field) for field in FIELDS}, **record})
        before = number
    return found


def difference(store: PadStore, old: int, new: int) -> Difference:
    """The difference between two versions (0 is the empty pad), its head with their numbers and the newer's author.

    Raises:
        InputError: one of them is not kept.
    """
    annotated = journal.readable_versions(store.paths.journal)
    names = (_title(old, None), _title(new, annotated.get(new)))
    return _between(store, old, new, names)


def version_before(store: PadStore, version: int) -> int | None:
    """The version that this one was made from, 0 for the empty pad; None where it is not kept.

    Older ones that somebody refers to may be kept while those between are not.
    """
    before = max((number for number in store.history.numbers() if number < version), default=0)
    if before == version - 1:
        return before
    made = journal.readable_versions(store.paths.journal)
    if not before and 1 not in made:
        return None  # the journal was lost, or begins later
    return None if any(before < number < version for number in made) else before


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


def _between(store: PadStore, old: int, new: int, names: tuple[str, str]) -> Difference:
    before, after = text_of(store, old), text_of(store, new)
    amount = counts(before, after)
    return Difference(
        old,
        new,
        unified(before, after, names=names),
        amount.added,
        amount.removed,
        sections_between(store, before, after),
    )


def _title(version: int, record: dict[str, Any] | None) -> str:
    if not version:
        return "v0 · the empty pad"
    author = version_info(record).author if record else ""
    # Another program may have written the journal's line: the title stays one line of the diff.
    return " ".join(f"v{version}{' · ' if author else ''}{author}".split())


def _unannotated(store: PadStore, before: int, number: int) -> dict[str, Any]:
    """What a version without a journal line still tells."""
    from scratchpad_tui.core.pad.records import digest

    data = store.history.read(number)
    between = _between(store, before, number, ("", ""))
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
