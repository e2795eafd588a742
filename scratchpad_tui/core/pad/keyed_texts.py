"""Merges of audited pads as their callers need them: of whole texts, and of edits of some sections."""

from __future__ import annotations

from scratchpad_tui.core.errors import MergeConflict, ParseError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.bodies import as_lines
from scratchpad_tui.core.pad.entries import is_empty_mark
from scratchpad_tui.core.pad.evidence import key_in_line
from scratchpad_tui.core.pad.keyed_merge import merge_bodies
from scratchpad_tui.core.pad.lines import is_blank
from scratchpad_tui.core.pad.parse import parse_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.lines import Line
    from scratchpad_tui.core.pad.schema import Profile


class MergedText(NamedTuple):
    """A whole pad after a merge."""

    text: str
    in_conflict: bool
    """Whether both sides changed the same lines without a key; mine stand there."""


def merge_texts(
    profile: Profile, base: str, mine: str, theirs: str, *, mine_is_newer: bool = True
) -> MergedText | None:
    """The merge of three whole texts; None where they are to be merged by lines alone.

    That is so where one does not parse, or both sides changed headings or what stands outside audited sections.
    """
    try:
        documents = [parse_text(text, profile) for text in (base, mine, theirs)]
    except ParseError:
        return None
    frames = [_frame(document) for document in documents]
    if frames[2] == frames[0]:
        frame = documents[1]
    elif frames[1] == frames[0]:
        frame = documents[2]
    else:
        return None
    sides = [_keyed_bodies(document) for document in documents]
    merged = merge_bodies(sides[0], sides[1], sides[2], mine_is_newer=mine_is_newer)
    bodies = {
        name: as_lines(frame, name, body)
        for name, body in merged.bodies.items()
        if name not in frame.missing and body != _unmarked(frame.body(name))
    }
    try:
        text = parse_text(frame.with_bodies(bodies).text(), profile).text()
    except ParseError:
        return None
    return MergedText(text, bool(merged.conflicts))


def _frame(document: Document) -> list[tuple[str, tuple[Line, ...]]]:
    """Headings, and what stands under those that are not merged by key."""
    keyed = {section.name for section in document.profile.sections if section.keyed}
    return [
        (one.heading.text if one.heading else "", () if one.name in keyed else tuple(one.body))
        for one in document.segments
    ]


def _keyed_bodies(document: Document) -> dict[str, list[str]]:
    names = [section.name for section in document.profile.sections if section.keyed]
    return {name: document.body(name) for name in names if name not in document.missing}


def _unmarked(body: Sequence[str]) -> list[str]:
    return [text for text in body if not is_empty_mark(text)]


def merge_edits(
    document: Document, base: Mapping[str, Sequence[str]], mine: Mapping[str, Sequence[str]]
) -> dict[str, list[str]] | None:
    """What edits of some audited sections make of a document's sections; those that stay as they are are left out.

    `base` and `mine` have the sections' lines as the edits began and as they are wanted. None where a key would stand
    twice, which the parser says better.

    Raises:
        MergeConflict: both sides changed the same lines without a key.
    """
    theirs = {name: _edited(body) for name, body in _keyed_bodies(document).items()}
    began = {key for lines in base.values() for key in _keys(lines)}
    wanted = [key for lines in mine.values() for key in _keys(lines)]
    elsewhere = {key for name, lines in theirs.items() if name not in mine for key in _keys(lines)}
    if len(set(wanted)) < len(wanted) or elsewhere & (set(wanted) - began):
        return None
    # What an edit began with may stand in another section by now: there it is no news of the edit's own side.
    others = {name: _without(lines, began) for name, lines in theirs.items() if name not in mine}
    merged = merge_bodies({**others, **base}, {**others, **mine}, theirs)
    for name in merged.conflicts:
        if name in mine:
            raise MergeConflict(name, list(base[name]), list(mine[name]), theirs[name], by_key=True)
    return {name: body for name, body in merged.bodies.items() if body != _unmarked(theirs[name])}


def _keys(lines: Sequence[str]) -> list[str]:
    from scratchpad_tui.core.pad.entries import find_entries

    return [key for entry in find_entries(lines) if (key := key_in_line(lines[entry.start]))]


def _without(lines: Sequence[str], keys: set[str]) -> list[str]:
    from scratchpad_tui.core.pad.entries import find_entries

    gone: set[int] = set()
    for entry in find_entries(lines):
        if key_in_line(lines[entry.start]) in keys:
            gone.update(range(entry.start, entry.stop))
    return [line for index, line in enumerate(lines) if index not in gone]


def _edited(body: Sequence[str]) -> list[str]:
    """The lines without the blank ones at the end, which are the file's own."""
    lines = list(body)
    while lines and is_blank(lines[-1]):
        lines.pop()
    return lines


def revert_bodies(document: Document, after: Document, before: Document) -> dict[str, list[str]]:
    """What a document's audited sections are without the change between two versions of it.

    Raises:
        MergeConflict: an entry of that change was changed again; an undo writes over nothing.
    """
    now, base, mine = (_keyed_bodies(one) for one in (document, after, before))
    merged = merge_bodies(base, mine, now)
    changed = [name for name in now if base.get(name) != mine.get(name)]
    names = [*merged.conflicts, *(_section_of(key, now) or changed[0] for key in merged.both)]
    if names:
        name = names[0]
        raise MergeConflict(name, base.get(name, []), mine.get(name, []), now.get(name, []))
    return {name: body for name, body in merged.bodies.items() if body != _unmarked(now.get(name, []))}


def _section_of(key: str, bodies: Mapping[str, Sequence[str]]) -> str:
    return next((name for name, lines in bodies.items() if key in _keys(lines)), "")
