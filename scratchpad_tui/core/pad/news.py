"""What others changed since a session had the pad last: its own writes are no news to it."""

from __future__ import annotations

from scratchpad_tui.core.errors import InputError, ParseError, StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.handwork import ahead_of_history, is_news, unrecorded_sections
from scratchpad_tui.core.text import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.store import PadStore, Reading
    from scratchpad_tui.core.pad.view import VersionInfo

LIMIT = 2_000
"""Characters of the sections' texts."""
_LEAST = 40
"""Characters of an entry's beginning that are worth showing."""
_BETWEEN = " | "


class News(NamedTuple):
    """What a session has not seen."""

    since: int
    """The version that it saw."""
    version: int
    """The version that it is told of."""
    ahead: str
    """The hash of an edit that is no version yet; empty where there is none."""
    sections: tuple[str, ...]
    """Those that others changed, in the pad's order; empty where the session itself made all that is new."""
    authors: tuple[str, ...]
    """In words: `a person`, `another agent`, `outside of patches`."""


def news_for(store: PadStore, reading: Reading, seen: dict[str, Any], session: str) -> News | None:
    """What is new in a good pad for a session that saw it as `seen` says; None where nothing is."""
    since, ahead = int(seen["version"]), ahead_of_history(store, reading)
    before = str(seen.get("ahead", ""))
    if reading.state != "good" or (reading.version <= since and ahead in ("", before)):
        return None
    from scratchpad_tui.core.pad.recent import recent  # most prompts need none of it

    newer = recent(store.paths.journal, since + 1, since).versions.values() if reading.version > since else ()
    by_others = [info for info in newer if info.session != session and _is_news(store, info, before)]
    sections = {section for info in by_others for section in info.sections}
    authors = [_author(info) for info in reversed(by_others)]
    if ahead and ahead != before:
        sections |= set(unrecorded_sections(store, reading))
        authors.append(_OUTSIDE)
    names = [name for name in reading.document.profile.names if name in sections]
    seen_document = None if before or not names else _document(store, since)
    if seen_document is not None:
        # What was changed and put back is as the session knows it.
        names = [name for name in names if seen_document.content(name) != reading.document.content(name)]
    return News(since, reading.version, ahead, tuple(names), tuple(dict.fromkeys(authors)))


def _is_news(store: PadStore, info: VersionInfo, before: str) -> bool:
    return info.actor != "external" or is_news(store, info, before)


_OUTSIDE = "outside of patches"


def _author(info: VersionInfo) -> str:
    if info.by == "human":
        return "by a person"
    if info.actor == "external":
        return _OUTSIDE
    return "by another agent" if info.by == "agent" else "by scratchpad-tui"


def _document(store: PadStore, version: int) -> Document | None:
    """The version that was seen; it is kept as long as the session is remembered."""
    try:
        return store.document_of(version)
    except (InputError, ParseError, StorageError):
        return None


def as_line(document: Document, sections: Sequence[str], limit: int = LIMIT) -> str:
    """The sections with their texts on one line; the oldest entries of the longest leave, and are counted."""
    left = {name: [_flat(entry) for entry in _entries(document, name)] for name in sections}
    taken = dict.fromkeys(sections, 0)
    while sum(map(_size, left.values())) > limit:
        name = max(left, key=lambda one: _size(left[one]))
        if len(left[name]) == 1:
            room = max(_LEAST, limit - sum(_size(left[one]) for one in left if one != name))
            left[name] = [_cut(left[name][0], room)]
            break
        del left[name][0]
        taken[name] += 1
    return "; ".join(f"{name}: {_shown(left[name], taken[name])}" for name in sections)


def _entries(document: Document, name: str) -> Iterable[str]:
    body = document.body(name)
    for entry in document.entries(name):
        yield "\n".join(line for line in body[entry.start : entry.stop] if line.strip())


def _flat(text: str) -> str:
    return visible(" ".join(text.split()))


def _size(entries: Sequence[str]) -> int:
    return sum(len(entry) + len(_BETWEEN) for entry in entries)


def _cut(text: str, room: int) -> str:
    if len(text) <= room:
        return text
    return f"{text[:room]}… ({len(text) - room} more characters)"


def _shown(entries: Sequence[str], taken: int) -> str:
    if not entries:
        return "(empty)"
    words = {0: "", 1: "(1 older entry left out) "}.get(taken, f"({taken} older entries left out) ")
    return words + _BETWEEN.join(entries)
