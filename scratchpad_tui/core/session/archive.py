"""The archive: notes that are too old, or that a session leaves, go into `archive/YYYY-MM.md` by their own month."""

from __future__ import annotations

from datetime import timedelta

from scratchpad_tui.core.clock import now
from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.io import read_bytes
from scratchpad_tui.core.pad.judge import CONFLICT
from scratchpad_tui.core.pad.notes import notes_of
from scratchpad_tui.core.pad.schema import note_section
from scratchpad_tui.core.pad.writing import writing
from scratchpad_tui.core.session import opening, steps
from scratchpad_tui.core.session.blocks import block_of, count_in_body, count_in_text
from scratchpad_tui.core.session.guard import Scans
from scratchpad_tui.core.session.steps import ARCHIVE, Step, Wish

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.notes import Note
    from scratchpad_tui.core.pad.store import PadStore

LONGEST_TTL = 48.0
"""Hours."""


class Odd(NamedTuple):
    """An entry that stays although nobody marked it so."""

    line: int
    """In the pad, counted from 1."""
    text: str
    """Without its secret, where that is the reason."""
    code: str
    message: str
    """A sentence that names the line."""


class Sorted(NamedTuple):
    """The notes of a pad by what becomes of them."""

    section: str
    """Empty where the profile has no notes."""
    gone: tuple[Note, ...]
    kept: int
    odd: tuple[Odd, ...]


class Archived(NamedTuple):
    """What archiving did, or would do."""

    entries: tuple[str, ...]
    """The lines that went."""
    files: tuple[str, ...]
    """Where to, beside the pad."""
    kept: int
    """Entries that stay in Scratch."""
    odd: tuple[Odd, ...]
    warnings: tuple[str, ...] = ()


def checked_ttl(hours: float) -> float:
    """The time that notes stay, in hours.

    Raises:
        InputError: it is not within 0 to 48.
    """
    if not 0 <= hours <= LONGEST_TTL:
        raise InputError(
            f"a TTL of {hours:g} h is not within 0 to {LONGEST_TTL:g} h", "name one that is", code="bad-ttl"
        )
    return hours


def sort_notes(
    store: PadStore,
    document: Document,
    hours: float | None,
    scans: Scans | None = None,
    before: datetime | None = None,
) -> Sorted:
    """Which notes go: those older than so many hours, or all where that is None; of these only those `before` a moment."""
    section = note_section(document.profile)
    if section is None:
        return Sorted("", (), 0, ())
    moment = now()
    first = document.heading_line(section.name) + 1
    scans = scans or Scans(store)
    gone: list[Note] = []
    odd: list[Odd] = []
    notes = notes_of(document, section, moment)
    for note in notes:
        line = first + note.entry.start
        if note.code or note.moment is None:
            odd.append(Odd(line, note.line, note.code, f"line {line} stays: {note.fault}"))
        elif not note.keep and _is_due(note.moment, moment, hours, before):
            found = scans.findings(note.line)
            if found:
                message = f"line {line} stays: it holds what looks like {found[0].kind}; take it out with `redact -`"
                odd.append(Odd(line, scans.masked(note.line), "secret", message))
            else:
                gone.append(note)
    return Sorted(section.name, tuple(gone), len(notes) - len(gone), tuple(odd))


def _is_due(written: datetime, moment: datetime, hours: float | None, before: datetime | None) -> bool:
    if before is not None and written >= before:
        return False
    return not hours or moment - written > timedelta(hours=hours)


def archive(store: PadStore, hours: float | None = None, *, dry_run: bool = False) -> Archived:
    """Archives the notes that are older than so many hours, by default those of the settings.

    Raises:
        InputError: the hours are not within 0 to 48.
        ParseError: the pad is in conflict.
    """
    hours = checked_ttl(store.settings.number("session.ttl") if hours is None else hours)
    scans = Scans(store)
    reading = store.read()
    found = sort_notes(store, reading.document.completed(), hours, scans)
    if dry_run:
        return _told(reading.document, found, ())
    if reading.state != CONFLICT and not found.gone and steps.pending(store) is None:
        # Nothing is due: cron comes by every hour, and waits for nobody.
        return _told(reading.document, found, ())
    with writing(store):
        warnings = opening.prepare(store)
        document = store.read().document.completed()
        found = sort_notes(store, document, hours, scans)
        told = _told(document, found, ())
        if found.gone:
            warnings += steps.run(store, step_of(store, document, found))
    return told._replace(warnings=tuple(warnings))


def step_of(store: PadStore, document: Document, found: Sorted) -> Step:
    """The step that takes these notes to the archive; it has no files where none goes."""
    if not found.gone:
        return Step("archive", ("archive", "system"))
    body = document.body(found.section)
    counts: dict[tuple[str, ...], int] = {}
    months: dict[str, dict[tuple[str, ...], int]] = {}
    for note in found.gone:
        block = block_of(body, note.entry)
        counts[block] = counts.get(block, 0) + 1
        month = months.setdefault(month_of(note), {})
        month[block] = month.get(block, 0) + 1
    pad = tuple(Wish(block, count_in_body(body, block) - count) for block, count in counts.items())
    files = tuple(
        (name, _head(name), _wishes(store, name, blocks)) for name, blocks in sorted(months.items())
    )
    return Step(
        "archive",
        ("archive", "system"),
        section=found.section,
        pad=pad,
        files=files,
        operation=(("entries", len(found.gone)),),
    )


def files_of(found: Sorted) -> tuple[str, ...]:
    """The files that the notes which go are added to, under the side folder."""
    return tuple(sorted({month_of(note) for note in found.gone}))


def month_of(note: Note) -> str:
    """The file of a note's month, under the side folder: made of digits alone."""
    assert note.moment is not None  # an entry without a readable time stays
    return f"{ARCHIVE}/{note.moment.year:04d}-{note.moment.month:02d}.md"


def _head(name: str) -> str:
    month = name.rpartition("/")[2].removesuffix(".md")
    return f"# Archived notes of {month}\n\n"


def _wishes(store: PadStore, name: str, blocks: dict[tuple[str, ...], int]) -> tuple[Wish, ...]:
    import os

    try:
        text = read_bytes(os.path.join(store.paths.side, *name.split("/"))).decode("utf-8", "surrogateescape")
    except (FileNotFoundError, NotADirectoryError):
        text = ""
    return tuple(Wish(block, count_in_text(text, block) + count) for block, count in blocks.items())


def _told(document: Document, found: Sorted, warnings: Sequence[str]) -> Archived:
    body = document.completed().body(found.section) if found.section else []
    lines = tuple("\n".join(block_of(body, note.entry)) for note in found.gone)
    return Archived(lines, files_of(found), found.kept, found.odd, tuple(warnings))
