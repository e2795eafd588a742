"""What a rule proposes when an agent's session ends: at most three lines, without a model and without a wait."""

from __future__ import annotations

from scratchpad_tui.core.pad.gate import refuse_labels
from scratchpad_tui.core.pad.judge import GOOD
from scratchpad_tui.core.pad.writing import writing
from scratchpad_tui.core.session import items as states
from scratchpad_tui.core.session import log, origin, proposals, queue, sessions, steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.session.items import Item
    from scratchpad_tui.core.session.log import Event
    from scratchpad_tui.core.session.queue import Looked

RULE = "rule"
"""Who proposes."""
_BY_OTHERS = ("agent", RULE)


def propose_by_rule(store: PadStore, label: str | None = None) -> int:
    """Puts what a rule offers into the queue, as far as agents and rule have not had their three; how many it were.

    The pad's session goes on. Nothing is done beside a pad that is not good, over a step that waits to be completed,
    or in a session whose day is over: the next command about sessions sees to those, and offers the same lines.

    Raises:
        StorageError: the lock is not to be had, or the queue cannot be written.
    """
    if store.read().state != GOOD or steps.pending(store) is not None:
        return 0
    looked = queue.look(store, only="")
    if not _room(looked) or sessions.due_end(store, looked.session) is not None:
        return 0
    # Judged and scanned before the lock is taken.
    chosen = [item for item in queue.look(store).candidates if item.state in states.ACCEPTABLE]
    if not chosen:
        return 0
    if label:
        refuse_labels(store, session=label)
    with writing(store):
        if steps.pending(store) is not None:
            return 0
        look = queue.look(store, only="")
        known = {item.text for item in look.items}
        wanted = [item for item in chosen if item.text not in known][: _room(look)]
        ids = proposals.next_ids(look.events, len(wanted))
        events = [_proposed(look, item_id, item, label) for item_id, item in zip(ids, wanted, strict=True)]
        log.append(store, events)
    return len(events)


def _room(look: Looked) -> int:
    return max(0, states.LIMIT - sum(item.proposer in _BY_OTHERS for item in look.items))


def _proposed(look: Looked, item_id: str, item: Item, label: str | None) -> Event:
    evidence = item.evidence
    place = origin.same(look.document, evidence.section, item.text)
    told = log.event(
        log.PROPOSED, look.session.id, RULE, id=item_id, text=item.text, tag=item.tag, at=item.time
    )
    return {
        **told,
        "section": evidence.section,
        "version": evidence.version,
        "origin": place.text if place else item.text,
        "writer": evidence.actor,
        "turn": evidence.turn,
        "label": label,
    }
