"""An audited pad while it is changed: entries found by key, and edits that touch their own lines alone."""

from __future__ import annotations

import re

from scratchpad_tui.core.errors import InputError, ParseError
from scratchpad_tui.core.pad.evidence import CLOSED, audited_entries, audited_line
from scratchpad_tui.core.pad.lines import Line
from scratchpad_tui.core.pad.parse import parse_text
from scratchpad_tui.core.pad.schema import EMPTY_MARK
from scratchpad_tui.core.pad.work import SectionWork

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.evidence import Audited, Evidence

_LEAD = re.compile(r"[ \t]*(?:[-*+]|[0-9]{1,20}[.)])[ \t]+")
Facts = "tuple[str, str, Evidence | None, bool]"


class Book:
    """The entries of a document, and what becomes of them. Each entry is changed at most once."""

    def __init__(self, document: Document) -> None:
        self.given = document
        self.document = document.completed()
        self._entries: dict[str, list[Audited]] = {}
        self._by_key: dict[str, Audited] = {}
        self._edits: dict[str, dict[int, tuple[int, str | None]]] = {}
        """By section and first line: the line behind the last one that goes, and what takes their place."""
        self._added: dict[str, list[str]] = {}
        self._expected: dict[tuple[str, int], Audited | None] = {}
        for section in document.profile.sections:
            if section.keyed:
                found = audited_entries(self.document, section.name)
                self._entries[section.name] = found
                self._by_key.update((entry.key, entry) for entry in found if entry.key)

    def find(self, key: str, section: str = "") -> Audited | None:
        """The entry with the key, in that section alone where one is named."""
        entry = self._by_key.get(key)
        return entry if entry is not None and section in ("", entry.section) else None

    def entries(self, section: str) -> list[Audited]:
        """The entries of a section as they were found."""
        return self._entries.get(section, [])

    def keys(self, section: str) -> list[str]:
        """The keys of a section."""
        return [entry.key for entry in self.entries(section) if entry.key]

    def rewrite(self, entry: Audited, text: str, evidence: Evidence | None, *, closed: bool) -> None:
        """Puts another text and evidence into an entry's place; its bullet stays."""
        line = audited_line(text, evidence, entry.key, closed=closed)
        self._edit(entry, entry.entry.stop, self._lead(entry) + line[2:])
        self._expect(entry, entry._replace(text=text, evidence=evidence, closed=closed))

    def close(self, entry: Audited) -> None:
        """Marks an entry as done with; its further lines stay."""
        first = entry.text.split("\n")[0]
        line = audited_line(first, entry.evidence, entry.key, closed=True)
        self._edit(entry, entry.entry.start + 1, self._lead(entry) + line[2:])
        self._expect(entry, entry._replace(closed=True))

    def drop(self, entry: Audited) -> None:
        """Takes an entry out."""
        self._edit(entry, entry.entry.stop, None)
        self._expect(entry, None)

    def add(self, section: str, line: str) -> None:
        """Puts an entry at the end of a section."""
        self._added.setdefault(section, []).append(line)

    def made(self) -> Document:
        """The document after the edits; the given one itself where there are none.

        Raises:
            InputError: an entry would not read back as it was given (code `would-break`).
        """
        touched = {*self._edits, *self._added}
        if not touched:
            return self.given
        bodies = {name: self._body(name) for name in touched}
        try:
            document = parse_text(self.document.with_bodies(bodies).text(), self.document.profile)
        except ParseError as error:
            raise _would_break(f"the file would not parse ({error})") from error
        for name in touched:
            self._check(name, document)
        return document

    def _edit(self, entry: Audited, stop: int, line: str | None) -> None:
        self._edits.setdefault(entry.section, {})[entry.entry.start] = (stop, line)

    def _expect(self, entry: Audited, after: Audited | None) -> None:
        self._expected[entry.section, entry.entry.start] = after

    def _lead(self, entry: Audited) -> str:
        found = _LEAD.match(self.document.raw(entry.section)[entry.entry.start].text)
        return found.group() if found else "- "

    def _body(self, name: str) -> list[Line]:
        lines = self.document.raw(name)
        edits = self._edits.get(name, {})
        for start in sorted(edits, reverse=True):
            stop, text = edits[start]
            lines[start:stop] = [] if text is None else [Line(text, lines[start].end)]
        if all(line.blank for line in lines):
            at = min(edits, default=0)
            end = lines[at].end if at < len(lines) else self.document.newline
            lines.insert(at, Line(EMPTY_MARK, end))
        work = SectionWork(self.document.profile.by_name()[name.casefold()], lines, self.document.newline)
        for line in self._added.get(name, []):
            work.extend([line])
        return work.lines

    def _check(self, name: str, document: Document) -> None:
        """Holds a section's entries against what they are to be: a text must not hide or swallow another entry."""
        wanted = [self._expected.get((name, entry.entry.start), entry) for entry in self.entries(name)]
        expected = [_facts(entry) for entry in wanted if entry is not None]
        found = audited_entries(document, name)
        lines = document.body(name)
        added = self._added.get(name, [])
        tail = found[len(expected) :]
        if [_facts(entry) for entry in found[: len(expected)]] != expected or [
            lines[entry.entry.start] for entry in tail
        ] != added:
            raise _would_break("the entry would not read back as it is given")


def _facts(entry: Audited) -> tuple[str, str, Evidence | None, bool]:
    return entry.key, entry.text, entry.evidence, entry.closed


def _would_break(message: str) -> InputError:
    return InputError(
        message, f"say it in other words, without marks such as <!--, ## or {CLOSED}", code="would-break"
    )
