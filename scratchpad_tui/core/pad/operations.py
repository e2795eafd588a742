"""The five operations, as edits of a section's raw lines."""

from __future__ import annotations

import json
import re

from scratchpad_tui.core.errors import ParseError, PatchError
from scratchpad_tui.core.pad.caps import cap_warnings
from scratchpad_tui.core.pad.compose import entry_lines, incoming, next_number, trimmed
from scratchpad_tui.core.pad.entries import find_entries, is_empty_mark, word_for_word
from scratchpad_tui.core.pad.lines import Line, texts, with_ends
from scratchpad_tui.core.pad.parse import parse_text
from scratchpad_tui.core.pad.patch import validate
from scratchpad_tui.core.pad.scan import scan
from scratchpad_tui.core.pad.schema import EMPTY_MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

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


def apply_patches(document: Document, patches: Sequence[Patch]) -> Applied:
    """Applies a list whole; the given document is never changed.

    Raises:
        PatchError: the list is refused.
    """
    validate(patches, document.profile)
    start = document.completed()
    works: dict[str, _Work] = {}
    warnings: list[str] = []
    for index, patch in enumerate(patches):
        section = document.profile.find(patch.section)
        assert section is not None  # validated
        work = works.setdefault(section.name, _Work(section, start.raw(section.name), start.newline))
        warning = _OPERATIONS[patch.op](work, patch.content)
        if warning and warning not in warnings:
            warnings.append(warning)
        if work.fresh:
            _check_fresh(work.fresh, index)
    changed = {name: work.lines for name, work in works.items() if work.lines != start.raw(name)}
    if not changed:
        return Applied(document, warnings)
    return Applied(_parsed_again(start.with_bodies(changed), len(patches) - 1), warnings)


class _Work:
    """One section's raw lines while a list is applied."""

    def __init__(self, section: Section, lines: list[Line], newline: str) -> None:
        self.section = section
        self.lines = lines
        self.newline = newline
        self.fresh: list[str] = []
        """The lines that the last operation wrote."""
        self._entries: list[Entry] | None = None
        self._texts: set[str] | None = None

    @property
    def entries(self) -> list[Entry]:
        if self._entries is None:
            self._entries = find_entries([line.text for line in self.lines])
        return self._entries

    @property
    def entry_texts(self) -> set[str]:
        if self._texts is None:
            body = [line.text for line in self.lines]
            self._texts = {word_for_word(body[entry.start : entry.stop]) for entry in self.entries}
        return self._texts

    def changed(self) -> None:
        self._entries = self._texts = None

    def region(self) -> tuple[int, int]:
        """First line that holds something, and the one behind the last; both 0 where none does."""
        held = [index for index, line in enumerate(self.lines) if not line.blank]
        return (held[0], held[-1] + 1) if held else (0, 0)

    def splice(self, start: int, stop: int, new: Sequence[str]) -> None:
        end = self.lines[start - 1].end if start else self.newline
        if start < stop:
            end = self.lines[start].end
        self.lines[start:stop] = with_ends(new, self.lines[start:stop], end)
        self.changed()

    def extend(self, new: Sequence[str]) -> None:
        """Puts lines behind the last one that holds something, keeping what is known of the entries above."""
        entries, known = self.entries, self.entry_texts
        mark = self._only_mark()
        _, at = self.region()
        start, stop = (mark, mark + 1) if mark is not None else (at, at)
        self.splice(start, stop, new)
        shifted = [e._replace(start=e.start + start, stop=e.stop + start) for e in find_entries(new)]
        self._entries = [*entries, *shifted]
        self._texts = known | {word_for_word(new)}

    def drop_marks(self) -> None:
        """Takes out empty marks that stand beside content; one in a fence is content itself."""
        marks = self._marks()
        if marks and self._only_mark() is None:
            self.lines = [line for index, line in enumerate(self.lines) if index not in marks]
            self.changed()

    def _only_mark(self) -> int | None:
        """Where the empty mark stands when nothing else does."""
        start, stop = self.region()
        return start if stop == start + 1 and is_empty_mark(self.lines[start].text) else None

    def _marks(self) -> set[int]:
        if not any(is_empty_mark(line.text) for line in self.lines):
            return set()
        scanned = scan(line.text for line in self.lines).lines
        return {i for i, line in enumerate(scanned) if not line.inside and is_empty_mark(line.text)}


def _append(work: _Work, content: str) -> str:
    work.fresh = []
    present = ""
    number = next_number(work.entries) if work.section.numbered else 0
    for entry in incoming(content):
        if entry.is_empty:
            continue
        lines = entry_lines(entry, work.section, number)
        if not work.section.numbered and word_for_word(lines) in work.entry_texts:
            present = present or entry.first
            continue
        work.drop_marks()
        work.extend(lines)
        work.fresh += lines
        number += 1
    if present:
        return f"append: {work.section.name} has {_quoted(present)} already, word for word; it was not added again"
    return ""


def _replace(work: _Work, content: str) -> str:
    new = trimmed(texts(content))
    start, stop = work.region()
    work.fresh = new
    if [line.text for line in work.lines[start:stop]] != new:
        work.splice(start, stop, new)
    return ""


def _clear(work: _Work, content: str) -> str:
    work.fresh = []
    start, stop = work.region()
    if any(not is_empty_mark(line.text) and not line.blank for line in work.lines[start:stop]):
        work.splice(start, stop, [EMPTY_MARK])
    if content.strip():
        return f"clear: {work.section.name} was cleared; the content that came with it was not used"
    return ""


def _check(work: _Work, content: str) -> str:
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


def _remove(work: _Work, content: str) -> str:
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
    if re.match(r"\s*(?:[-*+]|\d+[.)]|\[[ xX]\])\s", content):
        return "; give the text alone, without bullet, number or box"
    return ""


def _check_fresh(lines: list[str], index: int) -> None:
    """Holds what was composed to the same rules as what was sent: indents and bullets may change its meaning."""
    scanned = scan(lines)
    if scanned.unclosed or any(line.heading is not None for line in scanned.lines):
        message = f"patch {index}: content would open a fence, a comment or a section in the file"
        raise PatchError(message, code="would-break", index=index, field="content")


def _parsed_again(document: Document, index: int) -> Document:
    try:
        return parse_text(document.text(), document.profile)
    except ParseError as error:
        message = f"patch {index}: the file would not parse any more ({error})"
        raise PatchError(message, code="would-break", index=index, field="content") from error


def _quoted(text: str) -> str:
    first = text if len(text) <= 60 else text[:57] + "..."
    return json.dumps(first, ensure_ascii=False)
