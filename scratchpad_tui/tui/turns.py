"""A version with its difference to the one before it, and the version that brought a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad.diff import changes
from scratchpad_tui.core.pad.entries import read_marker
from scratchpad_tui.core.pad.evidence import Evidence
from scratchpad_tui.core.pad.recent import version_info
from scratchpad_tui.core.pad.timeline import version_before
from scratchpad_tui.core.pad.view import DiffRow, VersionInfo
from scratchpad_tui.tui.source import Turn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.store import PadStore


def turn_of(store: PadStore, version: int) -> Turn:
    """What a version changed, and what the journal says of it.

    Raises:
        InputError: the version, or the one before it, is not kept or does not parse.
    """
    from scratchpad_tui.core.pad import journal

    new = store.document_of(version)
    before = version_before(store, version)
    if before is None:
        raise InputError(
            f"the version before v{version} is not kept, so that what it changed is not known",
            "[history] depth in scratchpad.toml says how many are",
        )
    old = store.document_of(before)
    record = journal.readable_versions(store.paths.journal).get(version)
    rows = tuple(_rows(old, new))
    info = version_info(record) if record else _counted(version, rows)
    return Turn(info, rows, tuple(dict.fromkeys(_evidence(rows, new))))


def _counted(version: int, rows: Sequence[DiffRow]) -> VersionInfo:
    """What is known of a version without a line in the journal."""
    signs = [row.sign for row in rows]
    return VersionInfo(version, added=signs.count("+"), removed=signs.count("-"))


def _rows(old: Document, new: Document) -> Iterator[DiffRow]:
    for name in new.profile.names:
        before, after = old.content(name), new.content(name)
        for change in changes(before, after):
            yield from (DiffRow("-", name, text) for text in before[change.start : change.stop])
            yield from (DiffRow("+", name, text) for text in after[change.new_start : change.new_stop])


def _evidence(rows: Sequence[DiffRow], new: Document) -> Iterator[Evidence]:
    """The evidence of the audited entries among the lines that came."""
    keyed = {section.name: section for section in new.profile.sections if section.keyed}
    if not keyed:
        return
    from scratchpad_tui.core.pad.proofs import proof_of

    for row in rows:
        if row.sign != "+" or row.section not in keyed:
            continue
        proof = proof_of(row.text, keyed[row.section])
        if proof is not None and proof.source:
            yield Evidence(proof.source, proof.date)


def origin_of(store: PadStore, section: str, text: str) -> int:
    """The version that brought a line into a section; a tick does not make it another line.

    Raises:
        InputError: the line is older than what is kept, or no version has it yet.
    """
    wanted = _words(text)
    brought = None
    numbers = store.history.numbers()
    for number in reversed(numbers):
        if wanted not in {_words(line) for line in store.document_of(number).content(section)}:
            break
        brought = number
    if brought is None:
        raise InputError("no version has this line yet", "it is recorded as soon as the file stands still")
    if brought == numbers[0] and brought > 1:
        raise InputError(
            f"this line stands here since version {brought} or longer", "older versions are not kept"
        )
    return brought


def _words(text: str) -> str:
    return read_marker(text).text.strip()
