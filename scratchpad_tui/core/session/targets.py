"""Where accepted promotions go: the pad's Episodic section, else `episodic.md` beside the pad."""

from __future__ import annotations

import os
import re

from scratchpad_tui.core.clock import now
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.entries import find_entries
from scratchpad_tui.core.pad.io import read_bytes, storage_error
from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.pad.notes import read_note
from scratchpad_tui.core.session.blocks import count_in_body, count_in_text
from scratchpad_tui.core.session.steps import EPISODIC, Wish

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.schema import Section
    from scratchpad_tui.core.pad.store import PadStore

_PROPOSERS = {"agent": "an agent", "human": "a person"}
"""Where a line comes from that stands nowhere in the pad."""
HEAD = "# What earlier sessions left, accepted by a person\n\n"
_FROM = re.compile(r" \(from [^()]{1,80}, v[0-9]+(?:, by policy)?\)$")


class Kept(NamedTuple):
    """An entry of the target."""

    line: int
    """In the file, counted from 1."""
    text: str
    """On one line, as it stands."""
    said: str
    """The same without time, tag and origin."""


class Target(NamedTuple):
    """The episodic tier of a pad."""

    name: str
    """The section's name, or the file's."""
    section: Section | None
    """None where it is a file beside the pad."""
    text: str
    """The file's text; empty where it is a section."""
    document: Document

    @property
    def entries(self) -> list[Kept]:
        """What it holds, in the order of the file."""
        if self.section is None:
            body, first = texts(self.text), 1
        else:
            body = self.document.body(self.section.name)
            first = self.document.heading_line(self.section.name) + 1
        found = []
        for entry in find_entries(body):
            whole = " ".join(entry.text.split())
            if whole and not whole.startswith("# "):
                found.append(Kept(first + entry.start, whole, said(whole)))
        return found

    def room_for(self, line: str) -> int:
        """How many characters it would be over its cap with this line; 0 where it has room."""
        if self.section is None:
            return 0
        size = self.document.size(self.section.name) + len(line) + 1
        return max(0, size - self.section.cap)

    def wish(self, line: str, more: int) -> Wish:
        """The wish that the line stands there so many times more than it does."""
        if self.section is None:
            count = count_in_text(self.text, (line,))
        else:
            count = count_in_body(self.document.body(self.section.name), (line,))
        return Wish((line,), max(0, count + more))


def target_of(store: PadStore, document: Document) -> Target:
    """The episodic tier as it stands.

    Raises:
        StorageError: `episodic.md` is there and cannot be read.
    """
    section = document.profile.find("Episodic")
    if section is not None:
        return Target(section.name, section, "", document)
    return Target(EPISODIC, None, _file(store), document)


def _file(store: PadStore) -> str:
    path = os.path.join(store.paths.side, EPISODIC)
    try:
        return read_bytes(path).decode("utf-8", "surrogateescape")
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError as error:
        raise storage_error(error, path, "read") from error


def said(line: str) -> str:
    """What an entry of the target says, without bullet, time, tag and origin."""
    bare = line.removeprefix("- ").strip()
    (entry,) = find_entries([f"- {bare}"]) or (None,)
    if entry is None:
        return bare
    note = read_note(entry, ("",), now())
    # Whatever its tag is called: behind a time a bracket is one.
    text = note.text if note.time else bare
    return _FROM.sub("", text).strip()


def origin_words(section: str, actor: str) -> str:
    """Where an entry is said to come from: its section, or who gave it where it stood in none."""
    return section or _PROPOSERS.get(actor, actor)


def line_of(time: str, tag: str, text: str, section: str, version: int) -> str:
    """Exactly what an accepted promotion is written as."""
    return f"- {time} [{tag}] {text} (from {section}, v{version})"
