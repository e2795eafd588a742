"""Which lines of quarantined files were taken over: what became of them in the pad since then is an edit, and no loss."""

from __future__ import annotations

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad import journal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scratchpad_tui.core.pad.paths import PadPaths

Take = tuple[int, "journal.Record"]
"""The version that took lines over, and its operation."""


def operation(name: str, data: bytes, numbers: Sequence[int]) -> journal.Record:
    """What the journal keeps of it: which lines of which file, and nothing of what they say."""
    return {"op": "take", "lines": len(numbers), "name": name, "numbers": list(numbers), "of": _ends(data)}


def takes(paths: PadPaths) -> list[Take]:
    """Every one that was not taken back; none where the journal cannot be read."""
    try:
        found = dict(_operations(journal.holding(paths.journal, b'"take"'), "take"))
        undone = _operations(journal.holding(paths.journal, b'"undo"') if found else [], "undo")
    except StorageError:
        return []
    turned = {version: version for version in found}
    stands = set(found)
    for version, undo in sorted(undone, key=lambda one: one[0]):
        number = undo.get("version")
        target = turned.get(number) if isinstance(number, int) else None
        if target is not None:
            # Taking back what took it back takes the lines over again.
            turned[version] = target
            stands ^= {target}
    return [(version, found[version]) for version in stands]


def taken(of: Sequence[Take], name: str, data: bytes, since: object) -> set[int]:
    """The numbers of a file's lines that were taken over.

    Args:
        of: All takes.
        name: The file's name.
        data: What is in it. With another number of line ends than then, its lines have other numbers.
        since: The version that took its place; the same bytes, put aside again later, are lost again.
    """
    return {
        number
        for version, take in of
        if take.get("name") == name and take.get("of") == _ends(data)
        if not isinstance(since, int) or version > since
        for number in _numbers(take)
    }


def _numbers(take: journal.Record) -> list[int]:
    found = take.get("numbers")
    return [number for number in found if isinstance(number, int)] if isinstance(found, list) else []


def _ends(data: bytes) -> int:
    return data.count(b"\n")


def _operations(records: Sequence[journal.Record], op: str) -> Iterator[Take]:
    for record in records:
        found = record.get("operations")
        if journal.is_version(record) and isinstance(found, list):
            yield from (
                (record["version"], one) for one in found if isinstance(one, dict) and one.get("op") == op
            )
