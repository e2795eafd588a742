"""What stands between a text and memory: the secrets scan, before any file is touched or lock taken.

Only what is new counts: a secret that came in by hand stands in the pad already, is warned of, and never deleted.
What history holds already, and a restore or an undo brings back, is not new either. Findings that a person allowed
do not count. A scan that fails blocks.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from scratchpad_tui.core.errors import InputError, PatchError, Problem, ScratchpadError, StorageError
from scratchpad_tui.core.pad.allowed import Allowed, allow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.patch import Patch
    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.secrets.constraints import Constraints
    from scratchpad_tui.core.secrets.finding import Finding

__all__ = ["SECRET", "SecretError", "SecretPatchError", "allow"]

SECRET = "secret"  # noqa: S105 - a code, not a value
"""The code of a refusal because of a secret, or of a scan that failed."""
_FIELDS = ("content", "reason", "section", "op")
WHOLE = 100_000
"""Characters up to which a pad is scanned whole whenever it is written or shown; some fifty times what it should hold."""
_AROUND = 3
"""Lines on either side of a change that are scanned with it: a token may go on in the next one."""
_NAMED = 3
"""Secrets in a pad that one warning names; the rest is counted."""


class SecretError(InputError):
    """A text is refused because of what the scan found; the value is in none of these words."""

    def __init__(self, message: str, remedy: str, *, rule: str = "", line: int = 0, which: int = 0) -> None:
        super().__init__(message, remedy, code=SECRET)
        self.rule = rule
        self.line = line
        self.which = which
        """Which of the texts it stands in, counted from 0."""


class SecretPatchError(PatchError):
    """A patch list is refused because of what the scan found."""

    def __init__(self, message: str, *, index: int | None, field: str | None, rule: str, line: int) -> None:
        super().__init__(message, code=SECRET, index=index, field=field)
        self.rule = rule
        self.line = line


class Patched(NamedTuple):
    """What the scan of a patch list leaves to be done."""

    values: tuple[str, ...]
    """Values that the list names and the pad has already: no message may repeat them."""

    def hush(self, sentence: str) -> str:
        """The sentence without those values."""
        for value in self.values:
            sentence = sentence.replace(value, "[secret]")
        return sentence


def in_text(store: PadStore, text: str) -> list[Finding]:
    """The secrets in a text that nobody allowed in this pad, in the order of the text.

    Raises:
        SecretError: the scan failed, and so nothing may be written.
        StorageError: the deny-list cannot be read.
    """
    from scratchpad_tui.core.secrets import scanner

    try:
        found = scanner.scan(text, deny_list(store))
        if not found:
            return []
        allowed = Allowed(store.paths)
        return [finding for finding in found if not allowed.holds(finding, text)]
    except StorageError:
        raise  # the deny-list cannot be read: what it keeps out is not known
    except ScratchpadError as error:
        raise SecretError(f"the secrets scan failed: {error.message}", error.remedy) from None
    except Exception as error:  # noqa: BLE001 - whatever it is, a scan that fails blocks
        # Its words may hold what it was given: the kind of the fault alone is told.
        raise SecretError(
            f"the secrets scan failed ({type(error).__name__}), so nothing was written",
            "`scan` on the text shows whether it fails alone",
        ) from None


def deny_list(store: PadStore) -> Constraints:
    """What `memory-constraints.md` beside the pad keeps out of it.

    Raises:
        StorageError: it cannot be read.
    """
    from scratchpad_tui.core.secrets.constraints import load

    return load(os.path.dirname(store.paths.named))


def fresh(store: PadStore, before: str, after: str) -> tuple[list[Finding], list[Finding]]:
    """The secrets of a text that it did not hold before, and those that it held already.

    Where the text before is known to hold none, or this one is longer than `WHOLE`, only what changed is scanned, with
    the lines beside it; what a very long text held already elsewhere is for `health` and `validate` to tell.
    """
    is_known = store.clean == (deny_list(store), before)
    if is_known or len(after) > WHOLE:
        part = changed_part(before, after)
        new, old = _fresh(store, before[part.start : part.stop], after[part.new_start : part.new_stop])
        new, old = ([_moved(item, after, part.new_start) for item in found] for found in (new, old))
    else:
        new, old = _fresh(store, before, after)
    if not (new or old) and (is_known or len(after) <= WHOLE):
        store.clean = (deny_list(store), after)
    return new, old


def standing(store: PadStore, text: str) -> list[Finding]:
    """The secrets that stand in a pad's text; none of one that is longer than `WHOLE`, which `health` tells of.

    Raises:
        SecretError, StorageError: as of `in_text`.
    """
    known = (deny_list(store), text)
    if len(text) > WHOLE or store.clean == known:
        return []
    found = in_text(store, text)
    if not found:
        store.clean = known
    return found


def _moved(finding: Finding, text: str, start: int) -> Finding:
    """A finding of the part that begins there, as one of the whole text."""
    return finding._replace(
        line=finding.line + text.count("\n", 0, start), start=finding.start + start, end=finding.end + start
    )


class Changed(NamedTuple):
    """Where two texts differ, in characters: whole lines, with some on either side."""

    start: int
    stop: int
    new_start: int
    new_stop: int


def changed_part(before: str, after: str) -> Changed:
    """The part in which the texts differ, from a line's beginning to a line's end."""
    head = _equal(before, after)
    limit = min(len(before), len(after)) - head
    tail = _equal_tail(before, after, limit)
    start, stop, new_stop = head, len(before) - tail, len(after) - tail
    for _ in range(_AROUND + 1):
        start = max(0, before.rfind("\n", 0, max(0, start - 1)) + 1)
    for _ in range(_AROUND + 1):
        end = after.find("\n", new_stop)
        more = (len(after) if end < 0 else end + 1) - new_stop
        stop, new_stop = stop + more, new_stop + more
    return Changed(start, stop, start, new_stop)


def _equal(one: str, other: str) -> int:
    """How many characters the texts begin with alike."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _equal_tail(one: str, other: str, limit: int) -> int:
    """How many characters, at most `limit`, they end with alike."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if one[len(one) - middle : len(one) - low] == other[len(other) - middle : len(other) - low]:
            low = middle
        else:
            high = middle - 1
    return low


def _fresh(store: PadStore, before: str, after: str) -> tuple[list[Finding], list[Finding]]:
    found = in_text(store, after)
    if not found:
        return [], []
    left: dict[str, int] = {}
    for finding in in_text(store, before):
        value = before[finding.start : finding.end]
        left[value] = left.get(value, 0) + 1
    new: list[Finding] = []
    old: list[Finding] = []
    for finding in found:
        value = after[finding.start : finding.end]
        if left.get(value, 0):
            left[value] -= 1
            old.append(finding)
        else:
            new.append(finding)
    return new, old


def refuse_secrets(
    store: PadStore,
    texts: Sequence[str],
    actor: str = "agent",
    *,
    where: Sequence[str] = (),
    before: str = "",
) -> None:
    """Refuses texts that are to leave for memory of longer life when one of them holds a secret.

    `where` names the texts in the refusal (by default "the text"); `before` is what the place holds already.

    Raises:
        SecretError: code `secret`; it names rule and line, never the value.
    """
    for which, text in enumerate(texts):
        new = fresh(store, before, text)[0] if text else []
        if new:
            name = where[which] if which < len(where) else "the text"
            raise SecretError(
                words(name, new[0], text), remedy(actor), rule=new[0].rule, line=new[0].line, which=which
            )


def refuse_patches(store: PadStore, patches: Sequence[Patch], labels: Sequence[str | None] = ()) -> Patched:
    """Refuses a patch list whose content, reason or labels hold a secret that the pad does not hold already.

    Raises:
        SecretPatchError: code `secret`; it names patch, field, rule and line, never the value.
    """
    current: str | None = None
    known: list[str] = []
    for index, patch in enumerate(patches):
        for field in _FIELDS:
            text = str(getattr(patch, field) or "")
            if not text:
                continue
            found = in_text(store, text)
            if found and current is None:
                current = store.read().document.text()
            for finding in found:
                value = text[finding.start : finding.end]
                if current is None or value not in current:
                    raise _patch_refusal(index, field, finding, text)
                known.append(value)
    refuse_secrets(store, [label for label in labels if label], where=["the label"] * len(labels))
    return Patched(tuple(known))


def refuse_list_text(store: PadStore, text: str) -> None:
    """Refuses a text that was sent as a list of patches and is none, where it holds a secret.

    Raises:
        SecretPatchError: code `secret`.
    """
    found = in_text(store, text)
    if found:
        message = f"the list {words('', found[0], text).strip()}; {remedy('agent')}"
        raise SecretPatchError(message, index=None, field=None, rule=found[0].rule, line=found[0].line)


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


def standing_warnings(store: PadStore, document: Document) -> list[str]:
    """The same of a pad as it stands; a scan that fails is told and stops no reader, nor does a very long pad."""
    try:
        return hand_warnings(document, standing(store, document.text()))
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
    at = "the pad"
    for name in document.profile.names:
        if name not in document.missing and document.heading_line(name) <= line:
            at = name
    return at


def _patch_refusal(index: int, field: str, finding: Finding, text: str) -> SecretPatchError:
    message = f"patch {index}: {words(field, finding, text)}; {remedy('agent')}"
    return SecretPatchError(message, index=index, field=field, rule=finding.rule, line=finding.line)


def words(name: str, finding: Finding, text: str) -> str:
    """What a text holds, and in which line."""
    where = f" in line {finding.line}" if "\n" in text or finding.line > 1 else ""
    return f"{name} holds {what(finding)}{where}"


def what(finding: Finding) -> str:
    """A finding in words."""
    return f"what looks like {finding.kind} (rule {finding.rule})"


def remedy(actor: str) -> str:
    """What helps, for who is refused."""
    if actor == "human":
        return "leave it out, or allow this one with `scan --allow` if it is none"
    return "leave the value out and say where it is kept instead"
