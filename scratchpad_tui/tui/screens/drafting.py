"""A screen in which text is written that is no version yet: every few seconds, and at its end, it is on disk."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from scratchpad_tui.core.errors import ScratchpadError
from scratchpad_tui.core.pad.redact_told import NOTHING
from scratchpad_tui.tui.kept_drafts import taken_between, without
from scratchpad_tui.tui.screens.framed import FramedScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from scratchpad_tui.core.pad.drafts import Draft
    from scratchpad_tui.core.pad.redact_told import Taken
    from scratchpad_tui.core.pad.view import PadView

SECONDS = 2.0
"""How old the draft on disk may be."""


class Drafting(FramedScreen):
    """Keeps a draft of what `draft` gives; a draft that was saved or not wanted is dropped."""

    def __init__(self, section: str, draft: Draft | None = None) -> None:
        super().__init__()
        self.section = section
        """The section that is edited."""
        self.kept = draft
        """The draft as it stands on disk."""
        self._stale = False
        self._asked = self._written = 0
        """The numbers of the newest text that is to stand on disk, and of the newest that does."""
        self._failed = ""
        self._one_at_a_time = threading.Lock()
        self._is_told_of_end = False
        self._is_done = False
        """Whether the text is saved, or not wanted."""
        self._why = ""
        self._washed = NOTHING
        """What was redacted in the draft on disk, and is to leave the text."""

    def draft(self) -> Draft | None:
        """The draft as it should stand on disk; None where none should."""
        raise NotImplementedError

    def take(self, view: PadView) -> None:
        """Takes a newly read pad."""
        raise NotImplementedError

    def begin_keeping(self) -> None:
        """Looks every few seconds whether there is something to keep."""
        self.set_interval(SECONDS, self._keep_soon)

    def changed(self) -> None:
        """Takes note that the text became another one."""
        self._stale = True

    def _keep_soon(self) -> None:
        kept = self.kept
        if kept is not None and not self._stale and not self.app.source.has_draft(kept):
            self._stale = True  # somebody took the folder away
        if not self._stale or self.app.source.read_only:
            return
        draft, number, source = self.draft(), self._next(), self.app.source
        self._stale = False
        self.app.in_background(
            lambda: self._write(source.keep_draft, draft, number), self._told, group="draft"
        )

    def _next(self) -> int:
        self._asked += 1
        return self._asked

    @property
    def _is_unkept(self) -> bool:
        """Whether something is not on disk yet; what a worker is to write may never be begun where the program ends."""
        return self._stale or self._asked > self._written

    def _write(self, keep: Callable[[Draft], Draft], draft: Draft | None, number: int) -> str:
        """Writes or removes the draft, in a worker or at the end; what went wrong, where something did."""
        with self._one_at_a_time:
            if number <= self._written:
                return ""  # a newer one was quicker, or none is wanted any more
            if draft is None:
                with suppress(ScratchpadError):
                    self._remove()
                self._written = number
                return ""
            try:
                self.kept = keep(draft if self.kept is None else draft._replace(name=self.kept.name))
                if self.kept.lines != draft.lines:
                    self._washed |= taken_between(draft, self.kept)
            except (ScratchpadError, OSError) as error:
                self._why = str(error)
                return self._why
            self._written = number
        return ""

    def follow_redaction(self, taken: Taken) -> None:
        """Takes what was redacted out of the draft, whose text has followed; it is on disk without it at once."""
        with self._one_at_a_time:
            if self.kept is not None:
                self.kept = without(self.kept, taken)
        self.changed()
        self._keep_soon()

    def _told(self, fault: str) -> None:
        washed, self._washed = self._washed, NOTHING
        self.app.follow_redaction(washed)
        # Tried again every few seconds, and told once.
        self._stale = self._stale or bool(fault)
        if fault and fault != self._failed:
            self.app.tell(f"No draft could be written: {fault}", severity="warning")
        self._failed = fault

    def keep_now(self) -> bool:
        """Writes the draft at once, or removes it where none is wanted; False where it could not be written."""
        draft = self.draft()
        self._stale = False
        if self.app.source.read_only:
            return True
        self._stale = bool(self._write(self.app.source.keep_draft, draft, self._next()))
        return not self._stale

    def may_end(self) -> bool:
        """Whether the program may end now; where the text can be kept nowhere, only when that is asked for again."""
        if not self._is_unkept or self.keep_now() or self._is_told_of_end:
            return True
        self._is_told_of_end = True
        self.app.tell(f"No draft can be written: {self._why} · ctrl+q again leaves without", severity="error")
        self.offer_elsewhere()
        return False

    def offer_elsewhere(self) -> None:
        """Offers another place for a text that can be kept nowhere."""

    def drop(self) -> None:
        """Removes the draft from disk: at the latest when the screen is gone."""
        self._stale, self._is_done = False, True
        self.app.in_background(self._forget, group="draft")

    def _forget(self) -> None:
        # Under the lock: a first draft may still be on its way to the disk.
        with self._one_at_a_time:
            self._written = self._asked
            self._remove()

    def _remove(self) -> None:
        kept, self.kept = self.kept, None
        if kept is not None:
            self.app.source.drop_draft(kept.name)

    def on_unmount(self) -> None:
        """Keeps what is not on disk yet, however the screen ends."""
        if self._is_done:
            # The program may end before the work in the background is done.
            with suppress(ScratchpadError):
                self._forget()
            return
        kept = self.kept
        is_gone = kept is not None and not self.app.source.has_draft(kept)
        if (self._is_unkept or is_gone) and not self.keep_now():
            draft = self.draft()
            if draft is not None:
                self.app.lost.append(draft)
