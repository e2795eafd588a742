"""What a session recalls: its notes newest first, then what earlier sessions left, within a number of tokens."""

from __future__ import annotations

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.notes import notes_of
from scratchpad_tui.core.pad.schema import note_section
from scratchpad_tui.core.text import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.notes import Note
    from scratchpad_tui.core.pad.schema import Profile, Section

MOST_TOKENS = 2_000
_LEFT_OUT = 12
"""Tokens set aside for the line that says how many were left out."""


class Recalled(NamedTuple):
    """An entry that is recalled."""

    section: str
    line: str
    """As it stands in the file, further lines behind newlines."""
    note: Note


class Recall(NamedTuple):
    """What is recalled."""

    text: str
    entries: tuple[Recalled, ...]
    left_out: int
    """Entries that had no room."""

    @property
    def tokens(self) -> int:
        """The size of the text, estimated."""
        return tokens(self.text)


def recall_sections(profile: Profile) -> tuple[Section, ...]:
    """The sections that are recalled: the notes, then the protected one behind them; none in other profiles."""
    scratch = note_section(profile)
    if scratch is None:
        return ()
    episodic = next((s for s in profile.sections if s.protected and not s.sealed), None)
    return (scratch, episodic) if episodic else (scratch,)


def recalled(
    document: Document, now: datetime, max_tokens: int = MOST_TOKENS, max_chars: int | None = None
) -> Recall:
    """The newest entries that fit into so many tokens, and characters where that is given.

    An entry without a readable time stands behind the dated ones, the last in the file first. One that alone has no
    room is passed over, so that a long line by hand hides no other.
    """
    room = max_tokens * 4 if max_chars is None else min(max_tokens * 4, max_chars)
    lines: list[str] = []
    taken: list[Recalled] = []
    left_out = 0
    used = 0
    for section in recall_sections(document.profile):
        heading = f"{section.name}, newest first:"
        for entry in _newest_first(document, section, now):
            new = [entry.line] if any(one.section == section.name for one in taken) else [heading, entry.line]
            size = sum(_bytes(line) + 1 for line in new)
            if used + size > room - _LEFT_OUT * 4:
                left_out += 1
                continue
            lines += new
            taken.append(entry)
            used += size
    if left_out:
        lines.append(f"({left_out} more left out)")
    text = "\n".join(lines)
    return Recall(text if taken or _bytes(text) <= room else "", tuple(taken), left_out)


def _newest_first(document: Document, section: Section, now: datetime) -> Iterator[Recalled]:
    notes = list(enumerate(notes_of(document, section, now)))
    notes.sort(key=lambda item: (_moment(item[1]), item[0]), reverse=True)
    body = document.body(section.name)
    for _, note in notes:
        yield Recalled(section.name, _text(body, note), note)


def _moment(note: Note) -> float:
    return note.moment.timestamp() if note.moment is not None else float("-inf")


def _text(body: Sequence[str], note: Note) -> str:
    return "\n".join(line.rstrip() for line in body[note.entry.start : note.entry.stop] if line.strip())


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
