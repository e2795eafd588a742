"""The closing review of a session, for a screen: the summary, the queue judged as things stand, and the acts on it.

Everything is read anew at each call. Acts take the pad's lock; two reviewers, and `archive` from cron, may run beside
each other. Each raises InputError (judged and refused; nothing written) or StorageError (could not write).
"""

from __future__ import annotations

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.session import ending, promote, proposals, proposing, queue, sessions
from scratchpad_tui.core.session.waiting import waiting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.session.items import Acted, Ended, Item, Summary


class Look(NamedTuple):
    """One look at the review."""

    summary: Summary
    items: tuple[Item, ...]
    """The session's proposals in the order they came, then the candidates by rule."""
    notice: str
    """A sentence where the pad or the queue's file cannot be read as it stands; else empty."""
    can_undo: bool = False
    """Whether an act of this session is there to be taken back."""


class Review:
    """The review of one pad's session by a person."""

    def __init__(self, store: PadStore) -> None:
        self.store = store

    def look(self, *, metered: bool = False) -> Look:
        """The summary and the items as they stand now; nothing is written and no lock is waited for.

        `metered` counts what is shown as a review in the token meter; a screen asks so once when it opens.
        """
        look = queue.look(self.store)
        if metered:
            queue.meter_review(self.store, look.items)
        items = (*look.items, *look.candidates)
        last = proposals.last_act(look.events, look.session.id)
        return Look(sessions.summary(self.store, look), items, look.notice, can_undo=last is not None)

    def waiting(self) -> int:
        """How many proposals wait: the badge of the frame, cheap enough for every repaint."""
        return waiting(self.store)

    def accept(self, item_id: str, shown: str | None = None) -> Acted:
        """Writes an item into the episodic tier; again for the same one changes nothing.

        `shown` is the line that the person saw: where something else would be written by now, nothing is.

        Raises:
            InputError: it is not ready, the limit is reached, or the line is not the one that was shown.
        """
        return promote.accept(self.store, item_id, shown=shown)

    def reject(self, item_id: str, reason: str) -> Acted:
        """Rejects an item for a reason; a candidate too, which is not offered again."""
        return promote.reject(self.store, item_id, reason)

    def edit(self, item_id: str, text: str) -> Acted:
        """Gives an item another text; its origin counts as seen as it stands now."""
        return promote.edit(self.store, item_id, text)

    def retag(self, item_id: str, tag: str) -> Acted:
        """Gives an item another tag; of a hypothesis that is its confirmation, in Scratch too."""
        return promote.retag(self.store, item_id, tag)

    def confirm(self, item_id: str) -> Acted:
        """Makes a hypothesis observed, in Scratch and in the queue."""
        return promote.retag(self.store, item_id, "observed")

    def undo(self, item_id: str | None = None) -> Acted:
        """Takes back the last act on an item, or the last one of all; until the session ends."""
        return promote.undo(self.store, item_id)

    def propose_line(self, text: str, section: str = "", tag: str = "") -> Acted:
        """Proposes a line as a person, who is not held to three: an entry of the pad, or any text.

        An entry brings its own tag and time. `section` says where it stands, if it is not to be looked for.
        """
        return proposing.propose(self.store, [text], section=section, tag=tag, actor="human")[0]

    def end(self) -> Ended:
        """Ends the session: closes the queue, and archives Scratch but for kept and unreadable entries."""
        return ending.end(self.store)

    def tags(self) -> tuple[str, ...]:
        """The tags that an entry may have."""
        return sessions.tags(self.store)
