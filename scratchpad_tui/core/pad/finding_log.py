"""Lines in Decisions that tell of a changed finding: `- KEY: was "old" [src:NEW @ DATE] {#KEY-changed-N}`."""

from __future__ import annotations

import re
from itertools import count

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.evidence import audited_entries, audited_line, log_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.evidence import Audited, Evidence
    from scratchpad_tui.core.pad.schema import Profile

FINDINGS, DECISIONS = "Findings", "Decisions"
"""The section that is contradicted, and the one where that is told."""
_LARGEST_NUMBER = 999_999_999
_WAS = re.compile(r'[^\n"]{1,200}: was "(?P<old>.*)"', re.DOTALL)


class Logged(NamedTuple):
    """The newest line about a finding."""

    number: int
    old: str
    """The text that the finding had, in one line; empty where the line does not say it in our form."""
    evidence: Evidence | None


def role_section(role: str, profile: Profile) -> str:
    """The name of the audited section that has the role; empty where the profile has none."""
    section = profile.find(role)
    return section.name if section is not None and section.keyed else ""


def flat(text: str) -> str:
    """A text of several lines as one."""
    return " ".join(text.split("\n"))


def was_line(key: str, old: str, evidence: Evidence, number: int) -> str:
    """The line that tells what a finding was."""
    return audited_line(f'{key}: was "{flat(old)}"', evidence, f"{key}-changed-{number}")


def newest_lines(decisions: Iterable[Audited]) -> dict[str, Logged]:
    """By finding, the line about it with the highest number."""
    newest: dict[str, Logged] = {}
    for entry in decisions:
        logged = log_key(entry.key)
        if logged and (logged.key not in newest or logged.number > newest[logged.key].number):
            said = _WAS.fullmatch(flat(entry.text))
            newest[logged.key] = Logged(logged.number, said["old"] if said else "", entry.evidence)
    return newest


def next_number(text: str, key: str) -> int:
    """One above the highest number that the pad's text has for the finding, also inside another entry's text."""
    found = re.findall(rf"(?<![a-z0-9-]){re.escape(key)}-changed-([0-9]{{1,9}})(?![a-z0-9-])", text)
    used = {int(number) for number in found}
    above = max(used, default=0) + 1
    # A longer number would be no log line's.
    return above if above <= _LARGEST_NUMBER else next(number for number in count(1) if number not in used)


def tells(logged: Logged, text: str) -> bool:
    """Whether the line quotes this text; how blanks and lines part its words makes no difference."""
    return logged.old.split() == text.split()


def says(logged: Logged | None, finding: Audited) -> bool:
    """Whether the newest line tells of the finding as it stands: its text, and no evidence that is younger."""
    if logged is None or not tells(logged, finding.text):
        return False
    if finding.evidence is None or logged.evidence is None:
        return True
    return finding.evidence.date <= logged.evidence.date


def contradicted(document: Document) -> frozenset[str]:
    """The keys of findings that another entry contradicts: their newest line in Decisions tells of them as they stand.

    A finding whose evidence is newer than that line was shown anew.
    """
    findings, decisions = (role_section(role, document.profile) for role in (FINDINGS, DECISIONS))
    newest = newest_lines(audited_entries(document, decisions)) if findings and decisions else {}
    if not newest:
        return frozenset()
    return frozenset(
        finding.key
        for finding in audited_entries(document, findings)
        if says(newest.get(finding.key), finding)
    )
