"""The half of a pad's source that reviews its session: the queue of promotions, the acts on it, secrets allowed."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from scratchpad_tui.core.errors import ScratchpadError
from scratchpad_tui.tui.promoting import Reviewed, entry_words
from scratchpad_tui.tui.tracing_source import TracingSource

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scratchpad_tui.core.pad.pruning import PrunedEntry
    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.core.secrets.finding import Finding
    from scratchpad_tui.core.session.items import Acted, Ended
    from scratchpad_tui.core.session.review import Review

_QUEUE, _EPISODIC = "promotions.jsonl", "episodic.md"


class PromotingSource(TracingSource):
    """Keeps `promoting.Promoting` for a pad on disk."""

    def read(self) -> PadView:
        """See `PadSource`; what waits in the queue is among what a person is needed for."""
        view = super().read()
        waiting = self._proposals_waiting()
        if not waiting:
            return view
        from scratchpad_tui.core.pad.needs import with_promotions

        return view._replace(needs=with_promotions(view.needs, waiting))

    def watch(self, changed: Callable[[PadView], None], failed: Callable[[Exception], None]) -> None:
        """See `PadSource`; the queue and what is accepted are followed too."""
        side = self._store.paths.side
        for name in (_QUEUE, _EPISODIC):
            self.follow(os.path.join(side, name), self._queue_changed)
        super().watch(changed, failed)

    def _queue_changed(self) -> None:
        self._publish(always=True)

    def _proposals_waiting(self) -> int:
        """How many proposals wait; nothing is loaded for a pad that never had one."""
        if not os.path.lexists(os.path.join(self._store.paths.side, _QUEUE)):
            return 0
        from scratchpad_tui.core.session.review import Review

        with self._lock, suppress(ScratchpadError, OSError):
            return Review(self._store).waiting()
        return 0

    def _review(self) -> Review:
        from scratchpad_tui.core.session.review import Review

        return Review(self._store)

    def reviewed(self, *, metered: bool = False) -> Reviewed:
        """See `Promoting`."""
        with self._lock:
            review = self._review()
            try:
                return Reviewed(review.look(metered=metered and not self.read_only), review.tags())
            except (ScratchpadError, OSError) as error:
                return Reviewed(None, fault=str(error))

    def accept(self, item: str, shown: str) -> Acted:
        """See `Promoting`."""
        return self._acted(lambda review: review.accept(item, shown))

    def reject(self, item: str, reason: str) -> Acted:
        """See `Promoting`."""
        return self._acted(lambda review: review.reject(item, reason))

    def reword(self, item: str, text: str) -> Acted:
        """See `Promoting`."""
        return self._acted(lambda review: review.edit(item, text))

    def retag(self, item: str, tag: str) -> Acted:
        """See `Promoting`."""
        return self._acted(lambda review: review.retag(item, tag))

    def undo_review(self) -> Acted:
        """See `Promoting`."""
        return self._acted(lambda review: review.undo())

    def propose(self, text: str, section: str = "", tag: str = "") -> Acted:
        """See `Promoting`."""
        return self._acted(lambda review: review.propose_line(text, section, tag))

    def propose_entries(self, section: str, entries: Sequence[PrunedEntry]) -> tuple[int, str]:
        """See `Promoting`."""
        count, said = 0, ""
        for entry in entries:
            try:
                acted = self.propose(entry_words(entry.lines), section)
            except ScratchpadError as error:
                said = said or str(error)
            else:
                count += acted.changed
                said = said or ("" if acted.changed else acted.message)
        return count, said

    def end_session(self) -> Ended:
        """See `Promoting`."""
        with self._acting():
            ended = self._review().end()
            self._publish(always=True)
            return ended

    def _acted(self, act: Callable[[Review], Acted]) -> Acted:
        with self._acting():
            acted = act(self._review())
            self._publish(always=True)
            return acted

    # Secrets

    def secrets_in(self, text: str) -> list[Finding]:
        """See `Promoting`."""
        from scratchpad_tui.core.pad.gate import in_text

        with self._lock:
            return in_text(self._store, text)

    def allow_secret(self, text: str, finding: Finding) -> None:
        """See `Promoting`."""
        from scratchpad_tui.core.pad.allowed import allow

        with self._acting():
            allow(self._store, text, finding, actor="human")
