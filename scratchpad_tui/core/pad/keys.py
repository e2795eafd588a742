"""Keys of audited entries over a whole pad: each stands once, since an upsert goes to the entry of its key."""

from __future__ import annotations

from scratchpad_tui.core.errors import PatchError, Problem
from scratchpad_tui.core.pad.evidence import every_audited, key_in_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.patch import Patch

DUPLICATE = "duplicate-key"


def key_problems(document: Document) -> list[Problem]:
    """One fault for each entry whose key another one above it has."""
    if not _may_repeat(document):
        return []
    first_at: dict[str, int] = {}
    headings = {name: document.heading_line(name) for name in document.profile.names}
    problems = []
    for entry in sorted(
        every_audited(document), key=lambda found: headings[found.section] + found.entry.start
    ):
        if not entry.key:
            continue
        number = headings[entry.section] + entry.entry.start + 1
        if entry.key in first_at:
            message = (
                f'the key "{entry.key}" stands here a second time (first at line {first_at[entry.key]}); '
                "give one of the two another key, or make them one entry"
            )
            problems.append(Problem(number, 1, DUPLICATE, message))
        first_at.setdefault(entry.key, number)
    return problems


def _may_repeat(document: Document) -> bool:
    """Whether two lines have one key; most pads need no closer look."""
    seen: set[str] = set()
    for section in document.profile.sections:
        for text in document.body(section.name) if section.keyed else ():
            key = key_in_line(text) if "{#" in text else ""
            if key in seen:
                return True
            if key:
                seen.add(key)
    return False


def duplicate_refusal(problem: Problem, patches: Sequence[Patch]) -> PatchError:
    """The refusal of a patch list after which a key would stand twice; it names the last patch that brings the key."""
    key = key_of(problem)
    index = max(
        (at for at, patch in enumerate(patches) if f"{{#{key}}}" in patch.content), default=len(patches) - 1
    )
    message = (
        f'patch {index}: with these patches the key "{key}" would stand twice; '
        "change its entry with `record`, or remove the other one in the same list"
    )
    return PatchError(message, code=DUPLICATE, index=index, field="content")


def in_edited_lines(problem: Problem, lines: Sequence[str]) -> Problem | None:
    """The fault where an edited section's own lines have the key, counted from 1; None where they do not."""
    key = key_of(problem)
    number = next((at for at, line in enumerate(lines, 1) if key_in_line(line) == key), 0)
    message = f'the key "{key}" stands in another entry already; give this one another key'
    return Problem(number, 1, DUPLICATE, message) if number else None


def key_of(problem: Problem) -> str:
    """The key that a fault is about."""
    return problem.message.split('"', 2)[1]
