"""The five operations, as edits of a section's raw lines."""

from __future__ import annotations

import json
import re

from scratchpad_tui.core.errors import ParseError, PatchError
from scratchpad_tui.core.pad.caps import cap_warnings
from scratchpad_tui.core.pad.compose import entry_lines, incoming, trimmed
from scratchpad_tui.core.pad.entries import is_empty_mark, word_for_word
from scratchpad_tui.core.pad.lines import Line, texts
from scratchpad_tui.core.pad.parse import parse_text
from scratchpad_tui.core.pad.patch import validate
from scratchpad_tui.core.pad.scan import scan
from scratchpad_tui.core.pad.schema import EMPTY_MARK
from scratchpad_tui.core.pad.work import SectionWork

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scratchpad_tui.core.pad.compose import Incoming
    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.entries import Entry
    from scratchpad_tui.core.pad.patch import Patch
    from scratchpad_tui.core.pad.schema import Section


class Applied:
    """What a patch list makes of a document."""

    __slots__ = ("document", "op_warnings", "warnings")

    def __init__(self, document: Document, op_warnings: list[str]) -> None:
        self.document = document
        """The given document itself where nothing changed."""
        self.op_warnings = op_warnings
        """About the operations of this list."""
        self.warnings = [*op_warnings, *cap_warnings(document)]
        """The same, and those about the result."""


def apply_patches(document: Document, patches: Sequence[Patch], hide: Callable[[str], str] = str) -> Applied:
    """Applies a list whole; the given document is never changed.

    `hide` is applied to the text of a finding that goes before Decisions quotes it.

    Raises:
        PatchError: the list is refused.
    """
    validate(patches, document.profile)
    start = document.completed()
    works: dict[str, SectionWork] = {}
    warnings: list[str] = []
    for index, patch in enumerate(patches):
        section = document.profile.find(patch.section)
        assert section is not None  # validated
        work = works.setdefault(section.name, SectionWork(section, start.raw(section.name), start.newline))
        warning = _OPERATIONS[patch.op](work, patch.content)
        if warning and warning not in warnings:
            warnings.append(warning)
        if work.fresh:
            _check_fresh(work.fresh, index)
    changed = {name: work.lines for name, work in works.items() if work.lines != start.raw(name)}
    if not changed:
        return Applied(document, warnings)
    after = _parsed_again(start, changed, patches)
    if document.profile.is_keyed:
        after = _with_log(start, after, patches, hide)
    return Applied(after, warnings)


def _with_log(
    before: Document, after: Document, patches: Sequence[Patch], hide: Callable[[str], str]
) -> Document:
    """The document with a line in Decisions for each finding that the patches changed or took out."""
    from scratchpad_tui.core.pad.finding_log import DECISIONS, role_section
    from scratchpad_tui.core.pad.patch_log import lines_about

    lines = lines_about(before, after, patches, hide)
    if not lines:
        return after
    name = role_section(DECISIONS, after.profile)
    work = SectionWork(after.profile.by_name()[name.casefold()], after.raw(name), after.newline)
    for line in lines:
        work.extend([line])
    return _parsed_again(after, {name: work.lines}, patches)


def _append(work: SectionWork, content: str) -> str:
    work.fresh = []
    present = ""
    for entry in incoming(content):
        if entry.is_empty:
            continue
        lines = entry_lines(_timed(entry, work.section), work.section, work.next_number)
        if not work.section.numbered and word_for_word(lines) in work.entry_texts:
            present = present or entry.first
            continue
        work.extend(lines)
        work.fresh += lines
    if present:
        return f"append: {work.section.name} has {_quoted(present)} already, word for word; it was not added again"
    return ""


def _replace(work: SectionWork, content: str) -> str:
    new = trimmed(texts(content)) if not work.section.tags else _noted(content, work.section)
    start, stop = work.region()
    work.fresh = new
    if [line.text for line in work.lines[start:stop]] != new:
        work.splice(start, stop, new)
    return ""


def _noted(content: str, section: Section) -> list[str]:
    """The content's notes as lines."""
    entries = (entry for entry in incoming(content) if not entry.is_empty)
    return [line for entry in entries for line in entry_lines(_timed(entry, section), section, 0)]


def _timed(entry: Incoming, section: Section) -> Incoming:
    """The entry with the clock's time, where it goes among notes and has none."""
    if not section.tags:
        return entry
    from scratchpad_tui.core.clock import now
    from scratchpad_tui.core.pad.notes import stamped

    return stamped(entry, section.tags, now())


def _clear(work: SectionWork, content: str) -> str:
    work.fresh = []
    start, stop = work.region()
    if any(not is_empty_mark(line.text) and not line.blank for line in work.lines[start:stop]):
        work.splice(start, stop, [EMPTY_MARK])
    if content.strip():
        return f"clear: {work.section.name} was cleared; the content that came with it was not used"
    return ""


def _check(work: SectionWork, content: str) -> str:
    work.fresh = []
    wanted = content.strip()
    items = [entry for entry in work.entries if not entry.is_block]
    name = work.section.name
    found = _items_of_number(items, wanted)
    if not found:
        return f"check: {name} has no item {wanted[:20]}"
    if len(found) > 1:
        return f"check: {name} shows the number {wanted} {len(found)} times; none was ticked, give each its own number"
    entry = found[0]
    if entry.marker.box in ("x", "X"):
        return f"check: item {wanted} of {name} is ticked already"
    if entry.marker.box is None:
        return f"check: item {wanted} of {name} has no box [ ] to tick"
    line = work.lines[entry.start]
    at = entry.marker.box_at
    work.lines[entry.start] = Line(line.text[:at] + "x" + line.text[at + 1 :], line.end)
    work.changed()
    return ""


def _items_of_number(items: Sequence[Entry], wanted: str) -> list[Entry]:
    """The items that show this number; where no item shows one, the item at this position."""
    bare = wanted.lstrip("0") or "0"
    if any(entry.marker.number for entry in items):
        return [e for e in items if e.marker.number and (e.marker.number.lstrip("0") or "0") == bare]
    position = int(bare) if len(bare) < 10 else 0
    return [items[position - 1]] if 1 <= position <= len(items) else []


def _remove(work: SectionWork, content: str) -> str:
    work.fresh = []
    wanted = "\n".join(line.strip() for line in texts(content.strip()))
    found = [entry for entry in work.entries if wanted in entry.text]
    name = work.section.name
    if not found:
        return f"remove: nothing in {name} matched {_quoted(content.strip())}{_marker_hint(content)}"
    for entry in reversed(found):
        del work.lines[entry.start : entry.stop]
    if all(line.blank for line in work.lines):
        work.lines[found[0].start : found[0].start] = [Line(EMPTY_MARK, work.newline)]
    work.changed()
    if len(found) > 1:
        return f"remove: {len(found)} entries of {name} held {_quoted(content.strip())} and were removed"
    return ""


_OPERATIONS = {"append": _append, "replace": _replace, "check": _check, "remove": _remove, "clear": _clear}


def _marker_hint(content: str) -> str:
    if re.match(r"\s*(?:[-*+]|[0-9]+[.)]|\[[ xX]\])\s", content):
        return "; give the text alone, without bullet, number or box"
    return ""


def _check_fresh(lines: list[str], index: int) -> None:
    """Holds what was composed to the same rules as what was sent: indents and bullets may change its meaning."""
    scanned = scan(lines)
    if scanned.unclosed or any(line.heading is not None for line in scanned.lines):
        message = f"patch {index}: content would open a fence, a comment or a section in the file"
        raise PatchError(message, code="would-break", index=index, field="content")


def _parsed_again(before: Document, bodies: dict[str, list[Line]], patches: Sequence[Patch]) -> Document:
    try:
        after = parse_text(before.with_bodies(bodies).text(), before.profile)
    except ParseError as error:
        if error.problems[0].code == "duplicate-key":
            from scratchpad_tui.core.pad.keys import duplicate_refusal

            raise duplicate_refusal(error.problems[0], patches) from error
        index = len(patches) - 1
        message = f"patch {index}: the file would not parse any more ({error})"
        raise PatchError(message, code="would-break", index=index, field="content") from error
    after.learn_from(before)
    return after


def _quoted(text: str) -> str:
    first = text if len(text) <= 60 else text[:57] + "..."
    return json.dumps(first, ensure_ascii=False)
