"""The drafts of this program on disk: what a redaction takes out of one there comes back with no later text. No UI library."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.redact_told import NOTHING, lost_of_lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scratchpad_tui.core.pad.drafts import Draft, Drafts
    from scratchpad_tui.core.pad.redact_told import Taken


class KeptDrafts:
    """Remembers what it wrote: where a file holds something else when it is written again, it was redacted."""

    def __init__(self) -> None:
        self._known: dict[str, Draft] = {}
        self._taken: dict[str, Taken] = {}
        self._one_at_a_time = threading.Lock()

    def read(self, drafts: Iterable[Draft]) -> None:
        """Takes note of drafts as they were read."""
        with self._one_at_a_time:
            for draft in drafts:
                self._known[draft.name] = draft

    def keep(self, drafts: Drafts, draft: Draft) -> Draft:
        """Writes a draft, without what was redacted in its file since that was written; the draft as it was kept.

        Raises:
            StorageError: it cannot be written.
        """
        with self._one_at_a_time:
            taken = self._taken_out(drafts, draft.name)
            kept = drafts.keep(without(draft, taken))
            self._known[kept.name], self._taken[kept.name] = kept, taken
            return kept

    def drop(self, drafts: Drafts, name: str) -> None:
        """Removes one.

        Raises:
            StorageError: it cannot be removed.
        """
        with self._one_at_a_time:
            drafts.drop(name)
            self._known.pop(name, None)
            self._taken.pop(name, None)

    def _taken_out(self, drafts: Drafts, name: str) -> Taken:
        """What was redacted in a draft's file up to now."""
        taken, known = self._taken.get(name, NOTHING), self._known.get(name)
        if known is None:
            return taken
        from scratchpad_tui.core.pad.drafts import read_record

        read = [read_record(folder, name) for folder in (drafts.folder, drafts.elsewhere)]
        found = [record for record in read if record is not None]
        if not found:
            return taken
        now = max(found, key=lambda record: record.written).draft
        return taken | taken_between(known, now)


def without(draft: Draft, taken: Taken) -> Draft:
    """A draft without what was redacted."""
    if not taken:
        return draft
    return draft._replace(lines=taken.out_of_lines(draft.lines), base=taken.out_of_lines(draft.base))


def taken_between(was: Draft, now: Draft) -> Taken:
    """What was redacted in a draft."""
    return lost_of_lines(was.lines, now.lines) | lost_of_lines(was.base, now.base)
