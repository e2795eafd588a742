"""The texts of proposals that a person typed and that are not taken yet: on disk as drafts. No UI library."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from scratchpad_tui.core.errors import ScratchpadError
from scratchpad_tui.core.pad.redact_told import NOTHING, likeness, lost
from scratchpad_tui.tui.kept_drafts import taken_between, without

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from scratchpad_tui.core.pad.drafts import Draft
    from scratchpad_tui.core.pad.redact_told import Taken
    from scratchpad_tui.core.secrets.finding import Finding

KIND = "wording"
"""The kind of their drafts."""
NEW = ""
"""The id of a proposal that is only being written."""


class Keeper(Protocol):
    """The part of a pad's source that they are kept by."""

    read_only: bool

    def keep_draft(self, draft: Draft) -> Draft:
        """Writes a draft to disk."""
        ...

    def drop_draft(self, name: str) -> None:
        """Removes one."""
        ...

    def secrets_in(self, text: str) -> list[Finding]:
        """The secrets in a text that nobody allowed in this pad."""
        ...


class Wording:
    """The text for one proposal."""

    def __init__(self, item: str, base: str, text: str, draft: Draft | None = None) -> None:
        self.item = item
        self.base = base
        """What the proposal said when the typing began."""
        self.text = text
        self.draft = draft
        """What of it stands on disk."""
        self.is_done = False
        """Whether it was taken, or its proposal decided: then it needs no draft."""

    @property
    def is_kept(self) -> bool:
        """Whether the disk is up to date."""
        if self.is_done or self.draft is None:
            return self.is_done and self.draft is None
        return self.draft.lines == (self.text,)

    def follow(self, texts: Mapping[str, str], fresh: Collection[str]) -> Taken:
        """Takes out of it what was redacted in its proposal; what that is.

        What a rule offers has another id when its text is another one: it is the most alike of those that came.

        Args:
            texts: The proposals' texts by their ids.
            fresh: The ids that were not there before.
        """
        if self.item == NEW:
            return NOTHING
        item: str | None = self.item
        if self.item not in texts:
            alike = {id_: likeness(self.base, texts[id_]) for id_ in fresh if id_ in texts}
            item = max(alike, key=lambda id_: alike[id_], default=None)
            if item is None or alike[item] < 0:
                return NOTHING
        assert item is not None
        taken = lost(self.base, texts[item])
        if taken:
            self.follow_redaction(taken)
            self.item, self.base = item, texts[item]
        return taken

    def follow_redaction(self, taken: Taken) -> None:
        """Takes out of it what was redacted."""
        self.text, self.base = taken.out_of(self.text), taken.out_of(self.base)
        if self.draft is not None:
            self.draft = without(self.draft, taken)

    def keep(self, source: Keeper) -> Taken:
        """Puts the text on disk; where it holds what looks like a secret nothing of it stays there.

        Returns:
            What was redacted in its draft.

        Raises:
            ScratchpadError: it cannot be written, or nobody can say whether a secret is in it.
        """
        if self.is_done:
            self.drop(source)
        elif not self.is_kept:
            if self._may_stay(source):
                from scratchpad_tui.core.pad.drafts import new_draft

                draft = new_draft(KIND, self.item, (self.text,), (self.base,), 0)
                self.draft = source.keep_draft(draft._replace(name=self.draft.name if self.draft else ""))
                return taken_between(draft, self.draft)
            self.drop(source)
        return NOTHING

    def _may_stay(self, source: Keeper) -> bool:
        try:
            return not source.secrets_in(self.text)
        except ScratchpadError:
            self.drop(source)
            raise

    def drop(self, source: Keeper) -> None:
        """Removes what stands of it on disk; what stays is offered again, and no fault of anything."""
        draft, self.draft = self.draft, None
        if draft is not None:
            with suppress(ScratchpadError):
                source.drop_draft(draft.name)


class Wordings:
    """All of them, by the ids of their proposals; what writes is called in workers, one at a time."""

    def __init__(self) -> None:
        self._all: dict[str, Wording] = {}
        self._gone: list[Wording] = []
        """Those that may still stand on disk."""
        self._found: list[Wording] = []
        """Those of an earlier run whose proposals nobody has looked for yet."""
        self._beside: list[Wording] = []
        """Those whose place is taken: they wait on disk alone."""
        self.came: frozenset[str] = frozenset()
        """The ids of the proposals that were not there before the last reading."""
        self._there: frozenset[str] = frozenset()
        """The ids of the proposals as they were read last."""
        self._one_at_a_time = threading.Lock()

    def text(self, item: str, base: str = "") -> str:
        """What was typed for a proposal, else what it says."""
        found = self._all.get(item)
        return found.text if found is not None else base

    def put(self, item: str, base: str, text: str) -> bool:
        """Takes what was typed; whether that is another text than the proposal has."""
        if not text.strip() or text == base:
            self.gone(item)
            return False
        found = self._all.get(item)
        if found is None:
            self._all[item] = Wording(item, base, text)
        else:
            found.text, found.is_done = text, False
        return True

    def gone(self, item: str) -> None:
        """Forgets a text that was taken, or is none."""
        found = self._all.pop(item, None)
        if found is not None:
            found.is_done = True
            self._gone.append(found)

    def decided(self, item: str) -> None:
        """Takes note of a decision: it may be taken back, and the text is at hand until the program ends."""
        if item in self._all:
            self._all[item].is_done = True

    def follow(self, texts: Mapping[str, str], open_one: str = NEW) -> bool:
        """Takes out of all of them what was redacted in their proposals, whose texts these are by their ids.

        Where two are for one proposal then, the one that is being typed keeps it, else the one that had it: the other
        becomes the text of a new proposal, or waits on disk where there is such a text.

        Args:
            texts: The proposals' texts.
            open_one: The proposal whose text is being typed.

        Returns:
            Whether one became the text of a new proposal.
        """
        self.came = frozenset(texts) - self._there
        self._there = frozenset(texts)
        had_new = NEW in self._all
        for before, one in list(self._all.items()):
            if self._all.get(before) is one and one.follow(texts, self.came) and one.item != before:
                del self._all[before]
                displaced = self._all.get(one.item)
                if displaced is None or before == open_one:
                    self._all[one.item] = one
                else:
                    displaced = one
                if displaced is not None:
                    displaced.item = NEW
                    if self._all.setdefault(NEW, displaced) is not displaced:
                        self._beside.append(displaced)
        return NEW in self._all and not had_new

    def follow_redaction(self, taken: Taken) -> None:
        """Takes out of all of them what was redacted somewhere."""
        for one in (*self._all.values(), *self._gone, *self._found, *self._beside):
            one.follow_redaction(taken)

    def take_up(self, draft: Draft) -> None:
        """Takes a draft of an earlier run; of several for one proposal the newest, which comes last, is offered first."""
        self._found.append(Wording(draft.section, " ".join(draft.base), " ".join(draft.lines), draft))

    def settle(self, items: Collection[str]) -> bool:
        """Gives drafts of an earlier run to the proposals that may be reworded, by their ids.

        The text for a proposal that is not there any more becomes that of a new one; whether there was such a text. A
        draft whose place is taken waits on disk.
        """
        orphaned = False
        found, self._found = self._found, []
        for one in reversed(found):
            is_there = one.item == NEW or one.item in items
            item = one.item if is_there else NEW
            if item in self._all:
                continue
            orphaned = orphaned or not is_there
            one.item = item
            self._all[item] = one
        return orphaned

    @property
    def waits(self) -> bool:
        """Whether there is anything to be done on disk."""
        return bool(self._gone) or any(not one.is_kept for one in (*self._all.values(), *self._beside))

    def keep(self, source: Keeper, told: Callable[[str], None] = lambda _fault: None) -> Taken:
        """Brings the disk up to date, where it may be written; `told` takes why a text could not be kept.

        Returns:
            What was redacted in a draft: it is in none any more, and is to leave the texts.
        """
        taken = NOTHING
        if source.read_only:
            return taken
        with self._one_at_a_time:
            for one in [*self._gone, *self._all.values(), *self._beside]:
                try:
                    taken |= one.keep(source)
                except (ScratchpadError, OSError) as error:
                    told(str(error))
            self._gone = [one for one in self._gone if one.draft is not None]
        return taken
