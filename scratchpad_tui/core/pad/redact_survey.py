"""Where a text stands in the files of a pad, and whether the pad would still be one without it."""

from __future__ import annotations

import os

from scratchpad_tui.core.errors import InputError, ParseError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.io import let_go, open_and_read, storage_error
from scratchpad_tui.core.pad.parse import parse_bytes
from scratchpad_tui.core.pad.redact_files import (
    INTENDED,
    JSON,
    LINES,
    PAD,
    SEEN,
    VERSION,
    Hashes,
    cleaned,
    files_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from scratchpad_tui.core.pad.redact_files import File
    from scratchpad_tui.core.pad.redact_words import Words
    from scratchpad_tui.core.pad.schema import Profile
    from scratchpad_tui.core.pad.store import PadStore


class Redacted(NamedTuple):
    """A file that held the text."""

    path: str
    places: int


class Survey(NamedTuple):
    """Where the text stands, by file, and the hashes that change with it."""

    changing: tuple[File, ...]
    """The files that change, those among them whose hashes alone do."""
    found: tuple[Redacted, ...]
    hashes: Hashes
    notes: tuple[str, ...]
    """What a person has to know, each a sentence."""


def listed(store: PadStore, places: Mapping[str, int]) -> tuple[Redacted, ...]:
    """The files with their places, the pad first."""
    files = (Redacted(path, count) for path, count in places.items() if count)
    return tuple(sorted(files, key=lambda file: (file.path != store.paths.pad, file.path)))


def survey(store: PadStore, words: Words) -> Survey:
    """Reads every file; those whose hashes alone change count no places."""
    found: dict[str, int] = {}
    waiting: list[File] = []
    changing: list[File] = []
    notes: list[str] = []
    hashes = Hashes()
    for file in files_of(store.paths):
        if file.kind in (JSON, LINES, INTENDED, SEEN):
            waiting.append(file)
            continue
        data = _bytes_of(file)
        clean = cleaned(file, data, words, hashes)
        if clean.data == data:
            continue
        if file.kind in (PAD, VERSION):
            hashes.add(data, clean.data)
            _refuse_broken(store, file, data, clean.data)
        changing.append(file)
        found[file.path] = clean.places
    for file in waiting:
        data = _bytes_of(file)
        clean = cleaned(file, data, words, hashes)
        if clean.data != data:
            changing.append(file)
            found[file.path] = clean.places
            notes += _names_writer(file, data)
    return Survey(tuple(changing), listed(store, found), hashes, tuple(dict.fromkeys(notes)))


def _bytes_of(file: File) -> bytes:
    try:
        held = open_and_read(file.path)
    except FileNotFoundError:
        return b""  # a draft may go at any time
    except OSError as error:
        raise storage_error(error, file.path, "read") from error
    let_go(held)
    return held.data


def _names_writer(file: File, data: bytes) -> list[str]:
    """A sentence where another program that still runs works on a draft."""
    from scratchpad_tui.core.pad.drafts import read_record
    from scratchpad_tui.core.pad.owner import Owner, is_alive, this_process

    folder, name = os.path.split(file.path)
    read = read_record(folder, name) if file.kind == JSON and b'"base"' in data else None
    owner = Owner(read.draft.pid, read.draft.started) if read is not None else this_process()
    if owner == this_process() or not is_alive(owner):
        return []
    return [f"Process {owner.pid} works on a draft that held the text, and may write it again."]


def _refuse_broken(store: PadStore, file: File, before: bytes, after: bytes) -> None:
    """Raises InputError where a file of the pad's own would lose a heading, or not parse, without the text."""
    if file.kind == VERSION and os.path.dirname(file.path) != store.paths.history:
        return
    profile = store.profile
    shape = _shape(before, profile)
    if shape is not None and _shape(after, profile) != shape:
        what = (
            "the pad" if file.kind == PAD else f"version {int(os.path.basename(file.path).partition('.')[0])}"
        )
        raise InputError(
            f"{what} would lose a heading, an empty section or the end of a block with the text",
            "give a text that stands within the lines of a section",
            code="breaks-pad",
        )


def _shape(data: bytes, profile: Profile) -> list[tuple[str | None, str, bool]] | None:
    """Name, heading and emptiness of each part of a pad; None where it does not parse."""
    try:
        document = parse_bytes(data, profile)
    except ParseError:
        return None
    return [
        (
            part.name,
            part.heading.text if part.heading else "",
            not (part.name and document.content(part.name)),
        )
        for part in document.segments
    ]
