"""A change of a pad behind its scan: the text that would come of it is judged before the lock is taken."""

from __future__ import annotations

from scratchpad_tui.core.pad import transaction
from scratchpad_tui.core.pad.fresh import fresh
from scratchpad_tui.core.pad.gate import SecretError, SecretPatchError, remedy, what, words
from scratchpad_tui.core.pad.in_hand import found_now
from scratchpad_tui.core.pad.judge import BROKEN, CONFLICT, FRESH, GONE, GOOD
from scratchpad_tui.core.pad.standing import hand_warnings, section_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.in_hand import Found, Made
    from scratchpad_tui.core.pad.patch import Patch
    from scratchpad_tui.core.pad.store import Outcome, PadStore
    from scratchpad_tui.core.pad.who import Who
    from scratchpad_tui.core.secrets.finding import Finding

_ROUNDS = 2
"""How often a change is scanned before its turn at the lock; one that gave up its turn once is scanned under it."""


class _Stale(Exception):
    """The pad is not any more what was scanned."""


def change(
    store: PadStore,
    who: Who,
    make: Callable[[Found], Made],
    *,
    patches: Sequence[Patch] | None = None,
    timeout: float | None = None,
    remember: bool = False,
    mends: bool = False,
) -> Outcome:
    """As `transaction.change`, with the pad's next text scanned for secrets before the lock is taken.

    Raises:
        SecretPatchError, SecretError: code `secret`; nothing is written.
    """
    for left in reversed(range(_ROUNDS)):
        verdict = _Verdict(store, who, patches, mends=mends, patient=bool(left))
        verdict.look(make)
        try:
            return transaction.change(
                store, who, verdict.upon(make), timeout=timeout, remember=remember, mends=mends
            )
        except _Stale:
            continue
    raise AssertionError  # the last round is never stale


def preview(store: PadStore, who: Who, make: Callable[[Found], Made], patches: Sequence[Patch]) -> Outcome:
    """As `transaction.preview`, refused where the change would be."""
    return transaction.preview(store, _Verdict(store, who, patches, mends=False, patient=False).upon(make))


class _Verdict:
    """What the scan says of a change, and on which texts it rests."""

    def __init__(
        self, store: PadStore, who: Who, patches: Sequence[Patch] | None, *, mends: bool, patient: bool
    ) -> None:
        self._store = store
        self._who = who
        self._patches = patches
        self._mends = mends
        self._patient = patient
        self._texts: tuple[str, str] | None = None
        self._old: list[str] = []

    def look(self, make: Callable[[Found], Made]) -> None:
        """Judges the change of the pad as it stands; nothing is written, and no lock waited for."""
        store = self._store
        store.resolve()
        with store.open_pad() as held:
            found = found_now(store, held.data if held else None)
        judged = found.judged
        standing = judged.state in (GOOD, FRESH, GONE, BROKEN) or (self._mends and judged.state == CONFLICT)
        if not standing or (judged.problems and judged.state == FRESH):
            return  # the change itself says why nothing may be written
        if judged.state == BROKEN and judged.document.profile.strict_recovery and not self._mends:
            return
        self._judge(found, make)

    def upon(self, make: Callable[[Found], Made]) -> Callable[[Found], Made]:
        """The same decision, which holds where it rests on the texts that were scanned."""

        def judged(found: Found) -> Made:
            made = make(found)
            if self._texts != self._both(found, made):
                if self._patient:
                    raise _Stale
                made = self._judge(found, make)
            return made._replace(warnings=[*made.warnings, *self._old]) if self._old else made

        return judged

    def _judge(self, found: Found, make: Callable[[Found], Made]) -> Made:
        made = make(found)
        before, after = self._texts = self._both(found, made)
        if before != after or self._patches is not None:
            old = refuse_result(self._store, before, made.document, self._patches, self._who.actor)
            self._old = hand_warnings(made.document, old)
        return made

    def _both(self, found: Found, made: Made) -> tuple[str, str]:
        judged = found.judged
        before = judged.document.text()
        if self._mends and judged.state in (BROKEN, CONFLICT):
            # What stands in the file that is mended is no news either.
            data = self._store.data_or_none() or b""
            before = data.decode("utf-8", "replace")
        return before, made.document.text()


def refuse_result(
    store: PadStore, before: str, document: Document, patches: Sequence[Patch] | None, actor: str
) -> list[Finding]:
    """Refuses a pad's next text that holds a secret the present one does not; the ones it held already.

    Raises:
        SecretPatchError, SecretError: code `secret`; it names section, rule and line.
    """
    after = document.text()
    new, old = fresh(store, before, after)
    if not new:
        return old
    section = section_at(document, new[0].line)
    if patches is None:
        message = words(section, new[0]._replace(line=_line_in(document, section, new[0].line)), after)
        raise SecretError(message, remedy(actor), rule=new[0].rule, line=new[0].line)
    index = max((i for i, patch in enumerate(patches) if _means(document, patch, section)), default=None)
    message = f"with these patches {section} would hold {what(new[0])}; {remedy('agent')}"
    raise SecretPatchError(message, index=index, field="content", rule=new[0].rule, line=new[0].line)


def _line_in(document: Document, section: str, line: int) -> int:
    return line - document.heading_line(section) if section in document.profile.names else line


def _means(document: Document, patch: Patch, section: str) -> bool:
    found = document.profile.find(patch.section)
    return found is not None and found.name == section
