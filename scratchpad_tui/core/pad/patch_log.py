"""What patches did to findings, told in Decisions as `record` tells it: none is changed or taken out without a line."""

from __future__ import annotations

from scratchpad_tui.core.clock import now
from scratchpad_tui.core.pad.evidence import Evidence, audited_entries, every_audited
from scratchpad_tui.core.pad.finding_log import (
    DECISIONS,
    FINDINGS,
    newest_lines,
    next_number,
    role_section,
    says,
    was_line,
)
from scratchpad_tui.core.pad.raw_text import raw_fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.evidence import Audited
    from scratchpad_tui.core.pad.patch import Patch

NO_REASON = "a patch without a reason"
"""The source of a line about a finding that went without a word."""
_LONGEST_REASON = 200
"""Characters of a reason that can be a source."""


def lines_about(before: Document, after: Document, patches: Sequence[Patch]) -> list[str]:
    """The lines for the end of Decisions: one for each finding that is another, or not there, after the patches.

    A finding that is gone and of which Decisions tells already needs none.
    """
    findings, decisions = (role_section(role, before.profile) for role in (FINDINGS, DECISIONS))
    if not findings or not decisions:
        return []
    old = [entry for entry in audited_entries(before, findings) if entry.key]
    now_there = {entry.key: entry for entry in every_audited(after)} if old else {}
    changed = [entry for entry in old if not _stands(entry, now_there.get(entry.key))]
    if not changed:
        return []
    told = newest_lines(audited_entries(after, decisions))
    text = f"{before.text()}\n{after.text()}"
    lines = []
    for entry in changed:
        new = now_there.get(entry.key)
        if new is not None or not says(told.get(entry.key), entry):
            evidence = (new and new.evidence) or Evidence(_reason(patches, findings), _today())
            lines.append(was_line(entry.key, entry.text, evidence, next_number(text, entry.key)))
    return lines


def _stands(entry: Audited, new: Audited | None) -> bool:
    return new is not None and (new.section, new.text) == (entry.section, entry.text)


def _today() -> str:
    return now().date().isoformat()


def _reason(patches: Sequence[Patch], findings: str) -> str:
    """Why a finding went, as the source of its line: the reason of the last patch of Findings that has one."""
    reasons = [
        patch.reason.strip()
        for patch in patches
        if patch.reason and patch.op != "append" and patch.section.strip().casefold() == findings.casefold()
    ]
    return reasons[-1] if reasons and _can_be_source(reasons[-1]) else NO_REASON


def _can_be_source(reason: str) -> bool:
    plain = reason.isprintable() and not any(mark in reason for mark in "[]{}")
    return bool(reason) and plain and len(reason) <= _LONGEST_REASON and raw_fault(reason) is None
