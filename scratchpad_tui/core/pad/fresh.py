"""What is new in a pad's text: a secret that it held already is no news, and what a look at it said is kept.

Where the text before is known to be clean only what changed is scanned, with the lines beside it.
"""

from __future__ import annotations

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad import verdict
from scratchpad_tui.core.pad.gate import in_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.secrets.finding import Finding

_AROUND = 3
"""Lines on either side of a change that are scanned with it: a token may go on in the next one."""
_OPENINGS = ("-----begin ", "putty-user-key", "phrase", "mnemonic", "bip", "seed", "recovery", "wallet")
"""What a key's block or a wallet's phrase begins with, in lower case: its lines may come one by one."""


def fresh(store: PadStore, before: str, after: str) -> tuple[list[Finding], list[Finding]]:
    """The secrets of a text that it did not hold before, and those that it held already.

    Where the text before is known to hold none, or this one is longer than `WHOLE`, only what changed is scanned, with
    the lines beside it; what a very long text held already elsewhere is for `health` and `validate` to tell.
    """
    on = verdict.ground(store)
    is_known = verdict.stands(store.verdict, on, before) and not (store.verdict and store.verdict.found)
    is_known = is_known and not _opens(before)
    if is_known or len(after) > verdict.WHOLE:
        part = changed_part(before, after)
        new, old = _fresh(store, before[part.start : part.stop], after[part.new_start : part.new_stop])
        new, old = ([_moved(item, after, part.new_start) for item in found] for found in (new, old))
    else:
        new, old = _fresh(store, before, after)
    if not new and (is_known or len(after) <= verdict.WHOLE):
        verdict.hold(store, on, after, old)
    return new, old


def _opens(text: str) -> bool:
    """Whether something in the text may be the beginning of a secret that goes on many lines farther down."""
    low = text.lower()
    return any(word in low for word in _OPENINGS)


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
