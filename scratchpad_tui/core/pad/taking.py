"""Lines of a quarantined file that are taken over into the pad: which are meant, and which the pad could not hold."""

from __future__ import annotations

import os

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.bodies import as_lines, with_lines_behind
from scratchpad_tui.core.pad.io import read_bytes, storage_error
from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.pad.quarantine import quarantined
from scratchpad_tui.core.pad.recovery import left_in_place
from scratchpad_tui.core.pad.scan import CONFLICT_END, CONFLICT_START, scan
from scratchpad_tui.core.pad.taken import operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.quarantine import Quarantined
    from scratchpad_tui.core.pad.salvage import MissingLine
    from scratchpad_tui.core.pad.store import PadStore

ALL = "all"
_ROUNDS = 20
"""How many lines are looked for one by one; behind that all of their kind stay out."""


class Taking(NamedTuple):
    """What the pad's sections become."""

    bodies: dict[str, list[str]]
    operation: dict[str, object]
    """What the journal tells of it."""
    warnings: list[str]
    """One sentence where lines stay out."""


def taking(store: PadStore, document: Document, lines: Sequence[int] | str, name: str | None) -> Taking:
    """The sections with the wanted lines behind their own: `all`, or those of these numbers.

    Of all, the lines that would open a fence, a comment or a conflict stay out; wanted by their numbers they are refused.

    Raises:
        InputError: a line is not among those that the pad lacks, or the pad could not hold it; it is named.
    """
    chosen = _file(store, document, name)
    wanted = _wanted(chosen, lines)
    taken, left = _fitting(document, wanted)
    if left and (lines != ALL or not taken):
        which = f"{_words(left)} of {chosen.name}"
        remedy = "take the others without it" if taken else "copy it from that file into the pad, closed"
        raise InputError(
            f"{which} would leave a fence, a comment or a conflict open", remedy, code="would-break"
        )
    warnings = []
    if left:
        warnings.append(
            f"{_words(left)} of {chosen.name} stayed there, since it would leave a fence, a comment or a conflict "
            "open; copy it from that file into the pad, closed"
        )
    told = operation(chosen.name, _bytes(store, chosen), [line.line for line in taken])
    return Taking(_bodies(document, taken), told, warnings)


def _bytes(store: PadStore, chosen: Quarantined) -> bytes:
    path = os.path.join(store.paths.folder, chosen.name)
    try:
        return read_bytes(path)
    except OSError as error:
        raise storage_error(error, path, "read") from error


def _file(store: PadStore, document: Document, name: str | None) -> Quarantined:
    every = quarantined(store, document)
    files = [item for item in every if name in (None, item.name)]
    if every and not files:
        names = ", ".join(item.name for item in every)
        raise InputError(f"no quarantined file is named {name}", f"use one of: {names}", code="no-quarantine")
    if not files:
        remedy = left_in_place(store.read()) or "there is nothing to take"
        raise InputError("nothing is in quarantine", remedy, code="no-quarantine")
    return next((item for item in reversed(files) if item.missing_lines), files[-1])


def _wanted(chosen: Quarantined, lines: Sequence[int] | str) -> list[MissingLine]:
    offered = {line.line: line for line in chosen.missing_lines}
    if lines == ALL:
        return list(offered.values())
    numbers = [int(number) for number in lines]
    for number in numbers:
        if number not in offered:
            what = f"line {number} of {chosen.name} is not one that the pad lacks"
            raise InputError(what, "`recover --list` shows those", code="no-line")
    return [offered[number] for number in numbers]


def _bodies(document: Document, lines: Sequence[MissingLine]) -> dict[str, list[str]]:
    by_section: dict[str, list[str]] = {}
    for line in lines:
        by_section.setdefault(line.section, []).append(line.text)
    return {name: with_lines_behind(document.body(name), added) for name, added in by_section.items()}


def _fitting(
    document: Document, wanted: Sequence[MissingLine]
) -> tuple[list[MissingLine], list[MissingLine]]:
    """The lines with which the pad still parses, and those that stay out."""
    taken = list(wanted)
    left: list[MissingLine] = []
    for _ in range(_ROUNDS):
        odd = _odd_lines(document, taken)
        if not odd:
            return taken, sorted(left)
        left += [line for line in taken if line in odd]
        taken = [line for line in taken if line not in odd]
    left += [line for line in taken if _opens(line.text)]
    taken = [line for line in taken if not _opens(line.text)]
    return taken, sorted(left)


def _odd_lines(document: Document, taken: Sequence[MissingLine]) -> list[MissingLine]:
    """Lines among these that leave a block open at the end of their section, or stand in a conflict."""
    bodies = _bodies(document, taken)
    for name, body in bodies.items():
        unclosed = scan(body).unclosed
        if unclosed is not None:
            text = body[unclosed.opened]
            return [line for line in taken if line.section == name and line.text == text][-1:]
    whole = texts(
        document.with_bodies({name: as_lines(document, name, body) for name, body in bodies.items()}).text()
    )
    conflict = scan(whole).conflict
    marks = {whole[index] for index in conflict} if conflict else set()
    return [
        line for line in taken if line.text in marks and line.text.startswith((CONFLICT_START, CONFLICT_END))
    ]


def _opens(text: str) -> bool:
    return scan([text]).unclosed is not None or text.startswith((CONFLICT_START, CONFLICT_END))


def _words(lines: Sequence[MissingLine]) -> str:
    first = lines[0]
    shown = first.text if len(first.text) <= 40 else f"{first.text[:39]}…"
    more = f" (and {len(lines) - 1} more)" if len(lines) > 1 else ""
    return f'line {first.line} ({first.section}: "{shown}"){more}'
