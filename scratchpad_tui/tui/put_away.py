"""Drafts that wait until their section is edited again; a section may have several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.tui.kept_drafts import without

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.drafts import Draft
    from scratchpad_tui.core.pad.redact_told import Taken


class PutAway:
    """By section, the newest last."""

    def __init__(self) -> None:
        self._drafts: list[Draft] = []

    @property
    def sections(self) -> list[str]:
        """The sections that have one; empty for the whole pad."""
        return list(dict.fromkeys(draft.section for draft in self._drafts))

    def put(self, draft: Draft) -> None:
        """Takes a draft, in the place of the one with its name."""
        self.forget(draft)
        self._drafts.append(draft)

    def newest(self, section: str) -> Draft | None:
        """The one that is gone on with next."""
        return next((draft for draft in reversed(self._drafts) if draft.section == section), None)

    def forget(self, draft: Draft) -> None:
        """Takes note that somebody works on a draft, or that it is gone."""
        self._drafts = [other for other in self._drafts if other.name != draft.name]

    def take(self, section: str) -> Draft | None:
        """The newest, which somebody works on from now on."""
        draft = self.newest(section)
        if draft is not None:
            self.forget(draft)
        return draft

    def follow_redaction(self, taken: Taken) -> None:
        """Takes out of all of them what was redacted."""
        self._drafts = [without(draft, taken) for draft in self._drafts]
