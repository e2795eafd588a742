"""A new audited entry as a person fills it in: a text, and places for its source, its day and its key."""

from __future__ import annotations

import re
import unicodedata

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.evidence import LONGEST_KEY, log_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

_SOURCE = re.compile(r"\[src:(?P<source>[^\[\]]*?)@[ \t]*(?P<date>[^\[\]@]*)\]")
_KEY = re.compile(r"\{#(?P<key>[^{}]*)\}[ \t]*$")
_WORDS = re.compile(r"[a-z0-9]+")
_MOST_WORDS = 5
_LITTLE = re.compile(
    r"an?|and|are|as|at|be|by|for|from|has|have|in|is|its?|of|on|or|our|so|that|the|this|to|was|we|with"
)
"""Words that say little in a key, where others are left."""
_READ_AHEAD = 2_000
"""Characters of a text from which a key is made."""


class Slot(NamedTuple):
    """A part of a template: the characters `start` to `stop` (not included)."""

    name: str
    """`text`, `source`, `date` or `key`."""
    start: int
    stop: int


def template(day: str) -> str:
    """What stands behind the text that a person is about to write; the text comes first."""
    return f" [src: @ {day}] {{#}}"


def hint(day: str) -> str:
    """An entry's form in one line."""
    return f"- text [src:SOURCE @ {day}] {{#key}}"


def slots(line: str) -> tuple[Slot, ...]:
    """The parts of a line that are there to be filled in, in the order of the line; the text always is."""
    key = _KEY.search(line)
    head = line[: key.start()] if key else line
    sources = list(_SOURCE.finditer(head))
    source = sources[-1] if sources else None
    first = source or key
    stop = first.start() if first else len(line)
    found = [Slot("text", 0, len(line[:stop].rstrip()))]
    if source:
        found += [Slot("source", *_trimmed(line, *source.span("source")))]
        found += [Slot("date", *_trimmed(line, *source.span("date")))]
    if key:
        found.append(Slot("key", *_trimmed(line, *key.span("key"))))
    return tuple(found)


def is_blank_entry(line: str) -> bool:
    """Whether no text, source or key is filled in."""
    return all(slot.name == "date" or slot.start == slot.stop for slot in slots(line))


def completed(line: str, taken: Collection[str]) -> str:
    """The line as an entry: a source that was left empty goes with its day, a key that was gets one from the text."""
    parts = {slot.name: slot for slot in slots(line)}
    key = parts.get("key")
    if key is not None and key.start == key.stop:
        text = parts["text"]
        line = line[: key.start] + suggested_key(line[: text.stop], taken) + line[key.stop :]
    source = parts.get("source")
    if source is not None and source.start == source.stop:
        found = list(_SOURCE.finditer(line))[-1]
        line = f"{line[: found.start()].rstrip()} {line[found.end() :].lstrip()}"
    return line.strip()


def suggested_key(text: str, taken: Collection[str]) -> str:
    """A key out of the first words of a text that none of the others is."""
    plain = unicodedata.normalize("NFKD", text[:_READ_AHEAD].casefold()).encode("ascii", "ignore").decode()
    words = _WORDS.findall(plain)
    words = [word for word in words if not _LITTLE.fullmatch(word)] or words
    key = ""
    for word in words[:_MOST_WORDS]:
        longer = f"{key}-{word}" if key else word[: LONGEST_KEY - 4]
        if len(longer) > LONGEST_KEY - 4:  # a number may have to stand behind it
            break
        key = longer
    key = key or "entry"
    if log_key(key):
        key = key.rpartition("-")[0]
    number, found = 2, key
    while found in taken:
        found, number = f"{key}-{number}", number + 1
    return found


def _trimmed(line: str, start: int, stop: int) -> tuple[int, int]:
    """The piece without the blanks around it; where it is all blanks, the place of its first one."""
    text = line[start:stop]
    if not text.strip():
        return start, start
    return start + len(text) - len(text.lstrip()), stop - len(text) + len(text.rstrip())
