"""Warnings about sections over their caps, with what would free the room."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.schema import Section

_SHOWN = 3
"""How many entries a warning names; more are counted."""


def cap_warnings(document: Document) -> list[str]:
    """One sentence for each section over its cap: size, cap, overage in characters, and the entries to take out."""
    over = (section for section in document.profile.sections if document.size(section.name) > section.cap)
    return [_warning(document, section) for section in over]


def _warning(document: Document, section: Section) -> str:
    size = document.size(section.name)
    overage = size - section.cap
    said = f"{section.name} is {size} chars, over its {section.cap} cap by {overage}"
    names = freeing(document, section, overage)
    if not names:
        return f"{said}: shorten it"
    return f"{said}: prune it, and keep elsewhere what should last; removing {names} would free the room"


def freeing(document: Document, section: Section, overage: int) -> str:
    """Those of `freeing_entries` in words; empty where there are none."""
    taken = freeing_entries(document, section, overage)
    if len(taken) > _SHOWN:
        return f"its {len(taken)} oldest entries"
    return ", ".join(f'"{_short(text)}"' for text in taken)


def freeing_entries(document: Document, section: Section, overage: int) -> list[str]:
    """The first lines of the oldest entries that together free so many characters; none where there are not two entries.

    Done items go first where the section is numbered.
    """
    body = document.body(section.name)
    entries = document.entries(section.name)
    if len(entries) < 2:
        return []
    entries.sort(key=lambda entry: entry.marker.box not in ("x", "X"))
    taken: list[str] = []
    freed = 0
    for entry in entries:
        if freed >= overage:
            break
        freed += sum(len(line.rstrip()) + 1 for line in body[entry.start : entry.stop] if line.strip())
        taken.append(entry.text.split("\n")[0])
    return taken


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"
