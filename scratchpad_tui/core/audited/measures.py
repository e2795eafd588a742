"""What a memory does, measured on a copy of a pad: how often it reads, and which bytes its writes change."""

from __future__ import annotations

import os
from contextlib import contextmanager

from scratchpad_tui.core.audited.memory import Memory
from scratchpad_tui.core.audited.record import record
from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.entries import is_empty_mark
from scratchpad_tui.core.pad.evidence import every_audited, log_key
from scratchpad_tui.core.pad.io import storage_error, write_new
from scratchpad_tui.core.pad.lines import Line, split_lines
from scratchpad_tui.core.pad.store import PadStore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.pad.evidence import Audited

_TURNS = 3
_TRIED = 12
"""How many of the pad's own entries are recorded once more."""
_KEY = "measured-by-design-report"
_SOURCE = "design-report"


class Reads(NamedTuple):
    """How a session comes by what it knows."""

    times: int
    """How often the file was read in a session of several turns."""
    referenced: bool
    """Whether every later turn was answered while the file was not there."""


class Writes(NamedTuple):
    """What upserts do to the file."""

    appends: bool
    """A new entry adds its one line."""
    upserts: bool
    """A changed entry changes its one line."""
    idempotent: bool
    """The same entry once more changes no byte."""
    refusal: str = ""
    """Why an upsert was refused, else empty."""

    @property
    def rewrites(self) -> bool:
        """Whether a line changed that was not the entry's own."""
        return not (self.appends and self.upserts)


@contextmanager
def copied(store: PadStore, data: bytes, profile: str) -> Iterator[PadStore]:
    """A pad with these bytes in a folder of its own, which goes when the block ends; its history begins anew.

    Raises:
        StorageError: it cannot be written.
    """
    import tempfile

    try:
        with tempfile.TemporaryDirectory(prefix="scratchpad-tui-") as folder:
            path = os.path.join(os.path.realpath(folder), ".agent", "scratchpad.md")
            os.mkdir(os.path.dirname(path), 0o700)
            write_new(path, data)
            copy = PadStore(path, profile=profile, settings=store.settings, lasting=False)
            try:
                yield copy
            finally:
                copy.close()
    except OSError as error:
        raise storage_error(error, "a copy of the pad", "write") from error


def reads(copy: PadStore) -> Reads:
    """A session of several turns on the copy; its file is taken away after the first one."""
    memory = Memory(copy)
    first, prefix = memory.bootstrap(), memory.prefix()
    aside = f"{copy.paths.pad}.aside"
    os.rename(copy.paths.pad, aside)
    try:
        answers = [(memory.reference().sections, memory.prefix()) for _ in range(_TURNS)]
    finally:
        os.rename(aside, copy.paths.pad)
    return Reads(memory.reads, all(answer == (first.sections, prefix) for answer in answers))


def writes(copy: PadStore) -> Writes:
    """A new entry, the same again, another text for it, and the pad's own entries once more."""
    section = next(section.name for section in copy.profile.sections if section.keyed)
    key = _free_key(copy)
    try:
        before = _bytes(copy)
        _put(copy, section, key, "an entry that is measured")
        added = _bytes(copy)
        _put(copy, section, key, "an entry that is measured")
        again = _bytes(copy)
        _put(copy, section, key, "an entry that is measured anew")
        changed = _bytes(copy)
    except InputError as error:
        return Writes(appends=False, upserts=False, idempotent=False, refusal=str(error))
    return Writes(
        appends=_adds_a_line(before, added, key),
        upserts=_changes_a_line(added, changed, key),
        idempotent=again == added and _is_settled(copy),
    )


def _put(copy: PadStore, section: str, key: str, text: str) -> None:
    record(copy, section, key, text, source=_SOURCE)


def _bytes(copy: PadStore) -> bytes:
    return copy.data_or_none() or b""


def _free_key(copy: PadStore) -> str:
    text, key, number = copy.read().document.text(), _KEY, 1
    while key in text:
        number += 1
        key = f"{_KEY}-{number}"
    return key


def _adds_a_line(before: bytes, after: bytes, key: str) -> bool:
    """Whether one line came, the entry's, and all others stand as they stood but for an empty mark in its place."""
    old, new = _lines(before), _lines(after)
    own = [at for at, line in enumerate(new) if _is_own(line, key)]
    if len(own) != 1:
        return False
    at = own[0]
    rest = [*new[:at], *new[at + 1 :]]
    was_empty = len(old) == len(new) and is_empty_mark(old[at].text)
    return rest == ([*old[:at], *old[at + 1 :]] if was_empty else old)


def _changes_a_line(before: bytes, after: bytes, key: str) -> bool:
    old, new = _lines(before), _lines(after)
    if len(old) != len(new):
        return False
    other = [now for was, now in zip(old, new, strict=True) if was != now]
    return len(other) == 1 and _is_own(other[0], key)


def _lines(data: bytes) -> list[Line]:
    """The lines with their ends; a last one without its end has it as soon as another follows."""
    lines = split_lines(data.decode())
    if lines and not lines[-1].end:
        lines[-1] = Line(lines[-1].text, lines[0].end)
    return lines


def _is_own(line: Line, key: str) -> bool:
    return line.text.rstrip().endswith(f"{{#{key}}}")


def _is_settled(copy: PadStore) -> bool:
    """Whether the pad's own entries can be recorded once more, as they are, and no byte changes."""
    before = _bytes(copy)
    entries = [entry for entry in every_audited(copy.read().document) if _is_plain(entry)]
    for entry in entries[: _TRIED // 2] + entries[_TRIED // 2 :][-_TRIED // 2 :]:
        source, date = entry.evidence or (None, None)
        try:
            record(copy, entry.section, entry.key, entry.text, source=source, date=date)
        except InputError:
            continue  # a person wrote by hand what an agent may not write: it says nothing about writing twice
        if _bytes(copy) != before:
            return False
    return True


def _is_plain(entry: Audited) -> bool:
    """Whether `record` can say all of it: a line about a changed finding is written beside one, not by itself."""
    return bool(entry.key) and log_key(entry.key) is None and "\n" not in entry.text and not entry.closed
