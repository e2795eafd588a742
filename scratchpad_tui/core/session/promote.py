"""Acts on the queue: accept, reject, edit, retag and undo.

Each holds the pad's lock from its look at the queue to its last byte, so that neither retries nor two reviewers get
past a limit. The secrets scan runs before.
"""

from __future__ import annotations

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad.notes import HYPOTHESIS
from scratchpad_tui.core.pad.writing import writing
from scratchpad_tui.core.secrets.quoting import brief
from scratchpad_tui.core.session import items as states
from scratchpad_tui.core.session import log, opening, origin, proposals, queue, sessions, steps, tally
from scratchpad_tui.core.session.guard import Scans, refuse
from scratchpad_tui.core.session.items import Acted
from scratchpad_tui.core.session.proposing import check_tag, check_text, first_proposed
from scratchpad_tui.core.session.steps import EPISODIC, Step
from scratchpad_tui.core.session.targets import HEAD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.session.items import Item
    from scratchpad_tui.core.session.log import Event
    from scratchpad_tui.core.session.proposals import Proposal
    from scratchpad_tui.core.session.queue import Looked

LONGEST_REASON = 400
"""Characters of the reason for a rejection."""


def accept(store: PadStore, item_id: str, *, shown: str | None = None) -> Acted:
    """See `review.Review.accept`."""
    scans = Scans(store)
    queue.look(store, scans, only=item_id)
    with writing(store):
        warnings = opening.prepare(store)
        acted = accept_in_hand(store, scans, item_id, shown=shown)
    return acted._replace(warnings=(*warnings, *acted.warnings))


def accept_in_hand(
    store: PadStore, scans: Scans, item_id: str, *, shown: str | None = None, by_policy: bool = False
) -> Acted:
    """The same for a caller that holds the lock and has put everything in order; the policy's entries are marked.

    Raises:
        InputError: see `accept`.
    """
    look = queue.look(store, scans, only=item_id)
    item = _found(look, item_id)
    if item.state == states.ACCEPTED:
        return Acted(changed=False, item=item, message=f"{item_id} is accepted already")
    line = f"{item.line.removesuffix(')')}, by policy)" if by_policy else item.line
    _check_acceptable(item)
    if shown is not None and shown != line:
        raise InputError(
            "what would be written is not what was shown any more", "look at it again", code="changed-since"
        )
    events = first_proposed(look, item)
    target_id = events[0]["id"] if events else item_id
    who = "policy" if by_policy else "human"
    told = log.event(log.ACCEPTED, look.session.id, who, id=target_id, line=line, target=look.target.name)
    told |= {"policy": True} if by_policy else {}
    step = _writing(look, line, 1, tally.PROMOTE, target_id, [*events, told], by_policy=by_policy)
    warnings = steps.run(store, step)
    message = f"line {item.twins[0].line} of {look.target.name} says nearly the same" if item.twins else ""
    return Acted(changed=True, item=_again(store, target_id), message=message, warnings=tuple(warnings))


def _check_acceptable(item: Item) -> None:
    if item.is_acceptable:
        return
    reason = item.reason or f"it is {item.state}"
    raise InputError(f"{item.id} is not ready: {reason}", code=item.state.replace(" ", "-"))


def _writing(
    look: Looked,
    line: str,
    more: int,
    act: str,
    item_id: str,
    events: Sequence[Event],
    *,
    by_policy: bool = False,
) -> Step:
    """The step that puts a line into the episodic tier, or takes it out."""
    who = ("archive", "system") if by_policy else ("human", "human")
    wishes = (look.target.wish(line, more),)
    operation = (("id", item_id), ("of", look.session.id))
    made = Step(act, who, events=tuple(events), operation=operation)
    if look.target.section is not None:
        return made._replace(section=look.target.section.name, pad=wishes)
    where = "was written into" if act == tally.PROMOTE else "was taken out of"
    return made._replace(files=((EPISODIC, HEAD, wishes),), told=f"{item_id} {where} {EPISODIC}")


def reject(store: PadStore, item_id: str, reason: str) -> Acted:
    """See `review.Review.reject`."""
    reason = " ".join(reason.split())
    if not reason:
        raise InputError("a rejection needs a reason", "say why in a few words", code="no-reason")
    if len(reason) > LONGEST_REASON:
        raise InputError(
            f"the reason has {len(reason)} characters", f"give at most {LONGEST_REASON}", code="too-long"
        )
    refuse(store, [reason], "human", "the reason")
    with writing(store):
        warnings = opening.prepare(store)
        look = queue.look(store, only=item_id)
        item = _found(look, item_id)
        if item.state == states.ACCEPTED:
            raise InputError(f"{item_id} is accepted", "undo that first", code="accepted")
        if item.state == states.REJECTED:
            return Acted(changed=False, item=item, message=f"{item_id} is rejected already")
        _check_open(item)
        events = first_proposed(look, item)
        target_id = events[0]["id"] if events else item_id
        told = log.event(log.REJECTED, look.session.id, "human", id=target_id, reason=reason)
        log.append(store, [*events, told])
    return Acted(changed=True, item=_again(store, target_id), message="", warnings=tuple(warnings))


def edit(store: PadStore, item_id: str, text: str) -> Acted:
    """See `review.Review.edit`."""
    check_text(text)
    text = " ".join(text.split())
    refuse(store, [text], "human", "the text")
    with writing(store):
        warnings = opening.prepare(store)
        look = queue.look(store, only=item_id)
        item = _found(look, item_id)
        _check_undecided(item)
        events = first_proposed(look, item)
        target_id = events[0]["id"] if events else item_id
        was = _origin_now(look, item)
        fault = queue.malformed(item._replace(text=text, line=text))
        if fault:
            raise InputError(fault, code="malformed")
        log.append(
            store,
            [*events, log.event(log.EDITED, look.session.id, "human", id=target_id, text=text, origin=was)],
        )
    return Acted(changed=True, item=_again(store, target_id), message="", warnings=tuple(warnings))


def _origin_now(look: Looked, item: Item) -> str:
    """What an item's entry says as it stands; empty where it is gone: whoever edits has seen that."""
    if item.is_candidate:
        return item.text
    one = proposals.folded(look.events)[item.id]
    place = origin.same(look.document, one.section, one.origin) if one.origin else None
    return place.text if place is not None else ""


def retag(store: PadStore, item_id: str, tag: str) -> Acted:
    """See `review.Review.retag`."""
    check_tag(store, tag)
    if not tag:
        raise InputError(
            "an entry needs a tag", f"use one of: {', '.join(sessions.tags(store))}", code="bad-tag"
        )
    with writing(store):
        warnings = opening.prepare(store)
        look = queue.look(store, only=item_id)
        item = _found(look, item_id)
        _check_undecided(item)
        if item.tag == tag:
            return Acted(changed=False, item=item, message=f"{item_id} is {tag} already")
        events = first_proposed(look, item)
        target_id = events[0]["id"] if events else item_id
        if item.tag == HYPOTHESIS:
            warnings += _confirm_origin(store, look, item, tag)
        log.append(store, [*events, log.event(log.RETAGGED, look.session.id, "human", id=target_id, tag=tag)])
    return Acted(changed=True, item=_again(store, target_id), message="", warnings=tuple(warnings))


def _confirm_origin(store: PadStore, look: Looked, item: Item, tag: str) -> list[str]:
    from scratchpad_tui.core.session.notes import retagged

    was = _origin_now(look, item)
    place = origin.same(look.document, item.evidence.section, was) if was else None
    if place is None or place.note.tag != HYPOTHESIS:
        return []
    return retagged(store, f"{place.section.name}:{place.number}", tag, actor="human").warnings


def undo(store: PadStore, item_id: str | None) -> Acted:
    """See `review.Review.undo`."""
    with writing(store):
        warnings = opening.prepare(store)
        look = queue.look(store, only=item_id or "")
        last = item_id or proposals.last_act(look.events, look.session.id)
        if last is None:
            raise InputError("nothing is left to undo in this session", code="nothing-to-undo")
        one = proposals.folded(look.events).get(last)
        if one is None or one.session != look.session.id:
            raise InputError(f'there is no item "{last}" in this session', "see `promotions`", code="no-item")
        if not one.undo:
            raise InputError(f"nothing was done about {last} that could be undone", code="nothing-to-undo")
        warnings += _taken_back(store, look, one)
    return Acted(changed=True, item=_again(store, last), message="", warnings=tuple(warnings))


def _taken_back(store: PadStore, look: Looked, one: Proposal) -> list[str]:
    told = log.event(log.UNDONE, look.session.id, "human", id=one.id)
    if one.state != proposals.ACCEPTED:
        log.append(store, [told])
        return []
    if one.promoted:
        raise InputError(
            f"{one.id} was promoted for good", "take it out of the file in your own editor", code="promoted"
        )
    return steps.run(store, _writing(look, one.line, -1, tally.UNDO, one.id, [told]))


def _found(look: Looked, item_id: str) -> Item:
    """The item of this session with that id.

    Raises:
        InputError: there is none.
    """
    for item in (*look.items, *look.candidates):
        if item.id == item_id:
            return item
    one = proposals.folded(look.events).get(item_id)
    if one is not None:
        raise InputError(
            f"{item_id} is of a session that has ended, and is {one.state}", "propose it again", code="closed"
        )
    raise InputError(f'there is no item "{brief(item_id, 40)}"', "see `promotions`", code="no-item")


def _check_open(item: Item) -> None:
    if item.state == states.CLOSED:
        raise InputError(f"the session of {item.id} has ended", "propose it again", code="closed")


def _check_undecided(item: Item) -> None:
    if item.is_decided:
        raise InputError(f"{item.id} is {item.state}", "undo that first", code=item.state)


def _again(store: PadStore, item_id: str) -> Item | None:
    return next((item for item in queue.look(store, only=item_id).items if item.id == item_id), None)
