"""Secrets that stand in a pad already, and what each reader is told of them: section, kind and line, never the value."""

from __future__ import annotations

from scratchpad_tui.core.errors import Problem, ScratchpadError
from scratchpad_tui.core.pad import verdict
from scratchpad_tui.core.pad.gate import SECRET, deny_list, in_text, what

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.state import State
    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.secrets.finding import Finding

_NAMED = 3
"""Secrets in a pad that one warning names; the rest is counted."""


def standing(store: PadStore, text: str, state: State | None = None) -> list[Finding]:
    """The secrets that stand in a pad's text, by rule, kind and line; none of one that is longer than `verdict.WHOLE`.

    Of such a long one `health` tells. Where the state cache has the verdict on this text the rules are not loaded.

    Raises:
        SecretError, StorageError: as of `in_text`.
    """
    if len(text) > verdict.WHOLE:
        return []
    on = verdict.ground(store)
    if verdict.stands(store.verdict, on, text) and store.verdict:
        return list(store.verdict.found)
    kept = (state or store.state()).verdict
    if verdict.stands(kept, on, text) and kept:
        return list(kept.found)
    found = in_text(store, text)
    verdict.hold(store, on, text, found)
    return found


def without_secrets(store: PadStore, text: str) -> str:
    """The text with a mark in the place of each secret: what quotes it is not to carry it on."""
    for finding in reversed(in_text(store, text)):
        text = f"{text[: finding.start]}[secret]{text[finding.end :]}"
    return text


def places(document: Document, found: Sequence[Finding]) -> list[str]:
    """Where secrets stand in a pad, each as a sentence: section and kind, never the value."""
    return list(dict.fromkeys(f"{section_at(document, item.line)} holds {what(item)}" for item in found))


def hand_warnings(document: Document, found: Sequence[Finding]) -> list[str]:
    """What an agent, or a person on the way, is told of secrets that stand in the pad."""
    told = places(document, found)
    more = [f"{len(told) - _NAMED} more secrets stand in the pad"] if len(told) > _NAMED else []
    return [
        f"{sentence}; do not repeat it, a person takes it out with `redact`" for sentence in told[:_NAMED]
    ] + more


def standing_warnings(store: PadStore, document: Document, state: State | None = None) -> list[str]:
    """The same of a pad as it stands; a scan that fails is told and stops no reader, nor does a very long pad."""
    try:
        return hand_warnings(document, standing(store, document.text(), state))
    except ScratchpadError as error:
        return [str(error)]


def problems(store: PadStore, document: Document) -> list[Problem]:
    """What `validate` says of secrets in a pad, and of a deny-list that does not count as written."""
    from scratchpad_tui.core.secrets.constraints import told

    try:
        text = document.text()
        bom = text.startswith("\ufeff")
        found = [_problem(document, text, item, bom=bom) for item in in_text(store, text)]
        return found + [Problem(1, 1, "constraints", fault) for fault in told(deny_list(store).faults)]
    except ScratchpadError as error:
        return [Problem(1, 1, "secrets-scan", str(error))]


def _problem(document: Document, text: str, finding: Finding, *, bom: bool) -> Problem:
    begin = max(text.rfind("\n", 0, finding.start), text.rfind("\r", 0, finding.start)) + 1
    column = finding.start - begin + 1 - (bom and begin == 0)
    sentence = places(document, [finding])[0]
    return Problem(
        finding.line, column, SECRET, f"{sentence}; take it out with `redact`, or `scan --allow` it"
    )


def section_at(document: Document, line: int) -> str:
    """The section that a line of the pad's text, counted from 1, stands in."""
    above = [
        (document.heading_line(name), name)
        for name in document.profile.names
        if name not in document.missing and document.heading_line(name) <= line
    ]
    return max(above)[1] if above else "the pad"
