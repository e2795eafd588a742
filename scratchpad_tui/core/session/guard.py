"""The secrets scan for what leaves a session: proposals, accepted lines, and what goes to the archive."""

from __future__ import annotations

from scratchpad_tui.core.pad.gate import in_text, refuse_secrets
from scratchpad_tui.core.session.items import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.store import PadStore

MASK = "****"


class Scans:
    """Scans texts of one pad, each once: what was scanned before the lock is not scanned again under it."""

    def __init__(self, store: PadStore) -> None:
        self._store = store
        self._masked: dict[str, tuple[str, tuple[Finding, ...]]] = {}

    def findings(self, text: str) -> tuple[Finding, ...]:
        """The secrets in a text."""
        return self._look(text)[1]

    def masked(self, text: str) -> str:
        """The text with a mask in the place of each secret."""
        return self._look(text)[0]

    def _look(self, text: str) -> tuple[str, tuple[Finding, ...]]:
        known = self._masked.get(text)
        if known is None:
            found = in_text(self._store, text)
            shown = text
            for item in sorted(found, key=lambda one: one.start, reverse=True):
                shown = shown[: item.start] + MASK + shown[item.end :]
            known = shown, tuple(Finding(item.kind, item.masked) for item in found)
            self._masked[text] = known
        return known


def refuse(store: PadStore, texts: Sequence[str], actor: str, *where: str) -> None:
    """Refuses texts of which one holds a secret; `where` names each.

    Raises:
        InputError: code `secret`; the value is in none of its words.
    """
    refuse_secrets(store, texts, actor, where=where)
