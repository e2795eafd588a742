"""Proposals: texts put into the queue, all or none, each with where it comes from."""

from __future__ import annotations

from scratchpad_tui.core.clock import now
from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad.gate import refuse_labels
from scratchpad_tui.core.pad.notes import HYPOTHESIS, LONGEST, OBSERVED, minute
from scratchpad_tui.core.pad.schema import note_section
from scratchpad_tui.core.pad.who import ACTORS, check_label
from scratchpad_tui.core.pad.writing import writing
from scratchpad_tui.core.secrets.quoting import brief
from scratchpad_tui.core.session import items as states
from scratchpad_tui.core.session import log, opening, origin, proposals, queue, sessions
from scratchpad_tui.core.session.guard import refuse
from scratchpad_tui.core.session.items import Acted, Evidence, Item

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.session.log import Event
    from scratchpad_tui.core.session.queue import Looked


def propose(
    store: PadStore,
    texts: Sequence[str],
    *,
    section: str = "",
    tag: str = "",
    actor: str = "agent",
    turn: str | None = None,
    label: str | None = None,
) -> list[Acted]:
    """Puts texts into the queue, all or none; an entry of the pad brings its own tag and time.

    An entry is named by all of its text, by `SECTION:N`, or by a part that stands in no other. What is to be told of the call as a whole stands in the warnings of the first.

    Raises:
        InputError: one cannot be promoted, is in the queue already, or an agent would have more than three.
    """
    if actor not in ACTORS:
        raise InputError(f'unknown actor "{actor}"', f"use one of: {', '.join(ACTORS)}", code="bad-actor")
    check_label("turn", turn)
    check_label("session", label)
    refuse_labels(store, turn=turn, session=label)
    for text in texts:
        check_text(text)
    named = ["the proposal"] if len(texts) == 1 else [f"proposal {n}" for n in range(1, len(texts) + 1)]
    refuse(store, [*texts, tag, section], actor, *named, "the tag", "the section's name")
    with writing(store):
        warnings = opening.prepare(store)
        look = queue.look(store, only="")
        name = origin.named_section(look.document, section)
        check_tag(store, tag)
        if actor == "agent":
            _check_number(look, len(texts))
        ids = proposals.next_ids(look.events, len(texts))
        events: list[Event] = []
        for item_id, text in zip(ids, texts, strict=True):
            told = _proposed(store, look, item_id, text, name, tag, actor)
            _check_new(look, events, told)
            warnings += _untagged(look, told, tag, actor)
            events.append({**told, "turn": told["turn"] or turn, "label": label})
        log.append(store, events)
    found = {item.id: item for item in queue.look(store).items}
    done = [Acted(changed=True, item=found.get(item_id), message="") for item_id in ids]
    return [done[0]._replace(warnings=tuple(warnings)), *done[1:]] if done else done


def check_text(text: str) -> None:
    """Refuses a text that is no line for the queue.

    Raises:
        InputError: it is empty, has several lines, or is too long.
    """
    if not text.strip():
        raise InputError("a proposal needs a text", "give one line", code="empty-content")
    if "\n" in text.strip() or "\r" in text.strip():
        raise InputError(
            "a proposal is one line", "say it in one, or propose each line", code="several-lines"
        )
    if len(text.strip()) > LONGEST + 60:
        raise InputError(
            f"the proposal has {len(text.strip())} characters", f"give at most {LONGEST}", code="too-long"
        )


def check_tag(store: PadStore, tag: str) -> None:
    """Refuses a tag that the pad does not know.

    Raises:
        InputError: there is none of that name.
    """
    tags = sessions.tags(store)
    if tag and tag not in tags:
        raise InputError(f'there is no tag "{tag}"', f"use one of: {', '.join(tags)}", code="bad-tag")


def _check_number(look: Looked, more: int) -> None:
    by_agents = sum(item.proposer == "agent" for item in look.items)
    if by_agents + more > states.LIMIT:
        raise InputError(
            f"a session takes {states.LIMIT} proposals, and has {by_agents}",
            "propose only what the next session must know; a person may add a line in the review",
            code="too-many",
        )


def _check_new(look: Looked, more: Sequence[Event], told: Event) -> None:
    waiting = [item.text for item in look.items if item.state not in (states.REJECTED, states.CLOSED)]
    if told["text"] in [*waiting, *(item["text"] for item in more)]:
        raise InputError(
            f'"{brief(told["text"], 80)}" is in the queue already', "propose another", code="duplicate"
        )


def _proposed(
    store: PadStore, look: Looked, item_id: str, text: str, section: str, tag: str, actor: str
) -> Event:
    place = _place_of(look, text, section)
    _check_tagged(look, place, tag, actor)
    if place is None:
        name, said, found = (
            section,
            " ".join(text.split()),
            origin.Source(store.history.newest(), "", actor, None),
        )
        time, own, was = minute(now()), tag or OBSERVED, ""
    else:
        _check_place(look, place)
        name, said, was = place.section.name, place.text, place.text
        refuse(store, [said], actor, "the proposal")
        lines = origin.blamed(store, name)
        found = origin.source_of(look.document, place, lines, store.history.newest())
        time, own = queue.time_of(place, found.time), place.note.tag or tag or place.tag
    if len(said) > LONGEST:
        raise InputError(
            f"the proposal has {len(said)} characters", f"give at most {LONGEST}", code="too-long"
        )
    told = log.event(log.PROPOSED, look.session.id, actor, id=item_id, text=said, tag=own, at=time)
    told |= {
        "section": name,
        "version": found.version,
        "origin": was,
        "writer": found.actor,
        "turn": found.turn,
    }
    item = Item(item_id, said, own, time, now(), "", "", Evidence(name, 0, "", None, None), said, "")
    fault = queue.malformed(item)
    if fault:
        raise InputError(fault, code="malformed")
    return told


def _place_of(look: Looked, text: str, section: str) -> origin.Place | None:
    """The entry that is meant; None where the text is one of its own.

    Raises:
        InputError: several entries hold it, or none of the section that is named.
    """
    place = (
        origin.exactly(look.document, text, section)
        or _positioned(look, text)
        or origin.holding(look.document, text, section)
    )
    if place is None and section:
        raise InputError(
            f'no entry of {section} holds "{brief(text.strip(), 80)}"',
            "see `show`, or name no section for a text that stands nowhere",
            code="no-entry",
        )
    return place


def _check_tagged(look: Looked, place: origin.Place | None, tag: str, actor: str) -> None:
    """Refuses what an agent leaves open where notes have tags: a guess must not pass for something observed.

    Raises:
        InputError: neither the agent nor the entry that it means says what it is.
    """
    notes = note_section(look.document.profile)
    if actor != "agent" or tag or notes is None:
        return
    if place is not None and place.section == notes and not place.note.tag:
        raise InputError(
            "the proposal has no tag, and its entry has none",
            f"say which: --tag {', --tag '.join(notes.tags)}",
            code="no-tag",
        )


def _untagged(look: Looked, told: Event, tag: str, actor: str) -> list[str]:
    """What an agent is told of a text of its own that came without a tag: a guess must not pass in silence."""
    if actor != "agent" or tag or told["origin"] or note_section(look.document.profile) is None:
        return []
    return [
        (
            f'"{brief(told["text"], 80)}" came without a tag and counts as {OBSERVED}; '
            f"what is not shown yet is proposed with --tag {HYPOTHESIS}"
        )
    ]


def _check_place(look: Looked, place: origin.Place) -> None:
    """Refuses an entry that stands where a promotion would bring it, or in the section that is kept for good."""
    if place.section.sealed:
        raise InputError(
            f"{place.section.name} is kept for later sessions already",
            "propose what no later session knows",
            code="duplicate",
        )
    if place.section == look.target.section:
        raise InputError(
            f"{place.section.name} is kept for later sessions already",
            f"promote --durable {place.section.name}:{place.number} takes it further",
            code="duplicate",
        )


def _positioned(look: Looked, text: str) -> origin.Place | None:
    """The entry that `SECTION:N` names, None where the text is no such name."""
    name, colon, number = text.strip().rpartition(":")
    section = look.document.profile.find(name) if colon and number.isdecimal() else None
    if section is None:
        return None
    return origin.by_name(look.document, text, [section.name])


def first_proposed(look: Looked, item: Item) -> list[Event]:
    """The proposal of a candidate that is decided before anybody proposed it."""
    if not item.is_candidate:
        return []
    (item_id,) = proposals.next_ids(look.events, 1)
    place = origin.same(look.document, item.evidence.section, item.text)
    told = log.event(
        log.PROPOSED, look.session.id, item.proposer, id=item_id, text=item.text, tag=item.tag, at=item.time
    )
    told |= {
        "section": item.evidence.section,
        "version": item.evidence.version,
        "writer": item.evidence.actor,
    }
    return [{**told, "origin": place.text if place else item.text, "turn": item.evidence.turn, "label": None}]
