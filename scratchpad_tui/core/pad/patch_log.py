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
    from collections.abc import Callable, Sequence

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.evidence import Audited
    from scratchpad_tui.core.pad.patch import Patch
    from scratchpad_tui.core.pad.schema import Profile

NO_REASON = "a patch without a reason"
"""The source of a line about a finding that went without a word."""
_LONGEST_REASON = 200
"""Characters of a reason that can be a source."""


def lines_about(
    before: Document, after: Document, patches: Sequence[Patch], hide: Callable[[str], str]
) -> list[str]:
    """The lines for the end of Decisions: one for each finding that is another, or not there, after the patches.

    A finding that is gone and of which Decisions tells already needs none. `hide` is applied to what they quote.
    """
    findings, decisions = (role_section(role, before.profile) for role in (FINDINGS, DECISIONS))
    if not findings or not decisions or before.raw(findings) == after.raw(findings):
        return []
    there = {entry.key: entry for entry in every_audited(after) if entry.key}
    told = newest_lines(audited_entries(after, decisions))
    text = f"{before.text()}\n{after.text()}"
    lines = []
    for entry in audited_entries(before, findings):
        new = there.get(entry.key)
        if not entry.key or _stands(entry, new) or (new is None and says(told.get(entry.key), entry)):
            continue
        evidence = new.evidence if new is not None else None
        source = evidence or Evidence(_reason(patches, before.profile), now().date().isoformat())
        lines.append(was_line(entry.key, hide(entry.text), source, next_number(text, entry.key)))
    return lines


def _stands(entry: Audited, new: Audited | None) -> bool:
    return new is not None and (new.section, new.text) == (entry.section, entry.text)


def _reason(patches: Sequence[Patch], profile: Profile) -> str:
    """Why a finding went, as the source of its line: the reason of the last patch that takes findings out."""
    findings = profile.find(FINDINGS)
    taking = (patch for patch in patches if patch.op != "append" and profile.find(patch.section) == findings)
    reasons = [patch.reason.strip() for patch in taking if patch.reason]
    return reasons[-1] if reasons and _can_be_source(reasons[-1]) else NO_REASON


def _can_be_source(reason: str) -> bool:
    plain = reason.isprintable() and not any(mark in reason for mark in "[]{}")
    return bool(reason) and plain and len(reason) <= _LONGEST_REASON and raw_fault(reason) is None
