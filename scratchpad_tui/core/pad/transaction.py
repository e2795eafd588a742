"""One change of a pad from lock to journal: read, judge, decide, record what came from outside, write."""

from __future__ import annotations

import os

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad.commit import Moved
from scratchpad_tui.core.pad.diff import changed_sections, counts, unified
from scratchpad_tui.core.pad.in_hand import PadInHand, found_now
from scratchpad_tui.core.pad.judge import FRESH, GOOD, refuse_unfit, refuse_unwritable
from scratchpad_tui.core.pad.old_versions import tidy
from scratchpad_tui.core.pad.seal import refuse_sealed
from scratchpad_tui.core.pad.store import Outcome
from scratchpad_tui.core.pad.writing import writing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.in_hand import Found, Made
    from scratchpad_tui.core.pad.state import State
    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.pad.who import Who

_ATTEMPTS = 60
"""How often a write starts again because the pad moved under it."""


def change(
    store: PadStore,
    who: Who,
    make: Callable[[Found], Made],
    *,
    timeout: float | None = None,
    remember: bool = False,
    mends: bool = False,
) -> Outcome:
    """Makes one change of the pad as it is now; `make` decides on it and may raise to refuse.

    `remember` keeps the operations' warnings for the actor's next prompt. `mends`: a person's own text takes the place
    of a pad that does not parse or is in conflict, whose bytes go to quarantine; nothing else is put there first.
    """
    store.resolve()
    if not os.path.lexists(store.paths.pad) and not store.history.newest():
        # Nothing is there yet, and nothing is made for a change that changes nothing.
        seen = preview(store, make)
        if not seen.changed:
            return seen
    outcome = _attempts(store, who, make, timeout, remember=remember, mends=mends)
    told = store.git.take_told()
    return outcome._replace(warnings=[*outcome.warnings, *told]) if told else outcome


def _attempts(
    store: PadStore,
    who: Who,
    make: Callable[[Found], Made],
    timeout: float | None,
    *,
    remember: bool,
    mends: bool,
) -> Outcome:
    with writing(store, timeout):
        for _ in range(_ATTEMPTS):
            try:
                return _attempt(store, who, make, remember=remember, mends=mends)
            except Moved:
                continue
    raise StorageError("the pad is being changed faster than it can be written", "try again")


def preview(store: PadStore, make: Callable[[Found], Made]) -> Outcome:
    """What a change would do; nothing is written, locked or moved."""
    with store.open_pad() as held:
        found = found_now(store, held.data if held else None)
    judged = found.judged
    refuse_unfit(judged)
    refuse_unwritable(judged)
    made = make(found)
    refuse_sealed(judged, made)
    return _outcome(judged.document, made, found.newest.number, [])


def _attempt(
    store: PadStore, who: Who, make: Callable[[Found], Made], *, remember: bool, mends: bool
) -> Outcome:
    with PadInHand(store) as pad:
        found = pad.find()
        if not mends:
            refuse_unwritable(found.judged)
        made = make(found)
        judged = found.judged
        refuse_sealed(judged, made)
        unchanged = made.document is judged.document and made.data is None
        if judged.state in (GOOD, FRESH) and unchanged:
            if remember:
                _remember(store, store.state(), who, made.op_warnings)
            return _outcome(judged.document, made, found.newest.number, [])
        notices = pad.set_aside(found) if mends else pad.prepare(found)
        version = pad.number
        if not unchanged:
            version = pad.write(who, judged.document, made)
        state = store.state()
        notices += [*pad.notices, *tidy(store, state, found.newest, version)]
        _remember(store, state, who, made.op_warnings if remember else None)
        return _outcome(judged.document, made, version, notices)


def _remember(store: PadStore, state: State, who: Who, warnings: Sequence[str] | None) -> None:
    """Keeps the warnings for the actor's next prompt, where they are given, and what the scan said of the pad."""
    try:
        changed = warnings is not None and state.set_warnings(who.actor, list(warnings))
        if state.take_verdict(store) or changed:
            state.save()
    except OSError:
        # A cache that cannot be written is only forgotten; the caller has the warnings.
        return


def _outcome(before: Document, made: Made, version: int, notices: list[str]) -> Outcome:
    old, new = before.text(), made.document.text()
    amount = counts(old, new)
    return Outcome(
        changed=made.document is not before or made.data is not None,
        version=version,
        diff=unified(old, new),
        warnings=[*notices, *made.warnings],
        added=amount.added,
        removed=amount.removed,
        sections=tuple(changed_sections(before, made.document)),
    )
